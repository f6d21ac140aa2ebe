/* SPDX-License-Identifier: MIT */
/* Rules that are read from the code (SPEC.md 7): what is found, what is refused, and after how many instructions. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "code.h"
#include "code_plain.h"
#include "world.h"

#define HALFWORDS (WORLD_CODE_BYTES / 2)
#define FAST      HOW_FORWARD
#define SMALL     (HOW_FORWARD | HOW_PROLOGUE | HOW_WALK | HOW_CODE)

/* Thumb instructions. */
#define PUSH_R4_LR     0xb510
#define PUSH_LR        0xb500
#define POP_R4_PC      0xbd10
#define POP_R4         0xbc10
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
#define BEQ(halfwords) (0xd000 | (((halfwords)-2) & 0xff)) /* from itself */
#define B(halfwords)   (0xe000 | (((halfwords)-2) & 0x7ff))
#define UDF            0xde00

/* The one function; its body rule stands on r7, which no code here uses: what is found is not it. */
#define BODY COMPACT(7, 50, 0x01, 0, 0, COMPACT_RA)
static const uint32_t body_rule[] = {BODY, RULE_LEAF};

static void set_up_with(struct world *world, const uint32_t *rules, uint32_t how,
                        const uint16_t *code, uint32_t count)
{
    const struct handmade_entry entry[] = {ENTRY(HALFWORDS, how & HOW_CODE ? HANDMADE_CODE : 1)};
    const struct handmade_entry caller[] = {ENTRY(16, 2)};
    const struct handmade_range ranges[] = {
        {.start = WORLD_CODE, .entries = entry, .entries_count = 1, .how = how},
        RANGE(WORLD_CODE + 0x1000, caller, 1),
    };
    const struct handmade table = {
        .ranges = ranges, .ranges_count = 2, .rules = rules, .rules_count = 2};

    world_set_up(world, &table);
    for (uint32_t i = 0; i < HALFWORDS; i++)
        memcpy(world->code + 2 * i, &(uint16_t){UDF}, 2);
    memcpy(world->code, code, 2 * count);
}

static void set_up(struct world *world, uint32_t how, const uint16_t *code, uint32_t count)
{
    set_up_with(world, body_rule, how, code, count);
}

enum { OF_BODY = 1000, OF_ROW, NOTHING }; /* in place of a cfa */

/* RULE, which is said to be the table's, is the body rule at halfword AT: what a call there has. */
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

/* The cfa found, in bytes from sp, at halfword AT. In *SAVED: places that are slots. */
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
    uint32_t at; /* halfword */
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
    EXPECT(&world, BOBBIN_KIND_EXACT, {0, 0, 0}, {1, OF_BODY, 0}, {2, OF_BODY, 0}, {4, 16, R4 | RA},
           {5, 16, R4 | RA}, {6, 8, R4 | RA});
    EXPECT(&world, BOBBIN_KIND_CALL, {4, OF_BODY, 0});
    set_up(&world, SMALL, code, 7);
    EXPECT(&world, BOBBIN_KIND_EXACT, {1, 8, R4 | RA}, {2, 16, R4 | RA}, {4, 16, R4 | RA},
           {5, 16, R4 | RA}, {6, 8, R4 | RA});
    EXPECT(&world, BOBBIN_KIND_CALL, {4, 16, R4 | RA});
}

/* From the first instruction that pushes, what is on the stack later is the function's own. */
static void what_the_path_pushed_comes_back(void **state)
{
    (void)state;
    static const uint16_t code[] = {NOP, PUSH_R4_LR, NOP, POP_R4_PC};
    struct world world;

    set_up(&world, HOW_FORWARD | HOW_WALK, code, 4);
    EXPECT(&world, BOBBIN_KIND_EXACT, {0, 0, 0}, {1, 0, 0}, {2, 8, R4 | RA}, {3, 8, R4 | RA});
    set_up(&world, HOW_FORWARD, code, 4);
    EXPECT(&world, BOBBIN_KIND_EXACT, {0, 0, 0}, {1, 0, 0}, {2, 8, R4 | RA}, {3, 8, R4 | RA});
}

/* Whether they are looked at or passed over. */
static void forward_goes_five_instructions(void **state)
{
    (void)state;
    static const uint16_t code[] = {NOP, NOP, NOP, NOP, NOP, BX_LR};
    static const uint16_t plain[] = {MOVS_R0, NOP, MOVS_R0, NOP, MOVS_R0, BX_LR};
    struct world world;

    set_up(&world, HOW_FORWARD, code, 6);
    EXPECT(&world, BOBBIN_KIND_EXACT, {0, OF_BODY, 0}, {1, 0, 0}, {5, 0, 0});
    set_up(&world, HOW_FORWARD, plain, 6);
    EXPECT(&world, BOBBIN_KIND_EXACT, {0, OF_BODY, 0}, {1, 0, 0}, {5, 0, 0});
}

/* With three of them that do something to the frame eight. */
static void forward_does_not_count_three_that_matter(void **state)
{
    (void)state;
    static const uint16_t code[] = {ADD_SP_8, ADD_SP_8, NOP, ADD_SP_8, ADD_SP_8,
                                    NOP,      NOP,      NOP, BX_LR};
    static const uint16_t wide[] = {NOP_W, LDR_W_R4_SP, LDR_W_R4_SP, ADD_SP_8, BX_LR};
    struct world world;

    set_up(&world, HOW_FORWARD, code, 9);
    EXPECT(&world, BOBBIN_KIND_EXACT, {0, OF_BODY, 0}, {1, 24, 0}, {2, 16, 0}, {5, 0, 0});
    set_up(&world, HOW_FORWARD, wide, 8);
    EXPECT(&world, BOBBIN_KIND_EXACT, {0, 8, R4}, {6, 8, 0});
}

static void forward_refuses_calls_branches_and_the_unknown(void **state)
{
    (void)state;
    static const uint16_t call[] = {BL, BX_LR};
    static const uint16_t branch[] = {BEQ(4), NOP, NOP, BX_LR};
    static const uint16_t unknown[] = {UDF, BX_LR};
    static const uint16_t over_the_border[] = {PUSH_LR, POP_R4, POP_R4_PC, BX_LR};
    struct world world;

    set_up(&world, HOW_FORWARD, call, 3);
    EXPECT(&world, BOBBIN_KIND_EXACT, {0, OF_BODY, 0}, {2, 0, 0});
    set_up(&world, HOW_FORWARD, branch, 4);
    EXPECT(&world, BOBBIN_KIND_EXACT, {0, OF_BODY, 0}, {1, 0, 0});
    set_up(&world, HOW_FORWARD, unknown, 2);
    EXPECT(&world, BOBBIN_KIND_EXACT, {0, OF_BODY, 0}, {1, 0, 0});
    set_up(&world, HOW_FORWARD, over_the_border, 4);
    EXPECT(&world, BOBBIN_KIND_EXACT, {1, 12, R4 | RA}, {2, 8, R4 | RA});
}

/* b within the function: not followed; and b out of it: a call that returns to our caller. */
static void forward_takes_a_branch_out_for_a_call(void **state)
{
    (void)state;
    static const uint16_t inside[] = {B(3), UDF, UDF, POP_R4_PC};
    static const uint16_t outside[] = {POP_R4, B(500), ADD_SP_8, B(500)};
    struct world world;

    set_up(&world, HOW_FORWARD, inside, 4);
    EXPECT(&world, BOBBIN_KIND_EXACT, {0, OF_BODY, 0}, {3, 8, R4 | RA});
    /* The body rule has the return address on the stack: where something was loaded, lr must have been. */
    set_up(&world, HOW_FORWARD, outside, 4);
    EXPECT(&world, BOBBIN_KIND_EXACT, {0, OF_BODY, 0}, {1, 0, 0}, {2, 8, 0});
}

/* Whatever the flags are: a return under a condition re-creates the caller's state as any other does. */
static void forward_takes_conditions_to_hold(void **state)
{
    (void)state;
    static const uint16_t code[] = {IT_EQ, MOVS_R0, ADD_SP_8, POP_R4_PC};
    static const uint16_t conditional[] = {ITT_EQ, ADD_SP_8, POP_R4_PC};
    static const uint16_t arm[] = {0xd008, 0x128d /* addne sp, sp, #8 */, 0x8010,
                                   0x18bd /* popne {r4, pc} */};
    struct world world;

    set_up(&world, HOW_FORWARD, code, 4);
    EXPECT(&world, BOBBIN_KIND_EXACT, {0, 16, R4 | RA}, {2, 16, R4 | RA});
    set_up(&world, HOW_FORWARD, conditional, 3);
    EXPECT(&world, BOBBIN_KIND_EXACT, {0, 16, R4 | RA}, {1, 16, R4 | RA});
    set_up(&world, HOW_FORWARD, arm, 4);
    world.cpsr &= ~BOBBIN_CPSR_T;
    EXPECT(&world, BOBBIN_KIND_EXACT, {0, 16, R4 | RA}, {2, 8, R4 | RA});
}

/* An instruction that does not matter to a frame may be one of those that an IT speaks of. */
static void what_is_passed_over_takes_its_turn_of_an_it(void **state)
{
    (void)state;
    static const uint16_t code[] = {IT_EQ, MOVS_R0, ADD_SP_8, POP_R4_PC};
    static const uint16_t opposite[] = {ITE_EQ, MOVS_R0, ADD_SP_8, BEQ(10), POP_R4_PC};
    struct world world;

    set_up(&world, SMALL, code, 4);
    EXPECT(&world, BOBBIN_KIND_EXACT, {0, 16, R4 | RA}, {2, 16, R4 | RA});
    set_up(&world, SMALL, opposite, 5);
    EXPECT(&world, BOBBIN_KIND_EXACT, {0, 16, R4 | RA});
}

/* Two instructions under one IT, the second if it does not hold: the walk takes the first condition to hold. */
static void the_second_of_an_it_may_be_the_opposite(void **state)
{
    (void)state;
    static const uint16_t code[] = {ITE_EQ, ADD_SP_8, ADD_SP_8, POP_R4_PC};
    static const uint16_t both[] = {ITT_EQ, ADD_SP_8, ADD_SP_8, POP_R4_PC};
    struct world world;

    set_up(&world, SMALL, code, 4);
    EXPECT(&world, BOBBIN_KIND_EXACT, {0, 16, R4 | RA});
    set_up(&world, SMALL, both, 4);
    EXPECT(&world, BOBBIN_KIND_EXACT, {0, 24, R4 | RA});
}

struct cfa {
    int32_t cfa_register, cfa_offset;
};

/* CODE, whose body rule has its cfa 16 bytes from r7, has EXPECTED at each of COUNT halfwords. */
static void expect_of_r7(const uint16_t *code, const struct cfa *expected, uint32_t count)
{
    static const uint32_t rule_of_r7[] = {COMPACT(7, 4, 0x08, 0, 0, COMPACT_RA)};
    static const struct handmade_entry entry[] = {ENTRY(HALFWORDS, 1)};
    static const struct handmade_range range[] = {
        {.start = WORLD_CODE, .entries = entry, .entries_count = 1, .how = FAST}};
    static const struct handmade table = {
        .ranges = range, .ranges_count = 1, .rules = rule_of_r7, .rules_count = 1};
    struct bobbin_rule rule;
    enum bobbin_trust trust;
    struct world world;

    world_set_up(&world, &table);
    memcpy(world.code, code, 2 * count);
    for (uint32_t at = 0; at < count; at++) {
        if (!expected[at].cfa_register)
            continue;
        assert_int_equal(bobbin_rule_at(&world.env, WORLD_CODE + 2 * at, BOBBIN_KIND_EXACT,
                                        world.cpsr, &rule, &trust),
                         BOBBIN_STOP_NONE);
        assert_int_equal(rule.cfa_register, expected[at].cfa_register);
        assert_int_equal(rule.cfa_offset, expected[at].cfa_offset);
    }
}

static void a_frame_pointer_leads_to_sp(void **state)
{
    (void)state;
    /* push {r7, lr}; sub sp, #8; add r7, sp, #0; nop; adds r7, #8; mov sp, r7; pop {r7, pc} */
    static const uint16_t code[] = {0xb580, SUB_SP_8, 0xaf00, NOP, 0x3708, 0x46bd, 0xbd80};
    static const struct cfa expected[] = {{13, 0}, {13, 8}, {13, 16}, {7, 16},
                                          {7, 16}, {7, 8},  {13, 8}};
    /* the same with mov r7, sp and add.w r7, r7, #8, whose second half is not asked for */
    static const uint16_t other[] = {0xb580, SUB_SP_8, 0x466f, NOP, 0xf107, 0x0708, 0x46bd, 0xbd80};
    static const struct cfa expected_other[] = {{13, 0}, {13, 8}, {13, 16}, {7, 16},
                                                {7, 16}, {0},     {7, 8},   {13, 8}};
    /* push {r7, lr}; mov r7, sp; add.w r5, sp, #8, which makes no other register the frame pointer */
    static const uint16_t local[] = {0xb580, 0x466f, 0xf10d, 0x0508, NOP};
    static const struct cfa expected_local[] = {{13, 0}, {13, 16}, {7, 16}, {0}, {7, 16}};
    /* push {r7, lr}; mov r7, sp; mov r7, r7, which does nothing */
    static const uint16_t itself[] = {0xb580, 0x466f, 0x463f, NOP};
    static const struct cfa expected_itself[] = {{13, 0}, {13, 16}, {7, 16}, {7, 16}};

    expect_of_r7(code, expected, 7);
    expect_of_r7(other, expected_other, 8);
    expect_of_r7(local, expected_local, 5);
    expect_of_r7(itself, expected_itself, 4);
}

/* Behind the one that makes r7 the frame pointer, as clang saves: push.w {r8}; bl */
static void registers_may_be_saved_behind_the_frame_pointer(void **state)
{
    (void)state;
    static const uint32_t rules[] = {COMPACT(7, 2, 0x11, 0, 0, COMPACT_RA), RULE_LEAF};
    static const uint16_t code[] = {0xf84d, 0x8d04 /* str r8, [sp, #-4]! */, BL};
    struct bobbin_rule rule;
    enum bobbin_trust trust;
    struct world world;

    set_up_with(&world, rules, HOW_FORWARD, code, 4);
    for (uint32_t at = 0; at <= 2; at += 2) {
        assert_int_equal(bobbin_rule_at(&world.env, WORLD_CODE + 2 * at, BOBBIN_KIND_EXACT,
                                        world.cpsr, &rule, &trust),
                         BOBBIN_STOP_NONE);
        assert_int_equal(rule.cfa_register, 7);
        assert_int_equal(rule.cfa_offset, 8);
        assert_int_equal(rule.place_kind[BOBBIN_PLACE_RA], BOBBIN_SLOT);
        assert_int_equal(rule.place_kind[0], BOBBIN_SLOT);
        assert_int_equal(rule.place_kind[4], at ? BOBBIN_SLOT : BOBBIN_SAME);
    }
}

/* What a body rule does not have in slots is not there, whatever the code saves. */
static void only_what_the_body_rule_saves_is_found(void **state)
{
    (void)state;
    static const uint16_t code[] = {0xb5f0 /* push {r4-r7, lr} */, NOP, 0xbdf0};
    struct world world;

    set_up(&world, FAST, code, 3);
    EXPECT(&world, BOBBIN_KIND_EXACT, {0, 0, 0}, {1, 20, R4 | RA}, {2, 20, R4 | RA});
}

/* Body rules whose cfa is sp + 400, as far as no prologue is left; some with more in slots. */
#define OF_SP(mask, doubles, home)                                                                 \
    {                                                                                              \
        COMPACT(13, 100, mask, doubles, home, COMPACT_RA), RULE_LEAF                               \
    }
#define R5 2u
#define R6 4u
#define D8 (1u << BOBBIN_PLACE_D8)

static void what_is_left_of_a_prologue_is_not_there_yet(void **state)
{
    (void)state;
    static const uint32_t rules[] = OF_SP(0x01, 0, 0), with_d8[] = OF_SP(0x01, 1, 0);
    static const uint16_t code[] = {PUSH_R4_LR, SUB_SP_8, BL, NOP};
    static const uint16_t doubles[] = {PUSH_R4_LR, 0xed2d, 0x8b02 /* vpush {d8} */, SUB_SP_8, BL};
    struct world world;

    set_up_with(&world, rules, HOW_FORWARD, code, 5);
    EXPECT(&world, BOBBIN_KIND_EXACT, {0, 0, 0}, {1, 392, R4 | RA}, {2, 400, R4 | RA});
    set_up_with(&world, with_d8, HOW_FORWARD, doubles, 6);
    EXPECT(&world, BOBBIN_KIND_EXACT, {0, 0, 0}, {1, 384, R4 | RA}, {3, 392, R4 | RA | D8},
           {4, 400, R4 | RA | D8});
}

/* Arguments that the function puts above its frame, first of all. */
static void a_home_is_above_what_is_saved(void **state)
{
    (void)state;
    static const uint32_t rules[] = OF_SP(0x01, 0, 4), without[] = OF_SP(0x01, 0, 0);
    static const uint16_t code[] = {0xb40f /* push {r0-r3} */, PUSH_R4_LR, BL};
    struct world world;

    set_up_with(&world, rules, HOW_FORWARD, code, 4);
    EXPECT(&world, BOBBIN_KIND_EXACT, {0, 0, 0}, {1, 16, 0}, {2, 400, R4 | RA});
    set_up_with(&world, without, HOW_FORWARD, code, 4);
    EXPECT(&world, BOBBIN_KIND_EXACT, {0, -16, 0}, {1, 0, 0});
}

/* Registers of which the first makes room for all of them; and lr in its slot, or where else it may be stored. */
static void registers_are_saved_one_by_one(void **state)
{
    (void)state;
    static const uint32_t rules[] = {COMPACT(13, 4, 0x07, 0, 0, COMPACT_RA), RULE_LEAF};
    static const uint32_t elsewhere[] = OF_SP(0x07, 0, 0);
    static const uint16_t code[] = {0xe96d, 0x4504 /* strd r4, r5, [sp, #-16]! */, 0xe9cd,
                                    0x6e02 /* strd r6, lr, [sp, #8] */, BL};
    struct world world;

    set_up_with(&world, rules, HOW_FORWARD, code, 6);
    EXPECT(&world, BOBBIN_KIND_EXACT, {0, 0, 0}, {2, 16, R4 | R5}, {4, 16, R4 | R5 | R6 | RA});
    set_up_with(&world, elsewhere, HOW_FORWARD, code, 6);
    EXPECT(&world, BOBBIN_KIND_EXACT, {0, 0, 0}, {2, 400, R4 | R5 | R6 | RA});
}

/* A prologue may come behind a branch that was not taken, an epilogue may not. */
static void conditional_branches_are_passed(void **state)
{
    (void)state;
    static const uint32_t rules[] = OF_SP(0x01, 0, 0);
    static const uint16_t late[] = {BEQ(4), 0xb100 /* cbz r0, 4 */, PUSH_R4_LR, BL};
    static const uint16_t wide[] = {0xf000, 0x8004 /* beq.w 4 */, SUB_SP_8, BL};
    static const uint16_t none[] = {0xf3bf, 0x8f5f /* dmb sy */, POP_R4_PC};
    static const uint16_t early[] = {BEQ(4), BX_LR, SUB_SP_8, BEQ(4), BL};
    struct world world;

    set_up_with(&world, rules, HOW_FORWARD, late, 5);
    EXPECT(&world, BOBBIN_KIND_EXACT, {0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 400, R4 | RA});
    set_up_with(&world, rules, HOW_FORWARD, early, 6);
    EXPECT(&world, BOBBIN_KIND_EXACT, {0, 400, R4 | RA}, {1, 0, 0}, {2, 392, R4 | RA},
           {3, 400, R4 | RA});
    set_up_with(&world, rules, HOW_FORWARD, wide, 5);
    EXPECT(&world, BOBBIN_KIND_EXACT, {0, 392, R4 | RA});
    set_up_with(&world, rules, HOW_FORWARD, none, 3);
    EXPECT(&world, BOBBIN_KIND_EXACT, {0, 8, R4 | RA});
}

/* What lies below where sp was is the path's own; what lies above it is what the caller passed, or a register coming back. */
static void a_prologue_may_load_arguments(void **state)
{
    (void)state;
    static const uint32_t rules[] = OF_SP(0x01, 0, 0);
    static const uint16_t own[] = {SUB_SP_8, 0x9c00 /* ldr r4, [sp] */, BL};
    static const uint16_t argument[] = {0x9800 /* ldr r0, [sp] */, SUB_SP_8, BL};
    static const uint16_t scratch[] = {0x9b00 /* ldr r3, [sp] */, 0xf8dd,
                                       0x3000 /* ldr.w r3, [sp] */, BX_R3};
    static const uint16_t back[] = {0x9c00, SUB_SP_8, BL};
    struct world world;

    set_up_with(&world, rules, HOW_FORWARD, own, 4);
    EXPECT(&world, BOBBIN_KIND_EXACT, {0, 392, R4 | RA});
    set_up_with(&world, rules, HOW_FORWARD, argument, 4);
    EXPECT(&world, BOBBIN_KIND_EXACT, {0, 392, R4 | RA});
    set_up_with(&world, rules, HOW_FORWARD, back, 4);
    EXPECT(&world, BOBBIN_KIND_EXACT, {0, 400, R4 | RA}, {1, 392, R4 | RA});
    /* Not to return to, unless sp is moved: a computed goto. */
    set_up_with(&world, rules, HOW_FORWARD, scratch, 4);
    EXPECT(&world, BOBBIN_KIND_EXACT, {0, 0, 0}, {1, 0, 0});
}

static void what_is_left_is_looked_for_in_five_instructions(void **state)
{
    (void)state;
    static const uint32_t rules[] = OF_SP(0x01, 0, 0);
    static const uint16_t code[] = {NOP, MOVS_R0, NOP_W, NOP, NOP, SUB_SP_8, BL};
    struct world world;

    set_up_with(&world, rules, HOW_FORWARD, code, 9);
    EXPECT(&world, BOBBIN_KIND_EXACT, {0, 400, R4 | RA}, {1, 392, R4 | RA}, {6, 392, R4 | RA},
           {7, 400, R4 | RA});
}

/* Passed over, whatever it would do, is what moves data of 32 bits; but sp, pc and r7 are looked at. */
static void long_instructions_are_looked_at_for_sp(void **state)
{
    (void)state;
    static const uint32_t rules[] = OF_SP(0x01, 0, 0);
    static const uint16_t code[] = {
        0xf8d3, 0x4004 /* ldr.w r4, [r3, #4] */, 0xeb01, 0x0203 /* add.w r2, r1, r3 */,
        0xf5ad, 0x7d00 /* sub.w sp, sp, #512 */, 0xf50d, 0x7d00 /* add.w sp, sp, #512 */,
        BL};
    static const uint16_t from_r3[] = {0xf1a3, 0x0d08 /* sub.w sp, r3, #8 */, BX_LR};
    static const uint16_t to_pc[] = {0xf8d3, 0xf000 /* ldr.w pc, [r3] */, BX_LR};
    struct world world;

    set_up_with(&world, rules, HOW_FORWARD, code, 10);
    EXPECT(&world, BOBBIN_KIND_EXACT, {0, 400, R4 | RA}, {6, 400, R4 | RA});
    set_up_with(&world, rules, HOW_FORWARD, from_r3, 3);
    world.r[3] = WORLD_STACK;
    EXPECT(&world, BOBBIN_KIND_EXACT, {2, 0, 0});
    set_up(&world, HOW_FORWARD, to_pc, 3);
    EXPECT(&world, BOBBIN_KIND_EXACT, {0, OF_BODY, 0}, {2, 0, 0});
}

/* Whether SPEC.md 7.4 has "none" for OP: it does nothing to a frame on the straight path. */
static bool does_nothing(const struct code_op *op)
{
    const uint32_t scratch = 0x100f;
    bool is_frame = op->target == 7 || op->target == 11;

    switch (op->kind) {
    case CODE_OTHER:
        return true;
    case CODE_LOAD:
    case CODE_STORE:
        if (op->registers & BOBBIN_VALID_R(BOBBIN_PC))
            return false;
        return op->base != BOBBIN_SP || (!op->writeback && !(op->registers & ~scratch));
    case CODE_ADD:
        if (op->target == BOBBIN_SP || (is_frame && op->base == BOBBIN_SP))
            return false;
        return !is_frame || op->base != op->target || op->offset == 0;
    default:
        return false;
    }
}

/* All of 16 bits that are passed over without being decoded: that is for speed alone. */
static void what_is_not_decoded_does_nothing(void **state)
{
    (void)state;
    uint32_t count = 0;

    for (uint32_t half = 0; half < 0xe800; half++) {
        struct code_op op;
        if (!code_is_plain_narrow(half) && !code_is_plain_high(half))
            continue;
        code_decode(half << 16, &op, BOBBIN_CPSR_T);
        if (op.size_bytes != 2 || !does_nothing(&op))
            fail_msg("%04x is of kind %u", half, op.kind);
        count++;
    }
    assert_true(count > 0x8000);
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
    EXPECT(&world, BOBBIN_KIND_EXACT, {0, 0, 0}, {48, 8, R4 | RA}, {50, 8, R4 | RA});
    EXPECT(&world, BOBBIN_KIND_CALL, {50, 8, R4 | RA});
    code[47] = SUB_SP_8;
    set_up(&world, HOW_PROLOGUE | HOW_WALK | HOW_CODE, code, 51);
    EXPECT(&world, BOBBIN_KIND_EXACT, {47, 8, R4 | RA}, {48, 16, R4 | RA}, {50, 16, R4 | RA});
}

/* A body rule that is lr and nothing else holds everywhere: there is no prologue to look for. */
static void where_nothing_is_saved_nothing_is_read(void **state)
{
    (void)state;
    static const uint32_t leaf[] = {RULE_LEAF};
    static const struct handmade_entry entry[] = {ENTRY(HALFWORDS, 1)};
    static const struct handmade_range range[] = {
        {.start = WORLD_CODE, .entries = entry, .entries_count = 1, .how = FAST}};
    static const struct handmade table = {
        .ranges = range, .ranges_count = 1, .rules = leaf, .rules_count = 1};
    struct world world;

    world_set_up(&world, &table);
    for (uint32_t at = 0; at < HALFWORDS; at++) {
        const struct expected here = {at, OF_ROW, 0};
        expect(&world, BOBBIN_KIND_EXACT, &here, 1);
    }
    assert_int_equal(world.reads, 0);
}

static void without_small_a_small_table_has_no_rules(void **state)
{
    (void)state;
    static const uint16_t code[] = {PUSH_R4_LR, NOP, POP_R4_PC};
    struct world world;

    set_up(&world, SMALL, code, 3);
    EXPECT(&world, BOBBIN_KIND_EXACT, {1, 8, R4 | RA});
    world.env.small = NULL;
    world.reads = 0;
    EXPECT(&world, BOBBIN_KIND_EXACT, {0, NOTHING, 0}, {1, NOTHING, 0}, {2, NOTHING, 0});
    EXPECT(&world, BOBBIN_KIND_CALL, {1, NOTHING, 0});
    assert_int_equal(world.reads, 0);
}

static void a_walk_tries_other_ways(void **state)
{
    (void)state;
    /* beq 5; udf; (5:) beq 3 back; bl; pop */
    static const uint16_t code[] = {BEQ(3), UDF, UDF, BEQ(-2), BL, POP_R4_PC};
    struct world world;

    set_up(&world, HOW_FORWARD | HOW_WALK, code, 7);
    EXPECT(&world, BOBBIN_KIND_EXACT, {0, 8, R4 | RA}, {1, OF_BODY, 0}, {3, 8, R4 | RA},
           {6, 8, R4 | RA});
    EXPECT(&world, BOBBIN_KIND_CALL, {6, 8, R4 | RA});
}

/* Behind a call lr is nobody's: bx lr is no return then. */
static void a_walk_knows_that_a_call_takes_lr(void **state)
{
    (void)state;
    static const uint16_t code[] = {BL, BX_LR, BX_R3};
    struct world world;

    set_up(&world, HOW_FORWARD | HOW_WALK, code, 4);
    EXPECT(&world, BOBBIN_KIND_EXACT, {0, OF_BODY, 0}, {2, 0, 0});
    EXPECT(&world, BOBBIN_KIND_CALL, {2, OF_BODY, 0});
}

/*
 * Round and round in a loop of instructions of two halfwords, and then the longest prologue; and by a fast table three that matter, and
 * five that do not. Where the body rule holds, its two slots are read too.
 */
static void a_step_reads_no_more_than_bobbin_h_says(void **state)
{
    (void)state;
    static const struct {
        uint32_t how, pc, reads;
    } cases[] = {
        {SMALL, 200, 2 * (255 + 48)},
        {FAST, 68, 2 * 5 + 2},
        {FAST, 100, 2 * (3 + 5) + 2},
        {0, 200, 2},
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

/* The same bytes are other instructions in the other state. */
static void the_state_is_that_of_the_frame(void **state)
{
    (void)state;
    /* ARM: pop {r4, pc}; Thumb: strh, and a pop.w of nothing. */
    static const uint16_t code[] = {0x8010, 0xe8bd, 0x0000};
    struct world world;

    set_up(&world, HOW_FORWARD, code, 3);
    world.cpsr &= ~BOBBIN_CPSR_T;
    EXPECT(&world, BOBBIN_KIND_EXACT, {0, 8, R4 | RA});
    world.cpsr |= BOBBIN_CPSR_T;
    EXPECT(&world, BOBBIN_KIND_EXACT, {0, OF_BODY, 0});
}

static void an_entry_may_do_without(void **state)
{
    (void)state;
    static const struct handmade_row row[] = {{6, 1, 2}};
    const struct handmade_entry entries[] = {
        {.halfwords = 8, .rule = 1, .without = HOW_FORWARD},
        {.halfwords = 8, .rule = 1, .without = HOW_PROLOGUE},
        {.halfwords = 8, .rule = 1, .without = HOW_FORWARD | HOW_PROLOGUE},
        {.halfwords = 8, .rule = 1, .rows = row, .rows_count = 1},
        {.halfwords = 8, .rule = 0},
    };
    const struct handmade_range range = {
        .start = WORLD_CODE, .entries = entries, .entries_count = 5, .how = FAST};
    const struct handmade table = {
        .ranges = &range, .ranges_count = 1, .rules = body_rule, .rules_count = 2};
    struct world world;

    world_set_up(&world, &table);
    for (uint32_t i = 0; i < 5; i++) {
        static const uint16_t code[] = {PUSH_R4_LR, BL, BL, NOP, POP_R4_PC, UDF};
        memcpy(world.code + 16 * i, code, sizeof(code));
    }
    EXPECT(&world, BOBBIN_KIND_EXACT, {0, OF_BODY, 0}, {1, OF_BODY, 0}, {6, OF_BODY, 0});
    EXPECT(&world, BOBBIN_KIND_EXACT, {8, 0, 0}, {9, OF_BODY, 0}, {14, 8, R4 | RA});
    EXPECT(&world, BOBBIN_KIND_EXACT, {16, OF_BODY, 0}, {17, OF_BODY, 0}, {22, OF_BODY, 0});
    EXPECT(&world, BOBBIN_KIND_EXACT, {24, 0, 0}, {25, OF_BODY, 0}, {30, OF_ROW, 0});
    EXPECT(&world, BOBBIN_KIND_EXACT, {32, NOTHING, 0}, {38, NOTHING, 0});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_function_is_read_at_each_instruction),
        cmocka_unit_test(what_the_path_pushed_comes_back),
        cmocka_unit_test(forward_goes_five_instructions),
        cmocka_unit_test(forward_does_not_count_three_that_matter),
        cmocka_unit_test(forward_refuses_calls_branches_and_the_unknown),
        cmocka_unit_test(forward_takes_a_branch_out_for_a_call),
        cmocka_unit_test(forward_takes_conditions_to_hold),
        cmocka_unit_test(what_is_passed_over_takes_its_turn_of_an_it),
        cmocka_unit_test(the_second_of_an_it_may_be_the_opposite),
        cmocka_unit_test(a_frame_pointer_leads_to_sp),
        cmocka_unit_test(registers_may_be_saved_behind_the_frame_pointer),
        cmocka_unit_test(only_what_the_body_rule_saves_is_found),
        cmocka_unit_test(what_is_left_of_a_prologue_is_not_there_yet),
        cmocka_unit_test(a_home_is_above_what_is_saved),
        cmocka_unit_test(registers_are_saved_one_by_one),
        cmocka_unit_test(conditional_branches_are_passed),
        cmocka_unit_test(a_prologue_may_load_arguments),
        cmocka_unit_test(what_is_left_is_looked_for_in_five_instructions),
        cmocka_unit_test(long_instructions_are_looked_at_for_sp),
        cmocka_unit_test(what_is_not_decoded_does_nothing),
        cmocka_unit_test(a_small_prologue_ends_after_48_instructions),
        cmocka_unit_test(where_nothing_is_saved_nothing_is_read),
        cmocka_unit_test(without_small_a_small_table_has_no_rules),
        cmocka_unit_test(a_walk_tries_other_ways),
        cmocka_unit_test(a_walk_knows_that_a_call_takes_lr),
        cmocka_unit_test(a_step_reads_no_more_than_bobbin_h_says),
        cmocka_unit_test(code_that_cannot_be_read_ends_the_trace),
        cmocka_unit_test(the_state_is_that_of_the_frame),
        cmocka_unit_test(an_entry_may_do_without),
    };
    return cmocka_run_group_tests_name("core_reading", tests, NULL, NULL);
}
