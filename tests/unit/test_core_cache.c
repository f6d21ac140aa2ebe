/* SPDX-License-Identifier: MIT */
/*
 * The cache of rules. It must not change any trace. Whatever it contains, the core must not touch
 * other memory.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/unwind/find.h"
#include "random_world.h"
#include "traced.h"

static uint32_t known_of_call(const struct bobbin_env *env, uint32_t return_address)
{
    uint32_t known;

    find_call(env, return_address, &known);
    return known;
}

#define ROUNDS  3000u
#define SP_WORD 80u /* far enough from the window's start for the quick path in every frame */

/* Code at START, 8 bytes for each rule. Frames have 1 to 40 words; rule 40 starts again with 1. */
static void set_up_numbers(struct world *world, uint32_t start, uint32_t rules_count)
{
    static struct handmade_entry entries[600];
    static uint32_t rules[600];
    const struct handmade_range range = RANGE(start, entries, rules_count);
    const struct handmade table = {
        .ranges = &range, .ranges_count = 1, .rules = rules, .rules_count = rules_count};

    for (uint32_t i = 0; i < rules_count; i++) {
        entries[i] = (struct handmade_entry)ENTRY(4, i);
        rules[i] = COMPACT(13, 1 + i % 40, 0, 0, 0, COMPACT_RA | COMPACT_EXPLICIT);
    }
    world_set_up(world, &table);
    world_open_window(world, BOBBIN_SPACE_STACK);
}

/*
 * Traces from START, the first rule, to RETURN_ADDRESS. By its rule the trace goes on to entry 39,
 * the largest frame, and then out of all code. So sp shows which rules were used.
 */
static void trace_to(struct world *world, uint32_t start, uint32_t return_address,
                     struct traced *traced)
{
    for (uint32_t i = 0; i < WORLD_STACK_WORDS; i++)
        world->stack[i] = i <= SP_WORD + 40 ? start + 8 * 39 + 5 : 0x40000000;
    world->stack[SP_WORD] = return_address;
    world->r[BOBBIN_SP] = WORLD_STACK + 4 * SP_WORD;
    traced_run(world, start, traced);
}

/* A trace through RETURN_ADDRESS must be the same with and without the cache. */
static void expect_as_without(struct world *world, uint32_t start, uint32_t return_address)
{
    static struct traced plain, quick;
    struct bobbin_kept *cache = world->env.cache;

    trace_to(world, start, return_address, &quick);
    world->env.cache = NULL;
    trace_to(world, start, return_address, &plain);
    world->env.cache = cache;
    traced_expect_same(&quick, &plain);
}

/*
 * Two entries whose return addresses have the same first place in the cache. Each is looked up
 * after the other, with all values of bits 1 and 0: Thumb, ARM, and binary 10, which is invalid.
 */
static void expect_apart(struct world *world, uint32_t start, uint32_t first, uint32_t second)
{
    for (uint32_t state = 4; state < 8; state++) {
        expect_as_without(world, start, start + 8 * first + state);
        expect_as_without(world, start, start + 8 * second + state);
        expect_as_without(world, start, start + 8 * second + state);
        expect_as_without(world, start, start + 8 * second + (state ^ 1));
    }
}

/* Return addresses into 600 rules, in caches from the smallest to the largest. */
static void a_cache_never_takes_one_return_address_for_another(void **state)
{
    (void)state;
    static const uint32_t starts[] = {WORLD_CODE, 0x00100000, 0xffffe000};

    for (uint32_t s = 0; s < sizeof(starts) / sizeof(starts[0]); s++)
        for (uint32_t words = WORLD_CACHE_MIN; words <= WORLD_CACHE_MOST; words *= 4) {
            struct world world;
            uint32_t sharing = words / 4; /* entries between two with the same first place */
            set_up_numbers(&world, starts[s], 600);
            world_give_cache(&world, words);
            for (uint32_t first = 0; first < 600; first += 3)
                for (uint32_t second = first % sharing; second < 600; second += sharing)
                    expect_apart(&world, starts[s], first, second);
            free(world.env.cache);
        }
}

/* In these caches, nearly all return addresses share a place. */
static void a_small_cache_takes_none_for_another(void **state)
{
    (void)state;

    for (uint32_t words = 2; words < WORLD_CACHE_MIN; words *= 2) {
        struct world world;
        set_up_numbers(&world, WORLD_CODE, 600);
        world_give_cache(&world, words);
        for (uint32_t first = 0; first < 600; first += 7)
            for (uint32_t second = first % 11; second < 600; second += 11)
                expect_apart(&world, WORLD_CODE, first, second);
        free(world.env.cache);
    }
}

/*
 * A call into another range than the first is looked up only when the core steps from its frame.
 * The trace is the same as without windows.
 */
static void another_range_is_asked_for_later(void **state)
{
    (void)state;
    static const struct handmade_entry first[] = {ENTRY(8, 0)}, second[] = {ENTRY(8, 1)},
                                       third[] = {ENTRY(8, 2), ENTRY(8, 3)};
    static const struct handmade_range ranges[] = {RANGE(WORLD_CODE, first, 1),
                                                   RANGE(WORLD_CODE + 0x100, second, 1),
                                                   RANGE(WORLD_CODE + 0x200, third, 2)};
    static const uint32_t rules[] = {COMPACT(13, 3, 0x03, 0, 0, COMPACT_RA),
                                     COMPACT(13, 4, 0x0a, 0, 0, COMPACT_RA),
                                     COMPACT(7, 5, 0x08, 0, 0, COMPACT_RA), RULE_LEAF};
    const struct handmade table = {
        .ranges = ranges, .ranges_count = 3, .rules = rules, .rules_count = 4};
    const uint32_t far = WORLD_CODE + 0x100 + 5;
    static struct traced quick, plain;
    struct world world;

    world_set_up(&world, &table);
    world.stack[2] = far;
    world.stack[5] = WORLD_STACK + 4 * 8; /* the saved r7 */
    world.stack[6] = WORLD_CODE + 0x200 + 5;
    world.stack[12] = WORLD_CODE + 5;
    world.stack[15] = far;
    world.stack[19] = WORLD_CODE + 0x210 + 5; /* a leaf, which never makes a call */
    traced_run(&world, WORLD_CODE, &plain);
    assert_int_equal(plain.count, 6);
    world_open_window(&world, BOBBIN_SPACE_STACK);
    traced_run(&world, WORLD_CODE, &quick);
    traced_expect_same(&quick, &plain);
    world_give_cache(&world, 16);
    assert_int_equal(known_of_call(&world.env, far), KNOWN_LATER);
    assert_int_equal(find_next(&world.env, WORLD_CODE + 0x300 + 5), BOBBIN_STOP_PC_OUTSIDE);
    for (uint32_t i = 0; i < 2; i++) {
        traced_run(&world, WORLD_CODE, &quick);
        traced_expect_same(&quick, &plain);
    }
    assert_int_equal(known_of_call(&world.env, far), KNOWN_LATER);
    assert_int_equal(known_of_call(&world.env, WORLD_CODE + 5), find_known(world.tables, 0));
    free(world.env.cache);
}

/*
 * Calls into a first range with pages are looked up at once. With blocks, they are looked up when
 * the core steps from the frame.
 */
static void expect_known(const struct handmade_range *ranges)
{
    static const uint32_t rules[] = {COMPACT(13, 3, 0x03, 0, 0, COMPACT_RA),
                                     COMPACT(13, 4, 0x0a, 0, 0, COMPACT_RA),
                                     COMPACT(13, 2, 0x00, 0, 0, COMPACT_RA)};
    const struct handmade table = {
        .ranges = ranges, .ranges_count = 1, .rules = rules, .rules_count = 3};
    const uint32_t in_row = WORLD_CODE + 7, after_it = WORLD_CODE + 13;
    static struct traced quick, plain;
    struct world world;

    world_set_up(&world, &table);
    world.stack[1] = in_row;
    world.stack[5] = after_it;
    world.stack[8] = in_row;
    traced_run(&world, WORLD_CODE + 16, &plain);
    assert_true(plain.count >= 4);
    assert_int_equal(plain.frames[3].r[13] - plain.frames[2].r[13], 12);
    assert_int_equal(plain.frames[2].r[13] - plain.frames[1].r[13], 16);
    world_open_window(&world, BOBBIN_SPACE_STACK);
    world_give_cache(&world, 16);
    for (uint32_t i = 0; i < 3; i++) {
        bool is_later = ranges[0].how & HOW_CODE;
        assert_int_equal(known_of_call(&world.env, in_row),
                         is_later ? KNOWN_LATER : find_known(world.tables, 1));
        assert_int_equal(known_of_call(&world.env, after_it),
                         is_later ? KNOWN_LATER : find_known(world.tables, 0));
        traced_run(&world, WORLD_CODE + 16, &quick);
        traced_expect_same(&quick, &plain);
    }
    free(world.env.cache);
}

static void rows_are_asked_at_once_or_later(void **state)
{
    (void)state;
    static const struct handmade_row row[] = {{2, 2, 1}};
    static const struct handmade_entry pages[] = {ENTRY(2, 0), ENTRY(2, 1), ENTRY(4, 0),
                                                  ENTRY(8, 2)};
    static const struct handmade_entry blocks[] = {
        {.halfwords = 8, .rule = 0, .rows = row, .rows_count = 1}, ENTRY(8, 2)};
    static const struct handmade_range in_pages[] = {RANGE(WORLD_CODE, pages, 4)};
    static const struct handmade_range in_blocks[] = {
        {.start = WORLD_CODE, .entries = blocks, .entries_count = 2, .how = HOW_CODE}};

    expect_known(in_pages);
    expect_known(in_blocks);
}

/* The cache has two entries. The third return address replaces the second one. */
static void a_cache_forgets_what_has_its_second_place(void **state)
{
    (void)state;
    struct world world;
    uint32_t known[3];

    set_up_numbers(&world, WORLD_CODE, 600);
    world_give_cache(&world, 2);
    for (uint32_t i = 0; i < 3; i++)
        known[i] = known_of_call(&world.env, WORLD_CODE + 5 + 8 * i);
    memset(world.bytes[0], 0, sizeof(world.bytes[0]));
    for (uint32_t i = 0; i < 3; i += 2)
        assert_int_equal(known_of_call(&world.env, WORLD_CODE + 5 + 8 * i), known[i]);
    assert_int_equal(known_of_call(&world.env, WORLD_CODE + 5 + 8),
                     KNOWN_LATER); /* the cache no longer has it, and the table is gone */
    assert_true(known[0] != known[1] && known[1] != known[2]);
    free(world.env.cache);
}

/*
 * Return addresses with the same first place. The first one gets it, the others get other places.
 * All are found after the table is gone.
 */
static void a_cache_keeps_more_than_one_for_a_place(void **state)
{
    (void)state;
    const uint32_t stride = 2 * 128; /* in bytes; the same first place of 128 */
    struct world world;
    uint32_t known[3];

    set_up_numbers(&world, WORLD_CODE, 600);
    world_give_cache(&world, 128);
    for (uint32_t i = 0; i < 3; i++)
        known[i] = known_of_call(&world.env, WORLD_CODE + 5 + stride * i);
    assert_true(known[0] != known[1] && known[1] != known[2] && known[2] != known[0]);
    memset(world.bytes[0], 0, sizeof(world.bytes[0]));
    assert_int_equal(known_of_call(&world.env, WORLD_CODE + 5 + 8), KNOWN_LATER);
    for (uint32_t i = 0; i < 3; i++)
        assert_int_equal(known_of_call(&world.env, WORLD_CODE + 5 + stride * i), known[i]);
    free(world.env.cache);
}

/*
 * An empty cache has no entry for any address, even for code near address 0, which an entry of 0
 * might match.
 */
static void an_empty_cache_has_nothing(void **state)
{
    (void)state;
    static struct traced plain, quick;
    static const uint32_t sizes[] = {WORLD_CACHE_MIN, 1024, WORLD_CACHE_MOST};

    for (uint32_t s = 0; s < 3; s++)
        for (uint32_t thumb = 0; thumb < 2; thumb++)
            for (uint32_t at = 4; at < 8 * 600; at += 4) {
                struct world world;
                set_up_numbers(&world, 0, 600);
                trace_to(&world, 0, at + thumb, &plain);
                world_give_cache(&world, sizes[s]);
                trace_to(&world, 0, at + thumb, &quick);
                traced_expect_same(&quick, &plain);
                free(world.env.cache);
            }
}

/* It also has no entry for addresses outside all code or at the end of the address space. */
static void an_empty_cache_knows_no_garbage(void **state)
{
    (void)state;
    struct world world;

    for (uint32_t i = 0; i < 4 * WORLD_CACHE_MIN; i++) {
        static struct traced quick;
        set_up_numbers(&world, WORLD_CODE, 8);
        world_give_cache(&world, WORLD_CACHE_MIN);
        trace_to(&world, WORLD_CODE, i, &quick);
        assert_int_equal(quick.count, 1);
        assert_int_equal(world.cursor.stop,
                         i < 2 ? BOBBIN_STOP_THREAD_BASE : BOBBIN_STOP_PC_OUTSIDE);
        assert_int_equal(world.cursor.stop_value, i);
        world.stack[SP_WORD] =
            WORLD_CODE + 5; /* the same one frame up: this rule's frame has one word */
        world.stack[SP_WORD + 1] = i;
        traced_run(&world, WORLD_CODE, &quick);
        assert_int_equal(quick.count, 2);
        assert_int_equal(world.cursor.stop_value, i);
        trace_to(&world, WORLD_CODE, 0u - i - 1, &quick);
        assert_int_equal(world.cursor.stop, BOBBIN_STOP_PC_OUTSIDE);
        free(world.env.cache);
    }
}

/*
 * All return addresses on the stack are the one for which the cache has WORD. The trace must end.
 */
static void expect_an_end(struct world *world, uint32_t *stack, uint32_t word, uint32_t sp_word)
{
    uint32_t return_address = WORLD_CODE + 8 * 20 + 5;
    struct bobbin_cursor *cursor = malloc(sizeof(*cursor));
    uint32_t steps = 0;

    assert_non_null(cursor);
    world_give_cache(world, WORLD_CACHE_MIN);
    for (uint32_t i = 0; i < WORLD_STACK_WORDS; i++)
        stack[i] = world->stack[i] = return_address;
    world->env.cache[return_address >> 1 & world->env.cache_mask] =
        (struct bobbin_kept){return_address, word};
    world->env.window[BOBBIN_SPACE_STACK] =
        (struct bobbin_window){stack, WORLD_STACK, sizeof(world->stack)};
    world->r[BOBBIN_SP] = WORLD_STACK + 4 * sp_word;
    world->r[BOBBIN_PC] = WORLD_CODE;
    bobbin_begin(cursor, &world->env, world->r, BOBBIN_CPSR_T);
    while (bobbin_step(cursor, &world->env))
        if (++steps > WORLD_STACK_WORDS)
            fail_msg("the trace does not end with the word %08x", word);
    free(world->env.cache);
    free(cursor);
}

/*
 * Random words of all kinds, near both ends of the stack. Cursor and stack are allocations of their
 * exact size.
 */
static void a_word_of_nonsense_leads_nowhere_outside(void **state)
{
    (void)state;
    struct fuzz_source source;
    struct world world;
    uint32_t *stack = malloc(sizeof(world.stack));

    assert_non_null(stack);
    fuzz_source_begin(&source, NULL, 0);
    set_up_numbers(&world, WORLD_CODE, 40);
    for (uint32_t round = 0; round < 4 * ROUNDS; round++) {
        uint32_t word = fuzz_u32(&source);
        uint32_t cut = fuzz_below(&source, 32);
        word = fuzz_one_in(&source, 2) ? word >> cut : word & ~(0xfu << cut);
        if (fuzz_one_in(&source, 2))
            word |= FORMAT_RULE_WORD | FORMAT_RULE_RA;
        if (fuzz_one_in(&source, 2)) /* often a small cfa offset from sp */
            word &= word & FORMAT_RULE_WORD ? ~(FORMAT_RULE_REGISTER | 0xf8u) : ~0x03ffff00u;
        if (!(word & KNOWN_RULE)) /* a run of 0 words, which is never cached, would not end */
            word |= 1u << FORMAT_RUN_CFA_SHIFT;
        expect_an_end(&world, stack, word,
                      fuzz_one_in(&source, 2) ? fuzz_below(&source, 48)
                                              : WORLD_STACK_WORDS - 1 - fuzz_below(&source, 48));
    }
    free(stack);
}

/*
 * Table, stack and cache are allocations of their exact size, so that a sanitizer detects every
 * access outside.
 */
static void a_cache_full_of_nonsense_leads_nowhere_outside(void **state)
{
    (void)state;
    static struct traced quick;
    struct fuzz_source source;

    for (uint32_t round = 0; round < ROUNDS; round++) {
        struct world world;
        fuzz_source_begin(&source, (const uint8_t *)&round, sizeof(round));
        random_world_set_up(&world, &source);
        uint32_t size = world.tables[0].size_bytes;
        uint8_t *table = malloc(size);
        uint32_t *stack = malloc(sizeof(world.stack));
        assert_true(table && stack);
        memcpy(table, world.bytes[0], size);
        memcpy(stack, world.stack, sizeof(world.stack));
        assert_int_equal(bobbin_table_open(&world.tables[0], table, size, 0), BOBBIN_TABLE_OK);
        world.env.window[BOBBIN_SPACE_STACK] =
            (struct bobbin_window){stack, WORLD_STACK, sizeof(world.stack)};
        world_give_cache(&world, WORLD_CACHE_MIN << fuzz_below(&source, 5));
        for (uint32_t i = 0; i <= world.env.cache_mask; i++) {
            uint32_t address = WORLD_CODE + fuzz_below(&source, WORLD_CODE_BYTES);
            uint32_t word = fuzz_u32(&source) >> fuzz_below(&source, 32);
            uint32_t key = fuzz_one_in(&source, 4) ? fuzz_u32(&source) : address;
            world.env.cache[i] = (struct bobbin_kept){key, word};
        }
        for (uint32_t i = 0; i < 4; i++)
            traced_run(&world, random_world_pc(&source), &quick);
        free(world.env.cache);
        free(stack);
        free(table);
    }
}

/* The cache has words of a larger table that has been replaced. */
static void a_stale_cache_leads_nowhere_outside(void **state)
{
    (void)state;
    static struct traced quick;
    struct world world;

    for (uint32_t left = 1; left < 40; left++) {
        set_up_numbers(&world, WORLD_CODE, 600);
        world_give_cache(&world, 1024);
        struct bobbin_kept *cache = world.env.cache;
        for (uint32_t i = 0; i < 600; i++)
            trace_to(&world, WORLD_CODE, WORLD_CODE + 8 * i + 5, &quick);
        set_up_numbers(&world, WORLD_CODE, left);
        uint32_t size = world.tables[0].size_bytes;
        uint8_t *table = malloc(size);
        assert_non_null(table);
        memcpy(table, world.bytes[0], size);
        assert_int_equal(bobbin_table_open(&world.tables[0], table, size, 0), BOBBIN_TABLE_OK);
        world.env.cache = cache;
        world.env.cache_mask = 1023;
        for (uint32_t i = 0; i < 600; i++)
            trace_to(&world, WORLD_CODE, WORLD_CODE + 8 * i + 5, &quick);
        free(cache);
        free(table);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cache_never_takes_one_return_address_for_another),
        cmocka_unit_test(a_small_cache_takes_none_for_another),
        cmocka_unit_test(another_range_is_asked_for_later),
        cmocka_unit_test(rows_are_asked_at_once_or_later),
        cmocka_unit_test(a_cache_forgets_what_has_its_second_place),
        cmocka_unit_test(a_cache_keeps_more_than_one_for_a_place),
        cmocka_unit_test(an_empty_cache_has_nothing),
        cmocka_unit_test(an_empty_cache_knows_no_garbage),
        cmocka_unit_test(a_word_of_nonsense_leads_nowhere_outside),
        cmocka_unit_test(a_cache_full_of_nonsense_leads_nowhere_outside),
        cmocka_unit_test(a_stale_cache_leads_nowhere_outside),
    };
    return cmocka_run_group_tests_name("core_cache", tests, NULL, NULL);
}
