/* SPDX-License-Identifier: MIT */
/* Meanings of the fault status codes of ARMv7-R. */
#include "../armv7/fault_codes.h"

/* ARM ARM B5.7, "PMSA fault status register encodings". */
static const struct fault_code short_codes[] = {
    {0x00 | FAULT_ADDRESS, FAULT_OWN},
    {0x01 | FAULT_ADDRESS, FAULT_ALIGNMENT},
    {0x02, FAULT_DEBUG},
    {0x08 | FAULT_ADDRESS, FAULT_EXTERNAL},
    {0x0d | FAULT_ADDRESS, FAULT_PERMISSION},
    {0x14, FAULT_LOCKDOWN},
    {0x16 | FAULT_IMPRECISE, FAULT_EXTERNAL_LATE},
    {0x18 | FAULT_IMPRECISE, FAULT_PARITY_LATE},
    {0x19 | FAULT_ADDRESS, FAULT_PARITY},
    {0x1a, FAULT_COPROCESSOR},
};

static const struct fault_codes short_format = {
    short_codes, sizeof(short_codes) / sizeof(short_codes[0]), "background fault (no MPU region)"};

void bobbin_port_fault_status(uint32_t cause, uint32_t status, struct bobbin_fault_status *out)
{
    bobbin_fault_decode(&short_format, cause, status, out);
}
