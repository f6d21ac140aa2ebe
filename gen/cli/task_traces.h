/* SPDX-License-Identifier: MIT */
/* Traces of the tasks in a dump of memory, for `bobbin tasks` and `bobbin unwind --task`. */
#ifndef GEN_TASK_TRACES_H
#define GEN_TASK_TRACES_H

#include "cli/options.h"
#include "unwind/unwinder.h"

/* Lines for the option tables of both verbs. */
#define OPTIONS_TASK                                                                               \
    {.name = "task",                                                                               \
     .argument = "HANDLE[@FUNCTION]",                                                              \
     .text =                                                                                       \
         "a task that does not run. HANDLE is the address or the symbol of its control block, "    \
         "or the pointer to its saved registers, as `bobbin show --tasks` says. FUNCTION is "      \
         "the one whose code resumes the task; omit it if only one does. May be given more "       \
         "than once.",                                                                             \
     APPENDS_WORD(task_handles)},                                                                  \
    {                                                                                              \
        .name = "tasks", .argument = "SYMBOL[@FUNCTION]",                                          \
        .text = "the same for each word of the array SYMBOL that is not 0",                        \
        APPENDS_WORD(task_arrays)                                                                  \
    }

/* Whether the user gives the tasks. */
bool task_traces_wanted(const struct options *options);

/*
 * Checks that an image describes its kernel, if the user gives no tasks; for an error before the
 * tables are made. STATUS_...
 */
int task_traces_check(const struct image_list *images, const struct options *options);

/*
 * Prints the traces of the tasks that the user gives, or else those that the constant bobbin_kernel
 * of the first image that has one describes. STATUS_...
 */
int task_traces_print(struct unwinder *unwinder, const struct options *options);

#endif
