/* SPDX-License-Identifier: MIT */
/* The summary of a run: messages for people, and JSON for scripts. */
#ifndef GEN_RUN_WRITE_SUMMARY_H
#define GEN_RUN_WRITE_SUMMARY_H

#include <stdio.h>

#include "run/outcome.h"

/* A line on stderr for each report, then one for the run. */
void write_summary(const struct outcome *outcome, const struct run *run);

/* A JSON object with the members that `bobbin help run` lists. */
void write_summary_json(FILE *out, const struct outcome *outcome, const struct run *run);

#endif
