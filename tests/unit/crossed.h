/* SPDX-License-Identifier: MIT */
/*
 * A miniature target for bobbin_cross: handlers with rules of entry code, code that they interrupt,
 * one stack, and banked registers that read_bank gives.
 */
#ifndef CROSSED_H
#define CROSSED_H

#include "handmade_crossings.h"
#include <bobbin/cross.h>

#define CROSSED_HANDLER     0x00008000u /* 4 halfwords with the program under test */
#define CROSSED_CODE        0x00009000u /* leaves: any number of them */
#define CROSSED_CODE_END    0x0000a000u
#define CROSSED_STACK       0x20000000u
#define CROSSED_STACK_WORDS 64u
#define CROSSED_SYS         0x1fu
#define CROSSED_THUMB       0x20u

struct crossed {
    uint32_t stack[CROSSED_STACK_WORDS];
    _Alignas(4) uint8_t bytes[2][HANDMADE_SIZE_MAX];
    uint32_t sizes[2];
    struct bobbin_table tables[2];
    struct bobbin_env env;
    struct bobbin_banks banks;
    struct bobbin_cursor cursor;
    uint32_t r[16], cpsr;
    uint32_t banked[32][17]; /* what read_bank gives, by mode and number; 1: it refuses */
    uint32_t asked;          /* calls of read_bank */
    uint32_t reads;
};

/*
 * sp is in the middle of the stack, r0-r12 are 0x100 + number, the mode is IRQ in ARM state. Each
 * stack word is its own address. The banked sp are addresses at the end of the stack, lr are in
 * CROSSED_CODE, all SPSR are System mode in ARM state. PROGRAM is that of the handler in MODE (bits
 * 3..0; or CROSS_ANY).
 */
void crossed_set_up(struct crossed *crossed, uint32_t mode, const uint32_t *program,
                    uint32_t words_count);

/* Adds a second table with these CROSSINGS, all its code at LOAD_BIAS from where it was linked. */
void crossed_add(struct crossed *crossed, const struct handmade_crossings *crossings,
                 uint32_t load_bias);

/* Begins a trace at PC; crossed_step makes a step that must succeed. */
void crossed_begin(struct crossed *crossed, uint32_t pc);
void crossed_step(struct crossed *crossed);

/* Makes a step that must stop for REASON with VALUE and leave pc, sp, cpsr and kind. */
void crossed_expect_stop(struct crossed *crossed, enum bobbin_stop reason, uint32_t value);

/* The word that the register NUMBER (13, 14, 16) of MODE has at first. */
uint32_t crossed_banked(uint32_t mode, uint32_t number);

/* The address of the word that is WORDS words above the first sp. */
uint32_t crossed_slot(int32_t words);

#endif
