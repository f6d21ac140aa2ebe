/* SPDX-License-Identifier: MIT */
/* Inside check*.c: a trace that is compared with the shadow stack. */
#ifndef ORACLE_CHECK_PARTS_H
#define ORACLE_CHECK_PARTS_H

#include "check.h"
#include <bobbin/cross.h>

/* One trace. */
struct trace {
    struct bobbin_cursor cursor;
    struct bobbin_banks banks;
    const struct registers *now; /* where the trace starts; NULL: a task that does not run */
    struct record *record;       /* the stack of records with which it is compared */
    size_t records;              /* number of records not yet compared; the last of them is next */
    uint32_t frame;
    uint32_t crossings; /* exceptions crossed so far */
    uint32_t pc;        /* pc, cpsr and kind of the last step, by which its rule was looked up */
    uint32_t sp;        /* sp before the last step */
    uint32_t cpsr;
    uint8_t kind;
    uint32_t address; /* the look-up address of that rule */
    /* locations that a rule of this trace calls lost: bits by enum bobbin_place */
    uint32_t lost;
    bool unclear;   /* the oracle does not know the callers of the frame */
    bool lacks_lr;  /* the last step was a crossing, and lr of the interrupted code is unknown */
    uint32_t wrong; /* locations whose value was wrong in an earlier frame; reported already */
};

/* Reports that the last step of TRACE was wrong about WHAT. */
void trace_mismatch(struct check *check, const struct trace *trace, const char *what);

/* The same unless EXPECTED is GOT. Returns whether they are equal. */
bool trace_equal(struct check *check, const struct trace *trace, const char *what,
                 uint64_t expected, uint64_t got);

/* Counts that TRACE honestly ended because of WHAT, for the lines "gap" of the result. */
void trace_gap(struct check *check, const struct trace *trace, const char *what);

/* How the last step's rule restores PLACE; SAME if there is no rule. */
enum bobbin_place_kind trace_rule_of_place(const struct check *check, const struct trace *trace,
                                           unsigned place);

/* Makes one step and compares the result. True if the trace can continue. */
bool trace_step(struct check *check, struct trace *trace);

/*
 * Compares the frame of TRACE with the caller in RECORD. False if pc or sp is wrong: every later
 * frame would then be wrong too.
 */
bool trace_compare(struct check *check, struct trace *trace, const struct record *record);

/* ---- ends (check_end.c) ---------------------------------------------------------------------- */

/* The trace ended although its next record is a caller. Decides whether that is right. */
void trace_ended_early(struct check *check, struct trace *trace);

/* There is no caller: the code runs since reset, or is taken for that, or it is a task's first. */
void trace_at_root(struct check *check, struct trace *trace, bool stepped);

/* Whether a trace ended as it may in code that a jump to the reset vector has entered. */
bool trace_ends_at_reset(const struct check *check, const struct trace *trace);

/* ---- crossings (check_crossing.c) ------------------------------------------------------------ */

/*
 * The next record of TRACE is an exception. Compares the last step, which crossed it if STEPPED.
 * True if the trace can continue.
 */
bool check_crossing(struct check *check, struct trace *trace, bool stepped);

#endif
