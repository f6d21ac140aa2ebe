/* SPDX-License-Identifier: MIT */
/*
 * Resume rules that the user states. `--resume=FUNCTION` takes the rule that the restoring code of
 * FUNCTION has, although no saving code agrees with it. `--context=FUNCTION:LAYOUT` gives the
 * layout of the saved registers. LAYOUT is a list, separated by commas:
 *
 *     r4-r11@0      registers in consecutive words from the saved pointer + 0 on, ascending: one of
 *                   r0-r12, sp, lr, pc, psr, d8-d15, or a range of r or d
 *     sp=36         sp is the saved pointer + 36
 *     pointer@8     the handle is a control block, and the saved pointer is the word at block + 8
 *
 * Offsets are decimal, or hexadecimal with 0x. pc and sp are required. Without psr, the task called
 * the function that switched.
 */
#ifndef GEN_TASKS_STATED_RULES_H
#define GEN_TASKS_STATED_RULES_H

#include "tasks/tasks.h"

/* Fills RULE with the one layout that TEXT describes. Returns false if TEXT is invalid. */
bool stated_rule_read(struct task_rule *rule, const char *text);

/*
 * Replaces rules of TASKS, which are complete, by those that the facts of REFERENCE state. Other
 * rules of the same function are dropped for a stated context.
 */
void stated_rules_add(struct tasks *tasks, const struct reference *reference);

#endif
