/* SPDX-License-Identifier: MIT */
/*
 * Rows for tests of compact CFI dictionaries: writes the rows in a format and looks them up again.
 */
#ifndef CFI_SUBJECT_H
#define CFI_SUBJECT_H

#include "formats/format.h"
#include "fuzz.h"
#include <bobbin/rule.h>

/*
 * Rows in two code ranges, and the table that a format's writer makes of them. Each part is an
 * allocation of its exact size.
 */
struct cfi_subject {
    struct image image;
    struct reference reference;
    struct format_parts parts;
    struct foreign_table table;
    const struct format *format;
};

/*
 * A rule with cfa = sp + 4 * WORDS. If MASK is not 0, the return address has the slot right below
 * the cfa, and the registers of MASK have the slots below that (bit 0 is r4).
 */
struct bobbin_rule cfi_frame(int32_t words, uint32_t mask);

/*
 * Adds a code range of SIZE_BYTES above all others. Each row continues where the last row of the
 * range ends.
 */
void cfi_subject_range(struct cfi_subject *subject, uint32_t start, uint32_t size_bytes);
void cfi_subject_row(struct cfi_subject *subject, uint32_t size_bytes,
                     const struct bobbin_rule *rule);

/*
 * Random rows: more rules than an 8-bit number can count, some used often, gaps, long rows, two
 * distant ranges.
 */
void cfi_subject_random(struct cfi_subject *subject, struct fuzz_source *source);

/* Writes the rows in the format called NAME. */
void cfi_subject_write(struct cfi_subject *subject, const char *name);

/* Looks up ADDRESS with the format's reader, as an interrupted pc or as a call. */
enum bobbin_stop cfi_subject_ask(const struct cfi_subject *subject, uint32_t address,
                                 bool interrupted, struct bobbin_rule *rule);

/*
 * Looks up both ends of each row, and the end of each range. Fails the test if a result differs
 * from the rows.
 */
void cfi_subject_expect_rows(const struct cfi_subject *subject);
void cfi_subject_free(struct cfi_subject *subject);

#endif
