/* SPDX-License-Identifier: MIT */
/*
 * A trace whose frames gdb gets one by one, with an identity for each. It runs ahead of gdb by
 * TRACE_AHEAD frames, because identities depend on the frames after them.
 */
#ifndef GEN_GDB_TRACE_H
#define GEN_GDB_TRACE_H

#include "gdb/target.h"
#include <bobbin/cross.h>

enum { TRACE_AHEAD = 256, TRACE_FRAMES_MAX = 100000 };

/* The registers of a thread. bobbin_gdb/library.py has the fields of this struct and the next. */
struct trace_registers {
    uint32_t r[16], cpsr;
    uint32_t thread;  /* its number in the core file */
    uint32_t d_known; /* 0, or D has the values of d8-d15 */
    uint32_t reserved;
    uint64_t d[8];
};

struct trace_frame {
    uint32_t r[16], cpsr;
    uint32_t valid; /* BOBBIN_VALID_... */
    uint64_t d[8];
    /*
     * The identity, as frame_id_build_special of gdb takes it: STACK is the cfa, CODE the start of
     * the function, SPECIAL 0. gdb takes an outer frame with a lower STACK for a corrupt stack. So
     * where stacks change, STACK is lower than the cfa, and SPECIAL is the cfa. In a handler STACK
     * is 0, because what it interrupted may be on any stack, and unknown in some instructions.
     */
    uint32_t id_stack, id_code, id_special;
    /* The last frame: Bobbin has no rule for its code, and gdb may go on. Else the trace ends. */
    uint32_t gdb_goes_on;
    uint32_t last_cfa;  /* private to trace.c */
    uint32_t is_at_pc;  /* an exception has interrupted the instruction at pc */
    const char *trust;  /* the source of the rule that led to this frame */
    const char *vector; /* NULL, or the exception that interrupted this frame */
    const char *stop;   /* NULL, or why there are no frames after this one */
};

struct trace {
    struct target *target;
    struct bobbin_env env;
    struct bobbin_cursor cursor;
    struct bobbin_banks banks;
    struct trace_frame *frame;
    size_t count, capacity;
};

/*
 * Starts a trace with the first frames; none if the target runs another build than the images.
 * TRACE is all zero at first, or has an older trace.
 */
void trace_begin(struct trace *trace, struct target *target, const struct trace_registers *start);
void trace_free(struct trace *trace);

/* Frame number INDEX, with its identity; NULL: there is none. Valid until the next call. */
const struct trace_frame *trace_at(struct trace *trace, size_t index);

/* The number of the known frame with this PC and SP, or -1. */
int64_t trace_find(const struct trace *trace, uint32_t pc, uint32_t sp);

#endif
