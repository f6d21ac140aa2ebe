/* SPDX-License-Identifier: MIT */
/*
 * The reader of Chromium's tables of 2021 that simulates epilogues. If the code from the pc leads
 * to a return, the rule comes from the code and not from the table.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "chrome2_subject.h"
#include "rows/rows.h"
#include "world.h"

#define R(n) (1u << (n))
#define LR   R(BOBBIN_LR)
#define PC   R(BOBBIN_PC)
#define SP   BOBBIN_SP

enum { TABLE_CFA = 0x40 }; /* the cfa offset of the table at every address */

/*
 * HALVES is the code from the pc on. The other members are the expected rule. SAVED has a bit for
 * each register in a slot, from SLOT bytes from the cfa upwards. With TABLE_CFA, the rule comes
 * from the table.
 */
struct on_the_way {
    uint16_t halves[8];
    uint32_t cfa_register;
    int32_t cfa_offset;
    uint32_t saved;
    int32_t slot;
};
#define BY_TABLE SP, TABLE_CFA, 0, 0

static const struct on_the_way thumb[] = {
    {{0x4770}, SP, 0, 0, 0},                                    /* bx lr */
    {{0xbd70}, SP, 16, R(4) | R(5) | R(6) | PC, -16},           /* pop {r4-r6, pc} */
    {{0xb006, 0xbd70}, SP, 40, R(4) | R(5) | R(6) | PC, -16},   /* add sp, #24; the same */
    {{0x4620, 0xb006, 0x2100, 0xbd70}, SP, 40, 0x70 | PC, -16}, /* moves between */
    {{0xe8bd, 0x4070, 0x4770}, SP, 16, 0x70 | LR, -16},         /* pop {r4-r6, lr}; bx lr */
    {{0xe8bd, 0x4010, 0xe7fe}, BY_TABLE},                       /* pop {r4, lr}; b */
    {{0x46bd, 0xbd80}, 7, 8, R(7) | PC, -8},                    /* mov sp, r7; pop {r7, pc} */
    {{0xecbd, 0x8b02, 0xbd10}, SP, 16, R(4) | PC, -8},          /* vpop {d8}; pop {r4, pc} */
    {{0xbd08}, SP, 8, PC, -4},                                  /* pop {r3, pc} */
    {{0xf85d, 0xfb04}, SP, 4, PC, -4},                          /* ldr pc, [sp], #4 */
    {{0xbc10, 0x4770}, SP, 4, R(4), -4},                        /* pop {r4}; bx lr */
    {{0xe7fe}, BY_TABLE},                                       /* b */
    {{0xb006, 0xe7fe}, BY_TABLE},                               /* add sp, #24; b */
    {{0xf000, 0xf800, 0xbd70}, BY_TABLE},                       /* bl; pop */
    {{0xbf08, 0x4770}, BY_TABLE},                               /* it eq; bxeq lr */
    {{0xd000, 0xbd70}, BY_TABLE},                               /* beq; pop */
    {{0xb510, 0xbd10}, BY_TABLE},                               /* push {r4, lr}; pop {r4, pc} */
    {{0xbc10, 0x46bd, 0xbd80}, BY_TABLE},                       /* pop {r4}; mov sp, r7; pop */
    {{0x3708, 0x46bd, 0xbd80}, 7, 16, R(7) | PC, -8},           /* adds r7, #8; mov sp, r7; pop */
    {{0x2000, 0x2000, 0x2000, 0x2000, 0x2000, 0x2000, 0x2000, 0xbd10}, SP, 8, R(4) | PC, -8},
    {{0x9801, 0x6820, 0x6020, 0xbd10}, SP, 8, R(4) | PC, -8}, /* ldr r0, [sp, #4]; ldr; str; pop */
    {{0xf8d0, 0xf000}, BY_TABLE},                             /* ldr pc, [r0] */
    {{0xf85d, 0x0d04, 0x4770}, BY_TABLE},                     /* ldr r0, [sp, #-4]! */
    {{0xf84d, 0x0d04, 0x4770}, BY_TABLE},                     /* str r0, [sp, #-4]! */
    {{0xe7f6}, SP, 0, 0, 0},                                  /* b, to where a function starts */
    {{0xb006, 0xe7f5}, SP, 24, 0, 0},                         /* add sp, #24; the same */
    {{0xe8bd, 0x4010, 0xe7f4}, SP, 8, R(4) | LR, -8},         /* pop {r4, lr}; the same */
    {{0x1c64, 0xb002, 0x4770}, SP, 8, 0, 0},                  /* adds r4, r4, #1 */
    {{0xf105, 0x0704, 0x46bd, 0xbd80}, BY_TABLE},             /* add.w r7, r5, #4; mov sp, r7 */
    {{0x4718}, BY_TABLE},                                     /* bx r3 */
};

static void set_up(struct world *world, const uint16_t *halves)
{
    static const uint32_t pages[] = {0};
    static const struct subject_function functions[] = {{0, 0}};
    static const uint8_t offsets[] = {0, 0}, instructions[] = {0x0f, 0xb0};
    static const struct subject_tables tables =
        SUBJECT_TABLES(pages, functions, offsets, instructions);
    static const struct handmade_entry code[] = {ENTRY(WORLD_CODE_BYTES / 2, 0)};
    const struct handmade_range range = RANGE(WORLD_CODE, code, 1);
    uint32_t size;
    uint8_t *file = subject_file(&tables, &size);
    const struct handmade_foreign foreign = {FORMAT_FOREIGN_CHROME2, WORLD_CODE, {file}, {size}};
    const struct handmade table = {.ranges = &range, .ranges_count = 1, .foreign = &foreign};

    world_set_up(world, &table);
    world->env.foreign = &bobbin_chrome2_simulating;
    memcpy(world->code + 16, halves, 16);
    free(file);
}

static struct bobbin_rule rule_of(struct world *world, enum bobbin_kind kind, uint32_t cpsr)
{
    struct bobbin_rule rule;
    enum bobbin_trust trust;

    assert_int_equal(bobbin_rule_at(&world->env, WORLD_CODE + 16, kind, cpsr, &rule, &trust),
                     BOBBIN_STOP_NONE);
    return rule;
}

static void expect_rule(const struct bobbin_rule *found, const struct on_the_way *wanted)
{
    char text[RULE_TEXT_MAX];
    struct bobbin_rule rule = rule_of_form(BOBBIN_FORM_FRAME);
    int32_t slot = wanted->slot;

    rule.cfa_register = (uint8_t)wanted->cfa_register;
    rule.cfa_offset = wanted->cfa_offset;
    for (uint32_t number = 4; number <= BOBBIN_PC; number++)
        if (wanted->saved >> number & 1) {
            rule_put(&rule, number <= 11 ? number - 4 : BOBBIN_PLACE_RA, BOBBIN_SLOT, slot);
            slot += 4;
        }
    for (unsigned place = BOBBIN_PLACE_D8; place < BOBBIN_PLACE_RA; place++)
        rule_put(&rule, place, BOBBIN_LOST, 0);
    if (!rule_equal(found, &rule))
        print_message("# %04x %04x: %s\n", wanted->halves[0], wanted->halves[1],
                      rule_text(found, text, sizeof(text)));
    assert_true(rule_equal(found, &rule));
}

static void what_is_on_its_way_out_is_simulated(void **state)
{
    (void)state;
    struct world world;

    for (size_t i = 0; i < COUNT(thumb); i++) {
        struct bobbin_rule rule;
        set_up(&world, thumb[i].halves);
        rule = rule_of(&world, BOBBIN_KIND_INTERRUPTED, BOBBIN_CPSR_T);
        expect_rule(&rule, &thumb[i]);
    }
}

static void arm_code_is_too(void **state)
{
    (void)state;
    static const struct {
        uint32_t words[4];
        struct on_the_way wanted;
    } cases[] = {
        {{0xe28dd018, 0xe8bd8070},
         {{0}, SP, 40, 0x70 | PC, -16}},                          /* add sp, #24; pop {r4-r6, pc} */
        {{0xe12fff1e}, {{0}, SP, 0, 0, 0}},                       /* bx lr */
        {{0xe24bd004, 0xe8bd8800}, {{0}, 11, 4, R(11) | PC, -8}}, /* sub sp, fp, #4; pop {fp, pc} */
        {{0x08bd8070}, {{0}, BY_TABLE}},                          /* popeq */
    };
    struct world world;

    for (size_t i = 0; i < COUNT(cases); i++) {
        struct bobbin_rule rule;
        set_up(&world, (const uint16_t *)cases[i].words);
        rule = rule_of(&world, BOBBIN_KIND_INTERRUPTED, 0);
        expect_rule(&rule, &cases[i].wanted);
    }
}

static void a_call_is_on_no_way_out(void **state)
{
    (void)state;
    static const struct on_the_way table = {{0}, BY_TABLE};
    struct world world;
    struct bobbin_rule rule;

    set_up(&world, thumb[1].halves);
    rule = rule_of(&world, BOBBIN_KIND_CALL, BOBBIN_CPSR_T);
    expect_rule(&rule, &table);
}

/* If the code cannot be read, the rule comes from the table. */
static void code_that_cannot_be_read_is_not_simulated(void **state)
{
    (void)state;
    static const struct on_the_way table = {{0}, BY_TABLE};
    struct world world;
    struct bobbin_rule rule;
    enum bobbin_trust trust;

    set_up(&world, thumb[9].halves);
    memcpy(world.code + WORLD_CODE_BYTES - 2, thumb[9].halves, 2);
    assert_int_equal(bobbin_rule_at(&world.env, WORLD_CODE + WORLD_CODE_BYTES - 2,
                                    BOBBIN_KIND_INTERRUPTED, BOBBIN_CPSR_T, &rule, &trust),
                     BOBBIN_STOP_NONE);
    expect_rule(&rule, &table);
    world.env.reads_max = 1;
    world_begin(&world, WORLD_CODE + 16);
    world_expect_stop(&world, BOBBIN_STOP_BUDGET, WORLD_CODE + 18);
}

static void a_step_takes_what_is_left_of_the_frame(void **state)
{
    (void)state;
    struct world world;

    set_up(&world, thumb[2].halves);
    for (uint32_t i = 0; i < 16; i++)
        world.stack[i] = 0x11111111 * i;
    world.stack[9] = WORLD_CODE + 0x41;
    world_begin(&world, WORLD_CODE + 16);
    world_step(&world);
    assert_int_equal(world.cursor.r[BOBBIN_PC], WORLD_CODE + 0x40);
    assert_int_equal(world.cursor.r[BOBBIN_SP], WORLD_STACK + 40);
    assert_int_equal(world.cursor.r[4], 0x66666666);
    assert_int_equal(world.cursor.r[6], 0x88888888);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_on_its_way_out_is_simulated),
        cmocka_unit_test(arm_code_is_too),
        cmocka_unit_test(a_call_is_on_no_way_out),
        cmocka_unit_test(code_that_cannot_be_read_is_not_simulated),
        cmocka_unit_test(a_step_takes_what_is_left_of_the_frame),
    };
    return cmocka_run_group_tests_name("chrome2_simulate", tests, NULL, NULL);
}
