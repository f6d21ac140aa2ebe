/* SPDX-License-Identifier: MIT */
#include "crossed.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static const struct handmade_entry entries[] = {
    ENTRY((CROSSED_CODE - CROSSED_HANDLER) / 2, 0),
    ENTRY((CROSSED_CODE_END - CROSSED_CODE) / 2, 1),
};
static const struct handmade_range range[] = {RANGE(CROSSED_HANDLER, entries, 2)};
static const uint32_t rules[] = {RULE_NONE, RULE_LEAF};
static const struct handmade base = {
    .ranges = range, .ranges_count = 1, .rules = rules, .rules_count = 2};

uint32_t crossed_banked(uint32_t mode, uint32_t number)
{
    if (number == 13)
        return CROSSED_STACK + 4 * (CROSSED_STACK_WORDS - 33 + mode);
    if (number == 14)
        return CROSSED_CODE + 0x100 + 0x10 * mode;
    return number == 16 ? CROSSED_SYS : 0xb0000000 + 0x100 * mode + number;
}

uint32_t crossed_slot(int32_t words)
{
    return CROSSED_STACK + 4 * (CROSSED_STACK_WORDS / 2 + (uint32_t)words);
}

static bool read_stack(void *context, enum bobbin_space space, uint32_t address, void *out,
                       uint32_t size_bytes)
{
    struct crossed *crossed = context;
    uint32_t offset = address - CROSSED_STACK;

    crossed->reads++;
    if (space != BOBBIN_SPACE_STACK) /* follows_call, guesses */
        return false;
    assert_int_equal(size_bytes, 4);
    assert_int_equal(address % 4, 0);
    if (offset >= sizeof(crossed->stack))
        return false;
    memcpy(out, &crossed->stack[offset / 4], 4);
    return true;
}

static bool read_bank(void *context, uint32_t mode, uint32_t number, uint32_t *out)
{
    struct crossed *crossed = context;

    crossed->asked++;
    assert_true(mode < 32 && number <= 16 && number >= 8 && number != 15);
    /* System mode has the bank of user mode, and r8-r12 are those of FIQ or of user mode. */
    assert_string_not_equal(bobbin_mode_name(mode), "?");
    assert_int_not_equal(mode, 0x1f);
    assert_true(number > 12 || mode == 0x10 || mode == 0x11);
    if (crossed->banked[mode][number] == 1)
        return false;
    *out = crossed->banked[mode][number];
    return true;
}

static void open_table(struct crossed *crossed, const struct handmade_crossings *crossings,
                       uint32_t load_bias)
{
    uint32_t i = crossed->env.tables_count++;
    uint32_t size = handmade_write(&base, crossed->bytes[i]);

    if (crossings)
        size = handmade_cross(crossed->bytes[i], size, crossings);
    crossed->sizes[i] = size;
    assert_int_equal(bobbin_table_open(&crossed->tables[i], crossed->bytes[i], size, load_bias),
                     BOBBIN_TABLE_OK);
    assert_int_equal(bobbin_table_verify(&crossed->tables[i]), BOBBIN_TABLE_OK);
}

void crossed_add(struct crossed *crossed, const struct handmade_crossings *crossings,
                 uint32_t load_bias)
{
    open_table(crossed, crossings, load_bias);
}

void crossed_set_up(struct crossed *crossed, uint32_t mode, const uint32_t *program,
                    uint32_t words_count)
{
    const struct handmade_crossing row[] = {{4, mode, 0}};
    const struct handmade_block block[] = {{CROSSED_HANDLER, row, 1}};
    const struct handmade_crossings crossings = {block, 1, program, words_count};

    memset(crossed, 0, sizeof(*crossed));
    crossed->env.context = crossed;
    crossed->env.read = read_stack;
    crossed->env.read_bank = read_bank;
    crossed->env.foreign = &bobbin_cross;
    crossed->env.tables = crossed->tables;
    for (uint32_t i = 0; i < CROSSED_STACK_WORDS; i++)
        crossed->stack[i] = CROSSED_STACK + 4 * i;
    for (uint32_t at = 0; at < 32; at++)
        for (uint32_t number = 8; number < 17; number++)
            crossed->banked[at][number] = crossed_banked(at, number);
    for (uint32_t i = 0; i < 13; i++)
        crossed->r[i] = 0x100 + i;
    crossed->r[13] = crossed_slot(0);
    crossed->r[14] = CROSSED_CODE + 0x40;
    crossed->cpsr = 0x12;
    open_table(crossed, &crossings, 0);
}

void crossed_begin(struct crossed *crossed, uint32_t pc)
{
    crossed->r[15] = pc;
    memset(&crossed->cursor, 0xa5, sizeof(crossed->cursor));
    memset(&crossed->banks, 0xa5, sizeof(crossed->banks));
    bobbin_begin_across(&crossed->cursor, &crossed->env, &crossed->banks, crossed->r,
                        crossed->cpsr);
}

void crossed_step(struct crossed *crossed)
{
    bool stepped = bobbin_step(&crossed->cursor, &crossed->env);

    if (!stepped)
        print_message("# stopped: %s 0x%08x\n", bobbin_stop_name(crossed->cursor.stop),
                      crossed->cursor.stop_value);
    assert_true(stepped);
    assert_int_equal(crossed->cursor.stop, BOBBIN_STOP_NONE);
}

void crossed_expect_stop(struct crossed *crossed, enum bobbin_stop reason, uint32_t value)
{
    struct bobbin_cursor before = crossed->cursor;
    struct bobbin_cursor *after = &crossed->cursor;
    uint32_t crossings = crossed->banks.crossings;

    assert_false(bobbin_step(after, &crossed->env));
    assert_string_equal(bobbin_stop_name(after->stop), bobbin_stop_name(reason));
    assert_int_equal(after->stop_value, value);
    assert_int_equal(after->r[BOBBIN_PC], before.r[BOBBIN_PC]);
    assert_int_equal(after->r[BOBBIN_SP], before.r[BOBBIN_SP]);
    assert_int_equal(after->cpsr, before.cpsr);
    assert_int_equal(after->kind, before.kind);
    assert_int_equal(after->trust, before.trust);
    assert_int_equal(crossed->banks.crossings, crossings);
    assert_false(bobbin_step(after, &crossed->env));
    assert_int_equal(after->stop, reason);
}
