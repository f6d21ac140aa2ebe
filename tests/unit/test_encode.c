/* SPDX-License-Identifier: MIT */
/* What the tool's writer puts into a table the core's reader finds there: random rows, there and back. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "diag.h"
#include "encode.h"
#include "fuzz.h"

enum { CODE = 0x8000, ROUNDS = 60, ROWS_MAX = 1200, SOME_RULES = 12, MANY_RULES = 600 };

/* An image of nothing but code, and rows for it. */
struct fixture {
    struct fuzz_source source;
    struct bobbin_rule rules[MANY_RULES];
    struct image image;
    struct image_section section;
    struct row_list list;
    struct code_range range;
    uint8_t *bytes;
    struct bobbin_table table;
    struct bobbin_env env;
};

/* ---- random rules --------------------------------------------------------------------------------- */

static int32_t pick_offset(struct fuzz_source *source)
{
    int32_t words = (int32_t)(fuzz_u32(source) >> fuzz_below(source, 26) & 0x3ffffff);

    return 4 * (fuzz_one_in(source, 2) ? words : -words);
}

/* One that the format has for PLACE: SPEC.md 5.2. */
static void pick_place(struct fuzz_source *source, struct bobbin_rule *rule, unsigned place)
{
    static const uint8_t scratch[] = {0, 1, 2, 3, 12, BOBBIN_LR};
    bool is_double = place >= BOBBIN_PLACE_D8 && place < BOBBIN_PLACE_RA;
    uint32_t kind = fuzz_below(source, is_double ? 6 : 4);

    if (is_double && kind == BOBBIN_REGISTER)
        kind = BOBBIN_SLOT;
    rule_set(rule, place, (enum bobbin_place_kind)kind,
             kind == BOBBIN_SAME || kind == BOBBIN_LOST ? 0 : pick_offset(source));
    if (kind == BOBBIN_REGISTER && place == BOBBIN_PLACE_RA)
        rule->place_value[place] = (int32_t)fuzz_below(source, 13);
    else if (kind == BOBBIN_REGISTER)
        rule->place_value[place] = scratch[fuzz_below(source, sizeof(scratch))];
}

/* Slots as compilers lay them: mostly a rule of one word. */
static struct bobbin_rule pick_regular(struct fuzz_source *source)
{
    struct bobbin_rule rule = rule_of_form(BOBBIN_FORM_FRAME);
    int32_t offset = -4 * (int32_t)fuzz_below(source, 9);

    rule.cfa_register = fuzz_one_in(source, 4) ? 7 : BOBBIN_SP;
    rule.cfa_offset = 4 * (int32_t)fuzz_below(source, 1100);
    if (fuzz_one_in(source, 2))
        rule_set(&rule, BOBBIN_PLACE_RA, BOBBIN_SLOT, offset -= 4);
    for (unsigned place = 8; place-- > 0;)
        if (fuzz_one_in(source, 2))
            rule_set(&rule, place, BOBBIN_SLOT, offset -= 4);
    return rule;
}

static struct bobbin_rule pick_rule(struct fuzz_source *source)
{
    struct bobbin_rule rule;

    if (fuzz_one_in(source, 30))
        return rule_of_form(BOBBIN_FORM_ROOT);
    if (fuzz_one_in(source, 2))
        return pick_regular(source);
    rule = rule_of_form(fuzz_one_in(source, 4) ? BOBBIN_FORM_DEREF : BOBBIN_FORM_FRAME);
    rule.cfa_register = (uint8_t)fuzz_below(source, 15);
    rule.cfa_offset = pick_offset(source);
    if (rule.form == BOBBIN_FORM_DEREF)
        rule.cfa_add = pick_offset(source);
    for (unsigned place = 0; place < BOBBIN_PLACES; place++)
        if (fuzz_one_in(source, 4))
            pick_place(source, &rule, place);
    return rule;
}

/* ---- random rows ---------------------------------------------------------------------------------- */

static void make_conditional(struct fixture *fixture, struct row *row, uint32_t rules_count)
{
    struct fuzz_source *source = &fixture->source;

    row->otherwise = fixture->rules[fuzz_below(source, rules_count)];
    if (!rule_equal(&row->rule, &row->otherwise))
        row->condition = (uint8_t)fuzz_below(source, CONDITION_ALWAYS);
}

static void pick_row(struct fixture *fixture, uint32_t rules_count, uint32_t *at)
{
    struct fuzz_source *source = &fixture->source;
    uint32_t halfwords = fuzz_one_in(source, 20) ? 1000 : 1 + fuzz_below(source, 12);
    const struct bobbin_rule *rule = &fixture->rules[fuzz_below(source, rules_count)];
    struct bobbin_rule none = rule_of_form(BOBBIN_FORM_NONE);
    bool unknown = fuzz_one_in(source, 12);

    rows_add(&fixture->list.rows, *at, *at + 2 * halfwords, unknown ? &none : rule,
             unknown ? ROW_UNKNOWN : ROW_CODE);
    if (!unknown && fuzz_one_in(source, 4))
        make_conditional(fixture, &fixture->list.rows.row[fixture->list.rows.count - 1],
                         rules_count);
    *at += 2 * halfwords;
}

static bool read_nothing(void *context, enum bobbin_space space, uint32_t address, void *out,
                         uint32_t size_bytes)
{
    (void)context, (void)space, (void)address, (void)out, (void)size_bytes;
    return false;
}

static void set_up(struct fixture *fixture, uint8_t round)
{
    uint32_t rules_count = round % 3 ? SOME_RULES : MANY_RULES;
    uint32_t at = CODE, size_bytes = 0, rows_count;
    struct encode_sizes sizes;

    memset(fixture, 0, sizeof(*fixture));
    fuzz_source_begin(&fixture->source, &round, 1);
    for (uint32_t i = 0; i < rules_count; i++)
        fixture->rules[i] = pick_rule(&fixture->source);
    rows_count = 1 + fuzz_below(&fixture->source, ROWS_MAX);
    for (uint32_t i = 0; i < rows_count; i++)
        pick_row(fixture, rules_count, &at);
    fixture->section =
        (struct image_section){".text", CODE, at - CODE, calloc(at - CODE, 1), .executable = true};
    fixture->image =
        (struct image){.path = "fixture", .sections = &fixture->section, .sections_count = 1};
    fixture->range = (struct code_range){CODE, at - CODE, 0, fixture->list.rows.count};
    fixture->list.range = &fixture->range;
    fixture->list.ranges_count = 1;
    assert_int_equal(
        encode_table(&fixture->list, &fixture->image, &fixture->bytes, &size_bytes, &sizes),
        STATUS_GOOD);
    assert_int_equal(bobbin_table_open(&fixture->table, fixture->bytes, size_bytes, 0, NULL, 0),
                     BOBBIN_TABLE_OK);
    assert_int_equal(bobbin_table_verify(&fixture->table), BOBBIN_TABLE_OK);
    fixture->env =
        (struct bobbin_env){.read = read_nothing, .tables = &fixture->table, .tables_count = 1};
}

static void tear_down(struct fixture *fixture)
{
    free((void *)(uintptr_t)fixture->section.bytes);
    free(fixture->list.rows.row);
    free(fixture->bytes);
}

/* ---- reading back --------------------------------------------------------------------------------- */

static void expect_rule(const struct fixture *fixture, uint32_t address, const uint32_t *cpsr,
                        const struct bobbin_rule *expected)
{
    struct bobbin_rule got;
    enum bobbin_trust trust;
    enum bobbin_stop stop = bobbin_rule_at(&fixture->env, address, cpsr, &got, &trust);

    if (expected->form == BOBBIN_FORM_NONE) {
        assert_int_equal(stop, BOBBIN_STOP_NO_RULE);
        return;
    }
    assert_int_equal(stop, BOBBIN_STOP_NONE);
    assert_int_equal(trust, BOBBIN_TRUST_TABLE);
    if (!rule_equal(&got, expected)) {
        char a[RULE_TEXT_MAX], b[RULE_TEXT_MAX];
        fail_msg("0x%x: got %s, expected %s", address, rule_text(&got, a, sizeof(a)),
                 rule_text(expected, b, sizeof(b)));
    }
}

static void expect_row(const struct fixture *fixture, const struct row *row, uint32_t address)
{
    expect_rule(fixture, address, NULL, &row->rule);
    for (uint32_t flags = 0; flags < 16; flags++) {
        uint32_t cpsr = flags << 28;
        bool otherwise =
            row->condition != CONDITION_ALWAYS && !condition_holds(row->condition, cpsr);
        expect_rule(fixture, address, &cpsr, otherwise ? &row->otherwise : &row->rule);
    }
}

static void what_is_written_is_read(void **state)
{
    (void)state;
    uint64_t wide = 0, conditional = 0;

    for (uint8_t round = 0; round < ROUNDS; round++) {
        struct fixture *fixture = malloc(sizeof(*fixture));
        set_up(fixture, round);
        for (size_t i = 0; i < fixture->list.rows.count; i++) {
            const struct row *row = &fixture->list.rows.row[i];
            conditional += row->condition != CONDITION_ALWAYS;
            expect_row(fixture, row, row->start);
            expect_row(fixture, row, row->end - 1);
        }
        wide += fixture->table.wide_size;
        tear_down(fixture);
        free(fixture);
    }
    assert_true(wide > 0);
    assert_true(conditional > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(what_is_written_is_read)};

    return cmocka_run_group_tests_name("encode", tests, NULL, NULL);
}
