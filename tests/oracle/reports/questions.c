/* SPDX-License-Identifier: MIT */
#include "questions.h"

#include "rules.h"

#define OUTERMOST   BOBBIN_STOP_OUTERMOST
#define CORRUPT     BOBBIN_STOP_CORRUPT
#define LOST        BOBBIN_STOP_LOST
#define BAD_SP      BOBBIN_STOP_BAD_SP
#define UNREADABLE  BOBBIN_STOP_UNREADABLE
#define NO_PROGRESS BOBBIN_STOP_NO_PROGRESS
#define NO_RULE     BOBBIN_STOP_NO_RULE
#define PC_OUTSIDE  BOBBIN_STOP_PC_OUTSIDE

/* Words of a long rule: its head, offsets, and its places, the highest first. */
#define HEAD(form, register, places)                                                               \
    ((form) | (uint32_t)(register) << FORMAT_LONG_REGISTER_SHIFT |                                 \
     (uint32_t)(places) << FORMAT_LONG_PLACES_SHIFT)
#define FRAME(register, places)   HEAD(BOBBIN_FORM_FRAME, register, places)
#define DEREF(register, places)   HEAD(BOBBIN_FORM_DEREF, register, places)
#define EITHER(condition)         HEAD(FORMAT_FORM_EITHER, condition, 0)
#define WORD(lost)                HEAD(FORMAT_FORM_WORD, 0, lost)
#define OFFSET(bytes)             ((uint32_t)(bytes))
#define PLACE(kind, value)        (BOBBIN_##kind | (uint32_t)(value) << FORMAT_PLACE_KIND_BITS)
#define NUMBERS(holds, otherwise) HALVES(holds, otherwise)
#define R(number)                 (1u << (BOBBIN_PLACE_R4 + (number)-4))
#define D(number)                 (1u << (BOBBIN_PLACE_D8 + (number)-8))
#define RA                        (1u << BOBBIN_PLACE_RA)
#define LONG(offset)              (KNOWN_LONG | (offset))

#define LEAF                        COMPACT(13, 0, 0, 0)
#define RUN(cfa_words, count)       ((uint32_t)(cfa_words) << FORMAT_RUN_COUNT_BITS | (count))
#define REGISTERS_LOST(mask)        (LONG(0) | (mask) << FORMAT_LOST_SHIFT)
#define LARGE_RUN(cfa_words, count) (FORMAT_RULE_RUN | RUN(cfa_words, count))

#define VALID         BOBBIN_VALID_R
#define ALL_D         (BOBBIN_VALID_D(8) * 0xffu)
#define ROW(number)   (QUESTIONS_CODE + 2 * (number))
#define HALVES(a, b)  ((uint32_t)(b) << 16 | (a))
#define BLX_T1(rm)    HALVES(0x4780u | (rm) << 3, 0x4780u | (rm) << 3)
#define BLX_A1(rm)    (0xe12fff30u | (rm))
#define ROOT_RETURN_T (QUESTIONS_ROOT + 5)
#define ROOT_RETURN_A (QUESTIONS_ROOT + 4)

/* The number of a rule is its place in here, from 1 on. */
#define RUN_RULE       1
#define ROOT_RULE      3
#define CONDITION_RULE 4
#define NO_RULES       0x7000 /* numbers from here on */
const struct question questions[] = {
    {"run", OUTERMOST, .word = RUN(2, 1)},
    {"mask", OUTERMOST, .word = FORMAT_HALF_MASK | 9u << FORMAT_HALF_MASK_BITS | R(5) | R(7)},
    {"root", OUTERMOST, .word = FORMAT_RULE_ROOT},
    {"condition holds", OUTERMOST, .words = {EITHER(0), NUMBERS(RUN_RULE, 0)}},
    {"pushed", OUTERMOST, .word = COMPACT(13, 2, R(4), SAVED_RA)},
    {"leaf", OUTERMOST, .word = LEAF},
    {"condition fails", OUTERMOST, .words = {EITHER(1), NUMBERS(0, RUN_RULE)}},
    {"condition on a root", OUTERMOST, .words = {EITHER(0), NUMBERS(ROOT_RULE, 0)}},
    {"condition on no rule", CORRUPT, .words = {EITHER(0), NUMBERS(0, RUN_RULE)}},
    {"condition that fails on no rule", CORRUPT, .words = {EITHER(1), NUMBERS(RUN_RULE, 0)}},
    {"condition on a number without a rule", CORRUPT,
     .words = {EITHER(0), NUMBERS(NO_RULES, RUN_RULE)}},
    {"condition on the code", CORRUPT, .words = {EITHER(0), NUMBERS(FORMAT_RULE_CODE, RUN_RULE)}},
    {"condition on a condition", CORRUPT, .words = {EITHER(0), NUMBERS(CONDITION_RULE, RUN_RULE)}},
    {"registers lost", OUTERMOST, .word = COMPACT(13, 8, R(4), SAVED_RA) | REGISTERS_LOST(0x82u)},
    {"all registers lost", OUTERMOST, .word = COMPACT(13, 8, 0, SAVED_RA) | REGISTERS_LOST(0xffu)},
    {"register saved and lost", OUTERMOST,
     .word = COMPACT(13, 8, R(4), SAVED_RA) | REGISTERS_LOST(1u)},
    {"registers lost, lr unknown", LOST, .word = COMPACT(13, 8, 0, 0) | REGISTERS_LOST(0x10u),
     .unknown = VALID(14)},
    {"large run", OUTERMOST, .word = LARGE_RUN(25, 8)},
    {"large run that ends where nothing is to read", UNREADABLE, .word = LARGE_RUN(33, 0)},
    {"large run of all words", PC_OUTSIDE, .word = LARGE_RUN((1u << FORMAT_RUN_CFA_BITS) - 1, 0)},
    {"large run of nothing", CORRUPT, .word = LARGE_RUN(0, 4)},
    {"run of more registers than there are", OUTERMOST, .word = LARGE_RUN(25, 15)},
    {"all saved", OUTERMOST, .word = COMPACT(13, 25, 0xffu, SAVED_RA | DOUBLES(8))},
    {"split", OUTERMOST, .word = COMPACT(13, 25, 0x3cu, SAVED_RA | SPLIT | HOME(1) | DOUBLES(1))},
    {"gap", OUTERMOST, .word = COMPACT(13, 25, 0x01u, SAVED_RA | FORMAT_RULE_GAP | DOUBLES(2))},
    {"high half", OUTERMOST, .word = COMPACT(13, 25, 0xf0u, SAVED_RA | SPLIT)},
    {"nine doubles", CORRUPT, .word = COMPACT(13, 25, 0, DOUBLES(9))},
    {"base unknown", LOST, .word = COMPACT(7, 0, 0, 0), .unknown = VALID(7)},
    {"sp unknown", LOST, .word = COMPACT(7, 0, 0, 0), .unknown = VALID(13)},
    {"lr unknown", LOST, .word = LEAF, .unknown = VALID(14)},
    {"cfa below sp", BAD_SP, .word = COMPACT(12, 0, 0, 0)},
    {"cfa unaligned", BAD_SP, .word = COMPACT(11, 0, 0, 0)},
    {"sp stays", NO_PROGRESS, .word = COMPACT(13, 0, 0, SAVED_RA)},
    {"return address unreadable", UNREADABLE, .word = COMPACT(13, 33, 0, SAVED_RA)},
    {"r4 unreadable", OUTERMOST, .word = COMPACT(13, 34, R(4), SAVED_RA)},
    {"return to nowhere", PC_OUTSIDE, .word = LEAF, .lr = QUESTIONS_OUTSIDE},
    {"return to half a word", PC_OUTSIDE, .word = LEAF, .lr = QUESTIONS_ROOT + 2},
    {"return to ARM code", OUTERMOST, .word = LEAF, .lr = ROOT_RETURN_A},
    {"return to nothing", NO_RULE, .word = LEAF, .lr = ROW(QUESTION_ROW_WIDE) + 1},
    {"long rule behind all", CORRUPT, .word = LONG(0xffff)},
    {"long rule that is the last number but a root's", CORRUPT, .word = FORMAT_RULE_ROOT - 1},
    {"no form", CORRUPT, .word = LONG(0)}, /* the words of the first question: none */
    {"form of a root", CORRUPT, .words = {HEAD(BOBBIN_FORM_ROOT, 0, 0)}},
    {"first form that is none", CORRUPT, .words = {HEAD(FORMAT_FORM_WORD + 1, 0, 0)}},
    {"last form that is none", CORRUPT, .words = {HEAD(FORMAT_FORM_WORD + 2, 0, 0)}},
    {"long", OUTERMOST, .words = {FRAME(13, 0), OFFSET(4)}},
    {"long, base pc", BAD_SP, .words = {FRAME(15, 0), OFFSET(0)}},
    {"long, cfa below sp", BAD_SP, .words = {FRAME(13, 0), OFFSET(-4)}},
    {"long word", OUTERMOST, .words = {WORD(0), COMPACT(13, 2, R(4), SAVED_RA)}},
    {"long word, far", OUTERMOST, .words = {WORD(0), COMPACT(13, 64, R(4), SAVED_RA)}},
    {"long word, doubles lost", OUTERMOST,
     .words = {WORD(D(9) | D(10)), COMPACT(13, 8, 0, SAVED_RA | DOUBLES(1))}},
    {"long word, all lost that is saved", OUTERMOST,
     .words = {WORD(0xffffu), COMPACT(13, 25, 0xffu, SAVED_RA | DOUBLES(8))}},
    {"long word, return address both saved and lost", OUTERMOST,
     .words = {WORD(RA), COMPACT(13, 2, R(4), SAVED_RA)}},
    {"long word, base unknown", LOST, .words = {WORD(0), COMPACT(7, 0, 0, 0)}, .unknown = VALID(7)},
    {"long word, base pc", CORRUPT, .words = {WORD(0), LONG(0)}},
    {"long word, nine doubles", CORRUPT, .words = {WORD(0), COMPACT(13, 10, 0, DOUBLES(9))}},
    {"halves", OUTERMOST,
     .words = {FRAME(13, D(11) | D(10) | D(9) | D(8) | R(6) | R(5) | R(4)), OFFSET(32),
               PLACE(LOST, 0), PLACE(SLOT_HIGH, -8), PLACE(SLOT_LOW, -8), PLACE(SLOT, -16),
               PLACE(SLOT, -4), PLACE(LOST, 0), PLACE(REGISTER, 12)}},
    {"halves of nothing", OUTERMOST,
     .words = {FRAME(13, D(10) | D(9)), OFFSET(32), PLACE(SLOT_HIGH, -8), PLACE(SLOT_LOW, -8)},
     .unknown = ALL_D},
    {"halves unreadable", OUTERMOST,
     .words = {FRAME(0, D(11) | D(10) | D(9) | D(8)), OFFSET(0), PLACE(SLOT_HIGH, 64),
               PLACE(SLOT_LOW, 64), PLACE(SLOT, 64), PLACE(SLOT, 60)}},
    {"slot unaligned", OUTERMOST, .words = {FRAME(13, R(4)), OFFSET(32), PLACE(SLOT, -5)}},
    {"unknown register", OUTERMOST, .words = {FRAME(13, R(4)), OFFSET(32), PLACE(REGISTER, 2)},
     .unknown = VALID(2)},
    {"slot below sp", UNREADABLE, .words = {FRAME(13, RA), OFFSET(4), PLACE(SLOT, -8)}},
    {"return address in r10", OUTERMOST, .words = {FRAME(13, RA), OFFSET(0), PLACE(REGISTER, 10)}},
    {"return address lost", LOST, .words = {FRAME(13, RA), OFFSET(0), PLACE(LOST, 0)}},
    {"for ever", NO_PROGRESS, .words = {FRAME(13, RA), OFFSET(4), PLACE(REGISTER, 4)}},
    {"cfa in memory", OUTERMOST, .words = {DEREF(0, R(4)), OFFSET(192), OFFSET(4), PLACE(SLOT, 4)}},
    {"cfa in no memory", UNREADABLE, .words = {DEREF(0, 0), OFFSET(64), OFFSET(4)}},
    {"cfa in memory unaligned", BAD_SP, .words = {DEREF(0, 0), OFFSET(0), OFFSET(0)}},
    {"seven places", OUTERMOST,
     .words = {FRAME(13, 0x7fu), OFFSET(32), PLACE(LOST, 0), PLACE(LOST, 0), PLACE(LOST, 0),
               PLACE(LOST, 0), PLACE(LOST, 0), PLACE(LOST, 0), PLACE(LOST, 0)}},
    {"places cut off", CORRUPT, .words = {FRAME(13, 0xffu), OFFSET(32)}},

    /* Their own rules are never looked up. */
    {"number of two bytes", OUTERMOST, .pc = ROW(QUESTION_ROW_WIDE)},
    {"number of two bytes absent", CORRUPT, .pc = ROW(QUESTION_ROW_ABSENT)},
    {"rule behind the last", CORRUPT, .pc = ROW(QUESTION_ROW_BEHIND)},
    {"index behind the section", CORRUPT, .pc = 0x30000},
    {"index cut off", CORRUPT, .pc = 0x31000},
    {"body map cut off", CORRUPT, .pc = 0x32000},
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
    {"in the page before an explicit row", OUTERMOST, .pc = QUESTIONS_ROWS_LATER + 8},
    {"before an explicit row of another page", NO_RULE, .pc = QUESTIONS_ROWS_LATER + 256},
    {"explicit row of another page", OUTERMOST, .pc = QUESTIONS_ROWS_LATER + 264},
    {"behind an explicit row of another page", NO_RULE, .pc = QUESTIONS_ROWS_LATER + 272},
    {"entry that starts far before", OUTERMOST, .pc = QUESTIONS_FAR + 0x40300},
    {"entry that ends far behind", OUTERMOST, .pc = QUESTIONS_FAR},
    {"start of an entry that is no length", CORRUPT, .pc = 0x8a000},
    {"entry of the page before", OUTERMOST, .pc = QUESTIONS_LONG + 400},
    {"long entry", OUTERMOST, .pc = QUESTIONS_SMALL_LONG + 400, .code = HALVES(0xd0fe, 0xbd10)},
    {"longest entry", OUTERMOST, .pc = QUESTIONS_LONGEST + 1000},
    {"code that is not read", OUTERMOST, .pc = 0x88000},
    {"forward", OUTERMOST, .pc = QUESTIONS_FAST, .code = HALVES(0xbf00, 0x4770)},
    {"forward, pop", OUTERMOST, .pc = QUESTIONS_FAST + 4, .code = HALVES(0xbd10, 0xbd10)},
    {"forward to no return", OUTERMOST, .pc = QUESTIONS_FAST + 8, .code = HALVES(0xbf00, 0xbf00)},
    {"forward to more room", OUTERMOST, .pc = QUESTIONS_FAST + 4, .code = HALVES(0xb082, 0xb082)},
    {"forward to a branch that stays", OUTERMOST, .pc = QUESTIONS_FAST + 4,
     .code = HALVES(0xe7fe, 0xe7fe)},
    {"forward to a branch that leaves", OUTERMOST, .pc = QUESTIONS_FAST + 4,
     .code = HALVES(0xe3ff, 0xe3ff)},
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
