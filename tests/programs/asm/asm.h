/* SPDX-License-Identifier: MIT */
/*
 * Assembly functions, each in ARM and in Thumb state. plain.inc has no call frame information,
 * cfi.inc has. Each takes two numbers and returns one.
 */
#ifndef ASM_H
#define ASM_H

#include "program.h"

typedef uint32_t asm_function(uint32_t a, uint32_t b);

/*
 * Calls FUNCTION with A and B and stores its result. Returns the sum of the numbers of those of
 * r4-r11 that FUNCTION did not preserve, so the right return value is 0.
 */
uint32_t asm_call(asm_function *function, uint32_t a, uint32_t b, uint32_t *result);

/* NAME, and its result for A and B. */
#define ASM_PLAIN(state)                                                                           \
    ASM(state, leaf, a + b)                                                                        \
    ASM(state, push_pop, a + b + 3)                                                                \
    ASM(state, entry_one, a + 1)                                                                   \
    ASM(state, entry_any, a + b)                                                                   \
    ASM(state, falls, a + 10 + b)                                                                  \
    ASM(state, conditional, a == 0 ? b : a > 100 ? a - b : a + b + 5)                              \
    ASM(state, store_multiple, a * 2 + b)                                                          \
    ASM(state, store_upwards, a + b * 3)                                                           \
    ASM(state, by_words, a + b + 7)                                                                \
    ASM(state, pool, a + b + 0x12345678u + 0x89abcdefu)                                            \
    ASM(state, filler_scratch, a + b)                                                              \
    ASM(state, filler_saved, a + b)                                                                \
    ASM(state, doubles, a + b)                                                                     \
    ASM(state, singles, a + b)                                                                     \
    ASM(state, local_calls, a * 4 + b)                                                             \
    ASM(state, load_pc, a + b)                                                                     \
    ASM(state, load_pc_wide, a - b)                                                                \
    ASM(state, move_pc, a + b + 1)                                                                 \
    ASM(state, popped_elsewhere, a + b + 2)                                                        \
    ASM(state, lr_in_r4, a + b)                                                                    \
    ASM(state, lr_in_r2, a + b)                                                                    \
    ASM(state, lr_in_r3, a + b * 2 + 3)                                                            \
    ASM(state, lr_in_r12, a + b + 5)                                                               \
    ASM(state, frame_pointer, a + b)                                                               \
    ASM(state, tail, a + b + 9)                                                                    \
    ASM(state, on_other_stack, a + b + 3)                                                          \
    ASM(state, keeps_other_stack, a + b + 3)

#define ASM_CFI(state)                                                                             \
    ASM(state, cfi_leaf, a ^ b)                                                                    \
    ASM(state, cfi_push_pop, (a ^ b) + 1)                                                          \
    ASM(state, cfi_frame, (a ^ b) + a)                                                             \
    ASM(state, cfi_two_ways, a == 0 ? b : a ^ b)                                                   \
    ASM(state, cfi_doubles, a + b)                                                                 \
    ASM(state, cfi_frame_pointer, (a ^ b) + b)                                                     \
    ASM(state, save_push_pop, (a ^ b) + 2)

/* Frames that only ARM state can make: register lists with sp and pc. */
#define ASM_ARM                                                                                    \
    ASM(arm, apcs_frame, a + b)                                                                    \
    ASM(arm, load_before, a + b + 4)                                                               \
    ASM(arm, tail_by_table, a + b)                                                                 \
    ASM(arm, conditional_frame, a > b ? a + b : b)

#define ASM_ALL ASM_PLAIN(arm) ASM_PLAIN(thumb) ASM_CFI(arm) ASM_CFI(thumb) ASM_ARM

#define ASM(state, name, wanted) asm_function state##_##name;
ASM_ALL
#undef ASM

#endif
