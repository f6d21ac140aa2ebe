/* SPDX-License-Identifier: MIT */
/* bobbin show --tasks: where the registers of tasks that do not run are. */
#ifndef GEN_CLI_SHOW_TASKS_H
#define GEN_CLI_SHOW_TASKS_H

#include "table/table.h"

/*
 * Prints the resume rules of IMAGE, whose reference is that of TABLE. Returns STATUS_PROBLEMS if
 * some code that restores a task has no rule.
 */
int show_tasks(const struct image *image, const struct table *table);

#endif
