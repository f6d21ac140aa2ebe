/* SPDX-License-Identifier: MIT */
/* Calls, returns, and frames that end without a return. */
#include "shadow_parts.h"

void shadow_push_call(struct shadow *shadow, const struct code_instruction *from,
                      const struct code_instruction *at, uint32_t return_address)
{
    struct record *record = shadow_push(shadow, RECORD_CALL);

    record->from = from;
    record->before = shadow->before;
    record->given_up = 0;
    record->local = at->function && at->function == from->function && !code_starts_function(at);
    record->return_address = return_address;
    shadow->counts.calls++;
    shadow->call = true;
}

bool shadow_is_called_by_hand(const struct shadow *shadow, const struct code_instruction *at,
                              const struct registers *now)
{
    const struct record *top = shadow_top(shadow);

    return shadow_top_is(shadow, RECORD_EXCEPTION) && top->entry.hyp && code_starts_function(at) &&
           top->entry.known >> BOBBIN_LR & 1 &&
           top->entry.interrupted.r[BOBBIN_LR] != now->r[BOBBIN_LR];
}

bool shadow_returns_to(const struct record *record, const struct code_instruction *at,
                       const struct registers *now)
{
    return record->kind == RECORD_CALL && (record->return_address & ~1u) == at->address &&
           record->before.r[BOBBIN_SP] == now->r[BOBBIN_SP];
}

bool shadow_outlived(const struct shadow *shadow, const struct code_instruction *at,
                     const struct registers *now, bool or_equal)
{
    const struct record *top = shadow_top(shadow);
    uint32_t sp;

    if (!shadow_top_is(shadow, RECORD_CALL) || registers_mode(&top->before) != registers_mode(now))
        return false;
    sp = top->before.r[BOBBIN_SP];
    return sp < now->r[BOBBIN_SP] ||
           (or_equal && sp == now->r[BOBBIN_SP] && !code_starts_function(at));
}

void shadow_discard(struct shadow *shadow, const struct code_instruction *at,
                    const struct registers *now)
{
    for (size_t i = shadow->count; i-- > 0;)
        if (shadow_returns_to(&shadow->record[i], at, now)) {
            shadow->counts.discarded += shadow->count - i - 1;
            shadow->count = i;
            return;
        }
    while (shadow_outlived(shadow, at, now, true)) {
        shadow->count--;
        shadow->counts.discarded++;
    }
}

/* Whether the innermost call, by entry code, returns in another mode, and so on another stack. */
static bool returns_in_other_mode(const struct shadow *shadow, const struct code_instruction *at,
                                  const struct registers *now)
{
    const struct record *top = shadow_top(shadow);

    return shadow->count > 1 && top->kind == RECORD_CALL && top[-1].kind == RECORD_EXCEPTION &&
           (top->return_address & ~1u) == at->address &&
           registers_mode(&top->before) != registers_mode(now);
}

size_t shadow_returned(const struct shadow *shadow, const struct code_instruction *at,
                       const struct registers *now)
{
    const struct record *top = shadow_top(shadow);

    if (shadow->count &&
        (shadow_returns_to(top, at, now) || returns_in_other_mode(shadow, at, now)))
        return 1;
    return shadow->count > 1 && top->local && shadow_returns_to(top - 1, at, now) ? 2 : 0;
}

bool shadow_returned_though_given_up(const struct shadow *shadow, size_t count)
{
    for (size_t i = shadow->count - count; i < shadow->count; i++)
        if (shadow->record[i].given_up)
            return true;
    return false;
}
