/* SPDX-License-Identifier: MIT */
/* Reads banked registers for traces that cross exceptions. */
#include "../armv7/cp15.h"
#include "../armv7/processor_modes.h"
#include "parked.h"
#include <bobbin/cross.h>
#include <bobbin/port.h>

enum { NUMBER_SPSR = 16 };

/* spsr_of_mode.S */
uint32_t bobbin_spsr_of_mode(uint32_t mode);

/* Whether MODE has an SPSR and can be entered and left by writing CPSR (ARM ARM B1.3.1). */
static bool has_spsr(uint32_t mode)
{
    switch (mode) {
    case MODE_FIQ:
    case MODE_IRQ:
    case MODE_SVC:
    case MODE_ABT:
    case MODE_UND:
        return true;
    default:
        return false;
    }
}

bool bobbin_port_cross_bank(uint32_t mode, uint32_t number, uint32_t *out)
{
    uint32_t here = cpsr_read() & BOBBIN_CPSR_MODE;

    if (number == NUMBER_SPSR) {
        if (!has_spsr(mode) || (!has_spsr(here) && here != MODE_SYS))
            return false;
        *out = bobbin_spsr_of_mode(mode);
        return true;
    }
    if (bobbin_parked.mode == here && number == BOBBIN_SP && mode == here) {
        *out = bobbin_parked.sp;
        return true;
    }
    if (bobbin_parked.mode == here && number >= 8 && number <= 12 && mode != MODE_FIQ) {
        *out = bobbin_parked.r8[number - 8];
        return true;
    }
    return bobbin_port_bank(mode, number, out);
}

uint32_t bobbin_port_cross_lost(void)
{
    switch (cpsr_read() & BOBBIN_CPSR_MODE) {
    case MODE_FIQ:
        return BOBBIN_BANKS_LR(BOBBIN_BANK_FIQ) | BOBBIN_BANKS_SPSR(BOBBIN_BANK_FIQ);
    case MODE_IRQ:
        return BOBBIN_BANKS_LR(BOBBIN_BANK_IRQ) | BOBBIN_BANKS_SPSR(BOBBIN_BANK_IRQ);
    default:
        return 0;
    }
}
