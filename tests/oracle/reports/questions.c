/* SPDX-License-Identifier: MIT */
#include "questions.h"

#include "made_table.h"
#include "rules.h"

#define OUTERMOST   BOBBIN_STOP_OUTERMOST
#define CORRUPT     BOBBIN_STOP_CORRUPT
#define LOST        BOBBIN_STOP_LOST
#define BAD_SP      BOBBIN_STOP_BAD_SP
#define UNREADABLE  BOBBIN_STOP_UNREADABLE
#define NO_PROGRESS BOBBIN_STOP_NO_PROGRESS
#define NO_RULE     BOBBIN_STOP_NO_RULE
#define PC_OUTSIDE  BOBBIN_STOP_PC_OUTSIDE
#define THREAD_BASE BOBBIN_STOP_THREAD_BASE

/* Masks of registers: R for a compact word, the others for a long rule. */
#define R(number)  (1u << ((number)-4))
#define VALID      BOBBIN_VALID_R
#define VALID_D(n) BOBBIN_VALID_D(n)
#define ALL_R      (BOBBIN_VALID_R(4) * 0xffu)
#define ALL_D      (BOBBIN_VALID_D(8) * 0xffu)

/* Explicit rules. */
#define RULE(register, cfa_words, mask, flags)                                                     \
    COMPACT(register, cfa_words, mask, (flags) | FORMAT_RULE_EXPLICIT)
#define LEAF RULE(13, 0, 0, 0)
#define REGISTERS_LOST(cfa_words, mask, flags, lost)                                               \
    (RULE(15, cfa_words, mask, flags) | (lost) << FORMAT_RULE_VFP_SHIFT)
#define RUN(cfa_words, count)       ((uint32_t)(cfa_words) << FORMAT_RUN_CFA_SHIFT | (count))
#define LARGE_RUN(cfa_words, count) (FORMAT_RUN_EXPLICIT | RUN(cfa_words, count))

/*
 * Words of a long rule: its compact word, the bytes from the register to the cfa, lost registers,
 * steps.
 */
#define FRAME(register, flags, steps, bytes, lost)                                                 \
    COMPACT(register, steps, 0, flags), (uint32_t)(bytes), (lost)
#define STEP(kind, place, value)                                                                   \
    (FORMAT_STEP_##kind | (place) | (uint32_t)(value) << FORMAT_STEP_VALUE_SHIFT |                 \
     (uint32_t)BIT(FORMAT_STEP_##kind, place) << FORMAT_STEP_BIT_SHIFT)
#define BIT(kind, place)                                                                           \
    ((kind) == FORMAT_STEP_HALF || (place) == BOBBIN_SP ? FORMAT_STEP_NO_BIT                       \
     : (place) < 16                                     ? (place)                                  \
                                                        : (24 + ((place)-FORMAT_STEP_D8) / 2) & 31)
#define LOW(number)  (FORMAT_STEP_D8 + 2 * ((number)-8))
#define HIGH(number) (LOW(number) + 1)
#define LR           BOBBIN_LR
#define SP           BOBBIN_SP
#define NOBODY       FORMAT_STEP_NOBODY

/* Masks of a rule that depends on the flags: one bit for each value of NZCV. */
#define EQ               0xf0f0u
#define NE               0x0f0fu
#define QUESTION(number) LONG(MADE_WORD(long_rules) + (number)*QUESTION_WORDS_MAX)

#define ROW(number)       (QUESTIONS_CODE + 2 * (number))
#define HALVES(a, b)      ((uint32_t)(b) << 16 | (a))
#define NOPS              HALVES(0xbf00, 0xbf00)
#define BLX_T1(rm)        HALVES(0x4780u | (rm) << 3, 0x4780u | (rm) << 3)
#define BLX_A1(rm)        (0xe12fff30u | (rm))
#define ROOT_RETURN_T     (QUESTIONS_ROOT + 5)
#define ROOT_RETURN_A     (QUESTIONS_ROOT + 4)
#define RETURN_TO(number) (ROW(number) + 3) /* after a call whose rule has this NUMBER */

/* The number of a rule is its index in questions[]. */
#define ROOT_RULE      QUESTION_ROOT_RULE
#define LEAF_RULE      QUESTION_LEAF_RULE
#define CONDITION_RULE 6
#define FAILS_RULE     7
#define EVER_RULE      8
#define DEEP_RULE      9
#define NOTHING_RULE   18
#define NO_WORDS_RULE  33
#define NINE_RULE      39
#define STAYS_RULE     81
#define NO_WORD        0u /* no rule has this word */
const struct question questions[] = {
    {"run", OUTERMOST, .word = RUN(2, 1), .code = NOPS},
    {"run of all registers", OUTERMOST, .word = RUN(25, 8), .code = NOPS},
    {"root", OUTERMOST, .word = BOBBIN_STOP_OUTERMOST},
    {"no rule", NO_RULE, .word = BOBBIN_STOP_NO_RULE},
    {"pushed", OUTERMOST, .word = COMPACT(13, 2, R(4), SAVED_RA), .code = NOPS},
    {"leaf", OUTERMOST, .word = LEAF},
    {"condition holds", OUTERMOST, .words = {EQ, LEAF, NO_WORD}},
    {"condition fails on no word of a rule", CORRUPT, .words = {NE, OUTERMOST, NO_WORD}},
    {"for ever", NO_PROGRESS, .words = {FRAME(13, 0, 1, 4, 0), STEP(REGISTER, LR, 4)}},
    {"return address further down than any home", PC_OUTSIDE,
     .words = {FRAME(13, 0, 1, 40, 0), STEP(SLOT, LR, -36)}, .saved = RETURN_TO(DEEP_RULE)},
    {"condition on a root", OUTERMOST, .words = {EQ, OUTERMOST, NO_WORD}},
    {"condition on no rule", NO_RULE, .words = {EQ, NO_RULE, LEAF}},
    {"condition that fails on no rule", NO_RULE, .words = {NE, LEAF, NO_RULE}},
    {"condition on no word of a rule", CORRUPT, .words = {EQ, NO_WORD, LEAF}},
    {"condition on a condition", CORRUPT, .words = {EQ, QUESTION(CONDITION_RULE), LEAF}},
    {"condition on a long rule", NO_PROGRESS, .words = {EQ, QUESTION(EVER_RULE), LEAF}},
    {"condition on a body rule", OUTERMOST, .words = {EQ, COMPACT(13, 2, R(4), SAVED_RA), LEAF},
     .code = NOPS},
    {"condition at a call", OUTERMOST, .word = LEAF, .lr = RETURN_TO(FAILS_RULE)},
    {"a word of nothing", CORRUPT, .word = 0},
    {"reason that no table has", CORRUPT, .word = BOBBIN_STOP_DEPTH},
    {"reason that is none", CORRUPT, .word = BOBBIN_STOPS},
    {"last reason that is none", CORRUPT, .word = (1 << FORMAT_RUN_CFA_SHIFT) - 1},
    {"return to a word of nothing", CORRUPT, .word = LEAF, .lr = RETURN_TO(NOTHING_RULE)},
    {"return to a reason that no table has", CORRUPT, .word = LEAF,
     .lr = RETURN_TO(NOTHING_RULE + 1)},
    {"registers lost", OUTERMOST, .word = REGISTERS_LOST(8, R(4), SAVED_RA, 0xau)},
    {"all registers lost", OUTERMOST, .word = REGISTERS_LOST(8, 0, SAVED_RA, 0xfu)},
    {"register saved and lost", OUTERMOST, .word = REGISTERS_LOST(8, R(4), SAVED_RA, 1u)},
    {"registers lost, lr unknown", LOST, .word = REGISTERS_LOST(8, 0, 0, 1u), .unknown = VALID(14)},
    {"registers lost, and a home", OUTERMOST,
     .word = REGISTERS_LOST(8, R(4), SAVED_RA | HOME(2), 1u)},
    {"large run", OUTERMOST, .word = LARGE_RUN(25, 8)},
    {"large run, body", OUTERMOST, .word = RUN(25, 8), .code = NOPS},
    {"large run that ends where nothing is to read", UNREADABLE, .word = LARGE_RUN(33, 0)},
    {"large run of all words", PC_OUTSIDE, .word = LARGE_RUN((1u << FORMAT_RUN_CFA_BITS) - 1, 0)},
    {"run of no words", CORRUPT, .word = LARGE_RUN(0, 4), .saved = RETURN_TO(NO_WORDS_RULE)},
    {"run of more registers than there are", OUTERMOST, .word = LARGE_RUN(25, 9)},
    {"all saved", OUTERMOST, .word = RULE(13, 25, 0xffu, SAVED_RA | DOUBLES(8))},
    {"split", OUTERMOST, .word = RULE(13, 25, 0x3cu, SAVED_RA | SPLIT | HOME(1) | DOUBLES(1))},
    {"gap", OUTERMOST, .word = RULE(13, 25, 0x01u, SAVED_RA | FORMAT_RULE_GAP | DOUBLES(2))},
    {"high half", OUTERMOST, .word = RULE(13, 25, 0xf0u, SAVED_RA | SPLIT)},
    {"nine doubles", OUTERMOST, .word = RULE(13, 25, 0, SAVED_RA | DOUBLES(9))},
    {"fifteen doubles", OUTERMOST, .word = RULE(13, 32, 0, SAVED_RA | DOUBLES(15))},
    {"return to nine doubles", OUTERMOST, .word = LEAF, .lr = RETURN_TO(NINE_RULE)},
    {"base unknown", LOST, .word = RULE(7, 0, 0, 0), .unknown = VALID(7)},
    {"sp unknown", LOST, .word = RULE(13, 4, 1, SAVED_RA), .unknown = VALID(13)},
    {"lr unknown", LOST, .word = LEAF, .unknown = VALID(14)},
    {"cfa below sp", BAD_SP, .word = RULE(12, 0, 0, 0)},
    {"cfa unaligned", BAD_SP, .word = RULE(11, 0, 0, 0)},
    {"sp stays", NO_PROGRESS, .word = RULE(13, 0, 0, SAVED_RA)},
    {"return address unreadable", UNREADABLE, .word = RULE(13, 33, 0, SAVED_RA)},
    {"r4 unreadable", UNREADABLE, .word = RULE(13, 34, R(4), SAVED_RA)},
    {"d8 unreadable", UNREADABLE, .word = RULE(13, 35, 0, SAVED_RA | DOUBLES(1))},
    {"r4 below sp", UNREADABLE, .word = RULE(13, 1, R(4), SAVED_RA)},
    {"d8 below sp", UNREADABLE, .word = RULE(13, 2, 0, SAVED_RA | DOUBLES(1))},
    {"return to nowhere", PC_OUTSIDE, .word = LEAF, .lr = QUESTIONS_OUTSIDE},
    {"return to 1", THREAD_BASE, .word = LEAF, .lr = 1},
    {"return to 0", THREAD_BASE, .word = RULE(13, 1, 0, SAVED_RA), .saved = QUESTION_SAVED_0},
    {"return to half a word", PC_OUTSIDE, .word = LEAF, .lr = QUESTIONS_ROOT + 2},
    {"return to ARM code", OUTERMOST, .word = LEAF, .lr = ROOT_RETURN_A},
    {"return to no rule", NO_RULE, .word = LEAF, .lr = RETURN_TO(QUESTION_NO_RULE)},
    {"long rule after all", CORRUPT, .word = LONG(0x3ffff)},
    {"long rule after the last", CORRUPT, .word = LONG(MADE_WORD(long_cut) + 6)},
    {"long rule cut off", CORRUPT, .word = LONG(MADE_WORD(long_cut) + 5)},
    {"long rule, steps cut off", CORRUPT, .word = LONG(MADE_WORD(long_cut))},
    {"long", OUTERMOST, .words = {FRAME(13, 0, 0, 4, 0)}},
    {"long, base pc", BAD_SP, .words = {FRAME(15, 0, 0, 0, 0)}},
    {"long, cfa below sp", BAD_SP, .words = {FRAME(13, 0, 0, -4, 0)}},
    {"long, far", OUTERMOST, .words = {FRAME(13, SAVED_RA | HOME(7), 0, 96, 0)}},
    {"long, from .ARM.exidx", OUTERMOST,
     .words = {FRAME(13, SAVED_RA | FORMAT_LONG_EXIDX << FORMAT_LONG_SOURCE_SHIFT, 0, 8, 0)}},
    {"long, from CFI alone", OUTERMOST,
     .words = {FRAME(13, SAVED_RA | FORMAT_LONG_CFI << FORMAT_LONG_SOURCE_SHIFT, 0, 8, 0)}},
    {"long, doubles lost", OUTERMOST,
     .words = {FRAME(13, SAVED_RA | DOUBLES(1), 0, 32, VALID_D(9) | VALID_D(10))}},
    {"long, all lost that is saved", OUTERMOST,
     .words = {FRAME(13, SAVED_RA | DOUBLES(8), 0, 100, ALL_R | ALL_D)}},
    {"long, base unknown", LOST, .words = {FRAME(7, 0, 0, 0, 0)}, .unknown = VALID(7)},
    {"long, nine doubles", OUTERMOST, .words = {FRAME(13, SAVED_RA | DOUBLES(9), 0, 80, 0)}},
    {"halves", OUTERMOST,
     .words = {FRAME(13, 0, 6, 32, VALID(5)), STEP(HALF, HIGH(10), -8), STEP(HALF, LOW(9), -8),
               STEP(SLOT, HIGH(8), -12), STEP(HALF, LOW(8), -16), STEP(SLOT, 6, -4),
               STEP(REGISTER, 4, 12)}},
    {"halves of nothing", OUTERMOST,
     .words = {FRAME(13, 0, 2, 32, 0), STEP(HALF, HIGH(10), -8), STEP(HALF, LOW(9), -8)},
     .unknown = ALL_D},
    {"half unreadable", UNREADABLE,
     .words = {FRAME(0, 0, 2, 0, 0), STEP(HALF, HIGH(11), 64), STEP(SLOT, 4, 0)}},
    {"slot unaligned", UNREADABLE, .words = {FRAME(13, 0, 1, 32, 0), STEP(SLOT, 4, -5)}},
    {"slot below sp", UNREADABLE, .words = {FRAME(13, 0, 1, 4, 0), STEP(SLOT, LR, -8)}},
    {"unknown register", OUTERMOST, .words = {FRAME(13, 0, 1, 32, 0), STEP(REGISTER, 4, 2)},
     .unknown = VALID(2)},
    {"return address in r10", OUTERMOST, .words = {FRAME(13, 0, 1, 0, 0), STEP(REGISTER, LR, 10)}},
    {"return address in an unknown register", LOST,
     .words = {FRAME(13, 0, 1, 0, 0), STEP(REGISTER, LR, 10)}, .unknown = VALID(10)},
    {"return address lost", LOST, .words = {FRAME(13, 0, 1, 0, 0), STEP(REGISTER, LR, NOBODY)}},
    {"return address in a slot, sp stays", NO_PROGRESS,
     .words = {FRAME(13, 0, 1, 0, 0), STEP(SLOT, LR, 0)}, .saved = RETURN_TO(STAYS_RULE)},
    {"cfa in memory", OUTERMOST,
     .words = {FRAME(0, 0, 2, 192, 0), STEP(SLOT, SP, 4), STEP(SLOT, 4, 4)}},
    {"cfa in no memory", UNREADABLE, .words = {FRAME(0, 0, 1, 64, 0), STEP(SLOT, SP, 4)}},
    {"cfa in memory unaligned", BAD_SP, .words = {FRAME(0, 0, 1, 0, 0), STEP(SLOT, SP, 0)}},
    {"seven steps", OUTERMOST,
     .words = {FRAME(13, SAVED_RA, 7, 32, 0), STEP(SLOT, 4, -8), STEP(SLOT, 5, -12),
               STEP(SLOT, 6, -16), STEP(SLOT, 7, -20), STEP(SLOT, 8, -24), STEP(REGISTER, 9, 4),
               STEP(REGISTER, 10, NOBODY)}},
    {"step of no place", CORRUPT,
     .words = {FRAME(13, SAVED_RA, 1, 32, 0), STEP(SLOT, FORMAT_STEP_PLACES, -8)}},
    {"step of the last place that is none", CORRUPT,
     .words = {FRAME(13, SAVED_RA, 1, 32, 0), STEP(SLOT, 63, -8)}},
    {"step of pc", CORRUPT,
     .words = {FRAME(13, SAVED_RA, 2, 32, 0), STEP(SLOT, BOBBIN_PC, -8), STEP(SLOT, 4, -36)}},
    {"steps between registers and doubles", CORRUPT,
     .words = {FRAME(13, SAVED_RA, 3, 32, 0), STEP(SLOT, 16, -8), STEP(SLOT, 17, -8),
               STEP(SLOT, 18, -8)}},
    {"cfa from a register", CORRUPT,
     .words = {FRAME(13, SAVED_RA, 1, 32, 0), STEP(REGISTER, BOBBIN_SP, 4)}},
    {"step from no register", OUTERMOST,
     .words = {FRAME(13, SAVED_RA, 1, 32, 0), STEP(REGISTER, 4, NOBODY + 1)}},

    /* The questions from here on have no rule of their own. */
    {"number of two bytes", OUTERMOST, .pc = ROW(QUESTION_ROW_WIDE)},
    {"number of two bytes absent", CORRUPT, .pc = ROW(QUESTION_ROW_ABSENT)},
    {"page before the first entry", OUTERMOST, .pc = 0x71000}, /* the preceding entry in memory */
    {"unit before the first entry", OUTERMOST, .pc = 0x72004},
    {"index past the table", CORRUPT, .pc = 0x80000},
    {"before a root of another page", OUTERMOST, .pc = QUESTIONS_ROWS_LATER + 8},
    {"before a root", NO_RULE, .pc = QUESTIONS_ROWS_LATER + 256},
    {"root of another page", OUTERMOST, .pc = QUESTIONS_ROWS_LATER + 264},
    {"after a root of another page", NO_RULE, .pc = QUESTIONS_ROWS_LATER + 272},
    {"entry that starts far before", OUTERMOST, .pc = QUESTIONS_FAR + 0x40300},
    {"entry that ends far after", OUTERMOST, .pc = QUESTIONS_FAR},
    {"entry of the page before", OUTERMOST, .pc = QUESTIONS_LONG + 400},
    {"after the last entry of blocks", CORRUPT, .pc = 0x70020},
    {"entry cut off", CORRUPT, .pc = 0x70100},
    {"index of blocks past the table", CORRUPT, .pc = 0x80100},
    {"index too far back", CORRUPT, .pc = 0x81000},
    {"index to before the first block", CORRUPT, .pc = 0x89000},
    {"start of an entry that is no length", CORRUPT, .pc = 0x8a000},
    {"record after the table", CORRUPT, .pc = 0x82100},
    {"rows cut off", CORRUPT, .pc = 0x83000},
    {"record cut off", CORRUPT, .pc = 0x83100},
    {"longest explicit row", OUTERMOST, .pc = 0x84000},
    {"record at an odd place", OUTERMOST, .pc = 0x84100},
    {"before an explicit row", NO_RULE, .pc = QUESTIONS_ROWS},
    {"explicit row", OUTERMOST, .pc = QUESTIONS_ROWS + 8},
    {"explicit row, number of two bytes", OUTERMOST, .pc = QUESTIONS_ROWS + 16},
    {"after an explicit row", NO_RULE, .pc = QUESTIONS_ROWS + 24},
    {"long entry", OUTERMOST, .pc = QUESTIONS_SMALL_LONG + 400, .code = HALVES(0xd0fe, 0xbd10)},
    {"longest entry", OUTERMOST, .pc = QUESTIONS_LONGEST + 1000},
    {"code that is not read", OUTERMOST, .pc = 0x88000},
    {"code of a range that is not read", OUTERMOST, .pc = QUESTIONS_NOT_READ},
    {"walk, not to a body rule", OUTERMOST, .pc = QUESTIONS_BODY, .code = HALVES(0x4770, 0x4770)},
    {"walk to nowhere, body rule", OUTERMOST, .pc = QUESTIONS_BODY, .code = HALVES(0xde00, 0xde00)},
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
