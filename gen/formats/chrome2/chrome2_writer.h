/* SPDX-License-Identifier: MIT */
/*
 * Writes Chromium's tables of 2021 (core/foreign/chrome2.h), and what the document that proposed
 * them, "Android Chrome Unwind Info v2", considers beside them.
 */
#ifndef GEN_WRITE_CHROME2_H
#define GEN_WRITE_CHROME2_H

#include "formats/format.h"
#include "util/buffer.h"
#include "util/byte_pool.h"
#include <bobbin/rule.h>

enum chrome2_variant {
    CHROME2_SHIPPED,
    CHROME2_3A, /* epilogues and all other rows in the same table */
    CHROME2_3B, /* in a second one */
    /* the layout as it was proposed: a continuation bit vector, functions without gaps */
    CHROME2_DOCUMENT,
    CHROME2_NAIVE, /* the document's "conceptual representation" */
};

/*
 * From OFFSET bytes behind the start of its function on a frame is given back by sequence number
 * SEQUENCE of a pool.
 */
struct chrome2_state {
    uint32_t offset;
    size_t sequence;
};

/* ADDRESS is from the base on. At least one state, the first at offset 0, ascending. */
struct chrome2_function {
    uint32_t address, size_bytes;
    const struct chrome2_state *states;
    size_t states_count;
};

/* ---- instructions --------------------------------------------------------------------------- */

/* Appends what adds BYTES to sp; false when nothing does: 0, and what are no words. */
bool chrome2_put_add(struct buffer *out, int32_t bytes);

/*
 * Appends what pops REGISTERS, bit n r[n]; false when nothing does: none of them, or others than r4
 * to r15.
 */
bool chrome2_put_pop(struct buffer *out, uint32_t registers);

/* Appends the whole sequence that gives the frame of RULE back; false when there is none. */
bool chrome2_put_rule(struct buffer *out, const struct bobbin_rule *rule);

/* {FINISH}, and {REFUSE, 0} */
extern const uint8_t chrome2_trivial[1], chrome2_refusal[2];

/* ---- tables --------------------------------------------------------------------------------- */

/*
 * The table of instructions of the SEQUENCES that are used, number i USES[i] times: those first
 * whose bytes are used most. INDEX[i] is where number i begins.
 */
void chrome2_put_instructions(struct buffer *out, const struct byte_pool *sequences,
                              const uint32_t *uses, uint32_t *index);

/* The pairs of the COUNT STATES of a function, of sequences that begin at INDEX. */
void chrome2_put_pairs(struct buffer *out, const struct chrome2_state *states, size_t count,
                       const uint32_t *index);

/*
 * The page table of COUNT functions that start at STARTS, in units, ascending; of so many pages at
 * least.
 */
void chrome2_put_pages(struct buffer *out, const uint32_t *starts, size_t count, uint32_t pages);

/* What there are entries for: functions, and where none is. */
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
 * What stands where no function is: sequences at offset 0. Without GAPS only before the first
 * function.
 */
struct chrome2_fillers {
    struct chrome2_state gap, outside;
    bool gaps;
};

/*
 * Lays COUNT FUNCTIONS out, with FILLERS between them and around them. False when they overlap. Who
 * asks frees ENTRY.
 */
bool chrome2_lay_out(struct chrome2_entries *entries, const struct chrome2_function *functions,
                     size_t count, const struct chrome2_fillers *fillers);

/* What is known of a file beside its bytes. */
struct chrome2_sizes {
    uint32_t header, pages, vector, functions, fillers, offsets, instructions;
    /* entries whose pairs would begin behind the last byte that can be told: they refuse */
    size_t without_room;
};

/*
 * Writes the file of FUNCTIONS, which do not overlap: SHIPPED, with FILLERS, or DOCUMENT, without.
 * A REFUSAL is added to SEQUENCES where one is needed.
 */
void chrome2_write(struct buffer *out, enum chrome2_variant variant,
                   const struct chrome2_function *functions, size_t count,
                   struct byte_pool *sequences, struct chrome2_sizes *sizes);

/* ---- images --------------------------------------------------------------------------------- */

/*
 * The writer of a struct format: of all functions in the rows of REFERENCE. Says on stderr what is
 * not in it.
 */
int chrome2_encode(const struct format *format, const struct reference *reference,
                   struct format_parts *out);

/* Host readers of DOCUMENT and NAIVE, and their numbers as in enum format_foreign. */
enum { CHROME2_DOCUMENT_NUMBER = 0x102, CHROME2_NAIVE_NUMBER = 0x202 };
extern const struct bobbin_foreign chrome2_document_reader, chrome2_naive_reader;

#endif
