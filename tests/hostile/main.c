/* SPDX-License-Identifier: MIT */
/*
 * Unwinds registers and stacks as a crash may leave them, with good and with damaged tables. No
 * read may fault, every trace must end, and a stack whose frames chain must be unwound to its end.
 * The command line is "SEED TRACES DAMAGE": with DAMAGE 1, the tables are damaged. Prints
 *
 *   hostile table OK traces N frames N longest N twenty N fifty N crossings N reads N reports N
 *   refused N wrong N (in the same line)
 *   stops NAME=N ...
 *
 * twenty and fifty count the traces with as many frames. Status 0 if nothing is wrong.
 * With the command line "stray RANGES", it runs stray.h instead.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "across.h"
#include "board.h"
#include "chain.h"
#include "port/common/image_state.h"
#include "port/common/memory.h"
#include "stray.h"
#include "tables.h"

enum {
    TRACES_PER_CHAIN = 8,
    CHANGED_MAX = 4,    /* words of a chain that a trace finds changed */
    HEAP_ONE_IN = 32,   /* chains in the heap are the longest */
    REPORT_EVERY = 997, /* traces from one whole report to the next */
    CACHE = 64,
    /* bobbin.h, bobbin_step and bobbin_follows_call: saved words, and code with a small table */
    READS_MAX = 153 + 606 + 6,
    READS_ACROSS_MAX = 4095 * 17, /* cross.h, with a damaged table */
};

static struct {
    uint32_t traces, frames, longest, twenty, fifty, crossings, reads, reports, refused, wrong;
    uint32_t stops[BOBBIN_STOPS];
} tally;

static struct bobbin_image_state image;
static struct bobbin_table damaged;
static struct bobbin_kept cache[CACHE];
static struct chain chain;
static uint32_t reads;

static void wrong(const char *what)
{
    tally.wrong++;
    printf("wrong: %s, trace %lu\n", what, (unsigned long)tally.traces);
}

/* ---- memory ---------------------------------------------------------------------------------- */

static bool read_listed(void *context, enum bobbin_space space, uint32_t address, void *out,
                        uint32_t size_bytes)
{
    reads++;
    return bobbin_memory_read(context, space, address, out, size_bytes);
}

/* As with a bobbin_config without a list of memory: only the port's probe protects the reads. */
static bool read_probed(void *context, enum bobbin_space space, uint32_t address, void *out,
                        uint32_t size_bytes)
{
    uint32_t unit_bytes = space == BOBBIN_SPACE_CODE ? 2 : 4;

    (void)context;
    reads++;
    if (address % unit_bytes || !bobbin_port_readable(address, size_bytes))
        return false;
    for (uint32_t i = 0; i < size_bytes; i += 2) {
        uint16_t half = *(const volatile uint16_t *)(uintptr_t)(address + i);
        memcpy((uint8_t *)out + i, &half, sizeof(half));
    }
    return true;
}

/* ---- one trace ------------------------------------------------------------------------------- */

static struct bobbin_window window_of(uint32_t low, uint32_t high)
{
    return (struct bobbin_window){(const void *)(uintptr_t)low, low, (high - low) & ~3u};
}

/* TABLE with each way to read memory, by the bits of NUMBER. */
static struct bobbin_env env_of(const struct bobbin_table *table, const struct bobbin_region *stack,
                                uint32_t number)
{
    struct bobbin_env env = {.read = number & 1 ? read_probed : read_listed,
                             .tables = table,
                             .tables_count = 1,
                             .small = &bobbin_small,
                             .guess = bobbin_guess};

    if (number & 2)
        env.window[BOBBIN_SPACE_STACK] = window_of(stack->low, stack->high);
    if (number & 4)
        env.window[BOBBIN_SPACE_CODE] = window_of((uint32_t)__flash_start, (uint32_t)__flash_end);
    if (number & 8) {
        env.cache = cache;
        env.cache_mask = CACHE - 1;
    }
    if (number & 16) {
        env.foreign = &bobbin_cross;
        env.read_bank = across_bank;
    }
    return env;
}

static void count(const struct bobbin_cursor *cursor, uint32_t frames)
{
    tally.traces++;
    tally.frames += frames;
    tally.twenty += frames >= 20;
    tally.fifty += frames >= 50;
    tally.stops[cursor->stop]++;
    if (frames > tally.longest)
        tally.longest = frames;
}

/* Makes a step. Returns false if the trace has ended. */
static bool step(struct bobbin_cursor *cursor, const struct bobbin_env *env, bool as_report)
{
    uint32_t sp = cursor->r[BOBBIN_SP], crossings = cursor->banks->crossings;
    bool more, crosses;

    reads = 0;
    more = bobbin_step(cursor, env) && (!as_report || bobbin_follows_call(cursor, env));
    crosses = cursor->banks->crossings != crossings;
    tally.crossings += crosses;
    if (reads > tally.reads)
        tally.reads = reads;
    if (reads > (env->foreign ? READS_ACROSS_MAX : READS_MAX))
        wrong("too many reads");
    if (!crosses && cursor->r[BOBBIN_SP] < sp)
        wrong("sp of a caller is lower");
    if (cursor->banks->crossings > BOBBIN_CROSSINGS_MAX)
        wrong("too many crossings");
    return more;
}

/* The most frames that fit into memory: each but a few moves sp. */
#define FRAMES_MAX ((uint32_t)(__ram_end - __ram_start))

/* Traces from R. Returns how many frames are those of CHAIN. */
static uint32_t trace(const struct bobbin_env *env, const uint32_t r[16], uint32_t cpsr, bool wild,
                      bool as_report)
{
    struct bobbin_banks banks;
    struct bobbin_cursor cursor;
    uint32_t frames = 0, same = 0;

    bobbin_begin_across(&cursor, env, &banks, r, cpsr);
    if (wild)
        bobbin_begin_wild(&cursor);
    do {
        if (same == frames && frames < chain.count &&
            cursor.r[BOBBIN_PC] == (chain.frame[frames].pc & ~1u) &&
            cursor.r[BOBBIN_SP] == chain.frame[frames].sp)
            same++;
        if (++frames > FRAMES_MAX) {
            wrong("no end");
            break;
        }
    } while (step(&cursor, env, as_report));
    count(&cursor, frames);
    return same;
}

/* ---- kinds of traces ------------------------------------------------------------------------- */

static void trace_chain(const struct bobbin_env *env)
{
    uint32_t same = trace(env, chain.r, chain.cpsr, false, false);

    if (env->tables == &image.table && same != chain.count)
        wrong("a chain ends early");
}

/* Some words of the stack are wrong. Restores them. */
static void trace_changed(const struct bobbin_env *env, const struct bobbin_region *stack)
{
    uint32_t *at[CHANGED_MAX], old[CHANGED_MAX], changed = 1 + places_below(CHANGED_MAX);

    for (uint32_t i = 0; i < changed; i++) {
        at[i] = (uint32_t *)(stack->low + (places_below(stack->high - stack->low) & ~3u));
        old[i] = *at[i];
        *at[i] = places_word();
    }
    trace(env, chain.r, chain.cpsr, false, false);
    while (changed-- > 0)
        *at[changed] = old[changed];
}

/* From a frame of the chain, with random registers. */
static void trace_from_inside(const struct bobbin_env *env)
{
    uint32_t r[16], number = places_below(chain.count / 4 + 1);

    for (uint32_t i = 0; i < 16; i++)
        r[i] = places_one_in(2) ? chain.r[i] : places_word();
    r[BOBBIN_SP] = chain.frame[number].sp;
    r[BOBBIN_PC] = chain.frame[number].pc;
    trace(env, r, places_random(), false, places_one_in(2));
}

static void pick_registers(uint32_t r[16])
{
    for (uint32_t i = 0; i < 16; i++)
        r[i] = places_word();
    if (!places_one_in(8))
        r[BOBBIN_PC] = places_code(1);
}

static void trace_anything(const struct bobbin_env *env)
{
    uint32_t r[16];

    pick_registers(r);
    trace(env, r, places_random(), places_one_in(16), places_one_in(2));
}

/* From entry code, on a stack with many words like those that entry code saves. */
static void trace_across(struct bobbin_env *env, const struct bobbin_region *stack)
{
    uint32_t r[16], cpsr;

    env->foreign = &bobbin_cross;
    env->read_bank = across_bank;

    across_fill(stack);
    pick_registers(r);
    r[BOBBIN_SP] = stack->low + (places_below((stack->high - stack->low) / 2) & ~3u);
    r[BOBBIN_LR] = places_code(1);
    across_entry(&image.table, &r[BOBBIN_PC], &cpsr);
    trace(env, r, cpsr & ~BOBBIN_CPSR_T, false, false);
}

static void report(void)
{
    struct bobbin_context context = {
        .valid = BOBBIN_CONTEXT_VALID_CORE,
        .cpsr = places_random(),
        .cause = places_below(BOBBIN_CAUSES),
        .address = places_word(),
        .status = places_random(),
    };

    pick_registers(context.r);
    if (places_one_in(2)) {
        memcpy(context.r, chain.r, sizeof(context.r));
        context.cpsr = chain.cpsr;
    }
    bobbin_fault(&context);
    tally.reports++;
}

/* ---- all traces ------------------------------------------------------------------------------ */

/* A table that has damage, if it opens; else the good one. */
static const struct bobbin_table *pick_table(bool damage)
{
    if (!damage)
        return &image.table;
    memset(cache, 0, sizeof(cache));
    if (tables_damage(&image.table, &damaged))
        return &damaged;
    tally.refused++;
    return &image.table;
}

static struct bobbin_region pick_stack(void)
{
    uint32_t number = places_one_in(HEAP_ONE_IN) ? 0 : 1 + places_below(PLACES_STACKS - 1);
    struct bobbin_region stack = places_stack(number);

    if (number == 0)
        stack.high = tables_start(&image.table) & ~7u;
    return stack;
}

static void trace_stack(uint32_t number, bool damage)
{
    struct bobbin_region stack = pick_stack();
    struct bobbin_env good = env_of(&image.table, &stack, 0);

    chain_make(&chain, &good, &stack);
    for (uint32_t i = 0; i < TRACES_PER_CHAIN; i++) {
        struct bobbin_env env = env_of(pick_table(damage), &stack, number + i);
        if (i == TRACES_PER_CHAIN - 1) /* overwrites the chain */
            trace_across(&env, &stack);
        else if (i % 4 == 0)
            trace_chain(&env);
        else if (i % 4 == 1)
            trace_changed(&env, &stack);
        else if (i % 4 == 2)
            trace_from_inside(&env);
        else
            trace_anything(&env);
    }
}

static void print_tally(void)
{
    printf("hostile table %s traces %lu frames %lu longest %lu twenty %lu fifty %lu crossings %lu "
           "reads %lu reports %lu refused %lu wrong %lu\nstops",
           bobbin_table_error_name(image.error), (unsigned long)tally.traces,
           (unsigned long)tally.frames, (unsigned long)tally.longest, (unsigned long)tally.twenty,
           (unsigned long)tally.fifty, (unsigned long)tally.crossings, (unsigned long)tally.reads,
           (unsigned long)tally.reports, (unsigned long)tally.refused, (unsigned long)tally.wrong);
    for (uint32_t i = 0; i < BOBBIN_STOPS; i++)
        printf(" %s=%lu", bobbin_stop_name(i), (unsigned long)tally.stops[i]);
    printf("\n");
}

static int trace_all(const char *line)
{
    uint32_t seed = strtoul(line, (char **)&line, 10);
    uint32_t traces = strtoul(line, (char **)&line, 10);
    bool damage = strtoul(line, NULL, 10) != 0;

    bobbin_image_state(&image);
    places_seed(seed);
    for (uint32_t i = 0; tally.traces < traces; i++) {
        trace_stack(i, damage);
        if (tally.traces / REPORT_EVERY > tally.reports)
            report();
    }
    print_tally();
    return tally.wrong || image.error != BOBBIN_TABLE_OK;
}

#define STRAY "stray "

int main(void)
{
    const char *line = board_command_line();

    if (strncmp(line, STRAY, strlen(STRAY)) == 0) {
        stray_stores(line + strlen(STRAY));
        return 0;
    }
    return trace_all(line);
}
