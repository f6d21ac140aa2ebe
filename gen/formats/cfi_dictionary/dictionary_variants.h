/* SPDX-License-Identifier: MIT */
/*
 * Variants of the compact CFI dictionary that readers of its document proposed. They show how many
 * bytes each layout takes: writers, and readers for the host only. Each variant has the parts of
 * core/foreign/cfi_dictionary.h, with the differences below. Units, rule bytes and words are as
 * there.
 *
 * two-level-lengths  N. Grandin's own words. RECORDS: u16 units from the start of the block, u8
 *                    length in units, u8 rule. A longer run has several records. Between records
 *                    there is no rule.
 *
 * deltas             RECORDS: u8 length in units, u8 rule, contiguous, in blocks of 16. BLOCKS:
 *                    for each block the start of its first record, in units from the base. Each
 *                    takes 3 bytes, or 4 if any of them needs 4.
 *
 * split              S. Fink's four and three bits. As deltas, but with another byte for a rule. 0
 *                    to 127: the way to find the cfa (one of 16), times 8, plus the way to find
 *                    everything else (one of 8). 128 to 253: a rule of the dictionary. 254 and 255
 *                    are unchanged. DICTIONARY begins with 16 and 8 words. One word of each,
 *                    added, are the word of a rule. The rules that are no such sum follow.
 *
 * bits               S. Fink's vector. RECORDS: a bit for each unit of code, lowest first, padded
 *                    to words; it is 1 if the unit has the dominant rule. Then for each unit whose
 *                    bit is 0 the u8 rule, 254 for no rule. BLOCKS: u32 number of the dominant
 *                    rule, which has the most code; u32 number of ranges of code; for each range
 *                    u32 bytes from the base and u32 units; for each 1024 bits u32 number of 0
 *                    bits before them. WIDE stores the unit where a run starts, numbered as the
 *                    bits are, instead of the number of its record.
 *
 * starts             The same vector, but a bit is 1 if the rule is that of the unit before. So a
 *                    run takes one u8.
 *
 * bodies             S. Fink's other remark: at calls one rule holds nearly everywhere in a
 *                    function. BLOCKS: u32 bytes from the base, u32 number of the first body, u32
 *                    number of the first rare row; the last block is the end, as there. RECORDS,
 *                    by columns: u16 units where bodies start, u8 their rules; u16 units where
 *                    rare rows start, u8 lengths, u8 rules. A body extends to the next body. The
 *                    reader looks up a rare row first only for interrupted frames. In WIDE rare
 *                    rows are numbered from 2^30.
 *
 * forward            J. Seward's answer to a request for prologues: bodies without rare rows, like
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
