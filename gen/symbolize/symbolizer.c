/* SPDX-License-Identifier: MIT */
/*
 * Finds function, file, line and inlined calls for an address in the debug information, or else in
 * the symbol table.
 */
#include "symbolize/symbolizer.h"

#include <dwarf.h>
#include <stdio.h>
#include <string.h>

#include "elf/image_names.h"
#include "symbolize/debug_ranges.h"

/* Limit of nested blocks in one function. */
#define BLOCKS_MAX 256

/* ---- files ----------------------------------------------------------------------------------- */

/* Returns NAME relative to DIRECTORY if NAME is inside that directory. */
static const char *relative_to(const char *name, const char *directory)
{
    size_t length = strlen(directory);

    if (length == 0 || strncmp(name, directory, length) != 0 || name[length] != '/')
        return name;
    return name + length + 1;
}

/* The name of FILE, a number in FILES, which are those of the lines or of the DIEs of UNIT. */
static const char *file_name(const struct debug_unit *unit, const struct debug_files *files,
                             uint64_t file)
{
    const char *name =
        files->list && file < files->count ? dwarf_filesrc(files->list, file, NULL, NULL) : NULL;

    return name ? relative_to(name, unit->directory) : NULL;
}

static void set_place(struct symbol *symbol, const struct debug_unit *unit,
                      const struct debug_files *files, uint64_t file, uint64_t line)
{
    symbol->line = (uint32_t)line;
    symbol->file = line ? file_name(unit, files, file) : NULL;
    if (!symbol->file)
        symbol->line = 0;
}

static void set_place_of_address(struct symbol *symbol, const struct debug_index *debug,
                                 uint32_t address)
{
    const struct line_sequence *sequence = debug_index_sequence(debug, address);
    const struct debug_unit *unit;
    const struct line_row *row;

    if (!sequence)
        return;
    unit = &debug->units[sequence->unit];
    row = line_table_row(&debug->lines, sequence, address);
    set_place(symbol, unit, &unit->line_files, row->file, row->line);
}

/* ---- inlined calls --------------------------------------------------------------------------- */

static bool is_block(int tag)
{
    return tag == DW_TAG_inlined_subroutine || tag == DW_TAG_lexical_block ||
           tag == DW_TAG_try_block || tag == DW_TAG_catch_block;
}

/*
 * Replaces BLOCK by its direct child block that contains ADDRESS. Returns false if there is none.
 */
static bool enter_block(const struct debug_unit *unit, Dwarf_Die *block, uint32_t address)
{
    Dwarf_Die child;

    if (dwarf_child(block, &child) != 0)
        return false;
    do {
        if (is_block(dwarf_tag(&child)) && debug_ranges_contain(unit, &child, address)) {
            *block = child;
            return true;
        }
    } while (dwarf_siblingof(&child, &child) == 0);
    return false;
}

/* Finds the inlined calls at ADDRESS, outermost first. */
static size_t find_inlined(const struct debug_unit *unit, const struct debug_function *function,
                           uint32_t address, Dwarf_Die calls[SYMBOLS_MAX - 1])
{
    Dwarf_Die block = function->die;
    size_t count = 0;

    for (unsigned depth = 0; depth < BLOCKS_MAX && count < SYMBOLS_MAX - 1; depth++) {
        if (!enter_block(unit, &block, address))
            break;
        if (dwarf_tag(&block) == DW_TAG_inlined_subroutine)
            calls[count++] = block;
    }
    return count;
}

static uint64_t number_of(Dwarf_Die *die, unsigned name)
{
    Dwarf_Attribute attribute;
    Dwarf_Word value;

    return dwarf_formudata(dwarf_attr(die, name, &attribute), &value) == 0 ? value : 0;
}

/* ---- the answer ------------------------------------------------------------------------------ */

static void set_home(struct symbol *symbol, const struct debug_unit *unit, Dwarf_Die *die)
{
    Dwarf_Attribute attribute;
    const char *file = dwarf_decl_file(die);
    int line;

    symbol->linkage = dwarf_formstring(dwarf_attr_integrate(die, DW_AT_linkage_name, &attribute));
    if (!file || dwarf_decl_line(die, &line) != 0)
        return;
    symbol->declaration_file = relative_to(file, unit->directory);
    symbol->declaration_line = (uint32_t)line;
}

/*
 * Whether a symbol names ADDRESS better than FUNCTION does: code in the other state (ARM or Thumb)
 * lies after the start of FUNCTION, and the symbol starts there.
 */
static bool is_beyond(const struct image *image, const struct debug_function *function,
                      const struct image_symbol *symbol, uint32_t address)
{
    return symbol->name && symbol->address > function->low &&
           image_state_changes(image, function->low, address);
}

/*
 * The name in the debug information comes first. The symbol that has this name may add a suffix of
 * the compiler: "name.cold".
 */
static void name_by_debug(struct symbol *symbol, const struct debug_function *function, uint32_t pc)
{
    Dwarf_Die die = function->die;

    if (function->symbol)
        symbol->linkage = function->symbol;
    symbol->function = symbol->linkage ? symbol->linkage : dwarf_diename(&die);
    symbol->offset = pc - function->low;
}

static void name_function(struct symbol *symbol, const struct debug_index *debug,
                          const struct debug_function *function, uint32_t pc, uint32_t address)
{
    struct image_symbol by_symbol = image_symbol_at(debug->image, address);
    Dwarf_Die die;

    if (function && !is_beyond(debug->image, function, &by_symbol, address)) {
        die = function->die;
        set_home(symbol, &debug->units[function->unit], &die);
        name_by_debug(symbol, function, pc);
    }
    if (!symbol->function && by_symbol.name) {
        symbol->function = symbol->linkage = by_symbol.name;
        symbol->offset = pc - by_symbol.address;
    }
}

size_t symbolizer_look_up(const struct debug_index *debug, uint32_t pc, enum bobbin_kind kind,
                          struct symbol symbols[SYMBOLS_MAX])
{
    uint32_t address = bobbin_lookup_address(pc, kind);
    const struct debug_function *function = debug_index_function(debug, address);
    const struct debug_unit *unit = function ? &debug->units[function->unit] : NULL;
    Dwarf_Die calls[SYMBOLS_MAX - 1];
    size_t count = function ? find_inlined(unit, function, address, calls) : 0;

    memset(symbols, 0, (count + 1) * sizeof(*symbols));
    set_place_of_address(&symbols[0], debug, address);
    for (size_t i = 0; i < count; i++) {
        Dwarf_Die *call = &calls[count - 1 - i];
        symbols[i].function = dwarf_diename(call);
        symbols[i].inlined = true;
        set_home(&symbols[i], unit, call);
        set_place(&symbols[i + 1], unit, &unit->die_files, number_of(call, DW_AT_call_file),
                  number_of(call, DW_AT_call_line));
    }
    name_function(&symbols[count], debug, function, pc, address);
    return count + 1;
}

const char *symbolizer_name(const struct debug_index *debug, uint32_t address, char *text,
                            size_t text_size)
{
    struct symbol symbol = {0};

    name_function(&symbol, debug, debug_index_function(debug, address), address, address);
    if (!symbol.function)
        return NULL;
    if (symbol.offset)
        snprintf(text, text_size, "%s+0x%x", symbol.function, symbol.offset);
    else
        snprintf(text, text_size, "%s", symbol.function);
    return text;
}
