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

/* In the upper bits of struct fault_code's CODE, whose lower 6 bits are the code. */
enum fault_code_flags {
    FAULT_ADDRESS = 0x40,   /* DFAR or IFAR holds the address */
    FAULT_IMPRECISE = 0x80, /* an asynchronous abort */
};

/* What a fault status means. From FAULT_OWN on, the texts are those of a port. */
enum fault_text {
    FAULT_RESERVED,
    FAULT_ALIGNMENT,
    FAULT_TRANSLATION,
    FAULT_ACCESS_FLAG,
    FAULT_PERMISSION,
    FAULT_EXTERNAL,
    FAULT_EXTERNAL_LATE,
    FAULT_EXTERNAL_WALK,
    FAULT_PARITY,
    FAULT_PARITY_LATE,
    FAULT_PARITY_WALK,
    FAULT_TLB_CONFLICT,
    FAULT_DEBUG,
    FAULT_LOCKDOWN,
    FAULT_EXCLUSIVE,
    FAULT_COPROCESSOR,
    FAULT_OWN,
};

struct fault_code {
    uint8_t code;
    uint8_t what; /* enum fault_text */
};

/* The codes of the short format of a port, and its own texts, each with a zero byte. */
struct fault_codes {
    const struct fault_code *codes;
    uint32_t count;
    const char *texts;
};

/*
 * Decodes STATUS into OUT. In the short format, looks the code up in SHORT_CODES; in the long
 * format, in an array of its own, and SHORT_CODES may be NULL. An unlisted code gives "reserved
 * fault status" and no address.
 */
void bobbin_fault_decode(const struct fault_codes *short_codes, uint32_t cause, uint32_t status,
                         struct bobbin_fault_status *out);

#endif
