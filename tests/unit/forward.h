/* SPDX-License-Identifier: MIT */
/*
 * Tests of reading forward (TABLE.md 7.4): code, its body rule, and the expected rule at some
 * instructions. The table has only the body rule. The expected rules were derived by hand from what
 * the instructions do.
 */
#ifndef FORWARD_H
#define FORWARD_H

#include <stddef.h>

#include "handmade.h"
#include <bobbin/rule.h>

#define FORWARD_PC         0x8000u /* start of the code */
#define FORWARD_CODE_BYTES 128u
#define FORWARD_ARM        0u
#define FORWARD_THUMB      BOBBIN_CPSR_T

/* The two halfwords of a 32-bit instruction. */
#define WIDE(word) (uint16_t)((word) >> 16), (uint16_t)((word)&0xffff)
#define ARM(word)  (uint16_t)((word)&0xffff), (uint16_t)((word) >> 16)

/* The expected rule at offset AT, in bytes. */
struct forward_held {
    uint32_t at;
    uint32_t word; /* a compact word; CFA_OFFSET replaces its cfa words */
    int32_t cfa_offset;
};

#define FORWARD_BODY 0u /* expects the body rule, from the table */

/* The cfa is sp + OFFSET, or r[REGISTER] + OFFSET. */
#define HELD(at, offset, mask, vfp, home, flags)                                                   \
    {                                                                                              \
        at, COMPACT(13, 0, mask, vfp, home, flags), offset                                         \
    }
#define HELD_FROM(at, reg, offset, mask, vfp, home, flags)                                         \
    {                                                                                              \
        at, COMPACT(reg, 0, mask, vfp, home, flags), offset                                        \
    }
#define NOTHING_SAVED(at)                                                                          \
    {                                                                                              \
        at, COMPACT(13, 0, 0, 0, 0, 0), 0                                                          \
    }
#define BODY_HOLDS(at)                                                                             \
    {                                                                                              \
        at, FORWARD_BODY, 0                                                                        \
    }

/*
 * Checks COUNT expected rules in CODE of HALFWORDS halfwords, followed by calls. Reads the code
 * through the callback, through a window, and through windows that end in the code.
 */
void forward_expect(uint32_t state, uint32_t body, const uint16_t *code, size_t halfwords,
                    const struct forward_held *expected, size_t count);

#define EXPECT(state, body, code, ...)                                                             \
    do {                                                                                           \
        static const struct forward_held all[] = {__VA_ARGS__};                                    \
        forward_expect(state, body, code, sizeof(code) / 2, all, sizeof(all) / sizeof(all[0]));    \
    } while (0)

/* Code at FORWARD_PC, and a table with one rule for all of it. */
struct forward {
    _Alignas(4) uint8_t code[FORWARD_CODE_BYTES];
    uint32_t size_bytes; /* the readable bytes of the code */
    uint32_t reads;      /* the number of reads */
    _Alignas(4) uint8_t bytes[HANDMADE_SIZE_MAX];
    struct bobbin_table table;
    struct bobbin_env env; /* read is called for bytes outside the window */
};

/* Sets up code that is all readable, without a window. RULE is the rule word of the table. */
void forward_set_up(struct forward *forward, uint32_t state, uint32_t rule, const uint16_t *code,
                    size_t halfwords);

/* Opens a window on the first SIZE_BYTES of the code, a multiple of 4. */
void forward_open_window(struct forward *forward, uint32_t size_bytes);

/*
 * Looks up FORWARD_PC + AT as an interrupted pc in STATE. Returns BOBBIN_STOP_NONE with RULE and
 * TRUST, or the stop reason with STOP_VALUE.
 */
enum bobbin_stop forward_ask(struct forward *forward, uint32_t state, uint32_t at,
                             struct bobbin_rule *rule, enum bobbin_trust *trust,
                             uint32_t *stop_value);

/*
 * Expands a compact WORD into RULE as TABLE.md 6.1 states. The cfa is CFA_OFFSET bytes from its
 * register.
 */
void forward_rule(uint32_t word, int32_t cfa_offset, struct bobbin_rule *rule);

#endif
