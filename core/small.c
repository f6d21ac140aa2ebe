/* SPDX-License-Identifier: MIT */
#include "small.h"

#include "format.h"

void layout_begin(struct layout *layout)
{
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
    word = (stack & (LAYOUT_LOW | LAYOUT_HIGH)) >> 4 | count << FORMAT_RULE_VFP_SHIFT;
    if (stack & PATH_RETURN)
        word |= FORMAT_RULE_RA;
    if (!word)
        home = 0;
    if ((stack & LAYOUT_LOW) && (stack & LAYOUT_HIGH) && layout->low_at > layout->high_at)
        word |= FORMAT_RULE_SPLIT;
    if (layout->gap && count)
        word |= FORMAT_RULE_GAP;
    rule_open_word(rule, word | home << FORMAT_RULE_HOME_SHIFT);
    rule->cfa_register = layout->path.base;
    rule->cfa_offset = cfa_offset;
    return home < 1u << FORMAT_RULE_HOME_BITS && !(doubles >> count);
}

static enum bobbin_stop read_code(const struct reading *reading, const struct table_answer *answer,
                                  struct rule *rule, bool *found)
{
    enum bobbin_stop stop = BOBBIN_STOP_NONE;

    if (answer->how & FORMAT_HOW_FORWARD)
        stop = small_walk(reading, rule, found);
    if (stop != BOBBIN_STOP_NONE || *found || answer->rule != FORMAT_RULE_CODE)
        return stop;
    if (answer->how & FORMAT_HOW_PROLOGUE)
        stop = small_prologue(reading, rule, found);
    return stop == BOBBIN_STOP_NONE && !*found ? BOBBIN_STOP_NO_RULE : stop;
}

const struct bobbin_small bobbin_small = {small_entry, read_code};
