/* SPDX-License-Identifier: MIT */
/*
 * Collects mismatches: reports each one in full the first time, then counts by function and by what
 * was wrong.
 */
#ifndef ORACLE_FINDINGS_H
#define ORACLE_FINDINGS_H

#include <stdio.h>

#include "code.h"
#include "reference/reference.h"
#include <bobbin/bobbin.h>

enum { FINDINGS_HISTORY = 32 };

enum finding_kind {
    FINDING_MISMATCH,
    FINDING_LOSS, /* the oracle lost track; nothing is known to be wrong */
    FINDING_GAP,  /* there is no rule, and the run allows that; counted, but not reported */
    FINDING_KINDS,
};

/* One kind of mistake in one function. The strings are constants or live as long as the image. */
struct fault {
    enum finding_kind kind;
    const char *function; /* "?" if the function has no symbol */
    const char *what;     /* the wrong register ("pc", "sp", "r4".."d15"), a stop's name, ... */
    uint32_t first;       /* the first address with this mistake */
    uint64_t count;
};

/* One mismatch. */
struct mismatch {
    const char *what;
    /* the rule of this address was wrong: an instruction, or a return address minus 1 */
    uint32_t address;
    uint32_t frame; /* 0: the frame of the executed instruction; 1: its caller */
    uint8_t kind;   /* enum bobbin_kind; the rule was looked up by KIND, PC and CPSR */
    uint32_t pc, cpsr;
    uint64_t expected, got; /* shown if VALUES is true */
    bool values;
    enum finding_kind finding;
};

struct findings {
    const struct image *image;
    const struct code *code;
    const struct bobbin_env *env;
    /* names the source of a rule in messages; built at the first mismatch */
    struct reference reference;
    bool reference_built;
    uint32_t history[FINDINGS_HISTORY]; /* executed addresses; a ring, the oldest at history_next */
    uint32_t history_next;
    struct fault *finding;
    size_t count, capacity;
    struct mismatch *told; /* the pairs of address and WHAT that were reported already */
    size_t told_count, told_capacity;
    uint64_t total[FINDING_KINDS];
};

/*
 * Counts MISMATCH. Unless it is a gap, reports a new pair of address and WHAT on stderr, the first
 * ten in full.
 */
void findings_add(struct findings *findings, const struct mismatch *mismatch);
void findings_write(const struct findings *findings, FILE *out);
void findings_close(struct findings *findings);

static inline void findings_executed(struct findings *findings, uint32_t address)
{
    findings->history[findings->history_next] = address;
    findings->history_next = (findings->history_next + 1) % FINDINGS_HISTORY;
}

#endif
