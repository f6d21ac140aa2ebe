/* SPDX-License-Identifier: MIT */
/*
 * Divides the memory of a profile into sections, opens and resets it. The memory is a valid live
 * capture at any time, so that a memory dump can be read.
 */
#include "../format/crc32.h"
#include "profile_internal.h"

_Static_assert(sizeof(struct bobbin_profile_context) == PROFILE_CONTEXT_BYTES,
               "PROFILE_CONTEXT_BYTES");
_Static_assert(sizeof(struct bobbin_profile_node) == PROFILE_NODE_BYTES, "PROFILE_NODE_BYTES");
_Static_assert(sizeof(struct bobbin_profile_raw) == PROFILE_RAW_BYTES, "PROFILE_RAW_BYTES");
_Static_assert(sizeof(struct bobbin_profile_cost) == PROFILE_COST_BYTES, "PROFILE_COST_BYTES");

enum { PADDING_AND_CRC_BYTES = 3 + 4, INDEX_BYTES = 2, LIST_MAX = 1000, RING_MAX = 1 << 24 };

struct part {
    uint16_t type, flags, record_bytes;
};

static const struct part parts_of_all[PROFILE_PARTS] = {
    [PROFILE_PART_RING] = {PROFILE_SECTION_RING, 0, PROFILE_RAW_BYTES},
    [PROFILE_PART_CONTEXTS] = {PROFILE_SECTION_CONTEXTS, PROFILE_ENTRY_REQUIRED,
                               PROFILE_CONTEXT_BYTES},
    [PROFILE_PART_NODES] = {PROFILE_SECTION_NODES, PROFILE_ENTRY_REQUIRED, PROFILE_NODE_BYTES},
    [PROFILE_PART_COSTS] = {PROFILE_SECTION_COSTS, 0, PROFILE_COST_BYTES},
    [PROFILE_PART_COUNTERS] = {PROFILE_SECTION_COUNTERS, PROFILE_ENTRY_REQUIRED, 4},
    [PROFILE_PART_INDEX] = {PROFILE_SECTION_INDEX, 0, INDEX_BYTES},
};

static void put_half(uint8_t *out, uint32_t value)
{
    out[0] = (uint8_t)value;
    out[1] = (uint8_t)(value >> 8);
}

uint32_t profile_directory(uint8_t *header, const uint32_t *records, uint32_t parts)
{
    uint32_t header_bytes = PROFILE_HEADER_DIRECTORY + parts * PROFILE_ENTRY_BYTES;
    uint32_t offset = header_bytes;

    for (uint32_t i = 0; i < parts; i++) {
        uint8_t *entry = header + PROFILE_HEADER_DIRECTORY + i * PROFILE_ENTRY_BYTES;
        uint32_t size_bytes = records[i] * parts_of_all[i].record_bytes;
        put_half(entry + PROFILE_ENTRY_TYPE, parts_of_all[i].type);
        put_half(entry + PROFILE_ENTRY_FLAGS, parts_of_all[i].flags);
        profile_put(entry + PROFILE_ENTRY_RECORD_BYTES, parts_of_all[i].record_bytes);
        profile_put(entry + PROFILE_ENTRY_OFFSET, offset);
        profile_put(entry + PROFILE_ENTRY_SIZE, size_bytes);
        offset += (size_bytes + PADDING_AND_CRC_BYTES) & ~3u;
    }
    put_half(header + PROFILE_HEADER_HEADER_BYTES, header_bytes);
    put_half(header + PROFILE_HEADER_SECTIONS, parts);
    profile_put(header + PROFILE_HEADER_SIZE, offset);
    return offset;
}

void profile_seal(uint8_t *header, uint32_t size_bytes)
{
    uint32_t crc = bobbin_crc32(0, header, PROFILE_HEADER_CRC);

    crc = bobbin_crc32(crc, header + PROFILE_HEADER_CRC + 4, size_bytes - PROFILE_HEADER_CRC - 4);
    profile_put(header + PROFILE_HEADER_CRC, crc);
}

/*
 * DIVIDEND / DIVISOR, at most 0x1ffff. Not all processors have a divide instruction, and the core
 * uses no library.
 */
static uint32_t quotient(uint32_t dividend, uint32_t divisor)
{
    uint32_t result = 0;

    for (uint32_t bit = 1u << 16; bit; bit >>= 1)
        if (dividend >= bit * divisor) {
            dividend -= bit * divisor;
            result |= bit;
        }
    return result;
}

/* The volatile pointer stops the compiler from calling memset. */
static void zero(void *memory, uint32_t size_bytes)
{
    volatile uint32_t *word = memory;

    for (uint32_t i = 0; i < size_bytes / 4; i++)
        word[i] = 0;
}

static bool is_sound(const struct bobbin_profile_config *config, uint32_t size_bytes)
{
    return size_bytes >= PROFILE_HEADER_BYTES && size_bytes < 1u << 31 &&
           config->build_id_size <= PROFILE_BUILD_ID_MAX && config->depth_max &&
           config->contexts_max && config->contexts_max <= LIST_MAX &&
           config->costs_max <= LIST_MAX && config->ring_max <= RING_MAX &&
           !(config->ring_max & (config->ring_max - 1));
}

/* How many nodes fit into ROOM bytes, next to the heads of BUCKETS hash buckets. */
static uint32_t nodes_beside(uint32_t buckets, uint32_t room)
{
    const uint32_t node_bytes = PROFILE_NODE_BYTES + INDEX_BYTES;

    if (room < buckets * INDEX_BYTES)
        return 0;
    room -= buckets * INDEX_BYTES;
    return room < PROFILE_NODES_MAX * node_bytes ? quotient(room, node_bytes) : PROFILE_NODES_MAX;
}

/*
 * Divides ROOM bytes into nodes and buckets. The number of buckets is a power of two, and at least
 * the number of nodes. Returns false if there is no room for a node.
 */
static bool divide(struct bobbin_profile *profile, uint32_t *records, uint32_t room)
{
    uint32_t buckets = 2, shift = 31, nodes;

    while ((nodes = nodes_beside(buckets, room)) > buckets) {
        buckets *= 2;
        shift--;
    }
    profile->nodes_max = nodes;
    profile->hash_shift = shift;
    records[PROFILE_PART_NODES] = nodes;
    records[PROFILE_PART_INDEX] = buckets + nodes;
    return nodes > 0;
}

static void write_header(uint8_t *header, const struct bobbin_profile_config *config)
{
    profile_put(header, PROFILE_MAGIC);
    header[PROFILE_HEADER_MAJOR] = PROFILE_MAJOR;
    header[PROFILE_HEADER_MINOR] = PROFILE_MINOR;
    put_half(header + PROFILE_HEADER_BUILD_ID_SIZE, config->build_id_size);
    for (uint32_t i = 0; i < config->build_id_size; i++)
        header[PROFILE_HEADER_BUILD_ID + i] = config->build_id[i];
    profile_put(header + PROFILE_HEADER_FLAGS, config->flags | PROFILE_FLAG_LIVE);
    put_half(header + PROFILE_HEADER_PROCESSOR, config->processor);
    put_half(header + PROFILE_HEADER_PROCESSORS, config->processors);
    profile_put(header + PROFILE_HEADER_CLOCK_HZ, config->clock_hz);
    profile_put(header + PROFILE_HEADER_TIMER_HZ, config->timer_hz);
    profile_put(header + PROFILE_HEADER_PERIOD_TICKS, config->period_ticks);
    profile_put(header + PROFILE_HEADER_JITTER_TICKS, config->jitter_ticks);
    profile_put(header + PROFILE_HEADER_DEPTH_MAX, config->depth_max);
    profile_put(header + PROFILE_HEADER_COST_MAX, config->cost_max);
    profile_put(header + PROFILE_HEADER_RUN, config->run);
}

static void *part_at(const struct bobbin_profile *profile, uint32_t part)
{
    const uint32_t *entry =
        (const uint32_t *)(const void *)(profile->header + PROFILE_HEADER_DIRECTORY +
                                         part * PROFILE_ENTRY_BYTES);

    return profile->header + entry[PROFILE_ENTRY_OFFSET / 4];
}

static void find_parts(struct bobbin_profile *profile)
{
    profile->ring = part_at(profile, PROFILE_PART_RING);
    profile->contexts = part_at(profile, PROFILE_PART_CONTEXTS);
    profile->nodes = part_at(profile, PROFILE_PART_NODES);
    profile->costs = part_at(profile, PROFILE_PART_COSTS);
    profile->counters = part_at(profile, PROFILE_PART_COUNTERS);
    profile->links = part_at(profile, PROFILE_PART_INDEX);
    profile->heads = profile->links + profile->nodes_max;
}

static void begin_counting(struct bobbin_profile *profile)
{
    profile->contexts[0].flags = PROFILE_IS_OTHER;
    profile->counters[PROFILE_COUNTER_CONTEXTS] = 1;
}

bool bobbin_profile_open(struct bobbin_profile *profile, void *memory, uint32_t size_bytes,
                         const struct bobbin_profile_config *config)
{
    uint32_t records[PROFILE_PARTS] = {config->ring_max,  config->contexts_max, 0,
                                       config->costs_max, PROFILE_COUNTERS,     0};
    uint32_t fixed;

    if (!is_sound(config, size_bytes))
        return false;
    fixed = profile_directory(memory, records, PROFILE_PARTS) + 3;
    if (fixed > size_bytes || !divide(profile, records, size_bytes - fixed))
        return false;
    zero(memory, size_bytes);
    write_header(memory, config);
    profile_directory(memory, records, PROFILE_PARTS);
    profile->header = memory;
    find_parts(profile);
    profile->contexts_max = config->contexts_max;
    profile->ring_max = config->ring_max;
    profile->costs_max = config->costs_max;
    profile->depth_max = config->depth_max;
    profile->cost_max = config->cost_max;
    profile->now = config->now;
    profile->root = profile->level = profile->missed = 0;
    profile->closed = false;
    begin_counting(profile);
    profile_seal(memory, PROFILE_HEADER_BYTES);
    bobbin_profile_start(profile);
    return true;
}

void bobbin_profile_start(struct bobbin_profile *profile)
{
    profile->last = profile_now(profile);
}

/* The fences stop the compiler from moving other accesses across the change of CLOSED. */
static void set_closed(struct bobbin_profile *profile, bool closed)
{
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    __atomic_store_n(&profile->closed, closed, __ATOMIC_RELAXED);
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
}

void bobbin_profile_reset(struct bobbin_profile *profile)
{
    uint8_t *begin = profile->header + PROFILE_HEADER_BYTES;
    uint32_t *header = (uint32_t *)(void *)profile->header;

    set_closed(profile, true);
    zero(begin, header[PROFILE_HEADER_SIZE / 4] - PROFILE_HEADER_BYTES);
    begin_counting(profile);
    header[PROFILE_HEADER_EPOCH / 4]++;
    profile_seal(profile->header, PROFILE_HEADER_BYTES);
    bobbin_profile_start(profile);
    set_closed(profile, false);
    profile->counters[PROFILE_COUNTER_DROPPED] = profile->missed;
    profile->missed = 0;
    profile_add(&profile->counters[PROFILE_COUNTER_TAKEN],
                profile->counters[PROFILE_COUNTER_DROPPED]);
}
