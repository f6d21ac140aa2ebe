/* SPDX-License-Identifier: MIT */
/*
 * The registers after one instruction, computed from its bytes (ARM ARM A5, A6, A8). The oracle
 * needs this where an exception follows the instruction at once: then the names sp, lr and, in FIQ
 * mode, r8-r12 mean other registers, and the emulator shows only those. Shares no code with core or
 * gen.
 */
#ifndef ORACLE_OUTCOME_H
#define ORACLE_OUTCOME_H

#include "code.h"
#include "guest.h"

/* Bits of outcome.known, after those of r0-r14: pc; mode, T and masks of cpsr. */
#define OUTCOME_CPSR (1u << 16)
#define OUTCOME_PC   (1u << 15)
#define OUTCOME_ALL  (OUTCOME_CPSR | 0x7fffu) /* without pc */

struct outcome {
    struct registers after; /* r0-r15 and cpsr */
    uint32_t known;         /* bit N: after.r[N] is right; OUTCOME_CPSR */
};

/*
 * The effect of FROM, which was executed with the registers BEFORE. Memory is as FROM left it. A
 * register whose new value is not computed becomes unknown. An exception return by SPSR makes cpsr
 * unknown. Flags are not computed, and pc only after branches by registers or memory.
 */
struct outcome outcome_of(const struct code *code, struct guest *guest,
                          const struct code_instruction *from, const struct registers *before);

/* What an instruction does with registers of another mode, or with SPSR. */
enum banked_action {
    BANKED_NOTHING,
    BANKED_SRS,        /* stores SPSR at OFFSET from sp of MODE, then adds CHANGE to that sp */
    BANKED_LOAD_USER,  /* LDM with ^: loads MASK of user mode from ADDRESS on */
    BANKED_WRITE,      /* MSR: register NUMBER (16: SPSR) of MODE becomes VALUE */
    BANKED_READ_SPSR,  /* MRS: SPSR is now in register NUMBER */
    BANKED_WRITE_SPSR, /* MSR: BITS of SPSR become VALUE */
};

struct banked {
    enum banked_action action;
    uint32_t mode; /* bits of CPSR */
    uint32_t number, value, bits;
    uint32_t offset, change; /* modulo 2^32 */
    uint32_t address, mask;
};

/* The same for these registers. An instruction whose condition is false does nothing. */
struct banked outcome_for_banks(const struct code *code, struct guest *guest,
                                const struct code_instruction *from,
                                const struct registers *before);

#endif
