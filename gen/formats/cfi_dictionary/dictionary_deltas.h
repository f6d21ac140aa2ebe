/* SPDX-License-Identifier: MIT */
/*
 * Records of a length and a rule each, in blocks of 16 (cfi_variants.h): what the variants of this
 * layout share.
 */
#ifndef GEN_CFI_DELTAS_H
#define GEN_CFI_DELTAS_H

#include "formats/cfi_dictionary/dictionary_variants.h"

/*
 * The byte for each rule of the runs; where it is CFI_RULE_WIDE, its number in the part DICTIONARY.
 */
struct cfi_codes {
    uint8_t *byte;
    uint32_t *number;
};

/* Writes the parts RECORDS, BLOCKS and WIDE of OUT. */
void cfi_write_deltas(const struct cfi_runs *runs, const struct cfi_codes *codes,
                      struct format_parts *out);

/* Writes a table in FORMAT: WRITE writes its parts, with room for CODES of all rules. STATUS_... */
int cfi_encode_codes(const struct format *format, const struct reference *reference,
                     struct format_parts *out,
                     void (*write)(const struct cfi_runs *runs, struct cfi_codes *codes,
                                   struct format_parts *out));

/* The byte and the number of the record for ADDRESS, from the base on: NONE, NO_RULE or CORRUPT. */
enum bobbin_stop cfi_find_delta(const struct foreign_table *table, uint32_t address, uint32_t *byte,
                                uint32_t *number);

#endif
