/* SPDX-License-Identifier: MIT */
#include "gdb/trace.h"

#include <stdlib.h>
#include <string.h>

#include "symbolize/thread_base.h"
#include "unwind/thread_end.h"
#include "util/memory.h"
#include <bobbin/rule.h>

/* ---- frames ------------------------------------------------------------------------------ */

static uint32_t start_of_function(struct trace *trace, const struct bobbin_cursor *cursor)
{
    uint32_t pc = bobbin_lookup_address(cursor->r[BOBBIN_PC], (enum bobbin_kind)cursor->kind);
    struct named_image *named = image_list_at(&trace->target->images, pc);
    const struct image_function *function = named ? image_function_at(&named->image, pc) : NULL;

    return function ? function->address : 0;
}

static const char *vector_text(uint32_t vector)
{
    switch (vector) {
    case BOBBIN_VECTOR_NONE:
        return "exception";
    case BOBBIN_VECTOR_CALL:
        return "system call";
    default:
        return bobbin_vector_name(vector);
    }
}

static void add_frame(struct trace *trace, bool crossed)
{
    const struct bobbin_cursor *cursor = &trace->cursor;
    bool is_call = cursor->kind == BOBBIN_KIND_CALL;
    struct trace_frame frame = {
        .cpsr = cursor->cpsr & (is_call ? BOBBIN_CPSR_T | BOBBIN_CPSR_MODE : UINT32_MAX),
        .valid = cursor->valid | BOBBIN_VALID_CPSR,
        .id_code = start_of_function(trace, cursor),
        .is_at_pc = !is_call,
        .trust = bobbin_trust_name(cursor->trust),
        .vector = crossed ? vector_text(trace->banks.vector) : NULL,
    };

    memcpy(frame.r, cursor->r, sizeof(frame.r));
    memcpy(frame.d, cursor->d, sizeof(frame.d));
    array_push(trace->frame, trace->count, trace->capacity, frame);
}

/* An RTOS lets the first function of a thread return to a function, which no call precedes. */
static bool is_thread_base(const struct trace *trace)
{
    uint32_t pc = trace->cursor.stop_value;
    struct named_image *named = image_list_at(&trace->target->images, pc);

    return trace->cursor.stop == BOBBIN_STOP_NO_CALL && named && thread_base_is(&named->image, pc);
}

/*
 * The cfa of the last frame, as far as there is a rule for it: the return address may be lost. 0:
 * unknown, as in exception entry code.
 */
static uint32_t last_cfa(const struct trace *trace)
{
    const struct trace_frame *last = &trace->frame[trace->count - 1];
    const struct bobbin_cursor *cursor = &trace->cursor;
    struct bobbin_rule rule;
    enum bobbin_trust trust;

    if (cursor->stop == BOBBIN_STOP_OUTERMOST)
        return UINT32_MAX;
    if (bobbin_rule_at(&trace->env, cursor->r[BOBBIN_PC], (enum bobbin_kind)cursor->kind,
                       cursor->cpsr, &rule, &trust) != BOBBIN_STOP_NONE ||
        rule.form != BOBBIN_FORM_FRAME || !(last->valid >> rule.cfa_register & 1))
        return 0;
    return last->r[rule.cfa_register] + (uint32_t)rule.cfa_offset;
}

static void end(struct trace *trace)
{
    struct trace_frame *last = &trace->frame[trace->count - 1];

    if (is_thread_base(trace))
        trace->cursor.stop = BOBBIN_STOP_THREAD_BASE;
    last->last_cfa = last_cfa(trace);
    last->stop = bobbin_stop_name(trace->cursor.stop);
    last->gdb_goes_on = trace->cursor.stop == BOBBIN_STOP_NO_RULE ||
                        (trace->cursor.stop == BOBBIN_STOP_PC_OUTSIDE &&
                         trace->cursor.stop_value == last->r[BOBBIN_PC]);
}

/* Makes a step. Where it crosses no exception, a call must come before the return address. */
static bool step(struct trace *trace)
{
    uint32_t crossings = trace->banks.crossings;
    bool crossed;

    if (!bobbin_step(&trace->cursor, &trace->env))
        return false;
    crossed = trace->banks.crossings != crossings;
    if (!crossed && !thread_end_is_caller(&trace->cursor, &trace->env, NULL, 0))
        return false;
    add_frame(trace, crossed);
    return true;
}

static void extend(struct trace *trace, size_t count)
{
    while (trace->count && trace->count < count && trace->cursor.stop == BOBBIN_STOP_NONE)
        if (!step(trace))
            end(trace);
}

/* ---- the start --------------------------------------------------------------------------- */

/* Banked registers that the core file does not have are lost. */
static void take_thread(struct trace *trace, const struct core_file_thread *thread)
{
    struct bobbin_banks *banks = &trace->banks;
    uint32_t known = thread ? thread->banks_known : 0;

    if (thread) {
        memcpy(banks->r8, thread->banks.r8, sizeof(banks->r8));
        memcpy(banks->sp, thread->banks.sp, sizeof(banks->sp));
        memcpy(banks->lr, thread->banks.lr, sizeof(banks->lr));
        memcpy(banks->spsr, thread->banks.spsr, sizeof(banks->spsr));
    }
    bobbin_banks_mark(banks, known, BOBBIN_BANKED_KNOWN);
    bobbin_banks_mark(banks, ~known, BOBBIN_BANKED_LOST);
    if (thread && thread->pc_wild)
        bobbin_begin_wild(&trace->cursor);
}

void trace_begin(struct trace *trace, struct target *target, const struct trace_registers *start)
{
    trace->target = target;
    trace->env = target_env(target);
    trace->count = 0;
    if (!target_has_build(target))
        return;
    bobbin_begin_across(&trace->cursor, &trace->env, &trace->banks, start->r, start->cpsr);
    for (unsigned i = 8; i < 16 && start->d_known; i++) {
        trace->cursor.d[i - 8] = start->d[i - 8];
        trace->cursor.valid |= BOBBIN_VALID_D(i);
    }
    if (target->has_core)
        take_thread(trace, target_thread(target, start->thread, start->r[BOBBIN_SP], start->cpsr));
    add_frame(trace, false);
    extend(trace, TRACE_AHEAD);
}

void trace_free(struct trace *trace)
{
    free(trace->frame);
    memset(trace, 0, sizeof(*trace));
}

/* ---- identities -------------------------------------------------------------------------- */

/* The cfa of frame number INDEX: sp of its caller; 0 if that is unknown. */
static uint32_t cfa_at(const struct trace *trace, size_t index)
{
    return index + 1 < trace->count ? trace->frame[index + 1].r[BOBBIN_SP]
                                    : trace->frame[index].last_cfa;
}

/* Whether frame number INDEX is one of exception entry code. */
static bool is_entry_code(const struct trace *trace, size_t index)
{
    return index + 1 < trace->count ? trace->frame[index + 1].vector != NULL
                                    : trace->frame[index].last_cfa == 0;
}

/* The lowest cfa of frame number INDEX and its callers; DEPTH: how many are entry code. */
static uint32_t lowest_cfa(const struct trace *trace, size_t index, uint32_t *depth)
{
    uint32_t lowest = UINT32_MAX;

    *depth = 0;
    for (size_t i = index; i < trace->count && i < index + TRACE_AHEAD; i++)
        if (is_entry_code(trace, i))
            ++*depth;
        else if (cfa_at(trace, i) < lowest)
            lowest = cfa_at(trace, i);
    return lowest;
}

/*
 * What distinguishes the frame of a handler, number INDEX, if the handler interrupts itself: DEPTH,
 * or the interrupted sp if frames after it are unknown. A handler of which nothing is known at some
 * instructions has 1 there, as usually elsewhere.
 */
static uint32_t entry_special(const struct trace *trace, size_t index, uint32_t depth)
{
    bool is_complete = trace->cursor.stop == BOBBIN_STOP_OUTERMOST ||
                       trace->cursor.stop == BOBBIN_STOP_THREAD_BASE;

    return is_complete                ? depth
           : index + 1 < trace->count ? trace->frame[index + 1].r[BOBBIN_SP]
                                      : 1;
}

static void identify(struct trace *trace, size_t index)
{
    struct trace_frame *frame = &trace->frame[index];
    uint32_t depth, cfa = cfa_at(trace, index), lowest = lowest_cfa(trace, index, &depth);
    bool entry = is_entry_code(trace, index);

    frame->id_stack = depth ? 0 : lowest;
    frame->id_special = frame->id_stack < cfa ? cfa : 0;
    if (entry)
        frame->id_special = entry_special(trace, index, depth);
    /* A part of a function that the function itself calls has the same cfa. */
    else if (index > 0 && cfa_at(trace, index - 1) == cfa && frame[-1].id_code == frame->id_code)
        frame->id_special = frame->r[BOBBIN_PC];
}

const struct trace_frame *trace_at(struct trace *trace, size_t index)
{
    size_t wanted = index + TRACE_AHEAD;

    extend(trace, wanted < TRACE_FRAMES_MAX ? wanted : TRACE_FRAMES_MAX);
    if (index >= trace->count)
        return NULL;
    identify(trace, index);
    return &trace->frame[index];
}

int64_t trace_find(const struct trace *trace, uint32_t pc, uint32_t sp)
{
    for (size_t i = 0; i < trace->count; i++)
        if (trace->frame[i].r[BOBBIN_PC] == pc && trace->frame[i].r[BOBBIN_SP] == sp)
            return (int64_t)i;
    return -1;
}
