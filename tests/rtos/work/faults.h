/* SPDX-License-Identifier: MIT */
/*
 * Faults of the firmware, for tests of reports:
 *
 *     task, kernel, idle, tick   a store to an unmapped address: in a task, in the kernel (in a
 *                                mutex), in the idle task, in the handler of the tick
 *     overflow                   endless recursion in a task, until a store past its stack
 *     return                     a task returns to 0 (in families whose tasks must not return)
 *     deadlock                   two tasks wait for each other's mutex, and a third one notices
 *     starvation                 a task does not give up the processor, and the tick notices
 *     list, loop                 the list of tasks has a wild pointer, or a loop
 *     block                      a control block is overwritten
 *     fiqs                       FIQs while the kernel switches; each of 40 writes a report
 *
 * The last six write a report and end the emulation with status 0.
 */
#ifndef RTOS_FAULTS_H
#define RTOS_FAULTS_H

#include "work.h"

/* The fault called WORD happens; other words are ignored. Returns whether it needs FIQs. */
bool faults_choose(const char *word);

/* Places where a fault may happen. */
void faults_hog(void);
void faults_overflow(void);
void faults_tick(void);
void faults_fiq(void);
bool faults_return(void);
void faults_judge(struct work_task *tasks);

#endif
