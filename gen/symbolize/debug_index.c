/* SPDX-License-Identifier: MIT */
/*
 * Reads the functions and line sequences of the debug information, and finds the ones for an
 * address.
 */
#include "symbolize/debug_index.h"

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

#include "symbolize/debug_index_live.h"
#include "util/diag.h"
#include "util/memory.h"

/* Maximum nesting of namespaces, classes and functions. In practice no code is deeper. */
#define NESTING_MAX 32

/* ---- sections -------------------------------------------------------------------------------- */

/*
 * Returns the data of section NAME or COMPRESSED_NAME, or NULL. When libdw opened the file, it
 * decompressed the sections in place; they keep their names.
 */
static const Elf_Data *debug_section(const struct image *image, const char *name,
                                     const char *compressed_name)
{
    GElf_Shdr header;
    Elf_Scn *scn = image_next_named(image, NULL, name, &header);

    if (!scn)
        scn = image_next_named(image, NULL, compressed_name, &header);
    return scn && header.sh_type != SHT_NOBITS ? elf_getdata(scn, NULL) : NULL;
}

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

static void add_ranges(struct debug_index *debug, Dwarf_Die *die, size_t unit)
{
    Dwarf_Addr base, low, high;
    ptrdiff_t offset = 0;

    while ((offset = dwarf_ranges(die, offset, &base, &low, &high)) > 0) {
        struct debug_function function = {
            .low = (uint32_t)low, .high = (uint32_t)high, .unit = unit, .die = *die};
        if (low < high && high <= UINT32_MAX)
            array_push(debug->functions, debug->functions_count, debug->functions_capacity,
                       function);
    }
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
        if (walk->entries_left-- == 0)
            return;
        if (tag == DW_TAG_subprogram)
            add_ranges(walk->debug, die, walk->unit);
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

/* ---- units ----------------------------------------------------------------------------------- */

static void add_unit(struct debug_index *debug, Dwarf_Die *die)
{
    struct debug_unit unit = {.die = *die, .directory = ""};
    Dwarf_Attribute attribute;
    const char *directory = dwarf_formstring(dwarf_attr(&unit.die, DW_AT_comp_dir, &attribute));

    if (directory)
        unit.directory = directory;
    unit.assembler = dwarf_srclang(&unit.die) == DW_LANG_Mips_Assembler;
    if (dwarf_getsrcfiles(&unit.die, &unit.files, &unit.files_count) != 0)
        unit.files = NULL;
    array_push(debug->units, debug->units_count, debug->units_capacity, unit);
}

static void load_units(struct debug_index *debug)
{
    Dwarf_CU *cu = NULL;
    Dwarf_Die die;
    uint8_t type;
    int result;

    while ((result = dwarf_get_units(debug->image->dwarf, cu, &cu, NULL, &type, &die, NULL)) == 0)
        if (type == DW_UT_compile && dwarf_tag(&die) == DW_TAG_compile_unit)
            add_unit(debug, &die);
    if (result < 0)
        diag_warning(debug->image->path,
                     "the debug information is damaged (%s); some names have no file and line",
                     dwarf_errmsg(-1));
}

static void load_functions(struct debug_index *debug)
{
    const Elf_Data *section = debug_section(debug->image, ".debug_info", ".zdebug_info");
    struct walk walk = {.debug = debug, .entries_left = section ? section->d_size : 0};

    for (walk.unit = 0; walk.unit < debug->units_count; walk.unit++)
        walk_tree(&walk, &debug->units[walk.unit].die);
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

    for (size_t i = 0; i < debug->units_count; i++) {
        Dwarf_Attribute attribute;
        Dwarf_Word offset;
        Dwarf_Die die = debug->units[i].die;
        if (dwarf_formudata(dwarf_attr(&die, DW_AT_stmt_list, &attribute), &offset) == 0)
            places[count++] = (struct program_place){offset, i};
    }
    qsort(places, count, sizeof(*places), by_offset);
    return count;
}

/* Loads each line number program once, though several units may share it. */
static void load_lines(struct debug_index *debug)
{
    const Elf_Data *section = debug_section(debug->image, ".debug_line", ".zdebug_line");
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
    load_units(debug);
    load_functions(debug);
    debug_index_live_functions(debug);
    load_lines(debug);
    debug_index_live_sequences(debug);
}

void debug_index_free(struct debug_index *debug)
{
    free(debug->units);
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
