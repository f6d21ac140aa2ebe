/* SPDX-License-Identifier: MIT */
/*
 * Traces through a table made by hand, each with the stop that must be its end: every form of a rule, and
 * every way in which table, registers and stack can be wrong.
 *
 *   r0-r9   QUESTIONS_STACK + 64; but r3 holds a pc that is in no code, r4 where the rule itself is
 *   r10     a return address    r11   an unaligned address    r12   below sp
 *   sp      QUESTIONS_STACK     lr    a return address, to a root
 *
 * The stack has that return address to a root everywhere; from + 256 on the address QUESTIONS_STACK + 64; at + 128
 * there is nothing to read.
 */
#ifndef ORACLE_QUESTIONS_H
#define ORACLE_QUESTIONS_H

#include <bobbin/bobbin.h>

#define QUESTIONS_STACK 0x08000000u
#define QUESTIONS_CODE  0x10000u /* where the entry of a question's own rule is: 2 bytes each */
#define QUESTIONS_ROOT  0x20000u
#define QUESTIONS_ROWS  0x85000u /* explicit rows at + 8 and + 16, no rule elsewhere */
#define QUESTIONS_ROWS_LATER                                                                       \
    0x85100u /* 512 bytes; a root at + 264, and before + 256; no rule elsewhere */
#define QUESTIONS_LONG       0x86000u /* 448 bytes: nothing starts in the second page */
#define QUESTIONS_LONGEST    0x87000u /* 2048 bytes, more than the index says of a block */
#define QUESTIONS_OUTSIDE    0x90000u /* in no range */
#define QUESTIONS_FAST       0xa0000u /* its code is read, around a body rule */
#define QUESTIONS_SMALL      0xb0000u /* all is read from its code */
#define QUESTIONS_SMALL_LONG 0xb1000u /* the same, 448 bytes */
#define QUESTIONS_BODY       0xb2000u /* a walk, or its body rule */
#define QUESTIONS_NOT_READ   0xb3000u /* its body rule, and no code is read */
#define QUESTIONS_FAR        0xc0000u /* 263168 bytes with one entry */

#define QUESTION_ROWS       104 /* of QUESTIONS_CODE; the last two have no question of their own: */
#define QUESTION_ROW_WIDE   102 /* a number of two bytes, of a leaf */
#define QUESTION_ROW_ABSENT 103 /* a number of two bytes that no rule has */
#define QUESTION_RUNS       2   /* the first rules are halfwords */
#define QUESTION_WORDS_MAX  10
#define QUESTION_ROOT_RULE  2 /* numbers of rules: places in questions */
#define QUESTION_NO_RULE    3
#define QUESTION_BODY_RULE  4 /* push {r4, lr} has been executed */
#define QUESTION_LEAF_RULE  5

#define QUESTION_SAVED_0 0xffffffffu /* in place of 0 */

struct question {
    const char *what;
    uint8_t stop;  /* enum bobbin_stop */
    uint32_t pc;   /* 0: of its own rule */
    uint32_t word; /* the rule as RULES has it, unless it is what stands behind those, WORDS */
    uint32_t words[QUESTION_WORDS_MAX];
    uint32_t lr;      /* 0: see above */
    uint32_t code;    /* the word that the code has everywhere, before lr too; 0: cannot be read */
    uint32_t unknown; /* registers, as in bobbin_cursor.valid */
    uint32_t saved;   /* what the stack has everywhere, up to + 256; 0: see above */
};

extern const struct question questions[];
extern const uint32_t questions_count;

#endif
