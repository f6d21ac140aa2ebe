/* SPDX-License-Identifier: MIT */
/*
 * Effects on banked registers: what one instruction does to modes, SPSR, and the sp and lr of other
 * modes, from its encoding (ARM ARM B9.3). insn/effect.h has all other effects.
 */
#ifndef GEN_EXCEPTIONS_BANK_EFFECT_H
#define GEN_EXCEPTIONS_BANK_EFFECT_H

#include "insn/effect.h"

enum bank_effect_kind {
    BANK_EFFECT_NONE,        /* see insn/effect.h */
    BANK_EFFECT_MODE,        /* the mode becomes NUMBER (CPS, MSR of a constant) */
    BANK_EFFECT_ENABLE,      /* interrupts are enabled (CPSIE); NUMBER: the mode, or -1: it stays */
    BANK_EFFECT_WRITE_CPSR,  /* cpsr = RN, with the mode bits */
    BANK_EFFECT_READ_SPSR,   /* RD = SPSR of the mode */
    BANK_EFFECT_WRITE_SPSR,  /* SPSR of the mode = RN, in the fields NUMBER; NO_CORE: unknown */
    BANK_EFFECT_READ_PLACE,  /* RD = PLACE (MRS of a banked register, MRC of a thread ID) */
    BANK_EFFECT_WRITE_PLACE, /* PLACE = RN */
    BANK_EFFECT_SRS,         /* stores lr and SPSR at sp of mode MODE + NUMBER; adds WRITEBACK */
    BANK_EFFECT_STORE_USER,  /* stores LIST, registers of user mode, at RN + NUMBER */
    BANK_EFFECT_LOAD_USER,   /* loads LIST, registers of user mode, from RN + NUMBER */
    BANK_EFFECT_RFE,         /* pc and cpsr = the words at RN + NUMBER; adds WRITEBACK to RN */
    BANK_EFFECT_RETURN,      /* pc = RN - NUMBER, cpsr = SPSR (SUBS pc, MOVS pc, ERET) */
    BANK_EFFECT_RETURN_OTHER, /* another exception return: MOVS pc of arithmetic */
    BANK_EFFECT_LOAD_RETURN,  /* LDM with pc, and cpsr = SPSR: the registers as in effect.h */
    BANK_EFFECT_CALL,         /* SVC, SMC or HVC, which enters the mode of bank MODE */
    BANK_EFFECT_TEST_BITS,    /* Z = (RN & NUMBER) == 0 */
    BANK_EFFECT_COMPARE,      /* Z = RN == NUMBER */
    BANK_EFFECT_EOR,          /* RD = RN ^ NUMBER */
    BANK_EFFECT_LOGICAL,      /* AND, ORR or BIC of two registers */
    BANK_EFFECT_READ_SYSTEM,  /* RD = a system register of the FPU (VMRS) */
};

/* RN of BANK_EFFECT_RETURN for ERET in HYP mode: ELR_hyp if the mode is HYP, else lr. */
enum { BANK_EFFECT_ELR = 0x20, BANK_EFFECT_NO_CORE = 0xff };

/* Fields of a psr in MSR: c has the mode, f the flags; x and s are the others. */
enum { BANK_FIELD_C = 1, BANK_FIELD_F = 8, BANK_FIELDS_ALL = 15 };

struct bank_effect {
    uint8_t kind; /* enum bank_effect_kind */
    uint8_t rd, rn;
    uint8_t mode;  /* bits 3..0 */
    uint8_t place; /* of READ_PLACE and WRITE_PLACE: as in crossing_format.h, or see below */
    uint16_t list;
    int32_t number, writeback;
};

/*
 * Places of r8-r12 in banked MRS and MSR: those of all modes but FIQ, and those of FIQ. They do not
 * depend on the current mode, unlike 8..12 and CROSSING_OTHER.
 */
enum { BANK_EFFECT_USER_R = 0x40, BANK_EFFECT_FIQ_R = 0x48 };

/* Places of the thread ID registers: + 0..2 for c13 c0 2 to 4. */
enum { BANK_EFFECT_THREAD_ID = 0x50 };

/*
 * The effect of the instruction at AT, whose encoding is CODE (effect_fetch). Its condition is that
 * of the effect in insn/effect.h.
 */
struct bank_effect bank_effect_read(const struct image_instruction *at, uint32_t code);

#endif
