/* SPDX-License-Identifier: MIT */
/* Checks the worked examples in core/format/TABLE.md. Run it at the top of the tree. */
#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "crossed.h"
#include "world.h"
#include <bobbin/rule.h>

#define PAGE            "core/format/TABLE.md"
#define EXAMPLE_BYTES   84u
#define CROSSINGS_BYTES 56u
#define FUNCTION        0x8000u

static _Alignas(4) uint8_t example[EXAMPLE_BYTES];
static uint8_t crossings[CROSSINGS_BYTES];
static const uint8_t code[] = {0x10, 0xb5, 0xff, 0xf7, 0xfd, 0xff, 0x10, 0xbd,
                               0x85, 0x46, 0xff, 0xf7, 0xf9, 0xff, 0xfe, 0xe7};
static const uint8_t build_id[] = {0x11, 0x22, 0x33};

/*
 * Reads a line such as "0c  53 79 65 62   text": the offset, then bytes up to the next two spaces.
 * Stores the bytes to OUT, which has SIZE bytes. Returns the offset after them.
 */
static uint32_t take_line(const char *line, uint32_t at, uint8_t *out, uint32_t size)
{
    char *rest;

    if (strtoul(line, &rest, 16) != at || rest != line + 2 || strncmp(rest, "  ", 2) != 0)
        return at;
    do {
        assert_true(at < size);
        out[at++] = (uint8_t)strtoul(rest, &rest, 16);
    } while (isxdigit((unsigned char)rest[1]) && rest[0] == ' ');
    return at;
}

/* Reads the bytes after the line HEADING, up to the next heading, to OUT. */
static int read_example(const char *heading, uint8_t *out, uint32_t size)
{
    FILE *page = fopen(PAGE, "r");
    char line[512];
    bool in_example = false;
    uint32_t at = 0;

    if (!page)
        return 1;
    while (fgets(line, sizeof(line), page)) {
        if (line[0] == '#')
            in_example = strncmp(line, heading, strlen(heading)) == 0;
        if (in_example)
            at = take_line(line, at, out, size);
    }
    fclose(page);
    return at == size ? 0 : 1;
}

static int read_page(void **state)
{
    (void)state;
    return read_example("## 9. Example", example, EXAMPLE_BYTES) ||
           read_example("### 10.2 Example", crossings, CROSSINGS_BYTES);
}

static bool read_code(void *context, enum bobbin_space space, uint32_t address, void *out,
                      uint32_t size_bytes)
{
    (void)context;
    assert_int_equal(space, BOBBIN_SPACE_CODE);
    if (address - FUNCTION > sizeof(code) - size_bytes)
        return false;
    memcpy(out, code + (address - FUNCTION), size_bytes);
    return true;
}

static void open_example(struct bobbin_table *table, struct bobbin_env *env)
{
    memset(env, 0, sizeof(*env));
    env->read = read_code;
    env->tables = table;
    env->tables_count = 1;
    assert_int_equal(bobbin_table_open(table, example, EXAMPLE_BYTES, 0), BOBBIN_TABLE_OK);
    assert_int_equal(bobbin_table_match(table, build_id, 3), BOBBIN_TABLE_OK);
}

static void its_checksums_are_right(void **state)
{
    (void)state;
    struct bobbin_table table;
    struct bobbin_env env;
    struct bobbin_code_check check = {0};

    open_example(&table, &env);
    assert_int_equal(bobbin_table_verify(&table), BOBBIN_TABLE_OK);
    assert_int_equal(bobbin_code_check_step(&check, &table, &env, 100), BOBBIN_TABLE_OK);
    assert_true(check.done);
}

static void it_is_what_the_page_says_of_its_functions(void **state)
{
    (void)state;
    static const struct handmade_entry entries[] = {ENTRY(4, 0), ENTRY(1, 1), ENTRY(3, 2)};
    static const struct handmade_range range[] = {{.start = FUNCTION,
                                                   .entries = entries,
                                                   .entries_count = 3,
                                                   .unit_shift = 1,
                                                   .group_shift = 15}};
    static const uint16_t shorts[] = {SHORT(2, 1)};
    static const uint32_t rules[] = {RULE_LEAF, RULE_ROOT};
    struct handmade table = {.ranges = range,
                             .ranges_count = 1,
                             .shorts = shorts,
                             .shorts_count = 1,
                             .rules = rules,
                             .rules_count = 2,
                             .build_id = build_id,
                             .build_id_size = sizeof(build_id)};
    uint8_t bytes[HANDMADE_SIZE_MAX] = {0};
    uint32_t size_bytes;

    table.code_crc = handmade_crc32(0, code, sizeof(code));
    size_bytes = handmade_write(&table, bytes);
    assert_int_equal((size_bytes + 3) & ~3u, EXAMPLE_BYTES);
    bytes[8] = EXAMPLE_BYTES; /* padded as by the tool */
    handmade_seal(bytes, EXAMPLE_BYTES);
    assert_memory_equal(bytes, example, EXAMPLE_BYTES);
}

/* The expected answer at a pc, as the page states it. */
struct expected {
    uint32_t pc;
    enum bobbin_kind kind;
    enum bobbin_stop stop;
    uint8_t form, trust;
    bool pushed; /* r4 and the return address are in slots */
};

static void expect(const struct bobbin_env *env, const struct expected *expected)
{
    struct bobbin_rule rule;
    enum bobbin_trust trust;

    assert_int_equal(
        bobbin_rule_at(env, expected->pc, expected->kind, BOBBIN_CPSR_T, &rule, &trust),
        expected->stop);
    if (expected->stop != BOBBIN_STOP_NONE)
        return;
    assert_int_equal(trust, expected->trust);
    assert_int_equal(rule.form, expected->form);
    if (expected->form == BOBBIN_FORM_ROOT)
        return;
    assert_int_equal(rule.cfa_register, BOBBIN_SP);
    assert_int_equal(rule.cfa_offset, expected->pushed ? 8 : 0);
    assert_int_equal(rule.place_kind[BOBBIN_PLACE_RA],
                     expected->pushed ? BOBBIN_SLOT : BOBBIN_SAME);
    assert_int_equal(rule.place_value[BOBBIN_PLACE_RA], expected->pushed ? -4 : 0);
    assert_int_equal(rule.place_kind[BOBBIN_PLACE_R4],
                     expected->pushed ? BOBBIN_SLOT : BOBBIN_SAME);
    assert_int_equal(rule.place_value[BOBBIN_PLACE_R4], expected->pushed ? -8 : 0);
}

static void each_pc_finds_what_the_page_says(void **state)
{
    (void)state;
    static const struct expected cases[] = {
        {0x8000, BOBBIN_KIND_INTERRUPTED, BOBBIN_STOP_NONE, BOBBIN_FORM_FRAME, BOBBIN_TRUST_CODE,
         false},
        {0x8002, BOBBIN_KIND_INTERRUPTED, BOBBIN_STOP_NONE, BOBBIN_FORM_FRAME, BOBBIN_TRUST_TABLE,
         true},
        {0x8006, BOBBIN_KIND_INTERRUPTED, BOBBIN_STOP_NONE, BOBBIN_FORM_FRAME, BOBBIN_TRUST_CODE,
         true},
        {0x8006, BOBBIN_KIND_CALL, BOBBIN_STOP_NONE, BOBBIN_FORM_FRAME, BOBBIN_TRUST_TABLE, true},
        {0x8008, BOBBIN_KIND_INTERRUPTED, BOBBIN_STOP_NONE, BOBBIN_FORM_FRAME, BOBBIN_TRUST_TABLE,
         false},
        {0x800a, BOBBIN_KIND_INTERRUPTED, BOBBIN_STOP_NONE, BOBBIN_FORM_ROOT, BOBBIN_TRUST_TABLE,
         false},
        {0x800e, BOBBIN_KIND_CALL, BOBBIN_STOP_NONE, BOBBIN_FORM_ROOT, BOBBIN_TRUST_TABLE, false},
        {0x800e, BOBBIN_KIND_INTERRUPTED, BOBBIN_STOP_NONE, BOBBIN_FORM_ROOT, BOBBIN_TRUST_TABLE,
         false},
        {0x8010, BOBBIN_KIND_INTERRUPTED, BOBBIN_STOP_PC_OUTSIDE, 0, 0, false},
    };
    struct bobbin_table table;
    struct bobbin_env env;

    open_example(&table, &env);
    for (uint32_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        expect(&env, &cases[i]);
}

/* ---- the example of CROSSINGS ---------------------------------------------------------------- */

/* The handler of the example. CROSSED_HANDLER is its address. */
static const uint32_t words[] = {
    CROSS_LIST(LIST_LOAD, 0xb00fu, 0),
    CROSS_END(0u, 0u, IRQ, 6u, 0u),
    CROSS_END(4u, 4u, IRQ, 6u, 0u),
};
static const struct handmade_crossing rows[] = {{2, 2, 2}, {2, 2, 1}, {4, 2, 0}};
static const struct handmade_block block[] = {{CROSSED_HANDLER, rows, 3}};
static const struct handmade_crossings handler = {block, 1, words, 3};

static void set_up_handler(struct crossed *crossed)
{
    crossed_set_up(crossed, 2, words, 3);
    crossed->env.tables_count = 0;
    crossed_add(crossed, &handler, 0);
    crossed->stack[CROSSED_STACK_WORDS / 2 + 5] = CROSSED_CODE + 0x40;
}

static void the_crossings_are_what_the_page_says(void **state)
{
    (void)state;
    struct crossed crossed;

    set_up_handler(&crossed);
    assert_memory_equal(crossed.bytes[0] + crossed.sizes[0] - CROSSINGS_BYTES, crossings,
                        CROSSINGS_BYTES);
}

static void each_pc_of_the_handler_crosses_as_the_page_says(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 4; i++) {
        struct crossed crossed;
        set_up_handler(&crossed);
        crossed_begin(&crossed, CROSSED_HANDLER + 4 * i);
        if (i == 3) /* the call has returned */
            crossed.cursor.kind = BOBBIN_KIND_CALL;
        crossed_step(&crossed);
        assert_int_equal(crossed.cursor.r[15], CROSSED_CODE + 0x40 - (i ? 0 : 4));
        assert_int_equal(crossed.cursor.cpsr, crossed_banked(0x12, 16));
        assert_int_equal(crossed.cursor.r[3], i < 2 ? 0x103 : crossed_slot(3));
        assert_int_equal(crossed.cursor.r[12], i < 2 ? 0x10c : crossed_slot(4));
        assert_int_equal(crossed.banks.sp[IRQ], crossed_slot(i < 2 ? 0 : 6));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(its_checksums_are_right),
        cmocka_unit_test(it_is_what_the_page_says_of_its_functions),
        cmocka_unit_test(each_pc_finds_what_the_page_says),
        cmocka_unit_test(the_crossings_are_what_the_page_says),
        cmocka_unit_test(each_pc_of_the_handler_crosses_as_the_page_says),
    };
    return cmocka_run_group_tests_name("core_spec", tests, read_page, NULL);
}
