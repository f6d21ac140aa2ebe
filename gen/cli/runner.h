/* SPDX-License-Identifier: MIT */
/* The work of `bobbin run`. */
#ifndef GEN_CLI_RUNNER_H
#define GEN_CLI_RUNNER_H

#include "cli/options.h"

/* Runs the command of OPTIONS. Returns the exit status: one of run/outcome.h, or the command's. */
int runner_run(const struct options *options);

#endif
