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

/* Opens PATH; ends the emulation when it cannot. */
uint32_t host_open(const char *path, bool write);
void host_close(uint32_t file);

/* The next SIZE_BYTES of FILE to OUT; ends the emulation when there are fewer. */
void host_read(uint32_t file, void *out, uint32_t size_bytes);
void host_write(uint32_t file, const void *bytes, uint32_t size_bytes);

/* ---- count.c: samples ------------------------------------------------------------------------ */

/* Opens the answers; count_close writes what is left. */
void count_open(const char *path);
void count_close(void);
void count_add(struct bench_sample sample);

/* What is counted between two calls of board_now with nothing between them. */
extern uint32_t count_nothing;

/* One step of CURSOR, counted: stop, stack_bytes and step of SAMPLE. Whether a caller was found. */
bool count_step(struct bench_sample *sample, struct bobbin_cursor *cursor,
                const struct bobbin_env *env);

/* What WALK does, counted, which returns how many frames it has found: a sample of SERIES. */
uint32_t count_walk(enum bench_series series, uint32_t (*walk)(void));

/* Instructions executed since NOW, a board_now(), without those of asking. Inline: a call would be counted. */
static inline uint32_t count_since(uint32_t now)
{
    return board_now() - now - count_nothing;
}

/* ---- world.c: what core may read ------------------------------------------------------------- */

/*
 * Opens the table that traces go by, of TABLE_BYTES, which READER reads (sample.h), and the firmware's own; ends the
 * emulation when one is not good. Then the code of the subject, for all worlds from here on.
 */
void world_open(uint32_t reader, uint32_t table_bytes);
void world_set_code(const struct bench_subject *subject);

/* Memory for traces: all code, and a stack. By enum bobbin_space. */
struct world {
    struct bobbin_window memory[2];
};
void world_set(struct world *world, const void *stack, uint32_t size_bytes);

/*
 * The parts of an env that its owner may leave out; and what counts what the reader of another format does by itself.
 */
enum { WITH_WINDOWS = 1, WITH_CACHE = 2, WITH_COUNTER = 4 };
struct bobbin_env world_env(struct world *world, uint32_t with);

/* One that has the firmware's own table instead. */
struct bobbin_env world_true_env(struct world *world);

/* What the last look-up WITH_COUNTER took. */
uint32_t world_lookup(void);

/* Whether the table is in another format: then nothing of Bobbin's own is asked. */
bool world_is_foreign(void);

/*
 * Whether somebody else than core by itself reads it: memory is in windows then, for there are as many places as ever.
 */
bool world_is_slow(void);

/* env.read of a struct world */
bool world_read(void *world, enum bobbin_space space, uint32_t address, void *out,
                uint32_t size_bytes);

/* ---- stages*: a deep stack of real functions that call back ---------------------------------- */

/* Calls one stage after the other, each within a callback of the one before, and in the last one BOTTOM. */
void stages_run(void (*bottom)(void));

/* For the stages, in their callback: goes on to the next one, the first time that it is called. */
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

/* r0-r15 as they are in the caller, pc behind this call; returns its cpsr. registers.S */
uint32_t bench_registers(uint32_t r[16]);

#ifdef __cplusplus
}
#endif

#endif
