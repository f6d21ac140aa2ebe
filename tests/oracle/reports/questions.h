/* SPDX-License-Identifier: MIT */
/*
 * Traces through a hand-made table, each with the stop that must end it: every form of a rule, and
 * every way in which table, registers and stack can be wrong.
 *
 *   r0-r9   QUESTIONS_STACK + 64; but r3 holds a pc outside all code, r4 the question's own pc
 *   r10     a return address    r11   an unaligned address    r12   an address below sp
 *   sp      QUESTIONS_STACK     lr    a return address into a root
 *
 * Every word of the stack is that return address into a root; from + 256 on, every word is the
 * address QUESTIONS_STACK + 64. The word at + 128 is unreadable.
 */
#ifndef ORACLE_QUESTIONS_H
#define ORACLE_QUESTIONS_H

#include <bobbin/bobbin.h>

#define QUESTIONS_STACK 0x08000000u
#define QUESTIONS_CODE  0x10000u /* entries of the questions' own rules, 2 bytes each */
#define QUESTIONS_ROOT  0x20000u
#define QUESTIONS_ROWS  0x85000u /* explicit rows at + 8 and + 16, no rule elsewhere */
#define QUESTIONS_ROWS_LATER                                                                       \
    0x85100u /* 512 bytes; a root from + 0 to + 255, one from + 264 to + 271 */
#define QUESTIONS_LONG       0x86000u /* 448 bytes: no entry starts in the second page */
#define QUESTIONS_LONGEST    0x87000u /* 2048 bytes, more than the index can express for a block */
#define QUESTIONS_OUTSIDE    0x90000u /* outside all ranges */
#define QUESTIONS_FAST       0xa0000u /* its code is read, around a body rule */
#define QUESTIONS_SMALL      0xb0000u /* all its rules are read from code */
#define QUESTIONS_SMALL_LONG 0xb1000u /* the same, 448 bytes */
#define QUESTIONS_BODY       0xb2000u /* a walk, or its body rule */
#define QUESTIONS_NOT_READ   0xb3000u /* its body rule; no code is read */
#define QUESTIONS_FAR        0xc0000u /* 263168 bytes with one entry */

/* rows in QUESTIONS_CODE; the last two have no question of their own: */
#define QUESTION_ROWS       104
#define QUESTION_ROW_WIDE   102 /* its rule number takes two bytes and names a leaf */
#define QUESTION_ROW_ABSENT 103 /* its rule number takes two bytes and names no rule */
#define QUESTION_RUNS       2   /* the first rules are halfwords */
#define QUESTION_WORDS_MAX  10
#define QUESTION_ROOT_RULE  2 /* rule numbers: indexes in questions[] */
#define QUESTION_NO_RULE    3
#define QUESTION_BODY_RULE  4 /* push {r4, lr} was executed */
#define QUESTION_LEAF_RULE  5

#define QUESTION_SAVED_0 0xffffffffu /* stands for the value 0 */

struct question {
    const char *what;
    uint8_t stop;  /* enum bobbin_stop */
    uint32_t pc;   /* 0: the row of its own rule */
    uint32_t word; /* the rule as in the table's words; 0: a long rule, in WORDS */
    uint32_t words[QUESTION_WORDS_MAX];
    uint32_t lr;      /* 0: a return address into a root */
    uint32_t code;    /* every word of the code, also before lr; 0: unreadable */
    uint32_t unknown; /* unknown registers, as in bobbin_cursor.valid */
    uint32_t saved;   /* every word of the stack below + 256; 0: as above */
};

extern const struct question questions[];
extern const uint32_t questions_count;

#endif
