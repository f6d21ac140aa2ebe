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
#include "frame/frame_rule.h"

/*
 * The debt at NODE, without what a call at NODE destroys. In thread code a rule may call all places
 * but the return address lost, although some location may still hold them.
 */
struct frame_debt thread_code_debt(const struct analysis *analysis, const struct node *node);

#endif
