/* SPDX-License-Identifier: MIT */
/* Lists the compilation units of an image, with the split units of skeletons. */
#include "symbolize/debug_units.h"

#include <dwarf.h>
#include <stdio.h>
#include <stdlib.h>

#include "util/diag.h"
#include "util/memory.h"

static const char *text_of(Dwarf_Die *die, unsigned name)
{
    Dwarf_Attribute attribute;

    return dwarf_formstring(dwarf_attr(die, name, &attribute));
}

static struct debug_files files_of(Dwarf_Die *die)
{
    struct debug_files files = {0};

    if (dwarf_getsrcfiles(die, &files.list, &files.count) != 0)
        files.list = NULL;
    return files;
}

/* ---- split units ----------------------------------------------------------------------------- */

static void note_missing(struct debug_index *debug, Dwarf_Die *skeleton, const char *directory)
{
    const char *name = text_of(skeleton, DW_AT_dwo_name);

    if (!name)
        name = text_of(skeleton, DW_AT_GNU_dwo_name);
    if (debug->missing_count++ || !name)
        return;
    if (name[0] == '/' || !directory[0])
        debug->missing = must_strdup(name);
    else if (asprintf(&debug->missing, "%s/%s", directory, name) < 0)
        debug->missing = NULL;
}

/* ---- units ----------------------------------------------------------------------------------- */

static void set_lines(struct debug_unit *unit, Dwarf_Die *die)
{
    Dwarf_Attribute attribute;
    Dwarf_Word offset;

    unit->has_lines = dwarf_formudata(dwarf_attr(die, DW_AT_stmt_list, &attribute), &offset) == 0;
    unit->lines_offset = unit->has_lines ? offset : 0;
    unit->line_files = unit->die_files = files_of(die);
}

/* DIE is the unit in the image. SPLIT is its split unit; its address is NULL if there is none. */
static void add_unit(struct debug_index *debug, Dwarf_Die *die, Dwarf_Die *split, bool is_skeleton)
{
    struct debug_unit unit = {.die = *die};
    const char *directory = text_of(die, DW_AT_comp_dir);

    unit.directory = directory ? directory : "";
    set_lines(&unit, die);
    if (is_skeleton && !split->addr)
        unit.package = split_package_open(debug->image, die, split);
    if (split->addr) {
        unit.die = *split;
        unit.die_files = files_of(split);
        if (!unit.die_files.list)
            unit.die_files = unit.line_files;
    } else if (is_skeleton) {
        unit.lacks_functions = true;
        note_missing(debug, die, unit.directory);
    }
    unit.assembler = dwarf_srclang(&unit.die) == DW_LANG_Mips_Assembler;
    array_push(debug->units, debug->units_count, debug->units_capacity, unit);
}

void debug_units_load(struct debug_index *debug)
{
    Dwarf_CU *cu = NULL;
    Dwarf_Die die, split;
    uint8_t type;
    int result, error;

    while ((result = dwarf_get_units(debug->image->dwarf, cu, &cu, NULL, &type, &die, &split)) == 0)
        if ((type == DW_UT_compile && dwarf_tag(&die) == DW_TAG_compile_unit) ||
            type == DW_UT_skeleton)
            add_unit(debug, &die, &split, type == DW_UT_skeleton);
    error = result < 0 ? dwarf_errno() : 0; /* 0 without .debug_info, too */
    if (error)
        diag_warning(debug->image->path,
                     "the debug information is damaged (%s); some names have no file and line",
                     dwarf_errmsg(error));
}

void debug_units_free(struct debug_index *debug)
{
    for (size_t i = 0; i < debug->units_count; i++)
        if (debug->units[i].package)
            split_unit_free(debug->units[i].package);
    free(debug->units);
    free(debug->missing);
}
