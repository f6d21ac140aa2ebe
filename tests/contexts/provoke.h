/* SPDX-License-Identifier: MIT */
/*
 * Puts the processor into a chosen state, all registers included, lets it fault there, and hands back
 * the context that the port's entry code made of that. Modes and
 * bits stand here once more because the truth of this test must not come from port/.
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
#define PSR_IT_EQ_1 (1u << 11)            /* the one instruction of an IT EQ block */
#define PSR_FLAGS   (15u << 28)           /* N, Z, C, V */

/* CPACR: access to cp10 and cp11 (ARM ARM B4.1.40, B6.1.21). */
#define CPACR_FPU_NONE       0u
#define CPACR_FPU_PRIVILEGED (5u << 20)
#define CPACR_FPU_ALL        (15u << 20)

#define FPEXC_EN (1u << 30)

/*
 * Everything in the order in which provoke.S takes it. BANK is a privileged mode that has the same sp
 * and lr as the one in cpsr; LAUNCH one that has others, and loses its sp. Both with PSR_I and PSR_F.
 */
struct processor_state {
    uint64_t d[8]; /* d8-d15 */
    uint32_t fpexc;
    uint32_t cpacr;    /* CPACR_FPU_... */
    uint32_t fiq_r[5]; /* r8-r12 of FIQ mode */
    uint32_t bank;
    uint32_t sp, lr;
    uint32_t launch;
    uint32_t r[13]; /* r0-r12 outside FIQ mode */
    uint32_t pc, cpsr;
};

/*
 * Goes on at STATE->pc and comes back when that has ended in bobbin_die, which must be wrapped at the
 * link (--wrap=bobbin_die). The report has been printed by then. What it returns lies on the crash
 * stack and holds until the next fault. From System mode, IRQ and FIQ masked, FPU on; as it was
 * afterwards. Not reentrant. STATE is never NULL.
 */
const struct bobbin_context *provoke(const struct processor_state *state);

#endif
