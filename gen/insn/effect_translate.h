/* SPDX-License-Identifier: MIT */
/* Translates a decoded instruction into an effect. */
#ifndef GEN_INSN_EFFECT_TRANSLATE_H
#define GEN_INSN_EFFECT_TRANSLATE_H

#include "insn/effect_operands.h"

/* Translates IN into EFFECT, which must be zero except for condition, nop and sets_flags. */
void effect_translate(const struct decoded *in, struct effect *effect);

#endif
