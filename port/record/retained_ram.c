/* SPDX-License-Identifier: MIT */
/*
 * Records in RAM that a reset leaves alone. The memory has two blocks with what is counted, then
 * two copies; of both, one is always whole. What no record uses holds a pattern, by which the next
 * boot sees whether the memory was retained.
 */
#include <bobbin/record.h>

#include <stddef.h>

#include "../../core/format/crc32.h"
#include "../../core/record/record_lines.h"
#include "zero.h"

enum {
    BLOCK_BYTES = 64, /* a cache line at most processors */
    COPIES_AT = 2 * BLOCK_BYTES,

    BLOCK_MAGIC = 0x6b43526b,
    ENDED_WITH_REPORT = 0x0b0bdead, /* block.ended: the boot of the block had a report */
};

struct block {
    uint32_t magic;
    uint32_t number; /* one more in each next block; odd and even ones in turn */
    struct bobbin_record_counters counters;
    uint32_t ended;
    uint32_t crc; /* of the words before it */
};

static uint32_t copy_bytes(const struct bobbin_record_ram *ram)
{
    uint32_t bytes = ((uint32_t)(ram->end - ram->start) - COPIES_AT) / 2 & ~63u;

    return bytes < RECORD_BYTES_MAX ? bytes : RECORD_BYTES_MAX;
}

static uint8_t *copy_at(const struct bobbin_record_ram *ram, uint32_t index)
{
    return ram->start + COPIES_AT + index * copy_bytes(ram);
}

static void clean(const struct bobbin_record_ram *ram, const void *address, uint32_t size_bytes)
{
    if (ram->clean)
        ram->clean(address, size_bytes);
}

/* ---- blocks ---------------------------------------------------------------------------------- */

static volatile uint32_t *block_words(const struct bobbin_record_ram *ram, uint32_t index)
{
    return (volatile uint32_t *)(void *)(ram->start + index % 2 * BLOCK_BYTES);
}

static uint32_t block_crc(const struct block *block)
{
    return bobbin_crc32(0, block, offsetof(struct block, crc));
}

static bool read_block(const struct bobbin_record_ram *ram, uint32_t index, struct block *out)
{
    volatile uint32_t *from = block_words(ram, index);
    uint32_t *to = (uint32_t *)(void *)out;

    for (uint32_t i = 0; i < sizeof(*out) / 4; i++)
        to[i] = from[i];
    return out->magic == BLOCK_MAGIC && out->crc == block_crc(out);
}

/* Reads the newest block. False if no block is valid. */
static bool newest_block(const struct bobbin_record_ram *ram, struct block *out)
{
    struct block other;
    bool found = read_block(ram, 0, out);

    if (read_block(ram, 1, &other) && (!found || (int32_t)(other.number - out->number) > 0)) {
        *out = other;
        found = true;
    }
    return found;
}

/* Writes BLOCK over the older of the two. The CRC comes last. */
static void write_block(const struct bobbin_record_ram *ram, struct block *block)
{
    const uint32_t *from = (const uint32_t *)(const void *)block;
    volatile uint32_t *to = block_words(ram, ++block->number);

    block->magic = BLOCK_MAGIC;
    block->crc = block_crc(block);
    for (uint32_t i = 0; i < sizeof(*block) / 4; i++)
        to[i] = from[i];
    clean(ram, (const void *)(uintptr_t)to, BLOCK_BYTES);
}

/* ---- copies ---------------------------------------------------------------------------------- */

/* Opens the newest record. Returns the number of its copy, or 2 if there is no record. */
static uint32_t newest_copy(const struct bobbin_record_ram *ram, struct record_view *view)
{
    struct record_view found;
    uint32_t newest = 2;

    for (uint32_t i = 0; i < 2; i++)
        if (record_open(&found, copy_at(ram, i), copy_bytes(ram)) == RECORD_OK &&
            (newest == 2 || (int32_t)(found.sequence - view->sequence) > 0)) {
            *view = found;
            newest = i;
        }
    return newest;
}

static uint32_t pattern(uint32_t word)
{
    return (word + 1) * 0x9e3779b9u ^ 0x0b0bb1f0u;
}

static void fill(const struct bobbin_record_ram *ram, uint32_t index)
{
    uint32_t *words = (uint32_t *)(void *)copy_at(ram, index);

    for (uint32_t i = 0; i < copy_bytes(ram) / 4; i++)
        words[i] = pattern(i);
    clean(ram, words, copy_bytes(ram));
}

static bool is_filled(const struct bobbin_record_ram *ram, uint32_t index)
{
    const volatile uint32_t *words = (const volatile uint32_t *)(void *)copy_at(ram, index);
    uint32_t i = 0;

    while (i < copy_bytes(ram) / 4 && words[i] == pattern(i))
        i++;
    return i == copy_bytes(ram) / 4;
}

/* What the boot before left: in BLOCK what it counted, in each copy a record or the pattern. */
static enum bobbin_record_memory inspect(const struct bobbin_record_ram *ram, struct block *block)
{
    bool has_block = newest_block(ram, block);
    struct record_view view;
    uint32_t whole = 0;

    for (uint32_t i = 0; i < 2; i++)
        whole +=
            record_open(&view, copy_at(ram, i), copy_bytes(ram)) == RECORD_OK || is_filled(ram, i);
    if (!has_block) {
        zero(block, sizeof(*block));
        if (newest_copy(ram, &view) < 2)
            block->counters = view.counters;
    }
    if (has_block && whole == 2)
        return BOBBIN_RECORD_RETAINED;
    return has_block || whole > 0 ? BOBBIN_RECORD_CHANGED : BOBBIN_RECORD_NEW;
}

/* ---- the sink -------------------------------------------------------------------------------- */

static enum bobbin_record_memory ram_boot(const void *device, enum bobbin_reset reset)
{
    const struct bobbin_record_ram *ram = device;
    enum bobbin_record_memory memory = BOBBIN_RECORD_NEW;
    struct block block;
    struct record_view view;

    zero(&block, sizeof(block));
    if (reset != BOBBIN_RESET_POWER_ON)
        memory = inspect(ram, &block);
    if (memory == BOBBIN_RECORD_NEW && reset == BOBBIN_RESET_WARM)
        memory = BOBBIN_RECORD_LOST;
    block.counters.boots++;
    block.counters.crash_boots =
        block.ended == ENDED_WITH_REPORT ? block.counters.crash_boots + 1 : 0;
    block.ended = 0;
    write_block(ram, &block);
    if (memory == BOBBIN_RECORD_NEW || memory == BOBBIN_RECORD_LOST)
        write_block(ram, &block); /* the other block may hold anything */
    for (uint32_t i = 0; i < 2; i++)
        if (reset == BOBBIN_RESET_POWER_ON ||
            record_open(&view, copy_at(ram, i), copy_bytes(ram)) != RECORD_OK)
            fill(ram, i);
    return memory;
}

static void ram_count(const void *device, struct bobbin_record_counters *out)
{
    struct block block;

    if (!newest_block(device, &block))
        zero(&block, sizeof(block));
    *out = block.counters;
}

static void ram_alive(const void *device)
{
    struct block block;

    if (!newest_block(device, &block) ||
        (block.counters.crashes_since_alive == 0 && block.ended == 0))
        return;
    block.counters.crashes_since_alive = 0;
    block.ended = 0;
    write_block(device, &block);
}

static uint8_t *ram_begin(const void *device, struct bobbin_record_counters *counters,
                          uint32_t *sequence, uint32_t *capacity_bytes)
{
    const struct bobbin_record_ram *ram = device;
    struct block block;
    struct record_view view;
    uint32_t newest;

    view.sequence = 0;
    newest = newest_copy(ram, &view);
    if (!newest_block(ram, &block))
        zero(&block, sizeof(block));
    block.counters.crashes++;
    block.counters.crashes_since_alive++;
    block.ended = ENDED_WITH_REPORT;
    write_block(ram, &block);
    *counters = block.counters;
    *sequence = view.sequence + 1;
    *capacity_bytes = copy_bytes(ram);
    return copy_at(ram, newest == 0 ? 1 : 0);
}

static void ram_line(const void *device, const uint8_t *record, uint32_t size_bytes)
{
    clean(device, record, size_bytes);
}

static void ram_stage(const void *device, uint8_t *record, uint32_t size_bytes)
{
    (void)device, (void)record, (void)size_bytes;
}

static const uint8_t *ram_newest(const void *device, uint32_t *size_bytes)
{
    struct record_view view;

    if (newest_copy(device, &view) == 2)
        return NULL;
    *size_bytes = view.size;
    return view.bytes;
}

const struct bobbin_record_sink bobbin_record_in_ram = {
    .boot = ram_boot,
    .count = ram_count,
    .alive = ram_alive,
    .begin = ram_begin,
    .line = ram_line,
    .stage = ram_stage,
    .newest = ram_newest,
};
