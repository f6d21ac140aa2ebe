/* SPDX-License-Identifier: MIT */
/*
 * Writes workflow commands of GitHub Actions, which become annotations:
 * https://docs.github.com/actions/reference/workflow-commands-for-github-actions
 */
#ifndef GEN_RUN_WRITE_GITHUB_H
#define GEN_RUN_WRITE_GITHUB_H

#include <stdio.h>

#include "run/outcome.h"

/* "::error file=...,line=...,title=...::...", with the backtrace, for a report. */
void write_github_finding(FILE *out, const struct finding *finding);

/* "::error title=...::...", for a run that failed without a report. Nothing for other runs. */
void write_github_outcome(FILE *out, const struct outcome *outcome);

#endif
