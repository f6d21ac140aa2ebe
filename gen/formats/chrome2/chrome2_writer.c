/* SPDX-License-Identifier: MIT */
/*
 * Writes the tables of chrome2: instructions, offsets, function table, page table, and the bit
 * vector of the proposed layout.
 */
#include "formats/chrome2/chrome2_writer.h"

#include <stdlib.h>
#include <string.h>

#include "core/foreign/chrome2.h"
#include "formats/chrome2/chrome2_bytecode.h"
#include "util/memory.h"

/* ---- instructions ---------------------------------------------------------------------------- */

/* A sequence that states use. */
struct ranked {
    const uint8_t *bytes;
    size_t size, number;
    uint32_t uses;
};

/* Sorts sequences by uses per byte, the most first, then by their bytes. */
static int compare_ranked(const void *a, const void *b)
{
    const struct ranked *x = a, *y = b;
    uint64_t left = (uint64_t)x->uses * y->size, right = (uint64_t)y->uses * x->size;
    int order = memcmp(y->bytes, x->bytes, x->size < y->size ? x->size : y->size);

    if (left != right)
        return left > right ? -1 : 1;
    return order ? order : (x->size < y->size) - (x->size > y->size);
}

void chrome2_put_instructions(struct buffer *out, const struct byte_pool *sequences,
                              const uint32_t *uses, uint32_t *index)
{
    struct ranked *ranked = must_realloc(NULL, sequences->count + 1, sizeof(*ranked));
    size_t count = 0;

    for (size_t i = 0; i < sequences->count; i++)
        if (uses[i])
            ranked[count++] = (struct ranked){sequences->bytes.bytes + sequences->item[i].offset,
                                              sequences->item[i].size, i, uses[i]};
    qsort(ranked, count, sizeof(*ranked), compare_ranked);
    for (size_t i = 0; i < count; i++) {
        index[ranked[i].number] = (uint32_t)out->size;
        buffer_put(out, ranked[i].bytes, ranked[i].size);
    }
    free(ranked);
}

/* ---- offsets --------------------------------------------------------------------------------- */

void chrome2_put_pairs(struct buffer *out, const struct chrome2_state *states, size_t count,
                       const uint32_t *index)
{
    for (size_t i = count; i-- > 0;) {
        buffer_uleb128(out, states[i].offset >> CHROME2_UNIT_SHIFT);
        buffer_uleb128(out, index[states[i].sequence]);
    }
}

/*
 * Adds the pairs of ENTRY to OFFSETS and returns their offset. If there is no room, ENTRY gets the
 * pairs of REFUSE. CHROME2_OFFSETS_MAX leaves room for the pairs of REFUSE.
 */
static uint32_t offset_of(struct byte_pool *offsets, const struct chrome2_entry *entry,
                          const uint32_t *index, const struct chrome2_state *refuse,
                          size_t *without_room)
{
    struct buffer pairs = {0};
    size_t number;

    chrome2_put_pairs(&pairs, entry->states, entry->states_count, index);
    number = byte_pool_find(offsets, pairs.bytes, pairs.size);
    if (number == POOL_NONE && offsets->bytes.size + pairs.size > CHROME2_OFFSETS_MAX) {
        pairs.size = 0;
        chrome2_put_pairs(&pairs, refuse, 1, index);
        *without_room += 1;
    }
    number = byte_pool_number(offsets, pairs.bytes, pairs.size);
    free(pairs.bytes);
    return (uint32_t)offsets->item[number].offset;
}

/* ---- pages and functions --------------------------------------------------------------------- */

void chrome2_put_pages(struct buffer *out, const uint32_t *starts, size_t count, uint32_t pages)
{
    size_t number = 0;

    if (count && starts[count - 1] / CHROME2_PAGE_UNITS >= pages)
        pages = starts[count - 1] / CHROME2_PAGE_UNITS + 1;
    for (uint32_t page = 0; page < pages; page++) {
        while (number < count && starts[number] / CHROME2_PAGE_UNITS < page)
            number++;
        buffer_u32(out, (uint32_t)number);
    }
}

static void add_entry(struct chrome2_entries *entries, uint32_t address,
                      const struct chrome2_state *states, size_t count)
{
    struct chrome2_entry entry = {address >> CHROME2_UNIT_SHIFT, states, count};

    array_push(entries->entry, entries->count, entries->capacity, entry);
}

/*
 * Adds an entry for the addresses from END to ADDRESS - 1 if there are any. The next function
 * starts at ADDRESS.
 */
static void add_filler(struct chrome2_entries *entries, uint32_t end, uint32_t address,
                       const struct chrome2_fillers *fillers)
{
    if (end < address && !entries->count)
        add_entry(entries, end, &fillers->outside, 1);
    else if (end < address && fillers->gaps)
        add_entry(entries, end, &fillers->gap, 1);
}

bool chrome2_lay_out(struct chrome2_entries *entries, const struct chrome2_function *functions,
                     size_t count, const struct chrome2_fillers *fillers)
{
    uint32_t end = 0;

    for (size_t i = 0; i < count; i++) {
        if (functions[i].address < end)
            return false;
        add_filler(entries, end, functions[i].address, fillers);
        add_entry(entries, functions[i].address, functions[i].states, functions[i].states_count);
        end = functions[i].address + functions[i].size_bytes;
    }
    if (fillers->gaps && end % (1u << CHROME2_PAGE_SHIFT))
        add_entry(entries, end, &fillers->outside, 1);
    return true;
}

/* ---- the file -------------------------------------------------------------------------------- */

/* A file while it is written. */
struct file {
    struct chrome2_entries entries;
    uint32_t *starts, *uses, *index;
    uint32_t pages; /* minimum number of pages: up to the end of the last function */
    struct chrome2_state refuse;
    struct buffer page_table, vector, function_table, instructions;
    struct byte_pool offsets;
    size_t without_room;
};

static void put_tables(struct file *file, const struct byte_pool *sequences)
{
    for (size_t i = 0; i < file->entries.count; i++)
        for (size_t k = 0; k < file->entries.entry[i].states_count; k++)
            file->uses[file->entries.entry[i].states[k].sequence]++;
    chrome2_put_instructions(&file->instructions, sequences, file->uses, file->index);
    if (!file->uses[file->refuse.sequence])
        file->index[file->refuse.sequence] = (uint32_t)file->instructions.size;
    for (size_t i = 0; i < file->entries.count; i++) {
        const struct chrome2_entry *entry = &file->entries.entry[i];
        file->starts[i] = entry->unit;
        buffer_u16(&file->function_table, entry->unit);
        buffer_u16(&file->function_table, offset_of(&file->offsets, entry, file->index,
                                                    &file->refuse, &file->without_room));
    }
    if (!file->uses[file->refuse.sequence] && file->without_room)
        buffer_put(&file->instructions, chrome2_refusal, sizeof(chrome2_refusal));
    chrome2_put_pages(&file->page_table, file->starts, file->entries.count, file->pages);
}

/* A bit for each page that begins in a function of an earlier page, lowest bit first. */
static void put_vector(struct file *file)
{
    size_t pages = file->page_table.size / CHROME2_PAGE_BYTES;
    size_t number = 0;
    uint32_t bits = 0;

    for (uint32_t page = 0; page < pages; page++) {
        uint32_t first = page * CHROME2_PAGE_UNITS;
        while (number < file->entries.count && file->starts[number] < first)
            number++;
        if (number == file->entries.count || file->starts[number] != first)
            bits |= 1u << page % 8;
        if (page % 8 == 7 || page + 1 == pages) {
            buffer_u8(&file->vector, bits);
            bits = 0;
        }
    }
    buffer_align(&file->vector, 4);
}

/* Writes the header, two words for each table, and the tables in their order. */
static void put_file(struct buffer *out, const struct file *file, bool has_vector)
{
    const struct {
        const struct buffer *bytes;
        uint32_t entry_shift; /* the second word counts entries of 1 << entry_shift bytes */
    } all[] = {{&file->page_table, 2},
               {&file->vector, 0},
               {&file->function_table, 2},
               {&file->offsets.bytes, 0},
               {&file->instructions, 0}};
    size_t offset = has_vector ? CHROME2_DOCUMENT_HEADER_BYTES : CHROME2_HEADER_BYTES;

    for (size_t i = 0; i < 5; i++) {
        if (all[i].bytes == &file->vector && !has_vector)
            continue;
        buffer_u32(out, (uint32_t)offset);
        buffer_u32(out, (uint32_t)(all[i].bytes->size >> all[i].entry_shift));
        offset += all[i].bytes->size;
    }
    for (size_t i = 0; i < 5; i++)
        buffer_put(out, all[i].bytes->bytes, all[i].bytes->size);
}

static void begin_file(struct file *file, struct byte_pool *sequences)
{
    size_t sequences_count;

    file->refuse.sequence = byte_pool_number(sequences, chrome2_refusal, sizeof(chrome2_refusal));
    byte_pool_number(sequences, chrome2_trivial, sizeof(chrome2_trivial));
    sequences_count = sequences->count;
    file->uses = must_realloc(NULL, sequences_count, sizeof(*file->uses));
    file->index = must_realloc(NULL, sequences_count, sizeof(*file->index));
    memset(file->uses, 0, sequences_count * sizeof(*file->uses));
}

static void end_file(struct file *file)
{
    free(file->entries.entry);
    free(file->starts);
    free(file->uses);
    free(file->index);
    free(file->page_table.bytes);
    free(file->vector.bytes);
    free(file->function_table.bytes);
    free(file->instructions.bytes);
    byte_pool_free(&file->offsets);
}

static void measure_file(const struct file *file, size_t functions, struct chrome2_sizes *sizes)
{
    sizes->header = file->vector.size ? CHROME2_DOCUMENT_HEADER_BYTES : CHROME2_HEADER_BYTES;
    sizes->pages = (uint32_t)file->page_table.size;
    sizes->vector = (uint32_t)file->vector.size;
    sizes->functions = CHROME2_FUNCTION_BYTES * (uint32_t)functions;
    sizes->fillers = (uint32_t)file->function_table.size - sizes->functions;
    sizes->offsets = (uint32_t)file->offsets.bytes.size;
    sizes->instructions = (uint32_t)file->instructions.size;
    sizes->without_room = file->without_room;
}

void chrome2_write(struct buffer *out, enum chrome2_variant variant,
                   const struct chrome2_function *functions, size_t count,
                   struct byte_pool *sequences, struct chrome2_sizes *sizes)
{
    bool is_document = variant == CHROME2_DOCUMENT;
    struct file file = {.pages = 0};
    struct chrome2_fillers fillers = {.gaps = !is_document};
    uint32_t end = count ? functions[count - 1].address + functions[count - 1].size_bytes : 0;

    begin_file(&file, sequences);
    fillers.gap.sequence = byte_pool_find(sequences, chrome2_trivial, sizeof(chrome2_trivial));
    fillers.outside = file.refuse;
    file.pages = (end + (1u << CHROME2_PAGE_SHIFT) - 1) >> CHROME2_PAGE_SHIFT;
    chrome2_lay_out(&file.entries, functions, count, &fillers);
    file.starts = must_realloc(NULL, file.entries.count + 1, sizeof(*file.starts));
    put_tables(&file, sequences);
    if (is_document)
        put_vector(&file);
    put_file(out, &file, is_document);
    measure_file(&file, count, sizes);
    end_file(&file);
}
