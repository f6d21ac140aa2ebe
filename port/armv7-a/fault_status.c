/* SPDX-License-Identifier: MIT */
/* Meanings of the fault status codes of ARMv7-A. */
#include "../armv7/fault_codes.h"

/* ARM ARM B3.13.3, "Short-descriptor translation table fault status register encodings". */
static const struct fault_code short_codes[] = {
    {0x01 | FAULT_ADDRESS, FAULT_ALIGNMENT},       {0x02, FAULT_DEBUG},
    {0x03 | FAULT_ADDRESS, FAULT_ACCESS_FLAG},     {0x04 | FAULT_ADDRESS, FAULT_OWN},
    {0x05 | FAULT_ADDRESS, FAULT_TRANSLATION},     {0x06 | FAULT_ADDRESS, FAULT_ACCESS_FLAG},
    {0x07 | FAULT_ADDRESS, FAULT_TRANSLATION},     {0x08 | FAULT_ADDRESS, FAULT_EXTERNAL},
    {0x09 | FAULT_ADDRESS, FAULT_OWN + 1},         {0x0b | FAULT_ADDRESS, FAULT_OWN + 1},
    {0x0c | FAULT_ADDRESS, FAULT_EXTERNAL_WALK},   {0x0d | FAULT_ADDRESS, FAULT_PERMISSION},
    {0x0e | FAULT_ADDRESS, FAULT_EXTERNAL_WALK},   {0x0f | FAULT_ADDRESS, FAULT_PERMISSION},
    {0x10 | FAULT_ADDRESS, FAULT_TLB_CONFLICT},    {0x14, FAULT_LOCKDOWN},
    {0x16 | FAULT_IMPRECISE, FAULT_EXTERNAL_LATE}, {0x18 | FAULT_IMPRECISE, FAULT_PARITY_LATE},
    {0x19 | FAULT_ADDRESS, FAULT_PARITY},          {0x1a, FAULT_COPROCESSOR},
    {0x1c | FAULT_ADDRESS, FAULT_PARITY_WALK},     {0x1e | FAULT_ADDRESS, FAULT_PARITY_WALK},
};

static const struct fault_codes short_format = {short_codes,
                                                sizeof(short_codes) / sizeof(short_codes[0]),
                                                "instruction cache maintenance fault\0"
                                                "domain fault"};

void bobbin_port_fault_status(uint32_t cause, uint32_t status, struct bobbin_fault_status *out)
{
    bobbin_fault_decode(&short_format, cause, status, out);
}
