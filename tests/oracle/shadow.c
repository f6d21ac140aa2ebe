/* SPDX-License-Identifier: MIT */
#include "shadow.h"

#include <stdlib.h>
#include <string.h>

#include "util/memory.h"

void shadow_open(struct shadow *shadow, const struct code *code)
{
    memset(shadow, 0, sizeof(*shadow));
    shadow->code = code;
}

void shadow_close(struct shadow *shadow)
{
    for (size_t i = 0; i < shadow->parked_count; i++)
        free(shadow->parked[i].record);
    free(shadow->parked);
    free(shadow->record);
    memset(shadow, 0, sizeof(*shadow));
}

const struct record *shadow_top(const struct shadow *shadow)
{
    return shadow->count ? &shadow->record[shadow->count - 1] : NULL;
}

static bool top_is(const struct shadow *shadow, enum record_kind kind)
{
    return shadow->count && shadow_top(shadow)->kind == kind;
}

static struct record *push(struct shadow *shadow, enum record_kind kind)
{
    struct record record = {.kind = (uint8_t)kind};

    array_push(shadow->record, shadow->count, shadow->capacity, record);
    return &shadow->record[shadow->count - 1];
}

/* ---- calls and returns ----------------------------------------------------------------------- */

static void push_call(struct shadow *shadow, const struct code_instruction *from,
                      const struct code_instruction *at)
{
    struct record *record = push(shadow, RECORD_CALL);

    record->from = from;
    record->before = shadow->before;
    record->given_up = 0;
    record->local = at->function && at->function == from->function && !code_starts_function(at);
    record->return_address = code_next(from) | from->thumb;
    shadow->counts.calls++;
    shadow->call = true;
}

static bool returns_to(const struct record *record, const struct code_instruction *at,
                       const struct registers *now)
{
    return record->kind == RECORD_CALL && (record->return_address & ~1u) == at->address &&
           record->before.r[BOBBIN_SP] == now->r[BOBBIN_SP];
}

/* Whether the innermost call's frame has ended: sp is now above its value in the caller. */
static bool outlived(const struct shadow *shadow, const struct code_instruction *at,
                     const struct registers *now, bool or_equal)
{
    const struct record *top = shadow_top(shadow);
    uint32_t sp;

    if (!top_is(shadow, RECORD_CALL) || registers_mode(&top->before) != registers_mode(now))
        return false;
    sp = top->before.r[BOBBIN_SP];
    return sp < now->r[BOBBIN_SP] ||
           (or_equal && sp == now->r[BOBBIN_SP] && !code_starts_function(at));
}

/*
 * Pops records down to the frame that AT returns to; if there is none, to the frame that owns sp.
 */
static void discard(struct shadow *shadow, const struct code_instruction *at,
                    const struct registers *now)
{
    for (size_t i = shadow->count; i-- > 0;)
        if (returns_to(&shadow->record[i], at, now)) {
            shadow->counts.discarded += shadow->count - i - 1;
            shadow->count = i;
            return;
        }
    while (outlived(shadow, at, now, true)) {
        shadow->count--;
        shadow->counts.discarded++;
    }
}

/*
 * How many calls end with a return to AT: one; two for a local call (shadow.h); 0 if this is no
 * return.
 */
static size_t returned(const struct shadow *shadow, const struct code_instruction *at,
                       const struct registers *now)
{
    const struct record *top = shadow_top(shadow);

    if (shadow->count && returns_to(top, at, now))
        return 1;
    return shadow->count > 1 && top->local && returns_to(top - 1, at, now) ? 2 : 0;
}

/* Whether the core reported the return address of one of the last COUNT calls as lost. */
static bool returned_though_given_up(const struct shadow *shadow, size_t count)
{
    for (size_t i = shadow->count - count; i < shadow->count; i++)
        if (shadow->record[i].given_up)
            return true;
    return false;
}

static struct parked *parked_for(const struct shadow *shadow, const struct code_instruction *at,
                                 const struct registers *now)
{
    for (size_t i = 0; i < shadow->parked_count; i++) {
        struct parked *parked = &shadow->parked[i];
        if (parked->count && returns_to(&parked->record[parked->count - 1], at, now))
            return parked;
    }
    return NULL;
}

/* Switches to the calls of the task that AT belongs to. An unknown task starts without calls. */
static void switch_stacks(struct shadow *shadow, const struct code_instruction *at,
                          const struct registers *now)
{
    struct parked here = {shadow->record, shadow->count, shadow->capacity};
    struct parked *there = parked_for(shadow, at, now);
    struct parked fresh = {0};

    if (shadow->count && returns_to(shadow_top(shadow), at, now))
        return;
    if (!there) {
        array_push(shadow->parked, shadow->parked_count, shadow->parked_capacity, fresh);
        there = &shadow->parked[shadow->parked_count - 1];
    }
    shadow->record = there->record;
    shadow->count = there->count;
    shadow->capacity = there->capacity;
    *there = here;
    shadow->counts.switches++;
}

static void judge_jump(struct shadow *shadow, const struct code_instruction *from,
                       const struct code_instruction *at, const struct registers *now)
{
    bool licensed = from->licences & LICENCE_DISCARD;
    size_t count;

    if (from->licences & LICENCE_SWITCH)
        switch_stacks(shadow, at, now);
    count = returned(shadow, at, now);
    if (count) {
        if (returned_though_given_up(shadow, count))
            shadow->fault = "returns-though-lost";
        shadow->count -= count;
        shadow->counts.returns += count;
    } else if (licensed) {
        discard(shadow, at, now);
    } else if (outlived(shadow, at, now, false)) {
        shadow->fault = "discards";
        discard(shadow, at, now);
    }
}

/* ---- exceptions ------------------------------------------------------------------------------ */

enum { VECTOR_PREFETCH_ABORT = 0x0c, VECTOR_IRQ = 0x18, VECTOR_FIQ = 0x1c };

/*
 * No code jumps to a vector other than reset, so an instruction at such a vector starts an
 * exception.
 */
static bool enters_exception(const struct shadow *shadow, const struct code_instruction *at)
{
    uint32_t offset = at->address - shadow->code->vectors;

    return offset >= 4 && offset <= VECTOR_FIQ && offset % 4 == 0;
}

/*
 * Pops the innermost exception if it returns to ADDRESS. The instruction before the exception is
 * judged next.
 */
static bool pop_exception(struct shadow *shadow, uint32_t address)
{
    const struct record *top = shadow_top(shadow);

    if (!top_is(shadow, RECORD_EXCEPTION) || (!top->anywhere && top->return_address != address))
        return false;
    shadow->from = top->from;
    shadow->before = top->before;
    shadow->count--;
    return true;
}

/*
 * At a vector, lr still has the processor's value (ARM ARM B1.8.3). After an interrupt or a
 * prefetch abort, lr is the address of the instruction that was not executed, plus 4. All other
 * exceptions come from the instruction before, which had no effect (data abort, undefined) or is
 * complete (SVC).
 */
static void enter_exception(struct shadow *shadow, const struct code_instruction *at,
                            const struct registers *now)
{
    uint32_t offset = at->address - shadow->code->vectors;
    uint32_t address = (now->r[BOBBIN_LR] - 4) & ~1u;
    bool between = offset == VECTOR_PREFETCH_ABORT || offset == VECTOR_IRQ || offset == VECTOR_FIQ;
    struct record *record;

    /*
     * An exception may follow another one's return at once. The instruction that the first one
     * interrupted is then still to be judged, so it becomes the second one's too. Or the first
     * exception returned to this vector.
     */
    if (between && shadow->from && shadow->from->class.flow == STEP_EXCEPTION_RETURN &&
        !pop_exception(shadow, address))
        pop_exception(shadow, at->address);
    record = push(shadow, RECORD_EXCEPTION);
    record->from = between ? shadow->from : NULL;
    record->before = shadow->before;
    record->return_address = address;
    record->anywhere = !between;
    record->fiq = offset == VECTOR_FIQ;
    shadow->counts.exceptions++;
}

/* ---- each instruction ------------------------------------------------------------------------ */

/* FROM was executed with the registers BEFORE, and AT comes next. */
static void judge(struct shadow *shadow, const struct code_instruction *at,
                  const struct registers *now)
{
    const struct code_instruction *from = shadow->from;
    bool went_on = at->address == code_next(from);

    switch (from->class.flow) {
    case STEP_NEXT:
        if (!went_on)
            shadow->fault = "flow";
        break;
    case STEP_CALL:
        if (at->address == from->class.target)
            push_call(shadow, from, at);
        else if (!went_on)
            shadow->fault = "flow";
        break;
    case STEP_CALL_REGISTER:
        if (!went_on)
            push_call(shadow, from, at);
        break;
    default:
        /* If the caller ends at FROM, the called function may be the next instruction. */
        if (code_is_linked(shadow->code, from) && (!went_on || code_starts_function(at)))
            push_call(shadow, from, at);
        else if (went_on)
            break;
        else if (from->class.flow == STEP_JUMP)
            judge_jump(shadow, from, at, now);
    }
}

static void judge_exception_return(struct shadow *shadow, const struct code_instruction *at,
                                   const struct registers *now)
{
    bool licensed = shadow->from->licences & LICENCE_LAUNCH;

    if (pop_exception(shadow, at->address)) {
        shadow->resumed = true;
        shadow->counts.resumed++;
        if (shadow->from)
            judge(shadow, at, now);
    } else if (licensed) {
        push(shadow, RECORD_LAUNCH);
        shadow->counts.launches++;
    } else {
        shadow->fault = "flow";
    }
}

void shadow_reach(struct shadow *shadow, const struct code_instruction *at,
                  const struct registers *now)
{
    shadow->fault = NULL;
    shadow->call = shadow->resumed = false;
    if (enters_exception(shadow, at))
        enter_exception(shadow, at, now);
    else if (shadow->from && shadow->from->class.flow == STEP_EXCEPTION_RETURN)
        judge_exception_return(shadow, at, now);
    else if (shadow->from)
        judge(shadow, at, now);
    if (shadow->from && at->address == shadow->code->vectors)
        push(shadow, RECORD_RESET);
    shadow->from = at;
    shadow->before = *now;
}
