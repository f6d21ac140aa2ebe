/* SPDX-License-Identifier: MIT */
/*
 * Calls between ARM and Thumb code, near and far. state.inc is compiled for each state, with names
 * for its own state (HERE) and the other one (THERE). Its far half is in the section .far of
 * linker/board.ld, out of the range of a branch, so the linker makes veneers.
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
