/* SPDX-License-Identifier: MIT */
/* Report lines about tasks. Replaces bobbin_report_registers of port/crash. */
#include "../common/memory.h"
#include "../crash/context_lines.h"
#include "../crash/report_hooks.h"
#include "../crash/stack_dump.h"
#include "../others/other_lines.h"
#include "task_trace.h"
#include "thread_end.h"
#include "walk_start.h"
#include <bobbin/processors.h>

/* The task that this processor ran when the report began; ID 0: not known. */
static struct bobbin_task running;

/* Ends a line that describes TASK. UNUSED: the end of the part of its stack that was never used;
   0: not known. */
static void put_task(struct bobbin_report *report, const struct bobbin_task *task, uint32_t unused)
{
    bobbin_line_field(report, "id", task->id);
    if (task->stack_high) {
        bobbin_line_field(report, "low", task->stack_low);
        bobbin_line_field(report, "high", task->stack_high);
    }
    if (unused)
        bobbin_line_field(report, "used", task->stack_high - unused);
    if (task->state == BOBBIN_TASK_RUNNING)
        bobbin_line_number(report, " cpu=", task->processor);
    bobbin_line_put(report, " : ");
    bobbin_line_put_untrusted(report, task->name);
    bobbin_line_end(report);
}

static bool runs_here(const struct bobbin_task *task)
{
#if BOBBIN_PROCESSORS > 1
    if (task->processor != bobbin_processor_number())
        return false;
#endif
    return task->state == BOBBIN_TASK_RUNNING;
}

void bobbin_report_registers(struct bobbin_report *report, const struct bobbin_context *context)
{
    struct bobbin_task_walk walk;

    bobbin_register_lines(report, context);
    bobbin_first_end_sp = 0;
    walk_start(&walk);
    do
        if (!walk_next(&walk, &running)) {
            running.id = 0;
            return;
        }
    while (!runs_here(&running));
    bobbin_line_begin(report, REPORT_TYPE_RUNNING);
    put_task(report, &running, 0);
}

/* A note if the stack of the running task overflowed and is in no list of the firmware. */
static void put_overflow(struct bobbin_report *report, const struct bobbin_context *context)
{
    const struct bobbin_config *config = report->config;
    struct bobbin_region stack = {
        .name = running.name, .low = running.stack_low, .high = running.stack_high};

    if (running.id &&
        !bobbin_region_of(config->stacks, config->stacks_count, context->r[BOBBIN_SP]))
        bobbin_stack_overflow_note(report, context, &stack, 1);
}

/*
 * A note if the trace of the crash, which ended at SP, is of TASK though another one is the running
 * task: the kernel had already chosen that one.
 */
static void put_owner(struct bobbin_report *report, const struct bobbin_task *task, uint32_t sp)
{
    if (!running.id || task->state == BOBBIN_TASK_RUNNING ||
        sp - task->stack_low - 1 >= task->stack_high - task->stack_low)
        return;
    bobbin_line_begin(report, REPORT_TYPE_NOTE);
    bobbin_line_put(report, " : the trace is of task ");
    bobbin_line_put_untrusted(report, task->name);
    bobbin_line_put(report, ": a switch to the running one was going on");
    bobbin_line_end(report);
}

static uint32_t unused_end(struct bobbin_report *report, const struct bobbin_task *task)
{
    uint32_t address = task->stack_low, word;

    if (!task->fill)
        return 0;
    for (; address < task->stack_high; address += 4) {
        if (!bobbin_report_time_left(report) ||
            !bobbin_memory_read(NULL, BOBBIN_SPACE_STACK, address, &word, 4))
            return 0;
        if (word != task->fill)
            break;
    }
    return address;
}

static const char *state_word(uint32_t state)
{
    static const char words[][10] = {BOBBIN_TASK_STATE_WORDS};

    return words[state < BOBBIN_TASK_STATES ? state : 0];
}

void bobbin_task_lines(struct bobbin_report *report, const struct bobbin_context *context,
                       const struct bobbin_image_state *image)
{
    static const char words[][8] = {"end", "cut", "damaged"}; /* by enum bobbin_task_found */
    struct bobbin_task_walk walk;
    struct bobbin_task task;
    uint32_t count = 0, sp = bobbin_first_end_sp;
    enum bobbin_task_found found;

    if (!bobbin_config.task)
        return;
    put_overflow(report, context);
    walk_start(&walk);
    while ((found = bobbin_config.task(&walk, &task)) == BOBBIN_TASK_FOUND) {
        uint32_t unused = unused_end(report, &task);
        if (!bobbin_report_time_left(report)) {
            report->cut_short = true;
            break;
        }
        bobbin_line_begin(report, REPORT_TYPE_TASK);
        bobbin_line_number(report, " ", count++);
        bobbin_line_word(report, state_word(task.state));
        put_task(report, &task, unused);
        if (task.state != BOBBIN_TASK_RUNNING)
            bobbin_task_trace(report, &task, image, context);
        put_owner(report, &task, sp);
    }
    bobbin_line_begin(report, REPORT_TYPE_TASKS);
    bobbin_line_word(report, words[found]);
    bobbin_line_number(report, " count=", count);
    bobbin_line_end(report);
}
