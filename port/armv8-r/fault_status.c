/* SPDX-License-Identifier: MIT */
/* Meanings of the fault status codes of ARMv8-R, which has only the long format. */
#include "../armv7/fault_codes.h"

void bobbin_port_fault_status(uint32_t cause, uint32_t status, struct bobbin_fault_status *out)
{
    bobbin_fault_decode(NULL, cause, status | FSR_LPAE, out);
}
