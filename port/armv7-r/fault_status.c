/* SPDX-License-Identifier: MIT */
/* Meanings of the fault status codes of ARMv7-R. */
#include "../armv7/fault_codes.h"

/* ARM ARM B5.7, "PMSA fault status register encodings". */
static const struct fault_code short_codes[] = {
    {0x00, FAULT_ADDRESS, "background fault (no MPU region)"},
    {0x01, FAULT_ADDRESS, "alignment fault"},
    {0x02, 0, "debug event"},
    {0x08, FAULT_ADDRESS, "external abort"},
    {0x0d, FAULT_ADDRESS, "permission fault"},
    {0x14, 0, "lockdown fault"},
    {0x16, FAULT_IMPRECISE, "asynchronous external abort"},
    {0x18, FAULT_IMPRECISE, "asynchronous parity or ECC error"},
    {0x19, FAULT_ADDRESS, "parity or ECC error"},
    {0x1a, 0, "coprocessor fault"},
};

void bobbin_port_fault_status(uint32_t cause, uint32_t status, struct bobbin_fault_status *out)
{
    bobbin_fault_decode(short_codes, sizeof(short_codes) / sizeof(short_codes[0]), cause, status,
                        out);
}
