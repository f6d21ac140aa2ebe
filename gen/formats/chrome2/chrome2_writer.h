/* SPDX-License-Identifier: MIT */
/*
 * Writes Chromium's tables of 2021 (core/foreign/chrome2.h), and the alternatives of the document
 * that proposed them, "Android Chrome Unwind Info v2".
 */
#ifndef GEN_CHROME2_CHROME2_WRITER_H
#define GEN_CHROME2_CHROME2_WRITER_H

#include "formats/format.h"
#include "util/buffer.h"
#include "util/byte_pool.h"
#include <bobbin/rule.h>

enum chrome2_variant {
    CHROME2_SHIPPED,
    CHROME2_3A,       /* epilogues and all other rows in the same table */
    CHROME2_3B,       /* epilogues and all other rows in a second table */
    CHROME2_DOCUMENT, /* the proposed layout: a continuation bit vector, functions without gaps */
    CHROME2_NAIVE,    /* the document's "conceptual representation" */
};

/*
 * From OFFSET bytes after the start of its function on, the instruction sequence with number
 * SEQUENCE in a pool restores the frame.
 */
struct chrome2_state {
    uint32_t offset;
    size_t sequence;
};

/*
 * ADDRESS is relative to the base. There is at least one state. States ascend, and the first has
 * offset 0.
 */
struct chrome2_function {
    uint32_t address, size_bytes;
    const struct chrome2_state *states;
    size_t states_count;
};

/* ---- tables ---------------------------------------------------------------------------------- */

/*
 * Writes the instruction table: all SEQUENCES i with USES[i] > 0, those with most uses per byte
 * first. Sets INDEX[i] to the offset of sequence i.
 */
void chrome2_put_instructions(struct buffer *out, const struct byte_pool *sequences,
                              const uint32_t *uses, uint32_t *index);

/* Writes the pairs of COUNT STATES of a function. INDEX has the offsets of the sequences. */
void chrome2_put_pairs(struct buffer *out, const struct chrome2_state *states, size_t count,
                       const uint32_t *index);

/*
 * Writes the page table of COUNT functions. STARTS, in units, must ascend. The page table has at
 * least PAGES pages.
 */
void chrome2_put_pages(struct buffer *out, const uint32_t *starts, size_t count, uint32_t pages);

/* An entry of the function table: a function, or a range without one. */
struct chrome2_entry {
    uint32_t unit;
    const struct chrome2_state *states;
    size_t states_count;
};
struct chrome2_entries {
    struct chrome2_entry *entry;
    size_t count, capacity;
};

/*
 * The states of ranges without a function; their offset is 0. If GAPS is false, only the range
 * before the first function gets an entry.
 */
struct chrome2_fillers {
    struct chrome2_state gap, outside;
    bool gaps;
};

/*
 * Makes entries of COUNT FUNCTIONS, with FILLERS between and around them. Returns false if
 * functions overlap. The caller frees ENTRIES->entry.
 */
bool chrome2_lay_out(struct chrome2_entries *entries, const struct chrome2_function *functions,
                     size_t count, const struct chrome2_fillers *fillers);

/* Bytes of a file by table. */
struct chrome2_sizes {
    uint32_t header, pages, vector, functions, fillers, offsets, instructions;
    /* number of entries that became refusals because the offset of their pairs would not fit */
    size_t without_room;
};

/*
 * Writes the file of FUNCTIONS, which must not overlap. Variant DOCUMENT has no fillers; any other
 * variant has them. Adds a refusal to SEQUENCES if there is none.
 */
void chrome2_write(struct buffer *out, enum chrome2_variant variant,
                   const struct chrome2_function *functions, size_t count,
                   struct byte_pool *sequences, struct chrome2_sizes *sizes);

/* Format numbers of the layouts that only the host reads; enum format_foreign has the others. */
enum { CHROME2_DOCUMENT_NUMBER = 0x102, CHROME2_NAIVE_NUMBER = 0x202 };

#endif
