/* SPDX-License-Identifier: MIT */
/* The parts of the bench firmware. */
#ifndef BENCH_H
#define BENCH_H

#include <stdbool.h>
#include <stdint.h>

#include "board.h"
#include "sample.h"
#include <bobbin/bobbin.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- host_file.c: files of the host, by semihosting ------------------------------------------ */

/* Ends the emulation if PATH cannot be opened. */
uint32_t host_open(const char *path, bool write);
void host_close(uint32_t file);

/* Both end the emulation if fewer than SIZE_BYTES are read or written. */
void host_read(uint32_t file, void *out, uint32_t size_bytes);
void host_write(uint32_t file, const void *bytes, uint32_t size_bytes);

/* ---- count.c: samples ------------------------------------------------------------------------ */

/* Opens the file of answers. Samples are buffered; count_close writes the rest. */
void count_open(const char *path);
void count_close(void);
void count_add(struct bench_sample sample);

/* The instructions of the measurement itself: between two calls of board_now(). */
extern uint32_t count_nothing;

/*
 * Makes one step of CURSOR and counts it: sets stop, stack_bytes and step of SAMPLE. Returns
 * whether a caller was found.
 */
bool count_step(struct bench_sample *sample, struct bobbin_cursor *cursor,
                const struct bobbin_env *env);

/*
 * Calls WALK and counts it as a sample of SERIES. Returns the number of frames that WALK returns.
 */
uint32_t count_walk(enum bench_series series, uint32_t (*walk)(void));

/* Instructions since NOW, without those of the measurement. Inline, because a call would count. */
static inline uint32_t count_since(uint32_t now)
{
    return board_now() - now - count_nothing;
}

/* ---- world.c: tables and memory for the core ------------------------------------------------- */

/*
 * world_open opens the table to measure (READER and TABLE_BYTES as in sample.h) and the firmware's
 * own table; it ends the emulation if one cannot be opened. world_set_code sets the code that all
 * worlds read from then on.
 */
void world_open(uint32_t reader, uint32_t table_bytes);
void world_set_code(const struct bench_subject *subject);

/* The memory that a trace may read: code and a stack, by enum bobbin_space. */
struct world {
    struct bobbin_window memory[2];
};
void world_set(struct world *world, const void *stack, uint32_t size_bytes);

/* Parts of an env. WITH_COUNTER counts the instructions in the reader of another format. */
enum { WITH_WINDOWS = 1, WITH_CACHE = 2, WITH_COUNTER = 4 };
struct bobbin_env world_env(struct world *world, uint32_t with);

/* An env with the firmware's own table, which finds the true frames. */
struct bobbin_env world_true_env(struct world *world);

/* Instructions of the last look-up WITH_COUNTER. */
uint32_t world_lookup(void);

/* Whether the table is in another format than Bobbin's. */
bool world_is_foreign(void);

/*
 * Whether core needs a reader for the table. Such readers are slow, so they are measured with
 * memory in windows only.
 */
bool world_is_slow(void);

/* env.read of a struct world */
bool world_read(void *world, enum bobbin_space space, uint32_t address, void *out,
                uint32_t size_bytes);

/* ---- stages*: a deep stack of real functions that call back ---------------------------------- */

/* Calls each stage from a callback of the stage before, and BOTTOM from the last one. */
void stages_run(void (*bottom)(void));

/* Each stage calls this in its callback. Only the first call starts the next stage. */
void stage_go_on(void);

void stage_qsort(void);
void stage_bsearch(void);
void stage_twalk(void);
void stage_printf(void);
void stage_scanf(void);
void stage_parse(void);
void stage_interwork(void);

void stage_map(void);
void stage_sort(void);
void stage_list(void);
void stage_function(void);
void stage_regex(void);
void stage_ostream(void);
void stage_istream(void);
void stage_pool(void);
void stage_new(void);
void stage_caught(void);

/* ---- stack.c, places.c, frame_pointers.c: what is measured ---------------------------------- */

void measure_stack(void);
void measure_places(uint32_t questions, uint32_t entry);
void measure_frame_pointers(void);

/* registers.S: stores the caller's r0-r15, pc after this call. Returns the caller's cpsr. */
uint32_t bench_registers(uint32_t r[16]);

#ifdef __cplusplus
}
#endif

#endif
