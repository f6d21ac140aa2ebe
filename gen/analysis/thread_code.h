/* SPDX-License-Identifier: MIT */
/*
 * Thread code: code from which no return can be reached, in a function that a pointer may start but
 * that no instruction calls or jumps to. The task functions of an RTOS are such code. Compilers
 * save no registers there, so each instruction that changes another register makes one more place
 * lost. Nobody ever needs these places, and a rule may call them lost from the beginning: one rule
 * then stands for many. For the stages that choose and check rules.
 */
#ifndef GEN_ANALYSIS_THREAD_CODE_H
#define GEN_ANALYSIS_THREAD_CODE_H

#include "analysis/analysis.h"

/*
 * The places (bit N is place N) that a rule may call lost at NODE, although some location may still
 * hold them: in thread code all but the return address, elsewhere none.
 */
uint32_t thread_code_spent(const struct analysis *analysis, const struct node *node);

#endif
