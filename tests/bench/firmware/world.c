/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "bench.h"
#include "board.h"
#include "layout.h"

enum { STATUS_NO_TABLE = 4, CACHE_BITS = 10 };

extern const uint8_t __bobbin_start[], __bobbin_end[];

extern const struct bobbin_small bobbin_small
    __attribute__((weak)); /* linked where the table is a small one */

static struct bobbin_table table;
static struct bobbin_kept cache[1 << CACHE_BITS];

void world_open(void)
{
    if (bobbin_table_open(&table, __bobbin_start, (uint32_t)(__bobbin_end - __bobbin_start), 0,
                          NULL, 0) != BOBBIN_TABLE_OK)
        board_exit(STATUS_NO_TABLE);
}

void world_set(struct world *world, const void *stack, uint32_t size_bytes)
{
    uint32_t code = (uint32_t)__flash_start;

    world->memory[BOBBIN_SPACE_STACK] = (struct bobbin_window){stack, (uint32_t)stack, size_bytes};
    world->memory[BOBBIN_SPACE_CODE] =
        (struct bobbin_window){__flash_start, code, (uint32_t)__flash_end - code};
}

struct bobbin_env world_env(struct world *world, uint32_t with)
{
    struct bobbin_env env = {.context = world,
                             .read = world_read,
                             .tables = &table,
                             .tables_count = 1,
                             .small = &bobbin_small};

    if (with & WITH_WINDOWS)
        memcpy(env.window, world->memory, sizeof(env.window));
    if (with & WITH_CACHE) {
        env.cache = cache;
        env.cache_mask = (1u << CACHE_BITS) - 1;
    }
    return env;
}

void world_forget(void)
{
    memset(cache, 0, sizeof(cache));
}

/* As an integrator would write it who knows his memory. */
bool world_read(void *context, enum bobbin_space space, uint32_t address, void *out,
                uint32_t size_bytes)
{
    const struct world *world = context;
    const struct bobbin_window *memory = &world->memory[space];

    if (address - memory->start > memory->size_bytes - 4)
        return false;
    if (size_bytes == 4)
        memcpy(out, (const void *)address, 4);
    else
        memcpy(out, (const void *)address, 2);
    return true;
}
