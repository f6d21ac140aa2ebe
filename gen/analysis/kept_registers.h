/* SPDX-License-Identifier: MIT */
/*
 * Kept registers: which of r0-r3 and r12 a called function leaves alone, although it need not
 * (AAPCS32 6.1). Hand-written code keeps lr in one of them across the call of a leaf. For
 * transfer.c.
 */
#ifndef GEN_ANALYSIS_KEPT_REGISTERS_H
#define GEN_ANALYSIS_KEPT_REGISTERS_H

#include "analysis/graph.h"

/*
 * The registers of the mask REGISTERS (EFFECT_BITs) that no instruction of the code at CALLEE
 * writes, up to its returns. 0 if the code is long, or jumps to an unknown address.
 */
uint64_t kept_registers(const struct analysis *analysis, const struct image_instruction *callee,
                        uint64_t registers);

#endif
