/* SPDX-License-Identifier: MIT */
/* The control flow of a decoded instruction. For effect_translate.c. */
#ifndef GEN_INSN_EFFECT_FLOW_H
#define GEN_INSN_EFFECT_FLOW_H

#include "insn/effect_operands.h"

/* Translates IN if it is a branch, a call or a trap; otherwise returns false. */
bool effect_flow(const struct decoded *in, struct effect *effect);

/* Sets the control flow of IN, which writes pc by arithmetic or by a load. EFFECT has the rest. */
void effect_flow_of_pc(const struct decoded *in, struct effect *effect);

#endif
