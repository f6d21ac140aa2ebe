/* SPDX-License-Identifier: MIT */
/* Inside core: the step that most frames take, without detours. */
#ifndef BOBBIN_QUICK_H
#define BOBBIN_QUICK_H

#include "bobbin.h"
#include "rule.h"

/* Bits of valid that a trace begins with. */
#define QUICK_ALL (0xffffu | BOBBIN_VALID_CPSR)

/* No cfa is as far from an sp up to here that it would be below it: behind the end of memory. */
#define QUICK_SP_MAX (~(4u << FORMAT_RUN_CFA_BITS))

/* Bits of valid that a caller's frame keeps: all else is the callee's to destroy (AAPCS32 6.1.1). */
#define QUICK_KEPT (~(0x0fu | BOBBIN_VALID_R(12) | BOBBIN_VALID_R(BOBBIN_LR)))

/* CURSOR goes to its caller: sp, pc, state. */
static inline void quick_go_to(struct bobbin_cursor *cursor, uint32_t sp, uint32_t return_address)
{
    union {
        uint32_t all;
        struct {
            uint32_t below : 5, thumb : 1, above : 26;
        };
    } cpsr = {cursor->cpsr};

    cpsr.thumb = return_address & 1;
    cursor->r[BOBBIN_SP] = sp;
    cursor->r[BOBBIN_PC] = return_address & ~1u;
    cursor->cpsr = cpsr.all;
    cursor->kind = BOBBIN_KIND_CALL;
}

/* What a cursor will know of the frame that RETURN_ADDRESS leads to, when r4-r11 are known in it (known.h). */
uint32_t quick_find(const struct bobbin_env *env, uint32_t return_address);

/*
 * Steps by WORD, of any compact rule but for its cfa, which is CFA_OFFSET from its register, in the window of stack
 * memory; r4-r11, sp and, if it is the return address, lr are known. False: it cannot be, and nothing is changed.
 */
bool quick_step_word(struct bobbin_cursor *cursor, const struct bobbin_env *env, uint32_t word,
                     uint32_t cfa_offset);

/*
 * What is known at OFFSET of the first range of TABLE, by the entry before BEHIND, whose rule may be none of the first
 * runs. HOW, which may be NULL, becomes 0 where the code is not read.
 */
uint32_t quick_known(const struct bobbin_table *table, uint32_t offset, const uint8_t *behind,
                     uint8_t *how);

/*
 * Steps from where code was interrupted, in memory that the windows have: 1. 0: it cannot be, and nothing is changed. Or
 * a run by which the step is to be made, as if it were a call: it is the word of CURSOR, and valid, of which it had
 * QUICK_ALL, is the caller's already.
 */
uint32_t quick_step_interrupted(struct bobbin_cursor *cursor, const struct bobbin_env *env);

/* bobbin_step where there is no short way. */
bool step_slowly(struct bobbin_cursor *cursor, const struct bobbin_env *env);

#endif
