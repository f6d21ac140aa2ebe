/* SPDX-License-Identifier: MIT */
/*
 * Writes the run as SARIF 2.1.0 (OASIS): a result with its stack for each report. What has no place
 * in a file, such as a time limit, is a notification of the invocation. Readers such as GitHub code
 * scanning refuse results without a place, so a report without one names the command.
 */
#ifndef GEN_RUN_WRITE_SARIF_H
#define GEN_RUN_WRITE_SARIF_H

#include <stdio.h>

#include "run/outcome.h"

void write_sarif(FILE *out, const struct outcome *outcome);

#endif
