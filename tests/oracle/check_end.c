/* SPDX-License-Identifier: MIT */
/* Whether a trace may end where it has ended. */
#include "check_parts.h"
#include "symbolize/thread_base.h"

/*
 * Whether the trace stopped because a rule needs a lost register. This includes a function that did
 * not save lr: after a call, lr has another value. If that frame is returned from later, the shadow
 * stack reports a mistake.
 */
static bool lost_is_right(const struct check *check, const struct trace *trace)
{
    uint32_t number = trace->cursor.stop_value;
    enum bobbin_place_kind kind;

    if (trace->cursor.stop != BOBBIN_STOP_LOST)
        return false;
    if (number >= 4 && number < 12 && trace->lost >> (number - 4) & 1)
        return true;
    kind = trace_rule_of_place(check, trace, BOBBIN_PLACE_RA);
    return kind == BOBBIN_LOST || (trace->kind == BOBBIN_KIND_CALL && kind == BOBBIN_SAME);
}

static void count_no_rule(struct check *check, const struct trace *trace)
{
    check->counts.no_rule++;
    trace_gap(check, trace, "no-rule");
}

/* Code that starts a made-up context by an exception return has no rule, as in a handler. */
static bool no_rule_is_right(const struct check *check, const struct trace *trace)
{
    return trace->cursor.stop == BOBBIN_STOP_NO_RULE &&
           (check->allow_no_rule || code_licences(check->code, trace->address) & LICENCE_LAUNCH);
}

/*
 * Whether the function was called in one mode and now runs in another, with exceptions masked, to
 * read that mode's registers. sp is then not on the caller's stack, and the core does not cross
 * between stacks.
 */
static bool is_banked(const struct trace *trace, const struct record *record)
{
    return trace->cursor.stop == BOBBIN_STOP_BAD_SP && trace->frame == 0 &&
           registers_mode(&record->before) != (trace->cpsr & BOBBIN_CPSR_MODE);
}

/* Whether TRACE has ended at code that it is about to start: a copy of the image, not yet run. */
static bool starts_a_copy(const struct check *check, const struct trace *trace)
{
    return trace->cursor.stop == BOBBIN_STOP_PC_OUTSIDE &&
           (code_licences(check->code, trace->address) & LICENCE_LAUNCH) &&
           !code_is_known(check->code, trace->cursor.stop_value & ~1u);
}

/*
 * Whether the function has moved its sp to another stack, above that of its caller. The core does
 * not go down to the caller's stack.
 */
static bool is_above_caller(const struct trace *trace, const struct record *record)
{
    return trace->cursor.stop == BOBBIN_STOP_BAD_SP &&
           record->before.r[BOBBIN_SP] < trace->cursor.r[BOBBIN_SP];
}

void trace_ended_early(struct check *check, struct trace *trace)
{
    struct record *record = &trace->record[trace->records - 1];

    if (trace->cursor.stop == BOBBIN_STOP_OUTERMOST &&
        (code_licences(check->code, trace->address) & LICENCE_ROOT))
        check->counts.roots++;
    else if (lost_is_right(check, trace)) {
        record->given_up = trace->address;
        check->counts.lost++;
    } else if (no_rule_is_right(check, trace))
        count_no_rule(check, trace);
    else if (starts_a_copy(check, trace))
        check->counts.copies++;
    else if (is_banked(trace, record) || is_above_caller(trace, record))
        check->counts.banked++;
    else
        trace_mismatch(check, trace, bobbin_stop_name(trace->cursor.stop));
}

/*
 * Whether the last step of TRACE has found what an RTOS puts in place of a caller: a function that
 * ends the task. No call comes before it.
 */
static bool is_task_end(const struct check *check, const struct trace *trace)
{
    return thread_base_is(check->code->image, code_linked(check->code, trace->cursor.r[BOBBIN_PC]));
}

/* Whether TRACE has ended because a task that has never run has no lr. */
static bool ends_without_lr(const struct trace *trace)
{
    return !trace->now && trace->cursor.stop == BOBBIN_STOP_LOST &&
           trace->cursor.stop_value == BOBBIN_LR && trace->kind == BOBBIN_KIND_INTERRUPTED;
}

/*
 * Whether TRACE has ended in the first function of a task: it returns to 0, or it does not keep its
 * return address, which is no loss.
 */
static bool ends_at_base(const struct check *check, const struct trace *trace)
{
    return trace->cursor.stop == BOBBIN_STOP_OUTERMOST ||
           trace->cursor.stop == BOBBIN_STOP_THREAD_BASE || ends_without_lr(trace) ||
           lost_is_right(check, trace);
}

void trace_at_root(struct check *check, struct trace *trace, bool stepped)
{
    if (stepped && !is_task_end(check, trace))
        trace_mismatch(check, trace, "past-root");
    else if (!stepped && no_rule_is_right(check, trace))
        count_no_rule(check, trace);
    else if (!stepped && !ends_at_base(check, trace))
        trace_mismatch(check, trace, bobbin_stop_name(trace->cursor.stop));
}

bool trace_ends_at_reset(const struct check *check, const struct trace *trace)
{
    if (trace->cursor.stop == BOBBIN_STOP_OUTERMOST)
        return code_licences(check->code, trace->address) & LICENCE_ROOT;
    return trace->cursor.stop == BOBBIN_STOP_NO_RULE;
}
