/* SPDX-License-Identifier: MIT */
#include "shadow.h"

#include <stdlib.h>
#include <string.h>

#include "util/memory.h"

void shadow_open(struct shadow *shadow, const struct code *code, struct guest *guest)
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

static struct record *push(struct shadow *shadow, enum record_kind kind)
{
    struct record record = {.kind = (uint8_t)kind};

    array_push(shadow->record, shadow->count, shadow->capacity, record);
    return &shadow->record[shadow->count - 1];
}

void shadow_start(struct shadow *shadow)
{
    push(shadow, RECORD_LAUNCH);
}

const struct record *shadow_top(const struct shadow *shadow)
{
    return shadow->count ? &shadow->record[shadow->count - 1] : NULL;
}

static bool top_is(const struct shadow *shadow, enum record_kind kind)
{
    return shadow->count && shadow_top(shadow)->kind == kind;
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

/* ---- tasks ----------------------------------------------------------------------------------- */

/*
 * Whether EXCEPTION ends with AT. It may be an exception of another task, so the stack decides too.
 * If an instruction was interrupted, it may have changed sp since BEFORE.
 */
static bool resumes_at(const struct record *exception, const struct code_instruction *at,
                       const struct registers *now)
{
    enum { INSTRUCTION_SP_MAX = 0x10000 };
    uint32_t sp_change = now->r[BOBBIN_SP] - exception->before.r[BOBBIN_SP] + INSTRUCTION_SP_MAX;

    if (exception->kind != RECORD_EXCEPTION ||
        registers_mode(&exception->before) != registers_mode(now))
        return false;
    if (exception->anywhere)
        return sp_change == INSTRUCTION_SP_MAX;
    return exception->return_address == at->address &&
           (sp_change <= 2 * INSTRUCTION_SP_MAX ||
            (exception->from && exception->from->class.replaces_sp));
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
    push(shadow, RECORD_LAUNCH);
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

/* The innermost exception ends; the instruction that it interrupted is judged now. */
static void resume(struct shadow *shadow, const struct code_instruction *at,
                   const struct registers *now)
{
    const struct record *top = shadow_top(shadow);

    shadow->from = top->from;
    shadow->before = top->before;
    shadow->count--;
    shadow->resumed = true;
    shadow->counts.resumed++;
    if (shadow->from)
        judge(shadow, at, now);
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
    return top_is(shadow, RECORD_CALL) && (shadow_top(shadow)->return_address & ~1u) == at->address;
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

/* ---- exceptions ------------------------------------------------------------------------------ */

enum {
    VECTOR_RESET = 0x00,
    VECTOR_UNDEFINED = 0x04,
    VECTOR_CALL = 0x08,
    VECTOR_PREFETCH_ABORT = 0x0c,
    VECTOR_DATA_ABORT = 0x10,
    VECTOR_HYP_TRAP = 0x14,
    VECTOR_IRQ = 0x18,
    VECTOR_FIQ = 0x1c,
    VECTORS_BYTES = 0x20,
};
enum { MODE_MONITOR = 0x16, MODE_HYP = 0x1a };

/* The mode in which the vector at OFFSET starts, unless that is Monitor or Hyp mode. */
static uint32_t mode_of_vector(uint32_t offset)
{
    static const uint8_t modes[] = {
        [VECTOR_UNDEFINED / 4] = 0x1b,
        [VECTOR_CALL / 4] = 0x13,
        [VECTOR_PREFETCH_ABORT / 4] = 0x17,
        [VECTOR_DATA_ABORT / 4] = 0x17,
        [VECTOR_HYP_TRAP / 4] = MODE_HYP,
        [VECTOR_IRQ / 4] = 0x12,
        [VECTOR_FIQ / 4] = 0x11,
    };

    return modes[offset / 4];
}

/*
 * Whether AT may be a vector, at OFFSET from their start: its address fits, and neither a call of
 * AT nor the instruction before AT in memory led there.
 */
static bool may_be_vector(const struct shadow *shadow, const struct code_instruction *at,
                          uint32_t *offset)
{
    const struct code_instruction *from = shadow->from;

    *offset = at->address % VECTORS_BYTES;
    if (*offset % 4 != 0)
        return false;
    return !from || (at->address != code_next(from) &&
                     !(from->class.flow == STEP_CALL && from->class.target == at->address));
}

/*
 * No code jumps to a vector other than reset, so an instruction at such a vector, in its mode,
 * starts an exception (ARM ARM B1.8.1).
 */
static bool enters_exception(const struct shadow *shadow, const struct code_instruction *at,
                             const struct registers *now)
{
    uint32_t mode = registers_mode(now), offset;
    /* The vectors are neighbours, and a FIQ may come at the vector of IRQ. */
    bool mode_changes = shadow->from && registers_mode(&shadow->before) != mode;

    if (!may_be_vector(shadow, at, &offset) && !(mode_changes && offset % 4 == 0))
        return false;
    return offset != VECTOR_RESET &&
           (mode == mode_of_vector(offset) || mode == MODE_MONITOR || mode == MODE_HYP) &&
           guest_has_vectors(shadow->guest, at->address - offset);
}

static bool is_reset(const struct shadow *shadow, const struct code_instruction *at)
{
    uint32_t offset;

    return shadow->from && shadow->from->class.flow >= STEP_CALL_REGISTER &&
           may_be_vector(shadow, at, &offset) && offset == VECTOR_RESET &&
           guest_has_vectors(shadow->guest, at->address);
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
 * At a vector, lr still has the processor's value (ARM ARM B1.8.3), except in Hyp mode. After an
 * interrupt or a prefetch abort, lr is the address of the instruction that was not executed, plus
 * 4. All other exceptions come from the instruction before, which had no effect (data abort,
 * undefined) or is complete (SVC).
 */
static void enter_exception(struct shadow *shadow, const struct code_instruction *at,
                            const struct registers *now)
{
    uint32_t offset = at->address % VECTORS_BYTES;
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
    record->anywhere = !between || registers_mode(now) == MODE_HYP;
    record->fiq = offset == VECTOR_FIQ;
    shadow->counts.exceptions++;
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
    bool went_on = at->address == code_next(from);

    switch (from->class.flow) {
    case STEP_NEXT:
        if (!went_on)
            lose_flow(shadow);
        break;
    case STEP_CALL:
        if (at->address == from->class.target)
            push_call(shadow, from, at);
        else if (!went_on)
            lose_flow(shadow);
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

/*
 * FROM has an exception return's encoding, and AT is the next instruction. A handler changes its
 * mode in this way ("mov lr, pc; movs pc, lr" in U-Boot), unless the exception came from AT.
 */
static bool changes_mode(const struct shadow *shadow, const struct code_instruction *at)
{
    return at->address == code_next(shadow->from) &&
           !(top_is(shadow, RECORD_EXCEPTION) && shadow_top(shadow)->return_address == at->address);
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
        push(shadow, RECORD_LAUNCH);
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

void shadow_reach(struct shadow *shadow, const struct code_instruction *at,
                  const struct registers *now)
{
    shadow->fault = shadow->loss = NULL;
    shadow->call = shadow->resumed = false;
    if (enters_exception(shadow, at, now))
        enter_exception(shadow, at, now);
    else if (shadow->from && shadow->from->class.flow == STEP_EXCEPTION_RETURN)
        judge_exception_return(shadow, at, now);
    else if (shadow->from)
        judge(shadow, at, now);
    if (is_reset(shadow, at))
        push(shadow, RECORD_RESET);
    shadow->from = at;
    shadow->before = *now;
}
