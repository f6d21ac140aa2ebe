/* SPDX-License-Identifier: MIT */
/* Made-up instruction words: all of 16 bits, and of 32 bits those in which the bits that decide have every value. */
#ifndef DECODER_ENCODINGS_H
#define DECODER_ENCODINGS_H

#include "words.h"

typedef void encodings_visit(void *context, const struct word *word);

void encodings_narrow(encodings_visit *visit, void *context);

/*
 * Those of 32 bits with so many fixed bits that the others would hardly meet them: branches by register and the like.
 */
void encodings_fixed(encodings_visit *visit, void *context);

/* One of STEP, an odd number; the fields that decide nothing are random. */
void encodings_wide(uint32_t step, encodings_visit *visit, void *context);
void encodings_arm(uint32_t step, encodings_visit *visit, void *context);

/* COUNT words with nothing but random bits, in each state. */
void encodings_random(uint32_t count, encodings_visit *visit, void *context);

#endif
