/* SPDX-License-Identifier: MIT */
/* From the hooks of a port, with CONTEXT as at the first instruction of the function they replace. */
#ifndef BOBBIN_HOOKS_H
#define BOBBIN_HOOKS_H

#include <bobbin/port.h>

/* __assert_func(file, line, function, expression), function may be NULL: newlib's assert(). */
_Noreturn void bobbin_hook_assert_func(struct bobbin_context *context);

/* __assert(file, line, expression): older C libraries. */
_Noreturn void bobbin_hook_assert(struct bobbin_context *context);

#endif
