/* SPDX-License-Identifier: MIT */
#include "check_tasks.h"

#include <string.h>

#include "check_parts.h"
#include <bobbin/tasks.h>

enum { CONTROL = 0x1c0 | BOBBIN_CPSR_T | BOBBIN_CPSR_MODE }; /* without flags and IT */
enum { STATE = BOBBIN_CPSR_T | BOBBIN_CPSR_MODE, CORE_REGISTERS = 0x7fff };
enum { MODE_SVC = 0x13, MODE_SYS = 0x1f };
enum { KEPT_BY_CALLS = 0x0ff0 };

static const char *const names[15] = {"r0", "r1", "r2",  "r3",  "r4",  "r5", "r6", "r7",
                                      "r8", "r9", "r10", "r11", "r12", "sp", "lr"};

/* ---- which task ------------------------------------------------------------------------------ */

static uint32_t sp_of(const struct record *record)
{
    return record->kind == RECORD_EXCEPTION ? record->entry.interrupted.r[BOBBIN_SP]
                                            : record->before.r[BOBBIN_SP];
}

static bool is_on_stack(const struct task *task, const struct record *record)
{
    return record && sp_of(record) > task->stack_low && sp_of(record) <= task->stack_high;
}

/* The stack that TASK has left, or NULL. */
static const struct parked *parked_of(const struct shadow *shadow, const struct task *task)
{
    for (size_t i = 0; i < shadow->parked_count; i++)
        if (is_on_stack(task, parked_point(shadow, &shadow->parked[i])))
            return &shadow->parked[i];
    return NULL;
}

static struct task_start *start_of(struct tasks_check *tasks, uint32_t id)
{
    size_t i = 0;

    while (i < tasks->starts_count && tasks->start[i].id != id)
        i++;
    if (i == tasks->starts_count) {
        tasks->start[i] = (struct task_start){.id = id};
        tasks->starts_count++;
    }
    return &tasks->start[i];
}

/* ---- the first frame ------------------------------------------------------------------------- */

static bool is_same(const struct bobbin_cursor *a, const struct bobbin_cursor *b)
{
    return memcmp(a->r, b->r, sizeof(a->r)) == 0 && a->valid == b->valid && a->cpsr == b->cpsr &&
           a->kind == b->kind;
}

/* Starts TRACE of TASK at resume point WHICH. */
static bool begin(struct tasks_check *tasks, struct trace *trace, const struct task *task,
                  uint32_t mode, uint32_t which)
{
    struct check *check = tasks->check;
    struct bobbin_saved saved;

    if (!bobbin_saved_at(check->env.tables, which, &saved))
        return false;
    trace->address = saved.point;
    check->now = NULL;
    check->guest->floor = 0;
    check->guest->reads_count = 0;
    if (bobbin_begin_saved(&trace->cursor, &check->env, &trace->banks, &saved,
                           saved.takes_block ? task->id : task->saved, mode))
        return true;
    trace_mismatch(check, trace, bobbin_stop_name(trace->cursor.stop));
    return false;
}

/*
 * All resume points must give the same registers, and so must the core if it chooses one. False if
 * there is no trace.
 */
static bool begin_all(struct tasks_check *tasks, struct trace *trace, const struct task *task,
                      uint32_t mode)
{
    struct check *check = tasks->check;
    const struct bobbin_saved_task known = {.block = task->id, .saved = task->saved};
    struct bobbin_saved saved;
    struct trace other = {.frame = 0};

    if (!begin(tasks, trace, task, mode, 0))
        return false;
    for (uint32_t which = 1; bobbin_saved_at(check->env.tables, which, &saved); which++)
        if (begin(tasks, &other, task, mode, which) && !is_same(&other.cursor, &trace->cursor))
            trace_mismatch(check, &other, "other-point");
    if (!bobbin_begin_task(&other.cursor, &check->env, &other.banks, &known, mode) ||
        !is_same(&other.cursor, &trace->cursor))
        trace_mismatch(check, trace, "chosen-point");
    return true;
}

/* Compares r0-r12, sp and lr; those of REQUIRED must be known. */
static void compare_registers(struct check *check, struct trace *trace, uint32_t required,
                              const struct registers *expected, uint32_t known)
{
    const struct bobbin_cursor *cursor = &trace->cursor;

    for (uint32_t i = 0; i <= BOBBIN_LR; i++) {
        if (i != BOBBIN_SP && !(cursor->valid & BOBBIN_VALID_R(i))) {
            if (required >> i & 1)
                trace_mismatch(check, trace, names[i]);
        } else if (known >> i & 1)
            trace_equal(check, trace, names[i], expected->r[i], cursor->r[i]);
    }
}

/* d8-d15 may be unknown: the task does not use the FPU, or the kernel does not save them. */
static void compare_doubles(struct check *check, struct trace *trace,
                            const struct registers *expected)
{
    for (uint32_t i = 0; i < 8; i++)
        if (!(trace->cursor.valid & BOBBIN_VALID_D(i + 8)))
            trace->lost |= 1u << (BOBBIN_PLACE_D8 + i);
        else if (trace_equal(check, trace, "doubles", expected->d[i], trace->cursor.d[i]))
            check->counts.tasks_doubles++;
}

/* An exception stopped the task. Returns whether the rest of the trace can be compared. */
static bool compare_exception(struct check *check, struct trace *trace, const struct record *record)
{
    const struct registers *expected = &record->entry.interrupted;
    const struct bobbin_cursor *cursor = &trace->cursor;
    bool interrupt = record->entry.vector == BOBBIN_VECTOR_IRQ, good;

    good = trace_equal(check, trace, "pc", expected->r[BOBBIN_PC], cursor->r[BOBBIN_PC]);
    good &= trace_equal(check, trace, "sp", expected->r[BOBBIN_SP], cursor->r[BOBBIN_SP]);
    good &= trace_equal(check, trace, "cpsr", expected->cpsr & CONTROL, cursor->cpsr & CONTROL);
    if (interrupt)
        good &= trace_equal(check, trace, "kind", BOBBIN_KIND_INTERRUPTED, cursor->kind);
    compare_registers(check, trace, interrupt ? CORE_REGISTERS : KEPT_BY_CALLS, expected,
                      record->entry.known);
    compare_doubles(check, trace, expected);
    trace->unclear = record->from != NULL;
    check->counts.tasks_by_interrupt += interrupt;
    return good && !trace->unclear;
}

/*
 * The task called a function that switched. If an exception return resumes it (RT-Thread), its
 * frame is INTERRUPTED at the return address, with all registers as they will be.
 */
static bool compare_call(struct check *check, struct trace *trace, const struct record *record)
{
    check->counts.tasks_by_call++;
    compare_doubles(check, trace, &record->before);
    return trace_compare(check, trace, record);
}

/* ---- the trace ------------------------------------------------------------------------------- */

static void follow(struct check *check, struct trace *trace)
{
    uint64_t mismatches = check->findings->total[FINDING_MISMATCH];

    check->counts.tasks++;
    check->counts.tasks_frames++;
    do {
        trace->frame++;
        check->counts.tasks_frames++;
    } while (trace_step(check, trace));
    if (trace->records && !trace->unclear && mismatches == check->findings->total[FINDING_MISMATCH])
        trace_mismatch(check, trace, "truncated");
    check->counts.tasks_unclear += trace->unclear;
}

/* TRACE is in its first frame, which the last of its records has left. */
static void compare_task(struct check *check, struct trace *trace)
{
    const struct record *record = &trace->record[trace->records - 1];
    bool good = record->kind == RECORD_EXCEPTION ? compare_exception(check, trace, record)
                                                 : compare_call(check, trace, record);

    trace->records--;
    if (good)
        follow(check, trace);
}

static void check_parked(struct tasks_check *tasks, const struct task *task,
                         const struct parked *parked)
{
    const struct record *point = parked_point(tasks->check->shadow, parked);
    const struct registers *last =
        point->kind == RECORD_EXCEPTION ? &point->entry.interrupted : &point->before;
    struct trace trace = {.record = parked->record,
                          .records = (size_t)(point - parked->record) + 1};

    if (begin_all(tasks, &trace, task, registers_mode(last)))
        compare_task(tasks->check, &trace);
}

/*
 * Whether code still uses the stack of TASK and has not saved it: some kernels make the next task
 * the current one first. A scheduler that waits there has left sp at the saved registers.
 */
static bool is_in_use(const struct tasks_check *tasks, const struct task *task,
                      const struct registers *now)
{
    static const uint8_t modes[] = {MODE_SYS, MODE_SVC};
    uint32_t sp;

    for (size_t i = 0; i < sizeof(modes); i++)
        if (banks_read(&tasks->check->shadow->banks, now, modes[i], BOBBIN_SP, &sp) &&
            sp >= task->stack_low && sp < task->stack_high && sp != task->saved)
            return true;
    return false;
}

static uint32_t pc_of(const struct record *record)
{
    return record->kind == RECORD_CALL ? record->return_address & ~1u
                                       : record->entry.interrupted.r[BOBBIN_PC];
}

/*
 * Whether TRACE begins at registers that TASK was resumed with and nothing has overwritten yet.
 * A handler has interrupted it since, at the same sp, and named the next task, but not saved it.
 */
static bool has_run_on(const struct shadow *shadow, const struct task *task,
                       const struct trace *trace)
{
    for (size_t i = shadow->count; i-- > 0;) {
        const struct record *record = &shadow->record[i];
        if (is_on_stack(task, record))
            return record->kind == RECORD_EXCEPTION &&
                   sp_of(record) == trace->cursor.r[BOBBIN_SP] &&
                   pc_of(record) != trace->cursor.r[BOBBIN_PC];
    }
    return false;
}

/* A task that the kernel has saved, but nothing else has run since then on another stack. */
static void check_left(struct tasks_check *tasks, const struct task *task)
{
    const struct shadow *shadow = tasks->check->shadow;
    struct trace trace = {.record = shadow->record};
    const struct bobbin_saved_task known = {.block = task->id, .saved = task->saved};

    tasks->check->now = NULL;
    tasks->check->guest->floor = 0;
    /* by chance sp may be at old saved registers: then there need be no trace */
    if (!bobbin_begin_task(&trace.cursor, &tasks->check->env, &trace.banks, &known, MODE_SVC) ||
        !begin_all(tasks, &trace, task, MODE_SVC))
        return;
    for (trace.records = shadow->count; trace.records; trace.records--) {
        const struct record *record = &shadow->record[trace.records - 1];
        if (is_on_stack(task, record) && sp_of(record) == trace.cursor.r[BOBBIN_SP] &&
            pc_of(record) == trace.cursor.r[BOBBIN_PC])
            break;
    }
    if (!trace.records && has_run_on(shadow, task, &trace))
        return;
    tasks->check->counts.tasks_left++;
    if (trace.records)
        compare_task(tasks->check, &trace);
    else
        trace_mismatch(tasks->check, &trace, "unmatched");
}

/* A task that has never run is at the start of a function. */
static void check_new(struct tasks_check *tasks, const struct task *task, struct task_start *start)
{
    struct check *check = tasks->check;
    struct trace trace = {.record = NULL};
    uint32_t pc;

    if (!begin_all(tasks, &trace, task, MODE_SVC))
        return;
    pc = trace.cursor.r[BOBBIN_PC];
    if (!code_is_known(check->code, pc) ||
        !code_starts_function(code_at((struct code *)check->code, pc)))
        trace_mismatch(check, &trace, "no-start");
    trace_equal(check, &trace, "kind", BOBBIN_KIND_INTERRUPTED, trace.cursor.kind);
    start->is_known = true;
    start->valid = trace.cursor.valid;
    memcpy(start->registers.r, trace.cursor.r, sizeof(start->registers.r));
    start->registers.cpsr = trace.cursor.cpsr;
    check->counts.tasks_new++;
    follow(check, &trace);
}

/* A task starts: its registers must be those that its last trace gave. */
static void check_start(struct tasks_check *tasks, struct task_start *start,
                        const struct registers *now, uint32_t known)
{
    struct check *check = tasks->check;
    struct trace trace = {.address = now->r[BOBBIN_PC]};

    start->has_run = true;
    if (!start->is_known)
        return;
    check->counts.tasks_started++;
    memcpy(trace.cursor.r, start->registers.r, sizeof(trace.cursor.r));
    trace.cursor.valid = start->valid;
    compare_registers(check, &trace, 0, now, known);
    trace_equal(check, &trace, "pc", now->r[BOBBIN_PC], start->registers.r[BOBBIN_PC]);
    trace_equal(check, &trace, "cpsr", now->cpsr & STATE, start->registers.cpsr & STATE);
}

/* Code has switched. If the task goes on for the first time, checks its registers. */
static void check_switch(struct tasks_check *tasks, const struct registers *now)
{
    const struct record *top = shadow_top(tasks->check->shadow);
    bool interrupted = tasks->check->shadow->entered; /* before its first instruction */
    const struct registers *registers = interrupted ? &top->entry.interrupted : now;
    const struct task *task = task_list_at(&tasks->list, registers->r[BOBBIN_SP]);
    struct task_start *start = task ? start_of(tasks, task->id) : NULL;

    if (start && !start->has_run)
        check_start(tasks, start, registers, interrupted ? top->entry.known : CORE_REGISTERS);
}

static void check_all(struct tasks_check *tasks, const struct registers *now)
{
    const struct shadow *shadow = tasks->check->shadow;

    for (size_t i = 0; i < tasks->list.count; i++) {
        const struct task *task = &tasks->list.task[i];
        const struct parked *parked = parked_of(shadow, task);
        struct task_start *start = start_of(tasks, task->id);
        if (parked)
            check_parked(tasks, task, parked);
        else if (!start->has_run)
            check_new(tasks, task, start);
        else if (task->id != tasks->list.running && !is_in_use(tasks, task, now))
            check_left(tasks, task);
    }
}

void tasks_check(struct tasks_check *tasks, const struct registers *now)
{
    const struct shadow *shadow = tasks->check->shadow;
    bool switched = shadow->counts.switches != tasks->switches;

    if (!shadow->counts.switches || !(switched || shadow->entered))
        return;
    tasks->switches = shadow->counts.switches;
    if (!task_list_read(&tasks->list, tasks->check->guest)) {
        trace_mismatch(tasks->check, &(struct trace){.frame = 0}, "task-list");
        return;
    }
    if (switched)
        check_switch(tasks, now);
    check_all(tasks, now);
}
