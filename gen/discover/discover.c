/* SPDX-License-Identifier: MIT */
#include "discover/discover.h"

#include <string.h>

#include "core/format/bytes.h"
#include "discover/function_start.h"
#include "discover/worklist.h"
#include "elf/exidx_entries.h"
#include "elf/vectors.h"
#include "util/diag.h"

/* ---- what the image says ------------------------------------------------------------------------------- */

static void begin_at_symbols(struct discoverer *discoverer)
{
    const struct image *image = discoverer->image;

    for (size_t i = 0; i < image->functions_count; i++)
        discoverer_function(discoverer, image->functions[i].address, image->functions[i].thumb);
}

/* Where the vector at ADDRESS goes: false when it is no b and no ldr pc, [pc, #n] (ARM ARM A8.8.18, A8.8.64). */
static bool vector_target(const struct image *image, uint32_t address, uint32_t *target)
{
    uint32_t word;

    if (!image_read_number(image, address, 4, &word))
        return false;
    if (word >> 24 == 0xea) {
        *target = address + 8 + ((word & 0xffffff) << 2) - ((word & 0x800000) << 3);
        return true;
    }
    return (word & 0xfffff000) == 0xe59ff000 &&
           image_read_number(image, address + 8 + (word & 0xfff), 4, target);
}

/*
 * Eight jumps in a row (ARM ARM B1.8.1); what stands in the unused one does not matter, and the handler of FIQ may
 * start in the last.
 */
static bool are_vectors(const struct discoverer *discoverer, uint32_t address)
{
    const struct image *image = discoverer->image;
    uint32_t target;

    for (uint32_t i = 0; i < VECTORS; i++)
        if (i != VECTOR_RESERVED && i != VECTOR_FIQ &&
            (!vector_target(image, address + 4 * i, &target) ||
             !claims_has(&discoverer->claims, target & ~1u) ||
             (target != address + 4 * i && target - address < 4 * VECTORS)))
            return false;
    return true;
}

static void begin_at_vectors(struct discoverer *discoverer, uint32_t address)
{
    uint32_t target;

    discoverer_function(discoverer, address, false);
    for (uint32_t i = 0; i < VECTORS; i++) {
        struct piece piece = piece_of_function(address, false, PIECE_FUNCTION);
        piece.address += 4 * i;
        if (!vector_target(discoverer->image, piece.address, &target)) {
            discoverer_try(discoverer, &piece);
            continue;
        }
        discoverer_function(discoverer, target & ~1u, target & 1);
        discoverer_try(discoverer, &piece);
    }
}

static void find_vectors(struct discoverer *discoverer)
{
    const struct image *image = discoverer->image;

    for (size_t i = 0; i < image->sections_count; i++) {
        const struct image_section *section = &image->sections[i];
        uint32_t at = (section->address + VECTORS_ALIGNMENT - 1) & ~(VECTORS_ALIGNMENT - 1u);
        for (; section->executable && at - section->address < section->size_bytes;
             at += VECTORS_ALIGNMENT)
            if (are_vectors(discoverer, at))
                begin_at_vectors(discoverer, at);
    }
}

static void mark_boundaries(struct discoverer *discoverer)
{
    struct exidx_walk walk = {.image = discoverer->image};

    while (exidx_walk_next(&walk))
        claims_mark(&discoverer->claims, walk.entry.start, CLAIM_BOUNDARY);
    claims_commit(&discoverer->claims);
}

/* ---- what may be a function ------------------------------------------------------------------------------ */

static bool looks_good(struct discoverer *discoverer, uint32_t address, bool thumb)
{
    struct piece piece = piece_of_function(address, thumb, PIECE_GUESS);

    return (thumb || address % 4 == 0) && discoverer_looks_good(discoverer, &piece);
}

static bool begin_at_guess(struct discoverer *discoverer, uint32_t address, bool thumb)
{
    struct piece piece = piece_of_function(address, thumb, PIECE_GUESS);

    if (!discoverer_try(discoverer, &piece))
        return false;
    claims_mark(&discoverer->claims, address, CLAIM_START);
    claims_commit(&discoverer->claims);
    return true;
}

/* Functions begin where .ARM.exidx says so, but not in which state. */
static bool go_on_at_exidx(struct discoverer *discoverer)
{
    struct exidx_walk walk = {.image = discoverer->image};
    bool news = false;

    while (exidx_walk_next(&walk)) {
        uint32_t address = walk.entry.start;
        bool arm, thumb;
        if (!claims_has(&discoverer->claims, address) ||
            claims_kind(&discoverer->claims, address) != CLAIM_NONE)
            continue;
        arm = looks_good(discoverer, address, false);
        thumb = looks_good(discoverer, address, true);
        if (arm != thumb && begin_at_guess(discoverer, address, thumb)) {
            discoverer_drain(discoverer);
            news = true;
        }
    }
    return news;
}

/* Whether what stands before ADDRESS is known not to go on there; else that is not known. */
static bool is_apart(const struct discoverer *discoverer, uint32_t address)
{
    const struct claims *claims = &discoverer->claims;
    uint32_t half;

    if (claims_at(claims, address) & CLAIM_BOUNDARY)
        return true;
    for (address -= 2; claims_has(claims, address); address -= 2) {
        if (claims_kind(claims, address) != CLAIM_NONE)
            return true;
        if (!image_read_number(discoverer->image, address, 2, &half) ||
            (half != 0 && half != 0xbf00 && half != 0x46c0))
            return false;
    }
    return true;
}

static bool go_on_at_pointer(struct discoverer *discoverer, uint32_t pointer)
{
    uint32_t address = pointer & ~1u;
    bool thumb = pointer & 1;
    enum guess guess;

    if (!claims_has(&discoverer->claims, address) || (!thumb && address % 4) ||
        claims_kind(&discoverer->claims, address) != CLAIM_NONE)
        return false;
    guess = guess_function(&discoverer->follower.reader, discoverer->image, address, thumb);
    if (guess == GUESS_NOT || (guess == GUESS_MAYBE && !is_apart(discoverer, address)))
        return false;
    return begin_at_guess(discoverer, address, thumb);
}

static bool go_on_at_pointers(struct discoverer *discoverer)
{
    bool news = false;

    for (size_t i = 0; i < discoverer->pointers_count; i++)
        if (go_on_at_pointer(discoverer, discoverer->pointer[i])) {
            discoverer_drain(discoverer);
            news = true;
        }
    return news;
}

/*
 * Every aligned word of data may be a pointer to code; what an image says must not depend on the table that it carries.
 */
static void find_pointers(struct discoverer *discoverer)
{
    const struct image *image = discoverer->image;

    for (size_t i = 0; i < image->sections_count; i++) {
        const struct image_section *section = &image->sections[i];
        uint32_t at = (section->address + 3) & ~3u;
        if (section->executable || image_section_is_table(section) ||
            strncmp(section->name, ".ARM.ex", 7) == 0)
            continue;
        for (; at - section->address + 4 <= section->size_bytes; at += 4) {
            uint32_t word = bytes_u32(section->bytes + (at - section->address));
            if (claims_has(&discoverer->claims, word & ~1u))
                array_push(discoverer->pointer, discoverer->pointers_count,
                           discoverer->pointers_capacity, word);
        }
    }
}

/* ---- all --------------------------------------------------------------------------------------------------- */

int discovery_run(struct image *image)
{
    struct discoverer discoverer;
    int status = discoverer_open(&discoverer, image);

    if (status == STATUS_GOOD) {
        mark_boundaries(&discoverer);
        begin_at_symbols(&discoverer);
        discoverer_function(&discoverer, image->entry, image->entry_thumb);
        find_vectors(&discoverer);
        discoverer_drain(&discoverer);
        find_pointers(&discoverer);
        while (go_on_at_exidx(&discoverer) || discoverer_go_on_behind_calls(&discoverer) ||
               go_on_at_pointers(&discoverer))
            discoverer_drain(&discoverer);
        discoverer_tell(&discoverer);
    }
    discoverer_close(&discoverer);
    return status;
}
