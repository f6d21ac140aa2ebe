/* SPDX-License-Identifier: MIT */
/* Decodes fault status registers, and has the codes of the long-descriptor format. */
#include "fault_codes.h"

#define COUNT_OF(array) ((uint32_t)(sizeof(array) / sizeof((array)[0])))

/* ARM ARM B3.13.3, "Long-descriptor translation table fault status register encodings", and its
   ARMv8-R supplement, where level 0 means the MPU. */
static const struct fault_code long_codes[] = {
    {0x04 | FAULT_ADDRESS, FAULT_TRANSLATION},
    {0x05 | FAULT_ADDRESS, FAULT_TRANSLATION},
    {0x06 | FAULT_ADDRESS, FAULT_TRANSLATION},
    {0x07 | FAULT_ADDRESS, FAULT_TRANSLATION},
    {0x09 | FAULT_ADDRESS, FAULT_ACCESS_FLAG},
    {0x0a | FAULT_ADDRESS, FAULT_ACCESS_FLAG},
    {0x0b | FAULT_ADDRESS, FAULT_ACCESS_FLAG},
    {0x0c | FAULT_ADDRESS, FAULT_PERMISSION},
    {0x0d | FAULT_ADDRESS, FAULT_PERMISSION},
    {0x0e | FAULT_ADDRESS, FAULT_PERMISSION},
    {0x0f | FAULT_ADDRESS, FAULT_PERMISSION},
    {0x10 | FAULT_ADDRESS, FAULT_EXTERNAL},
    {0x11 | FAULT_IMPRECISE, FAULT_EXTERNAL_LATE},
    {0x15 | FAULT_ADDRESS, FAULT_EXTERNAL_WALK},
    {0x16 | FAULT_ADDRESS, FAULT_EXTERNAL_WALK},
    {0x17 | FAULT_ADDRESS, FAULT_EXTERNAL_WALK},
    {0x18 | FAULT_ADDRESS, FAULT_PARITY},
    {0x19 | FAULT_IMPRECISE, FAULT_PARITY_LATE},
    {0x1d | FAULT_ADDRESS, FAULT_PARITY_WALK},
    {0x1e | FAULT_ADDRESS, FAULT_PARITY_WALK},
    {0x1f | FAULT_ADDRESS, FAULT_PARITY_WALK},
    {0x21 | FAULT_ADDRESS, FAULT_ALIGNMENT},
    {0x22, FAULT_DEBUG},
    {0x30 | FAULT_ADDRESS, FAULT_TLB_CONFLICT},
    {0x34, FAULT_LOCKDOWN},
    {0x35, FAULT_EXCLUSIVE},
    {0x3a, FAULT_COPROCESSOR},
};

/* By enum fault_text. */
static const char texts[] = "reserved fault status\0"
                            "alignment fault\0"
                            "translation fault\0"
                            "access flag fault\0"
                            "permission fault\0"
                            "external abort\0"
                            "asynchronous external abort\0"
                            "external abort on a translation table walk\0"
                            "parity or ECC error\0"
                            "asynchronous parity or ECC error\0"
                            "parity or ECC error on a translation table walk\0"
                            "TLB conflict\0"
                            "debug event\0"
                            "lockdown fault\0"
                            "unsupported exclusive access\0"
                            "coprocessor fault";

static const struct fault_codes long_table = {long_codes, COUNT_OF(long_codes), NULL};

static const char *text_of(const struct fault_codes *codes, uint32_t what)
{
    const char *text = texts;

    if (what >= FAULT_OWN) {
        text = codes->texts;
        what -= FAULT_OWN;
    }
    for (; what > 0; what--)
        while (*text++) {
        }
    return text;
}

void bobbin_fault_decode(const struct fault_codes *short_codes, uint32_t cause, uint32_t status,
                         struct bobbin_fault_status *out)
{
    const struct fault_codes *codes = status & FSR_LPAE ? &long_table : short_codes;
    uint32_t code = status & FSR_LPAE ? status & FSR_LONG_FS
                                      : (status & FSR_FS_3_0) | ((status & FSR_FS_4) ? 0x10u : 0u);
    struct fault_code found = {0, FAULT_RESERVED};

    for (uint32_t i = 0; i < codes->count; i++)
        if ((codes->codes[i].code & FSR_LONG_FS) == code)
            found = codes->codes[i];
    out->what = text_of(codes, found.what);
    out->write = cause == BOBBIN_CAUSE_DATA_ABORT && (status & DFSR_WNR);
    out->address_known = found.code & FAULT_ADDRESS;
    out->imprecise = found.code & FAULT_IMPRECISE;
}
