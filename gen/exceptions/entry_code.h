/* SPDX-License-Identifier: MIT */
/* The instructions of exception entry code, with the states before them. Private to exceptions. */
#ifndef GEN_EXCEPTIONS_ENTRY_CODE_H
#define GEN_EXCEPTIONS_ENTRY_CODE_H

#include "exceptions/bank_alternatives.h"
#include "exceptions/bank_transfer.h"
#include "reference/reference.h"
#include "util/pair_index.h"

struct entry_node {
    struct bank_instruction in;
    struct bank_alternatives before;
    struct bank_alternatives after; /* of a call: when it has returned */
    uint32_t handler;               /* the vector or function through which it is entered */
    /* Code of a function that is followed like a part of its caller: where it returns. 0: other. */
    uint32_t context;
    uint32_t arrivals;
    bool queued;
    bool enters; /* an exception enters here, from a vector or at one */
    bool stops;  /* a vector: its target is an entry of its own, or it is unused */
};

/* An exception return: the value of pc of the state that left. */
struct entry_exit {
    uint32_t handler;
    struct bank_value pc;
};

/* Functions that handlers call to switch tasks. */
enum { ENTRY_SWITCHES_MAX = 8 };
struct entry_switches {
    uint32_t function[ENTRY_SWITCHES_MAX];
    unsigned count;
};

struct entry_code {
    const struct reference *reference;
    struct analysis share; /* for jump tables */
    struct bank_transfer transfer;
    struct effect_reader reader;
    struct entry_switches switches; /* functions that are followed like parts of their callers */
    uint32_t context;      /* of the node that is walked; nodes are sought in this context */
    bool follows_switches; /* follows jumps to functions that never return */
    bool thumb; /* the state of code that discovery has not reached: that of the jump to it */
    struct entry_node **node;
    size_t count, capacity;
    struct pair_index index; /* of NODE by context and address */
    uint32_t *queue;         /* indices of NODE */
    size_t queue_count, queue_capacity;
    uint32_t *function; /* the functions of entry_points_functions */
    size_t functions_count, functions_capacity;
    struct entry_exit *exit;
    size_t exits_count, exits_capacity;
};

/* Returns STATUS_... */
int entry_code_begin(struct entry_code *code, const struct reference *reference,
                     struct bank_bases *bases);
void entry_code_free(struct entry_code *code);

/* The node of the instruction at ADDRESS, or NULL. */
struct entry_node *entry_code_find(const struct entry_code *code, uint32_t address);

/* The same; reads the instructions from ADDRESS on if there is none yet. NULL: no instruction. */
struct entry_node *entry_code_at(struct entry_code *code, uint32_t address);

/* STATE arrives before the instruction at ADDRESS, on the way from HANDLER. */
void entry_code_arrive(struct entry_code *code, uint32_t address, const struct bank_state *state,
                       uint32_t handler);

/* Takes a node from the queue; NULL: it is empty. */
struct entry_node *entry_code_next(struct entry_code *code);

/* Sorts the nodes by address. Nothing arrives any more. */
void entry_code_settle(struct entry_code *code);

#endif
