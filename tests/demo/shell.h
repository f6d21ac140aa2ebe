/* SPDX-License-Identifier: MIT */
/* Commands: words separated by spaces, commands by semicolons. */
#ifndef DEMO_SHELL_H
#define DEMO_SHELL_H

#include "samples.h"

#define SHELL_LINE_MAX  512
#define SHELL_WORDS_MAX 4

/* Runs the commands of LINE one after another. Returns how many of them failed. */
int shell_run(struct samples *samples, const char *line);

#endif
