/* SPDX-License-Identifier: MIT */
#include "small.h"

#include "format.h"

const struct bobbin_small bobbin_small = {small_walk, small_prologue};

void layout_begin(struct layout *layout, const struct reading *reading, uint32_t at)
{
    path_begin(&layout->path, reading, at);
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

bool layout_rule(const struct layout *layout, int32_t cfa, int32_t cfa_offset, struct rule *rule)
{
    uint32_t stack = layout->path.stack;
    uint32_t home = ((uint32_t)cfa - (uint32_t)layout->top) / 4;
    uint32_t doubles = stack >> 24;
    uint32_t count = 0;
    uint32_t word;

    while (doubles >> count & 1)
        count++;
    word = (stack & (LAYOUT_LOW | LAYOUT_HIGH)) | count << FORMAT_RULE_VFP_SHIFT;
    if (stack & PATH_RETURN)
        word |= FORMAT_RULE_RA;
    if (word)
        word |= home << FORMAT_RULE_HOME_SHIFT;
    if ((stack & LAYOUT_LOW) && (stack & LAYOUT_HIGH) && layout->low_at > layout->high_at)
        word |= FORMAT_RULE_SPLIT;
    if (layout->gap && count)
        word |= FORMAT_RULE_GAP;
    rule_open_leaf(rule);
    rule_set_word(rule, word | layout->path.base);
    rule->cfa_offset = cfa_offset;
    return (!word || home < 1u << FORMAT_RULE_HOME_BITS) && !(doubles >> count);
}
