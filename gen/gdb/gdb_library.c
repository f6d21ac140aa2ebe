/* SPDX-License-Identifier: MIT */
#include "gdb/gdb_library.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

#include "util/diag.h"
#include "util/memory.h"

struct bobbin_gdb {
    struct target target;
    struct trace trace;
};

uint32_t bobbin_gdb_version(void)
{
    return BOBBIN_GDB_VERSION;
}

struct bobbin_gdb *bobbin_gdb_open(struct target_callbacks callbacks)
{
    struct bobbin_gdb *gdb = must_realloc(NULL, 1, sizeof(*gdb));

    *gdb = (struct bobbin_gdb){.target = {.callbacks = callbacks}};
    return gdb;
}

void bobbin_gdb_close(struct bobbin_gdb *gdb)
{
    trace_free(&gdb->trace);
    target_close(&gdb->target);
    free(gdb);
}

/* gdb's signals are for its main thread, not for the threads that make a table. */
bool bobbin_gdb_add_image(struct bobbin_gdb *gdb, const char *path)
{
    sigset_t all, before;
    int status;

    trace_free(&gdb->trace);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    status = target_add_image(&gdb->target, path);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return status == STATUS_GOOD;
}

bool bobbin_gdb_set_core(struct bobbin_gdb *gdb, const char *path)
{
    trace_free(&gdb->trace);
    return target_set_core(&gdb->target, path) == STATUS_GOOD;
}

void bobbin_gdb_begin(struct bobbin_gdb *gdb, const struct trace_registers *start)
{
    trace_begin(&gdb->trace, &gdb->target, start);
}

const struct trace_frame *bobbin_gdb_frame(struct bobbin_gdb *gdb, uint32_t index)
{
    return trace_at(&gdb->trace, index);
}

int64_t bobbin_gdb_find(const struct bobbin_gdb *gdb, uint32_t pc, uint32_t sp)
{
    return trace_find(&gdb->trace, pc, sp);
}
