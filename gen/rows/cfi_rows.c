/* SPDX-License-Identifier: MIT */
/*
 * Makes rows from .debug_frame and .eh_frame (DWARF 5, 6.4). For the stage reference.
 *
 * libdw only lists the entries. cfi_program.c runs their instructions, because libdw looks an
 * address up and takes the first FDE that covers it. At address 0 that FDE may describe a function
 * that the linker removed.
 */
#include "rows/cfi_rows.h"

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

#include "core/format/bytes.h"
#include "elf/debug_section.h"
#include "elf/image_message.h"
#include "rows/cfi_check.h"
#include "rows/cfi_program.h"
#include "util/diag.h"
#include "util/memory.h"

/* One FDE: its instructions, and the addresses from START to END - 1 that it covers. */
struct fde {
    uint32_t start, end;
    Dwarf_CIE cie;
    const uint8_t *instructions, *instructions_end;
};

struct fde_list {
    struct fde *entry;
    size_t count, capacity;
};

/* ---- list all FDEs --------------------------------------------------------------------------- */

/*
 * How an .eh_frame entry encodes addresses: the byte of the augmentation letter R (LSB 10.6.1.1.1).
 */
static uint8_t pointer_encoding(const Dwarf_CIE *cie)
{
    size_t at = 0;

    if (!cie->augmentation || cie->augmentation[0] != 'z')
        return DW_EH_PE_absptr;
    for (const char *letter = cie->augmentation + 1; *letter; letter++) {
        if (at >= cie->augmentation_data_size)
            return DW_EH_PE_omit;
        if (*letter == 'R')
            return cie->augmentation_data[at];
        if (*letter != 'L' && *letter != 'P')
            return DW_EH_PE_absptr;
        /* for letter P: one byte of encoding and 4 bytes of address of the personality routine */
        at += *letter == 'P' ? 5 : 1;
    }
    return DW_EH_PE_absptr;
}

/*
 * Fills the addresses and the instructions of ENTRY from FDE. Returns false if the encoding is not
 * supported or the entry is damaged.
 */
static bool read_covered(struct fde *entry, const Dwarf_FDE *fde, uint32_t fde_address)
{
    uint8_t encoding = pointer_encoding(&entry->cie);
    size_t skip = 8;

    if (fde->end - fde->start < 8)
        return false;
    entry->start = bytes_u32(fde->start);
    if ((encoding & 0x70) == DW_EH_PE_pcrel)
        entry->start += fde_address;
    else if (encoding & 0x70)
        return false;
    if ((encoding & 0x0f) != DW_EH_PE_absptr && (encoding & 0x07) != DW_EH_PE_udata4)
        return false;
    entry->start &= ~1u;
    entry->end = entry->start + bytes_u32(fde->start + 4);
    if (entry->cie.augmentation && entry->cie.augmentation[0] == 'z')
        skip += 1 + entry->cie.fde_augmentation_data_size;
    if (skip > (size_t)(fde->end - fde->start))
        return false;
    entry->instructions = fde->start + skip;
    entry->instructions_end = fde->end;
    return entry->end > entry->start;
}

static bool find_cie(const unsigned char *ident, Elf_Data *data, bool eh_frame, Dwarf_Off offset,
                     Dwarf_CIE *cie)
{
    Dwarf_CFI_Entry entry;
    Dwarf_Off next;

    if (dwarf_next_cfi(ident, data, eh_frame, offset, &next, &entry) != 0 ||
        !dwarf_cfi_cie_p(&entry))
        return false;
    *cie = entry.cie;
    return true;
}

static int list_section(struct fde_list *entries, const struct image *image, const char *name,
                        Elf_Data *data, const GElf_Shdr *header)
{
    const unsigned char *ident = (const unsigned char *)elf_getident(image->elf, NULL);
    bool eh_frame = strcmp(name, ".eh_frame") == 0;
    Dwarf_Off offset = 0;
    Dwarf_Off next;
    Dwarf_CFI_Entry found;
    int result;

    while ((result = dwarf_next_cfi(ident, data, eh_frame, offset, &next, &found)) == 0) {
        struct fde entry;
        if (!dwarf_cfi_cie_p(&found)) {
            size_t in_section = (size_t)(found.fde.start - (const uint8_t *)data->d_buf);
            if (!find_cie(ident, data, eh_frame, found.fde.CIE_pointer, &entry.cie) ||
                !read_covered(&entry, &found.fde, (uint32_t)(header->sh_addr + in_section)))
                diag_warning(image->path, "%s: the entry at offset 0x%llx is invalid and ignored",
                             name, (unsigned long long)offset);
            else
                array_push(entries->entry, entries->count, entries->capacity, entry);
        }
        if (next <= offset)
            break;
        offset = next;
    }
    if (result < 0)
        diag_warning(image->path, "%s is damaged (%s); the rest of it is ignored", name,
                     dwarf_errmsg(-1));
    return STATUS_GOOD;
}

/*
 * Reads each section NAME of ELF. The section may be compressed in a form that libelf cannot read.
 * The machine code is enough then, and image_open has printed a note.
 */
static int list_sections(struct fde_list *entries, const struct image *image, Elf *elf,
                         const char *name)
{
    Elf_Scn *scn = NULL;
    GElf_Shdr header;
    int status = STATUS_GOOD;

    while (status == STATUS_GOOD && (scn = debug_section_next(elf, scn, name, &header))) {
        Elf_Data *data = debug_section_data(elf, scn);
        if (data)
            status = list_section(entries, image, name, data, &header);
        else if (!image->unreadable)
            status = diag_error(image->path, "cannot read %s: %s", name, elf_errmsg(-1));
    }
    return status;
}

/*
 * Lists the FDEs of IMAGE. ENTRIES points into the bytes of the sections. libelf keeps these bytes
 * until the image is closed.
 */
static int list_entries(struct fde_list *entries, const struct image *image)
{
    bool own = debug_section_exists(image->elf, ".debug_frame");
    int status = list_sections(entries, image, image->elf, ".eh_frame");

    if (status == STATUS_GOOD)
        status = list_sections(entries, image, own ? image->elf : image_debug_elf(image),
                               ".debug_frame");
    return status;
}

/* ---- keep the FDEs whose code is in the image ------------------------------------------------ */

/*
 * Maximum address of FDEs of removed functions. Their addresses are offsets in an object file, and
 * no object file has more code than this, in bytes.
 */
#define DEAD_ZONE_MAX 0x01000000u

enum fit { FIT_NONE, FIT_NAMELESS, FIT_INSIDE, FIT_START, FIT_EXACT };

/* Whether no function contains a part of ENTRY. */
static bool is_between(const struct image *image, const struct fde *entry)
{
    size_t next =
        array_upper_bound(image->functions, image->functions_count, address, entry->start);

    return !image_function_at(image, entry->start) &&
           (next == image->functions_count || entry->end <= image->functions[next].address);
}

/*
 * How well ENTRY fits a function symbol. In assembly an FDE may describe only a part of a function.
 */
static enum fit fit_of(const struct image *image, const struct fde *entry)
{
    const struct image_function *function = image_function_at(image, entry->start);
    uint32_t size_bytes = entry->end - entry->start;

    if (!image_section_at(image, entry->start))
        return FIT_NONE;
    if (!function)
        return is_between(image, entry) ? FIT_NAMELESS : FIT_NONE;
    if (function->address == entry->start && function->size_bytes == size_bytes)
        return FIT_EXACT;
    if (function->address == entry->start)
        return function->size_bytes == 0 || size_bytes < function->size_bytes ? FIT_START
                                                                              : FIT_NONE;
    return entry->end - function->address <= function->size_bytes ? FIT_INSIDE : FIT_NONE;
}

/*
 * The end of the addresses, from 0 on, at which FDEs of removed functions lie. Below this end only
 * an FDE that fits a function exactly is kept.
 */
static uint32_t dead_zone_end(const struct image *image, const struct fde_list *entries)
{
    uint32_t end = 0;

    for (size_t i = 0; i < entries->count; i++) {
        const struct fde *entry = &entries->entry[i];
        enum fit fit = fit_of(image, entry);
        if (entry->end < DEAD_ZONE_MAX && entry->end > end &&
            (fit == FIT_NONE || fit == FIT_INSIDE))
            end = entry->end;
    }
    return end;
}

static bool is_live(const struct image *image, const struct fde *entry, uint32_t zone_end)
{
    const struct image_section *section = image_section_at(image, entry->start);
    enum fit fit;

    if (!section || !section->executable || entry->end - section->address > section->size_bytes)
        return false;
    if (image->functions_count == 0)
        return entry->start != 0;
    fit = fit_of(image, entry);
    return fit == FIT_NAMELESS || fit >= (entry->start < zone_end ? FIT_EXACT : FIT_INSIDE);
}

/* ---- run the instructions -------------------------------------------------------------------- */

static void add_rows(struct rows *rows, const struct image *image, const struct fde *entry)
{
    struct cfi_program program = {
        .start = entry->start,
        .end = entry->end,
        .code_align = (uint32_t)entry->cie.code_alignment_factor,
        .data_align = (int32_t)entry->cie.data_alignment_factor,
        .return_register = (uint32_t)entry->cie.return_address_register,
        .initial = {entry->cie.initial_instructions, entry->cie.initial_instructions_end, false},
        .own = {entry->instructions, entry->instructions_end, false},
    };
    const char *error = cfi_run(&program, rows);

    if (error)
        image_warning_at(image, entry->start, "the CFI is invalid and ignored: %s", error);
}

static bool same_range(const struct fde *a, const struct fde *b)
{
    return a->start == b->start && a->end == b->end;
}

/*
 * Adds the rows of ENTRIES, the COUNT FDEs for one range of addresses. If COUNT > 1, at most one
 * FDE describes the code there; the others belong to removed functions of the same size. Then only
 * rows that fit the machine code are added.
 */
static void add_candidates(struct rows *rows, const struct cfi_check *check,
                           const struct fde *entries, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        size_t before = rows->count;
        add_rows(rows, check->image, &entries[i]);
        if (count > 1 && rows->count > before &&
            !cfi_check_fits(check, &rows->row[before], rows->count - before))
            rows->count = before;
    }
}

/*
 * Adds the rows of ENTRY, which is between functions, and its start to NAMELESS, if it describes a
 * function: at its start nothing is saved, and its rows fit the machine code.
 */
static void add_nameless(struct rows *rows, struct code_addresses *nameless,
                         const struct cfi_check *check, const struct fde *entry)
{
    struct rows own = {0};

    add_rows(&own, check->image, entry);
    if (own.count && own.row[0].start == entry->start && rule_is_leaf(&own.row[0].rule) &&
        cfi_check_fits(check, own.row, own.count)) {
        array_push(nameless->address, nameless->count, nameless->capacity, entry->start);
        for (size_t i = 0; i < own.count; i++)
            rows_append(rows, &own.row[i]);
    }
    free(own.row);
}

static int by_range(const void *a, const void *b)
{
    const struct fde *x = a;
    const struct fde *y = b;

    if (x->start != y->start)
        return x->start < y->start ? -1 : 1;
    return (x->end > y->end) - (x->end < y->end);
}

/* Whether another FDE covers exactly the function in which ENTRY starts. */
static bool is_part_of_covered(const struct image *image, const struct fde_list *entries,
                               const struct fde *entry)
{
    const struct image_function *function = image_function_at(image, entry->start);
    struct fde wanted = {0};

    if (!function || fit_of(image, entry) == FIT_EXACT)
        return false;
    wanted.start = function->address;
    wanted.end = function->address + function->size_bytes;
    return bsearch(&wanted, entries->entry, entries->count, sizeof(wanted), by_range) != NULL;
}

static void drop_parts_of_covered(struct fde_list *entries, const struct image *image)
{
    struct fde_list kept = {0};

    for (size_t i = 0; i < entries->count; i++)
        if (!is_part_of_covered(image, entries, &entries->entry[i]))
            array_push(kept.entry, kept.count, kept.capacity, entries->entry[i]);
    free(entries->entry);
    *entries = kept;
}

static void keep_live(struct fde_list *entries, const struct image *image)
{
    uint32_t zone_end = dead_zone_end(image, entries);
    size_t kept = 0;

    for (size_t i = 0; i < entries->count; i++)
        if (is_live(image, &entries->entry[i], zone_end))
            entries->entry[kept++] = entries->entry[i];
    entries->count = kept;
    if (kept) {
        qsort(entries->entry, kept, sizeof(*entries->entry), by_range);
        drop_parts_of_covered(entries, image);
    }
}

int cfi_rows(struct rows *rows, struct code_addresses *nameless, const struct image *image)
{
    struct fde_list entries = {0};
    struct cfi_check check;
    int status = list_entries(&entries, image);

    if (status == STATUS_GOOD)
        status = cfi_check_open(&check, image);
    if (status == STATUS_GOOD) {
        keep_live(&entries, image);
        for (size_t i = 0, end; i < entries.count; i = end) {
            for (end = i + 1;
                 end < entries.count && same_range(&entries.entry[i], &entries.entry[end]);)
                end++;
            diag_progress("reading call frame information", i, entries.count);
            if (image->functions_count && fit_of(image, &entries.entry[i]) == FIT_NAMELESS)
                add_nameless(rows, nameless, &check, &entries.entry[i]);
            else
                add_candidates(rows, &check, &entries.entry[i], end - i);
        }
        diag_progress_end();
        cfi_check_close(&check);
    }
    free(entries.entry);
    return status;
}
