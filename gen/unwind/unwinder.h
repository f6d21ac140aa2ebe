/* SPDX-License-Identifier: MIT */
/*
 * Unwinds on the host with the code that runs on the device: threads of a core, and tasks that do
 * not run.
 */
#ifndef GEN_UNWIND_UNWINDER_H
#define GEN_UNWIND_UNWINDER_H

#include "elf/core_file_reader.h"
#include "symbolize/backtrace.h"
#include "symbolize/image_list.h"
#include "unwind/thread_end.h"
#include <bobbin/tasks.h>

/* Maximum number of images. */
#define UNWINDER_IMAGES_MAX 255

struct unwinder {
    struct image_list *images;
    const struct core_file *core;
    bool for_tasks;        /* with resume rules, and CONSTANTS_ONLY */
    bool constants_only;   /* variables are only in CORE: an image has only their first values */
    uint8_t **table_bytes; /* one for each image */
    struct bobbin_table *tables;
    const struct thread_stack *stacks; /* of all tasks; the caller may set them */
    size_t stacks_count;
};

/*
 * Opens the tables of IMAGES: those in the images, or fresh ones. FOR_TASKS: with resume rules.
 * IMAGES and CORE must outlive UNWINDER. STATUS_...; unwinder_close in every case.
 */
int unwinder_open(struct unwinder *unwinder, struct image_list *images,
                  const struct core_file *core, bool for_tasks);

/*
 * The same with fresh tables, which have all rules of exception entry code. Variables are only in
 * CORE.
 */
int unwinder_open_fresh(struct unwinder *unwinder, struct image_list *images,
                        const struct core_file *core);
void unwinder_close(struct unwinder *unwinder);

/* Reads memory of the core, then of the images. False if not all of it is known. */
bool unwinder_read(const struct unwinder *unwinder, uint32_t address, void *out,
                   uint32_t size_bytes);

/* Traces THREAD. BACKTRACE is overwritten; free it with backtrace_free. */
void unwinder_trace_thread(struct unwinder *unwinder, const struct core_file_thread *thread,
                           struct backtrace *backtrace);

/* A frame from which a trace starts. */
struct unwinder_start {
    const uint32_t *r; /* r0-r15 */
    uint32_t cpsr;
    const uint64_t *d;     /* d8-d15; NULL: unknown */
    uint32_t valid;        /* BOBBIN_VALID_...: the registers that are known */
    enum bobbin_kind kind; /* CALL: pc is a return address */
    bool wild;             /* pc is not meant to be executed */
};

/* Traces from START; its frame comes first. BACKTRACE as above. */
void unwinder_trace_from(struct unwinder *unwinder, const struct unwinder_start *start,
                         struct backtrace *backtrace);

/* A task that does not run, and its stack: sp must be between LOW and HIGH; both 0: unknown. */
struct unwinder_task {
    struct bobbin_saved_task saved;
    uint32_t stack_low, stack_high;
};

/* Gives resume point number WHICH (0, 1, ...) of the table that has some. False if none is left. */
bool unwinder_saved_at(const struct unwinder *unwinder, uint32_t which, struct bobbin_saved *saved);

/*
 * Traces TASK from its saved registers, by the resume point that the device would choose. If there
 * is none, the trace has no frame and the stop NO_RULE. BACKTRACE as above.
 */
void unwinder_trace_task(struct unwinder *unwinder, const struct unwinder_task *task,
                         struct backtrace *backtrace);

#endif
