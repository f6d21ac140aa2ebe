/* SPDX-License-Identifier: MIT */
/* What the tool's writer puts into a table the core's reader finds there: random entries and rows, there and back. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "diag.h"
#include "encode.h"
#include "format.h"
#include "fuzz.h"

enum {
    CODE = 0x8000,
    ROUNDS = 60,
    UNITS_MAX = 1200,
    MANY_UNITS = 12000, /* more than one record in RANGES can have */
    SOME_RULES = 12,
    MANY_RULES = 600,
};

/*
 * An image of nothing but code, and a plan for it. Nothing is read from the code: it is all NOPs, and there is no
 * return.
 */
struct fixture {
    struct fuzz_source source;
    struct bobbin_rule rules[MANY_RULES];
    struct image image;
    struct image_section section;
    /* its rows are what units and rows of the plan take their rules from */
    struct reference reference;
    struct code_range range;
    struct plan plan;
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

/* One that the format has for PLACE: SPEC.md 6.2. */
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
    bool loses = fuzz_one_in(source, 3);

    rule.cfa_register = fuzz_one_in(source, 4) ? 7 : BOBBIN_SP;
    rule.cfa_offset = 4 * (int32_t)fuzz_below(source, 1100);
    if (fuzz_one_in(source, 2))
        rule_set(&rule, BOBBIN_PLACE_RA, BOBBIN_SLOT, offset -= 4);
    for (unsigned place = 8; place-- > 0;)
        if (fuzz_one_in(source, 2))
            rule_set(&rule, place, BOBBIN_SLOT, offset -= 4);
        else if (loses && fuzz_one_in(source, 2))
            rule_set(&rule, place, BOBBIN_LOST, 0);
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

/* A row of the reference that has a rule, or, one in twelve, none. */
static void pick_row(struct fixture *fixture, uint32_t rules_count)
{
    struct fuzz_source *source = &fixture->source;
    struct rows *rows = &fixture->reference.list.rows;
    const struct bobbin_rule *rule = &fixture->rules[fuzz_below(source, rules_count)];
    struct bobbin_rule none = rule_of_form(BOBBIN_FORM_NONE);
    uint32_t at = CODE + 2 * (uint32_t)rows->count;
    bool unknown = fuzz_one_in(source, 12);

    rows_add(rows, at, at + 2, unknown ? &none : rule, unknown ? ROW_UNKNOWN : ROW_CODE);
    if (!unknown && fuzz_one_in(source, 4))
        make_conditional(fixture, &rows->row[rows->count - 1], rules_count);
}

static const struct row *any_row(struct fixture *fixture)
{
    const struct rows *rows = &fixture->reference.list.rows;

    return &rows->row[fuzz_below(&fixture->source, (uint32_t)rows->count)];
}

/* Explicit rows of UNIT, ascending, with and without space between them. */
static void pick_explicit(struct fixture *fixture, struct unit *unit)
{
    struct fuzz_source *source = &fixture->source;
    struct plan *plan = &fixture->plan;
    uint32_t at = unit->start;

    unit->rows_first = plan->rows_count;
    while (plan->rows_count - unit->rows_first < PLAN_ROWS_MAX) {
        uint32_t start = at + 2 * fuzz_below(source, 1u << fuzz_below(source, 9));
        uint32_t end = start + 2 + 2 * fuzz_below(source, 1u << fuzz_below(source, 9));
        if (end > unit->end || fuzz_one_in(source, 40))
            break;
        struct plan_row row = {.start = start, .end = end, .row = any_row(fixture)};
        array_push(plan->row, plan->rows_count, plan->rows_capacity, row);
        at = end;
    }
    unit->rows_count = plan->rows_count - unit->rows_first;
}

static void pick_unit(struct fixture *fixture, uint32_t *at)
{
    struct fuzz_source *source = &fixture->source;
    struct plan *plan = &fixture->plan;
    uint32_t halfwords =
        1 + fuzz_below(source, 1u << fuzz_below(source, fuzz_one_in(source, 50) ? 15 : 6));
    struct unit unit = {.start = *at, .end = *at + 2 * halfwords, .body = any_row(fixture)};

    if (plan->setting != PLAN_TABLE_ONLY && unit.body->rule.form != BOBBIN_FORM_NONE)
        unit.how =
            (uint8_t)(fuzz_below(source, 4) | (plan_setting_how(plan->setting) & FORMAT_HOW_WALK));
    if (fuzz_one_in(source, 4))
        pick_explicit(fixture, &unit);
    array_push(plan->unit, plan->units_count, plan->units_capacity, unit);
    *at = unit.end;
}

/* NOP, in both states (ARM ARM A8.8.119): no way leads to a return. */
static bool read_nop(void *context, enum bobbin_space space, uint32_t address, void *out,
                     uint32_t size_bytes)
{
    static const uint8_t nops[] = {0x00, 0xbf, 0x00, 0xbf};

    (void)context, (void)address;
    if (space == BOBBIN_SPACE_CODE)
        memcpy(out, nops, size_bytes);
    return space == BOBBIN_SPACE_CODE;
}

static void plan_at_random(struct fixture *fixture, uint8_t round)
{
    uint32_t rules_count = round % 3 ? SOME_RULES : MANY_RULES;
    uint32_t units_count =
        round % 20 == 7 ? MANY_UNITS : 1 + fuzz_below(&fixture->source, UNITS_MAX);
    uint32_t at = CODE;

    fixture->plan.setting = (enum plan_setting)(round % PLAN_SETTINGS);
    fixture->plan.reference = &fixture->reference;
    for (uint32_t i = 0; i < rules_count; i++)
        fixture->rules[i] = pick_rule(&fixture->source);
    for (uint32_t i = 0; i < 2 * rules_count; i++)
        pick_row(fixture, rules_count);
    for (uint32_t i = 0; i < units_count; i++)
        pick_unit(fixture, &at);
    fixture->range = (struct code_range){CODE, at - CODE, 0, fixture->reference.list.rows.count};
}

static void set_up(struct fixture *fixture, uint8_t round)
{
    uint32_t size_bytes = 0;
    struct encode_sizes sizes;

    memset(fixture, 0, sizeof(*fixture));
    fuzz_source_begin(&fixture->source, &round, 1);
    plan_at_random(fixture, round);
    size_bytes = fixture->range.size_bytes;
    fixture->section = (struct image_section){".text", CODE, size_bytes, calloc(size_bytes, 1),
                                              .executable = true};
    fixture->image =
        (struct image){.path = "fixture", .sections = &fixture->section, .sections_count = 1};
    fixture->reference.image = &fixture->image;
    fixture->reference.list.range = &fixture->range;
    fixture->reference.list.ranges_count = 1;
    assert_int_equal(encode_table(&fixture->plan, &fixture->bytes, &size_bytes, &sizes),
                     STATUS_GOOD);
    assert_int_equal(sizes.header + sizes.ranges + sizes.index + sizes.body_map + sizes.entries +
                         sizes.rows + sizes.rules + sizes.long_rules,
                     size_bytes);
    assert_int_equal(bobbin_table_open(&fixture->table, fixture->bytes, size_bytes, 0, NULL, 0),
                     BOBBIN_TABLE_OK);
    assert_int_equal(bobbin_table_verify(&fixture->table), BOBBIN_TABLE_OK);
    fixture->env = (struct bobbin_env){
        .read = read_nop, .tables = &fixture->table, .tables_count = 1, .small = &bobbin_small};
}

static void tear_down(struct fixture *fixture)
{
    free((void *)(uintptr_t)fixture->section.bytes);
    free(fixture->reference.list.rows.row);
    plan_free(&fixture->plan);
    free(fixture->bytes);
}

/* ---- reading back --------------------------------------------------------------------------------- */

static void expect_rule(const struct fixture *fixture, uint32_t address, const uint32_t *cpsr,
                        const struct bobbin_rule *expected)
{
    struct bobbin_rule got;
    enum bobbin_trust trust;
    enum bobbin_stop stop = cpsr ? bobbin_rule_at(&fixture->env, address, BOBBIN_KIND_EXACT,
                                                  *cpsr | BOBBIN_CPSR_T, &got, &trust)
                                 : bobbin_rule_at(&fixture->env, address + 1, BOBBIN_KIND_CALL,
                                                  BOBBIN_CPSR_T, &got, &trust);

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

/* The row that PLAN has for ADDRESS, which UNIT has. */
static const struct row *row_of(const struct plan *plan, const struct unit *unit, uint32_t address)
{
    for (size_t i = 0; i < unit->rows_count; i++) {
        const struct plan_row *row = &plan->row[unit->rows_first + i];
        if (address >= row->start && address < row->end)
            return row->row;
    }
    return unit->body;
}

static void expect_unit(const struct fixture *fixture, const struct unit *unit)
{
    const struct plan *plan = &fixture->plan;

    for (size_t i = 0; i < unit->rows_count; i++) {
        const struct plan_row *row = &plan->row[unit->rows_first + i];
        expect_row(fixture, row->row, row->start);
        expect_row(fixture, row->row, row->end - 2);
        if (row->end < unit->end && unit->how == 0)
            expect_row(fixture, row_of(plan, unit, row->end), row->end);
    }
    if (unit->how)
        return; /* between the rows its code is read, which is the core's part */
    expect_row(fixture, row_of(plan, unit, unit->start), unit->start);
    expect_row(fixture, row_of(plan, unit, unit->end - 2), unit->end - 2);
}

/* How much there was of what can go wrong. */
struct seen {
    uint64_t conditional, rows, long_entries, ranges_split;
};

static void count(struct seen *seen, const struct fixture *fixture, const struct unit *unit)
{
    seen->conditional += unit->body->condition != CONDITION_ALWAYS;
    seen->rows += unit->rows_count;
    seen->long_entries += unit->end - unit->start > 2 * FORMAT_LONG_MAX;
    seen->ranges_split +=
        fixture->table.section[FORMAT_SECTION_RANGES].size_bytes > FORMAT_RANGE_BYTES;
}

static void what_is_written_is_read(void **state)
{
    (void)state;
    struct seen seen = {0};

    for (uint8_t round = 0; round < ROUNDS; round++) {
        struct fixture *fixture = malloc(sizeof(*fixture));
        set_up(fixture, round);
        for (size_t i = 0; i < fixture->plan.units_count; i++) {
            expect_unit(fixture, &fixture->plan.unit[i]);
            count(&seen, fixture, &fixture->plan.unit[i]);
        }
        tear_down(fixture);
        free(fixture);
    }
    assert_true(seen.conditional > 0);
    assert_true(seen.rows > 0);
    assert_true(seen.long_entries > 0);
    assert_true(seen.ranges_split > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(what_is_written_is_read)};

    return cmocka_run_group_tests_name("encode", tests, NULL, NULL);
}
