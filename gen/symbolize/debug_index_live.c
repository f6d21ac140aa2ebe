/* SPDX-License-Identifier: MIT */
/*
 * Removes debug information of code that the linker discarded from the debug index, and sorts the
 * rest.
 */
#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

#include "symbolize/debug_index.h"
#include "symbolize/debug_index_live.h"
#include "util/memory.h"

/* For code in a removed section, linkers write addresses up to this one. */
#define DEAD_ADDRESS_MAX 1

static bool in_code(const struct image *image, uint32_t low, uint32_t high)
{
    const struct image_section *section = image_section_at(image, low);

    return section && section->executable && high - section->address <= section->size_bytes;
}

/* ---- functions ------------------------------------------------------------------------------- */

enum {
    FIT_SIZE = 1,
    FIT_DERIVED_NAME = 2, /* the symbol is "name.cold" or "name.constprop.0" */
    FIT_NAME = 4,
};

static uint32_t fit_of_name(const char *symbol, const char *name)
{
    size_t length = name ? strlen(name) : 0;

    if (length == 0 || strncmp(symbol, name, length) != 0)
        return 0;
    return symbol[length] == '\0' ? FIT_NAME : symbol[length] == '.' ? FIT_DERIVED_NAME : 0;
}

static const char *linkage_name(Dwarf_Die *die)
{
    Dwarf_Attribute attribute;

    return dwarf_formstring(dwarf_attr_integrate(die, DW_AT_linkage_name, &attribute));
}

/* Finds the symbol at the start of FUNCTION that matches it best. */
static void find_symbol(const struct image *image, struct debug_function *function)
{
    const char *name = dwarf_diename(&function->die);
    const char *linkage = linkage_name(&function->die);
    size_t i = array_lower_bound(image->functions, image->functions_count, address, function->low);

    function->fit = 0;
    for (; i < image->functions_count; i++) {
        const struct image_function *symbol = &image->functions[i];
        uint32_t fit = fit_of_name(symbol->name, name);
        uint32_t fit_of_linkage = fit_of_name(symbol->name, linkage);
        if (symbol->address != function->low)
            break;
        if (fit < fit_of_linkage)
            fit = fit_of_linkage;
        if (symbol->size_bytes == function->high - function->low)
            fit |= FIT_SIZE;
        if (fit <= function->fit)
            continue;
        function->fit = fit;
        function->symbol = fit >= FIT_DERIVED_NAME ? symbol->name : NULL;
    }
}

static bool is_live_function(const struct image *image, const struct debug_function *function)
{
    if (!in_code(image, function->low, function->high))
        return false;
    return function->low > DEAD_ADDRESS_MAX || function->fit >= FIT_DERIVED_NAME;
}

static int by_low_and_fit(const void *a, const void *b)
{
    const struct debug_function *x = a;
    const struct debug_function *y = b;

    if (x->low != y->low)
        return x->low < y->low ? -1 : 1;
    if (x->fit != y->fit)
        return x->fit > y->fit ? -1 : 1;
    return (x->unit > y->unit) - (x->unit < y->unit);
}

void debug_index_live_functions(struct debug_index *debug)
{
    struct debug_function *functions = debug->functions;
    size_t live = 0;
    size_t kept = 0;

    for (size_t i = 0; i < debug->functions_count; i++) {
        find_symbol(debug->image, &functions[i]);
        if (is_live_function(debug->image, &functions[i]))
            functions[live++] = functions[i];
    }
    if (live)
        qsort(functions, live, sizeof(*functions), by_low_and_fit);
    for (size_t i = 0; i < live; i++)
        if (kept == 0 || functions[kept - 1].low != functions[i].low)
            functions[kept++] = functions[i];
    debug->functions_count = kept;
}

/* ---- sequences ------------------------------------------------------------------------------- */

/* Whether ADDRESS is inside a function: neither its start nor its end. */
static bool splits_function(const struct image *image, uint32_t address)
{
    const struct image_function *function = image_function_at(image, address - 1);

    return function && function->size_bytes && address - function->address < function->size_bytes;
}

static bool is_live_sequence(const struct debug_index *debug, const struct line_sequence *sequence)
{
    const struct debug_function *function = debug_index_function(debug, sequence->low);

    if (!in_code(debug->image, sequence->low, sequence->high))
        return false;
    if (sequence->low > DEAD_ADDRESS_MAX)
        return true;
    if (splits_function(debug->image, sequence->high))
        return false;
    if (!function)
        return debug->units[sequence->unit].assembler ||
               debug->units[sequence->unit].lacks_functions;
    return function->unit == sequence->unit;
}

static uint32_t declaration_line(Dwarf_Die die)
{
    Dwarf_Attribute attribute;
    Dwarf_Word line;

    if (dwarf_formudata(dwarf_attr_integrate(&die, DW_AT_decl_line, &attribute), &line) != 0)
        return 0;
    return (uint32_t)line;
}

/*
 * The number of lines between the start of SEQUENCE and the declaration of its first function; 0 if
 * the declaration is unknown.
 */
static uint32_t distance_to_declaration(const struct debug_index *debug,
                                        const struct line_sequence *sequence)
{
    const struct debug_function *function = debug_index_function(debug, sequence->low);
    uint32_t declared = function ? declaration_line(function->die) : 0;
    uint32_t begun = debug->lines.rows[sequence->first_row].line;

    if (declared == 0)
        return 0;
    return declared > begun ? declared - begun : begun - declared;
}

static int by_low(const void *a, const void *b)
{
    const struct line_sequence *x = a;
    const struct line_sequence *y = b;

    if (x->low != y->low)
        return x->low < y->low ? -1 : 1;
    return (x->first_row > y->first_row) - (x->first_row < y->first_row);
}

void debug_index_live_sequences(struct debug_index *debug)
{
    struct line_sequence *sequences = debug->lines.sequences;
    size_t live = 0;
    size_t kept = 0;

    for (size_t i = 0; i < debug->lines.sequences_count; i++)
        if (is_live_sequence(debug, &sequences[i]))
            sequences[live++] = sequences[i];
    if (live)
        qsort(sequences, live, sizeof(*sequences), by_low);
    for (size_t i = 0; i < live; i++) {
        if (kept == 0 || sequences[kept - 1].low != sequences[i].low)
            sequences[kept++] = sequences[i];
        else if (distance_to_declaration(debug, &sequences[i]) <
                 distance_to_declaration(debug, &sequences[kept - 1]))
            sequences[kept - 1] = sequences[i];
    }
    debug->lines.sequences_count = kept;
}
