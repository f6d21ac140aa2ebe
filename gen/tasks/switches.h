/* SPDX-License-Identifier: MIT */
/*
 * Finds context switches that come back: called functions that save the registers of their caller,
 * take the stack of another task, and return to their caller when its own stack is taken again.
 *
 * A function is one only if, on each path to a resume point, the function has saved the registers
 * where the resume rule of that point finds them, and only such points lead to another stack.
 */
#ifndef GEN_TASKS_SWITCHES_H
#define GEN_TASKS_SWITCHES_H

#include "tasks/between.h"
#include "tasks/restore_points.h"
#include "tasks/tasks.h"

/*
 * Adds the functions that come back to TASKS, whose rules are complete. CODE, of COUNT elements, is
 * the code of all rules. Adds to BETWEEN the code that the functions execute. Returns STATUS_...
 */
int switches_find(struct tasks *tasks, const struct reference *reference,
                  const struct restore_points *points, const struct task_code *code, size_t count,
                  struct between *between);

#endif
