/* SPDX-License-Identifier: MIT */
/* The offsets between the link register and the preferred return address, for each exception. */
#include "return_address.h"

#include <bobbin/bobbin.h>
#include <bobbin/report.h>

struct link_offset {
    uint8_t arm_bytes, thumb_bytes;
};

/* SPSR.T selects the column; the link registers of exceptions have no Thumb bit. */
static const struct link_offset link_offsets[BOBBIN_CAUSES] = {
    [BOBBIN_CAUSE_UNDEFINED] = {4, 2}, /* 2 also after a 32-bit instruction */
    [BOBBIN_CAUSE_PREFETCH_ABORT] = {4, 4},
    [BOBBIN_CAUSE_DATA_ABORT] = {8, 8},
};

uint32_t bobbin_preferred_return(uint32_t cause, uint32_t spsr, uint32_t lr)
{
    if (cause >= BOBBIN_CAUSES)
        return lr;
    return lr - ((spsr & BOBBIN_CPSR_T) ? link_offsets[cause].thumb_bytes
                                        : link_offsets[cause].arm_bytes);
}
