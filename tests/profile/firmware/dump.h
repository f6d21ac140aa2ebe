/* SPDX-License-Identifier: MIT */
/* What a debugger's memory dump would have. */
#ifndef DUMP_H
#define DUMP_H

#include <stdbool.h>

/* Writes all of the data (not the stacks) to the file PATH of the machine that the emulator runs on. */
bool dump_memory(const char *path);

#endif
