/* SPDX-License-Identifier: MIT */
/* Translates a decoded load or store into an effect. */
#ifndef GEN_INSN_EFFECT_LOAD_STORE_H
#define GEN_INSN_EFFECT_LOAD_STORE_H

#include "insn/effect_operands.h"

/*
 * Translates a load or store. False if the instruction is not a load or store that the analysis
 * tracks.
 */
bool effect_memory(const struct decoded *in, struct effect *effect);

#endif
