/* SPDX-License-Identifier: MIT */
/*
 * Writes the run as a JUnit XML report with one test case, as GitLab and Jenkins read it. The test
 * case has a <failure> with the backtraces, or an <error> if the command could not be run. The last
 * lines of the output are in <system-out>.
 */
#ifndef GEN_RUN_WRITE_JUNIT_H
#define GEN_RUN_WRITE_JUNIT_H

#include <stdio.h>

#include "run/outcome.h"

void write_junit(FILE *out, const struct outcome *outcome, const char *output);

#endif
