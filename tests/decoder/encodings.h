/* SPDX-License-Identifier: MIT */
/*
 * Generated instruction words: all 16-bit words, and 32-bit words with all values of the bits that
 * select the instruction.
 */
#ifndef DECODER_ENCODINGS_H
#define DECODER_ENCODINGS_H

#include "words.h"

typedef void encodings_visit(void *context, const struct word *word);

void encodings_narrow(encodings_visit *visit, void *context);

/*
 * 32-bit instructions with many fixed bits, for example branches to a register. The other
 * generators would hardly produce them.
 */
void encodings_fixed(encodings_visit *visit, void *context);

/*
 * One of STEP generated words. STEP is odd. Fields that do not select the instruction are random.
 */
void encodings_wide(uint32_t step, encodings_visit *visit, void *context);
void encodings_arm(uint32_t step, encodings_visit *visit, void *context);

/* COUNT words of random bits for each state, ARM and Thumb. */
void encodings_random(uint32_t count, encodings_visit *visit, void *context);

#endif
