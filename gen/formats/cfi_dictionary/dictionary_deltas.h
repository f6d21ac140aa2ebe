/* SPDX-License-Identifier: MIT */
/*
 * Records with a length and a rule, in blocks of 16 records. The variants `deltas` and `split`
 * share this code (dictionary_variants.h).
 */
#ifndef GEN_CFI_DICTIONARY_DICTIONARY_DELTAS_H
#define GEN_CFI_DICTIONARY_DICTIONARY_DELTAS_H

#include "formats/cfi_dictionary/dictionary_variants.h"

/*
 * The byte of each rule of the runs. If the byte is CFI_RULE_WIDE, NUMBER is the rule's number in
 * part DICTIONARY.
 */
struct cfi_codes {
    uint8_t *byte;
    uint32_t *number;
};

/* Writes the parts RECORDS, BLOCKS and WIDE of OUT. */
void cfi_write_deltas(const struct cfi_runs *runs, const struct cfi_codes *codes,
                      struct format_parts *out);

/*
 * Writes a table in FORMAT. Calls WRITE, which sets CODES (with room for all rules) and writes the
 * parts. Returns STATUS_...
 */
int cfi_encode_codes(const struct format *format, const struct reference *reference,
                     struct format_parts *out,
                     void (*write)(const struct cfi_runs *runs, struct cfi_codes *codes,
                                   struct format_parts *out));

/*
 * Finds the byte and the number of the record for ADDRESS, which is relative to the base. Returns
 * BOBBIN_STOP_NONE, NO_RULE or CORRUPT.
 */
enum bobbin_stop cfi_find_delta(const struct foreign_table *table, uint32_t address, uint32_t *byte,
                                uint32_t *number);

#endif
