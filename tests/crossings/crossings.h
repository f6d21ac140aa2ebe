/* SPDX-License-Identifier: MIT */
/*
 * Firmware for the oracle (../oracle/README.md): exceptions of all kinds, nested in many ways, with
 * entry code of many styles. Each style is one that firmware uses: what the compilers make of
 * __attribute__((interrupt)), SRS and RFE, a switch to SVC or System mode, padded or aligned
 * stacks, a stack of its own, user registers by STM and LDM with ^.
 *
 * One set of flags chooses the style of the next exception of each kind; each handler chooses the
 * next set. Which style a handler has decides what it may do: an exception overwrites lr and SPSR
 * of the mode that it enters, so a handler that left them in their bank must not be entered again.
 */
#ifndef CROSSINGS_H
#define CROSSINGS_H

/* In `crossings_busy`: the entry code of this kind has lr or SPSR in its bank. */
#define BUSY_UNDEFINED (1 << 0)
#define BUSY_CALL      (1 << 1)
#define BUSY_BREAK     (1 << 2)
#define BUSY_ABORT     (1 << 3)
#define BUSY_IRQ       (1 << 4)

/* Operations of system calls, in r0. */
#define CALL_NOTHING 0 /* and disturb() */
#define CALL_WORK    1 /* works in SVC mode; result: that of the work */
#define CALL_SYSTEM  2 /* continues in System mode */
#define CALL_RETURN  3 /* continues at the address in r1 */

#ifndef __ASSEMBLER__
#include <stdint.h>

/* The entry code takes these flags (N, Z, C, V) to choose its style. */
extern volatile uint32_t crossings_flags;
extern volatile uint32_t crossings_busy;

/* How often each happened: events that a handler made, by kind. */
struct crossings_counts {
    uint32_t undefined, calls, breaks, aborts, irqs, fiqs;
};
extern volatile struct crossings_counts crossings_counts;

/* ---- provoke.S: causes of exceptions; each returns after its handler ------------------------- */

void undefined_leaf(void), undefined_arm(void), undefined_thumb(void);
void abort_arm(void), abort_thumb(void);
void break_arm(void);
uint32_t call_arm(uint32_t operation), call_thumb(uint32_t operation);
/* SVC is the last instruction of these functions. */
void call_last_arm(void), call_last_thumb(void);
/* From System to User mode with CPSR; system_mode() comes back. */
void user_mode(uint32_t cpsr), system_mode(void);

/* ---- odd.S: functions whose sp is 4 mod 8 ---------------------------------------------------- */

uint32_t odd_arm(uint32_t value, uint32_t depth);
uint32_t odd_thumb(uint32_t value, uint32_t depth);

/* ---- work.c ---------------------------------------------------------------------------------- */

/* Works for a few thousand instructions in any mode. The result depends only on SEED. */
uint32_t work(uint32_t seed);
#endif

#endif
