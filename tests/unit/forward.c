/* SPDX-License-Identifier: MIT */
#include "forward.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

void forward_slots(uint32_t word, struct forward_slots *slots)
{
    static const uint8_t plain[] = {7, 6, 5, 4, 3, 2, 1, 0}, split[] = {3, 2, 1, 0, 7, 6, 5, 4};
    const uint8_t *order = word & COMPACT_SPLIT ? split : plain;
    int32_t at = -4 * (int32_t)(word >> 26 & 7);

    memset(slots, 0, sizeof(*slots));
    if (word & COMPACT_RA)
        slots->of[BOBBIN_PLACE_RA] = at -= 4;
    for (uint32_t i = 0; i < 8; i++)
        if (word >> (7 - i) & 1)
            slots->of[order[i]] = at -= 4;
    if (word & COMPACT_GAP)
        at -= 4;
    for (uint32_t i = word >> 22 & 15; i-- > 0;)
        slots->of[BOBBIN_PLACE_D8 + i] = at -= 8;
}

struct reading forward_begin(struct bobbin_cursor *cursor, uint32_t state, uint32_t body,
                             uint32_t at)
{
    struct reading reading;

    memset(cursor, 0, sizeof(*cursor));
    cursor->r[BOBBIN_PC] = FORWARD_PC + at;
    cursor->cpsr = state | 0x1f;
    cursor->kind = BOBBIN_KIND_EXACT;
    memset(&reading, 0, sizeof(reading));
    reading.cursor = cursor;
    reading.answer.trust = BOBBIN_TRUST_TABLE;
    reading.answer.known = KNOWN_RULE | body;
    reading.word = KNOWN_RULE | body;
    reading.cfa_offset = 4 * (body >> 9 & 0x1ff);
    return reading;
}

static void compare(const struct reading *reading, const struct forward_held *expected)
{
    struct forward_slots slots, found;

    assert_int_equal(reading->answer.trust, BOBBIN_TRUST_CODE);
    assert_int_equal(reading->target, READING_NO_TARGET);
    forward_slots(expected->word, &slots);
    forward_slots(reading->word, &found);
    if (rule_register(reading->word) != ((expected->word >> 18 & 15) ^ 13) ||
        (int32_t)reading->cfa_offset != expected->cfa_offset ||
        memcmp(&found, &slots, sizeof(slots)) != 0)
        fail_msg("at %u: r%u + %d, %08x; expected r%u + %d, %08x", expected->at,
                 rule_register(reading->word), (int32_t)reading->cfa_offset, reading->word,
                 (expected->word >> 18 & 15) ^ 13, expected->cfa_offset, expected->word);
}

static void compare_body(const struct reading *reading, uint32_t body,
                         const struct forward_held *expected)
{
    uint32_t target = expected->word == FORWARD_BODY ? READING_NO_TARGET
                                                     : FORWARD_PC + (uint32_t)expected->cfa_offset;

    if (reading->answer.trust != BOBBIN_TRUST_TABLE || reading->word != (KNOWN_RULE | body) ||
        reading->cfa_offset != 4 * (body >> 9 & 0x1ff) || reading->target != target)
        fail_msg("at %u: r%u + %d, %08x, target 0x%x; expected the body rule, target 0x%x",
                 expected->at, rule_register(reading->word), (int32_t)reading->cfa_offset,
                 reading->word, reading->target, target);
}

/* A call, behind the code. */
static void fill(uint8_t *code, uint32_t size_bytes, uint32_t state)
{
    static const uint16_t thumb[] = {WIDE(0xf000f800)}, arm[] = {ARM(0xebfffffe)};

    for (uint32_t at = 0; at < size_bytes; at += 4)
        memcpy(code + at, state ? thumb : arm, 4);
}

void forward_expect(uint32_t state, uint32_t body, const uint16_t *code, size_t halfwords,
                    const struct forward_held *expected, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        _Alignas(4) uint8_t bytes[READING_CODE_BYTES + 64];
        struct bobbin_cursor cursor;
        struct reading reading = forward_begin(&cursor, state, body, expected[i].at);
        size_t left = 2 * halfwords - expected[i].at;
        assert_in_range(left, 2, 64);
        memcpy(bytes, (const uint8_t *)code + expected[i].at, left);
        fill(bytes + left, READING_CODE_BYTES, state);
        assert_true(reading_forward(&reading, bytes, READING_CODE_BYTES));
        if (expected[i].word & FORWARD_BODY)
            compare_body(&reading, body, &expected[i]);
        else
            compare(&reading, &expected[i]);
    }
}
