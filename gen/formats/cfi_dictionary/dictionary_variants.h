/* SPDX-License-Identifier: MIT */
/*
 * Layouts of the compact CFI dictionary that readers of the document have proposed, to know what
 * they take: writers, and readers for the host alone. Each has the parts of
 * core/foreign/cfi_dictionary.h but where it says otherwise; units, bytes of rules and words are as
 * there.
 *
 * two-level-lengths  N. Grandin's own words. RECORDS: u16 units from the start of the block, u8
 *                    length in units, u8 rule; a longer run has several, and between records there
 *                    is no rule.
 *
 * deltas             RECORDS: u8 length in units, u8 rule, one behind the other, in blocks of 16.
 *                    BLOCKS: for each block where its first record starts, in units from the base:
 *                    3 bytes each, or 4 if any of them needs these.
 *
 * split              S. Fink's four and three bits. As deltas, but for the byte of a rule: 0 to 127
 *                    is one of 16 ways to find the cfa, times 8, and one of 8 ways to go on from
 *                    there; 128 to 253 one of the dictionary; 254 and 255 are as ever. DICTIONARY
 *                    begins with 16 and 8 words, of which one each, added, are that of a rule; then
 *                    it has those rules that are no such sum.
 *
 * bits               S. Fink's vector. RECORDS: a bit for each unit of code, lowest first, padded
 *                    to words, that is set where the rule is the dominant one; then for each unit
 *                    without it the u8 rule, 254 where there is none. BLOCKS: u32 number of the
 *                    dominant rule, that of the most code; u32 count of ranges of code, for each
 *                    u32 bytes from the base and u32 units; then for each 1024 bits u32 how many
 *                    before them are 0. WIDE has the unit, counted as the bits are, with which a
 *                    run starts in place of the number of its record.
 *
 * starts             The same vector, but a bit is set where the rule is that of the unit before,
 *                    so that a run has one u8.
 *
 * bodies             S. Fink's other remark: at calls it is nearly always the one rule of a
 *                    function. BLOCKS: u32 bytes from the base, u32 number of the first body, u32
 *                    number of the first rare row; the last row is as there. RECORDS, by columns:
 *                    u16 units where bodies start, u8 their rules; u16 units where rare rows start,
 *                    u8 lengths, u8 rules. A body holds up to the next one; inside, interrupted
 *                    frames alone look for a rare row first. In WIDE rare rows are numbered from
 *                    2^30 on.
 *
 * forward            J. Seward's answer to who asked for prologues: bodies without rare rows, as
 *                    the linker's tables are, and for an interrupted pc the reader moves it forward
 *                    out of a prologue (cfi_forward.h).
 */
#ifndef GEN_CFI_VARIANTS_H
#define GEN_CFI_VARIANTS_H

#include "formats/cfi_dictionary/dictionary_writer.h"

/* Numbers as in enum format_foreign. */
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

/* The writers of a struct format. */
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
