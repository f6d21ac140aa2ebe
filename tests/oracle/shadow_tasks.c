/* SPDX-License-Identifier: MIT */
/* Stacks that code has left, and to which other code returns. */
#include "shadow_parts.h"

#include <string.h>

#include "util/memory.h"

/* The highest sp that is far from another, if only one instruction changed it. */
enum { INSTRUCTION_SP_MAX = 0x10000 };

/*
 * Whether the code that EXCEPTION interrupted had the sp of NOW. If its sp was not computed, the
 * instruction before may have changed it.
 */
static bool has_sp(const struct record *exception, const struct registers *now)
{
    uint32_t change = now->r[BOBBIN_SP] - exception->entry.interrupted.r[BOBBIN_SP];

    if (exception->entry.known >> BOBBIN_SP & 1)
        return change == 0;
    return change + INSTRUCTION_SP_MAX <= 2 * INSTRUCTION_SP_MAX ||
           (exception->from && exception->from->class.replaces_sp);
}

bool shadow_resumes_at(const struct record *exception, const struct code_instruction *at,
                       const struct registers *now)
{
    return exception->kind == RECORD_EXCEPTION &&
           bank_of(exception->entry.interrupted.cpsr) == bank_of(now->cpsr) &&
           has_sp(exception, now) &&
           (exception->anywhere || exception->entry.interrupted.r[BOBBIN_PC] == at->address);
}

/*
 * An interrupt of a scheduler that waits for a task is not always resumed: the handler may jump to
 * the scheduler instead. So a task may go on before its last record.
 */
static bool is_given_up(const struct shadow *shadow, const struct record *record)
{
    return record->kind == RECORD_EXCEPTION &&
           code_licences(shadow->code, record->entry.interrupted.r[BOBBIN_PC]) & LICENCE_ROOT;
}

struct record *parked_point(const struct shadow *shadow, const struct parked *parked)
{
    size_t count = parked->count;

    while (count && is_given_up(shadow, &parked->record[count - 1]))
        count--;
    return count ? &parked->record[count - 1] : NULL;
}

static bool goes_on(const struct record *record, const struct code_instruction *at,
                    const struct registers *now)
{
    return record && (shadow_returns_to(record, at, now) || shadow_resumes_at(record, at, now));
}

bool shadow_continues(struct shadow *shadow, const struct code_instruction *at,
                      const struct registers *now)
{
    const struct parked running = {shadow->record, shadow->count, shadow->capacity};
    const struct record *point = parked_point(shadow, &running);

    if (!goes_on(point, at, now))
        return false;
    while (shadow_top(shadow) != point)
        shadow_pop(shadow);
    return true;
}

struct parked *shadow_parked_for(const struct shadow *shadow, const struct code_instruction *at,
                                 const struct registers *now)
{
    for (size_t i = 0; i < shadow->parked_count; i++) {
        struct parked *parked = &shadow->parked[i];
        if (goes_on(parked_point(shadow, parked), at, now))
            return parked;
    }
    return NULL;
}

void shadow_switch(struct shadow *shadow, struct parked *there)
{
    struct parked here = {shadow->record, shadow->count, shadow->capacity};
    struct parked fresh = {0};
    const struct record *point;

    if (!there) {
        array_push(shadow->parked, shadow->parked_count, shadow->parked_capacity, fresh);
        there = &shadow->parked[shadow->parked_count - 1];
    }
    point = parked_point(shadow, there);
    shadow->record = there->record;
    shadow->count = there->count;
    shadow->capacity = there->capacity;
    *there = here;
    while (shadow->count && shadow_top(shadow) != point)
        shadow_pop(shadow);
    shadow->counts.switches++;
}

void shadow_take_doubles(struct shadow *shadow, const struct registers *now)
{
    struct record *top = shadow->count ? &shadow->record[shadow->count - 1] : NULL;
    const uint64_t *kept;

    if (!top)
        return;
    kept = top->kind == RECORD_EXCEPTION ? top->entry.interrupted.d : top->before.d;
    if (memcmp(kept, now->d, sizeof(now->d)) == 0)
        return;
    shadow->counts.without_fpu++;
    for (size_t i = 0; i < shadow->count; i++) {
        memcpy(shadow->record[i].before.d, now->d, sizeof(now->d));
        memcpy(shadow->record[i].entry.interrupted.d, now->d, sizeof(now->d));
    }
}

void shadow_start_anew(struct shadow *shadow)
{
    shadow_switch(shadow, NULL);
    shadow_push(shadow, RECORD_LAUNCH);
}
