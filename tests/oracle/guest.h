/* SPDX-License-Identifier: MIT */
/* The emulated processor: its registers at the current instruction, and its memory. */
#ifndef ORACLE_GUEST_H
#define ORACLE_GUEST_H

#include <stdbool.h>
#include <stdint.h>

#include <bobbin/bobbin.h>

struct registers {
    uint32_t r[16]; /* r[15]: the next instruction */
    uint32_t cpsr;
    uint64_t d[8]; /* d8-d15 */
};

static inline uint32_t registers_mode(const struct registers *registers)
{
    return registers->cpsr & BOBBIN_CPSR_MODE;
}

/*
 * A copy of guest memory, read after that many CHANGES of it. It never crosses a page, so the read
 * succeeds or fails as a whole.
 */
enum { GUEST_BLOCK_BYTES = 64, GUEST_BLOCKS = 64, GUEST_DOUBLES = 8 };
struct guest_block {
    uint64_t changes;
    uint32_t address;
    bool readable;
    uint8_t bytes[GUEST_BLOCK_BYTES];
};

enum { GUEST_READS = 64 };
enum { GUEST_CPSR = 15, GUEST_PC, GUEST_WORDS }; /* r0-r12, sp, lr, cpsr, pc */
enum { GUEST_VECTORS = 7 };
struct guest {
    /* the registers with addresses of exception vectors; those that this processor has */
    struct qemu_plugin_register *vectors[GUEST_VECTORS];
    uint32_t bases[GUEST_VECTORS]; /* their values, as guest_read_vectors() read them */
    unsigned vectors_count;
    struct qemu_plugin_register *words[GUEST_WORDS];
    struct qemu_plugin_register *doubles[GUEST_DOUBLES];
    struct g_byte_array *buffer;
    struct guest_block block[GUEST_BLOCKS];
    uint64_t changes;   /* of memory, at least 1; older copies are stale */
    uint32_t floor;     /* sp of the unwound context: reads below it are refused... */
    uint64_t forbidden; /* ...and counted here */
    /* the stack addresses that were read since the user of this struct cleared the count */
    uint32_t reads[GUEST_READS];
    uint32_t reads_count;
};

/* Call in the callback of a new processor. False if the processor lacks a register. */
bool guest_open(struct guest *guest);

/*
 * Reads the registers at the instruction at ADDRESS to OUT: pc and cpsr always; of r0-lr only those
 * in WRITTEN (one bit each, written since the last read), or all after a change of mode and at a
 * vector; d8-d15 only if DOUBLES. Reading all registers would take longer than the rest of the
 * oracle.
 */
void guest_read_registers(struct guest *guest, struct registers *out, uint32_t address,
                          uint32_t written, bool doubles);

/*
 * The pc. It is right only before the first instruction of a translation block: QEMU sets it there,
 * and not at each instruction.
 */
uint32_t guest_read_pc(struct guest *guest);

/* Reads where the exception vectors are. Call it at first and after each MCR p15. */
void guest_read_vectors(struct guest *guest);

/*
 * Whether exception vectors of the processor are at ADDRESS now: by VBAR, MVBAR or HVBAR (ARM ARM
 * B1.8.1), in either security state, or at 0xffff0000.
 */
bool guest_has_vectors(const struct guest *guest, uint32_t address);

/* Copies SIZE_BYTES at ADDRESS to OUT. False if they cannot be read. */
bool guest_copy(struct guest *guest, uint32_t address, void *out, uint32_t size_bytes);

/*
 * Whether the words below SP have the value that the firmware's interrupt handler writes there
 * (firmware/scribble.h).
 */
bool guest_is_scribbled(struct guest *guest, uint32_t sp);

/* Like bobbin_env.read. */
bool guest_read(struct guest *guest, enum bobbin_space space, uint32_t address, void *out,
                uint32_t size_bytes);

#endif
