/* SPDX-License-Identifier: MIT */
#include "questions.h"

#include "format.h"

#define OUTERMOST   BOBBIN_STOP_OUTERMOST
#define CORRUPT     BOBBIN_STOP_CORRUPT
#define LOST        BOBBIN_STOP_LOST
#define BAD_SP      BOBBIN_STOP_BAD_SP
#define UNREADABLE  BOBBIN_STOP_UNREADABLE
#define NO_PROGRESS BOBBIN_STOP_NO_PROGRESS
#define NO_RULE     BOBBIN_STOP_NO_RULE
#define PC_OUTSIDE  BOBBIN_STOP_PC_OUTSIDE

/* Bytes of a long rule. */
#define FRAME             BOBBIN_FORM_FRAME
#define DEREF             BOBBIN_FORM_DEREF
#define EITHER            FORMAT_FORM_EITHER
#define WORD              FORMAT_FORM_WORD
#define PLACE(kind, at)   (BOBBIN_##kind << FORMAT_PLACE_BITS | (at))
#define RA                BOBBIN_PLACE_RA
#define NEGATIVE(offset)  (0x80 - (offset)) /* sleb128 of -OFFSET, 1..64 */
#define LOST_FROM(number) PLACE(LOST, number), PLACE(LOST, (number) + 1)

#define COMPACT(register, cfa_words, mask, flags)                                                  \
    (((uint32_t)(register) ^ BOBBIN_SP) << FORMAT_RULE_REGISTER_SHIFT | (mask) |                   \
     (uint32_t)(cfa_words) << FORMAT_RULE_CFA_SHIFT | (flags))
#define DOUBLES(count) ((uint32_t)(count) << FORMAT_RULE_VFP_SHIFT)
#define HOME(words)    ((uint32_t)(words) << FORMAT_RULE_HOME_SHIFT)
#define SAVED_RA       FORMAT_RULE_RA
#define SPLIT          FORMAT_RULE_SPLIT
#define LEAF           COMPACT(13, 0, 0, 0)
#define BYTES(word)    (word) & 0xff, (word) >> 8 & 0xff, (word) >> 16 & 0xff, (word) >> 24

#define VALID         BOBBIN_VALID_R
#define ALL_D         (BOBBIN_VALID_D(8) * 0xffu)
#define ROW(number)   (QUESTIONS_CODE + 2 * (number))
#define HALVES(a, b)  ((uint32_t)(b) << 16 | (a))
#define BLX_T1(rm)    HALVES(0x4780u | (rm) << 3, 0x4780u | (rm) << 3)
#define BLX_A1(rm)    (0xe12fff30u | (rm))
#define ROOT_RETURN_T (QUESTIONS_ROOT + 5)
#define ROOT_RETURN_A (QUESTIONS_ROOT + 4)

/* The number of a rule is its place in here, from 1 on. */
#define CONDITION_RULE 3
const struct question questions[] = {
    {"leaf", OUTERMOST, .word = LEAF},
    {"root", OUTERMOST, .bytes = {BOBBIN_FORM_ROOT}},
    {"condition holds", OUTERMOST, .bytes = {EITHER, 0, 1, 0, 0, 0}},
    {"pushed", OUTERMOST, .word = COMPACT(13, 2, 1u, SAVED_RA)},
    {"condition fails", OUTERMOST, .bytes = {EITHER, 1, 0, 0, 1, 0}},
    {"condition 14", CORRUPT, .bytes = {EITHER, 14, 1, 0, 1, 0}},
    {"condition on a condition", CORRUPT, .bytes = {EITHER, 0, CONDITION_RULE, 0, 1, 0}},
    {"all saved", OUTERMOST, .word = COMPACT(13, 25, 0xffu, SAVED_RA | DOUBLES(8))},
    {"split", OUTERMOST, .word = COMPACT(13, 25, 0x3cu, SAVED_RA | SPLIT | HOME(1) | DOUBLES(1))},
    {"gap", OUTERMOST, .word = COMPACT(13, 25, 0x01u, SAVED_RA | FORMAT_RULE_GAP | DOUBLES(2))},
    {"high half", OUTERMOST, .word = COMPACT(13, 25, 0xf0u, SAVED_RA | SPLIT)},
    {"base pc", CORRUPT, .word = COMPACT(15, 4, 0, 0)},
    {"nine doubles", CORRUPT, .word = COMPACT(13, 25, 0, DOUBLES(9))},
    {"base unknown", LOST, .word = COMPACT(7, 0, 0, 0), .unknown = VALID(7)},
    {"sp unknown", LOST, .word = COMPACT(7, 0, 0, 0), .unknown = VALID(13)},
    {"lr unknown", LOST, .word = LEAF, .unknown = VALID(14)},
    {"cfa below sp", BAD_SP, .word = COMPACT(12, 0, 0, 0)},
    {"cfa unaligned", BAD_SP, .word = COMPACT(11, 0, 0, 0)},
    {"sp stays", NO_PROGRESS, .word = COMPACT(13, 0, 0, SAVED_RA)},
    {"return address unreadable", UNREADABLE, .word = COMPACT(13, 33, 0, SAVED_RA)},
    {"r4 unreadable", OUTERMOST, .word = COMPACT(13, 34, 1u, SAVED_RA)},
    {"return to nowhere", PC_OUTSIDE, .word = LEAF, .lr = QUESTIONS_OUTSIDE},
    {"return to half a word", PC_OUTSIDE, .word = LEAF, .lr = QUESTIONS_ROOT + 2},
    {"return to ARM code", OUTERMOST, .word = LEAF, .lr = ROOT_RETURN_A},
    {"return to nothing", NO_RULE, .word = LEAF, .lr = ROW(QUESTION_ROW_WIDE) + 1},
    {"offset behind all", CORRUPT, .word = FORMAT_RULE_LONG | 0xffff},
    {"no form", CORRUPT, .word = FORMAT_RULE_LONG}, /* the bytes of the first question: none */
    {"unknown form", CORRUPT, .bytes = {WORD + 1}},
    {"long, base pc", CORRUPT, .bytes = {FRAME, 15}},
    {"offset of six bytes", CORRUPT, .bytes = {FRAME, 13, 0x80, 0x80, 0x80, 0x80, 0x80, 1}},
    {"offset of five bytes", OUTERMOST, .bytes = {FRAME, 13, 0x84, 0x80, 0x80, 0x80, 0}},
    {"long word", OUTERMOST, .bytes = {WORD, BYTES(COMPACT(13, 0, 1u, SAVED_RA)), 8}},
    {"long word, doubles lost", OUTERMOST,
     .bytes = {WORD, BYTES(COMPACT(13, 0, 0, SAVED_RA | DOUBLES(1) | FORMAT_WORD_LOST)), 32}},
    {"long word, base pc", CORRUPT, .bytes = {WORD, BYTES(COMPACT(15, 0, 0, 0)), 8}},
    {"long word, nine doubles", CORRUPT, .bytes = {WORD, BYTES(COMPACT(13, 0, 0, DOUBLES(9))), 40}},
    {"long word, offset of six bytes", CORRUPT,
     .bytes = {WORD, BYTES(COMPACT(13, 0, 1u, SAVED_RA)), 0x80, 0x80, 0x80, 0x80, 0x80, 1}},
    {"halves", OUTERMOST,
     .bytes = {FRAME, 13, 32, 7, PLACE(REGISTER, 0), 12, PLACE(LOST, 1), PLACE(SLOT, 2),
               NEGATIVE(4), PLACE(SLOT, 8), NEGATIVE(16), PLACE(SLOT_LOW, 9), NEGATIVE(8),
               PLACE(SLOT_HIGH, 10), NEGATIVE(8), PLACE(LOST, 11)}},
    {"halves of nothing", OUTERMOST,
     .bytes = {FRAME, 13, 32, 2, PLACE(SLOT_LOW, 9), NEGATIVE(8), PLACE(SLOT_HIGH, 10),
               NEGATIVE(8)},
     .unknown = ALL_D},
    {"halves unreadable", OUTERMOST,
     .bytes = {FRAME, 0, 0, 4, PLACE(SLOT, 8), 60, PLACE(SLOT, 9), 0xc0, 0, PLACE(SLOT_LOW, 10),
               0xc0, 0, PLACE(SLOT_HIGH, 11), 0xc0, 0}},
    {"slot unaligned", OUTERMOST, .bytes = {FRAME, 13, 32, 1, PLACE(SLOT, 0), NEGATIVE(5)}},
    {"unknown register", OUTERMOST, .bytes = {FRAME, 13, 32, 1, PLACE(REGISTER, 0), 2},
     .unknown = VALID(2)},
    {"slot below sp", UNREADABLE, .bytes = {FRAME, 13, 4, 1, PLACE(SLOT, RA), NEGATIVE(8)}},
    {"return address in r10", OUTERMOST, .bytes = {FRAME, 13, 0, 1, PLACE(REGISTER, RA), 10}},
    {"return address lost", LOST, .bytes = {FRAME, 13, 0, 1, PLACE(LOST, RA)}},
    {"for ever", NO_PROGRESS, .bytes = {FRAME, 13, 4, 1, PLACE(REGISTER, RA), 4}},
    {"place behind all", CORRUPT, .bytes = {FRAME, 13, 0, 1, PLACE(LOST, 31)}},
    {"place that is the same", CORRUPT, .bytes = {FRAME, 13, 0, 1, PLACE(SAME, 1), 4}},
    {"unknown kind", CORRUPT, .bytes = {FRAME, 13, 0, 1, PLACE(SLOT_HIGH, 1) + (1 << 5), 4}},
    {"place in sp", CORRUPT, .bytes = {FRAME, 13, 0, 1, PLACE(REGISTER, 1), 13}},
    {"r4 in r5", CORRUPT, .bytes = {FRAME, 13, 0, 1, PLACE(REGISTER, 0), 5}},
    {"d8 in r0", CORRUPT, .bytes = {FRAME, 13, 0, 1, PLACE(REGISTER, 8), 0}},
    {"half of r4", CORRUPT, .bytes = {FRAME, 13, 0, 1, PLACE(SLOT_LOW, 0), 0}},
    {"place again", CORRUPT, .bytes = {FRAME, 13, 0, 2, PLACE(LOST, 3), PLACE(LOST, 3)}},
    {"cfa in memory", OUTERMOST, .bytes = {DEREF, 0, 0xc0, 1, 4, 0}},
    {"cfa in no memory", UNREADABLE, .bytes = {DEREF, 0, 0xc0, 0, 4, 0}},
    {"cfa in memory unaligned", BAD_SP, .bytes = {DEREF, 0, 0, 0, 0}},
    {"cut off", CORRUPT,
     .bytes = {FRAME, 13, 0, 17, LOST_FROM(0), LOST_FROM(2), LOST_FROM(4), LOST_FROM(6),
               LOST_FROM(8), LOST_FROM(10), LOST_FROM(12), LOST_FROM(14)}},

    /* Their own rules are never looked up. */
    {"number of two bytes", OUTERMOST, .pc = ROW(QUESTION_ROW_WIDE)},
    {"number of two bytes absent", CORRUPT, .pc = ROW(QUESTION_ROW_ABSENT)},
    {"rule behind the last", CORRUPT, .pc = ROW(QUESTION_ROW_BEHIND)},
    {"index behind the section", CORRUPT, .pc = 0x30000},
    {"index cut off", CORRUPT, .pc = 0x31000},
    {"no entries", CORRUPT, .pc = 0x40000},
    {"entries behind the section", CORRUPT, .pc = 0x50000},
    {"rows behind the section", CORRUPT, .pc = 0x60000},
    {"behind the last entry", CORRUPT, .pc = 0x70020},
    {"page before the first entry", CORRUPT, .pc = 0x71000},
    {"unit before the first entry", CORRUPT, .pc = 0x72004},
    {"index to behind the entries", CORRUPT, .pc = 0x80000},
    {"index of blocks to behind the entries", CORRUPT, .pc = 0x80100},
    {"index too far back", CORRUPT, .pc = 0x81000},
    {"index to before the first block", CORRUPT, .pc = 0x89000},
    {"too many rows", CORRUPT, .pc = 0x82000},
    {"rows cut off", CORRUPT, .pc = 0x83000},
    {"longest explicit row", OUTERMOST, .pc = 0x84000},
    {"before an explicit row", NO_RULE, .pc = QUESTIONS_ROWS},
    {"explicit row", OUTERMOST, .pc = QUESTIONS_ROWS + 8},
    {"explicit row, number of two bytes", OUTERMOST, .pc = QUESTIONS_ROWS + 16},
    {"entry that starts too far before", CORRUPT, .pc = QUESTIONS_FAR + 0x40300},
    {"entry that ends too far behind", CORRUPT, .pc = QUESTIONS_FAR},
    {"start of an entry that is no length", CORRUPT, .pc = 0x8a000},
    {"entry of the page before", OUTERMOST, .pc = QUESTIONS_LONG + 400},
    {"long entry", OUTERMOST, .pc = QUESTIONS_SMALL_LONG + 400, .code = HALVES(0xd0fe, 0xbd10)},
    {"longest entry", OUTERMOST, .pc = QUESTIONS_LONGEST + 1000},
    {"code that is not read", OUTERMOST, .pc = 0x88000},
    {"forward", OUTERMOST, .pc = QUESTIONS_FAST, .code = HALVES(0xbf00, 0x4770)},
    {"forward, pop", OUTERMOST, .pc = QUESTIONS_FAST + 4, .code = HALVES(0xbd10, 0xbd10)},
    {"forward to no return", OUTERMOST, .pc = QUESTIONS_FAST + 8, .code = HALVES(0xbf00, 0xbf00)},
    {"body", OUTERMOST, .pc = QUESTIONS_FAST + 4, .code = HALVES(0xb510, 0xbf00)},
    {"prologue", OUTERMOST, .pc = QUESTIONS_FAST + 4, .code = HALVES(0xb500, 0xbf00)},
    {"code that cannot be read", UNREADABLE, .pc = QUESTIONS_FAST + 4},
    {"walk", OUTERMOST, .pc = QUESTIONS_SMALL + 4, .code = HALVES(0xd0fe, 0xbd10)},
    {"walk over calls", OUTERMOST, .pc = QUESTIONS_SMALL + 4, .code = HALVES(0xf000, 0xf800)},
    {"walk another way", OUTERMOST, .pc = QUESTIONS_SMALL + 4, .code = HALVES(0xd000, 0xde00)},
    {"walk to nowhere", OUTERMOST, .pc = QUESTIONS_SMALL + 4, .code = HALVES(0xde00, 0xde00)},
    {"small prologue", OUTERMOST, .pc = QUESTIONS_SMALL + 4, .code = HALVES(0xb510, 0xde00)},
    {"small prologue, sp", OUTERMOST, .pc = QUESTIONS_SMALL + 4, .code = HALVES(0xb082, 0xde00)},
    {"small prologue, double", OUTERMOST, .pc = QUESTIONS_SMALL + 4,
     .code = HALVES(0xed2d, 0x8b02)},
    {"small prologue, branch", OUTERMOST, .pc = QUESTIONS_SMALL + 4,
     .code = HALVES(0xe7fe, 0xe7fe)},
    {"small prologue, pushed twice", OUTERMOST, .pc = QUESTIONS_SMALL + 8,
     .code = HALVES(0xb403, 0xb5f0)},
    {"small prologue, sp moved", BAD_SP, .pc = QUESTIONS_SMALL + 4, .code = HALVES(0x469d, 0xde00)},
    {"walk that cannot be read", UNREADABLE, .pc = QUESTIONS_SMALL + 4},
    {"called", OUTERMOST, .pc = QUESTIONS_OUTSIDE, .code = BLX_T1(3)},
    {"called by ARM code", OUTERMOST, .pc = QUESTIONS_OUTSIDE, .lr = ROOT_RETURN_A,
     .code = BLX_A1(3)},
    {"called elsewhere", PC_OUTSIDE, .pc = QUESTIONS_OUTSIDE, .code = BLX_T1(2)},
    {"called by pc", PC_OUTSIDE, .pc = QUESTIONS_OUTSIDE, .code = BLX_T1(15)},
    {"called by an unknown register", PC_OUTSIDE, .pc = QUESTIONS_OUTSIDE, .code = BLX_T1(3),
     .unknown = VALID(3)},
    {"called by an unknown place", PC_OUTSIDE, .pc = QUESTIONS_OUTSIDE, .code = BLX_T1(3),
     .unknown = VALID(14)},
    {"called by nothing to read", PC_OUTSIDE, .pc = QUESTIONS_OUTSIDE},
    {"not called", PC_OUTSIDE, .pc = QUESTIONS_OUTSIDE, .code = 1},
    {"not called by ARM code", PC_OUTSIDE, .pc = QUESTIONS_OUTSIDE, .lr = ROOT_RETURN_A, .code = 1},
    {"not a condition", PC_OUTSIDE, .pc = QUESTIONS_OUTSIDE, .lr = ROOT_RETURN_A,
     .code = BLX_A1(3) | 0xf0000000u},
};

const uint32_t questions_count = sizeof(questions) / sizeof(questions[0]);
