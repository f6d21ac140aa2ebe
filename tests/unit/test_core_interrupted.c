/* SPDX-License-Identifier: MIT */
/* Code that was interrupted, read as it lies: with windows every trace is the one that it is without. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "random_world.h"
#include "traced.h"

#define ROUNDS        20000u
#define HALFWORDS     (WORLD_CODE_BYTES / 2)
#define ENTRIES       8u
#define ENTRY_OF      (HALFWORDS / ENTRIES)
#define RULES         7u
#define COUNT(array)  (sizeof(array) / sizeof((array)[0]))
#define HOW_SMALL     (HOW_FORWARD | HOW_PROLOGUE | HOW_WALK | HOW_CODE)
#define BRANCH_AROUND 24u /* halfwords or words */
#define SP_WORD       40u /* of the stack; nearer to the end of the window the other way is gone */

static const uint32_t rules[RULES] = {
    RULE_R4_LR,
    COMPACT(13, 6, 0x0f, 0, 0, COMPACT_RA),
    COMPACT(13, 7, 0x05, 0, 0, COMPACT_RA),
    COMPACT(7, 4, 0x08, 0, 0, COMPACT_RA),
    COMPACT(13, 9, 0x01, 2, 4, COMPACT_RA),
    COMPACT(13, 2, 0x01, 0, 0, 0),
    RULE_LEAF,
};

/* A Thumb instruction of 16 bits stands in the low half. */
static const uint32_t thumb[] = {
    0xbf00,     /* nop */
    0x2000,     /* movs r0, #0 */
    0x4603,     /* mov r3, r0 */
    0x46a8,     /* mov r8, r5 */
    0x4668,     /* mov r0, sp */
    0xb510,     /* push {r4, lr} */
    0xb500,     /* push {lr} */
    0xb5f0,     /* push {r4-r7, lr} */
    0xb40f,     /* push {r0-r3} */
    0xbd10,     /* pop {r4, pc} */
    0xbc10,     /* pop {r4} */
    0xbcf0,     /* pop {r4-r7} */
    0xb082,     /* sub sp, #8 */
    0xb002,     /* add sp, #8 */
    0x4770,     /* bx lr */
    0x4718,     /* bx r3 */
    0x4798,     /* blx r3 */
    0xbf08,     /* it eq */
    0xbf0c,     /* ite eq */
    0xbf14,     /* ite ne */
    0xaf00,     /* add r7, sp, #0 */
    0x46bd,     /* mov sp, r7 */
    0x3708,     /* adds r7, #8 */
    0x9401,     /* str r4, [sp, #4] */
    0x9c01,     /* ldr r4, [sp, #4] */
    0xb108,     /* cbz r0, 4 */
    0xde00,     /* udf */
    0xf000f800, /* bl */
    0xf000e800, /* blx */
    0xf3bf8f5f, /* dmb */
    0xf8d34004, /* ldr.w r4, [r3, #4] */
    0xf8d3f000, /* ldr.w pc, [r3] */
    0xf2ad0d08, /* subw sp, sp, #8 */
    0xf1070708, /* add.w r7, r7, #8 */
    0xe92d41f0, /* push.w {r4-r8, lr} */
    0xe8bd81f0, /* pop.w {r4-r8, pc} */
    0xe8bd4010, /* pop.w {r4, lr} */
    0xf84ded04, /* str.w lr, [sp, #-4]! */
    0xed2d8b02, /* vpush {d8} */
};

static const uint32_t arm[] = {
    0xe1a00000, /* nop */
    0xe3a00000, /* mov r0, #0 */
    0xe1a0b00d, /* mov r11, sp */
    0xe28cc001, /* add r12, r12, #1 */
    0xe28bb004, /* add r11, r11, #4 */
    0xe24bd008, /* sub sp, r11, #8 */
    0xe92d4010, /* push {r4, lr} */
    0xe52de004, /* push {lr} */
    0xe8bd8010, /* pop {r4, pc} */
    0xe8bd4010, /* pop {r4, lr} */
    0x08bd8010, /* popeq {r4, pc} */
    0xe24dd008, /* sub sp, sp, #8 */
    0xe28dd008, /* add sp, sp, #8 */
    0xe12fff1e, /* bx lr */
    0x112fff1e, /* bxne lr */
    0xeb000000, /* bl */
    0xe7f000f0, /* udf */
    0xf57ff05f, /* dmb */
};

/* A branch to somewhere around, B or Bcc. */
static uint32_t branch(struct fuzz_source *source, bool is_thumb)
{
    uint32_t distance = fuzz_below(source, 2 * BRANCH_AROUND) - BRANCH_AROUND;

    if (!is_thumb)
        return (fuzz_one_in(source, 3) ? 0x0a000000 : 0xea000000) | (distance & 0xffffff);
    switch (fuzz_below(source, 4)) {
    case 0:
        return 0xd000 | (distance & 0xff);
    case 1:
        return distance >> 31 ? 0xf7ffb800 | (distance & 0x7ff) : 0xf000b800 | distance;
    case 2:
        return distance >> 31 ? 0xf43fa800 | (distance & 0x7ff) : 0xf0008000 | distance;
    default:
        return 0xe000 | (distance & 0x7ff);
    }
}

static void fill_code(struct world *world, struct fuzz_source *source)
{
    bool is_thumb = world->cpsr & BOBBIN_CPSR_T;
    uint32_t at = 0;

    while (at < WORLD_CODE_BYTES - 2) {
        uint32_t word = is_thumb ? thumb[fuzz_below(source, COUNT(thumb))]
                                 : arm[fuzz_below(source, COUNT(arm))];
        if (fuzz_one_in(source, 6))
            word = branch(source, is_thumb);
        if (is_thumb && word >> 16) {
            word = word << 16 | word >> 16;
            memcpy(world->code + at, &word, 4);
            at += 4;
        } else {
            memcpy(world->code + at, &word, is_thumb ? 2 : 4);
            at += is_thumb ? 2 : 4;
        }
    }
}

static uint32_t any_return_address(struct fuzz_source *source)
{
    uint32_t address = WORLD_CODE + 2 * fuzz_below(source, HALFWORDS);

    if (fuzz_one_in(source, 30))
        return fuzz_u32(source);
    return fuzz_one_in(source, 4) ? address : address | 1;
}

static void set_up(struct world *world, struct fuzz_source *source)
{
    static const uint32_t hows[] = {0,           HOW_FORWARD, HOW_FORWARD,
                                    HOW_FORWARD, HOW_FORWARD, HOW_SMALL};
    struct handmade_entry entries[ENTRIES];
    struct handmade_row rows[ENTRIES];
    uint8_t body_map[WORLD_CODE_BYTES / 8];
    struct handmade_range range = {.start = WORLD_CODE,
                                   .entries = entries,
                                   .entries_count = ENTRIES,
                                   .how = hows[fuzz_below(source, COUNT(hows))]};
    const struct handmade table = {
        .ranges = &range, .ranges_count = 1, .rules = rules, .rules_count = RULES};
    uint32_t sp_word = fuzz_below(source, WORLD_STACK_WORDS);

    memset(entries, 0, sizeof(entries));
    for (uint32_t i = 0; i < ENTRIES; i++) {
        entries[i].halfwords = ENTRY_OF;
        entries[i].rule = (uint16_t)fuzz_below(source, RULES + 1);
        if (fuzz_one_in(source, 4)) {
            rows[i] = (struct handmade_row){fuzz_below(source, 4), 1 + fuzz_below(source, 4),
                                            fuzz_below(source, RULES + 1)};
            entries[i].rows = &rows[i];
            entries[i].rows_count = 1;
        }
    }
    if (fuzz_one_in(source, 2)) {
        range.body_shift = 1 + fuzz_below(source, 6);
        range.body_map = body_map;
        for (uint32_t i = 0; i < sizeof(body_map); i++)
            body_map[i] = (uint8_t)fuzz_u32(source);
    }
    world_set_up(world, &table);
    if (fuzz_one_in(source, 4))
        world->cpsr &= ~BOBBIN_CPSR_T;
    fill_code(world, source);
    for (uint32_t i = 0; i < WORLD_STACK_WORDS; i++)
        world->stack[i] = any_return_address(source);
    for (uint32_t i = 0; i < 13; i++)
        world->r[i] = WORLD_STACK + 4 * (sp_word + fuzz_below(source, 8));
    world->r[BOBBIN_SP] =
        WORLD_STACK + 4 * sp_word + (fuzz_one_in(source, 20) ? fuzz_below(source, 4) : 0);
    world->r[BOBBIN_LR] = any_return_address(source);
}

/* Windows of all the stack and code, or of less. */
static void open_windows(struct world *world, struct fuzz_source *source)
{
    uint32_t code_bytes = WORLD_CODE_BYTES, stack_words = WORLD_STACK_WORDS;

    if (fuzz_one_in(source, 4))
        code_bytes = 4 * fuzz_below(source, WORLD_CODE_BYTES / 4);
    if (fuzz_one_in(source, 8))
        stack_words = fuzz_below(source, WORLD_STACK_WORDS);
    world->env.window[BOBBIN_SPACE_CODE] =
        (struct bobbin_window){world->code, WORLD_CODE, code_bytes};
    world->env.window[BOBBIN_SPACE_STACK] =
        (struct bobbin_window){world->stack, WORLD_STACK, 4 * stack_words};
}

static void every_trace_is_the_same_with_windows(void **state)
{
    (void)state;
    static struct traced plain, quick;
    uint32_t by_code = 0, by_table = 0;
    struct fuzz_source source;

    for (uint32_t round = 0; round < ROUNDS; round++) {
        struct world world;
        uint32_t pc;
        fuzz_source_begin(&source, (const uint8_t *)&round, sizeof(round));
        set_up(&world, &source);
        pc = WORLD_CODE + 2 * fuzz_below(&source, HALFWORDS);
        if (!(world.cpsr & BOBBIN_CPSR_T) && !fuzz_one_in(&source, 8))
            pc &= ~2u;
        traced_run(&world, pc, &plain);
        open_windows(&world, &source);
        traced_run(&world, pc, &quick);
        traced_expect_same(&quick, &plain);
        assert_int_equal(quick.frames[quick.count - 1].valid, plain.frames[quick.count - 1].valid);
        if (quick.count < 2)
            continue;
        by_code += quick.frames[1].trust == BOBBIN_TRUST_CODE;
        by_table += quick.frames[1].trust == BOBBIN_TRUST_TABLE;
    }
    assert_true(by_code > ROUNDS / 20 && by_table > ROUNDS / 20);
}

/* The rule at each instruction of a function that pushes and pops r4 and lr, with the code in a window or not, and whence it is. */
static void expect_trust(const uint8_t *body_map, const uint8_t trust[4])
{
    static const uint16_t code[] = {0xb510, 0xbf00, 0x2000, 0xbd10}; /* push, nop, movs, pop */
    static const uint32_t rule[] = {COMPACT(13, 2, 0x01, 0, 0, COMPACT_RA)};
    static const struct handmade_entry entry[] = {ENTRY(4, 1)};
    const struct handmade_range range[] = {{.start = WORLD_CODE,
                                            .entries = entry,
                                            .entries_count = 1,
                                            .how = HOW_FORWARD,
                                            .body_shift = body_map ? 1 : 0,
                                            .body_map = body_map}};
    const struct handmade table = {
        .ranges = range, .ranges_count = 1, .rules = rule, .rules_count = 1};

    for (uint32_t i = 0; i < 8; i++) {
        struct world world;
        world_set_up(&world, &table);
        memcpy(world.code, code, sizeof(code));
        world.stack[SP_WORD + 1] = world.r[BOBBIN_LR] = WORLD_CODE + 5;
        world.r[BOBBIN_SP] = WORLD_STACK + 4 * SP_WORD;
        if (i & 1)
            world_open_window(&world, BOBBIN_SPACE_CODE);
        world_open_window(&world, BOBBIN_SPACE_STACK);
        world_begin(&world, WORLD_CODE + (i & ~1u));
        world_step(&world);
        assert_int_equal(world.cursor.trust, trust[i / 2]);
        assert_int_equal(world.cursor.r[BOBBIN_SP],
                         WORLD_STACK + 4 * SP_WORD +
                             (i < 2 && trust[0] == BOBBIN_TRUST_CODE ? 0 : 8));
    }
}

static void where_the_body_map_says_so_nothing_is_read(void **state)
{
    (void)state;
    enum { C = BOBBIN_TRUST_CODE, T = BOBBIN_TRUST_TABLE };
    static const uint8_t all[] = {0x0f}, none[] = {0}, last[] = {0x08};

    expect_trust(NULL, (const uint8_t[]){C, C, C, C});
    expect_trust(none, (const uint8_t[]){C, C, C, C});
    expect_trust(last, (const uint8_t[]){C, C, C, T});
    expect_trust(all, (const uint8_t[]){T, T, T, T});
}

/* By an explicit row. It has no slot for any double: so all are lost, or all stay. */
static void expect_doubles(uint32_t lost)
{
    const uint8_t long_rules[] = {5, 0x01, 0x01, 0, (uint8_t)(lost << 7),
                                  8}; /* r4, return address */
    static const uint32_t words[] = {LONG_RULE(0), RULE_LEAF};
    static const struct handmade_row row[] = {{0, 4, 1}};
    static const struct handmade_entry entry[] = {
        {.halfwords = HALFWORDS, .rule = 2, .rows = row, .rows_count = 1}};
    static const struct handmade_range range[] = {
        {.start = WORLD_CODE, .entries = entry, .entries_count = 1, .how = HOW_FORWARD}};
    const struct handmade table = {.ranges = range,
                                   .ranges_count = 1,
                                   .rules = words,
                                   .rules_count = 2,
                                   .long_rules = long_rules,
                                   .long_rules_size = sizeof(long_rules)};
    struct world world;

    world_set_up(&world, &table);
    world.stack[SP_WORD + 1] = WORLD_CODE + 21;
    world.r[BOBBIN_SP] = WORLD_STACK + 4 * SP_WORD;
    world_open_window(&world, BOBBIN_SPACE_STACK);
    world_begin(&world, WORLD_CODE + 2);
    world.cursor.valid |= BOBBIN_VALID_D(8) | BOBBIN_VALID_D(15);
    world_step(&world);
    assert_int_equal(world.cursor.r[BOBBIN_PC], WORLD_CODE + 20);
    assert_int_equal(world.cursor.valid & BOBBIN_VALID_D(8), lost ? 0 : BOBBIN_VALID_D(8));
    assert_int_equal(world.cursor.valid & BOBBIN_VALID_D(15), lost ? 0 : BOBBIN_VALID_D(15));
}

static void doubles_that_are_lost_are_lost(void **state)
{
    (void)state;
    expect_doubles(0);
    expect_doubles(1);
}

/* The window is of memory from 0 on. */
static void a_cfa_behind_all_addresses_is_bad(void **state)
{
    (void)state;
    static const uint32_t rule[] = {COMPACT(13, 100, 0x01, 0, 0, COMPACT_RA)};
    static const struct handmade_entry entry[] = {ENTRY(HALFWORDS, 1)};
    static const struct handmade_range range[] = {
        {.start = WORLD_CODE, .entries = entry, .entries_count = 1, .how = HOW_FORWARD}};
    static const struct handmade table = {
        .ranges = range, .ranges_count = 1, .rules = rule, .rules_count = 1};
    struct world world;

    world_set_up(&world, &table);
    for (uint32_t i = 0; i < WORLD_STACK_WORDS; i++)
        world.stack[i] = WORLD_CODE + 5;
    world_open_window(&world, BOBBIN_SPACE_CODE);
    world.env.window[BOBBIN_SPACE_STACK] =
        (struct bobbin_window){world.stack, 0, sizeof(world.stack)};
    world.r[BOBBIN_SP] = 0u - 4 * 50;
    world_begin(&world, WORLD_CODE);
    world_expect_stop(&world, BOBBIN_STOP_BAD_SP, 4 * 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_trace_is_the_same_with_windows),
        cmocka_unit_test(where_the_body_map_says_so_nothing_is_read),
        cmocka_unit_test(doubles_that_are_lost_are_lost),
        cmocka_unit_test(a_cfa_behind_all_addresses_is_bad),
    };
    return cmocka_run_group_tests_name("core_interrupted", tests, NULL, NULL);
}
