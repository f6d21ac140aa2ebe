/* SPDX-License-Identifier: MIT */
/*
 * With windows and a cache, every trace must be the same as with all memory read by the callback.
 */
#include <stdio.h>
#include <string.h>

#include "core/format/table_format.h"
#include "layout.h"
#include "reports.h"

#define STEPS_MAX   12
#define STACK_WORDS 256
#define FRAME_WORDS 64   /* the part of the stack above sp */
#define STRIDE      178u /* bytes of code from one trace to the next; the state alternates */
/* for small tables, whose traces read code and take longer */
#define STRIDE_SMALL (9 * STRIDE - 16)
#define MODE_SYS     0x1fu

/* Return addresses, each to another part of the code. */
static uint32_t stack[STACK_WORDS];
static struct bobbin_kept cache[64];

static bool read_memory(void *context, enum bobbin_space space, uint32_t address, void *out,
                        uint32_t size_bytes)
{
    const struct bobbin_window *window = (const struct bobbin_window *)context + space;
    uint32_t offset = address - window->start;

    if (offset >= window->size_bytes)
        return false;
    memcpy(out, (const uint8_t *)window->bytes + offset, size_bytes);
    return true;
}

static void fill_stack(const struct bobbin_window *code)
{
    for (uint32_t i = 0; i < STACK_WORDS; i++)
        stack[i] = code->start + (i * 2654435761u) % code->size_bytes;
}

static void begin(struct bobbin_cursor *cursor, const struct bobbin_env *env, uint32_t pc)
{
    uint32_t r[16];

    for (uint32_t i = 0; i < 16; i++)
        r[i] = (uint32_t)(uintptr_t)&stack[STACK_WORDS - FRAME_WORDS + 2 * i];
    r[BOBBIN_SP] = (uint32_t)(uintptr_t)&stack[STACK_WORDS - FRAME_WORDS];
    r[BOBBIN_LR] = stack[pc / STRIDE % STACK_WORDS];
    r[BOBBIN_PC] = pc;
    bobbin_begin(cursor, env, r, MODE_SYS | (pc / STRIDE % 2 ? BOBBIN_CPSR_T : 0));
}

static bool is_same(const struct bobbin_cursor *a, const struct bobbin_cursor *b)
{
    if (a->valid != b->valid || a->stop != b->stop || a->kind != b->kind || a->trust != b->trust)
        return false;
    for (uint32_t i = 0; i < 16; i++)
        if ((a->valid >> i & 1) && a->r[i] != b->r[i])
            return false;
    return a->stop == BOBBIN_STOP_NONE || a->stop_value == b->stop_value;
}

/* Whether a call comes before the return address PC, by both environments. */
static bool agree_on_calls(const struct bobbin_env *a, const struct bobbin_env *b, uint32_t pc)
{
    struct bobbin_cursor left, right;

    begin(&left, a, pc);
    begin(&right, b, pc);
    left.kind = right.kind = BOBBIN_KIND_CALL;
    return bobbin_follows_call(&left, a) == bobbin_follows_call(&right, b);
}

/* Whether the traces from PC with the two environments agree at each step. */
static bool agree(const struct bobbin_env *a, const struct bobbin_env *b, uint32_t pc)
{
    struct bobbin_cursor left, right;
    bool more = true;

    begin(&left, a, pc);
    begin(&right, b, pc);
    for (uint32_t i = 0; i < STEPS_MAX && more; i++) {
        more = bobbin_step(&left, a);
        if (bobbin_step(&right, b) != more || !is_same(&left, &right))
            return false;
    }
    return true;
}

uint32_t reports_of_windows(void)
{
    struct bobbin_table table;
    const struct bobbin_window windows[2] = {{stack, (uint32_t)(uintptr_t)stack, sizeof(stack)},
                                             {__flash_start, (uint32_t)(uintptr_t)__flash_start,
                                              (uint32_t)(__flash_end - __flash_start)}};
    const struct bobbin_window *code = &windows[BOBBIN_SPACE_CODE];
    struct bobbin_env asking = {.context = (void *)(uintptr_t)windows,
                                .read = read_memory,
                                .tables = &table,
                                .tables_count = 1,
                                .small = &bobbin_small,
                                .guess = bobbin_guess};
    struct bobbin_env near = asking;
    uint32_t count = 0, wrong = 0, stride;

    if (bobbin_table_open(&table, __bobbin_start, (uint32_t)(__bobbin_end - __bobbin_start), 0) !=
        BOBBIN_TABLE_OK)
        return 1;
    stride = table.first.how & FORMAT_HOW_WALK ? STRIDE_SMALL : STRIDE;
    near.window[BOBBIN_SPACE_STACK] = windows[BOBBIN_SPACE_STACK];
    near.window[BOBBIN_SPACE_CODE] = *code;
    near.cache = cache;
    near.cache_mask = sizeof(cache) / sizeof(cache[0]) - 1;
    fill_stack(code);
    for (uint32_t offset = 0; offset < code->size_bytes; offset += stride, count++)
        wrong += !agree(&asking, &near, code->start + offset) ||
                 !agree_on_calls(&asking, &near, code->start + offset);
    printf("windows %lu traces, %lu others\n", (unsigned long)count, (unsigned long)wrong);
    return wrong;
}
