/* SPDX-License-Identifier: MIT */
/*
 * The shadow call stack: what calls and exceptions are alive, from what the executed instructions did
 * and nothing else. An instruction is judged when the next one is reached, since only then it is known
 * whether a condition held; an exception that comes in between keeps the judgement until it returns.
 */
#ifndef ORACLE_SHADOW_H
#define ORACLE_SHADOW_H

#include "code.h"
#include "guest.h"

enum record_kind {
    RECORD_CALL,
    RECORD_EXCEPTION,
    RECORD_RESET,  /* a jump to the reset vector: what was before is gone */
    RECORD_LAUNCH, /* a made-up context: nobody knows what its registers ought to be */
};

struct record {
    uint8_t kind;
    const struct code_instruction *from; /* the instruction before; NULL: need not be judged */
    struct registers before;             /* the registers before FROM: for a call, the caller's */
    uint32_t return_address;             /* call: with the Thumb bit. Exception: without */
    bool anywhere;                       /* exception: may return to another address */
    bool fiq;                            /* exception: a FIQ */
    uint32_t note;                       /* for others; 0 at first */
    uint32_t given_up; /* call: where the core said that its return address is lost; 0: nowhere */
    bool local;        /* call: into the middle of the calling function, see below */
};

/*
 * A local call. libgcc's multiplication calls (BL) parts of itself that return by lr, or else out of the
 * whole function by what that has saved. So there are two right answers for the caller of such a part:
 * the function's own frame, or its caller's; and leaving both at once discards nothing.
 */

/* The calls of a task that does not run. */
struct parked {
    struct record *record;
    size_t count, capacity;
};

struct shadow_counts {
    uint64_t calls, returns, exceptions, resumed, discarded, launches, switches;
};

struct shadow {
    const struct code *code;
    struct record *record; /* the last one is the innermost */
    size_t count, capacity;
    struct parked *parked;
    size_t parked_count, parked_capacity;
    const struct code_instruction *from; /* the instruction that was executed last */
    struct registers before;             /* as they were when it began */
    struct shadow_counts counts;
    const char *fault;  /* what is wrong with this step, or NULL; more in shadow.c */
    bool call, resumed; /* this step: a call was made, an exception has returned */
};

void shadow_open(struct shadow *shadow, const struct code *code);
void shadow_close(struct shadow *shadow);

/* AT is about to be executed, with registers NOW. */
void shadow_reach(struct shadow *shadow, const struct code_instruction *at,
                  const struct registers *now);

/* The innermost record, or NULL. */
const struct record *shadow_top(const struct shadow *shadow);

#endif
