/* SPDX-License-Identifier: MIT */
/* Inside core: the step that most frames take, without detours. */
#ifndef BOBBIN_QUICK_H
#define BOBBIN_QUICK_H

#include "bobbin.h"

/*
 * What a cursor knows of its frame, in which all of r4-r11 are known: beyond QUICK_OTHER, the word of its rule in the first
 * table; of a compact one, the return address is in the stack, and such a frame can be left quickly.
 */
enum {
    QUICK_UNKNOWN, /* nothing */
    QUICK_OTHER,   /* pc is in code, with an entry of its own */
};

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

/* What a cursor will know of the frame that RETURN_ADDRESS leads to, when r4-r11 are known in it. */
uint32_t quick_find(const struct bobbin_env *env, uint32_t return_address);

/*
 * Steps by the slots of WORD, of any compact rule, below the cfa, CFA_OFFSET from register NUMBER, in the window of stack
 * memory; sp, r4-r11 and, if it is the return address, lr are known. False: it could not be, and what was changed is what
 * the other way changes too.
 */
bool quick_step_any(struct bobbin_cursor *cursor, const struct bobbin_env *env, uint32_t word,
                    uint32_t number, uint32_t cfa_offset);

/* Steps from where code was interrupted, in memory that the windows have. False: as above. */
bool quick_step_interrupted(struct bobbin_cursor *cursor, const struct bobbin_env *env);

/* bobbin_step where there is no short way. */
bool step_slowly(struct bobbin_cursor *cursor, const struct bobbin_env *env);

#endif
