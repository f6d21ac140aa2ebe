/* SPDX-License-Identifier: MIT */
/*
 * Interrupted frames, with code read through windows. Every trace must be the same as without
 * windows.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "core/unwind/reading.h"
#include "random_world.h"
#include "traced.h"

#define ROUNDS        20000u
#define HALFWORDS     (WORLD_CODE_BYTES / 2)
#define ENTRIES_MAX   40u
#define COUNT(array)  ((uint32_t)(sizeof(array) / sizeof((array)[0])))
#define HOW_SMALL     (HOW_FORWARD | HOW_PROLOGUE | HOW_WALK | HOW_CODE)
#define BRANCH_AROUND 24u /* distance of branches, in halfwords or words */
#define SP_WORD       40u /* nearer to the window's end, the quick path is not used */

static const uint16_t shorts[] = {SHORT(2, 1), SHORT(7, 4)};
#define WORDS 12u
static const uint32_t words[] = {
    COMPACT(13, 2, 0x01, 0, 0, COMPACT_RA),
    COMPACT(13, 6, 0x0f, 0, 0, COMPACT_RA),
    COMPACT(13, 7, 0x05, 0, 0, COMPACT_RA),
    COMPACT(7, 4, 0x08, 0, 0, COMPACT_RA),
    COMPACT(13, 11, 0x01, 2, 4, COMPACT_RA),
    COMPACT(13, 2, 0x01, 0, 0, 0),
    COMPACT(13, 6, 0x01, 0, 0, COMPACT_RA | COMPACT_EXPLICIT),
    RULE_LEAF,
    COMPACT_LOST(4, 0x01, COMPACT_RA, 0x06),
    LARGE_RUN(12, 8),
    LONG_RULE(WORDS),
    RULE_NONE,
    LONG_HEAD(13, 0, 0x01, 1, 0, COMPACT_RA, 24, 0xfe000060),
};
#define RULES (COUNT(shorts) + WORDS)

/* A 16-bit Thumb instruction is in bits 15-0. */
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

/* B or Bcc to a nearby address. */
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

/* Entries with any rules; in blocks also rows. Pages have entries instead of rows. */
static uint32_t pick_entries(struct fuzz_source *source, struct handmade_entry *entries,
                             struct handmade_row *rows, bool in_blocks)
{
    uint32_t count = 0;

    for (uint32_t left = HALFWORDS; left; count++) {
        uint32_t length = count == ENTRIES_MAX - 1 ? left : 1 + fuzz_below(source, 24);
        struct handmade_entry *entry = &entries[count];
        *entry =
            (struct handmade_entry)ENTRY(length < left ? length : left, fuzz_below(source, RULES));
        left -= entry->halfwords;
        if (!in_blocks)
            continue;
        if (fuzz_one_in(source, 3))
            entry->rule = HANDMADE_CODE;
        rows[count] = (struct handmade_row){fuzz_below(source, 4), 1 + fuzz_below(source, 4),
                                            fuzz_below(source, RULES)};
        entry->rows = &rows[count];
        entry->rows_count = fuzz_one_in(source, 4);
        entry->without = fuzz_one_in(source, 4) ? fuzz_below(source, 4) : 0;
    }
    return count;
}

static void set_up(struct world *world, struct fuzz_source *source)
{
    struct handmade_entry entries[ENTRIES_MAX];
    struct handmade_row rows[ENTRIES_MAX];
    bool in_blocks = fuzz_one_in(source, 4);
    const struct handmade_range range = {.start = WORLD_CODE,
                                         .entries = entries,
                                         .entries_count =
                                             pick_entries(source, entries, rows, in_blocks),
                                         .how = in_blocks ? HOW_SMALL : 0};
    const struct handmade table = {.ranges = &range,
                                   .ranges_count = 1,
                                   .shorts = shorts,
                                   .shorts_count = COUNT(shorts),
                                   .rules = words,
                                   .rules_count = COUNT(words)};
    uint32_t sp_word = fuzz_below(source, WORLD_STACK_WORDS);

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

/* Opens windows on all of stack and code, or on parts. */
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
        if (quick.count < 2)
            continue;
        by_code += quick.frames[1].trust == BOBBIN_TRUST_CODE;
        by_table += quick.frames[1].trust == BOBBIN_TRUST_TABLE;
    }
    assert_true(by_code > ROUNDS / 20 && by_table > ROUNDS / 20);
}

/* The source of a rule: code or table. */
enum { C = BOBBIN_TRUST_CODE, T = BOBBIN_TRUST_TABLE };

/*
 * Checks source and frame size at each instruction of a function that pushes and pops r4 and lr.
 * Tests with and without a window on the code. Rule 0 is a body rule, rule 1 the same rule as
 * explicit.
 */
static void expect_trust(const struct handmade_entry *entries, uint32_t count, uint32_t how,
                         const uint8_t trust[4])
{
    static const uint16_t code[] = {0xb510, 0xbf00, 0x2000, 0xbd10}; /* push, nop, movs, pop */
    static const uint32_t rules[] = {COMPACT(13, 2, 0x01, 0, 0, COMPACT_RA), RULE_R4_LR};
    const struct handmade_range range[] = {
        {.start = WORLD_CODE, .entries = entries, .entries_count = count, .how = how}};
    const struct handmade table = {
        .ranges = range, .ranges_count = 1, .rules = rules, .rules_count = 2};

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

static void around_a_body_rule_code_is_read(void **state)
{
    (void)state;
    static const struct handmade_entry body[] = {ENTRY(4, 0)}, explicit[] = {ENTRY(4, 1)};
    static const struct handmade_entry third[] = {ENTRY(2, 0), ENTRY(1, 1), ENTRY(1, 0)};

    expect_trust(body, 1, 0, (const uint8_t[]){C, C, C, C});
    expect_trust(third, 3, 0, (const uint8_t[]){C, C, T, C});
    expect_trust(explicit, 1, 0, (const uint8_t[]){T, T, T, T});
}

/*
 * The range, and in it the record of the entry, enable the reading of code. At addresses with rows
 * no code is read.
 */
static void in_blocks_an_entry_says_how_it_is_read(void **state)
{
    (void)state;
    static const uint32_t hows[] = {HOW_CODE | HOW_FORWARD, HOW_SMALL};
    static const struct handmade_row third[] = {{2, 1, 0}};
    static const struct handmade_entry body[] = {ENTRY(4, 0)};
    static const struct handmade_entry plain[] = {
        {.halfwords = 4, .rule = 0, .without = HOW_FORWARD}};
    static const struct handmade_entry plain_with_rows[] = {
        {.halfwords = 4, .rule = 0, .without = HOW_FORWARD, .rows = third, .rows_count = 1}};
    static const struct handmade_entry with_rows[] = {
        {.halfwords = 4, .rule = 0, .rows = third, .rows_count = 1}};

    for (uint32_t i = 0; i < 2; i++) {
        expect_trust(body, 1, hows[i], (const uint8_t[]){C, C, C, C});
        expect_trust(plain, 1, hows[i], (const uint8_t[]){T, T, T, T});
        expect_trust(plain_with_rows, 1, hows[i], (const uint8_t[]){T, T, T, T});
        expect_trust(with_rows, 1, hows[i], (const uint8_t[]){C, C, T, C});
    }
    expect_trust(body, 1, HOW_CODE, (const uint8_t[]){T, T, T, T});
}

#define DOUBLES 0xff000000u /* bits of valid */

/* LOST has one bit per place. Returns the bits of valid. */
static uint32_t valid_bits(uint32_t lost)
{
    return (lost & 0xff) << 4 | (lost >> 8 & 0xff) << 24;
}

/*
 * WORD is an explicit rule. r4, the return address and, if HAS_DOUBLE, d8 are in slots; the places
 * of LOST are lost; all others stay. The code is all pushes, to show that no code is read. The
 * words from number 4 on select the compact word with LOST by the flags.
 */
static void expect_lost(uint32_t word, uint32_t lost, bool has_double, bool has_window)
{
    const uint32_t its_words[] = {
        word, LONG_HEAD(13, 0, 0x01, has_double, 0, COMPACT_RA, 16, valid_bits(lost)),
        LONG_EITHER(0xffff, COMPACT_LOST(4, 0x01, COMPACT_RA, lost & 15), RULE_LEAF)};
    static const struct handmade_entry entry[] = {ENTRY(HALFWORDS, 0)};
    static const struct handmade_range range[] = {RANGE(WORLD_CODE, entry, 1)};
    const struct handmade table = {
        .ranges = range, .ranges_count = 1, .rules = its_words, .rules_count = COUNT(its_words)};
    uint32_t expected = (0x0ff0 | DOUBLES) & ~valid_bits(lost);
    const uint16_t push = 0xb510;
    struct world world;

    world_set_up(&world, &table);
    for (uint32_t at = 0; at < WORLD_CODE_BYTES; at += 2)
        memcpy(world.code + at, &push, 2);
    world.stack[SP_WORD] = 0xd8;
    world.stack[SP_WORD + 2] = 0x44;
    world.stack[SP_WORD + 3] = WORLD_CODE + 21;
    world.r[BOBBIN_SP] = WORLD_STACK + 4 * SP_WORD;
    if (has_window)
        world_open_window(&world, BOBBIN_SPACE_STACK);
    world_begin(&world, WORLD_CODE + 2);
    world.cursor.valid |= has_double ? DOUBLES & ~BOBBIN_VALID_D(8) : DOUBLES;
    world_step(&world);
    assert_int_equal(world.cursor.trust, BOBBIN_TRUST_TABLE);
    assert_int_equal(world.cursor.r[BOBBIN_PC], WORLD_CODE + 20);
    assert_int_equal(world.cursor.r[BOBBIN_SP], WORLD_STACK + 4 * (SP_WORD + 4));
    assert_int_equal(world.cursor.r[4], 0x44);
    if (has_double)
        assert_true(world.cursor.d[0] == 0xd8);
    assert_int_equal(world.cursor.valid & (0x0ff0 | DOUBLES), expected);
}

static void places_that_are_lost_are_lost(void **state)
{
    (void)state;
    static const uint32_t lost[] = {0, 0xfe00, 0x8000, 0x00fe, 0x2a40};

    for (uint32_t has_window = 0; has_window < 2; has_window++) {
        for (uint32_t i = 0; i < COUNT(lost); i++)
            expect_lost(LONG_RULE(1), lost[i], true, has_window);
        for (uint32_t registers = 2; registers < 16; registers += 2) {
            expect_lost(COMPACT_LOST(4, 0x01, COMPACT_RA, registers), registers, false, has_window);
            expect_lost(LONG_RULE(4), registers, false, has_window);
        }
    }
}

/*
 * Checks each instruction of a function that saves r4 and lr. Rule 0 is its body rule. At the first
 * instruction nothing is saved.
 */
static void expect_around(const uint32_t *its_words, uint32_t count)
{
    static const uint16_t code[] = {0xb510, 0xb082, 0x4798, 0xb002, 0xbd10};
    static const uint8_t trust[] = {C, C, T, T, C}, cfa_words[] = {0, 2, 4, 4, 2};
    static const struct handmade_entry entry[] = {ENTRY(COUNT(code), 0)};
    static const struct handmade_range range[] = {RANGE(WORLD_CODE, entry, 1)};
    const struct handmade table = {
        .ranges = range, .ranges_count = 1, .rules = its_words, .rules_count = count};

    for (uint32_t i = 0; i < 2 * COUNT(code); i++) {
        uint32_t saved = cfa_words[i / 2];
        struct world world;
        world_set_up(&world, &table);
        memcpy(world.code, code, sizeof(code));
        for (uint32_t word = SP_WORD; word < SP_WORD + 4; word++)
            world.stack[word] = word;
        if (saved)
            world.stack[SP_WORD + saved - 1] = WORLD_CODE + 7;
        world.r[BOBBIN_LR] = WORLD_CODE + (saved ? 3 : 7);
        world.r[BOBBIN_SP] = WORLD_STACK + 4 * SP_WORD;
        world.r[4] = 0x44;
        if (i & 1)
            world_open_window(&world, BOBBIN_SPACE_CODE);
        world_open_window(&world, BOBBIN_SPACE_STACK);
        world_begin(&world, WORLD_CODE + (i & ~1u));
        world.cursor.valid |= DOUBLES;
        world_step(&world);
        assert_int_equal(world.cursor.trust, trust[i / 2]);
        assert_int_equal(world.cursor.r[BOBBIN_PC], WORLD_CODE + 6);
        assert_int_equal(world.cursor.r[BOBBIN_SP], WORLD_STACK + 4 * (SP_WORD + saved));
        assert_int_equal(world.cursor.r[4], saved ? SP_WORD + saved - 2 : 0x44);
        assert_int_equal(world.cursor.valid & (0x0ff0 | DOUBLES), 0x0ff0 | DOUBLES);
    }
}

/* The condition is NE, and the rule for NE is a body rule. */
static void a_body_rule_may_depend_on_the_flags(void **state)
{
    (void)state;
    static const uint32_t its_words[] = {
        LONG_RULE(1), LONG_EITHER(0x0f0f, COMPACT(13, 4, 0x01, 0, 0, COMPACT_RA), RULE_LEAF)};

    expect_around(its_words, COUNT(its_words));
}

/*
 * Interrupts at AT a function without any instruction that shapes a frame, except LAST at its end.
 * The function fills all of the code. AHEAD is that of its range.
 */
static void begin_reading_ahead(struct world *world, uint32_t at, bool is_thumb, uint32_t last,
                                uint32_t ahead)
{
    static const uint32_t rule[] = {COMPACT(13, 2, 0x01, 0, 0, COMPACT_RA)};
    static const struct handmade_entry entry[] = {ENTRY(HALFWORDS, 0)};
    struct handmade_range range[] = {RANGE(WORLD_CODE, entry, 1)};
    const struct handmade table = {
        .ranges = range, .ranges_count = 1, .rules = rule, .rules_count = 1};
    uint32_t size = is_thumb ? 2 : 4;

    range->ahead = ahead;
    world_set_up(world, &table);
    world->cpsr = is_thumb ? world->cpsr : world->cpsr & ~BOBBIN_CPSR_T;
    for (uint32_t i = 0; i < WORLD_CODE_BYTES; i += size)
        memcpy(world->code + i, is_thumb ? &thumb[0] : &arm[0], size);
    memcpy(world->code + WORLD_CODE_BYTES - size, &last, size);
    world->stack[SP_WORD + 1] = WORLD_CODE + 5;
    world->r[BOBBIN_SP] = WORLD_STACK + 4 * SP_WORD;
    world_open_window(world, BOBBIN_SPACE_STACK);
    world_begin(world, WORLD_CODE + at);
}

static void begin_reading(struct world *world, uint32_t at, bool is_thumb, uint32_t last)
{
    begin_reading_ahead(world, at, is_thumb, last, 0);
}

/* A range may say that more instructions are read. */
static void a_table_may_have_more_read(void **state)
{
    (void)state;
    struct world world;

    for (uint32_t ahead = 0; ahead < 4; ahead++)
        for (uint32_t more = 0; more < 6; more++) {
            begin_reading_ahead(&world, WORLD_CODE_BYTES - 2 * (READING_MAX + more), true, 0xbd10,
                                ahead);
            world_step(&world);
            assert_int_equal(world.cursor.trust,
                             more <= ahead ? BOBBIN_TRUST_CODE : BOBBIN_TRUST_TABLE);
            assert_int_equal(world.reads, READING_MAX + (more < ahead ? more : ahead));
        }
}

/*
 * The callback reads one halfword at a time and only as many as needed, at most READING_MAX
 * instructions.
 */
static void code_is_read_as_far_as_it_is_needed(void **state)
{
    (void)state;
    for (uint32_t size = 2; size <= 4; size += 2) {
        const uint32_t nop = size == 2 ? thumb[0] : arm[0];
        const uint32_t pop = size == 2 ? 0xbd10 : 0xe8bd8010;
        struct world world;
        for (uint32_t count = 1; count <= 12; count++) {
            uint32_t at = WORLD_CODE_BYTES - size * count;
            uint32_t readable = (count < READING_MAX ? count : READING_MAX) * size / 2;
            begin_reading(&world, at, size == 2, pop);
            world_step(&world);
            assert_int_equal(world.reads, readable);
            assert_int_equal(world.cursor.trust,
                             count <= READING_MAX ? BOBBIN_TRUST_CODE : BOBBIN_TRUST_TABLE);
            begin_reading(&world, at, size == 2, nop);
            if (count < READING_MAX) { /* the read after the end of the code fails */
                world_expect_stop(&world, BOBBIN_STOP_UNREADABLE, WORLD_CODE + WORLD_CODE_BYTES);
                assert_int_equal(world.reads, readable + 1);
            } else {
                world_step(&world);
                assert_int_equal(world.cursor.trust, BOBBIN_TRUST_TABLE);
                assert_int_equal(world.reads, readable);
            }
        }
    }
}

/* Code is not read twice, even if r4 and lr must be read through the callback, too. */
static void without_windows_code_is_read_once(void **state)
{
    (void)state;
    struct world world;

    begin_reading(&world, 0, true, 0xbf00);
    world.env.window[BOBBIN_SPACE_STACK].size_bytes = 0;
    world_begin(&world, WORLD_CODE);
    world_step(&world);
    assert_int_equal(world.reads, READING_MAX + 2);
}

/*
 * Code in the window is not read through the callback, except the window's last halfword. If the
 * budget is too small, the trace stops.
 */
static void what_is_read_of_code_is_counted(void **state)
{
    (void)state;
    struct world world;

    for (uint32_t bytes = 0; bytes <= 2 * READING_MAX; bytes += 2) {
        begin_reading(&world, 0, true, 0xbf00);
        world_open_window(&world, BOBBIN_SPACE_CODE);
        world.env.window[BOBBIN_SPACE_CODE].size_bytes = bytes;
        world_begin(&world, WORLD_CODE);
        world_step(&world);
        assert_int_equal(world.reads, READING_MAX - (bytes ? bytes / 2 - 1 : 0));
    }
    for (uint32_t budget = 1; budget <= READING_MAX; budget++) {
        begin_reading(&world, 0, true, 0xbf00);
        world.env.reads_max = budget;
        world_begin(&world, WORLD_CODE);
        if (budget < READING_MAX)
            world_expect_stop(&world, BOBBIN_STOP_BUDGET, WORLD_CODE + 2 * budget);
        else
            world_step(&world);
        assert_int_equal(world.reads, budget);
    }
}

/* The window is at address 0 and the cfa wraps around to it. */
static void a_cfa_after_all_addresses_is_bad(void **state)
{
    (void)state;
    static const uint32_t rule[] = {COMPACT(13, 100, 0x01, 0, 0, COMPACT_RA)};
    static const struct handmade_entry entry[] = {ENTRY(HALFWORDS, 0)};
    static const struct handmade_range range[] = {RANGE(WORLD_CODE, entry, 1)};
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
        cmocka_unit_test(around_a_body_rule_code_is_read),
        cmocka_unit_test(in_blocks_an_entry_says_how_it_is_read),
        cmocka_unit_test(places_that_are_lost_are_lost),
        cmocka_unit_test(a_body_rule_may_depend_on_the_flags),
        cmocka_unit_test(a_table_may_have_more_read),
        cmocka_unit_test(code_is_read_as_far_as_it_is_needed),
        cmocka_unit_test(without_windows_code_is_read_once),
        cmocka_unit_test(what_is_read_of_code_is_counted),
        cmocka_unit_test(a_cfa_after_all_addresses_is_bad),
    };
    return cmocka_run_group_tests_name("core_interrupted", tests, NULL, NULL);
}
