/* SPDX-License-Identifier: MIT */
#include "world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static bool read_code(const struct world *world, uint32_t address, void *out, uint32_t size_bytes)
{
    uint32_t offset = address - WORLD_CODE;

    assert_true(size_bytes == 2 || size_bytes == 4);
    assert_int_equal(address % 2, 0);
    if (offset > WORLD_CODE_BYTES - size_bytes)
        return false;
    memcpy(out, world->code + offset, size_bytes);
    return true;
}

static bool read_stack(const struct world *world, uint32_t address, void *out, uint32_t size_bytes)
{
    uint32_t offset = address - WORLD_STACK;

    assert_int_equal(size_bytes, 4);
    assert_int_equal(address % 4, 0);
    assert_true(address >= world->cursor.r[BOBBIN_SP]);
    if (offset >= sizeof(world->stack) || address == world->unreadable)
        return false;
    memcpy(out, &world->stack[offset / 4], 4);
    return true;
}

static bool world_read(void *context, enum bobbin_space space, uint32_t address, void *out,
                       uint32_t size_bytes)
{
    struct world *world = context;

    world->reads++;
    if (space == BOBBIN_SPACE_CODE)
        return read_code(world, address, out, size_bytes);
    assert_int_equal(space, BOBBIN_SPACE_STACK);
    return read_stack(world, address, out, size_bytes);
}

static void open_table(struct world *world, const struct handmade *table, uint32_t load_bias)
{
    uint32_t i = world->env.tables_count++;
    uint32_t size = handmade_write(table, world->bytes[i]);

    assert_int_equal(bobbin_table_open(&world->tables[i], world->bytes[i], size, load_bias),
                     BOBBIN_TABLE_OK);
}

void world_set_up(struct world *world, const struct handmade *table)
{
    memset(world, 0, sizeof(*world));
    world->env.context = world;
    world->env.read = world_read;
    world->env.tables = world->tables;
    world->env.small = &bobbin_small;
    world->env.guess = bobbin_guess;
    world->r[BOBBIN_SP] = WORLD_STACK;
    world->cpsr = BOBBIN_CPSR_T | 0x1f;
    open_table(world, table, 0);
}

void world_add_table(struct world *world, const struct handmade *table, uint32_t load_bias)
{
    open_table(world, table, load_bias);
}

void world_give_cache(struct world *world, uint32_t entries)
{
    world->env.cache = calloc(entries, sizeof(struct bobbin_kept));
    world->env.cache_mask = entries - 1;
    assert_non_null(world->env.cache);
}

void world_open_window(struct world *world, enum bobbin_space space)
{
    world->env.window[space] =
        space == BOBBIN_SPACE_STACK
            ? (struct bobbin_window){world->stack, WORLD_STACK, sizeof(world->stack)}
            : (struct bobbin_window){world->code, WORLD_CODE, sizeof(world->code)};
}

void world_begin(struct world *world, uint32_t pc)
{
    world->r[BOBBIN_PC] = pc;
    memset(&world->cursor, 0xa5, sizeof(world->cursor));
    bobbin_begin(&world->cursor, &world->env, world->r, world->cpsr);
}

void world_step(struct world *world)
{
    bool stepped = bobbin_step(&world->cursor, &world->env);

    if (!stepped)
        print_message("# stopped: %s 0x%08x\n", bobbin_stop_name(world->cursor.stop),
                      world->cursor.stop_value);
    assert_true(stepped);
    assert_int_equal(world->cursor.stop, BOBBIN_STOP_NONE);
}

void world_expect_stop(struct world *world, enum bobbin_stop reason, uint32_t value)
{
    struct bobbin_cursor before = world->cursor;
    struct bobbin_cursor *after = &world->cursor;

    assert_false(bobbin_step(after, &world->env));
    assert_string_equal(bobbin_stop_name(after->stop), bobbin_stop_name(reason));
    assert_int_equal(after->stop_value, value);
    assert_int_equal(after->r[BOBBIN_PC], before.r[BOBBIN_PC]);
    assert_int_equal(after->r[BOBBIN_SP], before.r[BOBBIN_SP]);
    assert_int_equal(after->kind, before.kind);
    assert_int_equal(after->trust, before.trust);
    assert_false(bobbin_step(after, &world->env));
    assert_int_equal(after->stop, reason);
}
