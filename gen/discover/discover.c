/* SPDX-License-Identifier: MIT */
/*
 * Finds the addresses at which discovery starts: first the certain ones (symbols, ELF entry,
 * vectors), then likely ones (.ARM.exidx, code after calls, pointers), until nothing new is found.
 */
#include "discover/discover.h"

#include <string.h>

#include "core/format/bytes.h"
#include "discover/publish.h"
#include "discover/worklist.h"
#include "elf/exidx_entries.h"
#include "elf/padding.h"
#include "elf/vectors.h"
#include "insn/function_start.h"
#include "util/diag.h"
#include "util/memory.h"

/* ---- certain functions ---------------------------------------------------------------------- */

static void begin_at_symbols(struct worklist *worklist)
{
    const struct image *image = worklist->image;

    for (size_t i = 0; i < image->functions_count; i++)
        worklist_function(worklist, image->functions[i].address, image->functions[i].thumb);
}

/*
 * The target of the vector at ADDRESS. False if the vector is neither B nor LDR pc, [pc, #n] (ARM
 * ARM A8.8.18, A8.8.64).
 */
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
 * True if ADDRESS looks like a vector table (ARM ARM B1.8.1). Each vector jumps to code outside the
 * table or to itself. The reserved vector may be anything; the FIQ handler may be in the table.
 */
static bool are_vectors(const struct worklist *worklist, uint32_t address)
{
    const struct image *image = worklist->image;
    uint32_t target;

    for (uint32_t i = 0; i < VECTORS; i++)
        if (i != VECTOR_RESERVED && i != VECTOR_FIQ &&
            (!vector_target(image, address + 4 * i, &target) ||
             !claim_map_has(&worklist->claims, target & ~1u) ||
             (target != address + 4 * i && target - address < 4 * VECTORS)))
            return false;
    return true;
}

static void begin_at_vectors(struct worklist *worklist, uint32_t address)
{
    uint32_t target;

    worklist_function(worklist, address, false);
    for (uint32_t i = 0; i < VECTORS; i++) {
        struct piece piece = piece_of_function(address, false, PIECE_FUNCTION);
        piece.address += 4 * i;
        if (!vector_target(worklist->image, piece.address, &target)) {
            worklist_try(worklist, &piece);
            continue;
        }
        worklist_function(worklist, target & ~1u, target & 1);
        worklist_try(worklist, &piece);
    }
}

static void find_vectors(struct worklist *worklist)
{
    const struct image *image = worklist->image;

    for (size_t i = 0; i < image->sections_count; i++) {
        const struct image_section *section = &image->sections[i];
        uint32_t at = (section->address + VECTORS_ALIGNMENT - 1) & ~(VECTORS_ALIGNMENT - 1u);
        for (; section->executable && at - section->address < section->size_bytes;
             at += VECTORS_ALIGNMENT)
            if (are_vectors(worklist, at))
                begin_at_vectors(worklist, at);
    }
}

static void mark_boundaries(struct worklist *worklist)
{
    struct exidx_walk walk = {.image = worklist->image};

    while (exidx_walk_next(&walk))
        claim_map_mark(&worklist->claims, walk.entry.start, CLAIM_BOUNDARY);
    claim_map_commit(&worklist->claims);
}

/* ---- likely functions ----------------------------------------------------------------------- */

static bool looks_good(struct worklist *worklist, uint32_t address, bool thumb)
{
    struct piece piece = piece_of_function(address, thumb, PIECE_GUESS);

    return (thumb || address % 4 == 0) && worklist_looks_good(worklist, &piece);
}

static bool begin_at_guess(struct worklist *worklist, uint32_t address, bool thumb)
{
    struct piece piece = piece_of_function(address, thumb, PIECE_GUESS);

    if (!worklist_try(worklist, &piece))
        return false;
    claim_map_mark(&worklist->claims, address, CLAIM_START);
    claim_map_commit(&worklist->claims);
    return true;
}

/*
 * .ARM.exidx has starts of functions but not their state. Tries both ARM and Thumb, and accepts a
 * state if the code is valid only in this state. True if a function was found.
 */
static bool continue_at_exidx(struct worklist *worklist)
{
    struct exidx_walk walk = {.image = worklist->image};
    bool changed = false;

    while (exidx_walk_next(&walk)) {
        uint32_t address = walk.entry.start;
        bool arm, thumb;
        if (!claim_map_has(&worklist->claims, address) ||
            claim_map_kind(&worklist->claims, address) != CLAIM_NONE)
            continue;
        arm = looks_good(worklist, address, false);
        thumb = looks_good(worklist, address, true);
        if (arm != thumb && begin_at_guess(worklist, address, thumb)) {
            worklist_drain(worklist);
            changed = true;
        }
    }
    return changed;
}

/* True if the code before ADDRESS is known not to fall through to ADDRESS. */
static bool is_separate(const struct worklist *worklist, uint32_t address)
{
    const struct claim_map *claims = &worklist->claims;
    uint32_t half;

    if (claim_map_at(claims, address) & CLAIM_BOUNDARY)
        return true;
    for (address -= 2; claim_map_has(claims, address); address -= 2) {
        if (claim_map_kind(claims, address) != CLAIM_NONE)
            return true;
        if (!image_read_number(worklist->image, address, 2, &half) ||
            (half != 0 && !padding_is_nop_half(half)))
            return false;
    }
    return true;
}

/* A word that points to code may be a function pointer. Bit 0 of it is the state. */
static bool continue_at_pointer(struct worklist *worklist, uint32_t pointer)
{
    uint32_t address = pointer & ~1u;
    bool thumb = pointer & 1;
    enum function_start start;

    if (!claim_map_has(&worklist->claims, address) || (!thumb && address % 4) ||
        claim_map_kind(&worklist->claims, address) != CLAIM_NONE)
        return false;
    start = function_start_judge(&worklist->traversal.reader, worklist->image, address, thumb);
    if (start == FUNCTION_START_NOT ||
        (start == FUNCTION_START_MAYBE && !is_separate(worklist, address)))
        return false;
    return begin_at_guess(worklist, address, thumb);
}

static bool continue_at_pointers(struct worklist *worklist)
{
    bool changed = false;

    for (size_t i = 0; i < worklist->pointers_count; i++)
        if (continue_at_pointer(worklist, worklist->pointer[i])) {
            worklist_drain(worklist);
            changed = true;
        }
    return changed;
}

/*
 * Collects the aligned words of data that point to code. Skips the table that the image carries, so
 * that the result does not depend on the table.
 */
static void find_pointers(struct worklist *worklist)
{
    const struct image *image = worklist->image;

    for (size_t i = 0; i < image->sections_count; i++) {
        const struct image_section *section = &image->sections[i];
        uint32_t at = (section->address + 3) & ~3u;
        if (section->executable || image_section_is_table(section) ||
            strncmp(section->name, ".ARM.ex", 7) == 0)
            continue;
        for (; at - section->address + 4 <= section->size_bytes; at += 4) {
            uint32_t word = bytes_u32(section->bytes + (at - section->address));
            if (claim_map_has(&worklist->claims, word & ~1u))
                array_push(worklist->pointer, worklist->pointers_count, worklist->pointers_capacity,
                           word);
        }
    }
}

/* ---- driver --------------------------------------------------------------------------------- */

int discovery_run(struct image *image)
{
    struct worklist worklist;
    int status = worklist_open(&worklist, image);

    if (status == STATUS_GOOD) {
        mark_boundaries(&worklist);
        begin_at_symbols(&worklist);
        worklist_function(&worklist, image->entry, image->entry_thumb);
        find_vectors(&worklist);
        worklist_drain(&worklist);
        find_pointers(&worklist);
        while (continue_at_exidx(&worklist) || worklist_continue_after_calls(&worklist) ||
               continue_at_pointers(&worklist))
            worklist_drain(&worklist);
        worklist_publish(&worklist);
    }
    worklist_close(&worklist);
    return status;
}
