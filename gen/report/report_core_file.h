/* SPDX-License-Identifier: MIT */
/* Writes a crash report as an ELF core file, for debuggers. */
#ifndef GEN_REPORT_REPORT_CORE_FILE_H
#define GEN_REPORT_REPORT_CORE_FILE_H

#include "report/stack_words.h"

/*
 * Writes the registers and the stack of REPORT to PATH as an ELF core file, with a thread for each
 * task and processor. RULES give the stacks of tasks the words that a debugger needs; NULL: a
 * debugger finds one frame of a task. gdb takes no names of threads from a core, so PATH.gdb gets
 * the commands that name them, if any thread has a name. Returns PROBLEMS, after an error message,
 * if the report has no pc or sp.
 */
int report_core_file_write(const struct report *report, const struct stack_rules *rules,
                           const char *path);

#endif
