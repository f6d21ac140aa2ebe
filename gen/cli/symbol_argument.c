/* SPDX-License-Identifier: MIT */
#include "cli/symbol_argument.h"

#include <dwarf.h>
#include <stdlib.h>

#include "symbolize/debug_index.h"
#include "symbolize/demangle.h"
#include "util/diag.h"
#include "util/memory.h"

static void add(struct symbol_ranges *found, struct image_range range)
{
    for (size_t i = 0; i < found->count; i++)
        if (found->range[i].start == range.start)
            return;
    array_push(found->range, found->count, found->capacity, range);
}

static void find_symbol(struct symbol_ranges *found, const struct image *image, const char *name)
{
    struct image_range range;

    for (size_t i = 0; image_find_symbol(image, name, i, &range); i++)
        add(found, range);
}

/* ---- names in the source --------------------------------------------------------------------- */

/* Whether NAME is the source name WANTED. NAME may have parameters that WANTED lacks. */
static bool is_called(const char *name, const char *wanted)
{
    size_t length = strlen(wanted);

    return strncmp(name, wanted, length) == 0 && (!name[length] || name[length] == '(');
}

static void find_demangled(struct symbol_ranges *found, const struct image *image,
                           const char *wanted)
{
    for (size_t i = 0; i < image->functions_count; i++) {
        const struct image_function *function = &image->functions[i];
        char *name = demangle(function->name);
        if (is_called(name, wanted))
            find_symbol(found, image, function->name);
        free(name);
    }
}

/* A function whose symbol is missing still has its name in the debug information. */
static void find_in_debug(struct symbol_ranges *found, const struct image *image,
                          const char *wanted)
{
    struct debug_index debug;

    debug_index_load(&debug, image);
    for (size_t i = 0; i < debug.functions_count; i++) {
        const struct debug_function *function = &debug.functions[i];
        Dwarf_Die die = function->die;
        const char *name = dwarf_diename(&die);
        if (name && strcmp(name, wanted) == 0)
            add(found, (struct image_range){function->low, function->high});
    }
    debug_index_free(&debug);
}

/* ---- addresses ------------------------------------------------------------------------------- */

/* The addresses of the symbol at ADDRESS; without a symbol, one instruction. */
static bool find_at(const struct image *image, uint32_t address, struct image_range *range)
{
    const char *name = image_symbol_at(image, address).name;

    for (size_t i = 0; name && image_find_symbol(image, name, i, range); i++)
        if (address - range->start < range->end - range->start)
            return true;
    *range = (struct image_range){address, address + 4};
    return image_section_at(image, address);
}

static void find_address(struct symbol_ranges *found, const struct image *image, const char *word)
{
    char *rest;
    unsigned long address = strtoul(word, &rest, 16);
    struct image_range range;

    if (*word && !*rest && address <= UINT32_MAX && find_at(image, (uint32_t)address & ~1u, &range))
        add(found, range);
}

/* ---- the argument ---------------------------------------------------------------------------- */

int symbol_argument(const struct image *image, const char *word, struct symbol_ranges *found)
{
    char text[SUGGESTION_TEXT_BYTES];
    struct suggestion similar;

    find_symbol(found, image, word);
    if (!found->count)
        find_address(found, image, word);
    if (!found->count)
        find_demangled(found, image, word);
    if (!found->count)
        find_in_debug(found, image, word);
    if (found->count)
        return STATUS_GOOD;
    similar = image_similar_symbol(image, word);
    diag_error(image->path, "the image has no function and no code address '%s'%s", word,
               suggestion_text(&similar, "; `bobbin show IMAGE` lists all", text));
    return STATUS_PROBLEMS;
}
