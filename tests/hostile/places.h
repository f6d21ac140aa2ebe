/* SPDX-License-Identifier: MIT */
/* Numbers, addresses and words that a crashed firmware may have in its registers and stacks. */
#ifndef HOSTILE_PLACES_H
#define HOSTILE_PLACES_H

#include <stdbool.h>
#include <stdint.h>

#include "layout.h"

/* The same sequence after each call with the same SEED. */
void places_seed(uint32_t seed);
uint32_t places_random(void);
uint32_t places_below(uint32_t limit); /* 0..limit - 1; LIMIT is not 0 */
bool places_one_in(uint32_t n);

/*
 * The memory whose contents the tests choose: the heap, and the stacks of the modes that nothing
 * uses meanwhile.
 */
enum { PLACES_STACKS = 6 };
struct bobbin_region places_stack(uint32_t number);

/* An address in the image's code: of an instruction of STATE (0 for ARM, 1 for Thumb) or not. */
uint32_t places_code(uint32_t state);

/*
 * Any word: a return address, an address in or near a stack, in a guard, in no memory, of a device,
 * or a random number.
 */
uint32_t places_word(void);

#endif
