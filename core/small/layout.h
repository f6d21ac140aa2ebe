/* SPDX-License-Identifier: MIT */
/*
 * Inside core: follows a path through the code, notes where instructions save or restore registers,
 * and derives an unwind rule.
 */
#ifndef BOBBIN_LAYOUT_H
#define BOBBIN_LAYOUT_H

#include "../insn/path.h"
#include "small_scan.h"

/*
 * A path, and the offsets of the registers on the stack. They are relative to the same base as in
 * struct path.
 */
struct layout {
    struct path path;
    struct scan scan;
    int32_t low_at, high_at; /* last noted offset of r4-r7; of r8-r11 */
    int32_t doubles_end;     /* end of the last noted double of d8-d15 */
    int32_t top;             /* end of the highest slot */
    bool gap;                /* one other word is between r4-r11 and d8-d15 */
};

#define LAYOUT_LOW    0x00f0u
#define LAYOUT_HIGH   0x0f00u
#define LAYOUT_SAVED  (LAYOUT_LOW | LAYOUT_HIGH | 0xffu << 24)
#define LAYOUT_RETURN (BOBBIN_VALID_R(BOBBIN_LR) | BOBBIN_VALID_R(BOBBIN_PC))

/*
 * Starts a path at address AT that takes at most STEPS_MAX instructions. Bit 0 of AT is ignored;
 * only a damaged table has it set.
 */
void layout_begin(struct layout *layout, uint32_t at, uint32_t steps_max);

/* Notes that REGISTERS are on the stack from offset AT to END. */
void layout_note(struct layout *layout, uint32_t registers, int32_t at, int32_t end);

/*
 * Writes the rule of the frame to cursor->reading. If a compact rule can express it, sets the trust
 * CODE; otherwise the trust does not change. CFA is the offset of the cfa. The cfa is r[path.base]
 * + CFA_OFFSET at the pc.
 */
void layout_rule(const struct layout *layout, int32_t cfa, int32_t cfa_offset,
                 struct bobbin_cursor *cursor);

#endif
