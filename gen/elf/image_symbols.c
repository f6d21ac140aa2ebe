/* SPDX-License-Identifier: MIT */
/* Reads functions, labels and mapping symbols from a symbol table, and looks them up. */
#include <stdlib.h>
#include <string.h>

#include "elf/image_labels.h"
#include "elf/object_symbols.h"
#include "elf/symbol_faults.h"
#include "elf/symbol_table.h"
#include "util/diag.h"
#include "util/memory.h"

/*
 * Limit of the search for the function that covers an address: how many symbols, which start
 * between the function and the address, the search may skip.
 */
#define ENCLOSING_SEARCH_MAX 64

static int by_function(const void *a, const void *b)
{
    const struct image_function *x = a;
    const struct image_function *y = b;

    if (x->address != y->address)
        return x->address < y->address ? -1 : 1;
    if (x->size_bytes != y->size_bytes)
        return x->size_bytes > y->size_bytes ? -1 : 1;
    return symbol_rank_compare(&(struct symbol_rank){x->name, x->global, x->weak},
                               &(struct symbol_rank){y->name, y->global, y->weak});
}

static int by_mapping(const void *a, const void *b)
{
    const struct image_mapping *x = a;
    const struct image_mapping *y = b;

    return (x->address > y->address) - (x->address < y->address);
}

static bool mapping_state(const char *name, enum image_state *state)
{
    if (name[0] != '$' || !name[1] || !strchr("atd", name[1]) || (name[2] && name[2] != '.'))
        return false;
    *state = name[1] == 'a' ? IMAGE_ARM : name[1] == 't' ? IMAGE_THUMB : IMAGE_DATA;
    return true;
}

/* Symbols of debug sections are ignored: their addresses are offsets from 0. */
static bool is_loaded(Elf *elf, const GElf_Sym *symbol)
{
    GElf_Shdr header;

    return symbol->st_shndx < SHN_LORESERVE &&
           gelf_getshdr(elf_getscn(elf, symbol->st_shndx), &header) &&
           (header.sh_flags & SHF_ALLOC);
}

/* STT_ARM_TFUNC: a Thumb function, as toolchains before the AAELF wrote it. Its bit 0 may be 0. */
static bool is_function(unsigned type)
{
    return type == STT_FUNC || type == STT_ARM_TFUNC;
}

/* What is needed while a symbol table is read: array capacities, and the objects. */
struct reading {
    size_t functions, labels, mappings;
    struct object_symbols objects;
};

static void add_function(struct image *image, const char *name, const GElf_Sym *symbol,
                         struct reading *reading)
{
    uint32_t value = (uint32_t)symbol->st_value;
    struct image_function function = {
        .address = value & ~1u,
        .size_bytes = (uint32_t)symbol->st_size,
        .name = name,
        .thumb = (value & 1) || GELF_ST_TYPE(symbol->st_info) == STT_ARM_TFUNC,
        .global = GELF_ST_BIND(symbol->st_info) != STB_LOCAL,
        .weak = GELF_ST_BIND(symbol->st_info) == STB_WEAK,
    };

    array_push(image->functions, image->functions_count, reading->functions, function);
}

static bool in_code(const struct image *image, uint32_t address)
{
    const struct image_section *section = image_section_at(image, address);

    return section && section->executable;
}

/* A symbol without a type: a mapping symbol or a label. */
static void add_untyped(struct image *image, const char *name, const GElf_Sym *symbol,
                        struct reading *reading)
{
    uint32_t value = (uint32_t)symbol->st_value;
    struct image_mapping mapping = {.address = value};
    struct image_label label = {
        .address = value & ~1u,
        .name = name,
        .thumb_bit = value & 1,
        .global = GELF_ST_BIND(symbol->st_info) != STB_LOCAL,
        .weak = GELF_ST_BIND(symbol->st_info) == STB_WEAK,
    };

    if (mapping_state(name, &mapping.state))
        array_push(image->mappings, image->mappings_count, reading->mappings, mapping);
    else if (name[0] && strncmp(name, ".L", 2) != 0 && in_code(image, label.address))
        array_push(image->labels, image->labels_count, reading->labels, label);
}

static void add_symbol(struct image *image, const char *name, const GElf_Sym *symbol,
                       struct reading *reading)
{
    unsigned type = GELF_ST_TYPE(symbol->st_info);

    if (type == STT_NOTYPE)
        add_untyped(image, name, symbol, reading);
    else if (is_function(type) && name[0])
        add_function(image, name, symbol, reading);
    else if (type == STT_OBJECT)
        object_symbols_add(&reading->objects, symbol);
}

/*
 * Assembly may place instructions in a section without the flag SHF_EXECINSTR (`.section .vectors,
 * "a"`). Their mapping symbol says that the section has code.
 */
static void find_code_sections(struct image *image, Elf *elf, Elf_Data *data, size_t strings)
{
    GElf_Sym symbol;
    enum image_state state;

    for (int i = 1; gelf_getsym(data, i, &symbol); i++) {
        const char *name = elf_strptr(elf, strings, symbol.st_name);
        const struct image_section *section = image_section_at(image, (uint32_t)symbol.st_value);
        if (section && !section->executable && name && mapping_state(name, &state) &&
            state != IMAGE_DATA && symbol.st_shndx != SHN_UNDEF && is_loaded(elf, &symbol))
            image->sections[section - image->sections].executable = true;
    }
}

static int read_symbols(struct image *image, Elf *elf, Elf_Data *data, size_t strings,
                        struct reading *reading)
{
    GElf_Sym symbol;

    for (int i = 1; gelf_getsym(data, i, &symbol); i++) {
        const char *name = elf_strptr(elf, strings, symbol.st_name);
        if (!name)
            return diag_error(image->path, "cannot read the symbol table: %s", elf_errmsg(-1));
        if (symbol.st_shndx != SHN_UNDEF && is_loaded(elf, &symbol))
            add_symbol(image, name, &symbol, reading);
    }
    return STATUS_GOOD;
}

static void sort_mappings(struct image *image)
{
    if (image->mappings_count)
        qsort(image->mappings, image->mappings_count, sizeof(*image->mappings), by_mapping);
}

static void sort_functions(struct image *image)
{
    if (image->functions_count)
        qsort(image->functions, image->functions_count, sizeof(*image->functions), by_function);
}

int image_load_symbols(struct image *image)
{
    struct symbol_table table;
    struct reading reading = {0};
    Elf_Data *data;
    int status;

    if (!symbol_table_find(image, &table))
        return STATUS_GOOD;
    data = elf_getdata(table.section, NULL);
    if (!data)
        return diag_error(image->path, "cannot read the symbol table: %s", elf_errmsg(-1));
    find_code_sections(image, table.elf, data, table.header.sh_link);
    status = read_symbols(image, table.elf, data, table.header.sh_link, &reading);
    sort_functions(image);
    sort_mappings(image);
    object_symbols_map(&reading.objects, image);
    sort_mappings(image);
    image_sort_labels(image);
    symbol_faults_find(image);
    return status;
}

void image_add_functions(struct image *image, const struct image_function *functions, size_t count)
{
    size_t capacity = image->functions_count;

    for (size_t i = 0; i < count; i++)
        array_push(image->functions, image->functions_count, capacity, functions[i]);
    image->discovered_functions = count;
    sort_functions(image);
}

static size_t functions_up_to(const struct image *image, uint32_t address)
{
    return array_upper_bound(image->functions, image->functions_count, address, address);
}

/* Of the symbols that share an address, the first one is shown to users. */
static const struct image_function *first_of_address(const struct image *image, size_t i)
{
    while (i > 0 && image->functions[i - 1].address == image->functions[i].address)
        i--;
    return &image->functions[i];
}

bool image_function_starts(const struct image *image, uint32_t address)
{
    size_t i = array_lower_bound(image->functions, image->functions_count, address, address);

    return i < image->functions_count && image->functions[i].address == address;
}

const struct image_function *image_function_at(const struct image *image, uint32_t address)
{
    size_t count = functions_up_to(image, address);
    const struct image_section *section = image_section_at(image, address);

    for (size_t i = count; i > 0 && count - i < ENCLOSING_SEARCH_MAX; i--) {
        const struct image_function *function = first_of_address(image, i - 1);
        if (address - function->address < function->size_bytes)
            return function;
    }
    if (count == 0 || !section)
        return NULL;
    const struct image_function *nearest = first_of_address(image, count - 1);
    return nearest->size_bytes == 0 && nearest->address >= section->address ? nearest : NULL;
}

const struct image_function *image_function_named(const struct image *image, const char *name)
{
    for (size_t i = 0; i < image->functions_count; i++)
        if (strcmp(image->functions[i].name, name) == 0)
            return &image->functions[i];
    return NULL;
}

uint32_t image_function_end(const struct image *image, const struct image_function *function)
{
    const struct image_section *section = image_section_at(image, function->address);
    size_t next = functions_up_to(image, function->address);
    uint32_t end = section ? section->address + section->size_bytes : function->address;

    if (function->size_bytes)
        return function->size_bytes < end - function->address
                   ? function->address + function->size_bytes
                   : end;
    return next < image->functions_count && image->functions[next].address < end
               ? image->functions[next].address
               : end;
}

enum image_state image_state_until(const struct image *image, uint32_t address, uint32_t *end)
{
    size_t count = array_upper_bound(image->mappings, image->mappings_count, address, address);
    const struct image_function *function;

    *end = count < image->mappings_count ? image->mappings[count].address : UINT32_MAX;
    if (count > 0)
        return image->mappings[count - 1].state;
    *end = address + 1;
    function = image_function_at(image, address);
    return function && function->thumb ? IMAGE_THUMB : IMAGE_ARM;
}

enum image_state image_state_at(const struct image *image, uint32_t address)
{
    uint32_t end;

    return image_state_until(image, address, &end);
}
