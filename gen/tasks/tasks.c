/* SPDX-License-Identifier: MIT */
#include "tasks/tasks.h"

#include <stdlib.h>

#include "exceptions/entry_jump.h"
#include "tasks/match_layouts.h"
#include "tasks/restore_rule.h"
#include "tasks/stated_rules.h"
#include "tasks/switches.h"
#include "util/diag.h"
#include "util/memory.h"

/* The work on one image. */
struct finder {
    struct tasks *tasks;
    const struct reference *reference;
    const struct exceptions *exceptions;
    struct restore_points points;
    struct save_records records;
    struct task_code *code; /* of the rules */
    size_t code_count, code_capacity;
    struct between between;
};

static bool is_covered(const struct finder *finder, uint32_t address)
{
    for (size_t i = 0; i < finder->code_count; i++)
        if (finder->code[i].address == address)
            return true;
    return false;
}

/* Later points in the code of WALK belong to the same rule. */
static void cover(struct finder *finder, const struct task_walk *walk)
{
    struct task_code code = {.rule = (uint32_t)finder->tasks->count};

    for (size_t i = 0; i < walk->code.count; i++) {
        code.address = walk->code.node[i]->in.at.address;
        if (walk->code.node[i]->before.count)
            array_push(finder->code, finder->code_count, finder->code_capacity, code);
    }
}

/* The address of the last global label up to ADDRESS, in the same section; 0: none. */
static uint32_t global_label(const struct image *image, uint32_t address)
{
    const struct image_section *section = image_section_at(image, address);
    size_t i = array_upper_bound(image->labels, image->labels_count, address, address);

    while (i > 0 && !image->labels[i - 1].global)
        i--;
    return i > 0 && image_section_at(image, image->labels[i - 1].address) == section
               ? image->labels[i - 1].address
               : 0;
}

/*
 * The start of the function with ADDRESS, as other files can name it: a function symbol or, outside
 * of functions with a size, a global label.
 */
static uint32_t function_of(const struct finder *finder, uint32_t address)
{
    const struct image *image = finder->reference->image;
    const struct image_function *function = image_function_at(image, address);
    uint32_t label = global_label(image, address);
    uint32_t start = function ? function->address & ~1u : 0;

    if ((!function || !function->size_bytes) && label > start)
        start = label;
    return start ? start : address;
}

/* The calls of the function of POINT in exception handlers, if that switches tasks. */
static struct task_callers find_callers(const struct finder *finder,
                                        const struct restore_point *point)
{
    struct task_callers callers = {.function = point->function};
    const struct entry_code *code = finder->exceptions->code;

    if (!entry_jump_may_switch(code, point->function))
        return callers;
    for (size_t i = 0; i < code->count && callers.count < TASK_CALLERS_MAX; i++) {
        const struct entry_node *node = code->node[i];
        const struct image_instruction *at = &node->in.at;
        if (!node->before.count || node->in.effect.flow != FLOW_CALL ||
            (node->in.effect.target & ~1u) != point->function)
            continue;
        callers.back[callers.count++] = (at->address + at->size_bytes) | at->thumb;
        callers.mode = node->before.state[0]->mode;
    }
    return callers;
}

static int find_rule(struct finder *finder, const struct restore_point *point)
{
    struct task_callers callers = find_callers(finder, point);
    struct task_walk walk;
    struct task_rule rule;
    int status = callers.count
                     ? task_walk_called(&walk, finder->reference, &callers)
                     : task_walk_restore(&walk, finder->reference, point->start, point->mode);

    if (status == STATUS_GOOD && restore_rule_find(&walk, point, &rule)) {
        cover(finder, &walk);
        between_add(&finder->between, &walk.code, &walk.bases, true);
        rule.function = function_of(finder, point->at);
        match_layouts(&rule, &finder->records);
        array_push(finder->tasks->rule, finder->tasks->count, finder->tasks->capacity, rule);
    }
    task_walk_free(&walk);
    return status;
}

int tasks_find(struct tasks *tasks, const struct reference *reference,
               const struct exceptions *exceptions)
{
    struct finder finder = {.tasks = tasks, .reference = reference, .exceptions = exceptions};
    int status;

    *tasks = (struct tasks){0};
    restore_points_find(&finder.points, reference, exceptions);
    status = save_records_find(&finder.records, reference, exceptions, &finder.points);
    for (size_t i = 0; i < finder.points.count && status == STATUS_GOOD; i++)
        if (!is_covered(&finder, finder.points.point[i].at))
            status = find_rule(&finder, &finder.points.point[i]);
    if (status == STATUS_GOOD)
        status = switches_find(tasks, reference, &finder.points, finder.code, finder.code_count,
                               &finder.between);
    if (status == STATUS_GOOD && tasks->count) {
        between_add(&finder.between, exceptions->code, &exceptions->bases, false);
        between_find(&finder.between, tasks, reference, &exceptions->crossings, finder.code,
                     finder.code_count);
    }
    between_free(&finder.between);
    stated_rules_add(tasks, reference);
    save_records_free(&finder.records);
    restore_points_free(&finder.points);
    free(finder.code);
    return status;
}

int tasks_find_alone(struct tasks *tasks, const struct reference *reference)
{
    struct exceptions exceptions;
    int status = exceptions_find(&exceptions, reference);

    *tasks = (struct tasks){0};
    if (status == STATUS_GOOD)
        status = tasks_find(tasks, reference, &exceptions);
    exceptions_free(&exceptions);
    return status;
}

const struct task_rule *tasks_rule_of_code(const struct tasks *tasks, const struct task_code *code,
                                           size_t count, uint32_t address)
{
    for (size_t i = 0; i < count; i++)
        if (code[i].address == address && !tasks->rule[code[i].rule].reason)
            return &tasks->rule[code[i].rule];
    return NULL;
}

const struct task_rule *tasks_rule_at(const struct tasks *tasks, uint32_t address)
{
    for (size_t i = 0; i < tasks->count; i++)
        if (tasks->rule[i].point == address)
            return &tasks->rule[i];
    return NULL;
}

void tasks_free(struct tasks *tasks)
{
    free(tasks->rule);
    free(tasks->switches);
    free(tasks->between);
    *tasks = (struct tasks){0};
}
