/* SPDX-License-Identifier: MIT */
/* Rows for tests of compact CFI dictionaries, written in a format and asked for again. */
#ifndef CFI_SUBJECT_H
#define CFI_SUBJECT_H

#include "formats/format.h"
#include "fuzz.h"
#include <bobbin/rule.h>

/* Rows in two ranges of code and what a format makes of them. Each part ends where its allocation does. */
struct cfi_subject {
    struct image image;
    struct reference reference;
    struct format_parts parts;
    struct foreign_table table;
    const struct format *format;
};

/* cfa = sp + 4 WORDS, the registers of MASK below it, bit 0 r4, under the return address if there is any. */
struct bobbin_rule cfi_frame(int32_t words, uint32_t mask);

/* Adds rows behind one another from the start of a range of SIZE_BYTES on, which stands above all others. */
void cfi_subject_range(struct cfi_subject *subject, uint32_t start, uint32_t size_bytes);
void cfi_subject_row(struct cfi_subject *subject, uint32_t size_bytes,
                     const struct bobbin_rule *rule);

/* Rows at random: more rules than a byte can tell, some used often, gaps, long runs, two ranges far apart. */
void cfi_subject_random(struct cfi_subject *subject, struct fuzz_source *source);

/* Writes the rows as the format that NAME has. */
void cfi_subject_write(struct cfi_subject *subject, const char *name);

/* What the format's reader says at ADDRESS, interrupted there or not. */
enum bobbin_stop cfi_subject_ask(const struct cfi_subject *subject, uint32_t address,
                                 bool interrupted, struct bobbin_rule *rule);

/* Fails the test where that is not what the rows say; at both ends of each and of what is between. */
void cfi_subject_expect_rows(const struct cfi_subject *subject);
void cfi_subject_free(struct cfi_subject *subject);

#endif
