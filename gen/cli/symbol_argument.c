/* SPDX-License-Identifier: MIT */
#include "cli/symbol_argument.h"

#include <dwarf.h>
#include <stdlib.h>

#include "symbolize/debug_index.h"
#include "symbolize/demangle.h"
#include "util/diag.h"

/* ---- names in the source --------------------------------------------------------------------- */

/* Whether NAME is the source name WANTED. NAME may have parameters that WANTED lacks. */
static bool is_called(const char *name, const char *wanted)
{
    size_t length = strlen(wanted);

    return strncmp(name, wanted, length) == 0 && (!name[length] || name[length] == '(');
}

static bool find_demangled(const struct image *image, const char *wanted, struct image_range *range)
{
    bool found = false;

    for (size_t i = 0; i < image->functions_count && !found; i++) {
        const struct image_function *function = &image->functions[i];
        char *name = demangle(function->name);
        found = is_called(name, wanted);
        if (found)
            image_find_symbol(image, function->name, 0, range);
        free(name);
    }
    return found;
}

/* A function whose symbol is missing still has its name in the debug information. */
static bool find_in_debug(const struct image *image, const char *wanted, struct image_range *range)
{
    struct debug_index debug;
    bool found = false;

    debug_index_load(&debug, image);
    for (size_t i = 0; i < debug.functions_count && !found; i++) {
        const struct debug_function *function = &debug.functions[i];
        Dwarf_Die die = function->die;
        const char *name = dwarf_diename(&die);
        found = name && strcmp(name, wanted) == 0;
        if (found)
            *range = (struct image_range){function->low, function->high};
    }
    debug_index_free(&debug);
    return found;
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

static bool find_address(const struct image *image, const char *word, struct image_range *range)
{
    char *rest;
    unsigned long address = strtoul(word, &rest, 16);

    return *word && !*rest && address <= UINT32_MAX &&
           find_at(image, (uint32_t)address & ~1u, range);
}

/* ---- the argument ---------------------------------------------------------------------------- */

int symbol_argument(const struct image *image, const char *word, struct image_range *range)
{
    char text[SUGGESTION_TEXT_BYTES];
    struct suggestion similar;

    if (image_find_symbol(image, word, 0, range) || find_address(image, word, range) ||
        find_demangled(image, word, range) || find_in_debug(image, word, range))
        return STATUS_GOOD;
    similar = image_similar_symbol(image, word);
    diag_error(image->path, "the image has no function and no code address '%s'%s", word,
               suggestion_text(&similar, "; `bobbin show IMAGE` lists all", text));
    return STATUS_PROBLEMS;
}
