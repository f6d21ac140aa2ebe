/* SPDX-License-Identifier: MIT */
/*
 * A target in miniature: one stack, some code, one table, and a read function that refuses all else
 * and fails the test when the core breaks what bobbin.h promises of its reads.
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
    uint32_t unreadable; /* one stack address that read refuses; 0: none */
    uint32_t reads;      /* how often read was called */
    _Alignas(4) uint8_t bytes[2][HANDMADE_SIZE_MAX];
    struct bobbin_table tables[2];
    struct bobbin_env env;
    uint32_t r[16]; /* what world_begin starts from */
    uint32_t cpsr;
    struct bobbin_cursor cursor;
};

/* Zeroes WORLD and gives it TABLE: sp at the bottom of the stack, Thumb state, System mode. */
void world_set_up(struct world *world, const struct handmade *table);

/* Gives it a second table, loaded LOAD_BIAS away from where it was linked. */
void world_add_table(struct world *world, const struct handmade *table, uint32_t load_bias);

/* Gives it a cache of so many ENTRIES, all zero; who asks for it frees world->env.cache. */
void world_give_cache(struct world *world, uint32_t entries);

/* All of its SPACE is in a window: its stack, or its code. */
void world_open_window(struct world *world, enum bobbin_space space);

/* Begins a trace at PC with the registers of WORLD. */
void world_begin(struct world *world, uint32_t pc);

/* One step that must succeed, or that must stop with REASON and VALUE, leaving the frame alone. */
void world_step(struct world *world);
void world_expect_stop(struct world *world, enum bobbin_stop reason, uint32_t value);

#endif
