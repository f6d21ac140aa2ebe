/* SPDX-License-Identifier: MIT */
/*
 * Writes random entries and rows with the tool's writer and looks them up with the core's reader.
 * Also tests exact bytes and limits.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "core/format/bytes.h"
#include "core/format/table_format.h"
#include "core/unwind/rule_word.h"
#include "encode/entries.h"
#include "encode/rule_words.h"
#include "fuzz.h"
#include "table/encode_table.h"
#include "util/diag.h"
#include "util/memory.h"

enum {
    CODE = 0x8000,
    ROUNDS = 60,
    UNITS_MAX = 1200,
    MANY_UNITS = 40000, /* more than one record in RANGES can have */
    SOME_RULES = 12,
    MANY_RULES = 600,
};

/* Limits of rule_is_sane for slot and cfa offsets. */
#define SLOT_BYTES_MAX (1 << 18)
#define CFA_BYTES_MAX  (1 << 28)

/*
 * An image that has only code, and a plan for it. The code is all NOPs without a return, so reading
 * it yields no rule.
 */
struct fixture {
    struct fuzz_source source;
    struct bobbin_rule rules[MANY_RULES];
    struct image image;
    struct image_section section;
    /* units and rows of the plan take their rules from the rows of this reference */
    struct reference reference;
    struct code_range range;
    struct plan plan;
    uint8_t *bytes;
    struct encode_sizes sizes;
    struct bobbin_table table;
    struct bobbin_env env;
    uint32_t code_reads; /* number of code reads */
};

/* ---- random rules ---------------------------------------------------------------------------- */

/* A multiple of 4 with a random number of bits. */
static int32_t pick_offset(struct fuzz_source *source, int32_t bytes_max)
{
    int32_t words = (int32_t)(fuzz_u32(source) >> fuzz_below(source, 26)) & (bytes_max / 4 - 1);

    return 4 * (fuzz_one_in(source, 2) ? words : -words);
}

/* A location that the format can express for PLACE. */
static void pick_place(struct fuzz_source *source, struct bobbin_rule *rule, unsigned place)
{
    static const uint8_t scratch[] = {0, 1, 2, 3, 12, BOBBIN_LR};
    bool is_double = place >= BOBBIN_PLACE_D8 && place < BOBBIN_PLACE_RA;
    uint32_t kind = fuzz_below(source, is_double ? 6 : 4);

    if (is_double && kind == BOBBIN_REGISTER)
        kind = BOBBIN_SLOT;
    rule_put(rule, place, (enum bobbin_place_kind)kind,
             kind == BOBBIN_SAME || kind == BOBBIN_LOST ? 0 : pick_offset(source, SLOT_BYTES_MAX));
    if (kind == BOBBIN_REGISTER && place == BOBBIN_PLACE_RA)
        rule->place_value[place] = (int32_t)fuzz_below(source, 13);
    else if (kind == BOBBIN_REGISTER)
        rule->place_value[place] = scratch[fuzz_below(source, sizeof(scratch))];
}

/* A rule with slots as compilers lay them out. Mostly it fits in one word. */
static struct bobbin_rule pick_regular(struct fuzz_source *source)
{
    struct bobbin_rule rule = rule_of_form(BOBBIN_FORM_FRAME);
    int32_t offset = -4 * (int32_t)fuzz_below(source, 9);
    bool loses = fuzz_one_in(source, 3);

    rule.cfa_register = fuzz_one_in(source, 4) ? 7 : BOBBIN_SP;
    rule.cfa_offset = 4 * (int32_t)fuzz_below(source, 1100);
    if (fuzz_one_in(source, 2))
        rule_put(&rule, BOBBIN_PLACE_RA, BOBBIN_SLOT, offset -= 4);
    for (unsigned place = 8; place-- > 0;)
        if (fuzz_one_in(source, 2))
            rule_put(&rule, place, BOBBIN_SLOT, offset -= 4);
        else if (loses && fuzz_one_in(source, 2))
            rule_put(&rule, place, BOBBIN_LOST, 0);
    return rule;
}

static struct bobbin_rule pick_rule(struct fuzz_source *source)
{
    struct bobbin_rule rule = rule_of_form(BOBBIN_FORM_FRAME);

    rule.cfa_register = BOBBIN_SP;
    if (fuzz_one_in(source, 30))
        return rule; /* a leaf */
    if (fuzz_one_in(source, 30))
        return rule_of_form(BOBBIN_FORM_ROOT);
    if (fuzz_one_in(source, 2))
        return pick_regular(source);
    rule = rule_of_form(fuzz_one_in(source, 4) ? BOBBIN_FORM_DEREF : BOBBIN_FORM_FRAME);
    rule.cfa_register = (uint8_t)fuzz_below(source, 15);
    rule.cfa_offset = pick_offset(source, CFA_BYTES_MAX);
    if (rule.form == BOBBIN_FORM_DEREF)
        rule.cfa_add = pick_offset(source, SLOT_BYTES_MAX);
    for (unsigned place = 0; place < BOBBIN_PLACES; place++)
        if (fuzz_one_in(source, 4))
            pick_place(source, &rule, place);
    return rule;
}

/* ---- random rows ----------------------------------------------------------------------------- */

static void make_conditional(struct fixture *fixture, struct row *row, uint32_t rules_count)
{
    struct fuzz_source *source = &fixture->source;

    row->otherwise = fixture->rules[fuzz_below(source, rules_count)];
    if (!rule_equal(&row->rule, &row->otherwise))
        row->condition = (uint8_t)fuzz_below(source, CONDITION_ALWAYS);
}

/* Where the rule of a row comes from: one in eight from .ARM.exidx, one from CFI alone. */
static enum row_source pick_source(struct fuzz_source *source)
{
    static const enum row_source sources[8] = {ROW_EXIDX, ROW_CFI_ALONE, ROW_CODE, ROW_CODE,
                                               ROW_CODE,  ROW_CODE,      ROW_CODE, ROW_CODE};

    return sources[fuzz_below(source, 8)];
}

/* Adds a row to the reference. One row in twelve has no rule. */
static void pick_row(struct fixture *fixture, uint32_t rules_count)
{
    struct fuzz_source *source = &fixture->source;
    struct rows *rows = &fixture->reference.list.rows;
    const struct bobbin_rule *rule = &fixture->rules[fuzz_below(source, rules_count)];
    struct bobbin_rule none = rule_of_form(BOBBIN_FORM_NONE);
    uint32_t at = CODE + 2 * (uint32_t)rows->count;
    bool unknown = fuzz_one_in(source, 12);
    enum row_source from = unknown ? ROW_UNKNOWN : pick_source(source);

    rows_add(rows, at, at + 2, unknown ? &none : rule, from);
    if (from == ROW_CODE && fuzz_one_in(source, 4))
        make_conditional(fixture, &rows->row[rows->count - 1], rules_count);
}

static const struct row *any_row(struct fixture *fixture)
{
    const struct rows *rows = &fixture->reference.list.rows;

    return &rows->row[fuzz_below(&fixture->source, (uint32_t)rows->count)];
}

/* Adds ascending explicit rows to UNIT, with and without gaps. */
static void pick_explicit(struct fixture *fixture, struct plan_entry *unit)
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

/*
 * Adds what only small tables have: rows in units, and units whose body rule is read from the code.
 */
static void make_small(struct fixture *fixture, struct plan_entry *unit)
{
    struct fuzz_source *source = &fixture->source;

    unit->how |= FORMAT_HOW_WALK;
    if (fuzz_one_in(source, 3)) {
        unit->body = NULL;
        unit->how = FORMAT_HOW_READ;
    }
    if (fuzz_one_in(source, 4))
        pick_explicit(fixture, unit);
}

static void pick_unit(struct fixture *fixture, uint32_t *at)
{
    struct fuzz_source *source = &fixture->source;
    struct plan *plan = &fixture->plan;
    uint32_t halfwords =
        1 + fuzz_below(source, 1u << fuzz_below(source, fuzz_one_in(source, 50) ? 15 : 6));
    struct plan_entry unit = {.start = *at, .end = *at + 2 * halfwords, .body = any_row(fixture)};

    if (unit.body->rule.form != BOBBIN_FORM_NONE)
        unit.how = (uint8_t)(fuzz_below(source, 4) & plan_setting_how(plan->setting));
    if (plan->setting == PLAN_SMALL)
        make_small(fixture, &unit);
    array_push(plan->entry, plan->entries_count, plan->entries_capacity, unit);
    *at = unit.end;
}

/* NOP in both states (ARM ARM A8.8.119), so that no path leads to a return. */
static bool read_nop(void *context, enum bobbin_space space, uint32_t address, void *out,
                     uint32_t size_bytes)
{
    static const uint8_t nops[] = {0x00, 0xbf, 0x00, 0xbf};
    struct fixture *fixture = context;

    (void)address;
    if (space != BOBBIN_SPACE_CODE)
        return false;
    memcpy(out, nops, size_bytes);
    fixture->code_reads++;
    return true;
}

/* Returns the end address of the plan. */
static uint32_t plan_at_random(struct fixture *fixture, uint8_t round)
{
    uint32_t rules_count = round / PLAN_SETTINGS % 3 ? SOME_RULES : MANY_RULES;
    uint32_t entries_count =
        round % 20 == 7 ? MANY_UNITS : 1 + fuzz_below(&fixture->source, UNITS_MAX);
    uint32_t at = CODE;

    for (uint32_t i = 0; i < rules_count; i++)
        fixture->rules[i] = pick_rule(&fixture->source);
    for (uint32_t i = 0; i < 2 * rules_count; i++)
        pick_row(fixture, rules_count);
    for (uint32_t i = 0; i < entries_count; i++)
        pick_unit(fixture, &at);
    return at;
}

/* Makes an image for a plan from CODE to END. */
static void make_image(struct fixture *fixture, uint32_t end)
{
    uint32_t size_bytes = end - CODE;

    fixture->range = (struct code_range){CODE, size_bytes, 0, fixture->reference.list.rows.count};
    fixture->section = (struct image_section){".text", CODE, size_bytes, calloc(size_bytes, 1),
                                              .executable = true};
    fixture->image =
        (struct image){.path = "fixture", .sections = &fixture->section, .sections_count = 1};
    fixture->reference.image = &fixture->image;
    fixture->reference.list.range = &fixture->range;
    fixture->reference.list.ranges_count = 1;
}

/* Encodes the plan and opens the table. */
static void make_table(struct fixture *fixture)
{
    struct encode_sizes *sizes = &fixture->sizes;
    uint32_t size_bytes = 0;

    assert_int_equal(encode_table(&fixture->plan, NULL, NULL, &fixture->bytes, &size_bytes, sizes),
                     STATUS_GOOD);
    assert_int_equal(sizes->header + sizes->ranges + sizes->index + sizes->entries + sizes->rows +
                         sizes->rules + sizes->long_rules,
                     size_bytes);
    assert_in_range(sizes->header, FORMAT_HEADER_BYTES, FORMAT_HEADER_BYTES + 3); /* padding */
    assert_int_equal(sizes->entries_count, fixture->plan.entries_count);
    assert_int_equal(bobbin_table_open(&fixture->table, fixture->bytes, size_bytes, 0),
                     BOBBIN_TABLE_OK);
    assert_int_equal(bobbin_table_verify(&fixture->table), BOBBIN_TABLE_OK);
    fixture->env = (struct bobbin_env){.context = fixture,
                                       .read = read_nop,
                                       .tables = &fixture->table,
                                       .tables_count = 1,
                                       .small = &bobbin_small,
                                       .guess = bobbin_guess};
}

static struct fixture *new_fixture(enum plan_setting setting)
{
    struct fixture *fixture = calloc(1, sizeof(*fixture));

    fixture->plan.setting = setting;
    fixture->plan.reference = &fixture->reference;
    return fixture;
}

static void tear_down(struct fixture *fixture)
{
    free((void *)(uintptr_t)fixture->section.bytes);
    free(fixture->reference.list.rows.row);
    plan_free(&fixture->plan);
    free(fixture->bytes);
    free(fixture);
}

/* ---- reading back ---------------------------------------------------------------------------- */

/*
 * Looks up the instruction at ADDRESS as an interrupted pc. If CPSR is NULL, looks it up as a call
 * that ends there.
 */
static enum bobbin_stop ask(const struct fixture *fixture, uint32_t address, const uint32_t *cpsr,
                            struct bobbin_rule *rule, enum bobbin_trust *trust)
{
    if (cpsr)
        return bobbin_rule_at(&fixture->env, address, BOBBIN_KIND_INTERRUPTED,
                              *cpsr | BOBBIN_CPSR_T, rule, trust);
    return bobbin_rule_at(&fixture->env, address + 2, BOBBIN_KIND_CALL, BOBBIN_CPSR_T, rule, trust);
}

static void expect_rule(const struct fixture *fixture, uint32_t address, const uint32_t *cpsr,
                        const struct bobbin_rule *expected, enum row_source source)
{
    bool is_frame = expected->form != BOBBIN_FORM_ROOT;
    struct bobbin_rule got;
    enum bobbin_trust trust;
    enum bobbin_stop stop = ask(fixture, address, cpsr, &got, &trust);

    if (expected->form == BOBBIN_FORM_NONE) {
        assert_int_equal(stop, BOBBIN_STOP_NO_RULE);
        return;
    }
    assert_int_equal(stop, BOBBIN_STOP_NONE);
    assert_int_equal(trust, is_frame ? row_source_trust(source) : BOBBIN_TRUST_TABLE);
    if (!rule_equal(&got, expected)) {
        char a[RULE_TEXT_MAX], b[RULE_TEXT_MAX];
        fail_msg("0x%x: got %s, expected %s", address, rule_text(&got, a, sizeof(a)),
                 rule_text(expected, b, sizeof(b)));
    }
}

/* For a call, the condition was true. */
static void expect_call(const struct fixture *fixture, const struct row *row, uint32_t address)
{
    expect_rule(fixture, address, NULL, &row->rule, row->source);
}

static void expect_row(const struct fixture *fixture, const struct row *row, uint32_t address)
{
    expect_call(fixture, row, address);
    for (uint32_t flags = 0; flags < 16; flags++) {
        uint32_t cpsr = flags << 28;
        bool otherwise =
            row->condition != CONDITION_ALWAYS && !condition_holds(row->condition, cpsr);
        expect_rule(fixture, address, &cpsr, otherwise ? &row->otherwise : &row->rule, row->source);
    }
}

/* The row of the plan for ADDRESS in UNIT. */
static const struct row *row_of(const struct plan *plan, const struct plan_entry *unit,
                                uint32_t address)
{
    for (size_t i = 0; i < unit->rows_count; i++) {
        const struct plan_row *row = &plan->row[unit->rows_first + i];
        if (address >= row->start && address < row->end)
            return row->row;
    }
    return unit->body;
}

/* True if ROW is a body rule around which a fast table reads code. */
static bool is_told_by_code(const struct row *row)
{
    uint32_t word;

    return row_source_trust(row->source) == BOBBIN_TRUST_TABLE &&
           row->condition == CONDITION_ALWAYS && encode_word(&row->rule, &word) &&
           rule_explicit(word) != word && !rule_is_leaf(&row->rule);
}

/*
 * Checks ADDRESS in UNIT. Units with walks get one look-up, because reading NOPs is slow. Other
 * tests check what a walk finds.
 */
static void expect_at(const struct fixture *fixture, const struct plan_entry *unit,
                      uint32_t address)
{
    const struct row *row = row_of(&fixture->plan, unit, address);
    bool is_read = row == unit->body && (unit->how & FORMAT_HOW_FORWARD);
    bool is_walked = row == unit->body && (unit->how & FORMAT_HOW_WALK);
    uint32_t before = fixture->code_reads;
    struct bobbin_rule rule;
    enum bobbin_trust trust;

    if (!row)
        assert_int_not_equal(ask(fixture, address, NULL, &rule, &trust), BOBBIN_STOP_CORRUPT);
    else if (is_walked)
        expect_call(fixture, row, address);
    else
        expect_row(fixture, row, address);
    if (row && (!is_read || !is_walked))
        assert_int_equal(fixture->code_reads > before, is_read && is_told_by_code(row));
}

/*
 * Checks the ends of each row and of UNIT. The code is all NOPs, so it never changes a body rule.
 */
static void expect_unit(const struct fixture *fixture, const struct plan_entry *unit)
{
    for (size_t i = 0; i < unit->rows_count; i++) {
        const struct plan_row *row = &fixture->plan.row[unit->rows_first + i];
        expect_at(fixture, unit, row->start);
        expect_at(fixture, unit, row->end - 2);
        if (row->end < unit->end)
            expect_at(fixture, unit, row->end);
    }
    expect_at(fixture, unit, unit->start);
    expect_at(fixture, unit, unit->end - 2);
}

static void expect_all(const struct fixture *fixture)
{
    for (size_t i = 0; i < fixture->plan.entries_count; i++)
        expect_unit(fixture, &fixture->plan.entry[i]);
}

/* The number of difficult cases that occurred. */
struct seen {
    uint64_t conditional, exidx, cfi_alone, rows, codes, long_entries, split[PLAN_SETTINGS],
        wide[PLAN_SETTINGS];
};

static void count(struct seen *seen, const struct fixture *fixture)
{
    const struct plan *plan = &fixture->plan;

    for (size_t i = 0; i < plan->entries_count; i++) {
        const struct plan_entry *unit = &plan->entry[i];
        seen->conditional += unit->body && unit->body->condition != CONDITION_ALWAYS;
        seen->exidx += unit->body && unit->body->source == ROW_EXIDX;
        seen->cfi_alone += unit->body && unit->body->source == ROW_CFI_ALONE;
        seen->rows += unit->rows_count;
        seen->codes += !unit->body;
        seen->long_entries += unit->end - unit->start > 2 * FORMAT_LONG_MAX;
    }
    seen->split[plan->setting] += fixture->table.ranges_count > 1;
    seen->wide[plan->setting] += fixture->sizes.rules_count > FORMAT_NUMBER_WIDE;
}

static void what_is_written_is_read(void **state)
{
    (void)state;
    struct seen seen = {0};

    for (uint8_t round = 0; round < ROUNDS; round++) {
        struct fixture *fixture = new_fixture((enum plan_setting)(round % PLAN_SETTINGS));
        fuzz_source_begin(&fixture->source, &round, 1);
        make_image(fixture, plan_at_random(fixture, round));
        make_table(fixture);
        expect_all(fixture);
        count(&seen, fixture);
        tear_down(fixture);
    }
    assert_true(seen.conditional && seen.exidx && seen.cfi_alone && seen.rows && seen.codes &&
                seen.long_entries);
    for (int i = 0; i < PLAN_SETTINGS; i++)
        assert_true(seen.split[i] && seen.wide[i]);
}

/* ---- exact bytes ----------------------------------------------------------------------------- */

/* BUFFER must contain these bytes. Empties BUFFER. */
static void expect_bytes(struct buffer *buffer, const uint8_t *expected, size_t size)
{
    assert_int_equal(buffer->size, size);
    assert_memory_equal(buffer->bytes, expected, size);
    free(buffer->bytes);
    memset(buffer, 0, sizeof(*buffer));
}
#define EXPECT_BYTES(buffer, ...)                                                                  \
    expect_bytes(&(buffer), (const uint8_t[]){__VA_ARGS__}, sizeof((const uint8_t[]){__VA_ARGS__}))

/*
 * The unit is the largest one to which all starts are aligned. The low byte of a wide number is
 * stored before the entry, with the same start.
 */
static void entries_in_pages_are_starts_and_numbers(void **state)
{
    (void)state;
    struct encode_entry entry[] = {
        {0, 8, 5}, {8, 20, 0xdf}, {20, 600, 0xe0}, {600, 608, 0x1fff}, {608, 1101, 3}};
    struct buffer entries = {0}, index = {0};
    struct encode_shape shape = encode_pages(entry, 5, &entries, &index);

    assert_int_equal(shape.unit_shift, 2);
    assert_int_equal(shape.group_shift, FORMAT_GROUP_SHIFT_MAX);
    EXPECT_BYTES(entries, 0, 5, 2, 0xdf, 5, 0xe0, 5, 0xe0, 150, 0xff, 150, 0xff, 152, 3);
    EXPECT_BYTES(index, 0, 0, 0, 7,
                 7); /* one group and two pages; no entry starts in the second page */
    entry[0].end = entry[1].start = 6;
    shape = encode_pages(entry, 2, &entries, &index);
    assert_int_equal(shape.unit_shift, 1);
    EXPECT_BYTES(entries, 0, 5, 3, 0xdf);
    EXPECT_BYTES(index, 0, 0, 0, 2);
}

/* 300 entries, four in each page: 64 pages have too many for one group. */
static void groups_of_pages_have_less_than_256_entries(void **state)
{
    (void)state;
    enum { COUNT = 300, PAGES = 75, GROUPS = 3 };
    struct encode_entry entry[COUNT];
    struct buffer entries = {0}, index = {0};
    struct encode_shape shape;

    for (uint32_t i = 0; i < COUNT; i++)
        entry[i] = (struct encode_entry){256 * i, 256 * (i + 1), 1};
    shape = encode_pages(entry, COUNT, &entries, &index);
    assert_int_equal(shape.unit_shift, 2);
    assert_int_equal(shape.group_shift, 5);
    assert_int_equal(index.size, 2 * GROUPS + PAGES + 1);
    for (uint32_t i = 0; i < GROUPS; i++)
        assert_int_equal(bytes_u16(index.bytes + 2 * i), 4 * 32 * i);
    for (uint32_t i = 0; i <= PAGES; i++)
        assert_int_equal(index.bytes[2 * GROUPS + i], 4 * i & 0xff);
    free(entries.bytes);
    free(index.bytes);
}

/*
 * For each block of 1 << SHIFT bytes, INDEX must have the offset of its first entry and the
 * halfwords between that entry's start and the block.
 */
static void expect_blocks(const struct encode_entry *entry, const uint16_t *offset, size_t count,
                          uint32_t shift, const struct buffer *index)
{
    uint32_t blocks = ((entry[count - 1].end - 1) >> shift) + 1;

    assert_int_equal(index->size, 3 * blocks + 1);
    for (uint32_t block = 0; block < blocks; block++) {
        uint32_t before;
        size_t i = 0;
        while (entry[i].end <= block << shift)
            i++;
        before = ((block << shift) - entry[i].start) / 2;
        assert_int_equal(bytes_u16(index->bytes + 2 * block), offset[i]);
        assert_int_equal(index->bytes[2 * blocks + block], before < 255 ? before : 255);
    }
    assert_int_equal(index->bytes[3 * blocks], 0);
}

static void entries_in_blocks_are_lengths_and_numbers(void **state)
{
    (void)state;
    enum { COUNT = 10 };
    static const uint32_t lengths[COUNT] = {1,      0xdf, 0xe0,  0xfff, 0x1000,
                                            0xffff, 5,    0x7ff, 0x800, 2};
    static const uint16_t offsets[COUNT] = {0, 1, 2, 4, 6, 11, 16, 20, 24, 29};
    struct encode_entry entry[COUNT];
    struct buffer entries = {0}, index = {0};
    struct encode_shape shape;
    uint32_t at = 0;

    for (size_t i = 0; i < COUNT; at += 2 * lengths[i], i++)
        entry[i] = (struct encode_entry){at, at + 2 * lengths[i], FORMAT_RULE_CODE};
    entry[5].number = 0x7ffe;
    entry[6].number = 0;
    entry[7].number = FORMAT_ENTRY_HAS_ROWS | 0x124;
    entry[8].number = 0x203;
    shape = encode_blocks(entry, COUNT, &entries, &index);
    assert_int_equal(shape.group_shift, 0);
    expect_blocks(entry, offsets, COUNT, FORMAT_PAGE_SHIFT + shape.unit_shift, &index);
    EXPECT_BYTES(entries, 1, 0xdf, 0xe0, 0xe0, 0xef, 0xff, 0xf8, 0, 0x10, 0xff, 0x7f, 0xf8, 0xff,
                 0xff, 0xfe, 0x7f, 0xf0, 5, 0, 0, 0xf7, 0xff, 0x24, 0x81, 0xf8, 0, 8, 3, 2, 2);
    free(index.bytes);
}

/* Some entries cover many blocks, and some blocks have many entries. */
static void blocks_lead_to_the_entries_that_begin_them(void **state)
{
    (void)state;
    enum { COUNT = 200 };
    static const uint32_t lengths[] = {7, 300, 40, 1, 0xdf, 2000, 3, 3, 3};
    struct encode_entry entry[COUNT];
    uint16_t offsets[COUNT];
    struct buffer entries = {0}, index = {0};
    struct encode_shape shape;
    uint32_t at = 0, offset = 0;

    for (size_t i = 0; i < COUNT; i++) {
        uint32_t length = lengths[i % (sizeof(lengths) / sizeof(lengths[0]))];
        entry[i] = (struct encode_entry){at, at + 2 * length, FORMAT_RULE_CODE};
        offsets[i] = (uint16_t)offset;
        at += 2 * length;
        offset += length < 0xe0 ? 1 : 2;
    }
    shape = encode_blocks(entry, COUNT, &entries, &index);
    assert_int_equal(entries.size, offset);
    assert_true(index.size > 3 * 10 + 1);
    expect_blocks(entry, offsets, COUNT, FORMAT_PAGE_SHIFT + shape.unit_shift, &index);
    free(entries.bytes);
    free(index.bytes);
}

/* A row that is longer or further away than one row can express is written as several rows. */
static void records_have_rows(void **state)
{
    (void)state;
    static const struct encode_row rows[] = {
        {5, 3, 7}, {0xdf, 0xe0, 0xfe}, {0xe0, 0x1fff, 0xff}, {0x2000, 0x2000, 0x123}};
    struct buffer record = {0};

    encode_record(&record, 0x1234, 3, rows, 4);
    EXPECT_BYTES(record, 0x34, 0x12, 3, 6,                          /* header */
                 5, 3, 7,                                           /* 0 */
                 0xdf, 0xe0, 0xe0, 0xfe,                            /* 1 */
                 0xe0, 0xe0, 0xff, 0xff, 0xff, 0xff, 0,             /* 2 */
                 0xff, 0xff, 0, 0,                                  /* empty row before 3 */
                 1, 0xff, 0xff, 0xff, 0x23, 1, 0, 1, 0xff, 0x23, 1, /* 3 */
                 0);
    encode_record(&record, 1, 0, rows, 1);
    EXPECT_BYTES(record, 1, 0, 0, 1, 5, 3, 7, 0);
}

/* ---- limits ---------------------------------------------------------------------------------- */

/* COUNT rows, each with its own rule. LONG_RULES: each rule takes 3 + 16 words. */
static void make_rules(struct fixture *fixture, uint32_t count, bool long_rules)
{
    for (uint32_t i = 0; i < count; i++) {
        struct bobbin_rule rule = rule_of_form(BOBBIN_FORM_FRAME);
        rule.cfa_register = BOBBIN_SP;
        rule.cfa_offset = 4 * (int32_t)(i + 1);
        rule_put(&rule, BOBBIN_PLACE_RA, BOBBIN_SLOT, -4);
        for (unsigned place = BOBBIN_PLACE_D8; long_rules && place < BOBBIN_PLACE_RA; place++)
            rule_put(&rule, place, BOBBIN_SLOT, 8 * (int32_t)place);
        rows_add(&fixture->reference.list.rows, CODE + 2 * i, CODE + 2 * i + 2, &rule, ROW_CODE);
    }
}

/* Adds a unit at the end with the rule of ROW as explicit rule. */
static void add_unit(struct fixture *fixture, uint32_t row, uint32_t halfwords)
{
    struct plan *plan = &fixture->plan;
    uint32_t start = plan->entries_count ? plan->entry[plan->entries_count - 1].end : CODE;
    struct plan_entry unit = {.start = start,
                              .end = start + 2 * halfwords,
                              .body = &fixture->reference.list.rows.row[row],
                              .how = plan_setting_how(plan->setting) & FORMAT_HOW_WALK};

    array_push(plan->entry, plan->entries_count, plan->entries_capacity, unit);
}

static uint32_t end_of(const struct plan *plan)
{
    return plan->entry[plan->entries_count - 1].end;
}

/*
 * Rules that are used once have wide numbers. Entries of one halfword with wide numbers would need
 * more than the 255 places of a page.
 */
static void pages_that_are_too_full_are_of_several_ranges(void **state)
{
    (void)state;
    enum { PAGE = 128, RARE = 2 * PAGE };
    struct fixture *fixture = new_fixture(PLAN_FAST);

    make_rules(fixture, FORMAT_NUMBER_WIDE + RARE, false);
    for (uint32_t i = 0; i < 2 * FORMAT_NUMBER_WIDE; i++)
        add_unit(fixture, i % FORMAT_NUMBER_WIDE, PAGE);
    for (uint32_t i = 0; i < RARE; i++)
        add_unit(fixture, FORMAT_NUMBER_WIDE + i, 1);
    make_image(fixture, end_of(&fixture->plan));
    make_table(fixture);
    assert_true(fixture->table.ranges_count > 1);
    expect_all(fixture);
    tear_down(fixture);
}

/* A plan with COUNT rules, each in its own unit. */
static struct fixture *plan_of_rules(enum plan_setting setting, uint32_t count, bool long_rules)
{
    struct fixture *fixture = new_fixture(setting);

    make_rules(fixture, count, long_rules);
    for (uint32_t i = 0; i < count; i++)
        add_unit(fixture, i, 1);
    make_image(fixture, end_of(&fixture->plan));
    return fixture;
}

static void expect_fits(enum plan_setting setting, uint32_t count, bool long_rules)
{
    struct fixture *fixture = plan_of_rules(setting, count, long_rules);

    make_table(fixture);
    expect_all(fixture);
    tear_down(fixture);
}

/* The encoder must fail with a message that contains WHAT. stderr is redirected to a file. */
static void expect_refused(enum plan_setting setting, uint32_t count, bool long_rules,
                           const char *what)
{
    struct fixture *fixture = plan_of_rules(setting, count, long_rules);
    FILE *said = tmpfile();
    int old = dup(STDERR_FILENO);
    uint32_t size_bytes;
    char text[200] = "";

    dup2(fileno(said), STDERR_FILENO);
    assert_int_equal(encode_table(&fixture->plan, NULL, NULL, &fixture->bytes, &size_bytes, NULL),
                     STATUS_PROBLEMS);
    dup2(old, STDERR_FILENO);
    close(old);
    rewind(said);
    assert_non_null(fgets(text, sizeof(text), said));
    assert_non_null(strstr(text, what));
    fclose(said);
    assert_null(fixture->bytes);
    tear_down(fixture);
}

static void rules_have_as_many_numbers_as_entries_can_say(void **state)
{
    (void)state;
    expect_fits(PLAN_FAST, 0x2000, false);
    expect_refused(PLAN_FAST, 0x2001, false, "8193 rules (limit 8192)");
    expect_fits(PLAN_TABLE_ONLY, 0x2000, false);
    expect_refused(PLAN_TABLE_ONLY, 0x2001, false, "8193 rules (limit 8192)");
    expect_fits(PLAN_SMALL, 0x7ffe, false);
    expect_refused(PLAN_SMALL, 0x7fff, false, "32767 rules (limit 32766)");
}

/*
 * Each rule takes one word, and 19 words as a long rule. The number of a long rule has 18 bits.
 * With pages, the number of rules is the smaller limit.
 */
static void long_rules_are_where_a_number_leads(void **state)
{
    (void)state;
    enum { FIT = (1 << 18) / 20 };

    expect_fits(PLAN_FAST, 0x2000, true);
    expect_fits(PLAN_SMALL, FIT, true);
    expect_refused(PLAN_SMALL, FIT + 1, true, "words of rules (limit 262144)");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_is_read),
        cmocka_unit_test(entries_in_pages_are_starts_and_numbers),
        cmocka_unit_test(groups_of_pages_have_less_than_256_entries),
        cmocka_unit_test(entries_in_blocks_are_lengths_and_numbers),
        cmocka_unit_test(blocks_lead_to_the_entries_that_begin_them),
        cmocka_unit_test(records_have_rows),
        cmocka_unit_test(pages_that_are_too_full_are_of_several_ranges),
        cmocka_unit_test(rules_have_as_many_numbers_as_entries_can_say),
        cmocka_unit_test(long_rules_are_where_a_number_leads),
    };

    return cmocka_run_group_tests_name("encode", tests, NULL, NULL);
}
