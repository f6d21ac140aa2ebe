/* SPDX-License-Identifier: MIT */
/* Inside core: what a run of instructions, executed one after the other, does to a frame. */
#ifndef BOBBIN_PATH_H
#define BOBBIN_PATH_H

#include "code.h"
#include "reading.h"

/*
 * Offsets are in bytes from r[base] as it was at the start. STACK: the registers that the path has loaded from the stack
 * (or, in a prologue, stored there), pc standing for the return address.
 */
struct path {
    const struct reading *reading;
    uint32_t at;      /* the next instruction */
    uint32_t stack;   /* BOBBIN_VALID_R and _D */
    int32_t sp;       /* where sp is */
    int32_t pushed;   /* what stands below this the path itself has pushed */
    int32_t low_at, high_at; /* where the last of r4-r7, of r8-r11 stand */
    int32_t doubles_end;     /* where the last of d8-d15 end */
    int32_t top;      /* where the highest of STACK ends */
    int32_t frame_at; /* where r[frame] is, from r[frame_base] */
    uint8_t base, frame, frame_base;
    uint8_t it;       /* ITSTATE */
    uint8_t assumed;  /* the condition that is taken to hold, or CODE_ALWAYS */
    bool gap;         /* a word of no interest stands between r4-r11 and d8-d15 */
    bool called;      /* a call has destroyed lr */
    bool kept;        /* but it had been pushed before */
};

void path_begin(struct path *path, const struct reading *reading, uint32_t at);

/* Reads the instruction at PATH->at, steps behind it, and gives it its condition, which an IT may have set. */
enum bobbin_stop path_fetch(struct path *path, struct code_op *op);

/* OP, a CODE_ADD, is executed; false: where sp is cannot be said any more. */
bool path_add(struct path *path, const struct code_op *op);

/* The rule of the frame whose cfa is where PATH->sp is; false: too unusual for one. */
bool path_rule(const struct path *path, uint32_t cfa_register, int32_t cfa_offset, int32_t cfa, struct rule *rule);

#endif
