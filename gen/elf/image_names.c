/* SPDX-License-Identifier: MIT */
/* Names of addresses from function symbols and labels; see image_names.h. */
#include "elf/image_names.h"

#include <stdio.h>

#include "elf/image_labels.h"
#include "util/memory.h"

/* ---- states ---------------------------------------------------------------------------------- */

/* The first address after FROM with code in the other state than at FROM, or END. */
static uint32_t next_state(const struct image *image, uint32_t from, uint32_t end)
{
    enum image_state first = image_state_at(image, from);
    size_t i = array_upper_bound(image->mappings, image->mappings_count, address, from);

    for (; i < image->mappings_count && image->mappings[i].address < end; i++) {
        enum image_state state = image->mappings[i].state;
        if (state < IMAGE_DATA && first < IMAGE_DATA && state != first)
            return image->mappings[i].address;
    }
    return end;
}

bool image_state_changes(const struct image *image, uint32_t from, uint32_t to)
{
    return next_state(image, from, to + 1) <= to;
}

/* ---- the symbol of an address ---------------------------------------------------------------- */

/* The best name of all function symbols at the address of FUNCTION. */
static const char *best_name(const struct image *image, const struct image_function *function)
{
    const struct image_function *end = image->functions + image->functions_count;
    struct symbol_rank best = {function->name, function->global, function->weak};
    uint32_t address = function->address;

    for (function++; function < end && function->address == address; function++) {
        struct symbol_rank other = {function->name, function->global, function->weak};
        if (symbol_rank_compare(&other, &best) < 0)
            best = other;
    }
    return best.name;
}

static bool is_between(uint32_t low, uint32_t address, uint32_t high)
{
    return low < address && address <= high;
}

/* Whether a function symbol starts after FROM and not after TO. */
static bool function_starts(const struct image *image, uint32_t from, uint32_t to)
{
    size_t i = array_upper_bound(image->functions, image->functions_count, address, from);

    return i < image->functions_count && image->functions[i].address <= to;
}

/* The last label at or before ADDRESS, in its section, if no other symbol and no other state lies
   between. */
static const struct image_label *label_before(const struct image *image, uint32_t address)
{
    const struct image_section *section = image_section_at(image, address);
    size_t count = array_upper_bound(image->labels, image->labels_count, address, address);
    const struct image_label *label;

    if (!section || count == 0 || image->labels[count - 1].address < section->address)
        return NULL;
    label = image_label_at(image, image->labels[count - 1].address);
    if (function_starts(image, label->address, address) ||
        image_state_changes(image, label->address, address))
        return NULL;
    return label;
}

/* Whether FUNCTION names ADDRESS, although LABEL may be nearer. */
static bool function_names(const struct image *image, const struct image_function *function,
                           const struct image_label *label, uint32_t address)
{
    bool nearer = label && is_between(function->address, label->address, address);
    bool changes = image_state_changes(image, function->address, address);

    return function->size_bytes ? !(nearer && changes) : !(nearer || changes);
}

struct image_symbol image_symbol_at(const struct image *image, uint32_t address)
{
    const struct image_function *function = image_function_at(image, address);
    const struct image_label *label = label_before(image, address);

    if (function && function_names(image, function, label, address))
        return (struct image_symbol){best_name(image, function), function->address};
    if (label)
        return (struct image_symbol){label->name, label->address};
    return (struct image_symbol){NULL, address};
}

const char *image_name(const struct image *image, uint32_t address, char *text, size_t text_size)
{
    struct image_symbol symbol = image_symbol_at(image, address);

    if (!symbol.name)
        snprintf(text, text_size, "0x%08x", address);
    else if (symbol.address == address)
        snprintf(text, text_size, "%s", symbol.name);
    else
        snprintf(text, text_size, "%s+0x%x", symbol.name, address - symbol.address);
    return text;
}

/* ---- the address of a name ------------------------------------------------------------------- */

static uint32_t smaller(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* The address of the next function symbol after ADDRESS, or the end of the section. */
static uint32_t next_function(const struct image *image, uint32_t address)
{
    const struct image_section *section = image_section_at(image, address);
    size_t i = array_upper_bound(image->functions, image->functions_count, address, address);
    uint32_t end = section ? section->address + section->size_bytes : address;

    return i < image->functions_count ? smaller(end, image->functions[i].address) : end;
}

/* The address of the next label after ADDRESS, or END. Local labels count if LOCAL. */
static uint32_t next_label(const struct image *image, uint32_t address, bool local, uint32_t end)
{
    size_t i = array_upper_bound(image->labels, image->labels_count, address, address);

    while (i < image->labels_count && !image->labels[i].global && !local)
        i++;
    return i < image->labels_count ? smaller(end, image->labels[i].address) : end;
}

static struct image_range range_of_function(const struct image *image,
                                            const struct image_function *function)
{
    uint32_t address = function->address;
    uint32_t end = next_label(image, address, false, next_function(image, address));

    return (struct image_range){address, function->size_bytes ? image_function_end(image, function)
                                                              : next_state(image, address, end)};
}

static struct image_range range_of_label(const struct image *image, const struct image_label *label)
{
    uint32_t end = next_function(image, label->address);

    end = next_label(image, label->address, !label->global, end);
    return (struct image_range){label->address, next_state(image, label->address, end)};
}

bool image_find_symbol(const struct image *image, const char *name, size_t number,
                       struct image_range *range)
{
    for (size_t i = 0; i < image->functions_count; i++)
        if (strcmp(image->functions[i].name, name) == 0 && number-- == 0) {
            *range = range_of_function(image, &image->functions[i]);
            return true;
        }
    for (size_t i = 0; i < image->labels_count; i++)
        if (strcmp(image->labels[i].name, name) == 0 && number-- == 0) {
            *range = range_of_label(image, &image->labels[i]);
            return true;
        }
    return false;
}

struct suggestion image_similar_symbol(const struct image *image, const char *name)
{
    struct suggestion similar;

    suggestion_begin(&similar, name);
    for (size_t i = 0; i < image->functions_count; i++)
        suggestion_consider(&similar, image->functions[i].name);
    for (size_t i = 0; i < image->labels_count; i++)
        suggestion_consider(&similar, image->labels[i].name);
    return similar;
}
