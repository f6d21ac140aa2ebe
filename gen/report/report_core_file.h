/* SPDX-License-Identifier: MIT */
/* Writes crash reports as an ELF core file, for debuggers. */
#ifndef GEN_REPORT_REPORT_CORE_FILE_H
#define GEN_REPORT_REPORT_CORE_FILE_H

#include "elf/memory_map.h"
#include "report/stack_words.h"

/* What goes into a core. */
struct core_contents {
    const struct report *const *reports; /* all of the same build */
    const size_t *numbers;               /* of each report in its log, from 1, for messages */
    size_t reports_count;                /* at least 1 */
    /* give the stacks of tasks the words that a debugger needs; NULL: it finds one frame of each */
    const struct stack_rules *rules;
    /* gdb reads code and constants from it; NULL: unknown */
    const struct image *image;
    const struct memory_map *map; /* of IMAGE; NULL: unknown */
};

/*
 * Writes the registers and the stacks of all reports to PATH as an ELF core file, with a thread for
 * each task and processor. gdb takes no names of threads from a core, so PATH.gdb gets the commands
 * that name them, if any thread has a name. Stacks of later reports are moved if their addresses
 * are used already (core_file_merge.h). A report without pc or sp is left out, after an error
 * message; the result is then PROBLEMS.
 */
int report_core_file_write(const struct core_contents *contents, const char *path);

#endif
