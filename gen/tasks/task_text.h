/* SPDX-License-Identifier: MIT */
/* Resume rules as text, for people. */
#ifndef GEN_TASKS_TASK_TEXT_H
#define GEN_TASKS_TASK_TEXT_H

#include <stddef.h>

#include "tasks/task_rule.h"

#define TASK_TEXT_MAX 400

/* "handle: pointer", or "handle: block, pointer = [block + 8]". Returns TEXT. */
const char *task_text_handle(const struct task_rule *rule, char *text, size_t text_size);

/* The tests of LAYOUT: "[pointer] is 0 and [block + 144] is not 0"; "" without tests. */
const char *task_text_tests(const struct task_layout *layout, char *text, size_t text_size);

/* The name of PLACE (enum task_place) in LAYOUT: "r4", "lr_usr". Returns TEXT. */
const char *task_text_place(const struct task_layout *layout, unsigned place, char *text,
                            size_t text_size);

/*
 * The next group of registers of LAYOUT: "r0-r12, lr_usr, pc, psr at pointer + 8". The registers of
 * a group are in consecutive words. *DONE is 0 at first; its bit N is set when place N has been in
 * a group. Returns TEXT, or NULL if there are no more.
 */
const char *task_text_group(const struct task_layout *layout, uint64_t *done, char *text,
                            size_t text_size);

#endif
