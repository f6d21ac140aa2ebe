/* SPDX-License-Identifier: MIT */
/* Windows and the cache are there for speed alone: with them every trace is the one that it is without. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "fuzz.h"
#include "world.h"

#define ROUNDS     3000u
#define STEPS_MAX  400u
#define RULES      40u
#define HALFWORDS  (WORLD_CODE_BYTES / 2)
#define CACHE_MIN  128u
#define CACHE_MOST 32768u

/* A trace: the cursor at its start, and as each step left it. */
struct traced {
    struct bobbin_cursor frames[STEPS_MAX];
    uint32_t count;
};

static void trace(struct world *world, uint32_t pc, struct traced *traced)
{
    bool more = true;

    world_begin(world, pc);
    for (traced->count = 0; more; traced->count++) {
        assert_in_range(traced->count, 0, STEPS_MAX - 1);
        traced->frames[traced->count] = world->cursor;
        more = bobbin_step(&world->cursor, &world->env);
    }
    traced->frames[traced->count - 1] = world->cursor;
}

static bool is_same_register(const struct bobbin_cursor *a, const struct bobbin_cursor *b,
                             uint32_t number)
{
    return a->r[number] == b->r[number] || !(a->valid >> number & 1);
}

/* Of what is not known, or where the trace has stopped, the values mean nothing. */
static bool is_same(const struct bobbin_cursor *a, const struct bobbin_cursor *b)
{
    bool same = a->kind == b->kind && a->trust == b->trust && a->stop == b->stop &&
                is_same_register(a, b, BOBBIN_PC) && is_same_register(a, b, BOBBIN_SP);

    if (!same || a->stop != BOBBIN_STOP_NONE)
        return same && a->stop_value == b->stop_value;
    for (uint32_t i = 0; i < 16; i++)
        same = same && is_same_register(a, b, i);
    for (uint32_t i = 8; i < 16; i++)
        same = same && (a->d[i - 8] == b->d[i - 8] || !(a->valid & BOBBIN_VALID_D(i)));
    return same && a->valid == b->valid && a->cpsr == b->cpsr;
}

static void print(const char *which, const struct bobbin_cursor *cursor)
{
    print_message("# %s: pc %08x sp %08x valid %08x stop %s %08x", which, cursor->r[BOBBIN_PC],
                  cursor->r[BOBBIN_SP], cursor->valid, bobbin_stop_name(cursor->stop),
                  cursor->stop_value);
    for (uint32_t i = 4; i < 12; i++)
        print_message(" %x", cursor->r[i]);
    print_message("\n");
}

static void expect_same(const struct traced *got, const struct traced *expected)
{
    for (uint32_t i = 0; i < got->count && i < expected->count; i++) {
        if (is_same(&got->frames[i], &expected->frames[i]))
            continue;
        print("got", &got->frames[i]);
        print("expected", &expected->frames[i]);
        fail_msg("frame %u differs", i);
    }
    assert_int_equal(got->count, expected->count);
}

/* ---- random worlds ------------------------------------------------------------------------------ */

static uint32_t pick_word(struct fuzz_source *source)
{
    static const uint8_t registers[] = {13, 13, 13, 7, 11, 4, 12};
    uint32_t flags = (fuzz_one_in(source, 6) ? 0 : COMPACT_RA) |
                     (fuzz_one_in(source, 4) ? COMPACT_SPLIT : 0) |
                     (fuzz_one_in(source, 4) ? COMPACT_GAP : 0);

    return COMPACT(registers[fuzz_below(source, sizeof(registers))], fuzz_below(source, 14),
                   fuzz_below(source, 256) & fuzz_below(source, 256),
                   fuzz_one_in(source, 3) ? fuzz_below(source, 9) : 0,
                   fuzz_one_in(source, 3) ? fuzz_below(source, 8) : 0, flags);
}

/* Code, stack, or anything. */
static uint32_t pick_value(struct fuzz_source *source)
{
    switch (fuzz_below(source, 8)) {
    case 0:
        return fuzz_u32(source);
    case 1:
    case 2:
        return WORLD_STACK + 4 * fuzz_below(source, WORLD_STACK_WORDS);
    case 3:
        return WORLD_CODE + (fuzz_below(source, WORLD_CODE_BYTES) & ~3u);
    default:
        return WORLD_CODE + (fuzz_below(source, WORLD_CODE_BYTES) | 1);
    }
}

/* One table: a word for each 4 instructions, a few of them from .ARM.exidx. */
static void set_up_random(struct world *world, struct fuzz_source *source)
{
    struct handmade_entry entries[HALFWORDS / 4];
    const struct handmade_range range = RANGE(WORLD_CODE, entries, HALFWORDS / 4);
    uint32_t rules[RULES];
    const struct handmade table = {.ranges = &range,
                                   .ranges_count = 1,
                                   .rules = rules,
                                   .rules_count = RULES,
                                   .exidx_first = RULES - 3};

    for (uint32_t i = 0; i < HALFWORDS / 4; i++)
        entries[i] = (struct handmade_entry){.halfwords = 4,
                                             .rule = fuzz_below(source, RULES + 1),
                                             .wide = fuzz_one_in(source, 8),
                                             .without = fuzz_one_in(source, 8) ? HOW_FORWARD : 0};
    for (uint32_t i = 0; i < RULES; i++)
        rules[i] = pick_word(source);
    world_set_up(world, &table);
    for (uint32_t i = 0; i < WORLD_STACK_WORDS; i++)
        world->stack[i] = pick_value(source);
    for (uint32_t i = 0; i < 16; i++)
        world->r[i] = pick_value(source);
    world->r[BOBBIN_SP] = WORLD_STACK + 4 * fuzz_below(source, WORLD_STACK_WORDS - 8) +
                          (fuzz_one_in(source, 20) ? fuzz_below(source, 4) : 0);
}

static uint32_t pick_pc(struct fuzz_source *source)
{
    return WORLD_CODE + 2 * fuzz_below(source, HALFWORDS);
}

/* A window of stack memory that may begin and end anywhere. */
static void open_window(struct world *world, struct fuzz_source *source)
{
    uint32_t first = fuzz_one_in(source, 2) ? 0 : fuzz_below(source, WORLD_STACK_WORDS);
    uint32_t words = WORLD_STACK_WORDS - first;

    if (fuzz_one_in(source, 3))
        words = fuzz_below(source, words + 1);
    world->env.window[BOBBIN_SPACE_STACK] =
        (struct bobbin_window){world->stack + first, WORLD_STACK + 4 * first, 4 * words};
}

static void give_cache(struct world *world, uint32_t words)
{
    world->env.cache = calloc(words, sizeof(uint32_t));
    world->env.cache_mask = words - 1;
    assert_non_null(world->env.cache);
}

static void every_trace_is_the_same_with_a_window_and_a_cache(void **state)
{
    (void)state;
    static struct traced plain, quick;
    struct fuzz_source source;

    for (uint32_t round = 0; round < ROUNDS; round++) {
        struct world world;
        fuzz_source_begin(&source, (const uint8_t *)&round, sizeof(round));
        set_up_random(&world, &source);
        uint32_t pc = pick_pc(&source);
        trace(&world, pc, &plain);
        open_window(&world, &source);
        trace(&world, pc, &quick);
        expect_same(&quick, &plain);
        give_cache(&world, CACHE_MIN << fuzz_below(&source, 3));
        for (uint32_t i = 0; i < 3; i++) { /* filled, and then used */
            trace(&world, pc, &quick);
            expect_same(&quick, &plain);
        }
        free(world.env.cache);
    }
}

/* ---- windows ------------------------------------------------------------------------------------ */

#define LEAF   (WORLD_CODE + 0x00)
#define MIDDLE (WORLD_CODE + 0x20)
#define OUTER  (WORLD_CODE + 0x40)

static const struct handmade_entry chain_entries[] = {ENTRY(16, 1), ENTRY(16, 2), ENTRY(16, 3)};
static const struct handmade_range chain_range[] = {RANGE(WORLD_CODE, chain_entries, 3)};

/* LEAF called by MIDDLE, whose rule is WORD and whose return address stands in stack word AT; called by OUTER. */
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
    world->env.window[BOBBIN_SPACE_STACK] =
        (struct bobbin_window){world->stack, WORLD_STACK, sizeof(world->stack)};
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

/* Of a frame that reaches out of the window the rest is asked for, and may be refused. */
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
        assert_true(words < 51 ? world.reads > 0 : words < 56 || world.reads == 0);
    }
    set_up_chain(&world, COMPACT(13, 49, 0x03, 0, 0, COMPACT_RA), 50);
    world.env.window[BOBBIN_SPACE_STACK].size_bytes = 4 * 50;
    world.unreadable = WORLD_STACK + 4 * 50;
    world_step(&world);
    world_expect_stop(&world, BOBBIN_STOP_UNREADABLE, WORLD_STACK + 4 * 50);
}

/* The slot of r7, on which the cfa stands, is below sp: r7 is unknown in the caller, but was good until then. */
static void a_register_below_sp_does_not_move_the_cfa(void **state)
{
    (void)state;
    struct world world;

    set_up_chain(&world, RULE_R7, 55);
    world.r[7] = WORLD_STACK + 4 * 54;
    world.r[BOBBIN_SP] = WORLD_STACK + 4 * 55;
    world_begin(&world, MIDDLE);
    world_step(&world);
    assert_int_equal(world.cursor.r[BOBBIN_PC], OUTER + 4);
    assert_int_equal(world.cursor.r[BOBBIN_SP], WORLD_STACK + 4 * 56);
    assert_false(world.cursor.valid & BOBBIN_VALID_R(7));
}

/* Though a good return address stands there. */
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
        world_begin(&world, MIDDLE); /* sp alone is unaligned: it is not used */
        world.stack[56] = OUTER + 5;
        world_step(&world);
        assert_int_equal(world.cursor.r[BOBBIN_SP], WORLD_STACK + 4 * 57);
    }
}

/* A guess by lr, where there is no table at all. */
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
    world_expect_stop(&world, BOBBIN_STOP_PC_OUTSIDE, WORLD_CODE + 3);
}

/* ---- the cache ---------------------------------------------------------------------------------- */

/* A loop of frames with the rule NUMBER, so many halfwords of code that it needs all of the cache. */
static void set_up_numbers(struct world *world, uint32_t start, uint32_t rules_count)
{
    static struct handmade_entry entries[600];
    static uint32_t rules[600];
    const struct handmade_range range = RANGE(start, entries, rules_count);
    const struct handmade table = {
        .ranges = &range, .ranges_count = 1, .rules = rules, .rules_count = rules_count};

    for (uint32_t i = 0; i < rules_count; i++) {
        entries[i] = (struct handmade_entry)ENTRY(4, 1 + i);
        rules[i] = COMPACT(13, 1 + i % 40, 0, 0, 0, COMPACT_RA);
    }
    world_set_up(world, &table);
    world->env.window[BOBBIN_SPACE_STACK] =
        (struct bobbin_window){world->stack, WORLD_STACK, sizeof(world->stack)};
}

/* From a frame at START, whose rule is the first, to RETURN_ADDRESS and on by its rule. */
static void trace_to(struct world *world, uint32_t start, uint32_t return_address,
                     struct traced *traced)
{
    memset(world->stack, 0, sizeof(world->stack));
    world->stack[0] = return_address;
    for (uint32_t i = 1; i < WORLD_STACK_WORDS; i++)
        world->stack[i] = start + 4 + (return_address & 1);
    world->r[BOBBIN_SP] = WORLD_STACK;
    trace(world, start, traced);
}

/* Every return address of 600 rules, in both states, in caches from the smallest to the largest, three times over. */
static void a_cache_never_takes_one_return_address_for_another(void **state)
{
    (void)state;
    static struct traced plain, quick;
    static const uint32_t starts[] = {WORLD_CODE, 0x00100000, 0xffffe000};

    for (uint32_t s = 0; s < sizeof(starts) / sizeof(starts[0]); s++)
        for (uint32_t words = CACHE_MIN; words <= CACHE_MOST; words *= 4) {
            struct world world;
            set_up_numbers(&world, starts[s], 600);
            give_cache(&world, words);
            for (uint32_t i = 0; i < 3 * 600; i++) {
                uint32_t address = starts[s] + 8 * (i * 7 % 600) + 4 + (i / 600 == 1);
                uint32_t *cache = world.env.cache;
                trace_to(&world, starts[s], address, &quick);
                world.env.cache = NULL;
                trace_to(&world, starts[s], address, &plain);
                world.env.cache = cache;
                expect_same(&quick, &plain);
            }
            free(world.env.cache);
        }
}

/* Nothing is in an empty cache, also of code at the first addresses, where a word of 0 might be taken for an entry. */
static void an_empty_cache_has_nothing(void **state)
{
    (void)state;
    static struct traced plain, quick;
    static const uint32_t sizes[] = {CACHE_MIN, 1024, CACHE_MOST};

    for (uint32_t s = 0; s < 3; s++)
        for (uint32_t thumb = 0; thumb < 2; thumb++)
            for (uint32_t at = 4; at < 8 * 600; at += 4) {
                struct world world;
                set_up_numbers(&world, 0, 600);
                trace_to(&world, 0, at + thumb, &plain);
                give_cache(&world, sizes[s]);
                trace_to(&world, 0, at + thumb, &quick);
                expect_same(&quick, &plain);
                free(world.env.cache);
            }
}

/* Neither does it have return addresses outside all code, nor at the end of the address space. */
static void an_empty_cache_knows_no_garbage(void **state)
{
    (void)state;
    struct world world;

    for (uint32_t i = 0; i < 4 * CACHE_MIN; i++) {
        static struct traced quick;
        set_up_numbers(&world, WORLD_CODE, 8);
        give_cache(&world, CACHE_MIN);
        trace_to(&world, WORLD_CODE, i, &quick);
        assert_int_equal(quick.count, 1);
        assert_int_equal(world.cursor.stop, BOBBIN_STOP_PC_OUTSIDE);
        assert_int_equal(world.cursor.stop_value, i);
        trace_to(&world, WORLD_CODE, 0u - i - 1, &quick);
        assert_int_equal(world.cursor.stop, BOBBIN_STOP_PC_OUTSIDE);
        free(world.env.cache);
    }
}

/* Table, stack and cache of exactly their length: a sanitizer sees what is read or written beside them. */
static void a_cache_full_of_nonsense_leads_nowhere_outside(void **state)
{
    (void)state;
    static struct traced quick;
    struct fuzz_source source;

    for (uint32_t round = 0; round < ROUNDS; round++) {
        struct world world;
        fuzz_source_begin(&source, (const uint8_t *)&round, sizeof(round));
        set_up_random(&world, &source);
        uint32_t size = world.tables[0].size_bytes;
        uint8_t *table = malloc(size);
        uint32_t *stack = malloc(sizeof(world.stack));
        assert_true(table && stack);
        memcpy(table, world.bytes[0], size);
        memcpy(stack, world.stack, sizeof(world.stack));
        assert_int_equal(bobbin_table_open(&world.tables[0], table, size, 0, NULL, 0),
                         BOBBIN_TABLE_OK);
        world.env.window[BOBBIN_SPACE_STACK] =
            (struct bobbin_window){stack, WORLD_STACK, sizeof(world.stack)};
        give_cache(&world, CACHE_MIN << fuzz_below(&source, 5));
        for (uint32_t i = 0; i <= world.env.cache_mask; i++) {
            uint32_t address = WORLD_CODE + fuzz_below(&source, WORLD_CODE_BYTES);
            world.env.cache[i] =
                fuzz_one_in(&source, 4)
                    ? fuzz_u32(&source)
                    : address ^ (fuzz_below(&source, world.env.cache_mask + 2) << 1);
        }
        for (uint32_t i = 0; i < 4; i++)
            trace(&world, pick_pc(&source), &quick);
        free(world.env.cache);
        free(stack);
        free(table);
    }
}

/* Its words are those of a larger table that has been replaced. */
static void a_stale_cache_leads_nowhere_outside(void **state)
{
    (void)state;
    static struct traced quick;
    struct world world;

    for (uint32_t left = 1; left < 40; left++) {
        set_up_numbers(&world, WORLD_CODE, 600);
        give_cache(&world, 1024);
        uint32_t *cache = world.env.cache;
        for (uint32_t i = 0; i < 600; i++)
            trace_to(&world, WORLD_CODE, WORLD_CODE + 8 * i + 5, &quick);
        set_up_numbers(&world, WORLD_CODE, left);
        uint32_t size = world.tables[0].size_bytes;
        uint8_t *table = malloc(size);
        assert_non_null(table);
        memcpy(table, world.bytes[0], size);
        assert_int_equal(bobbin_table_open(&world.tables[0], table, size, 0, NULL, 0),
                         BOBBIN_TABLE_OK);
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
        cmocka_unit_test(what_lies_in_a_window_is_not_asked_for),
        cmocka_unit_test(what_lies_outside_a_window_is_asked_for),
        cmocka_unit_test(a_register_below_sp_does_not_move_the_cfa),
        cmocka_unit_test(an_unaligned_sp_is_bad_in_a_window_too),
        cmocka_unit_test(no_table_is_no_table),
        cmocka_unit_test(every_trace_is_the_same_with_a_window_and_a_cache),
        cmocka_unit_test(a_cache_never_takes_one_return_address_for_another),
        cmocka_unit_test(an_empty_cache_has_nothing),
        cmocka_unit_test(an_empty_cache_knows_no_garbage),
        cmocka_unit_test(a_cache_full_of_nonsense_leads_nowhere_outside),
        cmocka_unit_test(a_stale_cache_leads_nowhere_outside),
    };
    return cmocka_run_group_tests_name("core_quick", tests, NULL, NULL);
}
