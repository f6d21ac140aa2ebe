/* SPDX-License-Identifier: MIT */
/*
 * The assembly hooks of a port (armv7/hooks_entry.S) call these functions when an assertion failed.
 * CONTEXT holds the registers at the first instruction of the replaced C library function, so its
 * r0-r3 are the arguments of that function.
 */
#ifndef BOBBIN_HOOKS_H
#define BOBBIN_HOOKS_H

#include <bobbin/port.h>

/* __assert_func(file, line, function, expression) of newlib. The function may be NULL. */
_Noreturn void bobbin_hook_assert_func(struct bobbin_context *context);

/* __assert(file, line, expression) of older C libraries. */
_Noreturn void bobbin_hook_assert(struct bobbin_context *context);

#endif
