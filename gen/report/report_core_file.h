/* SPDX-License-Identifier: MIT */
/* Writes a crash report as an ELF core file, for debuggers. */
#ifndef GEN_REPORT_REPORT_CORE_FILE_H
#define GEN_REPORT_REPORT_CORE_FILE_H

#include "report/report_model.h"

/*
 * Writes the interrupted registers and the stack of REPORT to PATH as an ELF core file. Returns
 * PROBLEMS, after an error message, if the report has no pc or sp.
 */
int report_core_file_write(const struct report *report, const char *path);

#endif
