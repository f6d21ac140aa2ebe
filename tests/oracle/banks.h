/* SPDX-License-Identifier: MIT */
/*
 * The banked registers of the emulated processor (ARM ARM B1.3). The emulator shows only those of
 * the current mode. So the oracle keeps the values that sp, lr and r8-r12 had when their mode was
 * left, and repeats what instructions do with registers of other modes.
 */
#ifndef ORACLE_BANKS_H
#define ORACLE_BANKS_H

#include "outcome.h"
#include <bobbin/cross.h>

enum { BANKS_HIGH = 5 }; /* r8-r12 */

/* The values of the current mode are old: they were kept when the mode was left last. */
struct banks {
    uint32_t known; /* BOBBIN_BANKS_SP, _LR, _SPSR */
    uint32_t sp[BOBBIN_BANKS], lr[BOBBIN_BANKS], spsr[BOBBIN_BANKS];
    uint32_t high[2][BANKS_HIGH]; /* r8-r12; [1]: of FIQ mode */
    uint32_t high_known[2];       /* bits 8..12 */
};

/* The bank of the mode in CPSR. */
enum bobbin_bank bank_of(uint32_t cpsr);

/* The mode of LAST is left; bit N of KNOWN says that LAST->r[N] is right. */
void banks_leave(struct banks *banks, const struct registers *last, uint32_t known);

/*
 * Replaces sp and lr, and r8-r12 if just one of the two modes is FIQ, by those of the mode in
 * registers->cpsr. OLD_CPSR is that of the mode to which they belong. Returns KNOWN for the result.
 */
uint32_t banks_load(const struct banks *banks, struct registers *registers, uint32_t old_cpsr,
                    uint32_t known);

/* An exception has entered the mode of NOW; SPSR is CPSR, if known, and lr is in NOW. */
void banks_enter(struct banks *banks, const struct registers *now, uint32_t cpsr, bool is_known);

/*
 * Follows what FROM has done with registers of other modes than that of BEFORE; NOW are the
 * registers at the next instruction, which may be a vector. False if a value that was kept turns
 * out to be wrong.
 */
bool banks_follow(struct banks *banks, const struct code *code, struct guest *guest,
                  const struct code_instruction *from, const struct registers *before,
                  const struct registers *now);

/*
 * The same if there was no exception: then a change of the mode is that of FROM.
 */
bool banks_executed(struct banks *banks, const struct code *code, struct guest *guest,
                    const struct code_instruction *from, const struct registers *before,
                    const struct registers *now);

/* Whether sp and lr of NOW, in whose mode the processor now is, are those that were kept. */
bool banks_agree(const struct banks *banks, const struct registers *now);

/*
 * For bobbin_env.read_bank while the registers are NOW: register NUMBER (8..14; 16: SPSR) of MODE.
 * False if the oracle does not know it.
 */
bool banks_read(const struct banks *banks, const struct registers *now, uint32_t mode,
                uint32_t number, uint32_t *out);

#endif
