/* SPDX-License-Identifier: MIT */
#include "discover/claim_map.h"

#include <stdlib.h>
#include <string.h>

#include "util/diag.h"

#define NOWHERE SIZE_MAX

static size_t index_of(const struct claims *claims, uint32_t address)
{
    const struct image_section *section = image_section_at(claims->image, address);

    if (!section || !section->executable || address % 2)
        return NOWHERE;
    return claims->first[section - claims->image->sections] + (address - section->address) / 2;
}

void claims_make(struct claims *claims, const struct image *image)
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

void claims_free(struct claims *claims)
{
    free(claims->first);
    free(claims->bits);
    free(claims->owner);
    free(claims->before);
    memset(claims, 0, sizeof(*claims));
}

bool claims_has(const struct claims *claims, uint32_t address)
{
    return index_of(claims, address) != NOWHERE;
}

uint16_t claims_at(const struct claims *claims, uint32_t address)
{
    size_t index = index_of(claims, address);

    return index == NOWHERE ? 0 : claims->bits[index];
}

uint32_t claims_owner(const struct claims *claims, uint32_t address)
{
    size_t index = index_of(claims, address);

    return index == NOWHERE ? address : claims->owner[index];
}

void claims_own(struct claims *claims, uint32_t address, uint32_t owner)
{
    size_t index = index_of(claims, address);

    if (index != NOWHERE)
        claims->owner[index] = owner;
}

static void change(struct claims *claims, uint32_t address, unsigned set, unsigned cleared)
{
    size_t index = index_of(claims, address);
    struct claim_before before;

    if (index == NOWHERE)
        return;
    before = (struct claim_before){index, claims->bits[index]};
    array_push(claims->before, claims->before_count, claims->before_capacity, before);
    claims->bits[index] = (uint16_t)((before.bits & ~cleared) | set);
}

void claims_set(struct claims *claims, uint32_t address, enum claim claim)
{
    change(claims, address, claim, CLAIM_MASK);
}

void claims_mark(struct claims *claims, uint32_t address, enum claim_bit bit)
{
    change(claims, address, bit, 0);
}

void claims_unmark(struct claims *claims, uint32_t address, enum claim_bit bit)
{
    change(claims, address, 0, bit);
}

bool claims_data(struct claims *claims, uint32_t address, uint32_t size_bytes)
{
    uint32_t end = address + size_bytes;

    for (uint32_t at = address & ~1u; at < end; at += 2) {
        enum claim kind = claims_kind(claims, at);
        if (!claims_has(claims, at) || (kind != CLAIM_NONE && kind != CLAIM_DATA))
            return false;
        if (kind == CLAIM_NONE)
            claims_set(claims, at, CLAIM_DATA);
    }
    return true;
}

void claims_commit(struct claims *claims)
{
    claims->before_count = 0;
}

void claims_undo(struct claims *claims)
{
    while (claims->before_count) {
        const struct claim_before *before = &claims->before[--claims->before_count];
        claims->bits[before->index] = before->bits;
    }
}
