/* SPDX-License-Identifier: MIT */
/* The emulated processor: its registers at this instruction, and its memory. */
#ifndef ORACLE_GUEST_H
#define ORACLE_GUEST_H

#include <stdbool.h>
#include <stdint.h>

#include <bobbin/bobbin.h>

struct registers {
    uint32_t r[16]; /* r[15]: the instruction that comes next */
    uint32_t cpsr;
    uint64_t d[8]; /* d8-d15 */
};

static inline uint32_t registers_mode(const struct registers *registers)
{
    return registers->cpsr & BOBBIN_CPSR_MODE;
}

/* A piece of guest memory as it was at instruction number TIME. Inside one page, so all or nothing. */
enum { GUEST_BLOCK_BYTES = 64, GUEST_BLOCKS = 64, GUEST_DOUBLES = 8 };
struct guest_block {
    uint64_t time;
    uint32_t address;
    bool readable;
    uint8_t bytes[GUEST_BLOCK_BYTES];
};

enum { GUEST_WORDS = 16 }; /* r0-r12, sp, lr, cpsr */
struct guest {
    struct qemu_plugin_register *words[GUEST_WORDS];
    struct qemu_plugin_register *doubles[GUEST_DOUBLES];
    struct g_byte_array *buffer;
    struct guest_block block[GUEST_BLOCKS];
    uint64_t time;      /* instructions so far; what was read before is stale */
    uint32_t floor;     /* sp of the context being unwound: reads below are refused... */
    uint64_t forbidden; /* ...and counted */
};

/* In the callback of a new processor. False when a register is not there. */
bool guest_open(struct guest *guest);

/*
 * Reads sp, lr and cpsr, and of r0-r12 those that are WRITTEN since OUT was read, a bit each, or in another mode all;
 * d8-d15 only if DOUBLES. To read all of them takes longer than all else that the oracle does.
 */
void guest_read_registers(struct guest *guest, struct registers *out, uint32_t written,
                          bool doubles);

/* Of them, sp, lr and cpsr alone. */
void guest_read_flow(struct guest *guest, struct registers *out);

/* Whether the words below SP are what the interrupt handler of the firmware leaves there (firmware/scribble.h). */
bool guest_is_scribbled(struct guest *guest, uint32_t sp);

/* For bobbin_env: CONTEXT is the struct guest. */
bool guest_read(void *context, enum bobbin_space space, uint32_t address, void *out,
                uint32_t size_bytes);

#endif
