/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "bobbin.h"
#include "layout.h"
#include "memory.h"
#include "reports.h"

#define TABLE_BYTES_MAX 65536u
#define HEADER_BYTES    128u
#define ROUNDS          150
#define TRACES          8
#define STEPS_MAX       6

static uint8_t copy[TABLE_BYTES_MAX];
static uint32_t copy_bytes;
static uint32_t random_state = 1;

/* Knuth, The Art of Computer Programming, 3.3.4: line 26 of table 1. */
static uint32_t next_random(void)
{
    random_state = random_state * 1664525u + 1013904223u;
    return random_state >> 8;
}

static bool read_bank(void *context, uint32_t mode, uint32_t number, uint32_t *out)
{
    (void)context;
    *out = BOARD_FIRST_STACK->high - 64;
    return (mode + number) % 2;
}

/* Wrong bytes, among which 0x80 and above make values that do not end. */
static void damage(uint32_t from, uint32_t size_bytes, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        copy[from + next_random() % size_bytes] = (uint8_t)next_random();
}

static void run_of_ones(void)
{
    uint32_t at = next_random() % (copy_bytes - HEADER_BYTES) + HEADER_BYTES / 2;

    memset(copy + at, 0xff, 24);
}

static void trace(const struct bobbin_env *env)
{
    uint32_t r[16], size_bytes = (uint32_t)(__flash_end - __flash_start);
    struct bobbin_cursor cursor;

    for (int i = 0; i < 16; i++)
        r[i] = BOARD_FIRST_STACK->high - next_random() % 128 * 4;
    r[BOBBIN_PC] = (uint32_t)__flash_start + next_random() % size_bytes / 4 * 2;
    r[BOBBIN_LR] = (uint32_t)__flash_start + next_random() % size_bytes / 4;
    bobbin_begin(&cursor, env, r, next_random());
    cursor.valid &= next_random() | next_random() | next_random();
    for (int i = 0; i < STEPS_MAX && bobbin_step(&cursor, env); i++) {
    }
}

static void ask(struct bobbin_table *table)
{
    const struct bobbin_env env = {
        .read = bobbin_memory_read, .read_bank = read_bank, .tables = table, .tables_count = 1};

    for (uint32_t i = 0; i < TRACES; i++)
        trace(&env);
}

void reports_of_damage(void)
{
    struct bobbin_table table;

    copy_bytes = (uint32_t)(__bobbin_end - __bobbin_start);
    if (copy_bytes > TABLE_BYTES_MAX)
        return;
    for (uint32_t i = 0; i < ROUNDS; i++) {
        memcpy(copy, __bobbin_start, copy_bytes);
        if (i % 3 == 0)
            damage(0, HEADER_BYTES, 1);
        if (bobbin_table_open(&table, copy, copy_bytes, 0, NULL, 0) != BOBBIN_TABLE_OK)
            continue;
        damage(HEADER_BYTES, copy_bytes - HEADER_BYTES, i % 16 * copy_bytes / 256);
        run_of_ones();
        ask(&table);
    }
}
