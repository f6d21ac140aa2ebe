/* SPDX-License-Identifier: MIT */
/* Adds the fault registers of Hyp mode to the context that hyp_entry.S stored. */
#include "../armv7/cp15.h"
#include "../armv7/fault_codes.h"
#include <bobbin/port.h>

/* HSR of an abort (ARM ARM B3.13.6): WnR, and the code of the long format. */
#define HSR_WNR (1u << 6)

/* For hyp_entry.S. */
_Noreturn void bobbin_hyp_exception(struct bobbin_context *context);

/* Returns the DFSR or IFSR of the long format with the meaning of HSR. */
static uint32_t status_from_hsr(void)
{
    uint32_t hsr;

    cp15_read(hsr, 4, c5, c2, 0);
    return FSR_LPAE | (hsr & FSR_LONG_FS) | ((hsr & HSR_WNR) ? DFSR_WNR : 0);
}

_Noreturn void bobbin_hyp_exception(struct bobbin_context *context)
{
    if (context->cause == BOBBIN_CAUSE_DATA_ABORT) {
        context->status = status_from_hsr();
        cp15_read(context->address, 4, c6, c0, 0); /* HDFAR */
    } else if (context->cause == BOBBIN_CAUSE_PREFETCH_ABORT) {
        context->status = status_from_hsr() & ~DFSR_WNR;
        cp15_read(context->address, 4, c6, c0, 2); /* HIFAR */
    }
    bobbin_die(context);
}
