/* SPDX-License-Identifier: MIT */
/*
 * What an instruction may do to the flow of control, from its bytes alone (ARM ARM A5, A6, A7). Shares
 * nothing with core or gen: the oracle must not repeat their mistakes.
 */
#ifndef ORACLE_CLASSIFY_H
#define ORACLE_CLASSIFY_H

#include <stdbool.h>
#include <stdint.h>

enum flow {
    STEP_NEXT,          /* on to the next instruction, or an exception */
    STEP_BRANCH,        /* to an address in the instruction or in a table; never a return */
    STEP_CALL,          /* BL, BLX (immediate): to TARGET, if its condition holds */
    STEP_CALL_REGISTER, /* BLX (register) */
    STEP_JUMP,          /* pc from a register or from memory: return, tail call, switch, veneer */
    STEP_EXCEPTION_RETURN, /* pc and CPSR from SPSR or from memory */
};

struct classification {
    uint8_t flow;    /* enum flow */
    bool vfp;        /* may write d8-d15: any instruction of VFP or Advanced SIMD */
    bool links;      /* MOV lr, pc in ARM state: lr is the address behind the next instruction */
    uint32_t target; /* of STEP_CALL, without the Thumb bit */
};

#define WRITTEN_ALL 0xffffu

/*
 * Registers that an instruction may write besides sp, lr, pc and CPSR, a bit each; more rather than too few. All of
 * them: it may do anything, as what the emulator serves does (semihosting). In another mode other registers have these
 * names.
 */
uint32_t classify_written(const uint8_t *bytes, uint32_t size_bytes, bool thumb);

/* BYTES: 4, or 2 when SIZE_BYTES is 2. */
struct classification classify(const uint8_t *bytes, uint32_t size_bytes, uint32_t address,
                               bool thumb);

#endif
