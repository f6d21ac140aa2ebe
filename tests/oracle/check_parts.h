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
    const struct registers *now; /* where the trace starts */
    size_t records;              /* number of records not yet compared; the last of them is next */
    uint32_t frame;
    uint32_t crossings; /* exceptions crossed so far */
    uint32_t pc;        /* pc, cpsr and kind of the last step, by which its rule was looked up */
    uint32_t cpsr;
    uint8_t kind;
    uint32_t address; /* the look-up address of that rule */
    /* locations that a rule of this trace calls lost: bits by enum bobbin_place */
    uint32_t lost;
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

/*
 * The next record of TRACE is an exception. Compares the last step, which crossed it if STEPPED.
 * True if the trace can continue.
 */
bool check_crossing(struct check *check, struct trace *trace, bool stepped);

#endif
