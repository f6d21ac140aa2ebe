/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "bench.h"
#include "board.h"
#include "layout.h"

enum { STATUS_NO_TABLE = 4 };

extern const uint8_t __bobbin_start[], __bobbin_end[];

static struct bobbin_table table;

void world_open(void)
{
    if (bobbin_table_open(&table, __bobbin_start, (uint32_t)(__bobbin_end - __bobbin_start), 0,
                          NULL, 0) != BOBBIN_TABLE_OK)
        board_exit(STATUS_NO_TABLE);
}

void world_set(struct world *world, const void *low, uint32_t size_bytes)
{
    *world = (struct world){
        .low = {[BOBBIN_SPACE_STACK] = (uint32_t)low, [BOBBIN_SPACE_CODE] = (uint32_t)__flash_start},
        .size_bytes = {[BOBBIN_SPACE_STACK] = size_bytes,
                       [BOBBIN_SPACE_CODE] = (uint32_t)(__flash_end - __flash_start)},
        .env = {.context = world, .read = world_read, .tables = &table, .tables_count = 1},
    };
}

/* As an integrator would write it who knows his memory. */
bool world_read(void *context, enum bobbin_space space, uint32_t address, void *out,
                uint32_t size_bytes)
{
    const struct world *world = context;

    if (address - world->low[space] > world->size_bytes[space] - 4)
        return false;
    if (size_bytes == 4)
        memcpy(out, (const void *)address, 4);
    else
        memcpy(out, (const void *)address, 2);
    return true;
}
