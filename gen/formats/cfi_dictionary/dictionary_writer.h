/* SPDX-License-Identifier: MIT */
/* Writes the compact CFI dictionary (core/foreign/cfi_dictionary.h). */
#ifndef GEN_WRITE_CFI_DICTIONARY_H
#define GEN_WRITE_CFI_DICTIONARY_H

#include "core/foreign/cfi_dictionary.h"
#include "formats/cfi_dictionary/dictionary_runs.h"
#include "formats/format.h"

/*
 * The writers of a struct format: of all rows of REFERENCE. They say on stderr what is not in it.
 */
int cfi_encode_flat(const struct format *format, const struct reference *reference,
                    struct format_parts *out);
int cfi_encode_two_level(const struct format *format, const struct reference *reference,
                         struct format_parts *out);

/* ---- what all writers of such dictionaries share -------------------------------------------- */

/*
 * Finds the RUNS of REFERENCE, says what cannot be said of them, and sets the base of OUT.
 * STATUS_...
 */
int cfi_begin(struct cfi_runs *runs, const struct reference *reference, const char *format,
              struct format_parts *out);

/* All rules of RUNS as a part CFI_DICTIONARY. */
void cfi_write_dictionary(const struct cfi_runs *runs, struct buffer *out);

/* Adds to WIDE, a part CFI_WIDE, that record NUMBER has RULE. */
void cfi_write_wide(struct buffer *wide, uint32_t number, uint32_t rule);

/* The byte for RULE of record NUMBER, which WIDE gets where RULE has none of its own. */
uint32_t cfi_write_rule(struct buffer *wide, uint32_t number, uint32_t rule);

/* Says where the bytes of OUT went: by the names of its parts. */
void cfi_share_parts(struct format_parts *out);

#endif
