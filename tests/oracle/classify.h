/* SPDX-License-Identifier: MIT */
/*
 * How an instruction may change control flow, decided from its bytes alone (ARM ARM A5, A6, A7).
 * Shares no code with core or gen, so the oracle cannot repeat their mistakes.
 */
#ifndef ORACLE_CLASSIFY_H
#define ORACLE_CLASSIFY_H

#include <stdbool.h>
#include <stdint.h>

#include <bobbin/bobbin.h>

enum flow {
    STEP_NEXT,          /* continues with the next instruction, or takes an exception */
    STEP_BRANCH,        /* jumps to an address from the instruction or a table; never a return */
    STEP_CALL,          /* BL, BLX (immediate): calls TARGET if the condition holds */
    STEP_CALL_REGISTER, /* BLX (register) */
    STEP_JUMP,          /* loads pc from a register or memory: return, tail call, switch, veneer */
    STEP_EXCEPTION_RETURN, /* loads pc and CPSR from SPSR or memory */
};

struct classification {
    uint8_t flow;     /* enum flow */
    bool vfp;         /* may write d8-d15: any VFP or Advanced SIMD instruction */
    bool replaces_sp; /* gives sp a value that may be far from the old one */
    bool system;      /* MCR p15: may move the exception vectors */
    bool banked;      /* may access SPSR or registers of another mode: MRS, MSR, SRS, LDM with ^ */
    uint8_t block;    /* IT: its low byte; else 0 */
    uint32_t target;  /* only for STEP_CALL, without the Thumb bit */
};

#define WRITTEN_ALL 0xffffu

/*
 * The registers that an instruction may write, one bit each, apart from sp, lr, pc and CPSR. The
 * set may be too large, never too small. All bits are set for an instruction with unknown effect,
 * such as a semihosting call, which the emulator serves. Does not cover a change of mode, after
 * which the same names mean other registers.
 */
uint32_t classify_written(const uint8_t *bytes, uint32_t size_bytes, bool thumb);

/* BYTES has 2 bytes if SIZE_BYTES is 2, else 4. */
struct classification classify(const uint8_t *bytes, uint32_t size_bytes, uint32_t address,
                               bool thumb);

#endif
