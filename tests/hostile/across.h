/* SPDX-License-Identifier: MIT */
/* Registers, banks and stacks as they may be if a crash happens in exception entry code. */
#ifndef HOSTILE_ACROSS_H
#define HOSTILE_ACROSS_H

#include "places.h"
#include <bobbin/cross.h>

/*
 * Sets PC to an address in the entry code for which TABLE has rules, or to 0 if it has none; and
 * CPSR to one whose mode is mostly that of the rule, because a rule applies in its mode only.
 */
void across_entry(const struct bobbin_table *table, uint32_t *pc, uint32_t *cpsr);

/* Fills STACK with words of which many are a psr or an address in code. */
void across_fill(const struct bobbin_region *stack);

/* For bobbin_env.read_bank: any words, and sometimes none. */
bool across_bank(void *context, uint32_t mode, uint32_t number, uint32_t *out);

/* A cpsr; of 8 of them 7 have the mode of a processor. */
uint32_t across_psr(void);

#endif
