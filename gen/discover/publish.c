/* SPDX-License-Identifier: MIT */
/* What was found as the rest of the tool wants it: mappings, and functions by name. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/format/bytes.h"
#include "discover/discover.h"
#include "discover/worklist.h"
#include "util/diag.h"

/* "0x00008034" */
#define NAME_BYTES sizeof("0x00000000")

struct teller {
    struct discoverer *discoverer;
    struct image *image;
    size_t mappings_capacity, functions_capacity;
};

/* ---- mappings -------------------------------------------------------------------------------------------- */

/* How much of what stands at ADDRESS fills up to an alignment: no-operations and zeros. 0: it is something else. */
static uint32_t filling_at(const struct image *image, uint32_t address)
{
    uint32_t half = 1;
    uint32_t word = 1;

    image_read_number(image, address, 2, &half);
    image_read_number(image, address, 4, &word);
    if (half == 0 || half == 0xbf00 || half == 0x46c0)
        return 2;
    return word == 0xe320f000 || word == 0xe1a00000 || word == 0x8000f3af ? 4 : 0;
}

/* From ADDRESS to END nothing is claimed. */
static enum image_state state_of_gap(const struct image *image, uint32_t address, uint32_t end)
{
    for (uint32_t size = 0; address < end; address += size) {
        size = filling_at(image, address);
        if (!size)
            return IMAGE_UNREACHED;
    }
    return IMAGE_DATA;
}

static void add_mapping(struct teller *teller, uint32_t address, enum image_state state)
{
    struct image *image = teller->image;
    struct image_mapping mapping = {address, state};

    if (image->mappings_count && image->mappings[image->mappings_count - 1].state == state)
        return;
    array_push(image->mappings, image->mappings_count, teller->mappings_capacity, mapping);
}

static void map_section(struct teller *teller, const struct image_section *section)
{
    const struct claims *claims = &teller->discoverer->claims;
    uint32_t end = section->address + section->size_bytes;
    uint32_t next;

    for (uint32_t at = section->address; at < end; at = next) {
        enum claim kind = claims_kind(claims, at);
        next = at + 2;
        if (kind == CLAIM_NONE) {
            while (next < end && claims_kind(claims, next) == CLAIM_NONE)
                next += 2;
            add_mapping(teller, at, state_of_gap(teller->image, at, next));
        } else if (kind != CLAIM_REST) {
            add_mapping(teller, at,
                        kind == CLAIM_DATA    ? IMAGE_DATA
                        : kind == CLAIM_THUMB ? IMAGE_THUMB
                                              : IMAGE_ARM);
        }
    }
    add_mapping(teller, end, IMAGE_DATA);
}

/* ---- functions ---------------------------------------------------------------------------------------------- */

static int by_target(const void *a, const void *b)
{
    const struct found_jump *x = a;
    const struct found_jump *y = b;

    return (x->address > y->address) - (x->address < y->address);
}

/* What a branch leads over is of the function on both sides of it. */
static void mark_inside(struct discoverer *discoverer, const struct found_jump *jump)
{
    uint32_t low = jump->site < jump->address ? jump->site : jump->address;
    uint32_t high = jump->site < jump->address ? jump->address : jump->site;

    if (discoverer_owner(discoverer, low) != discoverer_owner(discoverer, high) ||
        jump->address == discoverer_owner(discoverer, low))
        return;
    for (uint32_t at = low + 2; at <= high; at += 2)
        claims_mark(&discoverer->claims, at, CLAIM_INSIDE);
    claims_commit(&discoverer->claims);
}

/* Code to which another function branches is a function, if nothing else of what it stands behind leads there. */
static void find_tail_calls(struct discoverer *discoverer)
{
    struct claims *claims = &discoverer->claims;

    for (size_t i = 0; i < discoverer->jumps_count; i++)
        mark_inside(discoverer, &discoverer->jump[i]);
    if (discoverer->jumps_count)
        qsort(discoverer->jump, discoverer->jumps_count, sizeof(*discoverer->jump), by_target);
    for (size_t i = 0; i < discoverer->jumps_count; i++) {
        const struct found_jump *jump = &discoverer->jump[i];
        uint16_t known = claims_at(claims, jump->address);
        enum claim kind = (enum claim)(known & CLAIM_MASK);
        if ((kind == CLAIM_ARM || kind == CLAIM_THUMB) &&
            !(known & (CLAIM_START | CLAIM_FALLEN | CLAIM_INSIDE)) &&
            discoverer_owner(discoverer, jump->address) != discoverer_owner(discoverer, jump->site))
            claims_mark(claims, jump->address, CLAIM_START | CLAIM_TAIL);
    }
    claims_commit(claims);
}

/* ---- what is taken back ------------------------------------------------------------------------------------- */

/*
 * Whether JUMP makes a function loose since the other of its two is: the way into the middle of one is a way of both.
 */
static bool pass_loose(struct discoverer *discoverer, const struct found_jump *jump)
{
    struct claims *claims = &discoverer->claims;
    uint32_t from = discoverer_owner(discoverer, jump->site);
    uint32_t to = discoverer_owner(discoverer, jump->address);
    uint16_t known_from = claims_at(claims, from);
    uint16_t known_to = claims_at(claims, to);
    bool apart = to == jump->address && !(known_to & CLAIM_TAIL);

    if (apart || !((known_from ^ known_to) & CLAIM_LOOSE))
        return false;
    claims_mark(claims, known_from & CLAIM_LOOSE ? to : from, CLAIM_LOOSE);
    return true;
}

/* Nothing is claimed of functions with ways that are not known: one may lead to any place of it. */
static void spread_loose(struct discoverer *discoverer)
{
    bool news = true;

    for (size_t i = 0; i < discoverer->loose_count; i++)
        claims_mark(&discoverer->claims, discoverer_owner(discoverer, discoverer->loose[i]),
                    CLAIM_LOOSE);
    while (news) {
        news = false;
        for (size_t i = 0; i < discoverer->jumps_count; i++)
            news |= pass_loose(discoverer, &discoverer->jump[i]);
    }
    claims_commit(&discoverer->claims);
}

static void withdraw(struct claims *claims, const struct image_section *section)
{
    bool loose = false;

    for (uint32_t at = section->address; claims_has(claims, at); at += 2) {
        uint16_t known = claims_at(claims, at);
        if (known & CLAIM_START)
            loose = known & CLAIM_LOOSE;
        if (loose)
            claims_set(claims, at, CLAIM_NONE);
    }
    claims_commit(claims);
}

/* Where the function at ADDRESS ends: behind the last of it that is claimed. */
static uint32_t end_of(const struct claims *claims, uint32_t address)
{
    uint32_t end = address;

    do {
        address += 2;
        if (claims_kind(claims, address - 2) != CLAIM_NONE)
            end = address;
    } while (claims_has(claims, address) && !(claims_at(claims, address) & CLAIM_START));
    return end;
}

static void add_functions(struct teller *teller, const struct image_section *section)
{
    const struct claims *claims = &teller->discoverer->claims;
    struct image *image = teller->image;
    uint32_t end = section->address + section->size_bytes;

    for (uint32_t at = section->address; at < end; at += 2) {
        uint16_t known = claims_at(claims, at);
        enum claim kind = (enum claim)(known & CLAIM_MASK);
        struct image_function function = {
            .address = at, .thumb = kind == CLAIM_THUMB, .global = true};
        if (!(known & CLAIM_START) || (kind != CLAIM_ARM && kind != CLAIM_THUMB))
            continue;
        function.size_bytes = end_of(claims, at) - at;
        array_push(image->functions, image->functions_count, teller->functions_capacity, function);
    }
}

static void name_functions(struct image *image)
{
    image->names = must_realloc(NULL, image->functions_count + 1, NAME_BYTES);
    for (size_t i = 0; i < image->functions_count; i++) {
        char *name = image->names + i * NAME_BYTES;
        snprintf(name, NAME_BYTES, "0x%08x", image->functions[i].address);
        image->functions[i].name = name;
    }
}

void discoverer_tell(struct discoverer *discoverer)
{
    struct image *image = discoverer->image;
    struct teller teller = {.discoverer = discoverer, .image = image};
    bool named = image->functions_count;

    if (!named)
        find_tail_calls(discoverer);
    spread_loose(discoverer);
    for (size_t i = 0; i < image->sections_count; i++) {
        if (!image->sections[i].executable)
            continue;
        withdraw(&discoverer->claims, &image->sections[i]);
        map_section(&teller, &image->sections[i]);
        if (!named)
            add_functions(&teller, &image->sections[i]);
    }
    if (!named)
        name_functions(image);
    image->discovered = true;
}
