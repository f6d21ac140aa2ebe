/* SPDX-License-Identifier: MIT */
/* What lies around sp: lines "stack", and whether a stack has overflowed. */
#ifndef BOBBIN_STACK_DUMP_H
#define BOBBIN_STACK_DUMP_H

#include "line_writer.h"

#define STACK_WORDS_MAX   256 /* unless the config says else */
#define STACK_WORDS_BELOW 8   /* below sp: what the last callee left there */

/* How far below a stack's limit an sp, and how far below sp an access, is taken for an overflow. */
#define STACK_OVERFLOW_REACH_BYTES 4096u

/*
 * Prints the words below sp when they can be read, then those from sp up to the end of the stack or
 * region that has it, at most config->stack_words_max. When sp has left its stack, the dump starts
 * at the stack's limit.
 */
void bobbin_stack_lines(struct bobbin_report *report, const struct bobbin_context *context);

/*
 * Prints a note when sp is below the limit of one of config->stacks and in none of them; or when sp is
 * in one of them, the fault address below the limit of that same one, and the two close together. A
 * fault address alone proves nothing: a heap may end, or another stack begin, at the same guard.
 */
void bobbin_stack_overflow_note(struct bobbin_report *report, const struct bobbin_context *context);

#endif
