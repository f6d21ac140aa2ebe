/* SPDX-License-Identifier: MIT */
/* Decodes fault status registers, and has the codes of the long-descriptor format. */
#include "fault_codes.h"

#define COUNT_OF(array) ((uint32_t)(sizeof(array) / sizeof((array)[0])))

/* ARM ARM B3.13.3, "Long-descriptor translation table fault status register encodings", and its
   ARMv8-R supplement, where level 0 means the MPU. */
static const struct fault_code long_codes[] = {
    {0x04, FAULT_ADDRESS, "translation fault"},
    {0x05, FAULT_ADDRESS, "translation fault"},
    {0x06, FAULT_ADDRESS, "translation fault"},
    {0x07, FAULT_ADDRESS, "translation fault"},
    {0x09, FAULT_ADDRESS, "access flag fault"},
    {0x0a, FAULT_ADDRESS, "access flag fault"},
    {0x0b, FAULT_ADDRESS, "access flag fault"},
    {0x0c, FAULT_ADDRESS, "permission fault"},
    {0x0d, FAULT_ADDRESS, "permission fault"},
    {0x0e, FAULT_ADDRESS, "permission fault"},
    {0x0f, FAULT_ADDRESS, "permission fault"},
    {0x10, FAULT_ADDRESS, "external abort"},
    {0x11, FAULT_IMPRECISE, "asynchronous external abort"},
    {0x15, FAULT_ADDRESS, "external abort on a translation table walk"},
    {0x16, FAULT_ADDRESS, "external abort on a translation table walk"},
    {0x17, FAULT_ADDRESS, "external abort on a translation table walk"},
    {0x18, FAULT_ADDRESS, "parity or ECC error"},
    {0x19, FAULT_IMPRECISE, "asynchronous parity or ECC error"},
    {0x1d, FAULT_ADDRESS, "parity or ECC error on a translation table walk"},
    {0x1e, FAULT_ADDRESS, "parity or ECC error on a translation table walk"},
    {0x1f, FAULT_ADDRESS, "parity or ECC error on a translation table walk"},
    {0x21, FAULT_ADDRESS, "alignment fault"},
    {0x22, 0, "debug event"},
    {0x30, FAULT_ADDRESS, "TLB conflict"},
    {0x34, 0, "lockdown fault"},
    {0x35, 0, "unsupported exclusive access"},
    {0x3a, 0, "coprocessor fault"},
};

static const struct fault_code *find(const struct fault_code *codes, uint32_t count, uint32_t code)
{
    for (uint32_t i = 0; i < count; i++)
        if (codes[i].code == code)
            return &codes[i];
    return NULL;
}

void bobbin_fault_decode(const struct fault_code *short_codes, uint32_t count, uint32_t cause,
                         uint32_t status, struct bobbin_fault_status *out)
{
    const struct fault_code *found;

    if (status & FSR_LPAE)
        found = find(long_codes, COUNT_OF(long_codes), status & FSR_LONG_FS);
    else
        found =
            find(short_codes, count, (status & FSR_FS_3_0) | ((status & FSR_FS_4) ? 0x10u : 0u));
    out->what = found ? found->what : "reserved fault status";
    out->write = cause == BOBBIN_CAUSE_DATA_ABORT && (status & DFSR_WNR);
    out->address_known = found && (found->flags & FAULT_ADDRESS);
    out->imprecise = found && (found->flags & FAULT_IMPRECISE);
}
