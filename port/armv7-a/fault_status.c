/* SPDX-License-Identifier: MIT */
/* Meanings of the fault status codes of ARMv7-A. */
#include "../armv7/fault_codes.h"

/* ARM ARM B3.13.3, "Short-descriptor translation table fault status register encodings". */
static const struct fault_code short_codes[] = {
    {0x01, FAULT_ADDRESS, "alignment fault"},
    {0x02, 0, "debug event"},
    {0x03, FAULT_ADDRESS, "access flag fault"},
    {0x04, FAULT_ADDRESS, "instruction cache maintenance fault"},
    {0x05, FAULT_ADDRESS, "translation fault"},
    {0x06, FAULT_ADDRESS, "access flag fault"},
    {0x07, FAULT_ADDRESS, "translation fault"},
    {0x08, FAULT_ADDRESS, "external abort"},
    {0x09, FAULT_ADDRESS, "domain fault"},
    {0x0b, FAULT_ADDRESS, "domain fault"},
    {0x0c, FAULT_ADDRESS, "external abort on a translation table walk"},
    {0x0d, FAULT_ADDRESS, "permission fault"},
    {0x0e, FAULT_ADDRESS, "external abort on a translation table walk"},
    {0x0f, FAULT_ADDRESS, "permission fault"},
    {0x10, FAULT_ADDRESS, "TLB conflict"},
    {0x14, 0, "lockdown fault"},
    {0x16, FAULT_IMPRECISE, "asynchronous external abort"},
    {0x18, FAULT_IMPRECISE, "asynchronous parity or ECC error"},
    {0x19, FAULT_ADDRESS, "parity or ECC error"},
    {0x1a, 0, "coprocessor fault"},
    {0x1c, FAULT_ADDRESS, "parity or ECC error on a translation table walk"},
    {0x1e, FAULT_ADDRESS, "parity or ECC error on a translation table walk"},
};

void bobbin_port_fault_status(uint32_t cause, uint32_t status, struct bobbin_fault_status *out)
{
    bobbin_fault_decode(short_codes, sizeof(short_codes) / sizeof(short_codes[0]), cause, status,
                        out);
}
