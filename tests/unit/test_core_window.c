/* SPDX-License-Identifier: MIT */
/* Stacks that are read through windows. Every trace must be the same as without a window. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "model.h"
#include "random_world.h"
#include "traced.h"

#define ROUNDS 3000u

#define LEAF   (WORLD_CODE + 0x00)
#define MIDDLE (WORLD_CODE + 0x20)
#define OUTER  (WORLD_CODE + 0x40)

static const struct handmade_entry chain_entries[] = {ENTRY(16, 0), ENTRY(16, 1), ENTRY(16, 2)};
static const struct handmade_range chain_range[] = {RANGE(WORLD_CODE, chain_entries, 3)};

/*
 * OUTER calls MIDDLE, MIDDLE calls LEAF. The rule of MIDDLE is WORD, and its return address is in
 * stack word AT.
 */
static void set_up_chain(struct world *world, uint32_t word, uint32_t at)
{
    const uint32_t rules[] = {RULE_R4_LR, word, RULE_R4_LR};
    const struct handmade table = {
        .ranges = chain_range, .ranges_count = 1, .rules = rules, .rules_count = 3};

    world_set_up(world, &table);
    for (uint32_t i = 0; i < WORLD_STACK_WORDS; i++)
        world->stack[i] = 0x100 + i;
    for (uint32_t i = 4; i < 12; i++)
        world->r[i] = 0x1000 + i;
    world->stack[1] = MIDDLE + 5;
    world->stack[at] = OUTER + 5;
    world_open_window(world, BOBBIN_SPACE_STACK);
    world_begin(world, LEAF);
}

static void what_lies_in_a_window_is_not_asked_for(void **state)
{
    (void)state;
    struct world world;

    set_up_chain(&world, COMPACT(13, 49, 0xff, 8, 0, COMPACT_RA), 50);
    world_step(&world);
    assert_int_equal(world.cursor.r[4], 0x100);
    world_step(&world);
    assert_int_equal(world.cursor.r[BOBBIN_PC], OUTER + 4);
    assert_int_equal(world.cursor.r[BOBBIN_SP], WORLD_STACK + 4 * 51);
    for (uint32_t i = 0; i < 8; i++) {
        assert_int_equal(world.cursor.r[11 - i], 0x100 + 49 - i);
        assert_true(world.cursor.d[i] ==
                    ((uint64_t)(0x100 + 27 + 2 * i) << 32 | (0x100 + 26 + 2 * i)));
    }
    assert_int_equal(world.reads, 0);
    world_expect_stop(&world, BOBBIN_STOP_PC_OUTSIDE, 0x100 + 52);
}

/* Slots outside the window are read through the callback, which may refuse them. */
static void what_lies_outside_a_window_is_asked_for(void **state)
{
    (void)state;
    struct world world;

    for (uint32_t words = 0; words <= 56; words++) {
        set_up_chain(&world, COMPACT(13, 49, 0x03, 0, 0, COMPACT_RA), 50);
        world.env.window[BOBBIN_SPACE_STACK].size_bytes = 4 * words;
        world_step(&world);
        world_step(&world);
        assert_int_equal(world.cursor.r[BOBBIN_PC], OUTER + 4);
        assert_int_equal(world.cursor.r[5], 0x100 + 49);
        assert_int_equal(world.cursor.r[4], 0x100 + 48);
        assert_true(words < 51 ? world.reads > 0 : world.reads == 0);
    }
    set_up_chain(&world, COMPACT(13, 49, 0x03, 0, 0, COMPACT_RA), 50);
    world.env.window[BOBBIN_SPACE_STACK].size_bytes = 4 * 50;
    world.unreadable = WORLD_STACK + 4 * 50;
    world_step(&world);
    world_expect_stop(&world, BOBBIN_STOP_UNREADABLE, WORLD_STACK + 4 * 50);
}

/* The slot of r7, the cfa register, is below sp. */
static void a_register_below_sp_is_unreadable_in_a_window_too(void **state)
{
    (void)state;
    struct world world;

    for (uint32_t has_window = 0; has_window < 2; has_window++) {
        set_up_chain(&world, RULE_R7, 55);
        world.env.window[BOBBIN_SPACE_STACK].size_bytes *= has_window;
        world.r[7] = WORLD_STACK + 4 * 54;
        world.r[BOBBIN_SP] = WORLD_STACK + 4 * 55;
        world_begin(&world, MIDDLE);
        world_expect_stop(&world, BOBBIN_STOP_UNREADABLE, WORLD_STACK + 4 * 54);
    }
}

/* Compares traces from LEAF and from MIDDLE with and without a window on the stack. */
static void expect_same_without(struct world *world)
{
    static struct traced plain, quick;

    for (uint32_t pc = LEAF; pc <= MIDDLE; pc += MIDDLE - LEAF) {
        world_open_window(world, BOBBIN_SPACE_STACK);
        traced_run(world, pc, &quick);
        memset(&world->env.window[BOBBIN_SPACE_STACK], 0, sizeof(struct bobbin_window));
        traced_run(world, pc, &plain);
        traced_expect_same(&quick, &plain);
    }
}

/*
 * The cfa, from r7, is stack word CFA. The slot of r7 holds another frame's cfa register value. d8
 * and d9 are below that slot. sp is BELOW words below the cfa.
 */
static void set_up_partly_below(struct world *world, uint32_t cfa, uint32_t below)
{
    set_up_chain(world, COMPACT(7, 2, 0x08, 2, 0, COMPACT_RA), cfa - 1);
    world->r[7] = WORLD_STACK + 4 * (cfa - 2);
    world->r[BOBBIN_SP] = WORLD_STACK + 4 * (cfa - below);
    world->stack[cfa - 2] = WORLD_STACK + 4 * 200;
    world->stack[201] = OUTER + 5; /* found only with the restored r7 */
    world_begin(world, MIDDLE);
}

/*
 * The first slot below sp stops the trace. If all slots are above sp, restoring r7 does not change
 * the cfa.
 */
static void doubles_partly_below_sp_are_unreadable(void **state)
{
    (void)state;
    const uint32_t cfa = 60;
    struct world world;

    for (uint32_t below = 2; below <= 8; below++) {
        set_up_partly_below(&world, cfa, below);
        if (below < 6) {
            world_expect_stop(&world, BOBBIN_STOP_UNREADABLE, WORLD_STACK + 4 * (cfa - 6));
        } else {
            world_step(&world);
            assert_int_equal(world.cursor.r[BOBBIN_PC], OUTER + 4);
            assert_int_equal(world.cursor.r[BOBBIN_SP], WORLD_STACK + 4 * cfa);
            assert_int_equal(world.cursor.r[7], WORLD_STACK + 4 * 200);
            assert_int_equal(world.cursor.valid >> 24, 3);
            assert_true(world.cursor.d[1] ==
                        ((uint64_t)(0x100 + cfa - 3) << 32 | (0x100 + cfa - 4)));
        }
        set_up_partly_below(&world, cfa, below);
        expect_same_without(&world);
        set_up_partly_below(&world, cfa, below + 2); /* LEAF has two words */
        world.stack[cfa - below - 1] = MIDDLE + 5;
        expect_same_without(&world);
    }
}

/* The registers are r4 and the following ones, right below the return address. */
static void a_large_run_is_a_run(void **state)
{
    (void)state;
    static const uint32_t words[] = {9, 12, 100, 240};
    struct world world;

    for (uint32_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
        for (uint32_t count = 0; count <= 8; count++)
            for (uint32_t pc = LEAF; pc <= MIDDLE; pc += MIDDLE - LEAF) {
                uint32_t first = pc == LEAF ? 2 : 0;
                set_up_chain(&world, LARGE_RUN(words[i], count), first + words[i] - 1);
                world.stack[1] = pc == LEAF ? MIDDLE + 5 : world.stack[1];
                world_begin(&world, pc);
                if (pc == LEAF)
                    world_step(&world);
                world_step(&world);
                assert_int_equal(world.cursor.r[BOBBIN_PC], OUTER + 4);
                assert_int_equal(world.cursor.r[BOBBIN_SP], WORLD_STACK + 4 * (first + words[i]));
                for (uint32_t r = 0; r < count; r++)
                    assert_int_equal(world.cursor.r[4 + r],
                                     world.stack[first + words[i] - 1 - count + r]);
                expect_same_without(&world);
            }
}

/* All slots are below sp. One of them contains a good return address. */
static void a_frame_of_nothing_makes_no_progress_in_a_window_either(void **state)
{
    (void)state;
    struct world world;

    set_up_chain(&world, COMPACT(7, 4, 0x0f, 0, 0, COMPACT_RA | COMPACT_EXPLICIT), 55);
    world.r[7] = WORLD_STACK + 4 * 52;
    world.r[BOBBIN_SP] = WORLD_STACK + 4 * 56;
    world_begin(&world, MIDDLE);
    world_expect_stop(&world, BOBBIN_STOP_NO_PROGRESS, WORLD_STACK + 4 * 56);
}

/* The slot contains a good return address. */
static void an_unaligned_sp_is_bad_in_a_window_too(void **state)
{
    (void)state;
    struct world world;

    for (uint32_t low = 1; low < 4; low++) {
        set_up_chain(&world, RULE_R7, 5);
        memcpy((uint8_t *)world.stack + 4 * 51 + low, &(uint32_t){OUTER + 5}, 4);
        world.r[BOBBIN_SP] = WORLD_STACK + 4 * 50 + low;
        world_begin(&world, LEAF);
        world_expect_stop(&world, BOBBIN_STOP_BAD_SP, WORLD_STACK + 4 * 52 + low);
        world.r[7] = WORLD_STACK + 4 * 50 + low;
        world_begin(&world, MIDDLE);
        world_expect_stop(&world, BOBBIN_STOP_BAD_SP, WORLD_STACK + 4 * 52 + low);
        world.r[7] = WORLD_STACK + 4 * 55;
        world_begin(&world, MIDDLE); /* only sp is unaligned, and the rule does not use it */
        world.stack[56] = OUTER + 5;
        world_step(&world);
        assert_int_equal(world.cursor.r[BOBBIN_SP], WORLD_STACK + 4 * 57);
    }
}

/* A word that is corrupt for the first frame is corrupt for a caller, too. */
static void a_word_that_makes_no_rule_is_corrupt_at_a_caller_too(void **state)
{
    (void)state;
    static const uint32_t words[] = {LONG_RULE(1000), LONG_RULE(0x1ffff), 0};
    struct world world;

    for (uint32_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        set_up_chain(&world, words[i], 50);
        world_begin(&world, MIDDLE);
        world_expect_stop(&world, BOBBIN_STOP_CORRUPT, MIDDLE);
        world_begin(&world, LEAF);
        world_step(&world);
        world_expect_stop(&world, BOBBIN_STOP_CORRUPT, MIDDLE + 4);
    }
}

/*
 * One stack near the end of memory, read through the callback, and one at low addresses in a
 * window. A frame must not wrap around the end of memory.
 */
#define HIGH_START 0xfffff000u
#define HIGH_WORDS 1000u
#define LOW_START  0x100u
#define LOW_WORDS  1000u
#define HIGH_SP    (HIGH_START + 4 * 706)
#define RUN_WORDS  512u

struct two_stacks {
    uint32_t high[HIGH_WORDS], low[LOW_WORDS];
};

static bool read_two_stacks(void *context, enum bobbin_space space, uint32_t address, void *out,
                            uint32_t size_bytes)
{
    const struct two_stacks *stacks = context;

    if (space != BOBBIN_SPACE_STACK)
        return false;
    if (address - HIGH_START < sizeof(stacks->high))
        memcpy(out, (const uint8_t *)stacks->high + (address - HIGH_START), size_bytes);
    else if (address - LOW_START < sizeof(stacks->low))
        memcpy(out, (const uint8_t *)stacks->low + (address - LOW_START), size_bytes);
    else
        return false;
    return true;
}

/*
 * LEAF, with its cfa from r7, was called by MIDDLE. The rule of MIDDLE is WORD. Its cfa is
 * RUN_WORDS above its sp, beyond the end of memory.
 */
static void expect_no_way_round(uint32_t word)
{
    const uint32_t rules[] = {RULE_R7, word, RULE_LEAF};
    const struct handmade table = {
        .ranges = chain_range, .ranges_count = 1, .rules = rules, .rules_count = 3};
    static struct two_stacks stacks;
    struct world world;

    world_set_up(&world, &table);
    memset(&stacks, 0, sizeof(stacks));
    world.env.context = &stacks;
    world.env.read = read_two_stacks;
    world.env.window[BOBBIN_SPACE_STACK] =
        (struct bobbin_window){stacks.low, LOW_START, sizeof(stacks.low)};
    stacks.high[705] = MIDDLE + 5;
    stacks.low[(HIGH_SP + 4 * RUN_WORDS - LOW_START) / 4 - 1] = LEAF + 5;
    world.r[7] = HIGH_SP - 8;
    world.r[BOBBIN_SP] = LOW_START;
    world_begin(&world, LEAF);
    world_step(&world);
    assert_int_equal(world.cursor.r[BOBBIN_SP], HIGH_SP);
    world_expect_stop(&world, BOBBIN_STOP_BAD_SP, HIGH_SP + 4 * RUN_WORDS);
}

static void no_frame_goes_round_the_end_of_memory(void **state)
{
    (void)state;

    expect_no_way_round(LARGE_RUN(RUN_WORDS, 4));
    expect_no_way_round(LARGE_RUN(RUN_WORDS, 0));
}

/*
 * A stack in a window that ends at the last word of memory, which no window contains. LEAF leaves
 * MIDDLE no more than 7 words. MIDDLE has a home above its slots, which does not fit.
 */
#define TOP_END     0xfffffffcu
#define TOP_SP      0xffffbffcu /* low enough for a run without checks */
#define TOP_WORDS   ((TOP_END - TOP_SP) / 4 + 64)
#define MIDDLE_SP   (TOP_END - 4 * 7)
#define HOME(words) ((uint32_t)(words) << 27)

static void no_home_goes_round_the_end_of_memory(void **state)
{
    (void)state;
    static uint32_t top[TOP_WORDS];

    for (uint32_t i = 0; i < 7 * 7 * 2; i++) {
        const uint32_t words = 1 + i % 7, home = 1 + i / 7 % 7, doubles = i / 49;
        const uint32_t end = MIDDLE_SP + 4 * words;
        const uint32_t rules[] = {LARGE_RUN((MIDDLE_SP - TOP_SP) / 4, 0) | RUN_EXPLICIT,
                                  LARGE_RUN(words, 15) | HOME(home) | doubles << 17, RULE_LEAF};
        const struct handmade table = {
            .ranges = chain_range, .ranges_count = 1, .rules = rules, .rules_count = 3};
        struct world world;
        world_set_up(&world, &table);
        world.env.window[BOBBIN_SPACE_STACK] =
            (struct bobbin_window){top, TOP_END - sizeof(top), sizeof(top)};
        memset(top, 0, sizeof(top));
        top[TOP_WORDS - 8] = MIDDLE + 5;
        top[TOP_WORDS - 8 + words] = OUTER + 5;
        world.r[BOBBIN_SP] = TOP_SP;
        world_begin(&world, LEAF);
        world_step(&world);
        assert_int_equal(world.cursor.r[BOBBIN_SP], MIDDLE_SP);
        if (words < 1 + 2 * doubles) /* a slot below sp: no good table has such a rule */
            continue;
        if (end + 4 * home < end) {
            world_expect_stop(&world, BOBBIN_STOP_BAD_SP, end + 4 * home);
        } else {
            world_step(&world);
            assert_int_equal(world.cursor.r[BOBBIN_SP], end + 4 * home);
        }
    }
}

/* For pages, only the rule decides if code is read. The flags of the range are ignored. */
static void how_pages_are_read_does_not_count(void **state)
{
    (void)state;
    static const uint32_t rules[] = {COMPACT(13, 2, 0x01, 0, 0, COMPACT_RA)};
    static const struct handmade_entry entries[] = {ENTRY(16, 0)};
    static const uint32_t hows[] = {0, HOW_FORWARD, 4, HOW_PROLOGUE | HOW_WALK, 0xef};

    for (uint32_t i = 0; i < 5 * 4; i++) {
        const uint32_t windows = i % 4;
        const struct handmade_range range[] = {
            {.start = WORLD_CODE, .entries = entries, .entries_count = 1, .how = hows[i / 4]}};
        const struct handmade table = {
            .ranges = range, .ranges_count = 1, .rules = rules, .rules_count = 1};
        struct world world;

        world_set_up(&world, &table);
        world.code[1] = 0xb5; /* push {r4, lr} */
        world.code[0] = 0x10;
        world.r[BOBBIN_LR] = WORLD_CODE + 9;
        for (uint32_t space = 0; space < 2; space++)
            if (windows >> space & 1)
                world_open_window(&world, (enum bobbin_space)space);
        world_begin(&world, WORLD_CODE);
        world_step(&world);
        assert_int_equal(world.cursor.trust, BOBBIN_TRUST_CODE);
        assert_int_equal(world.cursor.r[BOBBIN_PC], WORLD_CODE + 8);
    }
}

/* Without tables, there is no guess by lr, either, because it would not lead to known code. */
static void no_table_is_no_table(void **state)
{
    (void)state;
    struct world world;

    set_up_chain(&world, RULE_R7, 5);
    world.env.tables = NULL;
    world.env.tables_count = 0;
    memcpy(world.code, (uint16_t[]){0x4798}, 2); /* blx r3 */
    world.r[3] = 0x40000000;
    world.r[BOBBIN_LR] = WORLD_CODE + 3;
    world_begin(&world, 0x40000000);
    world_expect_stop(&world, BOBBIN_STOP_PC_OUTSIDE, 0x40000000);
    world_begin(&world, LEAF);
    world_expect_stop(&world, BOBBIN_STOP_PC_OUTSIDE, LEAF);
}

/* A window on any part of the stack. */
static void open_window(struct world *world, struct fuzz_source *source)
{
    uint32_t first = fuzz_one_in(source, 2) ? 0 : fuzz_below(source, WORLD_STACK_WORDS);
    uint32_t words = WORLD_STACK_WORDS - first;

    if (fuzz_one_in(source, 3))
        words = fuzz_below(source, words + 1);
    world->env.window[BOBBIN_SPACE_STACK] =
        (struct bobbin_window){world->stack + first, WORLD_STACK + 4 * first, 4 * words};
}

static bool read_word(void *context, uint32_t address, uint32_t *out)
{
    const struct world *world = context;
    uint32_t offset = address - WORLD_STACK;

    if (offset >= sizeof(world->stack))
        return false;
    memcpy(out, &world->stack[offset / 4], 4);
    return true;
}

/* AFTER must equal the model's result for BEFORE in every register. */
static void expect_model(struct world *world, const struct bobbin_cursor *before,
                         const struct bobbin_cursor *after)
{
    struct bobbin_rule rule;
    enum bobbin_trust trust;
    struct model_frame frame;

    assert_int_equal(bobbin_rule_at(&world->env, before->r[BOBBIN_PC],
                                    (enum bobbin_kind)before->kind, before->cpsr, &rule, &trust),
                     BOBBIN_STOP_NONE);
    assert_int_equal(trust, after->trust);
    assert_true(model_step(before, &rule, read_word, world, &frame));
    assert_int_equal(after->valid, frame.valid | BOBBIN_VALID_CPSR);
    assert_int_equal(frame.thumb, !!(after->cpsr & BOBBIN_CPSR_T));
    for (uint32_t i = 0; i < 16; i++)
        assert_true(!(frame.valid & BOBBIN_VALID_R(i)) || frame.r[i] == after->r[i]);
    for (uint32_t i = 8; i < 16; i++)
        assert_true(!(frame.valid & BOBBIN_VALID_D(i)) || frame.d[i - 8] == after->d[i - 8]);
}

static void every_step_is_what_its_rule_says(void **state)
{
    (void)state;
    struct fuzz_source source;
    uint32_t steps = 0;

    for (uint32_t round = 0; round < ROUNDS; round++) {
        struct world world;
        struct bobbin_cursor before;
        fuzz_source_begin(&source, (const uint8_t *)&round, sizeof(round));
        random_world_set_up(&world, &source);
        if (fuzz_one_in(&source, 2))
            open_window(&world, &source);
        world_begin(&world, random_world_pc(&source));
        for (before = world.cursor; bobbin_step(&world.cursor, &world.env); steps++) {
            expect_model(&world, &before, &world.cursor);
            before = world.cursor;
        }
    }
    assert_true(steps > ROUNDS);
}

static void every_trace_is_the_same_with_a_window_and_a_cache(void **state)
{
    (void)state;
    static struct traced plain, quick;
    struct fuzz_source source;

    for (uint32_t round = 0; round < ROUNDS; round++) {
        struct world world;
        fuzz_source_begin(&source, (const uint8_t *)&round, sizeof(round));
        random_world_set_up(&world, &source);
        uint32_t pc = random_world_pc(&source);
        traced_run(&world, pc, &plain);
        open_window(&world, &source);
        traced_run(&world, pc, &quick);
        traced_expect_same(&quick, &plain);
        world_give_cache(&world, WORLD_CACHE_MIN << fuzz_below(&source, 3));
        for (uint32_t i = 0; i < 3; i++) { /* first fills the cache, then uses it */
            traced_run(&world, pc, &quick);
            traced_expect_same(&quick, &plain);
        }
        free(world.env.cache);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_lies_in_a_window_is_not_asked_for),
        cmocka_unit_test(what_lies_outside_a_window_is_asked_for),
        cmocka_unit_test(a_register_below_sp_is_unreadable_in_a_window_too),
        cmocka_unit_test(doubles_partly_below_sp_are_unreadable),
        cmocka_unit_test(a_large_run_is_a_run),
        cmocka_unit_test(a_frame_of_nothing_makes_no_progress_in_a_window_either),
        cmocka_unit_test(an_unaligned_sp_is_bad_in_a_window_too),
        cmocka_unit_test(a_word_that_makes_no_rule_is_corrupt_at_a_caller_too),
        cmocka_unit_test(no_frame_goes_round_the_end_of_memory),
        cmocka_unit_test(no_home_goes_round_the_end_of_memory),
        cmocka_unit_test(how_pages_are_read_does_not_count),
        cmocka_unit_test(no_table_is_no_table),
        cmocka_unit_test(every_step_is_what_its_rule_says),
        cmocka_unit_test(every_trace_is_the_same_with_a_window_and_a_cache),
    };
    return cmocka_run_group_tests_name("core_window", tests, NULL, NULL);
}
