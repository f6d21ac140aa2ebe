/* SPDX-License-Identifier: MIT */
/* Writes the compact CFI dictionary (core/cfi_dictionary.h). */
#ifndef GEN_WRITE_CFI_DICTIONARY_H
#define GEN_WRITE_CFI_DICTIONARY_H

#include "cfi_dictionary.h"
#include "cfi_runs.h"
#include "formats.h"

/* The writers of a struct format: of all rows of REFERENCE. They say on stderr what is not in it. */
int cfi_encode_flat(const struct format *format, const struct reference *reference,
                    struct format_parts *out);
int cfi_encode_two_level(const struct format *format, const struct reference *reference,
                         struct format_parts *out);

/* ---- what all writers of such dictionaries share ---------------------------------------------- */

/* Finds the RUNS of REFERENCE, says what cannot be said of them, and sets the base of OUT. STATUS_... */
int cfi_begin(struct cfi_runs *runs, const struct reference *reference, const char *format,
              struct format_parts *out);

/* All rules of RUNS as a part CFI_DICTIONARY. */
void cfi_write_dictionary(const struct cfi_runs *runs, struct buffer *out);

/* RULE as word or, behind all words in LONG_RULES, as bytes. */
uint32_t cfi_word_of(const struct bobbin_rule *rule, struct buffer *long_rules);

/* The byte for RULE of record NUMBER; where it has none, WIDE, a part CFI_WIDE, gets it. */
uint32_t cfi_write_rule(struct buffer *wide, uint32_t number, uint32_t rule);

/* The next of OUT's shares, of which the first one without a name is free. */
void cfi_share(struct format_parts *out, const char *name, size_t bytes);

#endif
