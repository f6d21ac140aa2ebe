/* SPDX-License-Identifier: MIT */
#include "layout.h"

#include "../format/table_format.h"
#include "../unwind/rule_word.h"

void layout_begin(struct layout *layout, uint32_t at, uint32_t steps_max)
{
    layout->scan = (struct scan){at & ~1u, (uint8_t)steps_max, 0, 0};
    path_begin(&layout->path);
    layout->low_at = 0;
    layout->high_at = 0;
    layout->doubles_end = 0;
    layout->top = 0;
    layout->gap = false;
}

void layout_note(struct layout *layout, uint32_t registers, int32_t at, int32_t end)
{
    if (registers & LAYOUT_LOW)
        layout->low_at = at;
    if (registers & LAYOUT_HIGH)
        layout->high_at = at;
    if (registers >> 24)
        layout->doubles_end = end;
    layout->path.stack |= registers;
}

void layout_rule(const struct layout *layout, int32_t cfa, int32_t cfa_offset,
                 struct bobbin_cursor *cursor)
{
    uint32_t stack = layout->path.stack;
    uint32_t home = ((uint32_t)cfa - (uint32_t)layout->top) / 4;
    uint32_t doubles = stack >> 24;
    uint32_t count = 0, split = 0;
    uint32_t word;

    while (doubles >> count & 1)
        count++;
    word = (stack & (LAYOUT_LOW | LAYOUT_HIGH)) >> 4;
    if ((stack & LAYOUT_LOW) && (stack & LAYOUT_HIGH) && layout->low_at > layout->high_at)
        split = FORMAT_RULE_SPLIT;
    word =
        split | rule_turn(split, word) << FORMAT_RULE_MASK_SHIFT | count << FORMAT_RULE_VFP_SHIFT;
    if (stack & PATH_RETURN)
        word |= FORMAT_RULE_RA;
    if (!word)
        home = 0;
    if (layout->gap && count)
        word |= FORMAT_RULE_GAP;
    cursor->reading.word = word | home << FORMAT_RULE_HOME_SHIFT |
                           (uint32_t)(layout->path.base ^ BOBBIN_SP) << FORMAT_RULE_REGISTER_SHIFT;
    cursor->reading.cfa_offset = (uint32_t)cfa_offset;
    if (home < 1u << FORMAT_RULE_HOME_BITS && !(doubles >> count))
        cursor->reading.trust = BOBBIN_TRUST_CODE;
}
