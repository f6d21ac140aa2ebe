/* SPDX-License-Identifier: MIT */
/* Where the unwinder was wrong: told in full the first time, counted by function and by what was wrong. */
#ifndef ORACLE_FINDINGS_H
#define ORACLE_FINDINGS_H

#include <stdio.h>

#include "code.h"
#include "reference/reference.h"
#include <bobbin/bobbin.h>

enum { FINDINGS_HISTORY = 32 };

/* One thing wrong in one function. Its strings live as long as the image or are constants. */
struct fault {
    const char *function; /* "?" without a symbol */
    const char *what;     /* "pc", "sp", "r4".."d15", a stop's name, ... */
    uint32_t first;       /* the first address where it happened */
    uint64_t count;
};

/* What is known of a mismatch. */
struct mismatch {
    const char *what;
    uint32_t address; /* whose rule was wrong: an instruction, or a return address minus 1 */
    uint32_t frame;   /* 0: the frame of the executed instruction */
    uint8_t kind;     /* enum bobbin_kind, of PC, with which the rule was asked for, and CPSR */
    uint32_t pc, cpsr;
    uint64_t expected, got; /* shown if VALUES */
    bool values;
};

struct findings {
    const struct image *image;
    const struct bobbin_env *env;
    /* to say which source a rule came from; built for the first mismatch */
    struct reference reference;
    bool reference_built;
    uint32_t history[FINDINGS_HISTORY]; /* addresses executed; history_next is the oldest */
    uint32_t history_next;
    struct fault *finding;
    size_t count, capacity;
    struct mismatch *told; /* pairs of address and what that have been told */
    size_t told_count, told_capacity;
    uint64_t total;
};

/* Counts MISMATCH and, the first time for its address, tells of it on stderr: the first ten in full. */
void findings_add(struct findings *findings, const struct mismatch *mismatch);
void findings_write(const struct findings *findings, FILE *out);
void findings_close(struct findings *findings);

static inline void findings_executed(struct findings *findings, uint32_t address)
{
    findings->history[findings->history_next] = address;
    findings->history_next = (findings->history_next + 1) % FINDINGS_HISTORY;
}

#endif
