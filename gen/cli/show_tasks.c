/* SPDX-License-Identifier: MIT */
#include "cli/show_tasks.h"

#include <stdio.h>

#include "elf/image_names.h"
#include "tasks/task_text.h"
#include "tasks/tasks.h"
#include "util/diag.h"

enum { NAME_MAX_BYTES = 256 };

static void print_layout(const struct image *image, const struct task_layout *layout,
                         bool is_stated)
{
    char text[TASK_TEXT_MAX], name[NAME_MAX_BYTES];
    const char *indent = layout->tests_count ? "    " : "  ";
    uint64_t done = 0;

    if (layout->tests_count)
        printf("  if %s:\n", task_text_tests(layout, text, sizeof(text)));
    while (task_text_group(layout, &done, text, sizeof(text)))
        printf("%s%s\n", indent, text);
    if (is_stated)
        printf("%sstated, not proved\n", indent);
    if (layout->saved_by)
        printf("%ssaved by %s\n", indent, image_name(image, layout->saved_by, name, sizeof(name)));
}

/* Why there is no RULE, and the code that shows it. */
static void print_reason(const struct image *image, const struct task_rule *rule)
{
    char text[TASK_TEXT_MAX], name[NAME_MAX_BYTES];

    printf("no rule: %s", rule->reason);
    if (rule->culprit)
        printf(" (%s%s%s)", image_name(image, rule->culprit, name, sizeof(name)),
               rule->culprit_place < TASK_PLACES ? ": " : "",
               rule->culprit_place < TASK_PLACES
                   ? task_text_place(&rule->layout[0], rule->culprit_place, text, sizeof(text))
                   : "");
    putchar('\n');
}

static void print_rule(const struct image *image, const struct task_rule *rule)
{
    char text[TASK_TEXT_MAX], name[NAME_MAX_BYTES];

    printf("0x%08x  %s  ", rule->point, image_name(image, rule->point, name, sizeof(name)));
    if (rule->reason) {
        print_reason(image, rule);
        return;
    }
    printf("%s\n", task_text_handle(rule, text, sizeof(text)));
    for (unsigned i = 0; i < rule->layouts_count; i++)
        print_layout(image, &rule->layout[i], rule->stated);
}

int show_tasks(const struct image *image, const struct table *table)
{
    struct tasks tasks;
    int status = tasks_find_alone(&tasks, &table->reference);
    bool all = true;

    for (size_t i = 0; i < tasks.count && status == STATUS_GOOD; i++) {
        print_rule(image, &tasks.rule[i]);
        all &= !tasks.rule[i].reason;
    }
    if (status == STATUS_GOOD && !tasks.count)
        diag_note(image->path, "no code restores a task");
    if (status == STATUS_GOOD && !all)
        status = STATUS_PROBLEMS;
    tasks_free(&tasks);
    return status;
}
