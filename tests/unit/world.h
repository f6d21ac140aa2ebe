/* SPDX-License-Identifier: MIT */
/*
 * A miniature target: one stack, some code, one table. Its read function refuses all other
 * addresses, and fails the test if the core breaks a promise of bobbin.h.
 */
#ifndef WORLD_H
#define WORLD_H

#include "handmade.h"
#include <bobbin/bobbin.h>

#define WORLD_STACK       0x20000000u
#define WORLD_STACK_WORDS 256u
#define WORLD_CODE        0x00008000u
#define WORLD_CODE_BYTES  256u
#define WORLD_CACHE_MIN   128u
#define WORLD_CACHE_MOST  32768u

struct world {
    uint32_t stack[WORLD_STACK_WORDS];
    _Alignas(4) uint8_t code[WORLD_CODE_BYTES];
    uint32_t unreadable; /* a stack address that read refuses; 0: none */
    uint32_t reads;      /* number of calls of read */
    _Alignas(4) uint8_t bytes[2][HANDMADE_SIZE_MAX];
    struct bobbin_table tables[2];
    struct bobbin_env env;
    uint32_t r[16]; /* registers at world_begin */
    uint32_t cpsr;
    struct bobbin_cursor cursor;
};

/*
 * Clears WORLD and gives it TABLE. sp is at the bottom of the stack, in Thumb state and System
 * mode.
 */
void world_set_up(struct world *world, const struct handmade *table);

/* Adds a second table, loaded at LOAD_BIAS from its link address. */
void world_add_table(struct world *world, const struct handmade *table, uint32_t load_bias);

/* Adds a zeroed cache of ENTRIES entries. The caller frees world->env.cache. */
void world_give_cache(struct world *world, uint32_t entries);

/* Opens a window on the whole stack or the whole code. */
void world_open_window(struct world *world, enum bobbin_space space);

/* Begins a trace at PC with the registers of WORLD. */
void world_begin(struct world *world, uint32_t pc);

/*
 * world_step makes one step that must succeed. world_expect_stop makes one that must stop with
 * REASON and VALUE and must leave the frame unchanged.
 */
void world_step(struct world *world);
void world_expect_stop(struct world *world, enum bobbin_stop reason, uint32_t value);

#endif
