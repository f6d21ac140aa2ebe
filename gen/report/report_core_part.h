/* SPDX-License-Identifier: MIT */
/* The threads and the memory of one crash report, as a core has them. */
#ifndef GEN_REPORT_REPORT_CORE_PART_H
#define GEN_REPORT_REPORT_CORE_PART_H

#include "elf/core_file_reader.h"
#include "report/stack_words.h"

/*
 * Fills the threads, the memory and the truth of PART, which core_file_free_arrays frees. REPORT
 * has pc and sp of the crash. RULES: as in report_core_file.h. PATH is for messages. True if words
 * of stacks were made that REPORT does not have.
 */
bool report_core_part_make(struct core_file *part, const struct report *report,
                           const struct stack_rules *rules, const char *path);

#endif
