/* SPDX-License-Identifier: MIT */
/*
 * Chromium's tables of 2021: look-up in whole and in damaged tables. Numbers are those of the
 * published tests, hexadecimal if they were. Other expected results follow from the reader's
 * source.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "chrome2_subject.h"

/* ---- instructions ---------------------------------------------------------------------------- */

static const struct bobbin_rule leaf = {.form = BOBBIN_FORM_FRAME, .cfa_register = BOBBIN_SP};

static enum bobbin_stop execute(const uint8_t *bytes, uint32_t size, struct bobbin_rule *rule)
{
    struct chrome2_code code = {malloc(size), size, 0};
    enum bobbin_stop stop;

    *rule = leaf;
    memcpy((void *)(uintptr_t)code.bytes, bytes, size);
    stop = chrome2_execute(&code, rule);
    free((void *)(uintptr_t)code.bytes);
    return stop;
}

/*
 * SAVED has a bit for each register in a slot. The lowest register has the slot at SLOT bytes from
 * the cfa; the others follow upwards.
 */
struct executed {
    uint8_t bytes[8], size;
    enum bobbin_stop stop;
    uint32_t cfa_register;
    int32_t cfa_offset;
    uint32_t saved;
    int32_t slot;
};

#define SP    BOBBIN_SP
#define LR    (1u << BOBBIN_LR)
#define PC    (1u << BOBBIN_PC)
#define R(n)  (1u << (n))
#define GOOD  BOBBIN_STOP_NONE
#define BAD   BOBBIN_STOP_CORRUPT
#define ABORT BOBBIN_STOP_NO_RULE

static void expect_slots(const struct bobbin_rule *rule, uint32_t saved, int32_t slot)
{
    for (uint32_t number = 4; number <= BOBBIN_PC; number++) {
        uint32_t place = number <= 11 ? number - 4 : BOBBIN_PLACE_RA;
        if (!(saved >> number & 1))
            continue;
        if (number <= 11 || number >= BOBBIN_LR) {
            assert_int_equal(rule->place_kind[place], BOBBIN_SLOT);
            assert_int_equal(rule->place_value[place], slot);
        }
        slot += 4;
    }
    for (uint32_t number = 4; number <= 11; number++)
        if (!(saved >> number & 1))
            assert_int_equal(rule->place_kind[number - 4], BOBBIN_SAME);
    if (!(saved & (LR | PC)))
        assert_int_equal(rule->place_kind[BOBBIN_PLACE_RA], BOBBIN_SAME);
}

static void expect_executed(const struct executed *wanted)
{
    struct bobbin_rule rule;

    assert_int_equal(execute(wanted->bytes, wanted->size, &rule), wanted->stop);
    if (wanted->stop != GOOD)
        return;
    assert_int_equal(rule.cfa_register, wanted->cfa_register);
    assert_int_equal(rule.cfa_offset, wanted->cfa_offset);
    expect_slots(&rule, wanted->saved, wanted->slot);
}

/*
 * Each instruction alone, followed by FINISH. An instruction that lowers sp comes after one that
 * sets sp from r7, because sp may not go below its start.
 */
static void each_instruction_does_what_it_did(void **state)
{
    (void)state;
    static const struct executed cases[] = {
        {{0x00, 0xb0}, 2, GOOD, SP, 4, 0, 0},
        {{0x04, 0xb0}, 2, GOOD, SP, 0x14, 0, 0},
        {{0x3f, 0xb0}, 2, GOOD, SP, 0x100, 0, 0},
        {{0x97, 0x40, 0xb0}, 3, GOOD, 7, -4, 0, 0},
        {{0x97, 0x44, 0xb0}, 3, GOOD, 7, -0x14, 0, 0},
        {{0x97, 0x7f, 0xb0}, 3, GOOD, 7, -0x100, 0, 0},
        {{0x40, 0xb0}, 2, BAD, 0, 0, 0, 0},
        {{0x40, 0x00, 0xb0}, 3, BAD, 0, 0, 0, 0},
        {{0xb0}, 1, GOOD, SP, 0, 0, 0},
        {{0x88, 0x00, 0xb0}, 3, GOOD, SP, 4, PC, -4},
        {{0x89, 0x11, 0xb0}, 3, GOOD, SP, 16, R(4) | R(8) | R(12) | PC, -16},
        {{0x81, 0x11, 0xb0}, 3, GOOD, SP, 12, R(4) | R(8) | R(12), -12},
        {{0x80, 0x00}, 2, ABORT, 0, 0, 0, 0},
        {{0xa8, 0xb0}, 2, GOOD, SP, 8, R(4) | LR, -8},
        {{0xac, 0xb0}, 2, GOOD, SP, 24, 0x1f0 | LR, -24},
        {{0xaf, 0xb0}, 2, GOOD, SP, 36, 0xff0 | LR, -36},
        {{0xb2, 0x00, 0xb0}, 3, GOOD, SP, 0x204, 0, 0},
        {{0xb2, 0x04, 0xb0}, 3, GOOD, SP, 0x214, 0, 0},
        {{0xb2, 0x80, 0x01, 0xb0}, 4, GOOD, SP, 0x404, 0, 0},
    };

    for (size_t i = 0; i < COUNT(cases); i++)
        expect_executed(&cases[i]);
    for (uint8_t number = 0; number < 16; number++) {
        bool is_one = number != BOBBIN_SP && number != BOBBIN_PC;
        const struct executed set = {
            {0x90 | number, 0xb0}, 2, is_one ? GOOD : BAD, number, 0, 0, 0};
        expect_executed(&set);
    }
}

/*
 * A popped pc stays the return address, even if lr is popped later. Registers may not be saved
 * before sp is set from a register.
 */
static void instructions_follow_one_another(void **state)
{
    (void)state;
    static const struct executed cases[] = {
        {{0x05, 0xaa, 0xb0}, 3, GOOD, SP, 40, 0x70 | LR, -16},
        {{0x88, 0x00, 0x84, 0x00, 0xb0}, 5, GOOD, SP, 8, PC, -8},
        {{0x8c, 0x00, 0xb0}, 3, GOOD, SP, 8, 0, 0},
        {{0x97, 0x42, 0xab, 0xb0}, 4, GOOD, 7, 8, 0xf0 | LR, -20},
        {{0x94, 0x95, 0xb0}, 3, BAD, 0, 0, 0, 0},
        {{0xa8, 0x94, 0xb0}, 3, BAD, 0, 0, 0, 0},
        {{0x00, 0x80, 0x00}, 3, BAD, 0, 0, 0, 0},
    };
    struct bobbin_rule rule;

    for (size_t i = 0; i < COUNT(cases); i++)
        if (i != 2)
            expect_executed(&cases[i]);
    assert_int_equal(execute(cases[2].bytes, cases[2].size, &rule), GOOD);
    assert_int_equal(rule.place_value[BOBBIN_PLACE_RA], -4);
    assert_int_equal(execute((const uint8_t[]){0x80, 0xf0, 0x97, 0x42, 0xab, 0xb0}, 6, &rule),
                     GOOD);
    assert_int_equal(rule.cfa_register, 7);
    assert_int_equal(rule.cfa_offset, 8);
    assert_int_equal(rule.place_value[0], -20);
    assert_int_equal(rule.place_value[BOBBIN_PLACE_RA], -4);
    for (uint32_t place = 4; place < 8; place++)
        assert_int_equal(rule.place_kind[place], BOBBIN_LOST);
}

static void what_was_no_instruction_is_none(void **state)
{
    (void)state;
    struct bobbin_rule rule;
    uint8_t bytes[3] = {0, 0x01, 0xb0};

    for (uint32_t first = 0; first < 0x100; first++) {
        bool is_one = first < 0x40 || (first > 0x80 && first < 0x9f && first != 0x9d) ||
                      (first >= 0xa8 && first <= 0xb0) || first == 0xb2;
        bytes[0] = (uint8_t)first;
        if (first >= 0x80 && first < 0x90)
            is_one = !(first & 2); /* the instruction pops sp */
        assert_int_equal(execute(bytes, sizeof(bytes), &rule), is_one ? GOOD : BAD);
    }
    assert_int_equal(execute((const uint8_t[]){0x89}, 1, &rule), BAD);
    assert_int_equal(execute((const uint8_t[]){0x00}, 1, &rule), BAD);
    assert_int_equal(execute((const uint8_t[]){0xb2, 0x80}, 2, &rule), BAD);
    assert_int_equal(execute((const uint8_t[]){0xb2, 0xff, 0xff, 0xff, 0xff, 0x0f, 0xb0}, 7, &rule),
                     BAD);
    assert_int_equal(execute((const uint8_t[]){0xb2, 0x80, 0x80, 0x80, 0x80, 0x10, 0xb0}, 7, &rule),
                     BAD);
    assert_int_equal(
        execute((const uint8_t[]){0xb2, 0x80, 0x80, 0x80, 0x80, 0x80, 0, 0xb0}, 8, &rule), BAD);
}

/* ---- look-up --------------------------------------------------------------------------------- */

static const uint32_t one_page[] = {0};
static const struct subject_function at_start[] = {{0, 0}};

/* In this table, the cfa shows at which instruction the execution started. */
static const uint8_t telling[] = {0, 1, 2, 3, 4, 5, 6, 7, 0xb0};

static int32_t cfa_from(uint32_t instruction)
{
    int32_t cfa = 0;

    for (; instruction < COUNT(telling) - 1; instruction++)
        cfa += 4 * telling[instruction] + 4;
    return cfa;
}

static void the_first_offset_that_is_not_above_holds(void **state)
{
    (void)state;
    static const uint8_t offsets[] = {0x82, 0x01, 0x02, 0x80, 0x01, 0x03, 0x00, 0x04};
    static const struct subject_tables tables =
        SUBJECT_TABLES(one_page, at_start, offsets, telling);
    static const struct {
        uint32_t unit, instruction;
    } cases[] = {{130, 2}, {129, 3}, {128, 3}, {0, 4}, {127, 4}, {5000, 2}};
    struct foreign_part part;
    struct bobbin_rule rule;
    uint8_t *file = subject_file(&tables, &part.size_bytes);

    part.bytes = file;
    for (size_t i = 0; i < COUNT(cases); i++) {
        assert_int_equal(subject_read(&part, NULL, 2 * cases[i].unit, &rule), GOOD);
        assert_int_equal(rule.cfa_offset, cfa_from(cases[i].instruction));
    }
    free(file);
}

/*
 * The expected look-up at UNIT of PAGE: pairs start at PAIRS, the function starts UNITS before.
 * PAIRS 0: nothing is found.
 */
struct found {
    uint32_t page, unit, units, pairs;
};

/*
 * Puts three pairs at PAIRS. The second one starts to hold exactly at UNITS from the function's
 * start.
 */
static void expect_found(const struct subject_tables *tables, const struct found *wanted)
{
    uint8_t offsets[100] = {0};
    struct subject_tables with = *tables;
    struct foreign_part part;
    struct bobbin_rule rule;
    uint8_t *file;
    uint32_t at = wanted->pairs;

    for (uint32_t above = 2; above-- > 0;) {
        uint32_t units = wanted->units + above;
        offsets[at++] = (uint8_t)(units | 0x80);
        offsets[at++] = (uint8_t)(units >> 7 | 0x80);
        offsets[at++] = (uint8_t)(units >> 14);
        offsets[at++] = (uint8_t)(3 + above);
    }
    offsets[at + 1] = 5;
    with.offsets = offsets;
    with.offsets_bytes = sizeof(offsets);
    file = subject_file(&with, &part.size_bytes);
    part.bytes = file;
    assert_int_equal(
        subject_read(&part, NULL, wanted->page * 0x20000 + wanted->unit * 2 + 1, &rule),
        wanted->pairs ? GOOD : ABORT);
    if (wanted->pairs)
        assert_int_equal(rule.cfa_offset, cfa_from(3));
    free(file);
}

static void functions_are_found_in_whatever_page_they_began(void **state)
{
    (void)state;
    static const struct subject_function two[] = {{0, 20}, {6, 70}};
    static const struct subject_function three[] = {{0, 20}, {4, 40}, {6, 70}};
    static const struct subject_function later[] = {{0, 20}, {6, 70}, {10, 80}};
    static const uint32_t pages[][4] = {{0, 2}, {0, 1, 1}, {0, 1}, {0, 1, 2}, {0, 1, 1, 1}};
    static const struct {
        struct subject_tables tables;
        struct found found;
    } cases[] = {
        {{pages[0], 2, three, 3, NULL, 0, telling, 9}, {0, 4, 0, 40}},
        {{pages[0], 2, three, 3, NULL, 0, telling, 9}, {0, 50, 46, 40}},
        {{pages[0], 2, three, 3, NULL, 0, telling, 9}, {1, 0xffff, 0xfff9, 70}},
        {{pages[1], 3, two, 2, NULL, 0, telling, 9}, {1, 4, 0x10004, 20}},
        {{pages[2], 2, two, 2, NULL, 0, telling, 9}, {50, 6, 0, 0}},
        {{pages[2], 2, two, 2, NULL, 0, telling, 9}, {2, 0, 0, 0}},
        {{pages[3], 3, later, 3, NULL, 0, telling, 9}, {1, 4, 0x10004, 20}},
        {{pages[4], 4, two, 2, NULL, 0, telling, 9}, {0, 4, 4, 20}},
        {{pages[4], 4, two, 2, NULL, 0, telling, 9}, {1, 4, 0x10004, 20}},
        {{pages[4], 4, two, 2, NULL, 0, telling, 9}, {2, 4, 0x20004, 20}},
        {{pages[4], 4, two, 2, NULL, 0, telling, 9}, {3, 4, 0x30004, 20}},
        {{pages[4], 4, two, 2, NULL, 0, telling, 9}, {0x7fff, 4, 0, 0}},
    };

    for (size_t i = 0; i < COUNT(cases); i++)
        expect_found(&cases[i].tables, &cases[i].found);
}

/* The reader looks in a second part first. Where that part refuses, it looks in the first part. */
static void a_second_part_comes_first(void **state)
{
    (void)state;
    static const uint8_t offsets[] = {0x04, 0x02, 0x02, 0x00, 0x00, 0x02};
    static const uint8_t instructions[] = {0x10, 0xb0, 0x80, 0x00};
    static const uint8_t always[] = {0x00, 0x07};
    static const struct subject_tables first = SUBJECT_TABLES(one_page, at_start, always, telling);
    static const struct subject_tables second =
        SUBJECT_TABLES(one_page, at_start, offsets, instructions);
    struct foreign_part parts[2];
    struct bobbin_rule rule;
    uint8_t *files[2] = {subject_file(&first, &parts[0].size_bytes),
                         subject_file(&second, &parts[1].size_bytes)};

    parts[0].bytes = files[0];
    parts[1].bytes = files[1];
    for (uint32_t address = 0; address < 12; address++) {
        bool is_second = address >= 4 && address < 8;
        assert_int_equal(subject_read(&parts[0], &parts[1], address, &rule), GOOD);
        assert_int_equal(rule.cfa_offset, is_second ? 0x44 : cfa_from(7));
    }
    assert_int_equal(subject_read(&parts[0], &parts[1], 0x20000, &rule), ABORT);
    parts[1].size_bytes--;
    assert_int_equal(subject_read(&parts[0], &parts[1], 8, &rule), BAD);
    free(files[0]);
    free(files[1]);
}

/* ---- damage ---------------------------------------------------------------------------------- */

static const uint32_t some_pages[] = {0, 2, 3};
static const struct subject_function some_functions[] = {{0, 0}, {0x10, 4}, {5, 8}, {0x20, 12}};
static const uint8_t some_offsets[] = {2, 0, 0, 1, 0x7f, 0, 0, 1, 0x78, 0, 0, 1, 2, 0, 0, 1};
static const uint8_t some_instructions[] = {0xa8, 0xb0};
static const struct subject_tables some =
    SUBJECT_TABLES(some_pages, some_functions, some_offsets, some_instructions);

static void read_everywhere(const struct foreign_part *part)
{
    struct bobbin_rule rule;

    for (uint32_t address = 0; address < 0x80000; address += 0x1fff) {
        enum bobbin_stop stop = subject_read(part, NULL, address, &rule);
        assert_true(stop == GOOD || stop == ABORT || stop == BAD);
    }
}

static void a_file_cut_off_is_not_read_beyond(void **state)
{
    (void)state;
    uint32_t size;
    uint8_t *file = subject_file(&some, &size);

    for (uint32_t left = 0; left <= size; left++) {
        struct foreign_part part = {memcpy(malloc(left + !left), file, left), left};
        read_everywhere(&part);
        free((void *)(uintptr_t)part.bytes);
    }
    free(file);
}

static void no_wrong_byte_leads_out(void **state)
{
    (void)state;
    static const uint8_t values[] = {0x00, 0x01, 0x02, 0x03, 0x40, 0x7f, 0x80, 0x97, 0xb2, 0xff};
    struct foreign_part part;
    uint8_t *file = subject_file(&some, &part.size_bytes);

    part.bytes = file;
    for (uint32_t at = 0; at < part.size_bytes; at++) {
        uint8_t good = file[at];
        for (size_t i = 0; i < COUNT(values); i++) {
            file[at] = values[i];
            read_everywhere(&part);
            file[at] ^= good;
            read_everywhere(&part);
        }
        file[at] = good;
    }
    free(file);
}

/* Overwrites WORD at offset AT of the file. */
static void words_that_cannot_be_are_corrupt(void **state)
{
    (void)state;
    static const struct {
        uint32_t at, word;
    } cases[] = {
        {0, 66},    {0, 1000}, {4, 0x40000000}, {8, 130}, {12, 0x40000000},  {12, 1},
        {20, 1000}, {20, 0},   {28, 1000},      {28, 0},  {28, 1},           {64, 1},
        {64, 3},    {64, 5},   {68, 5},         {128, 1}, {128, 0xffff0000}, {192, 0x80808080},
    };
    struct bobbin_rule rule;

    for (size_t i = 0; i < COUNT(cases); i++) {
        struct foreign_part part;
        uint8_t *file = subject_file(&some, &part.size_bytes);
        part.bytes = file;
        assert_int_equal(subject_read(&part, NULL, 0, &rule), GOOD);
        memcpy(file + cases[i].at, &cases[i].word, 4);
        assert_int_equal(subject_read(&part, NULL, 0, &rule), BAD);
        free(file);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_instruction_does_what_it_did),
        cmocka_unit_test(instructions_follow_one_another),
        cmocka_unit_test(what_was_no_instruction_is_none),
        cmocka_unit_test(the_first_offset_that_is_not_above_holds),
        cmocka_unit_test(functions_are_found_in_whatever_page_they_began),
        cmocka_unit_test(a_second_part_comes_first),
        cmocka_unit_test(a_file_cut_off_is_not_read_beyond),
        cmocka_unit_test(no_wrong_byte_leads_out),
        cmocka_unit_test(words_that_cannot_be_are_corrupt),
    };
    return cmocka_run_group_tests_name("chrome2", tests, NULL, NULL);
}
