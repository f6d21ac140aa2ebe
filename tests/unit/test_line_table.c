/* SPDX-License-Identifier: MIT */
#include "symbolize/line_table.h"

#include <dwarf.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "util/buffer.h"

/*
 * For line_base -3, line_range 12, opcode_base 10: advances by A units of 2 bytes and by L lines.
 */
#define SPECIAL(a, l) ((uint8_t)((l) + 3 + 12 * (a) + 10))

static struct buffer begin_program(unsigned version)
{
    static const uint8_t lengths[] = {0, 1, 1, 1, 1, 0, 0, 0, 1};
    struct buffer out = {0};
    size_t header_length_at;

    buffer_u32(&out, 0); /* unit_length, set by end_program */
    buffer_u16(&out, version);
    if (version == 5)
        buffer_u16(&out, 4);
    header_length_at = out.size;
    buffer_u32(&out, 0);
    buffer_u8(&out, 2); /* minimum_instruction_length */
    if (version >= 4)
        buffer_u8(&out, 1);
    buffer_u8(&out, 1);    /* default_is_stmt */
    buffer_u8(&out, 0xfd); /* line_base */
    buffer_u8(&out, 12);   /* line_range */
    buffer_u8(&out, 10);   /* opcode_base */
    buffer_put(&out, lengths, sizeof(lengths));
    buffer_put(&out, "tables of files", 16); /* skipped by header_length */
    buffer_set_u32(&out, header_length_at, (uint32_t)(out.size - header_length_at - 4));
    return out;
}

static void set_address(struct buffer *out, uint32_t address)
{
    buffer_u8(out, 0);
    buffer_u8(out, 5);
    buffer_u8(out, DW_LNE_set_address);
    buffer_u32(out, address);
}

static void end_sequence(struct buffer *out)
{
    buffer_u8(out, 0);
    buffer_u8(out, 1);
    buffer_u8(out, DW_LNE_end_sequence);
}

static void end_program(struct buffer *out)
{
    buffer_set_u32(out, 0, (uint32_t)out->size - 4);
}

/* Two rows at ADDRESS for the lines LINE and LINE + 1, 4 bytes each. */
static void put_sequence(struct buffer *out, uint32_t address, uint8_t line)
{
    set_address(out, address);
    buffer_u8(out, DW_LNS_advance_line);
    buffer_u8(out, line - 1);
    buffer_u8(out, DW_LNS_copy);
    buffer_u8(out, SPECIAL(2, 1));
    buffer_u8(out, DW_LNS_advance_pc);
    buffer_u8(out, 2);
    end_sequence(out);
}

static uint32_t line_at(const struct line_table *table, size_t sequence, uint32_t address)
{
    return line_table_row(table, &table->sequences[sequence], address)->line;
}

static void every_version_gives_its_rows(void **state)
{
    (void)state;
    for (unsigned version = 2; version <= 5; version++) {
        struct line_table table = {0};
        struct buffer program = begin_program(version);
        put_sequence(&program, 0x8000, 10);
        end_program(&program);
        assert_true(line_table_add(&table, program.bytes, program.size, 0, 7));
        assert_int_equal(table.sequences_count, 1);
        assert_int_equal(table.sequences[0].low, 0x8000);
        assert_int_equal(table.sequences[0].high, 0x8008);
        assert_int_equal(table.sequences[0].unit, 7);
        assert_int_equal(line_at(&table, 0, 0x8000), 10);
        assert_int_equal(line_at(&table, 0, 0x8003), 10);
        assert_int_equal(line_at(&table, 0, 0x8004), 11);
        assert_int_equal(line_at(&table, 0, 0x8007), 11);
        line_table_free(&table);
        free(program.bytes);
    }
}

/* Two sequences start at the same address. Their rows must stay apart. */
static void sequences_are_not_mixed(void **state)
{
    struct line_table table = {0};
    struct buffer program = begin_program(4);

    (void)state;
    put_sequence(&program, 0, 10);
    put_sequence(&program, 0, 30);
    end_program(&program);
    assert_true(line_table_add(&table, program.bytes, program.size, 0, 0));
    assert_int_equal(table.sequences_count, 2);
    assert_int_equal(line_at(&table, 0, 4), 11);
    assert_int_equal(line_at(&table, 1, 4), 31);
    line_table_free(&table);
    free(program.bytes);
}

static void a_statement_goes_before_other_rows_of_its_address(void **state)
{
    struct line_table table = {0};
    struct buffer program = begin_program(4);

    (void)state;
    set_address(&program, 0x8000);
    buffer_u8(&program, SPECIAL(0, 1)); /* 2 */
    buffer_u8(&program, SPECIAL(0, 1)); /* 3, the last statement */
    buffer_u8(&program, DW_LNS_negate_stmt);
    buffer_u8(&program, SPECIAL(0, 1)); /* 4 */
    buffer_u8(&program, SPECIAL(1, 1)); /* 5 at 0x8002: no statement there */
    buffer_u8(&program, DW_LNS_advance_line);
    buffer_u8(&program, 0x7b);          /* -5 */
    buffer_u8(&program, SPECIAL(1, 0)); /* 0 at 0x8004: code without a line */
    buffer_u8(&program, DW_LNS_const_add_pc);
    end_sequence(&program);
    end_program(&program);
    assert_true(line_table_add(&table, program.bytes, program.size, 0, 0));
    assert_int_equal(line_at(&table, 0, 0x8000), 3);
    assert_int_equal(line_at(&table, 0, 0x8002), 5);
    assert_int_equal(line_at(&table, 0, 0x8004), 5);
    line_table_free(&table);
    free(program.bytes);
}

static void sequences_that_cannot_be_are_left_out(void **state)
{
    struct line_table table = {0};
    struct buffer program = begin_program(4);

    (void)state;
    put_sequence(&program, 0xfffffffe, 10); /* ends beyond 32 bits */
    set_address(&program, 0x8000);          /* descending */
    buffer_u8(&program, DW_LNS_copy);
    set_address(&program, 0x7000);
    buffer_u8(&program, DW_LNS_copy);
    end_sequence(&program);
    set_address(&program, 0x8000); /* empty */
    end_sequence(&program);
    put_sequence(&program, 0x9000, 10);
    end_program(&program);
    assert_true(line_table_add(&table, program.bytes, program.size, 0, 0));
    assert_int_equal(table.sequences_count, 1);
    assert_int_equal(table.sequences[0].low, 0x9000);
    assert_int_equal(table.rows_count, 2);
    line_table_free(&table);
    free(program.bytes);
}

/*
 * Each shorter program is an allocation of its exact size, so that a sanitizer detects reads beyond
 * it.
 */
static void every_truncation_is_survived(void **state)
{
    struct buffer program = begin_program(5);

    (void)state;
    put_sequence(&program, 0x8000, 10);
    put_sequence(&program, 0x9000, 20);
    end_program(&program);
    for (size_t size = 0; size < program.size; size++) {
        struct line_table table = {0};
        uint8_t *copy = malloc(size ? size : 1);
        memcpy(copy, program.bytes, size);
        assert_false(line_table_add(&table, copy, size, 0, 0));
        if (size >= 4) {
            copy[0] = (uint8_t)(size - 4);
            line_table_add(&table, copy, size, 0, 0);
        }
        line_table_free(&table);
        free(copy);
    }
    free(program.bytes);
}

static void every_changed_byte_is_survived(void **state)
{
    static const uint8_t values[] = {0x00, 0x01, 0x7f, 0x80, 0xff};
    struct buffer program = begin_program(3);

    (void)state;
    put_sequence(&program, 0x8000, 10);
    end_program(&program);
    for (size_t i = 0; i < program.size * sizeof(values); i++) {
        struct line_table table = {0};
        uint8_t *byte = &program.bytes[i / sizeof(values)];
        uint8_t original = *byte;
        *byte = values[i % sizeof(values)];
        line_table_add(&table, program.bytes, program.size, 0, 0);
        *byte = original;
        line_table_free(&table);
    }
    assert_false(line_table_add(&(struct line_table){0}, program.bytes, program.size, 1000, 0));
    free(program.bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_version_gives_its_rows),
        cmocka_unit_test(sequences_are_not_mixed),
        cmocka_unit_test(a_statement_goes_before_other_rows_of_its_address),
        cmocka_unit_test(sequences_that_cannot_be_are_left_out),
        cmocka_unit_test(every_truncation_is_survived),
        cmocka_unit_test(every_changed_byte_is_survived),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
