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

/* ---- calls and returns ----------------------------------------------------------------------- */

static void push_call(struct shadow *shadow, const struct code_instruction *from,
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

/*
 * FROM jumped to AT. Whether entry code of Hyp mode calls a function by hand: it has set lr. An
 * exception to Hyp mode leaves lr as it was (ARM ARM B1.8.3).
 */
static bool is_called_by_hand(const struct shadow *shadow, const struct code_instruction *at,
                              const struct registers *now)
{
    const struct record *top = shadow_top(shadow);

    return shadow_top_is(shadow, RECORD_EXCEPTION) && top->entry.hyp && code_starts_function(at) &&
           top->entry.known >> BOBBIN_LR & 1 &&
           top->entry.interrupted.r[BOBBIN_LR] != now->r[BOBBIN_LR];
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

    if (!shadow_top_is(shadow, RECORD_CALL) || registers_mode(&top->before) != registers_mode(now))
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

/* ---- tasks ----------------------------------------------------------------------------------- */

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

/*
 * Whether EXCEPTION ends with AT. It may be an exception of another task, so the stack decides too.
 * A system call may change between User and System mode, which have one stack.
 */
static bool resumes_at(const struct record *exception, const struct code_instruction *at,
                       const struct registers *now)
{
    return exception->kind == RECORD_EXCEPTION &&
           bank_of(exception->entry.interrupted.cpsr) == bank_of(now->cpsr) &&
           has_sp(exception, now) &&
           (exception->anywhere || exception->entry.interrupted.r[BOBBIN_PC] == at->address);
}

/* The task that goes on at AT, or NULL. */
static struct parked *parked_for(const struct shadow *shadow, const struct code_instruction *at,
                                 const struct registers *now)
{
    for (size_t i = 0; i < shadow->parked_count; i++) {
        struct parked *parked = &shadow->parked[i];
        const struct record *last = parked->record + parked->count - 1;
        if (parked->count && (returns_to(last, at, now) || resumes_at(last, at, now)))
            return parked;
    }
    return NULL;
}

/* Parks the running task and continues THERE, or a task without known calls if THERE is NULL. */
static void switch_tasks(struct shadow *shadow, struct parked *there)
{
    struct parked here = {shadow->record, shadow->count, shadow->capacity};
    struct parked fresh = {0};

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

/* Counts a loss of track because of WHAT. */
static void lose(struct shadow *shadow, const char *what)
{
    shadow->loss = what;
    shadow->counts.losses++;
}

/* Continues in a task without known callers. */
static void start_anew(struct shadow *shadow)
{
    switch_tasks(shadow, NULL);
    shadow_push(shadow, RECORD_LAUNCH);
}

/* FROM, which may switch tasks, jumped to AT. */
static void switch_stacks(struct shadow *shadow, const struct code_instruction *from,
                          const struct code_instruction *at, const struct registers *now)
{
    struct parked *there = parked_for(shadow, at, now);

    if (shadow->count && returns_to(shadow_top(shadow), at, now))
        return;
    if (!there && from->licences & LICENCE_LAUNCH)
        start_anew(shadow);
    else
        switch_tasks(shadow, there);
}

static void judge(struct shadow *shadow, const struct code_instruction *at,
                  const struct registers *now);

/* Whether an interrupt that ends gives back the registers that the oracle has computed. */
static bool gives_back(const struct record *record, const struct registers *now)
{
    if (record->anywhere)
        return true;
    for (uint32_t i = 8; i <= BOBBIN_LR; i++)
        if (record->entry.known >> i & 1 && record->entry.interrupted.r[i] != now->r[i])
            return false;
    return true;
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
        size_t count = returned(shadow, at, now);
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
        if (returns_to(&shadow->record[i], at, now)) {
            discard(shadow, at, now);
            return;
        }
    start_anew(shadow);
}

/* Whether the innermost call returns to AT, but with another sp: start-up code sets sp so. */
static bool returns_on_other_stack(const struct shadow *shadow, const struct code_instruction *at)
{
    return shadow_top_is(shadow, RECORD_CALL) &&
           (shadow_top(shadow)->return_address & ~1u) == at->address;
}

static void judge_jump(struct shadow *shadow, const struct code_instruction *from,
                       const struct code_instruction *at, const struct registers *now)
{
    bool licensed = from->licences & LICENCE_DISCARD;
    struct parked *other = NULL;
    size_t count;

    if (from->licences & LICENCE_SWITCH)
        switch_stacks(shadow, from, at, now);
    else if (!licensed && !returned(shadow, at, now))
        other = parked_for(shadow, at, now);
    if (other)
        switch_tasks(shadow, other);
    count = returned(shadow, at, now);
    if (count) {
        if (!other && !(from->licences & LICENCE_SWITCH) && returned_though_given_up(shadow, count))
            shadow->fault = "returns-though-lost";
        shadow->count -= count;
        shadow->counts.returns += count;
    } else if (other) {
        resume(shadow, at, now);
    } else if (licensed) {
        discard(shadow, at, now);
    } else if (outlived(shadow, at, now, false) || returns_on_other_stack(shadow, at)) {
        discard_unlicensed(shadow, at, now);
    }
}

/* ---- each instruction ------------------------------------------------------------------------ */

/* Control went where no instruction sent it. */
static void lose_flow(struct shadow *shadow)
{
    lose(shadow, "flow");
    start_anew(shadow);
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
            push_call(shadow, from, at, next | from->thumb);
        else if (!went_on)
            lose_flow(shadow);
        break;
    case STEP_CALL_REGISTER:
        if (!went_on)
            push_call(shadow, from, at, next | from->thumb);
        break;
    default:
        /* If the caller ends at FROM, the called function may be the next instruction. */
        if (code_is_linked(shadow->code, from) && (!went_on || code_starts_function(at)))
            push_call(shadow, from, at, next | from->thumb);
        else if (went_on)
            break;
        else if (is_called_by_hand(shadow, at, now))
            push_call(shadow, from, at, now->r[BOBBIN_LR]);
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

static void judge_exception_return(struct shadow *shadow, const struct code_instruction *at,
                                   const struct registers *now)
{
    uint8_t licences = shadow->from->licences;
    struct parked *other;

    if (changes_mode(shadow, at))
        return;
    if (shadow->count && resumes_at(shadow_top(shadow), at, now)) {
        resume(shadow, at, now);
    } else if (licences & LICENCE_LAUNCH) {
        shadow_push(shadow, RECORD_LAUNCH);
        shadow->counts.launches++;
    } else if ((other = parked_for(shadow, at, now))) {
        switch_tasks(shadow, other);
        if (shadow_top(shadow)->kind == RECORD_EXCEPTION)
            resume(shadow, at, now);
        else
            judge_jump(shadow, shadow->from, at, now);
    } else {
        if (!(licences & LICENCE_SWITCH))
            lose(shadow, "exception-return");
        start_anew(shadow);
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

void shadow_reach(struct shadow *shadow, const struct code_instruction *at,
                  const struct registers *now)
{
    const struct arrival arrival = {shadow->from, &shadow->before, at, now, false, 0, false};
    enum bobbin_vector vector = shadow_is_back_at_vector(shadow, at->address)
                                    ? BOBBIN_VECTOR_NONE
                                    : entry_vector(&arrival, shadow->guest);

    shadow->fault = shadow->loss = NULL;
    shadow->call = shadow->resumed = false;
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
