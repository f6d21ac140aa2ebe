/* SPDX-License-Identifier: MIT */
/* Parses the command line: semicolons separate commands, spaces separate words. */
#ifndef DEMO_SHELL_H
#define DEMO_SHELL_H

#include "samples.h"

#define SHELL_LINE_MAX  512
#define SHELL_WORDS_MAX 4

/* Runs the commands of LINE one after another. Returns the number of failed commands. */
int shell_run(struct samples *samples, const char *line);

#endif
