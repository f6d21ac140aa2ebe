/* SPDX-License-Identifier: MIT */
/* Writes a crash report as an ELF core file, for debuggers. */
#include "report/report_core_file.h"

#include <stdlib.h>
#include <string.h>

#include "elf/core_file_writer.h"
#include "util/buffer.h"
#include "util/diag.h"
#include "util/memory.h"
#include <bobbin/report.h>

static uint32_t signal_of(const struct report *report)
{
    static const struct {
        enum bobbin_cause cause;
        uint32_t signal;
    } signals[] = {
        {BOBBIN_CAUSE_UNDEFINED, CORE_SIGILL},        {BOBBIN_CAUSE_PREFETCH_ABORT, CORE_SIGSEGV},
        {BOBBIN_CAUSE_DATA_ABORT, CORE_SIGSEGV},      {BOBBIN_CAUSE_NULL_CALL, CORE_SIGSEGV},
        {BOBBIN_CAUSE_ASSERT, CORE_SIGABRT},          {BOBBIN_CAUSE_ABORT, CORE_SIGABRT},
        {BOBBIN_CAUSE_STACK_PROTECTOR, CORE_SIGABRT},
    };

    for (size_t i = 0; i < sizeof(signals) / sizeof(signals[0]); i++)
        if (strcmp(report->cause, bobbin_cause_name(signals[i].cause)) == 0)
            return signals[i].signal;
    return CORE_SIGTRAP;
}

static struct core_file_thread thread_of(const struct report *report)
{
    uint32_t d_mask = BOBBIN_VALID_D(8) * 0xffu;
    struct core_file_thread thread = {
        .id = 1,
        .signal = signal_of(report),
        .cpsr = report->crashed.cpsr,
        .pc_wild = strcmp(report->cause, bobbin_cause_name(BOBBIN_CAUSE_NULL_CALL)) == 0,
        .d_known = (report->crashed.valid & d_mask) == d_mask,
    };

    memcpy(thread.r, report->crashed.r, sizeof(thread.r));
    memcpy(thread.d + 8, report->crashed.d, sizeof(report->crashed.d));
    return thread;
}

/*
 * gdb cannot unwind through entry code, so the code that each exception interrupted is a thread of
 * its own, with the number after that of the code that interrupted it. Registers that are unknown
 * are 0.
 */
static void put_threads(struct core_file *core, const struct report *report)
{
    const struct backtrace *trace = &report->crashed.trace;

    array_push(core->threads, core->threads_count, core->threads_capacity, thread_of(report));
    for (size_t i = 0; i < trace->exceptions_count; i++) {
        const struct backtrace_exception *exception = &trace->exceptions[i];
        struct core_file_thread thread = {.id = (uint32_t)i + 2, .cpsr = exception->cpsr};
        memcpy(thread.r, exception->r, sizeof(thread.r));
        array_push(core->threads, core->threads_count, core->threads_capacity, thread);
    }
}

/* The words of PIECE as bytes, in little-endian order as in the target's memory. */
static struct buffer bytes_of(const struct report_memory *piece)
{
    struct buffer bytes = {0};

    for (size_t i = 0; i < piece->words_count; i++)
        buffer_u32(&bytes, piece->words[i]);
    return bytes;
}

int report_core_file_write(const struct report *report, const char *path)
{
    uint32_t needed = BOBBIN_VALID_R(BOBBIN_PC) | BOBBIN_VALID_R(BOBBIN_SP);
    struct core_file core = {0};
    int status;

    if ((report->crashed.valid & needed) != needed) {
        diag_error(path, "no core is written: the report has no pc or no sp");
        return STATUS_PROBLEMS;
    }
    put_threads(&core, report);
    memcpy(core.build_id, report->build_id, report->build_id_size);
    core.build_id_size = report->build_id_size;
    for (size_t i = 0; i < report->memory_count; i++) {
        struct buffer bytes = bytes_of(&report->memory[i]);
        struct core_file_memory memory = {report->memory[i].address, (uint32_t)bytes.size,
                                          bytes.bytes};
        array_push(core.memory, core.memory_count, core.memory_capacity, memory);
    }
    status = core_file_write(&core, path);
    for (size_t i = 0; i < core.memory_count; i++)
        free((void *)(uintptr_t)core.memory[i].bytes);
    free(core.memory);
    free(core.threads);
    return status;
}
