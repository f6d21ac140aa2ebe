/* SPDX-License-Identifier: MIT */
/*
 * For call_entry.S. CONTEXT is of the first instruction of bobbin_panic or bobbin_dump_tasks. These
 * functions make it the context of the call instruction and write the report; r1 becomes cpsr of
 * the function.
 */
#ifndef BOBBIN_CALL_H
#define BOBBIN_CALL_H

#include <bobbin/port.h>

_Noreturn void bobbin_call_panic(struct bobbin_context *context);
void bobbin_call_dump(struct bobbin_context *context);

#endif
