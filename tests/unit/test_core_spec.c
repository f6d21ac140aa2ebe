/* SPDX-License-Identifier: MIT */
/* The worked example of core/SPEC.md, taken from the page itself. Run it from the top of the tree. */
#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "world.h"

#define PAGE          "core/SPEC.md"
#define EXAMPLE_BYTES 84u
#define FUNCTION      0x8000u

static uint8_t example[EXAMPLE_BYTES];
static const uint8_t code[] = {0x10, 0xb5, 0x00, 0xf0, 0x01, 0xf8, 0x10, 0xbd};
static const uint8_t build_id[] = {0x11, 0x22, 0x33};

/* "0c  53 79 65 62   text": the bytes of a line, which end where two spaces follow. */
static uint32_t take_line(const char *line, uint32_t at)
{
    char *rest;

    if (strtoul(line, &rest, 16) != at || rest != line + 2 || strncmp(rest, "  ", 2) != 0)
        return at;
    do {
        assert_true(at < EXAMPLE_BYTES);
        example[at++] = (uint8_t)strtoul(rest, &rest, 16);
    } while (isxdigit((unsigned char)rest[1]) && rest[0] == ' ');
    return at;
}

static int read_page(void **state)
{
    (void)state;
    FILE *page = fopen(PAGE, "r");
    char line[256];
    bool in_example = false;
    uint32_t at = 0;

    if (!page)
        return 1;
    while (fgets(line, sizeof(line), page)) {
        in_example = in_example || strncmp(line, "## 7. Example", 13) == 0;
        if (in_example)
            at = take_line(line, at);
    }
    fclose(page);
    return at == EXAMPLE_BYTES ? 0 : 1;
}

static bool read_code(void *context, enum bobbin_space space, uint32_t address, void *out,
                      uint32_t size_bytes)
{
    (void)context;
    assert_int_equal(space, BOBBIN_SPACE_CODE);
    assert_true(address >= FUNCTION && address - FUNCTION + size_bytes <= sizeof(code));
    memcpy(out, code + (address - FUNCTION), size_bytes);
    return true;
}

static void open_example(struct bobbin_table *table, struct bobbin_env *env)
{
    memset(env, 0, sizeof(*env));
    env->read = read_code;
    env->tables = table;
    env->tables_count = 1;
    assert_int_equal(bobbin_table_open(table, example, EXAMPLE_BYTES, 0, build_id, 3),
                     BOBBIN_TABLE_OK);
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

static void it_is_what_the_page_says_of_its_function(void **state)
{
    (void)state;
    static const struct handmade_entry rows[] = {ENTRY(1, 1), ENTRY(3, 2)};
    static const struct handmade_range range[] = {RANGE(FUNCTION, rows, 2)};
    static const uint32_t rules[] = {RULE_LEAF, RULE_R4_LR};
    struct handmade table = {.ranges = range,
                             .ranges_count = 1,
                             .rules = rules,
                             .rules_count = 2,
                             .build_id = build_id,
                             .build_id_size = sizeof(build_id)};
    uint8_t bytes[HANDMADE_SIZE_MAX];

    table.code_crc = handmade_crc32(0, code, sizeof(code));
    assert_int_equal(handmade_write(&table, bytes), EXAMPLE_BYTES);
    assert_memory_equal(bytes, example, EXAMPLE_BYTES);
}

static void an_interrupted_pc_and_a_return_address_find_rule_2(void **state)
{
    (void)state;
    const uint32_t addresses[] = {0x8004, bobbin_lookup_address(0x8006, BOBBIN_KIND_CALL)};
    struct bobbin_table table;
    struct bobbin_env env;
    struct bobbin_rule rule;
    enum bobbin_trust trust;

    open_example(&table, &env);
    for (uint32_t i = 0; i < 2; i++) {
        assert_int_equal(bobbin_rule_at(&env, addresses[i], NULL, &rule, &trust), BOBBIN_STOP_NONE);
        assert_int_equal(trust, BOBBIN_TRUST_TABLE);
        assert_int_equal(rule.cfa_register, BOBBIN_SP);
        assert_int_equal(rule.cfa_offset, 8);
        assert_int_equal(rule.place_kind[BOBBIN_PLACE_RA], BOBBIN_SLOT);
        assert_int_equal(rule.place_value[BOBBIN_PLACE_RA], -4);
        assert_int_equal(rule.place_kind[BOBBIN_PLACE_R4], BOBBIN_SLOT);
        assert_int_equal(rule.place_value[BOBBIN_PLACE_R4], -8);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(its_checksums_are_right),
        cmocka_unit_test(it_is_what_the_page_says_of_its_function),
        cmocka_unit_test(an_interrupted_pc_and_a_return_address_find_rule_2),
    };
    return cmocka_run_group_tests_name("core_spec", tests, read_page, NULL);
}
