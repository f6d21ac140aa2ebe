/* SPDX-License-Identifier: MIT */
#include "forward.h"
#include "core/rules/expand.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "core/unwind/reading.h"

static void put_slot(struct bobbin_rule *rule, uint32_t place, int32_t at)
{
    rule->place_kind[place] = BOBBIN_SLOT;
    rule->place_value[place] = at;
}

void forward_rule(uint32_t word, int32_t cfa_offset, struct bobbin_rule *rule)
{
    static const uint8_t plain[] = {7, 6, 5, 4, 3, 2, 1, 0}, split[] = {3, 2, 1, 0, 7, 6, 5, 4};
    const uint8_t *order = word & COMPACT_SPLIT ? split : plain;
    int32_t at = -4 * (int32_t)(word >> 27 & 7);

    memset(rule, 0, sizeof(*rule));
    rule->form = BOBBIN_FORM_FRAME;
    rule->cfa_register = (word >> 9 & 15) ^ 13;
    rule->cfa_offset = cfa_offset;
    for (uint32_t i = 0; i < BOBBIN_PLACES; i++)
        rule->place_kind[i] = BOBBIN_SAME;
    if (word & COMPACT_RA)
        put_slot(rule, BOBBIN_PLACE_RA, at -= 4);
    for (uint32_t i = 0; i < 8; i++)
        if (word >> (25 - i) & 1)
            put_slot(rule, BOBBIN_PLACE_R4 + order[i], at -= 4);
    if (word & COMPACT_GAP)
        at -= 4;
    for (uint32_t i = word >> 13 & 15; i-- > 0;)
        put_slot(rule, BOBBIN_PLACE_D8 + i, at -= 8);
}

static bool read_code(void *context, enum bobbin_space space, uint32_t address, void *out,
                      uint32_t size_bytes)
{
    struct forward *forward = context;
    const struct bobbin_window *window = &forward->env.window[BOBBIN_SPACE_CODE];
    uint32_t at = address - FORWARD_PC;

    assert_int_equal(space, BOBBIN_SPACE_CODE);
    assert_int_equal(size_bytes, 2);
    assert_int_equal(address % 2, 0);
    /*
     * At the end of the window, one halfword is read even if the window has it: its second halfword
     * may be missing.
     */
    assert_true(address - window->start >= window->size_bytes ||
                address - window->start + 2 == window->size_bytes);
    forward->reads++;
    if (at >= forward->size_bytes)
        return false;
    memcpy(out, forward->code + at, size_bytes);
    return true;
}

void forward_set_up(struct forward *forward, uint32_t state, uint32_t rule, const uint16_t *code,
                    size_t halfwords)
{
    static const uint16_t thumb[] = {WIDE(0xf000f800)}, arm[] = {ARM(0xebfffffe)}; /* calls */
    const struct handmade_entry entry[] = {ENTRY(FORWARD_CODE_BYTES / 2, 0)};
    const struct handmade_range range[] = {RANGE(FORWARD_PC, entry, 1)};
    const struct handmade table = {
        .ranges = range, .ranges_count = 1, .rules = &rule, .rules_count = 1};

    memset(forward, 0, sizeof(*forward));
    assert_in_range(2 * halfwords, 2, FORWARD_CODE_BYTES / 2);
    for (size_t at = 2 * halfwords; at < FORWARD_CODE_BYTES; at += 2)
        memcpy(forward->code + at, (state ? thumb : arm) + (at / 2 - halfwords) % 2, 2);
    memcpy(forward->code, code, 2 * halfwords);
    forward->size_bytes = FORWARD_CODE_BYTES;
    assert_int_equal(bobbin_table_open(&forward->table, forward->bytes,
                                       handmade_write(&table, forward->bytes), 0),
                     BOBBIN_TABLE_OK);
    forward->env = (struct bobbin_env){
        .context = forward, .read = read_code, .tables = &forward->table, .tables_count = 1};
}

void forward_open_window(struct forward *forward, uint32_t size_bytes)
{
    assert_true(size_bytes % 4 == 0 && size_bytes <= FORWARD_CODE_BYTES);
    forward->env.window[BOBBIN_SPACE_CODE] =
        (struct bobbin_window){forward->code, FORWARD_PC, size_bytes};
}

enum bobbin_stop forward_ask(struct forward *forward, uint32_t state, uint32_t at,
                             struct bobbin_rule *rule, enum bobbin_trust *trust,
                             uint32_t *stop_value)
{
    struct bobbin_cursor cursor;
    enum bobbin_stop stop;

    memset(&cursor, 0xa5, sizeof(cursor));
    cursor.r[BOBBIN_PC] = FORWARD_PC + at;
    cursor.cpsr = state | 0x1f;
    cursor.kind = BOBBIN_KIND_INTERRUPTED;
    cursor.reads = 0;
    forward->reads = 0;
    stop = reading_take(&cursor, reading_begin(&cursor, &forward->env, KNOWN_LATER));
    assert_int_equal(cursor.reads, forward->reads);
    *stop_value = cursor.stop_value;
    *trust = (enum bobbin_trust)cursor.reading.trust;
    memset(rule, 0, sizeof(*rule)); /* also the padding, for assert_memory_equal */
    if (stop == BOBBIN_STOP_NONE)
        reading_expand(&cursor, rule);
    return stop;
}

static void compare(const struct bobbin_rule *rule, const struct bobbin_rule *expected, uint32_t at,
                    uint32_t window)
{
    if (rule->cfa_register != expected->cfa_register || rule->cfa_offset != expected->cfa_offset)
        fail_msg("at %u, %u in the window: r%u + %d; expected r%u + %d", at, window,
                 rule->cfa_register, rule->cfa_offset, expected->cfa_register,
                 expected->cfa_offset);
    for (uint32_t i = 0; i < BOBBIN_PLACES; i++)
        if (rule->place_kind[i] != expected->place_kind[i] ||
            rule->place_value[i] != expected->place_value[i])
            fail_msg("at %u, %u in the window: place %u is %u, %d; expected %u, %d", at, window, i,
                     rule->place_kind[i], rule->place_value[i], expected->place_kind[i],
                     expected->place_value[i]);
    assert_memory_equal(rule, expected, sizeof(*rule));
}

static void expect(struct forward *forward, uint32_t state, uint32_t body,
                   const struct forward_held *expected)
{
    bool is_body = expected->word == FORWARD_BODY;
    uint32_t window = forward->env.window[BOBBIN_SPACE_CODE].size_bytes;
    struct bobbin_rule rule, its;
    enum bobbin_trust trust;
    uint32_t stop_value;

    if (is_body)
        forward_rule(body, 4 * (int32_t)(body & 0xff), &its);
    else
        forward_rule(expected->word, expected->cfa_offset, &its);
    assert_int_equal(forward_ask(forward, state, expected->at, &rule, &trust, &stop_value),
                     BOBBIN_STOP_NONE);
    compare(&rule, &its, expected->at, window);
    if (trust != (is_body ? BOBBIN_TRUST_TABLE : BOBBIN_TRUST_CODE))
        fail_msg("at %u, %u in the window: trust is %u", expected->at, window, trust);
    assert_true(forward->reads <= (window == FORWARD_CODE_BYTES ? 0 : 2 * READING_MAX));
}

void forward_expect(uint32_t state, uint32_t body, const uint16_t *code, size_t halfwords,
                    const struct forward_held *expected, size_t count)
{
    struct forward forward;

    forward_set_up(&forward, state, body, code, halfwords);
    for (uint32_t window = 0; window <= FORWARD_CODE_BYTES; window += 4) {
        forward_open_window(&forward, window);
        for (size_t i = 0; i < count; i++) {
            assert_true(expected[i].at < 2 * halfwords);
            expect(&forward, state, body, &expected[i]);
        }
    }
}
