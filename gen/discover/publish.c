/* SPDX-License-Identifier: MIT */
/*
 * Last step of discovery: withdraws uncertain claims, then converts the other claims to mappings.
 * Also adds functions, named by their address, where no symbol says what the code is.
 */
#include "discover/publish.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/format/bytes.h"
#include "discover/discover.h"
#include "elf/image_labels.h"
#include "elf/padding.h"
#include "util/memory.h"

/* "0x00008034" */
#define NAME_BYTES sizeof("0x00000000")

struct publisher {
    struct worklist *worklist;
    struct image *image;
    size_t mappings_capacity;
    struct image_function *found; /* the functions without a symbol, by address */
    size_t found_count, found_capacity;
};

/* ---- mappings ------------------------------------------------------------------------------- */

/*
 * The state of an unclaimed gap from ADDRESS to END - 1. A gap that contains only padding counts as
 * data.
 */
static enum image_state state_of_gap(const struct image *image, uint32_t address, uint32_t end)
{
    for (uint32_t size = 0; address < end; address += size) {
        size = padding_bytes_at(image, address, end);
        if (!size)
            return IMAGE_UNREACHED;
    }
    return IMAGE_DATA;
}

static void add_mapping(struct publisher *publisher, uint32_t address, enum image_state state)
{
    struct image *image = publisher->image;
    struct image_mapping mapping = {.address = address, .state = state};

    if (image->mappings_count && image->mappings[image->mappings_count - 1].state == state)
        return;
    array_push(image->mappings, image->mappings_count, publisher->mappings_capacity, mapping);
}

static void map_section(struct publisher *publisher, const struct image_section *section)
{
    const struct claim_map *claims = &publisher->worklist->claims;
    uint32_t end = section->address + section->size_bytes;
    uint32_t next;

    for (uint32_t at = section->address; at < end; at = next) {
        enum claim kind = claim_map_kind(claims, at);
        next = at + 2;
        if (kind == CLAIM_NONE) {
            while (next < end && claim_map_kind(claims, next) == CLAIM_NONE)
                next += 2;
            add_mapping(publisher, at, state_of_gap(publisher->image, at, next));
        } else if (kind != CLAIM_REST) {
            add_mapping(publisher, at,
                        kind == CLAIM_DATA    ? IMAGE_DATA
                        : kind == CLAIM_THUMB ? IMAGE_THUMB
                                              : IMAGE_ARM);
        }
    }
    add_mapping(publisher, end, IMAGE_DATA);
}

/* ---- functions ------------------------------------------------------------------------------ */

static int by_target(const void *a, const void *b)
{
    const struct found_jump *x = a;
    const struct found_jump *y = b;

    return (x->address > y->address) - (x->address < y->address);
}

/* Code that a branch inside a function jumps over belongs to this function too. Marks this code. */
static void mark_inside(struct worklist *worklist, const struct found_jump *jump)
{
    uint32_t low = jump->site < jump->address ? jump->site : jump->address;
    uint32_t high = jump->site < jump->address ? jump->address : jump->site;

    if (worklist_owner(worklist, low) != worklist_owner(worklist, high) ||
        jump->address == worklist_owner(worklist, low))
        return;
    for (uint32_t at = low + 2; at <= high; at += 2)
        claim_map_mark(&worklist->claims, at, CLAIM_INSIDE);
    claim_map_commit(&worklist->claims);
}

/*
 * Makes the target of a branch from another function a new function. Exception: the function before
 * the target falls through to the target, or has a branch over it. Then the target belongs to that
 * function.
 */
static void find_tail_calls(struct worklist *worklist)
{
    struct claim_map *claims = &worklist->claims;

    for (size_t i = 0; i < worklist->jumps_count; i++)
        mark_inside(worklist, &worklist->jump[i]);
    if (worklist->jumps_count)
        qsort(worklist->jump, worklist->jumps_count, sizeof(*worklist->jump), by_target);
    for (size_t i = 0; i < worklist->jumps_count; i++) {
        const struct found_jump *jump = &worklist->jump[i];
        uint16_t known = claim_map_at(claims, jump->address);
        enum claim kind = (enum claim)(known & CLAIM_MASK);
        if ((kind == CLAIM_ARM || kind == CLAIM_THUMB) &&
            !(known & (CLAIM_START | CLAIM_FALL_THROUGH | CLAIM_INSIDE)) &&
            !image_function_at(worklist->image, jump->address) &&
            worklist_owner(worklist, jump->address) != worklist_owner(worklist, jump->site))
            claim_map_mark(claims, jump->address, CLAIM_START | CLAIM_TAIL);
    }
    claim_map_commit(claims);
}

/* ---- withdrawal of loose functions ---------------------------------------------------------- */

/*
 * A jump into the middle of another function is a path of both functions. If one of the two is
 * loose (not all its paths are known), makes the other one loose too and returns true.
 */
static bool pass_loose(struct worklist *worklist, const struct found_jump *jump)
{
    struct claim_map *claims = &worklist->claims;
    uint32_t from = worklist_owner(worklist, jump->site);
    uint32_t to = worklist_owner(worklist, jump->address);
    uint16_t known_from = claim_map_at(claims, from);
    uint16_t known_to = claim_map_at(claims, to);
    bool apart = to == jump->address && !(known_to & CLAIM_TAIL);

    if (apart || !((known_from ^ known_to) & CLAIM_LOOSE))
        return false;
    claim_map_mark(claims, known_from & CLAIM_LOOSE ? to : from, CLAIM_LOOSE);
    return true;
}

/*
 * Marks all loose functions: those with an unknown path, and those that share paths with them. An
 * unknown path may lead to any address in the function, so nothing in it is certain.
 */
static void spread_loose(struct worklist *worklist)
{
    bool changed = true;

    for (size_t i = 0; i < worklist->loose_count; i++)
        claim_map_mark(&worklist->claims, worklist_owner(worklist, worklist->loose[i]),
                       CLAIM_LOOSE);
    while (changed) {
        changed = false;
        for (size_t i = 0; i < worklist->jumps_count; i++)
            changed |= pass_loose(worklist, &worklist->jump[i]);
    }
    claim_map_commit(&worklist->claims);
}

/* Removes all claims of loose functions in SECTION. */
static void withdraw(struct claim_map *claims, const struct image_section *section)
{
    bool loose = false;

    for (uint32_t at = section->address; claim_map_has(claims, at); at += 2) {
        uint16_t known = claim_map_at(claims, at);
        if (known & CLAIM_START)
            loose = known & CLAIM_LOOSE;
        if (loose)
            claim_map_set(claims, at, CLAIM_NONE);
    }
    claim_map_commit(claims);
}

/* The end of the function at ADDRESS: the end of its last claimed halfword. */
static uint32_t end_of(const struct claim_map *claims, uint32_t address)
{
    uint32_t end = address;

    do {
        address += 2;
        if (claim_map_kind(claims, address - 2) != CLAIM_NONE)
            end = address;
    } while (claim_map_has(claims, address) && !(claim_map_at(claims, address) & CLAIM_START));
    return end;
}

static void add_functions(struct publisher *publisher, const struct image_section *section)
{
    const struct claim_map *claims = &publisher->worklist->claims;
    struct image *image = publisher->image;
    uint32_t end = section->address + section->size_bytes;

    for (uint32_t at = section->address; at < end; at += 2) {
        uint16_t known = claim_map_at(claims, at);
        enum claim kind = (enum claim)(known & CLAIM_MASK);
        struct image_function function = {
            .address = at, .thumb = kind == CLAIM_THUMB, .global = true, .discovered = true};
        if (!(known & CLAIM_START) || (kind != CLAIM_ARM && kind != CLAIM_THUMB) ||
            image_function_at(image, at) || image_label_at(image, at))
            continue;
        function.size_bytes = end_of(claims, at) - at;
        array_push(publisher->found, publisher->found_count, publisher->found_capacity, function);
    }
}

/* Moves the found functions to the image, and gives them names. */
static void name_functions(struct publisher *publisher)
{
    struct image *image = publisher->image;

    image->names = must_realloc(NULL, publisher->found_count + 1, NAME_BYTES);
    for (size_t i = 0; i < publisher->found_count; i++) {
        char *name = image->names + i * NAME_BYTES;
        snprintf(name, NAME_BYTES, "0x%08x", publisher->found[i].address);
        publisher->found[i].name = name;
    }
    image_add_functions(image, publisher->found, publisher->found_count);
    free(publisher->found);
}

void worklist_publish(struct worklist *worklist)
{
    struct image *image = worklist->image;
    struct publisher publisher = {.worklist = worklist, .image = image};

    find_tail_calls(worklist);
    spread_loose(worklist);
    for (size_t i = 0; i < image->sections_count; i++) {
        if (!image->sections[i].executable)
            continue;
        withdraw(&worklist->claims, &image->sections[i]);
        map_section(&publisher, &image->sections[i]);
        add_functions(&publisher, &image->sections[i]);
    }
    name_functions(&publisher);
    image->discovered = true;
}
