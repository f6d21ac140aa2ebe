/* SPDX-License-Identifier: MIT */
/*
 * Puts the processor into a chosen state, with all registers, lets it fault, and returns the
 * context that the port's entry code recorded. Modes and bits are defined again here, because the
 * test must not take its facts from port/.
 */
#ifndef CONTEXTS_PROVOKE_H
#define CONTEXTS_PROVOKE_H

#include <stdint.h>

struct bobbin_context;

/* ARM ARM B1.3.1. */
enum mode {
    MODE_USR = 0x10,
    MODE_FIQ = 0x11,
    MODE_IRQ = 0x12,
    MODE_SVC = 0x13,
    MODE_ABT = 0x17,
    MODE_UND = 0x1b,
    MODE_SYS = 0x1f,
};

/* ARM ARM B1.3.3. */
#define PSR_T       (1u << 5)
#define PSR_F       (1u << 6)
#define PSR_I       (1u << 7)
#define PSR_A       (1u << 8)
#define PSR_Z       (1u << 30)
#define PSR_GE(n)   ((uint32_t)(n) << 16) /* n 0..15 */
#define PSR_IT_EQ_1 (1u << 11)            /* IT bits for the only instruction of an IT EQ block */
#define PSR_FLAGS   (15u << 28)           /* N, Z, C, V */

/* CPACR: access to cp10 and cp11 (ARM ARM B4.1.40, B6.1.21). */
#define CPACR_FPU_NONE       0u
#define CPACR_FPU_PRIVILEGED (5u << 20)
#define CPACR_FPU_ALL        (15u << 20)

#define FPEXC_EN (1u << 30)

/*
 * The fields are in the order in which provoke.S loads them. BANK is a privileged mode with the
 * same sp and lr as the mode in CPSR. LAUNCH is a mode with other ones; its sp is overwritten. Both
 * include PSR_I and PSR_F.
 */
struct processor_state {
    uint64_t d[8]; /* d8-d15 */
    uint32_t fpexc;
    uint32_t cpacr;    /* CPACR_FPU_... */
    uint32_t fiq_r[5]; /* r8-r12 of FIQ mode */
    uint32_t bank;
    uint32_t sp, lr;
    uint32_t launch;
    uint32_t r[13]; /* r0-r12 of all modes but FIQ; FIQ has only r0-r7 of these */
    uint32_t pc, cpsr;
};

/*
 * Loads STATE and continues at STATE->pc. Returns after the crash there has printed its report and
 * reached bobbin_die, which must be wrapped at the link (--wrap=bobbin_die). The result is on the
 * crash stack and valid until the next fault. Call in System mode with IRQ and FIQ masked and the
 * FPU on; the mode is the same on return. Not reentrant. STATE must not be NULL.
 */
const struct bobbin_context *provoke(const struct processor_state *state);

#endif
