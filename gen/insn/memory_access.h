/* SPDX-License-Identifier: MIT */
/* Which memory an instruction accesses, computed from the registers before it. */
#ifndef GEN_INSN_MEMORY_ACCESS_H
#define GEN_INSN_MEMORY_ACCESS_H

#include "elf/image.h"

enum memory_access_kind {
    MEMORY_ACCESS_NONE,  /* no access, or one that is not understood */
    MEMORY_ACCESS_READ,  /* loads */
    MEMORY_ACCESS_WRITE, /* stores */
    MEMORY_ACCESS_BOTH,  /* SWP */
};

struct memory_access {
    char text[200]; /* the instruction: "str r2, [r1]", "str r2, [r1] (if eq)" */
    enum memory_access_kind kind;
    uint32_t used;       /* bit N: the instruction reads core register N */
    uint32_t address_of; /* the bits of USED from which the address follows */
    bool address_known;  /* false if KIND is NONE, or a register of ADDRESS_OF is unknown */
    uint32_t address;    /* of the first byte */
    uint32_t size_bytes;
};

/* The registers before an instruction. */
struct memory_registers {
    const uint32_t *r; /* r0-r15; r15 is ignored */
    uint32_t cpsr;     /* the carry flag, for RRX */
    uint32_t valid;    /* BOBBIN_VALID_... */
};

/*
 * Disassembles the instruction at PC of IMAGE and computes its access: base with offset or shifted
 * index, before or after the update; lists of registers; push and pop; loads and stores of VFP
 * registers (ARM ARM A8.5, A8.8). False if IMAGE has no code there.
 */
bool memory_access_read(struct memory_access *access, const struct image *image, uint32_t pc,
                        bool thumb, const struct memory_registers *registers);

/*
 * If the instruction before RETURN_ADDRESS of IMAGE is BLX with a register, returns the number of
 * that register and writes the instruction to TEXT; else returns -1.
 */
int memory_access_call_register(const struct image *image, uint32_t return_address,
                                struct memory_access *call);

#endif
