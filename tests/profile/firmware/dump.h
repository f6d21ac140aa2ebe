/* SPDX-License-Identifier: MIT */
/* Writes a memory dump, as a debugger would. */
#ifndef DUMP_H
#define DUMP_H

#include <stdbool.h>

/* Writes all data, without heap and stacks, to the file PATH of the host. */
bool dump_memory(const char *path);

#endif
