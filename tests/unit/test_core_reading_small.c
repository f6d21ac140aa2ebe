/* SPDX-License-Identifier: MIT */
/*
 * Rules of small tables, which come only from the code: by which instructions, and with which flags
 * of a range. test_core_reading.c tests reading with fast tables.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "world.h"
#include <bobbin/rule.h>

#define HALFWORDS (WORLD_CODE_BYTES / 2)

/*
 * The range has pages, or blocks with body rules from the code, or blocks with body rules from the
 * table.
 */
#define HAS_BODY  0x80u
#define FAST      HAS_BODY
#define SMALL     (HOW_FORWARD | HOW_PROLOGUE | HOW_WALK | HOW_CODE)
#define WITH_BODY (SMALL | HAS_BODY)

/* Thumb instructions. */
#define PUSH_R4_LR     0xb510
#define POP_R4_PC      0xbd10
#define SUB_SP_8       0xb082
#define ADD_SP_8       0xb002
#define BX_LR          0x4770
#define BX_R3          0x4718
#define NOP            0xbf00
#define MOVS_R0        0x2000
#define IT_EQ          0xbf08
#define ITE_EQ         0xbf0c
#define ITT_EQ         0xbf04
#define NOP_W          0xf3af, 0x8000
#define LDR_W_R4_SP    0xf8dd, 0x4000
#define BL             0xf000, 0xf800
#define BEQ(halfwords) (0xd000 | (((halfwords)-2) & 0xff)) /* distance from the branch itself */
#define UDF            0xde00

/*
 * The only function. Its body rule is on r7. No code here uses r7, so a rule from the code is
 * different.
 */
#define BODY COMPACT(7, 50, 0x01, 0, 0, COMPACT_RA)
static const uint32_t rules[] = {BODY, RULE_LEAF, RULE_NONE};
enum { RULES = sizeof(rules) / sizeof(rules[0]) };

static void set_up(struct world *world, uint32_t how, const uint16_t *code, uint32_t count)
{
    const struct handmade_entry entry[] = {ENTRY(HALFWORDS, how & HAS_BODY ? 0 : HANDMADE_CODE)};
    const struct handmade_entry caller[] = {ENTRY(16, 1)};
    const struct handmade_range ranges[] = {
        {.start = WORLD_CODE, .entries = entry, .entries_count = 1, .how = how & ~HAS_BODY},
        RANGE(WORLD_CODE + 0x1000, caller, 1),
    };
    const struct handmade table = {
        .ranges = ranges, .ranges_count = 2, .rules = rules, .rules_count = RULES};

    world_set_up(world, &table);
    for (uint32_t i = 0; i < HALFWORDS; i++)
        memcpy(world->code + 2 * i, &(uint16_t){UDF}, 2);
    memcpy(world->code, code, 2 * count);
}

enum { OF_BODY = 1000, OF_ROW, NOTHING }; /* special values instead of a cfa */

/* RULE, from the table, must be the body rule that a call at halfword AT has. */
static void expect_body(struct world *world, uint32_t at, const struct bobbin_rule *rule)
{
    struct bobbin_rule body;
    enum bobbin_trust trust;

    assert_int_equal(bobbin_rule_at(&world->env, WORLD_CODE + 2 * at + 2, BOBBIN_KIND_CALL,
                                    world->cpsr, &body, &trust),
                     BOBBIN_STOP_NONE);
    assert_int_equal(trust, BOBBIN_TRUST_TABLE);
    assert_int_equal(rule->cfa_register, body.cfa_register);
    assert_int_equal(rule->cfa_offset, body.cfa_offset);
    assert_memory_equal(rule->place_kind, body.place_kind, sizeof(body.place_kind));
    assert_memory_equal(rule->place_value, body.place_value, sizeof(body.place_value));
}

/*
 * Looks up halfword AT and returns the cfa in bytes from sp. *SAVED is a mask of the places in
 * slots.
 */
static int32_t cfa_at(struct world *world, uint32_t at, enum bobbin_kind kind, uint32_t *saved)
{
    struct bobbin_rule rule;
    enum bobbin_trust trust;
    enum bobbin_stop stop =
        bobbin_rule_at(&world->env, WORLD_CODE + 2 * at, kind, world->cpsr, &rule, &trust);

    *saved = 0;
    if (stop == BOBBIN_STOP_NO_RULE)
        return NOTHING;
    assert_int_equal(stop, BOBBIN_STOP_NONE);
    if (rule.cfa_register == 7)
        return OF_BODY;
    if (trust == BOBBIN_TRUST_TABLE && !rule.cfa_offset) /* RULE_LEAF */
        return OF_ROW;
    if (trust == BOBBIN_TRUST_TABLE)
        expect_body(world, at, &rule);
    else
        assert_int_equal(trust, BOBBIN_TRUST_CODE);
    assert_int_equal(rule.cfa_register, BOBBIN_SP);
    for (uint32_t place = 0; place < BOBBIN_PLACES; place++)
        *saved |= (uint32_t)(rule.place_kind[place] == BOBBIN_SLOT) << place;
    return rule.cfa_offset;
}

#define R4 1u
#define RA (1u << BOBBIN_PLACE_RA)

struct expected {
    uint32_t at; /* in halfwords */
    int32_t cfa;
    uint32_t saved;
};

static void expect(struct world *world, enum bobbin_kind kind, const struct expected *expected,
                   size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint32_t saved;
        int32_t cfa = cfa_at(world, expected[i].at, kind, &saved);
        if (cfa != expected[i].cfa || saved != expected[i].saved)
            fail_msg("at %u: cfa %d, saved 0x%x; expected %d, 0x%x", expected[i].at, cfa, saved,
                     expected[i].cfa, expected[i].saved);
    }
}

#define EXPECT(world, kind, ...)                                                                   \
    do {                                                                                           \
        static const struct expected all[] = {__VA_ARGS__};                                        \
        expect(world, kind, all, sizeof(all) / sizeof(all[0]));                                    \
    } while (0)

static void a_function_is_read_at_each_instruction(void **state)
{
    (void)state;
    static const uint16_t code[] = {PUSH_R4_LR, SUB_SP_8, BL, NOP, ADD_SP_8, POP_R4_PC};
    struct world world;

    set_up(&world, FAST, code, 7);
    EXPECT(&world, BOBBIN_KIND_INTERRUPTED, {0, 0, 0}, {1, 8, R4 | RA}, {2, OF_BODY, 0},
           {4, OF_BODY, 0}, {5, OF_BODY, 0}, {6, 8, R4 | RA});
    EXPECT(&world, BOBBIN_KIND_CALL, {4, OF_BODY, 0});
    set_up(&world, SMALL, code, 7);
    EXPECT(&world, BOBBIN_KIND_INTERRUPTED, {1, 8, R4 | RA}, {2, 16, R4 | RA}, {4, 16, R4 | RA},
           {5, 16, R4 | RA}, {6, 8, R4 | RA});
    EXPECT(&world, BOBBIN_KIND_CALL, {4, 16, R4 | RA});
}

/* After a push, the stack holds the values that the function itself has pushed. */
static void what_the_path_pushed_comes_back(void **state)
{
    (void)state;
    static const uint16_t code[] = {NOP, PUSH_R4_LR, NOP, POP_R4_PC};
    struct world world;

    set_up(&world, WITH_BODY, code, 4);
    EXPECT(&world, BOBBIN_KIND_INTERRUPTED, {0, 0, 0}, {1, 0, 0}, {2, 8, R4 | RA}, {3, 8, R4 | RA});
    set_up(&world, FAST, code, 4);
    EXPECT(&world, BOBBIN_KIND_INTERRUPTED, {0, 0, 0}, {1, 0, 0}, {2, 8, R4 | RA}, {3, 8, R4 | RA});
}

/* A skipped instruction may be in an IT block. It uses up one condition of that block. */
static void what_is_passed_over_takes_its_turn_of_an_it(void **state)
{
    (void)state;
    static const uint16_t code[] = {IT_EQ, MOVS_R0, ADD_SP_8, POP_R4_PC};
    static const uint16_t opposite[] = {ITE_EQ, MOVS_R0, ADD_SP_8, BEQ(10), POP_R4_PC};
    struct world world;

    set_up(&world, SMALL, code, 4);
    EXPECT(&world, BOBBIN_KIND_INTERRUPTED, {0, 16, R4 | RA}, {2, 16, R4 | RA});
    set_up(&world, SMALL, opposite, 5);
    EXPECT(&world, BOBBIN_KIND_INTERRUPTED, {0, 16, R4 | RA});
}

/*
 * Two instructions in an IT block with opposite conditions. The walk assumes that the first
 * condition holds.
 */
static void the_second_of_an_it_may_be_the_opposite(void **state)
{
    (void)state;
    static const uint16_t code[] = {ITE_EQ, ADD_SP_8, ADD_SP_8, POP_R4_PC};
    static const uint16_t both[] = {ITT_EQ, ADD_SP_8, ADD_SP_8, POP_R4_PC};
    struct world world;

    set_up(&world, SMALL, code, 4);
    EXPECT(&world, BOBBIN_KIND_INTERRUPTED, {0, 16, R4 | RA});
    set_up(&world, SMALL, both, 4);
    EXPECT(&world, BOBBIN_KIND_INTERRUPTED, {0, 24, R4 | RA});
}

static void a_small_prologue_ends_after_48_instructions(void **state)
{
    (void)state;
    uint16_t code[51];
    struct world world;

    for (uint32_t i = 0; i < 50; i++)
        code[i] = NOP;
    code[0] = PUSH_R4_LR;
    code[49] = SUB_SP_8;
    code[50] = UDF;
    set_up(&world, HOW_PROLOGUE | HOW_WALK | HOW_CODE, code, 51);
    EXPECT(&world, BOBBIN_KIND_INTERRUPTED, {0, 0, 0}, {48, 8, R4 | RA}, {50, 8, R4 | RA});
    EXPECT(&world, BOBBIN_KIND_CALL, {50, 8, R4 | RA});
    code[47] = SUB_SP_8;
    set_up(&world, HOW_PROLOGUE | HOW_WALK | HOW_CODE, code, 51);
    EXPECT(&world, BOBBIN_KIND_INTERRUPTED, {47, 8, R4 | RA}, {48, 16, R4 | RA}, {50, 16, R4 | RA});
}

/* An explicit rule holds everywhere, so no prologue is searched. */
static void for_an_explicit_rule_nothing_is_read(void **state)
{
    (void)state;
    static const uint32_t leaf[] = {RULE_LEAF};
    static const struct handmade_entry entry[] = {ENTRY(HALFWORDS, 0)};
    static const struct handmade_range range[] = {RANGE(WORLD_CODE, entry, 1)};
    static const struct handmade table = {
        .ranges = range, .ranges_count = 1, .rules = leaf, .rules_count = 1};
    struct world world;

    world_set_up(&world, &table);
    for (uint32_t at = 0; at < HALFWORDS; at++) {
        const struct expected here = {at, OF_ROW, 0};
        expect(&world, BOBBIN_KIND_INTERRUPTED, &here, 1);
    }
    assert_int_equal(world.reads, 0);
}

static void without_small_a_small_table_has_no_rules(void **state)
{
    (void)state;
    static const uint16_t code[] = {PUSH_R4_LR, NOP, POP_R4_PC};
    struct world world;

    set_up(&world, SMALL, code, 3);
    EXPECT(&world, BOBBIN_KIND_INTERRUPTED, {1, 8, R4 | RA});
    world.env.small = NULL;
    world.reads = 0;
    EXPECT(&world, BOBBIN_KIND_INTERRUPTED, {0, NOTHING, 0}, {1, NOTHING, 0}, {2, NOTHING, 0});
    EXPECT(&world, BOBBIN_KIND_CALL, {1, NOTHING, 0});
    assert_int_equal(world.reads, 0);
}

static void a_walk_tries_other_ways(void **state)
{
    (void)state;
    /* beq to 5; udf; 5: beq back to 3; bl; pop */
    static const uint16_t code[] = {BEQ(3), UDF, UDF, BEQ(-2), BL, POP_R4_PC};
    struct world world;

    set_up(&world, WITH_BODY, code, 7);
    EXPECT(&world, BOBBIN_KIND_INTERRUPTED, {0, 8, R4 | RA}, {1, OF_BODY, 0}, {3, 8, R4 | RA},
           {6, 8, R4 | RA});
    EXPECT(&world, BOBBIN_KIND_CALL, {6, 8, R4 | RA});
}

/* A call overwrites lr, so bx lr after it is no return. */
static void a_walk_knows_that_a_call_takes_lr(void **state)
{
    (void)state;
    static const uint16_t code[] = {BL, BX_LR, BX_R3};
    struct world world;

    set_up(&world, WITH_BODY, code, 4);
    EXPECT(&world, BOBBIN_KIND_INTERRUPTED, {0, OF_BODY, 0}, {2, 0, 0});
    EXPECT(&world, BOBBIN_KIND_CALL, {2, OF_BODY, 0});
}

/*
 * The walk goes through a loop of 32-bit instructions, then the longest prologue is read. With a
 * fast table, six instructions are read. A body rule also reads its two slots. If no code is read,
 * only these slots are read.
 */
static void a_step_reads_no_more_than_bobbin_h_says(void **state)
{
    (void)state;
    static const struct {
        uint32_t how, pc, reads;
    } cases[] = {
        {SMALL, 200, 2 * (255 + 48)},
        {FAST, 68, 2 * 6 + 2},
        {FAST, 100, 2 * 6 + 2},
        {HOW_CODE | HAS_BODY, 200, 2},
    };
    uint16_t code[HALFWORDS];
    struct world world;

    for (uint32_t i = 0; i < HALFWORDS; i += 2)
        memcpy(&code[i], (uint16_t[]){NOP_W}, 4);
    for (uint32_t i = 50; i < 56; i += 2)
        memcpy(&code[i], (uint16_t[]){LDR_W_R4_SP}, 4);
    memcpy(&code[HALFWORDS - 2], (uint16_t[]){0xf7ff, 0xbf80}, 4); /* b.w -256 */
    for (uint32_t i = 0; i < 4; i++) {
        set_up(&world, cases[i].how, code, HALFWORDS);
        world.r[7] = WORLD_STACK;
        world.r[BOBBIN_LR] = world.stack[49] = WORLD_CODE + 0x1005;
        world_begin(&world, WORLD_CODE + cases[i].pc);
        world_step(&world);
        assert_int_equal(world.cursor.reads, world.reads);
        assert_int_equal(world.reads, cases[i].reads);
    }
}

static void code_that_cannot_be_read_ends_the_trace(void **state)
{
    (void)state;
    static const uint16_t code[] = {NOP};
    struct world world;

    for (uint32_t how = 0; how < 2; how++) {
        set_up(&world, how ? SMALL : FAST, code, 1);
        memset(world.code, 0, sizeof(world.code)); /* movs r0, r0 */
        world.r[BOBBIN_LR] = WORLD_CODE + 0x1005;
        world_begin(&world, WORLD_CODE + WORLD_CODE_BYTES - 4);
        world_expect_stop(&world, BOBBIN_STOP_UNREADABLE, WORLD_CODE + WORLD_CODE_BYTES);
        world.env.reads_max = 1;
        world_begin(&world, WORLD_CODE);
        world_expect_stop(&world, BOBBIN_STOP_BUDGET, WORLD_CODE + 2);
    }
}

/* The same bytes are different instructions in ARM and Thumb state. */
static void the_state_is_that_of_the_frame(void **state)
{
    (void)state;
    /* ARM: pop {r4, pc}. Thumb: strh and a pop.w of no register. */
    static const uint16_t code[] = {0x8010, 0xe8bd, 0x0000};
    struct world world;

    set_up(&world, FAST, code, 3);
    world.cpsr &= ~BOBBIN_CPSR_T;
    EXPECT(&world, BOBBIN_KIND_INTERRUPTED, {0, 8, R4 | RA});
    world.cpsr |= BOBBIN_CPSR_T;
    EXPECT(&world, BOBBIN_KIND_INTERRUPTED, {0, OF_BODY, 0});
    set_up(&world, WITH_BODY, code, 3);
    world.cpsr &= ~BOBBIN_CPSR_T;
    EXPECT(&world, BOBBIN_KIND_INTERRUPTED, {0, 8, R4 | RA});
}

static void an_entry_may_do_without(void **state)
{
    (void)state;
    static const struct handmade_row row[] = {{6, 1, 1}};
    const struct handmade_entry entries[] = {
        {.halfwords = 8, .rule = 0, .without = HOW_FORWARD},
        {.halfwords = 8, .rule = 0, .rows = row, .rows_count = 1},
        {.halfwords = 8, .rule = 2},
        {.halfwords = 8, .rule = HANDMADE_CODE, .without = HOW_FORWARD},
        {.halfwords = 8, .rule = HANDMADE_CODE, .without = HOW_FORWARD | HOW_PROLOGUE},
        {.halfwords = 8, .rule = HANDMADE_CODE, .without = HOW_PROLOGUE},
    };
    const struct handmade_range range = {
        .start = WORLD_CODE, .entries = entries, .entries_count = 6, .how = SMALL};
    const struct handmade table = {
        .ranges = &range, .ranges_count = 1, .rules = rules, .rules_count = RULES};
    struct world world;

    world_set_up(&world, &table);
    for (uint32_t i = 0; i < 6; i++) {
        static const uint16_t code[] = {PUSH_R4_LR, BL, BL, NOP, POP_R4_PC, UDF};
        memcpy(world.code + 16 * i, code, sizeof(code));
    }
    EXPECT(&world, BOBBIN_KIND_INTERRUPTED, {0, OF_BODY, 0}, {1, OF_BODY, 0}, {6, OF_BODY, 0});
    EXPECT(&world, BOBBIN_KIND_INTERRUPTED, {8, 0, 0}, {9, 8, R4 | RA}, {14, OF_ROW, 0});
    EXPECT(&world, BOBBIN_KIND_INTERRUPTED, {16, NOTHING, 0}, {22, NOTHING, 0});
    EXPECT(&world, BOBBIN_KIND_INTERRUPTED, {24, 0, 0}, {25, 8, R4 | RA}, {31, 8, R4 | RA});
    EXPECT(&world, BOBBIN_KIND_INTERRUPTED, {32, NOTHING, 0}, {33, NOTHING, 0});
    EXPECT(&world, BOBBIN_KIND_INTERRUPTED, {41, 8, R4 | RA}, {47, NOTHING, 0});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_function_is_read_at_each_instruction),
        cmocka_unit_test(what_the_path_pushed_comes_back),
        cmocka_unit_test(what_is_passed_over_takes_its_turn_of_an_it),
        cmocka_unit_test(the_second_of_an_it_may_be_the_opposite),
        cmocka_unit_test(a_small_prologue_ends_after_48_instructions),
        cmocka_unit_test(for_an_explicit_rule_nothing_is_read),
        cmocka_unit_test(without_small_a_small_table_has_no_rules),
        cmocka_unit_test(a_walk_tries_other_ways),
        cmocka_unit_test(a_walk_knows_that_a_call_takes_lr),
        cmocka_unit_test(a_step_reads_no_more_than_bobbin_h_says),
        cmocka_unit_test(code_that_cannot_be_read_ends_the_trace),
        cmocka_unit_test(the_state_is_that_of_the_frame),
        cmocka_unit_test(an_entry_may_do_without),
    };
    return cmocka_run_group_tests_name("core_reading_small", tests, NULL, NULL);
}
