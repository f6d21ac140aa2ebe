/* SPDX-License-Identifier: MIT */
/*
 * The shadow call stack: the calls and exceptions that are active, derived only from the effects of
 * executed instructions. An instruction is judged when the next one is reached, because only then
 * its condition is known. If an exception comes in between, it is judged with the registers that
 * the oracle computes (entry.h). If these are unknown, the judgement waits until the exception
 * returns.
 */
#ifndef ORACLE_SHADOW_H
#define ORACLE_SHADOW_H

#include "entry.h"

enum record_kind {
    RECORD_CALL,
    RECORD_EXCEPTION,
    RECORD_RESET,  /* a jump to the reset vector: everything before is gone */
    RECORD_LAUNCH, /* a context without known callers: made up, new, or met after a loss */
};

struct record {
    uint8_t kind;
    /* the instruction before; exception: NULL if it is judged already, or never */
    const struct code_instruction *from;
    struct registers before; /* registers before FROM; for a call, the caller's */
    uint32_t return_address; /* call: with the Thumb bit; exception: without */
    bool anywhere;           /* exception: may return to another address */
    struct entry entry;      /* exception: how it was entered, and what it interrupted */
    struct lent *lent;       /* exception: NULL, or words that called functions changed */
    uint32_t note;           /* free for users of the shadow stack; 0 at first */
    /* call: the address whose rule says that the return address is lost; 0: none */
    uint32_t given_up;
    bool local; /* call: local, into the middle of the calling function, see below */
};

/*
 * A local call. libgcc's multiplication uses BL to call parts of itself. Such a part returns by lr,
 * or it leaves the whole function through the function's saved registers. So its caller has two
 * right answers: the function's own frame, or the frame of the function's caller. Leaving both at
 * once discards nothing.
 */

/*
 * The words that the functions called by a handler's entry code have written above their frames,
 * where the entry code has saved registers. A handler does that to give a system call's result, or
 * to continue elsewhere.
 */
enum { LENT_WORDS = 32 };
struct lent {
    uint32_t address[LENT_WORDS];
    uint32_t count; /* may be above LENT_WORDS: the oldest are gone */
};

/*
 * The calls of a task that is not running. The last record is the point where the task goes on: the
 * call of a function that switched tasks, or an exception.
 */
struct parked {
    struct record *record;
    size_t count, capacity;
};

struct shadow_counts {
    uint64_t calls, returns, exceptions, resumed, discarded, launches, switches;
    uint64_t without_fpu; /* of switches, those that did not restore d8-d15 */
    uint64_t losses;      /* how often the oracle lost track of the calls */
};

struct shadow {
    struct code *code;
    struct guest *guest;
    struct record *record; /* the last one is the innermost */
    size_t count, capacity;
    struct parked *parked;
    size_t parked_count, parked_capacity;
    const struct code_instruction *from; /* the instruction executed last */
    struct registers before;             /* registers when that instruction began */
    struct banks banks;
    struct shadow_counts counts;
    const char *fault; /* the mistake in this step, or NULL; shadow.c sets it */
    /*
     * what this step did that the oracle cannot follow, or NULL: its comparisons start anew from
     * here, without callers
     */
    const char *loss;
    /* in this step: a call was made; an exception came; one returned */
    bool call, entered, resumed;
};

void shadow_open(struct shadow *shadow, struct code *code, struct guest *guest);
void shadow_close(struct shadow *shadow);

/* What ran before is unknown, so the callers of the running code are too. */
void shadow_start(struct shadow *shadow);

/* AT is about to be executed with the registers NOW. */
void shadow_reach(struct shadow *shadow, const struct code_instruction *at,
                  const struct registers *now);

/* The instruction that is executed now has written to ADDRESS. */
void shadow_stored(struct shadow *shadow, uint32_t address);

/*
 * The record where PARKED goes on; NULL: it has none. Records after it are exceptions that will
 * never return.
 */
struct record *parked_point(const struct shadow *shadow, const struct parked *parked);

/* The innermost record, or NULL. */
const struct record *shadow_top(const struct shadow *shadow);

#endif
