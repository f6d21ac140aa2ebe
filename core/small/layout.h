/* SPDX-License-Identifier: MIT */
/* Inside core: where a path through code has saved registers, as an unwind rule. */
#ifndef BOBBIN_LAYOUT_H
#define BOBBIN_LAYOUT_H

#include "../insn/path.h"
#include "small_scan.h"

/* A path that notes how the registers lie in the stack. Offsets as in struct path. */
struct layout {
    struct path path;
    struct scan scan;
    int32_t low_at, high_at; /* where the last of r4-r7, of r8-r11 stand */
    int32_t doubles_end;     /* where the last of d8-d15 end */
    int32_t top;             /* where the highest of path.stack ends */
    bool gap;                /* a word of no interest stands between r4-r11 and d8-d15 */
};

#define LAYOUT_LOW    0x00f0u
#define LAYOUT_HIGH   0x0f00u
#define LAYOUT_SAVED  (LAYOUT_LOW | LAYOUT_HIGH | 0xffu << 24)
#define LAYOUT_RETURN (BOBBIN_VALID_R(BOBBIN_LR) | BOBBIN_VALID_R(BOBBIN_PC))

/*
 * From AT on, an address whose bit 0 is nothing (in a start it is a mistake of the table), up to
 * STEPS_MAX instructions.
 */
void layout_begin(struct layout *layout, uint32_t at, uint32_t steps_max);

/* REGISTERS stand in the stack from AT to END. */
void layout_note(struct layout *layout, uint32_t registers, int32_t at, int32_t end);

/*
 * READING has found the rule of a frame whose cfa is at CFA, that is, at r[cfa_register] +
 * CFA_OFFSET, if a word can tell it.
 */
void layout_rule(const struct layout *layout, int32_t cfa, int32_t cfa_offset,
                 struct bobbin_cursor *cursor);

#endif
