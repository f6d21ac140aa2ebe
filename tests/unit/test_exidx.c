/* SPDX-License-Identifier: MIT */
/*
 * .ARM.exidx and .ARM.extab, whole and damaged: the rules found in them. No read may leave the two
 * tables.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "handmade.h"
#include "world.h"
#include <bobbin/formats.h>
#include <bobbin/rule.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define EXIDX        5u

#define CODE  0x8000u
#define INDEX 0x9000u
#define DATA  0xa000u
#define BIAS  0x40000000u

#define ENTRIES                 9u
#define DATA_WORDS              11u
#define CODE_BYTES              (0x10u * ENTRIES)
#define PREL31(from, to)        (((to) - (from)) & 0x7fffffffu)
#define ENTRY_AT(number, word)  PREL31(INDEX + 8 * (number), CODE + 0x10 * (number)), (word)
#define IN_DATA(number, offset) PREL31(INDEX + 8 * (number) + 4, DATA + (offset))

/* One entry for each 16 bytes of code. */
static const uint32_t index_words[2 * ENTRIES] = {
    ENTRY_AT(0, 0x80a8b0b0),     ENTRY_AT(1, 1),
    ENTRY_AT(2, IN_DATA(2, 0)),  ENTRY_AT(3, IN_DATA(3, 4)),
    ENTRY_AT(4, 0x8101b0b0),     ENTRY_AT(5, IN_DATA(5, 16)),
    ENTRY_AT(6, IN_DATA(6, 28)), ENTRY_AT(7, IN_DATA(7, 40)),
    ENTRY_AT(8, 0x80820001),
};

static const uint32_t data_words[DATA_WORDS] = {
    0x8001aab0,                         /* Su16 */
    0x8102b1ab, 0x013fb2ff, 0x018408b0, /* Lu16, two more words */
    0x7fffff00, 0x01978408, 0xb0b0b0b0, /* a language routine, one more word */
    0x8201b387, 0xb0b0b0b0, 0,          /* Lu32 */
    0x81010101,                         /* one more word, which is missing */
};

struct answer {
    enum bobbin_stop stop;
    struct bobbin_rule rule;
};

/* The image in memory. Both tables are allocations of their exact size. */
struct subject {
    uint32_t *index, *data;
    uint32_t bias, reads, refused;
    bool anywhere; /* other reads are refused; otherwise they fail the test */
    uint8_t *bytes;
    struct bobbin_table table;
    struct bobbin_env env;
};

static bool read_image(void *context, enum bobbin_space space, uint32_t address, void *out,
                       uint32_t size_bytes)
{
    struct subject *subject = context;
    uint32_t linked = address - subject->bias;

    assert_int_equal(space, BOBBIN_SPACE_CODE);
    assert_int_equal(size_bytes, 4);
    assert_int_equal(address & 3, 0);
    subject->reads++;
    if (subject->refused && address == subject->refused)
        return false;
    if (linked - INDEX < sizeof(index_words))
        memcpy(out, (uint8_t *)subject->index + (linked - INDEX), 4);
    else if (linked - DATA < sizeof(data_words))
        memcpy(out, (uint8_t *)subject->data + (linked - DATA), 4);
    else if (subject->anywhere)
        return false;
    else
        fail_msg("unexpected read at 0x%x", address);
    return true;
}

static const struct handmade_entry all_code[] = {ENTRY(CODE_BYTES / 2 + 8, 0)};

static void set_up_with(struct subject *subject, const uint8_t *part, uint32_t part_bytes,
                        uint32_t bias)
{
    static uint8_t bytes[HANDMADE_SIZE_MAX];
    const struct handmade_foreign foreign = {EXIDX, 0, {part}, {part_bytes}};
    const struct handmade_range range = RANGE(CODE - 0x10, all_code, 1);
    const struct handmade table = {.ranges = &range, .ranges_count = 1, .foreign = &foreign};
    uint32_t size = handmade_write(&table, bytes);

    *subject = (struct subject){.bias = bias};
    subject->index = malloc(sizeof(index_words));
    subject->data = malloc(sizeof(data_words));
    subject->bytes = malloc(size);
    assert_true(subject->index && subject->data && subject->bytes);
    memcpy(subject->index, index_words, sizeof(index_words));
    memcpy(subject->data, data_words, sizeof(data_words));
    memcpy(subject->bytes, bytes, size);
    assert_int_equal(bobbin_table_open(&subject->table, subject->bytes, size, bias),
                     BOBBIN_TABLE_OK);
    subject->env = (struct bobbin_env){.context = subject,
                                       .read = read_image,
                                       .tables = &subject->table,
                                       .tables_count = 1,
                                       .foreign = &bobbin_exidx};
}

static void set_up(struct subject *subject, uint32_t bias)
{
    static const uint32_t part[] = {INDEX, sizeof(index_words), DATA, sizeof(data_words)};

    set_up_with(subject, (const uint8_t *)part, sizeof(part), bias);
}

static void tear_down(struct subject *subject)
{
    free(subject->index);
    free(subject->data);
    free(subject->bytes);
}

static struct answer ask(struct subject *subject, uint32_t linked)
{
    struct answer answer;
    enum bobbin_trust trust;

    answer.stop = bobbin_rule_at(&subject->env, linked + subject->bias, BOBBIN_KIND_INTERRUPTED, 0,
                                 &answer.rule, &trust);
    if (answer.stop == BOBBIN_STOP_NONE)
        assert_int_equal(trust, BOBBIN_TRUST_EXIDX);
    return answer;
}

static void expect_stop(struct subject *subject, uint32_t linked, enum bobbin_stop stop)
{
    struct answer answer = ask(subject, linked);

    if (answer.stop != stop)
        print_message("# at 0x%x: %s\n", linked, bobbin_stop_name(answer.stop));
    assert_int_equal(answer.stop, stop);
}

#define NO_SLOT 1

/*
 * Expects cfa = r[NUMBER] + CFA and the return address at RA. COUNT places from FIRST on have slots
 * from SLOT upwards.
 */
static void expect_rule(struct subject *subject, uint32_t linked, uint32_t number, int32_t cfa,
                        int32_t ra, uint32_t first, uint32_t count, int32_t slot)
{
    struct answer answer = ask(subject, linked);
    int32_t bytes = first < BOBBIN_PLACE_D8 ? 4 : 8;

    assert_int_equal(answer.stop, BOBBIN_STOP_NONE);
    assert_int_equal(answer.rule.form, BOBBIN_FORM_FRAME);
    assert_int_equal(answer.rule.cfa_register, number);
    assert_int_equal(answer.rule.cfa_offset, cfa);
    assert_int_equal(answer.rule.place_kind[BOBBIN_PLACE_RA],
                     ra == NO_SLOT ? BOBBIN_SAME : BOBBIN_SLOT);
    if (ra != NO_SLOT)
        assert_int_equal(answer.rule.place_value[BOBBIN_PLACE_RA], ra);
    for (uint32_t place = 0; place < BOBBIN_PLACE_RA; place++) {
        bool saved = place - first < count;
        assert_int_equal(answer.rule.place_kind[place], saved ? BOBBIN_SLOT : BOBBIN_SAME);
        if (saved)
            assert_int_equal(answer.rule.place_value[place],
                             slot + bytes * (int32_t)(place - first));
    }
}

/* ---- look-up --------------------------------------------------------------------------------- */

static void expect_all(struct subject *subject)
{
    expect_stop(subject, CODE - 2, BOBBIN_STOP_NO_RULE);
    expect_rule(subject, CODE, 13, 8, -4, 0, 1, -8);
    expect_rule(subject, CODE + 15, 13, 8, -4, 0, 1, -8);
    expect_stop(subject, CODE + 0x10, BOBBIN_STOP_NO_RULE);
    expect_rule(subject, CODE + 0x20, 13, 24, -4, 0, 3, -16);
    expect_stop(subject, CODE + 0x30, BOBBIN_STOP_CORRUPT); /* no spare mask */
    expect_stop(subject, CODE + 0x40, BOBBIN_STOP_CORRUPT); /* an entry cannot have more words */
    expect_rule(subject, CODE + 0x50, 7, 8, -4, 3, 1, -8);
    expect_rule(subject, CODE + 0x60, 13, 68, NO_SLOT, 8, 8, -68);
    expect_stop(subject, CODE + 0x70, BOBBIN_STOP_CORRUPT); /* a word after the data */
}

static void entries_are_found_and_read(void **state)
{
    (void)state;
    struct subject subject;

    set_up(&subject, 0);
    expect_all(&subject);
    tear_down(&subject);
    set_up(&subject, BIAS);
    expect_all(&subject);
    tear_down(&subject);
}

static void a_return_address_belongs_to_its_call(void **state)
{
    (void)state;
    struct subject subject;
    struct bobbin_rule rule;
    enum bobbin_trust trust;

    set_up(&subject, 0);
    assert_int_equal(bobbin_rule_at(&subject.env, CODE + 0x10, BOBBIN_KIND_CALL, 0, &rule, &trust),
                     BOBBIN_STOP_NONE);
    assert_int_equal(rule.cfa_offset, 8);
    tear_down(&subject);
}

static void sp_may_be_in_the_stack(void **state)
{
    (void)state;
    struct subject subject;
    struct answer answer;

    set_up(&subject, 0);
    answer = ask(&subject, CODE + 0x80);
    assert_int_equal(answer.stop, BOBBIN_STOP_NONE);
    assert_int_equal(answer.rule.form, BOBBIN_FORM_DEREF);
    assert_int_equal(answer.rule.cfa_register, BOBBIN_SP);
    assert_int_equal(answer.rule.cfa_offset, 0);
    assert_int_equal(answer.rule.cfa_add, 8);
    tear_down(&subject);
}

static void an_image_without_a_table_has_its_code_and_tables_named(void **state)
{
    (void)state;
    static const struct bobbin_exidx_image image = {
        (const void *)(CODE - 0x10ul), (const void *)(CODE + CODE_BYTES + 0ul),
        (const void *)(INDEX + 0ul),   (const void *)(INDEX + sizeof(index_words)),
        (const void *)(DATA + 0ul),    (const void *)(DATA + sizeof(data_words))};
    uint32_t words[BOBBIN_EXIDX_WORDS];
    struct subject subject;

    set_up(&subject, 0);
    memset(words, 0x55, sizeof(words));
    assert_int_equal(bobbin_exidx_open(&subject.table, words, &image), BOBBIN_TABLE_OK);
    expect_all(&subject);
    expect_stop(&subject, CODE - 0x12, BOBBIN_STOP_PC_OUTSIDE);
    expect_stop(&subject, CODE + CODE_BYTES, BOBBIN_STOP_PC_OUTSIDE);
    assert_int_equal(bobbin_table_match(&subject.table, (const uint8_t *)"id", 2),
                     BOBBIN_TABLE_IMAGE);
    tear_down(&subject);
}

/* ---- memory ---------------------------------------------------------------------------------- */

static void begin(struct subject *subject, struct bobbin_cursor *cursor, uint32_t pc)
{
    uint32_t r[16] = {[BOBBIN_SP] = WORLD_STACK, [BOBBIN_LR] = CODE + 1, [BOBBIN_PC] = pc};

    bobbin_begin(cursor, &subject->env, r, BOBBIN_CPSR_T);
}

static void memory_that_cannot_be_read_is_the_stop(void **state)
{
    (void)state;
    struct subject subject;
    struct bobbin_cursor cursor;

    set_up(&subject, BIAS);
    subject.refused = BIAS + DATA;
    begin(&subject, &cursor, BIAS + CODE + 0x20);
    assert_false(bobbin_step(&cursor, &subject.env));
    assert_int_equal(cursor.stop, BOBBIN_STOP_UNREADABLE);
    assert_int_equal(cursor.stop_value, BIAS + DATA);
    subject.reads = 0;
    subject.env.reads_max = 3;
    begin(&subject, &cursor, BIAS + CODE + 0x60);
    assert_false(bobbin_step(&cursor, &subject.env));
    assert_int_equal(cursor.stop, BOBBIN_STOP_BUDGET);
    assert_int_equal(subject.reads, 3);
    tear_down(&subject);
}

static void a_frame_says_where_its_rule_comes_from(void **state)
{
    (void)state;
    struct subject subject;
    struct bobbin_cursor cursor;

    set_up(&subject, 0);
    subject.data[5] = 0x01b0b0b0; /* vsp += 8 */
    subject.index[2 * 5 + 1] = 0x80b0b0b0;
    begin(&subject, &cursor, CODE + 0x50);
    assert_true(bobbin_step(&cursor, &subject.env));
    assert_int_equal(cursor.r[BOBBIN_PC], CODE);
    assert_int_equal(cursor.trust, BOBBIN_TRUST_EXIDX);
    assert_int_equal(cursor.kind, BOBBIN_KIND_CALL);
    tear_down(&subject);
}

/* ---- damage ---------------------------------------------------------------------------------- */

static void ask_everywhere(struct subject *subject)
{
    for (uint32_t at = CODE - 8; at < CODE + CODE_BYTES; at += 8) {
        struct answer answer = ask(subject, at);
        assert_true(answer.stop == BOBBIN_STOP_NONE || answer.stop == BOBBIN_STOP_NO_RULE ||
                    answer.stop == BOBBIN_STOP_CORRUPT);
    }
}

/* Sets each byte at WORDS to each value. */
static void damage(struct subject *subject, uint32_t *words, uint32_t size_bytes)
{
    uint8_t *bytes = (uint8_t *)words;

    for (uint32_t i = 0; i < size_bytes; i++) {
        uint8_t before = bytes[i];
        for (uint32_t value = 0; value < 256; value++) {
            bytes[i] = (uint8_t)value;
            ask_everywhere(subject);
        }
        bytes[i] = before;
    }
}

static void damaged_tables_lead_nowhere_else(void **state)
{
    (void)state;
    struct subject subject;

    set_up(&subject, 0);
    damage(&subject, subject.index, sizeof(index_words));
    damage(&subject, subject.data, sizeof(data_words));
    expect_all(&subject);
    tear_down(&subject);
}

static void malformed_entries_are_corrupt(void **state)
{
    (void)state;
    static const uint32_t firsts[] = {0x830000b0, 0x8f0000b0, 0xa8b0b0b0, 0xffffffff};
    struct subject subject;

    set_up(&subject, 0);
    for (size_t i = 0; i < COUNT(firsts); i++) {
        subject.index[1] = firsts[i];
        expect_stop(&subject, CODE, BOBBIN_STOP_CORRUPT);
    }
    subject.index[1] = PREL31(INDEX + 4, DATA - 4);
    expect_stop(&subject, CODE, BOBBIN_STOP_CORRUPT);
    subject.index[1] = PREL31(INDEX + 4, DATA + sizeof(data_words));
    expect_stop(&subject, CODE, BOBBIN_STOP_CORRUPT);
    subject.index[1] = PREL31(INDEX + 4, DATA + 2);
    expect_stop(&subject, CODE, BOBBIN_STOP_CORRUPT);
    subject.index[1] = PREL31(INDEX + 4, DATA + sizeof(data_words) - 4);
    subject.data[DATA_WORDS - 1] = 0x10; /* a routine without a word after it */
    expect_stop(&subject, CODE, BOBBIN_STOP_CORRUPT);
    subject.index[1] = index_words[1];
    for (uint32_t i = 0; i < ENTRIES; i++)
        subject.index[2 * i] |= 1u << 31;
    expect_stop(&subject, CODE, BOBBIN_STOP_CORRUPT);
    tear_down(&subject);
}

static void parts_that_cannot_be_are_corrupt(void **state)
{
    (void)state;
    static const uint32_t parts[][4] = {
        {INDEX + 2, 8, DATA, 4},
        {0xfffffff9, 0xffffffff, 0, 0xffffffff},
        {INDEX, 8 * ENTRIES, DATA + 40, 4},
        {INDEX, 8 * ENTRIES, DATA, 3},
    };
    struct subject subject;

    for (size_t i = 0; i < COUNT(parts); i++) {
        set_up_with(&subject, (const uint8_t *)parts[i], sizeof(parts[i]), 0);
        expect_stop(&subject, CODE + 0x20, BOBBIN_STOP_CORRUPT);
        tear_down(&subject);
    }
    for (uint32_t size = 0; size < sizeof(parts[0]); size++) {
        set_up_with(&subject, (const uint8_t *)parts[0], size, 0);
        expect_stop(&subject, CODE + 0x20, BOBBIN_STOP_CORRUPT);
        tear_down(&subject);
    }
}

/*
 * A part reaches outside the readable memory. The read function refuses, so the trace stops with
 * UNREADABLE.
 */
static void parts_elsewhere_are_not_readable(void **state)
{
    (void)state;
    static const uint32_t parts[][4] = {{INDEX, 0xfffffff8, DATA, 0xffffffff},
                                        {0, 0xffffffff, 0, 0xffffffff},
                                        {INDEX + 0x48, 16, DATA, 4}};
    struct subject subject;

    for (size_t i = 0; i < COUNT(parts); i++) {
        set_up_with(&subject, (const uint8_t *)parts[i], sizeof(parts[i]), 0);
        subject.anywhere = true;
        expect_stop(&subject, CODE + 0x20, BOBBIN_STOP_UNREADABLE);
        assert_true(subject.reads <= 40);
        tear_down(&subject);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(entries_are_found_and_read),
        cmocka_unit_test(a_return_address_belongs_to_its_call),
        cmocka_unit_test(sp_may_be_in_the_stack),
        cmocka_unit_test(an_image_without_a_table_has_its_code_and_tables_named),
        cmocka_unit_test(memory_that_cannot_be_read_is_the_stop),
        cmocka_unit_test(a_frame_says_where_its_rule_comes_from),
        cmocka_unit_test(damaged_tables_lead_nowhere_else),
        cmocka_unit_test(malformed_entries_are_corrupt),
        cmocka_unit_test(parts_that_cannot_be_are_corrupt),
        cmocka_unit_test(parts_elsewhere_are_not_readable),
    };
    return cmocka_run_group_tests_name("exidx", tests, NULL, NULL);
}
