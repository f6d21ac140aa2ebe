/* SPDX-License-Identifier: MIT */
/*
 * Variants of the compact CFI dictionary that other people proposed when it was published. bobbin
 * writes them, and reads them on the host, to show how many bytes each layout takes. Each variant
 * has the parts, units, rule bytes and words of core/foreign/cfi_dictionary.h, with the differences
 * below.
 *
 * two-level-lengths  As N. Grandin described it. RECORDS: u16 units from the start of the block,
 *                    u8 length in units, u8 rule. A longer run has several records. Between
 *                    records there is no rule.
 *
 * deltas             RECORDS: u8 length in units, u8 rule, contiguous, in blocks of 16. BLOCKS:
 *                    for each block the start of its first record, in units from the base. Each
 *                    takes 3 bytes, or 4 if any of them needs 4.
 *
 * split              Proposed by S. Fink: four bits and three bits. Like deltas, but with other
 *                    rule bytes. 0 to 127: 8 times the number of the way to compute the cfa (one
 *                    of 16), plus the number of the way to restore the registers (one of 8). 128
 *                    to 253: a rule of the dictionary. 254 and 255 are unchanged. DICTIONARY
 *                    begins with 16 words for the cfa and 8 words for the registers. The sum of
 *                    two of them is the word of a rule. The rules that are no such sum follow.
 *
 * bits               Proposed by S. Fink: a bit vector. RECORDS: a bit for each unit of code, the
 *                    lowest first, padded to words; it is 1 if the unit has the dominant rule.
 *                    Then for each unit whose bit is 0 the u8 rule, 254 for no rule. BLOCKS: u32
 *                    number of the dominant rule, which has the most code; u32 number of ranges of
 *                    code; for each range u32 bytes from the base and u32 units; for each 1024
 *                    bits u32 number of 0 bits before them. WIDE has the number of the unit at
 *                    which a run starts, in the order of the bits, instead of the number of its
 *                    record.
 *
 * starts             Like bits, but a bit is 1 if the rule is that of the unit before. So a run
 *                    takes one u8.
 *
 * bodies             Proposed by S. Fink: in most functions one rule holds at nearly all calls.
 *                    BLOCKS: u32 bytes from the base, u32 number of the first body, u32 number of
 *                    the first rare row; the last row has the ends, as in two-level. RECORDS,
 *                    by columns: u16 units where bodies start, u8 their rules; u16 units where
 *                    rare rows start, u8 lengths, u8 rules. A body extends to the next body. The
 *                    reader looks up a rare row first only for interrupted frames. In WIDE rare
 *                    rows are numbered from 2^30.
 *
 * forward            Proposed by J. Seward, for prologues: bodies without rare rows, like
 *                    the linker's tables. For an interrupted pc the reader moves the pc forward
 *                    out of a prologue (dictionary_forward.h).
 */
#ifndef GEN_CFI_DICTIONARY_DICTIONARY_VARIANTS_H
#define GEN_CFI_DICTIONARY_DICTIONARY_VARIANTS_H

#include "formats/cfi_dictionary/dictionary_writer.h"

/* Format numbers; enum format_foreign has the others. */
enum cfi_variant {
    CFI_TWO_LEVEL_LENGTHS = 0x203,
    CFI_DELTAS = 0x303,
    CFI_SPLIT = 0x403,
    CFI_BITS = 0x503,
    CFI_STARTS = 0x603,
    CFI_BODIES = 0x703,
    CFI_FORWARD = 0x803,
};

/* Variants of one writer. */
enum { CFI_BITS_DOMINANT, CFI_BITS_STARTS };
enum { CFI_BODIES_RARE, CFI_BODIES_ALONE };

extern const struct bobbin_foreign cfi_two_level_lengths;
extern const struct bobbin_foreign cfi_deltas;
extern const struct bobbin_foreign cfi_split;
extern const struct bobbin_foreign cfi_bits;
extern const struct bobbin_foreign cfi_starts;
extern const struct bobbin_foreign cfi_bodies;
extern const struct bobbin_foreign cfi_forward;

/* Each function is the `write` of a struct format. */
int cfi_encode_lengths(const struct format *format, const struct reference *reference,
                       struct format_parts *out);
int cfi_encode_deltas(const struct format *format, const struct reference *reference,
                      struct format_parts *out);
int cfi_encode_split(const struct format *format, const struct reference *reference,
                     struct format_parts *out);
int cfi_encode_bits(const struct format *format, const struct reference *reference,
                    struct format_parts *out);
int cfi_encode_bodies(const struct format *format, const struct reference *reference,
                      struct format_parts *out);

#endif
