/* SPDX-License-Identifier: MIT */
/* The few functions that may do what is a mistake elsewhere, each with its reason. */
#include <string.h>

#include "code.h"

static const struct {
    const char *name;
    uint8_t licences;
} list[] = {
    /* ISO C: ends all functions called since setjmp. */
    {"longjmp", LICENCE_DISCARD},
    /*
     * libgcc, unwind-arm.S: loads the registers of the function that catches. The source calls it
     * restore_core_regs; the other symbol has the same address.
     */
    {"restore_core_regs", LICENCE_DISCARD},
    {"__restore_core_regs", LICENCE_DISCARD},
    /* tests/programs/gnu: GCC's non-local goto, out of a nested function. */
    {"look_at", LICENCE_DISCARD},
    /* tests/contexts: starts made-up contexts by RFE, and returns to main after each crash. */
    {"launch", LICENCE_LAUNCH},
    {"__wrap_bobbin_die", LICENCE_DISCARD},
    /* tests/profile: switches tasks. */
    {"task_switch", LICENCE_SWITCH},
    /*
     * port/armv7: leaves the stack of the crash for good (capture.h marks it with .cfi_undefined).
     */
    {"abort", LICENCE_ROOT},
    {"__assert", LICENCE_ROOT},
    {"__assert_func", LICENCE_ROOT},
    {"__stack_chk_fail", LICENCE_ROOT},
    {"bobbin_undefined_entry", LICENCE_ROOT},
    {"bobbin_prefetch_abort_entry", LICENCE_ROOT},
    {"bobbin_data_abort_entry", LICENCE_ROOT},
    {"bobbin_capture", LICENCE_ROOT},
    {"bobbin_null_call_entry", LICENCE_ROOT},
    /*
     * boards: the reset vector. On a board where it is at 0, a call through null reaches it; its
     * trace then looks like a reset.
     */
    {"board_vectors", LICENCE_ROOT},
};

uint8_t licences_of(const char *name)
{
    size_t length = strcspn(name, "."); /* without suffixes of compilers, such as ".constprop.0" */

    for (size_t i = 0; i < sizeof(list) / sizeof(list[0]); i++)
        if (strlen(list[i].name) == length && memcmp(list[i].name, name, length) == 0)
            return list[i].licences;
    return 0;
}
