/* SPDX-License-Identifier: MIT */
/* Writes the compact CFI dictionary (core/foreign/cfi_dictionary.h). */
#ifndef GEN_CFI_DICTIONARY_DICTIONARY_WRITER_H
#define GEN_CFI_DICTIONARY_DICTIONARY_WRITER_H

#include "core/foreign/cfi_dictionary.h"
#include "formats/cfi_dictionary/dictionary_runs.h"
#include "formats/format.h"

/*
 * Each is the `write` of a struct format, for all rows of REFERENCE. They warn about what they
 * leave out.
 */
int cfi_encode_flat(const struct format *format, const struct reference *reference,
                    struct format_parts *out);
int cfi_encode_two_level(const struct format *format, const struct reference *reference,
                         struct format_parts *out);

/* ---- shared by all writers of dictionaries --------------------------------------------------- */

/*
 * Finds the RUNS of REFERENCE, warns about code that the format cannot express, and sets the base
 * of OUT. Returns STATUS_...
 */
int cfi_begin(struct cfi_runs *runs, const struct reference *reference, const char *format,
              struct format_parts *out);

/* Writes all rules of RUNS as a part CFI_DICTIONARY. */
void cfi_write_dictionary(const struct cfi_runs *runs, struct buffer *out);

/* Adds to WIDE, a part CFI_WIDE, that record NUMBER has RULE. */
void cfi_write_wide(struct buffer *wide, uint32_t number, uint32_t rule);

/*
 * Returns the byte for RULE of record NUMBER. If RULE has no byte of its own, adds the record to
 * WIDE.
 */
uint32_t cfi_write_rule(struct buffer *wide, uint32_t number, uint32_t rule);

/* Adds the bytes of OUT's parts to its shares, named after the parts. */
void cfi_share_parts(struct format_parts *out);

#endif
