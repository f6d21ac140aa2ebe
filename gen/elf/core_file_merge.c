/* SPDX-License-Identifier: MIT */
#include "elf/core_file_merge.h"

#include <stdlib.h>
#include <string.h>

#include "core/format/bytes.h"
#include "util/memory.h"

#define STEP_BYTES 0x100000u

/* ---- finding room ---------------------------------------------------------------------------- */

/* Ranges of SIZE bytes; the addresses are rounded to the lines in which gdb reads memory. */
static bool overlap(uint32_t a, uint32_t a_size, uint32_t b, uint32_t b_size)
{
    uint64_t a_start = a & ~(CORE_HOLE_ALIGN - 1u), b_start = b & ~(CORE_HOLE_ALIGN - 1u);

    return a_start < (uint64_t)b + b_size && b_start < (uint64_t)a + a_size;
}

static bool is_in_core(const struct core_file *core, uint32_t address, uint32_t size_bytes)
{
    for (size_t i = 0; i < core->memory_count; i++)
        if (overlap(address, size_bytes, core->memory[i].address, core->memory[i].size_bytes))
            return true;
    return false;
}

static bool is_in_map(const struct memory_map *map, uint32_t address, uint32_t size_bytes)
{
    for (size_t i = 0; map && i < map->sections_count; i++)
        if (overlap(address, size_bytes, map->sections[i].address, map->sections[i].size_bytes))
            return true;
    return false;
}

/* Whether the memory of PART, moved by BY, is free. Where it is not moved, it may be in MAP. */
static bool is_free(const struct core_file *core, const struct core_file *part,
                    const struct memory_map *map, uint32_t by)
{
    for (size_t i = 0; i < part->memory_count; i++) {
        uint32_t address = part->memory[i].address + by;
        uint32_t size_bytes = part->memory[i].size_bytes;
        if (is_in_core(core, address, size_bytes) ||
            (by &&
             ((uint64_t)address + size_bytes > UINT32_MAX || is_in_map(map, address, size_bytes))))
            return false;
    }
    return true;
}

static bool find_room(const struct core_file *core, const struct core_file *part,
                      const struct memory_map *map, uint32_t *by)
{
    *by = 0;
    while (!is_free(core, part, map, *by)) {
        *by += STEP_BYTES;
        if (*by == 0)
            return false;
    }
    return true;
}

/* ---- moving ---------------------------------------------------------------------------------- */

/* VALUE moved by BY if it is an address in the memory of PART, or the address after a block. */
static uint32_t moved(const struct core_file *part, uint32_t value, uint32_t by)
{
    for (size_t i = 0; i < part->memory_count; i++)
        if (value - part->memory[i].address <= part->memory[i].size_bytes)
            return value + by;
    return value;
}

static void move_words(const struct core_file *part, const struct core_file_memory *memory,
                       uint32_t by)
{
    uint8_t *bytes = (uint8_t *)(uintptr_t)memory->bytes;

    for (uint32_t i = -memory->address & 3; i + 4 <= memory->size_bytes; i += 4) {
        uint32_t value = moved(part, bytes_u32(bytes + i), by);
        for (unsigned j = 0; j < 4; j++)
            bytes[i + j] = (uint8_t)(value >> 8 * j);
    }
}

static void move_all(struct core_file *part, uint32_t by)
{
    for (size_t i = 0; i < part->threads_count; i++)
        for (unsigned number = 0; number < 15; number++)
            part->threads[i].r[number] = moved(part, part->threads[i].r[number], by);
    for (size_t i = 0; i < part->memory_count; i++)
        move_words(part, &part->memory[i], by);
    for (size_t i = 0; i < part->truth_count; i++) {
        part->truth[i].address = moved(part, part->truth[i].address, by);
        part->truth[i].value = moved(part, part->truth[i].value, by);
    }
    for (size_t i = 0; i < part->memory_count; i++)
        part->memory[i].address += by;
}

/* ---- adding ---------------------------------------------------------------------------------- */

bool core_file_merge(struct core_file *core, struct core_file *part, const struct memory_map *map,
                     uint32_t *moved_bytes)
{
    if (!find_room(core, part, map, moved_bytes))
        return false;
    if (*moved_bytes)
        move_all(part, *moved_bytes);
    for (size_t i = 0; i < part->threads_count; i++) {
        part->threads[i].id = (uint32_t)core->threads_count + 1;
        array_push(core->threads, core->threads_count, core->threads_capacity, part->threads[i]);
    }
    for (size_t i = 0; i < part->memory_count; i++)
        array_push(core->memory, core->memory_count, core->memory_capacity, part->memory[i]);
    for (size_t i = 0; i < part->truth_count; i++)
        array_push(core->truth, core->truth_count, core->truth_capacity, part->truth[i]);
    return true;
}

void core_file_free_arrays(struct core_file *core, bool with_bytes)
{
    for (size_t i = 0; with_bytes && i < core->memory_count; i++)
        free((void *)(uintptr_t)core->memory[i].bytes);
    free(core->memory);
    free(core->threads);
    free(core->truth);
    free(core->mappings);
    memset(core, 0, sizeof(*core));
}
