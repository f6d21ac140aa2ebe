/* SPDX-License-Identifier: MIT */
/*
 * Reading forward: a function's code and its body rule, and what holds at some of its instructions, worked out by hand
 * from what the instructions do. A table has nothing but the body rule.
 */
#ifndef FORWARD_H
#define FORWARD_H

#include <stddef.h>

#include "handmade.h"
#include <bobbin/rule.h>

#define FORWARD_PC         0x8000u /* where code stands */
#define FORWARD_CODE_BYTES 128u
#define FORWARD_ARM        0u
#define FORWARD_THUMB      BOBBIN_CPSR_T

/* Halfwords of an instruction of 32 bits. */
#define WIDE(word) (uint16_t)((word) >> 16), (uint16_t)((word)&0xffff)
#define ARM(word)  (uint16_t)((word)&0xffff), (uint16_t)((word) >> 16)

/* What holds AT so many bytes. */
struct forward_held {
    uint32_t at;
    uint32_t word; /* compact; its bytes to the cfa do not count, but those of CFA_OFFSET */
    int32_t cfa_offset;
};

#define FORWARD_BODY 0u /* the body rule, from the table */

/* The cfa is sp + OFFSET; or r[REGISTER] + OFFSET. */
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
 * In STATE, the CODE of HALFWORDS, behind which only calls come, has EXPECTED at COUNT instructions; by reads, by a
 * window, and by one that ends anywhere.
 */
void forward_expect(uint32_t state, uint32_t body, const uint16_t *code, size_t halfwords,
                    const struct forward_held *expected, size_t count);

#define EXPECT(state, body, code, ...)                                                             \
    do {                                                                                           \
        static const struct forward_held all[] = {__VA_ARGS__};                                    \
        forward_expect(state, body, code, sizeof(code) / 2, all, sizeof(all) / sizeof(all[0]));    \
    } while (0)

/* Code at FORWARD_PC, and a table that has one rule for it. */
struct forward {
    _Alignas(4) uint8_t code[FORWARD_CODE_BYTES];
    uint32_t size_bytes; /* so much of it can be read */
    uint32_t reads;      /* how often it was */
    _Alignas(4) uint8_t bytes[HANDMADE_SIZE_MAX];
    struct bobbin_table table;
    struct bobbin_env env; /* reads what no window has */
};

/* RULE is a word of a table. All of the code can be read, and there is no window. */
void forward_set_up(struct forward *forward, uint32_t state, uint32_t rule, const uint16_t *code,
                    size_t halfwords);

/* The first SIZE_BYTES of the code are in the window, a multiple of 4. */
void forward_open_window(struct forward *forward, uint32_t size_bytes);

/*
 * What holds at FORWARD_PC + AT, interrupted there in STATE: STOP_NONE, and RULE and TRUST, or why not, and at which
 * address.
 */
enum bobbin_stop forward_ask(struct forward *forward, uint32_t state, uint32_t at,
                             struct bobbin_rule *rule, enum bobbin_trust *trust,
                             uint32_t *stop_value);

/* What a compact WORD says of places, by SPEC.md 6.1 alone, with the cfa CFA_OFFSET bytes from its register. */
void forward_rule(uint32_t word, int32_t cfa_offset, struct bobbin_rule *rule);

#endif
