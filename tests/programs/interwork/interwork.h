/* SPDX-License-Identifier: MIT */
/*
 * Calls between ARM and Thumb code, near and far. state.inc is compiled for each state, with the names of
 * its own state and of the other one; its far half lies in linker/board.ld's section .far, out of the
 * reach of a branch: the linker makes veneers.
 */
#ifndef INTERWORK_H
#define INTERWORK_H

#include "program.h"

#define FAR APART __attribute__((section(".far")))

#define STATE_FUNCTIONS(state)                                                                     \
    uint32_t state##_mix(uint32_t a, uint32_t b);                                                  \
    uint32_t state##_ladder(uint32_t depth, uint32_t value);                                       \
    uint32_t state##_jump(uint32_t depth, uint32_t value);                                         \
    uint32_t state##_through(uint32_t (*function)(uint32_t, uint32_t), uint32_t a);                \
    uint32_t state##_far_mix(uint32_t a, uint32_t b);                                              \
    uint32_t state##_far_ladder(uint32_t depth, uint32_t value);                                   \
    uint32_t state##_far_jump(uint32_t depth, uint32_t value);
STATE_FUNCTIONS(arm)
STATE_FUNCTIONS(thumb)

#endif
