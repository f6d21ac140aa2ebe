/* SPDX-License-Identifier: MIT */
#include "shadow.h"

#include <stdlib.h>
#include <string.h>

#include "shadow_parts.h"
#include "util/memory.h"

void shadow_open(struct shadow *shadow, struct code *code, struct guest *guest)
{
    memset(shadow, 0, sizeof(*shadow));
    shadow->code = code;
    shadow->guest = guest;
}

void shadow_close(struct shadow *shadow)
{
    for (size_t i = 0; i < shadow->parked_count; i++)
        free(shadow->parked[i].record);
    free(shadow->parked);
    free(shadow->record);
    memset(shadow, 0, sizeof(*shadow));
}

struct record *shadow_push(struct shadow *shadow, enum record_kind kind)
{
    struct record record = {.kind = (uint8_t)kind};

    array_push(shadow->record, shadow->count, shadow->capacity, record);
    return &shadow->record[shadow->count - 1];
}

void shadow_start(struct shadow *shadow)
{
    shadow_push(shadow, RECORD_LAUNCH);
}

const struct record *shadow_top(const struct shadow *shadow)
{
    return shadow->count ? &shadow->record[shadow->count - 1] : NULL;
}

/* Counts a loss of track because of WHAT. */
static void lose(struct shadow *shadow, const char *what)
{
    shadow->loss = what;
    shadow->counts.losses++;
}

/* FROM, which may switch tasks, jumped to AT. */
static void switch_stacks(struct shadow *shadow, const struct code_instruction *from,
                          const struct code_instruction *at, const struct registers *now)
{
    struct parked *there;

    if (shadow_continues(shadow, at, now))
        return;
    there = shadow_parked_for(shadow, at, now);
    if (!there && from->licences & LICENCE_LAUNCH)
        shadow_start_anew(shadow);
    else
        shadow_switch(shadow, there);
    shadow_take_doubles(shadow, now);
}

static void judge(struct shadow *shadow, const struct code_instruction *at,
                  const struct registers *now);

/*
 * Whether an exception that ends gives back the registers that the oracle has computed; an
 * interrupt, all registers.
 */
static bool gives_back(const struct record *record, const struct registers *now)
{
    const struct entry *entry = &record->entry;
    bool interrupt = entry->vector == BOBBIN_VECTOR_IRQ || entry->vector == BOBBIN_VECTOR_FIQ;

    if (record->anywhere)
        return true;
    for (uint32_t i = interrupt ? 0 : 8; i <= BOBBIN_LR; i++)
        if (entry->known >> i & 1 && entry->interrupted.r[i] != now->r[i])
            return false;
    return !interrupt || memcmp(entry->interrupted.d, now->d, sizeof(now->d)) == 0;
}

/* Whether the call that ends has kept the registers that calls must keep. */
static bool keeps(const struct record *call, const struct registers *now)
{
    return memcmp(&call->before.r[4], &now->r[4], 8 * sizeof(now->r[0])) == 0 &&
           memcmp(call->before.d, now->d, sizeof(now->d)) == 0;
}

void shadow_pop(struct shadow *shadow)
{
    free(shadow->record[--shadow->count].lent);
}

/* The innermost exception ends. If the instruction before it is still to be judged, it is now. */
static void resume(struct shadow *shadow, const struct code_instruction *at,
                   const struct registers *now)
{
    const struct record *top = shadow_top(shadow);
    bool moved;

    if (!gives_back(top, now))
        shadow->fault = "resumed";
    shadow->from = top->from;
    shadow->before = top->before;
    moved = top->entry.interrupted.r[BOBBIN_PC] != top->return_address;
    shadow_pop(shadow);
    shadow->resumed = true;
    shadow->counts.resumed++;
    if (shadow->from)
        judge(shadow, at, now);
    else if (moved) { /* a handler may return from the function that it interrupted */
        size_t count = shadow_returned(shadow, at, now);
        shadow->count -= count;
        shadow->counts.returns += count;
    }
}

/* Pops what a jump that is neither a return nor a tail call ended, and counts a loss. */
static void discard_unlicensed(struct shadow *shadow, const struct code_instruction *at,
                               const struct registers *now)
{
    lose(shadow, "discards");
    for (size_t i = shadow->count; i-- > 0;)
        if (shadow_returns_to(&shadow->record[i], at, now)) {
            shadow_discard(shadow, at, now);
            return;
        }
    shadow_start_anew(shadow);
}

/* Whether the innermost call returns to AT, but with another sp: start-up code sets sp so. */
static bool returns_on_other_stack(const struct shadow *shadow, const struct code_instruction *at)
{
    return shadow_top_is(shadow, RECORD_CALL) &&
           (shadow_top(shadow)->return_address & ~1u) == at->address;
}

/* Pops what a jump with a licence ended: frames of others, or the call that returns by itself. */
static void discard_licensed(struct shadow *shadow, const struct code_instruction *at,
                             const struct registers *now)
{
    if (returns_on_other_stack(shadow, at)) {
        shadow->count--;
        shadow->counts.discarded++;
    } else {
        shadow_discard(shadow, at, now);
    }
}

static void judge_jump(struct shadow *shadow, const struct code_instruction *from,
                       const struct code_instruction *at, const struct registers *now)
{
    bool licensed = from->licences & LICENCE_DISCARD, switched = from->licences & LICENCE_SWITCH;
    struct parked *other = NULL;
    size_t count;

    if (switched)
        switch_stacks(shadow, from, at, now);
    else if (!licensed && !shadow_returned(shadow, at, now))
        other = shadow_parked_for(shadow, at, now);
    if (other) {
        shadow_switch(shadow, other);
        shadow_take_doubles(shadow, now);
        switched = true;
    }
    count = shadow_returned(shadow, at, now);
    if (count) {
        if (switched && !keeps(&shadow->record[shadow->count - count], now))
            shadow->fault = "parked";
        if (!switched && shadow_returned_though_given_up(shadow, count))
            shadow->fault = "returns-though-lost";
        shadow->count -= count;
        shadow->counts.returns += count;
    } else if (other) {
        resume(shadow, at, now);
    } else if (licensed) {
        discard_licensed(shadow, at, now);
    } else if (shadow_outlived(shadow, at, now, false) || returns_on_other_stack(shadow, at)) {
        discard_unlicensed(shadow, at, now);
    }
}

/* ---- each instruction ------------------------------------------------------------------------ */

/* Control went where no instruction sent it. */
static void lose_flow(struct shadow *shadow)
{
    lose(shadow, "flow");
    shadow_start_anew(shadow);
}

/* The instruction before was executed with the registers BEFORE, and AT comes next. */
static void judge(struct shadow *shadow, const struct code_instruction *at,
                  const struct registers *now)
{
    const struct code_instruction *from = shadow->from;
    uint32_t next = code_next(from);
    bool went_on = at->address == next;

    switch (from->class.flow) {
    case STEP_NEXT:
        if (!went_on)
            lose_flow(shadow);
        break;
    case STEP_CALL:
        /* QEMU translates code once, and may name it by another address of the same memory. */
        if (at->address == from->class.target ||
            at->linked == code_linked(shadow->code, from->class.target))
            shadow_push_call(shadow, from, at, next | from->thumb);
        else if (!went_on)
            lose_flow(shadow);
        break;
    case STEP_CALL_REGISTER:
        if (!went_on)
            shadow_push_call(shadow, from, at, next | from->thumb);
        break;
    default:
        /*
         * A jump with the next address in lr is a call. If the caller ends at FROM, the called
         * function may be the next instruction.
         */
        if (now->r[BOBBIN_LR] == (next | from->thumb) && (!went_on || code_starts_function(at)) &&
            !shadow_returned(shadow, at, now))
            shadow_push_call(shadow, from, at, next | from->thumb);
        else if (went_on)
            break;
        else if (shadow_is_called_by_hand(shadow, at, now))
            shadow_push_call(shadow, from, at, now->r[BOBBIN_LR]);
        else if (from->class.flow == STEP_JUMP)
            judge_jump(shadow, from, at, now);
    }
}

/*
 * FROM has an exception return's encoding, and AT is the next instruction. A handler changes its
 * mode in this way ("mov lr, pc; movs pc, lr" in U-Boot), unless the exception came from AT.
 */
static bool changes_mode(const struct shadow *shadow, const struct code_instruction *at)
{
    return at->address == code_next(shadow->from) &&
           !(shadow_top_is(shadow, RECORD_EXCEPTION) &&
             shadow_top(shadow)->return_address == at->address);
}

/* The innermost record ends with AT. */
static void go_on(struct shadow *shadow, const struct code_instruction *at,
                  const struct registers *now)
{
    if (shadow_top(shadow)->kind == RECORD_EXCEPTION)
        resume(shadow, at, now);
    else
        judge_jump(shadow, shadow->from, at, now);
}

static void judge_exception_return(struct shadow *shadow, const struct code_instruction *at,
                                   const struct registers *now)
{
    uint8_t licences = shadow->from->licences;
    struct parked *other;

    if (changes_mode(shadow, at))
        return;
    if ((licences & LICENCE_SWITCH && shadow_continues(shadow, at, now)) ||
        (shadow->count && shadow_resumes_at(shadow_top(shadow), at, now))) {
        go_on(shadow, at, now);
    } else if (licences & LICENCE_LAUNCH) {
        shadow_push(shadow, RECORD_LAUNCH);
        shadow->counts.launches++;
    } else if ((other = shadow_parked_for(shadow, at, now))) {
        shadow_switch(shadow, other);
        shadow_take_doubles(shadow, now);
        go_on(shadow, at, now);
    } else {
        shadow_switch(shadow, NULL);
        if (!(licences & LICENCE_SWITCH)) {
            lose(shadow, "exception-return");
            shadow_push(shadow, RECORD_LAUNCH);
        }
    }
}

/* ---- exceptions ------------------------------------------------------------------------------ */

/* AT is reached with the registers NOW, or it was about to be reached when an exception came. */
void shadow_judge(struct shadow *shadow, const struct code_instruction *at,
                  const struct registers *now)
{
    if (shadow->from->class.flow == STEP_EXCEPTION_RETURN)
        judge_exception_return(shadow, at, now);
    else
        judge(shadow, at, now);
}

/* Follows what the instruction before has done to the banks. */
static void follow_banks(struct shadow *shadow, const struct registers *now)
{
    const struct code_instruction *from = shadow->from;
    const struct registers *before = &shadow->before;

    if ((from->class.banked || registers_mode(before) != registers_mode(now)) &&
        !banks_executed(&shadow->banks, shadow->code, shadow->guest, from, before, now))
        shadow->fault = "banks";
}

/* Whether the vector AT, a branch to itself, has just been executed: B . enters no exception. */
static bool loops_at_vector(const struct shadow *shadow, const struct code_instruction *at)
{
    return shadow->from && shadow->from->address == at->address &&
           shadow->from->class.flow == STEP_BRANCH;
}

void shadow_reach(struct shadow *shadow, const struct code_instruction *at,
                  const struct registers *now)
{
    const struct arrival arrival = {shadow->from, &shadow->before, at, now, false, 0, false};
    enum bobbin_vector vector =
        shadow_is_back_at_vector(shadow, at->address) || loops_at_vector(shadow, at)
            ? BOBBIN_VECTOR_NONE
            : entry_vector(&arrival, shadow->guest);

    shadow->fault = shadow->loss = NULL;
    shadow->call = shadow->entered = shadow->resumed = false;
    if (vector != BOBBIN_VECTOR_NONE)
        shadow_enter_exception(shadow, &arrival, vector);
    else if (shadow->from) {
        follow_banks(shadow, now);
        shadow_judge(shadow, at, now);
        if (entry_is_reset(&arrival, shadow->guest))
            shadow_push(shadow, RECORD_RESET);
    }
    shadow->from = at;
    shadow->before = *now;
}

/* How far above its own frame a called function may write registers that entry code has saved. */
enum { LENT_BYTES = 1024 };

void shadow_stored(struct shadow *shadow, uint32_t address)
{
    size_t i = shadow->count;
    struct record *record;
    uint32_t above;

    while (i > 0 && shadow->record[i - 1].kind == RECORD_CALL)
        i--;
    if (i == shadow->count || i == 0 || shadow->record[i - 1].kind != RECORD_EXCEPTION)
        return;
    record = &shadow->record[i - 1];
    above = record[1].before.r[BOBBIN_SP];
    if (address - above >= LENT_BYTES)
        return;
    if (!record->lent) {
        record->lent = must_realloc(NULL, 1, sizeof(*record->lent));
        record->lent->count = 0;
    }
    record->lent->address[record->lent->count++ % LENT_WORDS] = address & ~3u;
}
