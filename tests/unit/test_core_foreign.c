/* SPDX-License-Identifier: MIT */
/*
 * The part of the core that serves readers of other formats, tested with a reader whose answer the
 * test sets.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/foreign/foreign.h"
#include "world.h"

#define NUMBER 77u
#define BASE   0x7000u
#define BIAS   0x100000u
#define PLACES (1u << BOBBIN_PLACE_RA | 0xfu << BOBBIN_PLACE_R4 | 3u << BOBBIN_PLACE_D8)

/* The question that the reader received, and the answer that it gives. */
static struct foreign_question asked;
static struct bobbin_rule said;
static enum bobbin_stop reason;
static uint32_t times;
static const struct bobbin_kept *given; /* the cache that the reader received */

static enum bobbin_stop read_test(const struct foreign_table *table,
                                  const struct foreign_question *question, struct bobbin_rule *rule)
{
    assert_int_equal(table->part[0].size_bytes, 3);
    assert_int_equal(table->part[3].size_bytes, 4);
    assert_memory_equal(table->part[0].bytes, "abc", 3);
    assert_memory_equal(table->part[3].bytes, "defg", 4);
    for (int place = 0; place < BOBBIN_PLACES; place++)
        assert_int_equal(rule->place_kind[place], BOBBIN_SAME);
    asked = *question;
    given = table->cache;
    times++;
    for (int place = 0; place < BOBBIN_PLACES; place++)
        if (PLACES >> place & 1) {
            rule->place_kind[place] = said.place_kind[place];
            rule->place_value[place] = said.place_value[place];
        }
    rule->form = said.form;
    rule->cfa_register = said.cfa_register;
    rule->cfa_offset = said.cfa_offset;
    rule->cfa_add = said.cfa_add;
    return reason;
}

static const struct bobbin_foreign reader = {NUMBER, PLACES, read_test, foreign_step,
                                             foreign_rule_at};

static const struct handmade_entry code[] = {ENTRY(WORLD_CODE_BYTES / 2, 0)};
static const struct handmade_range range = RANGE(WORLD_CODE, code, 1);
static const struct handmade_foreign parts = {
    NUMBER, BASE, {(const uint8_t *)"abc", NULL, NULL, (const uint8_t *)"defg"}, {3, 0, 0, 4}};
static const struct handmade foreign = {.ranges = &range, .ranges_count = 1, .foreign = &parts};

/* The reader answers: cfa = sp + 16, return address and r4 below the cfa. */
static void say_frame(void)
{
    said = (struct bobbin_rule){
        .form = BOBBIN_FORM_FRAME, .cfa_register = BOBBIN_SP, .cfa_offset = 16};
    said.place_kind[BOBBIN_PLACE_RA] = said.place_kind[BOBBIN_PLACE_R4] = BOBBIN_SLOT;
    said.place_value[BOBBIN_PLACE_RA] = -4;
    said.place_value[BOBBIN_PLACE_R4] = -8;
    reason = BOBBIN_STOP_NONE;
    times = 0;
}

static void set_up(struct world *world)
{
    world_set_up(world, &foreign);
    world->env.foreign = &reader;
    say_frame();
    world->stack[2] = 0x44444444;
    world->stack[3] = WORLD_CODE + 0x41;
    for (uint32_t i = 4; i < 12; i++)
        world->r[i] = 0x1000 * i;
}

static void a_frame_has_what_the_format_tells_of(void **state)
{
    (void)state;
    struct world world;

    set_up(&world);
    said.place_kind[BOBBIN_PLACE_R4 + 1] = BOBBIN_REGISTER;
    said.place_value[BOBBIN_PLACE_R4 + 1] = 2;
    said.place_kind[BOBBIN_PLACE_R4 + 2] = BOBBIN_LOST;
    said.place_kind[BOBBIN_PLACE_D8] = BOBBIN_SLOT;
    said.place_value[BOBBIN_PLACE_D8] = -16;
    world.stack[0] = 0x88888888;
    world.stack[1] = 0x99999999;
    world.r[2] = 0x55555555;
    world_begin(&world, WORLD_CODE + 2);
    world.cursor.valid |= BOBBIN_VALID_D(9) | BOBBIN_VALID_D(10);
    world_step(&world);
    assert_int_equal(world.cursor.r[BOBBIN_PC], WORLD_CODE + 0x40);
    assert_int_equal(world.cursor.r[BOBBIN_SP], WORLD_STACK + 16);
    assert_int_equal(world.cursor.r[4], 0x44444444);
    assert_int_equal(world.cursor.r[5], 0x55555555);
    assert_int_equal(world.cursor.r[7], 0x7000);
    assert_true(world.cursor.d[0] == 0x9999999988888888u);
    assert_int_equal(world.cursor.trust, BOBBIN_TRUST_TABLE);
    assert_int_equal(world.cursor.valid, BOBBIN_VALID_R(4) | BOBBIN_VALID_R(5) | BOBBIN_VALID_R(7) |
                                             BOBBIN_VALID_R(BOBBIN_SP) | BOBBIN_VALID_R(BOBBIN_PC) |
                                             BOBBIN_VALID_CPSR | BOBBIN_VALID_INNER(2) |
                                             BOBBIN_VALID_INNER(3) | BOBBIN_VALID_D(8) |
                                             BOBBIN_VALID_D(9));
}

/*
 * First case: the return address is in r2 and r5 is in lr. Second case: the return address is in r4
 * and r4 is in r2.
 */
static void what_is_in_another_register_is_read_before_that_changes(void **state)
{
    (void)state;
    struct world world;

    set_up(&world);
    said.place_kind[BOBBIN_PLACE_RA] = said.place_kind[BOBBIN_PLACE_R4 + 1] = BOBBIN_REGISTER;
    said.place_value[BOBBIN_PLACE_RA] = 2;
    said.place_value[BOBBIN_PLACE_R4 + 1] = BOBBIN_LR;
    world.r[2] = WORLD_CODE + 0x41;
    world.r[BOBBIN_LR] = 0x55555555;
    world_begin(&world, WORLD_CODE + 2);
    world_step(&world);
    assert_int_equal(world.cursor.r[BOBBIN_PC], WORLD_CODE + 0x40);
    assert_int_equal(world.cursor.r[5], 0x55555555);
    said.place_kind[BOBBIN_PLACE_R4] = BOBBIN_REGISTER;
    said.place_kind[BOBBIN_PLACE_R4 + 1] = BOBBIN_SAME;
    said.place_value[BOBBIN_PLACE_RA] = 4;
    said.place_value[BOBBIN_PLACE_R4] = 2;
    world.r[2] = 0x66666666;
    world.r[4] = WORLD_CODE + 0x51;
    world_begin(&world, WORLD_CODE + 2);
    world_step(&world);
    assert_int_equal(world.cursor.r[BOBBIN_PC], WORLD_CODE + 0x50);
    assert_int_equal(world.cursor.r[4], 0x66666666);
}

static void a_register_that_is_lost_is_missed_where_it_is_needed(void **state)
{
    (void)state;
    struct world world;

    set_up(&world);
    world_begin(&world, WORLD_CODE + 2);
    world_step(&world);
    said.cfa_register = 11;
    world_expect_stop(&world, BOBBIN_STOP_LOST, 11);
}

static void the_reader_is_asked_for_the_call(void **state)
{
    (void)state;
    struct bobbin_kept cache;
    struct world world;

    set_up(&world);
    world.env.foreign_cache = &cache;
    world_begin(&world, WORLD_CODE + 2);
    world_step(&world);
    assert_ptr_equal(given, &cache);
    assert_int_equal(asked.address, WORLD_CODE - BASE + 2);
    assert_true(asked.interrupted);
    world.stack[7] = WORLD_CODE + 0x51;
    world_step(&world);
    assert_int_equal(asked.address, WORLD_CODE - BASE + 0x3f);
    assert_false(asked.interrupted);
}

static void what_the_reader_says_of_the_end_is_the_stop(void **state)
{
    (void)state;
    static const enum bobbin_stop reasons[] = {BOBBIN_STOP_NO_RULE, BOBBIN_STOP_PC_OUTSIDE,
                                               BOBBIN_STOP_CORRUPT};
    struct world world;

    for (size_t i = 0; i < 3; i++) {
        set_up(&world);
        reason = reasons[i];
        world_begin(&world, WORLD_CODE + 2);
        world_expect_stop(&world, reason, WORLD_CODE + 2);
        assert_int_equal(times, 1);
    }
    set_up(&world);
    said.form = BOBBIN_FORM_ROOT;
    world_begin(&world, WORLD_CODE + 2);
    world_expect_stop(&world, BOBBIN_STOP_OUTERMOST, WORLD_CODE + 2);
}

static void expect_corrupt(struct world *world)
{
    struct bobbin_rule rule;
    enum bobbin_trust trust;

    assert_int_equal(
        bobbin_rule_at(&world->env, WORLD_CODE + 2, BOBBIN_KIND_INTERRUPTED, 0, &rule, &trust),
        BOBBIN_STOP_CORRUPT);
    world_begin(world, WORLD_CODE + 2);
    world_expect_stop(world, BOBBIN_STOP_CORRUPT, WORLD_CODE + 2);
}

static void rules_that_make_no_sense_are_corrupt(void **state)
{
    (void)state;
    static const struct {
        uint8_t place, kind;
        int32_t value;
    } places[] = {
        {BOBBIN_PLACE_R4, BOBBIN_SLOT_LOW, -8},
        {BOBBIN_PLACE_R4, BOBBIN_REGISTER, 5},
        {BOBBIN_PLACE_R4, BOBBIN_REGISTER, 13},
        {BOBBIN_PLACE_RA, BOBBIN_REGISTER, 15},
        {BOBBIN_PLACE_R4, 200, 0},
        {BOBBIN_PLACE_D8, BOBBIN_REGISTER, 1},
    };
    struct world world;

    for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
        set_up(&world);
        said.place_kind[places[i].place] = places[i].kind;
        said.place_value[places[i].place] = places[i].value;
        expect_corrupt(&world);
    }
    set_up(&world);
    said.cfa_register = BOBBIN_PC;
    expect_corrupt(&world);
    said.cfa_register = BOBBIN_SP;
    said.form = 9;
    expect_corrupt(&world);
    said.form = BOBBIN_FORM_NONE;
    expect_corrupt(&world);
}

static void tables_of_both_kinds_stand_side_by_side(void **state)
{
    (void)state;
    static const struct handmade_entry own_code[] = {ENTRY(8, 0), ENTRY(8, 1),
                                                     ENTRY(WORLD_CODE_BYTES / 2 - 16, 0)};
    static const struct handmade_range own_range = RANGE(WORLD_CODE, own_code, 3);
    static const uint32_t rules[] = {RULE_R4_LR, RULE_NONE};
    static const struct handmade own = {
        .ranges = &own_range, .ranges_count = 1, .rules = rules, .rules_count = 2};
    struct world world;

    set_up(&world);
    world_set_up(&world, &own);
    world_add_table(&world, &foreign, BIAS);
    world_give_cache(&world, WORLD_CACHE_MIN);
    world.env.foreign = &reader;
    world.env.foreign_cache = world.env.cache;
    world.stack[1] = WORLD_CODE + BIAS + 0x21;
    world.stack[4] = 0x44444444;
    world.stack[5] = WORLD_CODE + 0x61;
    world_begin(&world, WORLD_CODE + 2);
    world_step(&world);
    assert_int_equal(times, 0);
    world_step(&world);
    assert_int_equal(times, 1);
    assert_int_equal(asked.address, WORLD_CODE - BASE + 0x1f);
    assert_null(given); /* the cache is only for the first table */
    assert_int_equal(world.cursor.r[BOBBIN_PC], WORLD_CODE + 0x60);
    world.stack[7] = WORLD_CODE + 0x13;
    world_step(&world);
    assert_false(world.cursor.valid & BOBBIN_VALID_R(9));
    world_expect_stop(&world, BOBBIN_STOP_NO_RULE, WORLD_CODE + 0x12);
    assert_int_equal(times, 1); /* not called for a table in Bobbin's own format */
    free(world.env.cache);
}

/*
 * The table: header, one range with the offset of FOREIGN in its last word, then FOREIGN with 24
 * bytes and two parts of 4 bytes.
 */
enum { OFFSET = 24 + RANGE_BYTES - 4, FOREIGN = 56, END = 88 };

static void put_word(struct world *world, uint32_t at, uint32_t value)
{
    memcpy(world->bytes[0] + at, &value, 4);
}

/*
 * The range has the offset of FOREIGN, and FOREIGN has the sizes of its parts. No part may reach
 * beyond the table.
 */
static void what_is_not_all_there_is_corrupt(void **state)
{
    (void)state;
    static const struct {
        uint32_t at, value;
    } cases[] = {
        {OFFSET, END},        {OFFSET, END - 20},        {OFFSET, END + 4},
        {OFFSET, 0xfffffffc}, {OFFSET, 0x80000000},      {OFFSET, FOREIGN + 2},
        {FOREIGN + 8, 5},     {FOREIGN + 8, 0xffffffff}, {FOREIGN + 8, 0x80000000},
        {FOREIGN + 8 + 4, 1}, {FOREIGN + 8 + 12, 5},     {FOREIGN + 8 + 12, 0xfffffffd},
    };
    struct world world;

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        set_up(&world);
        assert_int_equal(world.tables[0].size_bytes, END);
        put_word(&world, cases[i].at, cases[i].value);
        assert_int_equal(bobbin_table_open(&world.tables[0], world.bytes[0], END, 0),
                         BOBBIN_TABLE_OK);
        expect_corrupt(&world);
        assert_int_equal(times, 0);
    }
}

/* The table has another format, or the environment has no reader. Both yield NO_RULE. */
static void a_reader_of_another_format_is_not_asked(void **state)
{
    (void)state;
    struct world world;

    set_up(&world);
    put_word(&world, FOREIGN, NUMBER + 1);
    world_begin(&world, WORLD_CODE + 2);
    world_expect_stop(&world, BOBBIN_STOP_NO_RULE, WORLD_CODE + 2);
    world.env.foreign = NULL;
    world_begin(&world, WORLD_CODE + 2);
    world_expect_stop(&world, BOBBIN_STOP_NO_RULE, WORLD_CODE + 2);
    assert_int_equal(times, 0);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_frame_has_what_the_format_tells_of),
        cmocka_unit_test(what_is_in_another_register_is_read_before_that_changes),
        cmocka_unit_test(a_register_that_is_lost_is_missed_where_it_is_needed),
        cmocka_unit_test(the_reader_is_asked_for_the_call),
        cmocka_unit_test(what_the_reader_says_of_the_end_is_the_stop),
        cmocka_unit_test(rules_that_make_no_sense_are_corrupt),
        cmocka_unit_test(tables_of_both_kinds_stand_side_by_side),
        cmocka_unit_test(what_is_not_all_there_is_corrupt),
        cmocka_unit_test(a_reader_of_another_format_is_not_asked),
    };
    return cmocka_run_group_tests_name("core_foreign", tests, NULL, NULL);
}
