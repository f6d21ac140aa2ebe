/* SPDX-License-Identifier: MIT */
/* Report lines "stack" with the words around sp, and a note if a stack overflowed. */
#ifndef BOBBIN_STACK_DUMP_H
#define BOBBIN_STACK_DUMP_H

#include "report_stacks.h"

#define STACK_WORDS_MAX   256 /* default of config->stack_words_max */
#define STACK_WORDS_BELOW 8   /* below sp: leftovers of the last callee */

/* An overflow is reported if sp is at most this far below the limit of a stack, or a failed access
   at most this far below sp. */
#define STACK_OVERFLOW_REACH_BYTES 4096u

/*
 * Prints up to STACK_WORDS_BELOW readable words below sp. Then prints the words from sp to the end
 * of its stack or memory region, at most config->stack_words_max. If sp is below the limit of a
 * stack and cannot be read, the dump starts at that limit. If sp is unknown, prints nothing.
 */
void bobbin_stack_words(struct bobbin_report *report, const struct bobbin_context *context);

/*
 * Prints a note in two cases. First: sp is in none of the COUNT stacks, and close below the limit
 * of one. Second: sp is in a stack, and the fault address is below the limit of that stack and
 * close below sp. The fault address alone is no proof: the end of the heap or another stack may be
 * next to the same guard.
 */
void bobbin_stack_overflow_note(struct bobbin_report *report, const struct bobbin_context *context,
                                const struct bobbin_region *stacks, uint32_t count);

#endif
