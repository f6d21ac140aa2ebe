/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "bench.h"
#include "board.h"
#include "core/foreign/foreign.h"
#include "layout.h"
#include "port/armv7/cp15.h"

enum { STATUS_NO_TABLE = 4, CACHE_BITS = 10 };

/* A section of 1 MiB of memory that can be written but not executed (ARM ARM B3.5.1). */
enum { SECTION_BYTES = 1 << 20, SECTION_SHIFT = 20, SECTION_DATA = 0x1c1e };

extern const uint8_t __bobbin_start[], __bobbin_end[];

static struct bobbin_table own, table;
static const struct bobbin_foreign *foreign;
static const struct bobbin_small *small;
static struct bobbin_foreign counted; /* FOREIGN with look-ups that are counted */
static uint32_t lookup;
static struct bobbin_window code;
static struct bobbin_kept cache[1 << CACHE_BITS];
static struct bobbin_kept foreign_cache[BOBBIN_CHROME1_CACHE];

/* Maps memory that start-up leaves unmapped. */
static void map(uint32_t address, uint32_t size_bytes)
{
    uint32_t *sections;

    cp15_read(sections, 0, c2, c0, 0);
    for (uint32_t at = address; at - address < size_bytes; at += SECTION_BYTES)
        sections[at >> SECTION_SHIFT] = at | SECTION_DATA;
    __asm__ volatile("dsb\n\tisb" ::: "memory");
}

static void open_table(struct bobbin_table *out, const void *bytes, uint32_t size_bytes)
{
    if (bobbin_table_open(out, bytes, size_bytes, 0) != BOBBIN_TABLE_OK)
        board_exit(STATUS_NO_TABLE);
}

static enum bobbin_stop read_counted(const struct foreign_table *from,
                                     const struct foreign_question *question,
                                     struct bobbin_rule *rule)
{
    uint32_t now = board_now();
    enum bobbin_stop reason = foreign->read(from, question, rule);

    lookup = count_since(now);
    return reason;
}

void world_open(uint32_t reader, uint32_t table_bytes)
{
    open_table(&own, __bobbin_start, (uint32_t)(__bobbin_end - __bobbin_start));
    table = own;
    small = reader == (uint32_t)&bobbin_small ? &bobbin_small : NULL;
    foreign = small ? NULL : (const struct bobbin_foreign *)reader;
    if (foreign) {
        counted = *foreign;
        counted.read = read_counted;
    }
    if (table_bytes) {
        map(BENCH_TABLE, table_bytes);
        open_table(&table, (const void *)BENCH_TABLE, table_bytes);
    }
    world_set_code(&(struct bench_subject){0});
}

void world_set_code(const struct bench_subject *subject)
{
    uint32_t start = (uint32_t)__flash_start;

    code = (struct bobbin_window){__flash_start, start, (uint32_t)__flash_end - start};
    if (!subject->code_bytes)
        return;
    map(BENCH_CODE, subject->code_bytes);
    code =
        (struct bobbin_window){(const void *)BENCH_CODE, subject->code_start, subject->code_bytes};
}

void world_set(struct world *world, const void *stack, uint32_t size_bytes)
{
    world->memory[BOBBIN_SPACE_STACK] = (struct bobbin_window){stack, (uint32_t)stack, size_bytes};
    world->memory[BOBBIN_SPACE_CODE] = code;
}

struct bobbin_env world_env(struct world *world, uint32_t with)
{
    struct bobbin_env env = {.context = world,
                             .read = world_read,
                             .tables = &table,
                             .tables_count = 1,
                             .small = small,
                             .foreign = foreign};

    if (with & WITH_WINDOWS)
        memcpy(env.window, world->memory, sizeof(env.window));
    if (with & WITH_CACHE) {
        env.cache = cache;
        env.cache_mask = (1u << CACHE_BITS) - 1;
        env.foreign_cache = foreign_cache;
    }
    if (with & WITH_COUNTER)
        env.foreign = &counted;
    return env;
}

struct bobbin_env world_true_env(struct world *world)
{
    struct bobbin_env env = world_env(world, WITH_WINDOWS);

    env.tables = &own;
    env.foreign = NULL;
    return env;
}

uint32_t world_lookup(void)
{
    return lookup;
}

bool world_is_foreign(void)
{
    return foreign != NULL;
}

bool world_is_slow(void)
{
    return foreign || small;
}

/* As an integrator would write it for two known regions of memory. */
bool world_read(void *context, enum bobbin_space space, uint32_t address, void *out,
                uint32_t size_bytes)
{
    const struct world *world = context;
    const struct bobbin_window *memory = &world->memory[space];
    uint32_t offset = address - memory->start;
    const void *from = (const uint8_t *)memory->bytes + offset;

    if (offset > memory->size_bytes - 4)
        return false;
    if (size_bytes == 4)
        memcpy(out, from, 4);
    else
        memcpy(out, from, 2);
    return true;
}
