/* SPDX-License-Identifier: MIT */
/*
 * Reads the functions and line sequences of the debug information, and finds the ones for an
 * address.
 */
#include "symbolize/debug_index.h"

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

#include "elf/debug_section.h"
#include "symbolize/debug_index_live.h"
#include "symbolize/debug_ranges.h"
#include "symbolize/debug_units.h"
#include "util/diag.h"
#include "util/memory.h"

/* Maximum nesting of namespaces, classes and functions. In practice no code is deeper. */
#define NESTING_MAX 32

/* ---- functions ------------------------------------------------------------------------------- */

struct walk {
    struct debug_index *debug;
    size_t unit;
    /*
     * How many DIEs the walk may still visit. Each DIE takes at least one byte, so more DIEs than
     * bytes mean a loop of sibling references.
     */
    size_t entries_left;
};

/* What add_range needs for the ranges of one DW_TAG_subprogram. */
struct subprogram {
    struct debug_index *debug;
    size_t unit;
    const Dwarf_Die *die;
};

static bool add_range(void *context, uint32_t low, uint32_t high)
{
    const struct subprogram *subprogram = context;
    struct debug_index *debug = subprogram->debug;
    struct debug_function function = {
        .low = low, .high = high, .unit = subprogram->unit, .die = *subprogram->die};

    array_push(debug->functions, debug->functions_count, debug->functions_capacity, function);
    return true;
}

static bool may_have_functions(int tag)
{
    return tag == DW_TAG_compile_unit || tag == DW_TAG_namespace || tag == DW_TAG_module ||
           tag == DW_TAG_structure_type || tag == DW_TAG_class_type || tag == DW_TAG_union_type ||
           tag == DW_TAG_subprogram || tag == DW_TAG_lexical_block;
}

/*
 * Walks the tree with an explicit stack, which holds the entries whose siblings are not yet
 * visited.
 */
static void walk_tree(struct walk *walk, Dwarf_Die *root)
{
    Dwarf_Die stack[NESTING_MAX];
    unsigned depth = 0;

    stack[0] = *root;
    for (;;) {
        Dwarf_Die *die = &stack[depth];
        int tag = dwarf_tag(die);
        if (walk->entries_left == 0)
            return;
        walk->entries_left--;
        if (tag == DW_TAG_subprogram)
            debug_ranges_visit(&walk->debug->units[walk->unit], die, add_range,
                               &(struct subprogram){walk->debug, walk->unit, die});
        if (depth + 1 < NESTING_MAX && may_have_functions(tag) &&
            dwarf_child(die, &stack[depth + 1]) == 0) {
            depth++;
            continue;
        }
        while (depth > 0 && dwarf_siblingof(&stack[depth], &stack[depth]) != 0)
            depth--;
        if (depth == 0)
            return;
    }
}

/* The bytes of the section that UNIT is in, an upper limit of its entries. */
static size_t bytes_of(const struct debug_unit *unit)
{
    Elf *elf = dwarf_getelf(dwarf_cu_getdwarf(unit->die.cu));
    const Elf_Data *data = debug_section_named(elf, ".debug_info");
    const Elf_Data *split = debug_section_named(elf, ".debug_info.dwo");

    return (data ? data->d_size : 0) + (split ? split->d_size : 0);
}

static void load_functions(struct debug_index *debug)
{
    struct walk walk = {.debug = debug};
    Dwarf *last = NULL;

    for (walk.unit = 0; walk.unit < debug->units_count; walk.unit++) {
        struct debug_unit *unit = &debug->units[walk.unit];
        if (dwarf_cu_getdwarf(unit->die.cu) != last)
            walk.entries_left = bytes_of(unit);
        last = dwarf_cu_getdwarf(unit->die.cu);
        walk_tree(&walk, &unit->die);
    }
}

/* ---- line numbers ---------------------------------------------------------------------------- */

struct program_place {
    uint64_t offset;
    size_t unit;
};

static int by_offset(const void *a, const void *b)
{
    const struct program_place *x = a;
    const struct program_place *y = b;

    if (x->offset != y->offset)
        return x->offset < y->offset ? -1 : 1;
    return (x->unit > y->unit) - (x->unit < y->unit);
}

static size_t find_programs(const struct debug_index *debug, struct program_place *places)
{
    size_t count = 0;

    for (size_t i = 0; i < debug->units_count; i++)
        if (debug->units[i].has_lines)
            places[count++] = (struct program_place){debug->units[i].lines_offset, i};
    qsort(places, count, sizeof(*places), by_offset);
    return count;
}

/* Loads each line number program once, though several units may share it. */
static void load_lines(struct debug_index *debug)
{
    const Elf_Data *section = debug_section_named(dwarf_getelf(debug->image->dwarf), ".debug_line");
    struct program_place *places = must_realloc(NULL, debug->units_count, sizeof(*places));
    size_t count = section ? find_programs(debug, places) : 0;

    for (size_t i = 0; i < count; i++) {
        if (i > 0 && places[i].offset == places[i - 1].offset)
            continue;
        if (!line_table_add(&debug->lines, section->d_buf, section->d_size, places[i].offset,
                            places[i].unit))
            diag_warning(debug->image->path,
                         "the line numbers at offset 0x%llx of .debug_line are damaged and ignored",
                         (unsigned long long)places[i].offset);
    }
    free(places);
}

/* ---- the index ------------------------------------------------------------------------------- */

void debug_index_load(struct debug_index *debug, const struct image *image)
{
    memset(debug, 0, sizeof(*debug));
    debug->image = image;
    if (!image->dwarf)
        return;
    debug_units_load(debug);
    load_functions(debug);
    debug_index_live_functions(debug);
    load_lines(debug);
    debug_index_live_sequences(debug);
}

void debug_index_free(struct debug_index *debug)
{
    debug_units_free(debug);
    free(debug->functions);
    line_table_free(&debug->lines);
    memset(debug, 0, sizeof(*debug));
}

const struct debug_function *debug_index_function(const struct debug_index *debug, uint32_t address)
{
    size_t count = array_upper_bound(debug->functions, debug->functions_count, low, address);
    const struct debug_function *last = count ? &debug->functions[count - 1] : NULL;

    return last && address < last->high ? last : NULL;
}

const struct line_sequence *debug_index_sequence(const struct debug_index *debug, uint32_t address)
{
    const struct line_table *lines = &debug->lines;
    size_t count = array_upper_bound(lines->sequences, lines->sequences_count, low, address);
    const struct line_sequence *last = count ? &lines->sequences[count - 1] : NULL;

    return last && address < last->high ? last : NULL;
}
