/* SPDX-License-Identifier: MIT */
/* The writer of Chromium's tables of 2021: the bytes of the published tests, frames, and limits. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "chrome2_subject.h"
#include "formats/chrome2/chrome2_bytecode.h"
#include "formats/chrome2/chrome2_writer.h"
#include "rows/rows.h"

static void expect_bytes(struct buffer *found, const void *wanted, size_t size)
{
    assert_int_equal(found->size, size);
    assert_memory_equal(found->bytes, wanted, size);
    free(found->bytes);
    *found = (struct buffer){0};
}

/* ---- instructions ---------------------------------------------------------------------------- */

static void additions_are_as_published(void **state)
{
    (void)state;
    static const struct {
        int32_t bytes;
        uint8_t size, wanted[3];
    } cases[] = {
        {4, 1, {0x00}},
        {-4, 1, {0x40}},
        {16, 1, {0x03}},
        {-16, 1, {0x43}},
        {0x100, 1, {0x3f}},
        {-0x100, 1, {0x7f}},
        {0x104, 2, {0x3f, 0x00}},
        {0x200, 2, {0x3f, 0x3f}},
        {-0x200, 2, {0x7f, 0x7f}},
        {0x204, 2, {0xb2, 0x00}},
        {0x208, 2, {0xb2, 0x01}},
        {0x404, 3, {0xb2, 0x80, 0x01}},
        {-0x204, 3, {0x7f, 0x7f, 0x40}},
    };
    struct buffer out = {0};

    for (size_t i = 0; i < COUNT(cases); i++) {
        assert_true(chrome2_put_add(&out, cases[i].bytes));
        expect_bytes(&out, cases[i].wanted, cases[i].size);
    }
    assert_false(chrome2_put_add(&out, 0));
    assert_false(chrome2_put_add(&out, 101));
    assert_int_equal(out.size, 0);
}

#define R(n) (1u << (n))

static void pops_are_as_published(void **state)
{
    (void)state;
    static const struct {
        uint32_t registers;
        uint8_t size, wanted[2];
    } cases[] = {
        {R(4), 2, {0x80, 0x01}},
        {R(7), 2, {0x80, 0x08}},
        {R(14), 2, {0x84, 0x00}},
        {R(15), 2, {0x88, 0x00}},
        {R(4) | R(14), 1, {0xa8}},
        {R(4) | R(5) | R(14), 1, {0xa9}},
        {0xff0 | R(14), 1, {0xaf}},
        {R(4) | R(15), 2, {0x88, 0x01}},
        {R(7) | R(8) | R(14), 2, {0x84, 0x18}},
        {0x7ff0, 2, {0x87, 0xff}},
        {0x3f0 | R(11) | R(14), 2, {0x84, 0xbf}},
    };
    struct buffer out = {0};

    for (size_t i = 0; i < COUNT(cases); i++) {
        assert_true(chrome2_put_pop(&out, cases[i].registers));
        expect_bytes(&out, cases[i].wanted, cases[i].size);
    }
    for (uint32_t number = 0; number < 4; number++)
        assert_false(chrome2_put_pop(&out, R(number) | R(14)));
    assert_false(chrome2_put_pop(&out, R(16)));
    assert_false(chrome2_put_pop(&out, 0));
    assert_int_equal(out.size, 0);
}

static void numbers_are_as_published(void **state)
{
    (void)state;
    static const struct {
        uint32_t value;
        uint8_t size, wanted[3];
    } cases[] = {
        {0, 1, {0x00}},
        {1, 1, {0x01}},
        {127, 1, {0x7f}},
        {128, 2, {0x80, 0x01}},
        {16384, 3, {0x80, 0x80, 0x01}},
    };
    struct buffer out = {0};

    for (size_t i = 0; i < COUNT(cases); i++) {
        uint32_t at = 0, value = 0;
        buffer_uleb128(&out, cases[i].value);
        assert_true(chrome2_uleb128(out.bytes, (uint32_t)out.size, &at, &value));
        assert_int_equal(at, out.size);
        assert_int_equal(value, cases[i].value);
        expect_bytes(&out, cases[i].wanted, cases[i].size);
    }
}

/* ---- frames ---------------------------------------------------------------------------------- */

/*
 * A whole frame, not only the changes in one row of call frame information. Slots are offsets from
 * the cfa; 0: no slot.
 */
struct frame {
    uint8_t cfa_register;
    int32_t cfa_offset;
    int32_t lr, r[8]; /* r4-r11 */
    uint8_t size, wanted[8];
};

static struct bobbin_rule rule_of_frame(const struct frame *frame)
{
    struct bobbin_rule rule = rule_of_form(BOBBIN_FORM_FRAME);

    rule.cfa_register = frame->cfa_register;
    rule.cfa_offset = frame->cfa_offset;
    for (uint32_t i = 0; i < 8; i++)
        if (frame->r[i])
            rule_put(&rule, BOBBIN_PLACE_R4 + i, BOBBIN_SLOT, frame->r[i]);
    if (frame->lr)
        rule_put(&rule, BOBBIN_PLACE_RA, BOBBIN_SLOT, frame->lr);
    return rule;
}

#define SP BOBBIN_SP

/*
 * The frames that result from the published rows; the document's example; an unusual prologue;
 * frame pointers.
 */
static const struct frame frames[] = {
    {SP, 0, 0, {0}, 1, {0xb0}},
    {SP, 4, 0, {0}, 2, {0x00, 0xb0}},
    {SP, 4, -4, {0}, 3, {0x84, 0x00, 0xb0}},
    {SP, 8, -4, {0}, 4, {0x00, 0x84, 0x00, 0xb0}},
    {SP, 12, -4, {-12, 0, 0, -8}, 3, {0x84, 0x09, 0xb0}},
    {SP, 16, -4, {-12, 0, 0, -8}, 4, {0x00, 0x84, 0x09, 0xb0}},
    {SP, 8, 0, {-8, 0, 0, -4}, 3, {0x80, 0x09, 0xb0}},
    {SP, 8, 0, {0, 0, 0, -8, 0, 0, -4}, 3, {0x80, 0x48, 0xb0}},
    {SP, 16, -4, {-12, -8}, 3, {0x00, 0xa9, 0xb0}},
    {SP, 40, -4, {-24, -20, -16, -12, 0, 0, 0, -8}, 4, {0x03, 0x84, 0x8f, 0xb0}},
    {7, 8, -4, {-12, 0, 0, -8}, 5, {0x97, 0x40, 0x84, 0x09, 0xb0}},
    {SP, 16, -4, {-16, -12, -8}, 2, {0xaa, 0xb0}},
    {SP, 40, -4, {-16, -12, -8}, 3, {0x05, 0xaa, 0xb0}},
    {SP, 12, -8, {0, 0, 0, -12}, 4, {0x84, 0x08, 0x00, 0xb0}},
    {7, 8, -4, {-20, -16, -12, -8}, 4, {0x97, 0x42, 0xab, 0xb0}},
    {7, 8, -4, {-20, -16, -12, -8, -36, -32, -28, -24}, 6, {0x97, 0x46, 0x80, 0xf0, 0xab, 0xb0}},
    {SP, 24, -4, {-24, 0, 0, -12}, 8, {0x80, 0x01, 0x01, 0x80, 0x08, 0x00, 0x84, 0x00}},
};

static void frames_are_what_they_add_up_to(void **state)
{
    (void)state;
    struct buffer out = {0};

    for (size_t i = 0; i < COUNT(frames); i++) {
        struct bobbin_rule rule = rule_of_frame(&frames[i]);
        struct bobbin_rule read = rule_of_form(BOBBIN_FORM_FRAME);
        assert_true(chrome2_put_rule(&out, &rule));
        struct chrome2_code code = {out.bytes, (uint32_t)out.size, 0};
        read.cfa_register = SP;
        assert_int_equal(chrome2_execute(&code, &read), BOBBIN_STOP_NONE);
        assert_true(rule_equal(&read, &rule));
        if (i + 1 == COUNT(frames))
            out.size--; /* FINISH */
        expect_bytes(&out, frames[i].wanted, frames[i].size);
    }
}

static void what_there_are_no_words_for_is_not_said(void **state)
{
    (void)state;
    static const struct frame odd[] = {
        {SP, 6, 0, {0}, 0, {0}},   {SP, -4, 0, {0}, 0, {0}}, {SP, 0, -4, {0}, 0, {0}},
        {SP, 8, 0, {-12}, 0, {0}}, {3, 8, 0, {0}, 0, {0}},   {BOBBIN_LR, 8, 0, {0}, 0, {0}},
        {SP, 8, 0, {-6}, 0, {0}},
    };
    struct buffer out = {0};
    struct bobbin_rule rule;

    for (size_t i = 0; i < COUNT(odd); i++) {
        rule = rule_of_frame(&odd[i]);
        assert_false(chrome2_put_rule(&out, &rule));
    }
    rule = rule_of_form(BOBBIN_FORM_ROOT);
    assert_false(chrome2_put_rule(&out, &rule));
    rule = rule_of_frame(&frames[1]);
    rule_put(&rule, BOBBIN_PLACE_RA, BOBBIN_LOST, 0);
    assert_false(chrome2_put_rule(&out, &rule));
    rule = rule_of_frame(&frames[1]);
    rule_put(&rule, BOBBIN_PLACE_R4, BOBBIN_REGISTER, 12);
    assert_false(chrome2_put_rule(&out, &rule));
    free(out.bytes);
}

/* ---- tables ---------------------------------------------------------------------------------- */

static const uint8_t long_sequence[] = {1, 2, 3}, middle_sequence[] = {0, 3},
                     short_sequence[] = {3};

static void sequences_go_by_their_uses_a_byte(void **state)
{
    (void)state;
    static const uint32_t uses[][4] = {{1, 1, 1, 0}, {3, 2, 1, 0}};
    static const uint8_t wanted[][6] = {{3, 0, 3, 1, 2, 3}, {3, 1, 2, 3, 0, 3}};
    static const uint32_t indices[][3] = {{3, 1, 0}, {1, 4, 0}};
    struct byte_pool sequences = {0};
    struct buffer out = {0};

    byte_pool_add(&sequences, long_sequence, 3);
    byte_pool_add(&sequences, middle_sequence, 2);
    byte_pool_add(&sequences, short_sequence, 1);
    byte_pool_add(&sequences, "unused", 6);
    for (size_t i = 0; i < COUNT(uses); i++) {
        uint32_t index[4];
        chrome2_put_instructions(&out, &sequences, uses[i], index);
        expect_bytes(&out, wanted[i], sizeof(wanted[i]));
        assert_memory_equal(index, indices[i], sizeof(indices[i]));
    }
    byte_pool_free(&sequences);
}

static void pairs_descend(void **state)
{
    (void)state;
    static const struct chrome2_state near[] = {{0, 1}, {0x20, 0}}, far[] = {{0, 1}, {0x400, 0}};
    static const uint32_t fifty[] = {50, 52}, eighty[] = {80, 52};
    struct buffer out = {0};

    chrome2_put_pairs(&out, far, 2, fifty);
    expect_bytes(&out, (const uint8_t[]){0x80, 0x04, 0x32, 0x00, 0x34}, 5);
    chrome2_put_pairs(&out, near, 2, fifty);
    chrome2_put_pairs(&out, far, 2, eighty);
    expect_bytes(&out, (const uint8_t[]){0x10, 0x32, 0x00, 0x34, 0x80, 0x04, 0x50, 0x00, 0x34}, 9);
}

static void pages_have_their_first_function(void **state)
{
    (void)state;
    static const uint32_t near[] = {0, 0x8000, 0x18000}, far[] = {0, 0x8000, 0x48000};
    static const uint32_t wanted[] = {0, 2, 2, 2, 2, 3};
    struct buffer out = {0};

    chrome2_put_pages(&out, near, 3, 0);
    expect_bytes(&out, wanted, 2 * 4);
    chrome2_put_pages(&out, far, 3, 0);
    expect_bytes(&out, wanted, 5 * 4);
    chrome2_put_pages(&out, far, 3, 6);
    expect_bytes(&out, wanted, 6 * 4);
}

/* Expected entries: start, and function or kind of filler. */
struct laid_out {
    struct chrome2_function functions[2];
    size_t count;
    struct {
        uint32_t unit;
        enum { FUNCTION, TRIVIAL, REFUSE } is;
    } entries[4];
};

static void gaps_are_filled(void **state)
{
    (void)state;
    static const struct laid_out cases[] = {
        {{{0, 100, 0, 0}, {100, 0x1ff9c, 0, 0}}, 2, {{0, FUNCTION}, {50, FUNCTION}}},
        {{{0, 50, 0, 0}, {100, 0x1ff9c, 0, 0}}, 3, {{0, FUNCTION}, {25, TRIVIAL}, {50, FUNCTION}}},
        {{{0, 100, 0, 0}, {100, 100, 0, 0}}, 3, {{0, FUNCTION}, {50, FUNCTION}, {100, REFUSE}}},
        {{{100, 100, 0, 0}, {200, 100, 0, 0}},
         4,
         {{0, REFUSE}, {50, FUNCTION}, {100, FUNCTION}, {150, REFUSE}}},
    };
    static const struct chrome2_fillers fillers = {{0, 7}, {0, 8}, true};
    static const struct chrome2_function overlapping[] = {{0, 100, 0, 0}, {50, 100, 0, 0}};

    for (size_t i = 0; i < COUNT(cases); i++) {
        struct chrome2_entries entries = {0};
        assert_true(chrome2_lay_out(&entries, cases[i].functions, 2, &fillers));
        assert_int_equal(entries.count, cases[i].count);
        for (size_t k = 0; k < entries.count; k++) {
            const struct chrome2_state *wanted[] = {NULL, &fillers.gap, &fillers.outside};
            assert_int_equal(entries.entry[k].unit, cases[i].entries[k].unit);
            assert_ptr_equal(entries.entry[k].states, wanted[cases[i].entries[k].is]);
        }
        free(entries.entry);
    }
    struct chrome2_entries entries = {0};
    assert_false(chrome2_lay_out(&entries, overlapping, 2, &fillers));
    free(entries.entry);
}

/* ---- files ----------------------------------------------------------------------------------- */

static const _Alignas(4) uint8_t published_file[86] = {
    0x20, 0, 0,    0,    0x04, 0, 0,    0,    0x30, 0,    0,    0,    0x04, 0,    0, 0, 0x40, 0,
    0,    0, 0x0f, 0,    0,    0, 0x4f, 0,    0,    0,    0x07, 0,    0,    0,    0, 0, 0,    0,
    0x02, 0, 0,    0,    0x03, 0, 0,    0,    0x03, 0,    0,    0,    0,    0,    0, 0, 0,    0x10,
    0x02, 0, 0,    0x20, 0x06, 0, 0,    0x10, 0x0a, 0,    0,    0,    0x10, 0x05, 0, 0, 0x10, 0x03,
    0,    0, 0x80, 0x02, 0x01, 0, 0,    0xb0, 0x02, 0xb0, 0x01, 0xb0, 0,    0xb0,
};

/* Functions without gaps, up to the end of a page. */
static void the_writer_writes_the_published_bytes(void **state)
{
    (void)state;
    static const uint8_t bytes[4][2] = {{0xb0}, {0x00, 0xb0}, {0x01, 0xb0}, {0x02, 0xb0}};
    static const struct chrome2_state states[] = {{0, 0},    {0, 0}, {0x20, 1}, {0, 0},
                                                  {0x20, 2}, {0, 0}, {0x200, 3}};
    static const struct chrome2_function functions[] = {
        {0, 0x2000, states, 1},
        {0x2000, 0x22000, states + 1, 2},
        {0x24000, 0x3e000, states + 3, 2},
        {0x62000, 0x1e000, states + 5, 2},
    };
    struct byte_pool sequences = {0};
    struct chrome2_sizes sizes;
    struct buffer out = {0};

    for (size_t i = 0; i < 4; i++)
        byte_pool_add(&sequences, bytes[i], 1 + (i > 0));
    chrome2_write(&out, CHROME2_SHIPPED, functions, 4, &sequences, &sizes);
    assert_int_equal(sizes.header + sizes.pages + sizes.functions + sizes.offsets +
                         sizes.instructions,
                     sizeof(published_file));
    expect_bytes(&out, published_file, sizeof(published_file));
    byte_pool_free(&sequences);
}

static void the_published_bytes_are_read_as_they_were(void **state)
{
    (void)state;
    static const struct {
        uint32_t address;
        int32_t cfa_offset;
    } cases[] = {
        {0, 0},       {0x1fff, 0},  {0x2000, 0},   {0x201f, 0},   {0x2020, 4},  {0x1ffff, 4},
        {0x20000, 4}, {0x23fff, 4}, {0x24000, 0},  {0x24020, 8},  {0x40000, 8}, {0x61fff, 8},
        {0x62000, 0}, {0x621ff, 0}, {0x62200, 12}, {0x7ffff, 12},
    };
    const struct foreign_part part = {published_file, sizeof(published_file)};
    struct bobbin_rule rule;

    for (size_t i = 0; i < COUNT(cases); i++) {
        assert_int_equal(subject_read(&part, NULL, cases[i].address, &rule), BOBBIN_STOP_NONE);
        assert_int_equal(rule.cfa_offset, cases[i].cfa_offset);
    }
    assert_int_equal(subject_read(&part, NULL, 0x80000, &rule), BOBBIN_STOP_NO_RULE);
}

/* Only the third page begins in a function of an earlier page. */
static void the_proposed_layout_has_a_bit_a_page(void **state)
{
    (void)state;
    static const uint8_t wanted[] = {
        0x28, 0, 0, 0, 0x03, 0, 0, 0, 0x34, 0, 0, 0, 0x04, 0, 0, 0, 0x38, 0, 0,    0, 0x02, 0, 0, 0,
        0x40, 0, 0, 0, 0x02, 0, 0, 0, 0x42, 0, 0, 0, 0x01, 0, 0, 0, 0,    0, 0,    0, 0x01, 0, 0, 0,
        0x02, 0, 0, 0, 0x04, 0, 0, 0, 0,    0, 0, 0, 0,    0, 0, 0, 0,    0, 0xb0,
    };
    static const struct chrome2_state states[] = {{0, 0}};
    static const struct chrome2_function functions[] = {{0, 0x20000, states, 1},
                                                        {0x20000, 0x30000, states, 1}};
    struct byte_pool sequences = {0};
    struct chrome2_sizes sizes;
    struct buffer out = {0};

    byte_pool_add(&sequences, "\xb0", 1);
    chrome2_write(&out, CHROME2_DOCUMENT, functions, 2, &sequences, &sizes);
    assert_int_equal(sizes.header, 40);
    assert_int_equal(sizes.vector, 4);
    expect_bytes(&out, wanted, sizeof(wanted));
    byte_pool_free(&sequences);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(additions_are_as_published),
        cmocka_unit_test(pops_are_as_published),
        cmocka_unit_test(numbers_are_as_published),
        cmocka_unit_test(frames_are_what_they_add_up_to),
        cmocka_unit_test(what_there_are_no_words_for_is_not_said),
        cmocka_unit_test(sequences_go_by_their_uses_a_byte),
        cmocka_unit_test(pairs_descend),
        cmocka_unit_test(pages_have_their_first_function),
        cmocka_unit_test(gaps_are_filled),
        cmocka_unit_test(the_writer_writes_the_published_bytes),
        cmocka_unit_test(the_published_bytes_are_read_as_they_were),
        cmocka_unit_test(the_proposed_layout_has_a_bit_a_page),
    };
    return cmocka_run_group_tests_name("chrome2_write", tests, NULL, NULL);
}
