/* SPDX-License-Identifier: MIT */
/* Fields of the ARMv7 fault status registers (ARM ARM B3.13 for VMSA, B5.7 for PMSA), for all
   ports. */
#ifndef BOBBIN_FAULT_CODES_H
#define BOBBIN_FAULT_CODES_H

#include <bobbin/port.h>

#define FSR_LPAE    (1u << 9)  /* the long descriptor format; always set on ARMv8-R */
#define DFSR_WNR    (1u << 11) /* the access was a write; reserved in IFSR */
#define FSR_FS_4    (1u << 10) /* short format: bit 4 of the code; FSR_FS_3_0 has the others */
#define FSR_FS_3_0  0xfu
#define FSR_LONG_FS 0x3fu

enum fault_code_flags {
    FAULT_ADDRESS = 1,   /* DFAR or IFAR holds the address */
    FAULT_IMPRECISE = 2, /* an asynchronous abort */
};

struct fault_code {
    uint8_t code;
    uint8_t flags;
    const char *what;
};

/*
 * Decodes STATUS into OUT. In the short format, looks the code up in SHORT_CODES, an array of COUNT
 * entries; in the long format, in an array of its own. An unlisted code gives "reserved fault
 * status" and no address.
 */
void bobbin_fault_decode(const struct fault_code *short_codes, uint32_t count, uint32_t cause,
                         uint32_t status, struct bobbin_fault_status *out);

#endif
