/* SPDX-License-Identifier: MIT */
/*
 * Reading forward, asked directly: a function's code and its body rule, and what holds at some of its instructions,
 * worked out by hand from what the instructions do. No table and no reads.
 */
#ifndef FORWARD_H
#define FORWARD_H

#include <stddef.h>

#include "handmade.h"
#include "reading.h"

#define FORWARD_PC    0x8000u /* where code stands */
#define FORWARD_ARM   0u
#define FORWARD_THUMB BOBBIN_CPSR_T

/* Halfwords of an instruction of 32 bits. */
#define WIDE(word) (uint16_t)((word) >> 16), (uint16_t)((word)&0xffff)
#define ARM(word)  (uint16_t)((word)&0xffff), (uint16_t)((word) >> 16)

/* What holds AT so many bytes. */
struct forward_held {
    uint32_t at;
    uint32_t word; /* compact; its bytes to the cfa do not count, but those of CFA_OFFSET */
    int32_t cfa_offset;
};

#define FORWARD_BODY (1u << 31) /* the body rule */
#define FORWARD_BRANCH                                                                             \
    (1u << 31 |                                                                                    \
     1u) /* it, unless the branch leaves the function, to CFA_OFFSET bytes from the first instruction */

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
#define BRANCHES(at, to)                                                                           \
    {                                                                                              \
        at, FORWARD_BRANCH, to                                                                     \
    }

/* In STATE, the CODE of HALFWORDS, behind which only calls come, has EXPECTED at COUNT instructions. */
void forward_expect(uint32_t state, uint32_t body, const uint16_t *code, size_t halfwords,
                    const struct forward_held *expected, size_t count);

#define EXPECT(state, body, code, ...)                                                             \
    do {                                                                                           \
        static const struct forward_held all[] = {__VA_ARGS__};                                    \
        forward_expect(state, body, code, sizeof(code) / 2, all, sizeof(all) / sizeof(all[0]));    \
    } while (0)

/*
 * Of a compact WORD, by SPEC.md 6.1 alone: bytes from the cfa down to r4-r11, d8-d15 and the return address; 0: not in
 * a slot.
 */
struct forward_slots {
    int32_t of[17]; /* as places are numbered in bobbin.h */
};
void forward_slots(uint32_t word, struct forward_slots *slots);

/* A reading of BODY at FORWARD_PC + AT, in STATE. Overwrites CURSOR, to which it belongs. */
struct reading forward_begin(struct bobbin_cursor *cursor, uint32_t state, uint32_t body,
                             uint32_t at);

#endif
