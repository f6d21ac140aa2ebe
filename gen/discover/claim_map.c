/* SPDX-License-Identifier: MIT */
/* Stores what discovery knows of each halfword of code, and a log of changes to undo them. */
#include "discover/claim_map.h"

#include <stdlib.h>
#include <string.h>

#include "util/memory.h"

#define NO_INDEX SIZE_MAX

static size_t index_of(const struct claim_map *claims, uint32_t address)
{
    const struct image_section *section = image_section_at(claims->image, address);

    if (!section || !section->executable || address % 2)
        return NO_INDEX;
    return claims->first[section - claims->image->sections] + (address - section->address) / 2;
}

void claim_map_make(struct claim_map *claims, const struct image *image)
{
    size_t count = 0;

    memset(claims, 0, sizeof(*claims));
    claims->image = image;
    claims->first = must_realloc(NULL, image->sections_count + 1, sizeof(*claims->first));
    for (size_t i = 0; i < image->sections_count; i++) {
        claims->first[i] = count;
        if (image->sections[i].executable)
            count += image->sections[i].size_bytes / 2 + 1;
    }
    claims->bits = must_realloc(NULL, count + 1, sizeof(*claims->bits));
    memset(claims->bits, 0, (count + 1) * sizeof(*claims->bits));
    claims->owner = must_realloc(NULL, count + 1, sizeof(*claims->owner));
    memset(claims->owner, 0, (count + 1) * sizeof(*claims->owner));
}

void claim_map_free(struct claim_map *claims)
{
    free(claims->first);
    free(claims->bits);
    free(claims->owner);
    free(claims->changes);
    memset(claims, 0, sizeof(*claims));
}

bool claim_map_has(const struct claim_map *claims, uint32_t address)
{
    return index_of(claims, address) != NO_INDEX;
}

uint16_t claim_map_at(const struct claim_map *claims, uint32_t address)
{
    size_t index = index_of(claims, address);

    return index == NO_INDEX ? 0 : claims->bits[index];
}

uint32_t claim_map_owner(const struct claim_map *claims, uint32_t address)
{
    size_t index = index_of(claims, address);

    return index == NO_INDEX ? address : claims->owner[index];
}

void claim_map_own(struct claim_map *claims, uint32_t address, uint32_t owner)
{
    size_t index = index_of(claims, address);

    if (index != NO_INDEX)
        claims->owner[index] = owner;
}

static void change(struct claim_map *claims, uint32_t address, unsigned set, unsigned cleared)
{
    size_t index = index_of(claims, address);
    struct claim_change old;

    if (index == NO_INDEX)
        return;
    old = (struct claim_change){index, claims->bits[index]};
    array_push(claims->changes, claims->changes_count, claims->changes_capacity, old);
    claims->bits[index] = (uint16_t)((old.bits & ~cleared) | set);
}

void claim_map_set(struct claim_map *claims, uint32_t address, enum claim claim)
{
    change(claims, address, claim, CLAIM_MASK);
}

void claim_map_mark(struct claim_map *claims, uint32_t address, enum claim_bit bit)
{
    change(claims, address, bit, 0);
}

void claim_map_unmark(struct claim_map *claims, uint32_t address, enum claim_bit bit)
{
    change(claims, address, 0, bit);
}

bool claim_map_data(struct claim_map *claims, uint32_t address, uint32_t size_bytes)
{
    uint32_t end = address + size_bytes;

    for (uint32_t at = address & ~1u; at < end; at += 2) {
        enum claim kind = claim_map_kind(claims, at);
        if (!claim_map_has(claims, at) || (kind != CLAIM_NONE && kind != CLAIM_DATA))
            return false;
        if (kind == CLAIM_NONE)
            claim_map_set(claims, at, CLAIM_DATA);
    }
    return true;
}

void claim_map_commit(struct claim_map *claims)
{
    claims->changes_count = 0;
}

void claim_map_undo(struct claim_map *claims)
{
    while (claims->changes_count) {
        const struct claim_change *old = &claims->changes[--claims->changes_count];
        claims->bits[old->index] = old->bits;
    }
}
