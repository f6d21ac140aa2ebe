/* SPDX-License-Identifier: MIT */
/* Reads banked registers of another processor mode by switching to that mode for a moment. */
#include "cp15.h"
#include "processor_modes.h"
#include <bobbin/port.h>

/* bank_copy.S */
void bobbin_bank_copy(uint32_t mode, uint32_t out[7]);

/*
 * Returns the privileged mode that has the same r8-r14 as MODE. Returns 0 if writing CPSR must not
 * enter that mode.
 */
static uint32_t privileged_view(uint32_t mode)
{
    switch (mode) {
    case MODE_USR:
    case MODE_SYS:
        return MODE_SYS;
    case MODE_FIQ:
    case MODE_IRQ:
    case MODE_SVC:
    case MODE_ABT:
    case MODE_UND:
        return mode;
    default:
        return 0;
    }
}

bool bobbin_port_bank(uint32_t mode, uint32_t number, uint32_t *out)
{
    uint32_t here = cpsr_read() & BOBBIN_CPSR_MODE;
    uint32_t view = privileged_view(mode);
    uint32_t bank[7];

    if (number < 8 || number > 14 || view == 0 || view == here)
        return false;
    if (here == MODE_USR || privileged_view(here) == 0)
        return false;
    /* Outside FIQ all modes share r8-r12, and the code up to here has overwritten them. */
    if (number <= 12 && view != MODE_FIQ && here != MODE_FIQ)
        return false;
    bobbin_bank_copy(view, bank);
    *out = bank[number - 8];
    return true;
}
