/* SPDX-License-Identifier: MIT */
/*
 * What libbobbin-gdb.so offers to bobbin-gdb.py. The plug-in declares the same functions and
 * structures with ctypes, so BOBBIN_GDB_VERSION changes with each of them.
 */
#ifndef GEN_GDB_GDB_LIBRARY_H
#define GEN_GDB_GDB_LIBRARY_H

#include "gdb/trace.h"

#define BOBBIN_GDB_VERSION 1

struct bobbin_gdb;

uint32_t bobbin_gdb_version(void);

/* The callbacks must exist as long as the result. Messages go to stderr. */
struct bobbin_gdb *bobbin_gdb_open(struct target_callbacks callbacks);
void bobbin_gdb_close(struct bobbin_gdb *gdb);

/* See target.h. Both return whether that succeeded, and end the trace. */
bool bobbin_gdb_add_image(struct bobbin_gdb *gdb, const char *path);
bool bobbin_gdb_set_core(struct bobbin_gdb *gdb, const char *path);

/* See trace.h. The trace may be started again and again. */
void bobbin_gdb_begin(struct bobbin_gdb *gdb, const struct trace_registers *start);
const struct trace_frame *bobbin_gdb_frame(struct bobbin_gdb *gdb, uint32_t index);
int64_t bobbin_gdb_find(const struct bobbin_gdb *gdb, uint32_t pc, uint32_t sp);

#endif
