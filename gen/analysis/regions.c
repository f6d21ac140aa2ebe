/* SPDX-License-Identifier: MIT */
/*
 * Cuts an image into regions, and keeps the queue of those that must be solved. For the stage
 * analysis.
 */
#include "analysis/regions.h"

#include <stdlib.h>
#include <string.h>

#include "insn/effect.h"
#include "util/memory.h"

/* ---- cut the image --------------------------------------------------------------------------- */

/* The size at which code without function symbols is cut: a region must fit into memory. */
enum { REGION_NAMELESS_BYTES_MAX = 1 << 16 };

struct cutter {
    struct regions *regions;
    size_t function;   /* index of the next function that has not begun */
    uint32_t code_end; /* highest end of the functions that have begun */
    /* number of instructions that depend on the one before and must stay in its region */
    uint32_t bound;
};

/* Whether a function starts at AT, or in the data before AT, outside of all earlier functions. */
static bool function_starts(struct cutter *cutter, uint32_t at)
{
    const struct image *image = cutter->regions->image;
    bool starts = false;

    for (; cutter->function < image->functions_count; cutter->function++) {
        const struct image_function *function = &image->functions[cutter->function];
        uint32_t end;
        if (function->address > at)
            break;
        end = image_function_end(image, function);
        starts |= function->address >= cutter->code_end;
        cutter->code_end = end > cutter->code_end ? end : cutter->code_end;
    }
    return starts;
}

static bool is_long(const struct cutter *cutter, uint32_t at)
{
    const struct regions *regions = cutter->regions;

    return at >= cutter->code_end && !cutter->bound &&
           at - regions->region[regions->count - 1].start >= REGION_NAMELESS_BYTES_MAX;
}

/* MOV lr, pc or ADD lr, pc, #n. The jump after it is a call (cfg_nodes.c). */
static bool links(const struct image_instruction *at, uint32_t code)
{
    if (at->thumb)
        return at->size_bytes == 2 && code == 0x46fe;
    return (code & 0x0fffffff) == 0x01a0e00f || (code & 0x0ffff000) == 0x028fe000;
}

/*
 * Sets how many instructions after AT, which is in code without functions, must stay in the region
 * of AT.
 */
static void bind(struct cutter *cutter, const struct image_instruction *at)
{
    uint32_t code = 0;

    cutter->bound -= cutter->bound > 0;
    image_read_number(cutter->regions->image, at->address, at->size_bytes, &code);
    if (effect_starts_it(at, code))
        cutter->bound = 4 - (uint32_t)__builtin_ctz(code);
    else if (links(at, code))
        cutter->bound = 1;
}

static void cut(struct regions *regions)
{
    struct cutter cutter = {.regions = regions};
    struct image_walk walk = {.image = regions->image};
    size_t section = 0;

    while (image_walk_next(&walk)) {
        struct region region = {.start = walk.instruction.address, .unreached = true};
        bool starts = function_starts(&cutter, region.start);
        if (regions->count == 0 || walk.section != section || starts ||
            is_long(&cutter, region.start))
            array_push(regions->region, regions->count, regions->capacity, region);
        if (region.start >= cutter.code_end)
            bind(&cutter, &walk.instruction);
        section = walk.section;
        regions->region[regions->count - 1].end = region.start + walk.instruction.size_bytes;
    }
}

void regions_make(struct regions *regions, const struct image *image,
                  const struct forced_contexts *forced, const struct row_options *options)
{
    memset(regions, 0, sizeof(*regions));
    regions->image = image;
    regions->options = *options;
    regions->given_up = options->given_up;
    code_map_make(&regions->map, image);
    cut(regions);
    local_calls_make(&regions->locals, regions->count);
    inner_calls_find(&regions->inner, image);
    regions->forced = *forced;
    for (size_t i = 0; i < regions->count; i++)
        regions->region[i].forced =
            forced_contexts_in(&regions->forced, regions->region[i].start, regions->region[i].end);
    regions->queue = must_realloc(NULL, regions->count, sizeof(*regions->queue));
}

void regions_settle(struct regions *regions)
{
    for (size_t i = 0; i < regions->count; i++)
        local_calls_group(&regions->locals, (uint32_t)i);
    regions->settled = true;
}

void regions_free(struct regions *regions)
{
    code_map_free(&regions->map);
    node_store_free(&regions->store);
    region_entries_free(&regions->entries);
    forced_contexts_free(&regions->forced);
    assumptions_free(&regions->assumptions);
    free(regions->region);
    free(regions->callee);
    local_calls_free(&regions->locals);
    inner_calls_free(&regions->inner);
    carried_addresses_free(&regions->carried);
    computed_addresses_free(&regions->computed_addresses);
    free(regions->queue);
    free(regions->computed);
    free(regions->vectors);
    free(regions->label);
    memset(regions, 0, sizeof(*regions));
}

void regions_restart(struct regions *regions, uint32_t given_up)
{
    const struct image *image = regions->image;
    const struct row_options options = regions->options;
    struct forced_contexts forced = regions->forced;
    const struct node_store store = regions->store;

    memset(&regions->forced, 0, sizeof(regions->forced));
    memset(&regions->store, 0, sizeof(regions->store));
    regions_free(regions);
    regions_make(regions, image, &forced, &options);
    regions->given_up = given_up;
    regions->store = store; /* depends only on the image */
}

/* ---- entries --------------------------------------------------------------------------------- */

uint32_t regions_at(const struct regions *regions, uint32_t address)
{
    return (uint32_t)array_upper_bound(regions->region, regions->count, start, address) - 1;
}

struct region_entry *regions_entry(struct regions *regions, uint32_t address)
{
    struct region_entry *entry = region_entries_find(&regions->entries, address);
    const struct image_section *section;
    struct image_instruction at;
    struct region *region;

    if (entry || regions->settled || !(code_map_bits(&regions->map, address) & CODE_STARTS))
        return entry;
    section = image_section_at(regions->image, address);
    if (!image_next_instruction(regions->image, section, address, &at))
        return NULL;
    entry = region_entries_add(&regions->entries, &at, regions_at(regions, address));
    region = &regions->region[entry->region];
    entry->next = region->entry;
    region->entry = (uint32_t)regions->entries.count;
    return entry;
}

bool regions_is_entered(const struct regions *regions, uint32_t address)
{
    return (code_map_bits(&regions->map, address) & CODE_JUMPED) ||
           region_entries_called(&regions->entries, address);
}

bool regions_begins_frame(const struct regions *regions, uint32_t region)
{
    const struct region_entry *entry =
        region_entries_find(&regions->entries, regions->region[region].start);

    return entry && entry->called && !entry->arrived;
}

/* ---- the queue ------------------------------------------------------------------------------- */

bool regions_has_assumed_targets(const struct regions *regions, uint32_t address)
{
    size_t i = array_lower_bound(regions->computed, regions->computed_count, from, address);

    return i < regions->computed_count && regions->computed[i].from == address;
}

void regions_enqueue(struct regions *regions, uint32_t region)
{
    if (regions->region[region].queued)
        return;
    regions->region[region].queued = true;
    regions->queue[(regions->queue_first + regions->queue_count++) % regions->count] = region;
}

bool regions_dequeue(struct regions *regions, uint32_t *region)
{
    if (!regions->queue_count)
        return false;
    *region = regions->queue[regions->queue_first];
    regions->queue_first = (regions->queue_first + 1) % regions->count;
    regions->queue_count--;
    regions->region[*region].queued = false;
    return true;
}

void regions_enqueue_referrers(struct regions *regions, const struct region_entry *entry)
{
    const struct region_entries *entries = &regions->entries;

    for (uint32_t i = entry->referrer; i; i = entries->referrer[i - 1].next)
        regions_enqueue(regions, entries->referrer[i - 1].region);
}

/* ---- the order ------------------------------------------------------------------------------- */

/* A region on the stack of a depth-first walk, and its next callee. */
struct order_step {
    uint32_t region, callee;
};

struct order {
    struct regions *regions;
    bool *seen;
    struct order_step *stack;
    size_t count, capacity;
};

static void enter(struct order *order, uint32_t region)
{
    struct order_step step = {region, order->regions->region[region].callees_first};

    if (order->seen[region])
        return;
    order->seen[region] = true;
    array_push(order->stack, order->count, order->capacity, step);
}

static uint32_t callees_end(const struct regions *regions, uint32_t region)
{
    return region + 1 < regions->count ? regions->region[region + 1].callees_first
                                       : (uint32_t)regions->callees_count;
}

static void enqueue_from(struct order *order, uint32_t region)
{
    struct regions *regions = order->regions;

    enter(order, region);
    while (order->count) {
        struct order_step *top = &order->stack[order->count - 1];
        if (top->callee < callees_end(regions, top->region)) {
            enter(order, regions->callee[top->callee++]);
        } else {
            regions_enqueue(regions, top->region);
            order->count--;
        }
    }
}

void regions_enqueue_all(struct regions *regions)
{
    struct order order = {.regions = regions};

    order.seen = must_realloc(NULL, regions->count, sizeof(*order.seen));
    memset(order.seen, 0, regions->count * sizeof(*order.seen));
    for (size_t i = 0; i < regions->count; i++)
        enqueue_from(&order, (uint32_t)i);
    free(order.seen);
    free(order.stack);
}
