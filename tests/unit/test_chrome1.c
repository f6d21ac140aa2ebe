/* SPDX-License-Identifier: MIT */
/*
 * Chromium's tables of 2018: what their readers find in the tables of its own unit tests, and what follows from their sources for
 * addresses that those leave out. Numbers are what was published, in hexadecimal.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "world.h"

#define BASE       0x10000u
#define CODE_BYTES 0x4000u
#define CHROME1    1u

static const struct bobbin_foreign *const readers[] = {&bobbin_chrome1, &bobbin_chrome1_profiler};
enum { HEAP, PROFILER };

/* What a reader says of an address: a stop, or the bytes to the cfa and from there down to the return address. */
struct answer {
    enum bobbin_stop stop;
    uint32_t cfa, ra;
};
#define NOTHING                                                                                    \
    {                                                                                              \
        BOBBIN_STOP_NO_RULE, 0, 0                                                                  \
    }
#define FRAME(to_cfa, to_ra)                                                                       \
    {                                                                                              \
        BOBBIN_STOP_NONE, (to_cfa), (to_ra)                                                        \
    }
#define BY_LR (~0u) /* the return address is in lr */

struct vector {
    uint32_t address; /* from the base on */
    struct answer heap, profiler;
};

/* A table in which PART stands for the code from BASE on. Its bytes end where their allocation does. */
struct subject {
    uint8_t *bytes;
    struct bobbin_table table;
    struct bobbin_env env;
};

static bool read_nothing(void *context, enum bobbin_space space, uint32_t address, void *out,
                         uint32_t size_bytes)
{
    (void)context;
    (void)space;
    (void)address;
    (void)out;
    (void)size_bytes;
    return false;
}

static const struct handmade_entry all_code[] = {ENTRY(CODE_BYTES / 2, 0)};

static void set_up(struct subject *subject, const uint8_t *part, uint32_t size_bytes,
                   uint32_t code_start, uint32_t base)
{
    const struct handmade_foreign foreign = {CHROME1, base, {part}, {size_bytes}};
    const struct handmade_range range = RANGE(code_start, all_code, 1);
    const struct handmade table = {.ranges = &range, .ranges_count = 1, .foreign = &foreign};
    static uint8_t bytes[HANDMADE_SIZE_MAX];
    uint32_t written = handmade_write(&table, bytes);

    subject->bytes = malloc(written);
    assert_non_null(subject->bytes);
    memcpy(subject->bytes, bytes, written);
    assert_int_equal(bobbin_table_open(&subject->table, subject->bytes, written, 0, NULL, 0),
                     BOBBIN_TABLE_OK);
    subject->env =
        (struct bobbin_env){.read = read_nothing, .tables = &subject->table, .tables_count = 1};
}

static struct answer ask(struct subject *subject, int reader, uint32_t pc)
{
    struct bobbin_rule rule;
    enum bobbin_trust trust;
    struct answer answer = {BOBBIN_STOP_NONE, 0, BY_LR};

    subject->env.foreign = readers[reader];
    answer.stop = bobbin_rule_at(&subject->env, pc, BOBBIN_KIND_EXACT, 0, &rule, &trust);
    if (answer.stop != BOBBIN_STOP_NONE)
        return (struct answer){answer.stop, 0, 0};
    assert_int_equal(trust, BOBBIN_TRUST_TABLE);
    assert_int_equal(rule.form, BOBBIN_FORM_FRAME);
    assert_int_equal(rule.cfa_register, BOBBIN_SP);
    for (int place = 0; place < BOBBIN_PLACE_RA; place++)
        assert_int_equal(rule.place_kind[place], BOBBIN_LOST);
    answer.cfa = (uint32_t)rule.cfa_offset;
    if (rule.place_kind[BOBBIN_PLACE_RA] == BOBBIN_SLOT)
        answer.ra = (uint32_t)-rule.place_value[BOBBIN_PLACE_RA];
    else
        assert_int_equal(rule.place_kind[BOBBIN_PLACE_RA], BOBBIN_SAME);
    return answer;
}

static void expect(struct subject *subject, int reader, uint32_t pc, const struct answer *wanted)
{
    struct answer found = ask(subject, reader, pc);

    if (found.stop != wanted->stop || found.cfa != wanted->cfa || found.ra != wanted->ra)
        print_message("# reader %d at 0x%x: %s %x %x\n", reader, pc, bobbin_stop_name(found.stop),
                      found.cfa, found.ra);
    assert_int_equal(found.stop, wanted->stop);
    assert_int_equal(found.cfa, wanted->cfa);
    assert_int_equal(found.ra, wanted->ra);
}

static void expect_all(struct subject *subject, uint32_t base, const struct vector *vectors,
                       size_t count)
{
    for (size_t i = 0; i < count; i++) {
        expect(subject, HEAP, base + vectors[i].address, &vectors[i].heap);
        expect(subject, PROFILER, base + vectors[i].address, &vectors[i].profiler);
    }
}

/* ---- looking up ----------------------------------------------------------------------------------- */

static const uint8_t rows_table[] = {
    0x07, 0x00, 0x00, 0x00, 0x00, 0x10, 0x00, 0x00, 0x02, 0x15, 0x00, 0x00, 0x00, 0x20, 0x00, 0x00,
    0x24, 0x20, 0x00, 0x00, 0x26, 0x21, 0x00, 0x00, 0x00, 0x22, 0x00, 0x00, 0x12, 0x22, 0x00, 0x00,
    0x00, 0x00, 0xff, 0xff, 0x0b, 0x00, 0x10, 0x00, 0xff, 0xff, 0x15, 0x00, 0xff, 0xff, 0x05, 0x00,
    0x02, 0x00, 0x11, 0x01, 0x08, 0x00, 0x20, 0x02, 0x40, 0x00, 0x30, 0x03, 0x50, 0x00, 0x32, 0x03,
    0x80, 0x00, 0x20, 0x02, 0x02, 0x00, 0x04, 0x00, 0x13, 0x00, 0x08, 0x00, 0x13, 0x00, 0x02, 0x00,
    0x0c, 0x00, 0x33, 0x00, 0xdc, 0x00, 0x40, 0x00, 0x01, 0x00, 0x04, 0x00, 0x2e, 0x00,
};

#define SAME_FRAME(address, to_cfa, to_ra)                                                         \
    {                                                                                              \
        (address), FRAME(to_cfa, to_ra), FRAME(to_cfa, to_ra)                                      \
    }
#define NONE_AT(address)                                                                           \
    {                                                                                              \
        (address), NOTHING, NOTHING                                                                \
    }
#define START_AT(address)                                                                          \
    {                                                                                              \
        (address), NOTHING, FRAME(0, BY_LR)                                                        \
    }

static const struct vector rows_vectors[] = {
    NONE_AT(0x1),
    NONE_AT(0x100),
    SAME_FRAME(0x1002, 0x110, 4),
    SAME_FRAME(0x1003, 0x110, 4),
    SAME_FRAME(0x1008, 0x220, 4),
    SAME_FRAME(0x1009, 0x220, 4),
    SAME_FRAME(0x1039, 0x220, 4),
    SAME_FRAME(0x1080, 0x220, 8),
    SAME_FRAME(0x1100, 0x220, 8),
    NONE_AT(0x1502),
    START_AT(0x2024),
    SAME_FRAME(0x2050, 0x30, 0xc),
    SAME_FRAME(0x2208, 0x2c, 8),
    SAME_FRAME(0x2210, 0x2c, 8),
    NONE_AT(0x2212),
    NONE_AT(0x3000),
    START_AT(0x1000),
    {0x2002, FRAME(0, 0), FRAME(0, BY_LR)},
    SAME_FRAME(0x1040, 0x330, 4),
    SAME_FRAME(0x1050, 0x330, 8),
    SAME_FRAME(0x1500, 0x220, 8),
    SAME_FRAME(0x1501, 0x220, 8),
};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static void both_readers_find_what_was_published(void **state)
{
    (void)state;
    struct subject subject;

    set_up(&subject, rows_table, sizeof(rows_table), BASE, BASE);
    expect_all(&subject, BASE, rows_vectors, COUNT(rows_vectors));
    free(subject.bytes);
}

static void a_count_of_bytes_is_one_of_rows(void **state)
{
    (void)state;
    uint8_t bytes_table[sizeof(rows_table)];
    struct subject subject;

    memcpy(bytes_table, rows_table, sizeof(rows_table));
    bytes_table[0] = 0x2a;
    set_up(&subject, bytes_table, sizeof(bytes_table), BASE, BASE);
    expect_all(&subject, BASE, rows_vectors, COUNT(rows_vectors));
    free(subject.bytes);
}

static void a_return_address_belongs_to_its_call(void **state)
{
    (void)state;
    struct subject subject;
    struct bobbin_rule rule;
    enum bobbin_trust trust;

    set_up(&subject, rows_table, sizeof(rows_table), BASE, BASE);
    subject.env.foreign = &bobbin_chrome1;
    assert_int_equal(
        bobbin_rule_at(&subject.env, BASE + 0x1502, BOBBIN_KIND_CALL, 0, &rule, &trust),
        BOBBIN_STOP_NONE);
    assert_int_equal(rule.cfa_offset, 0x220);
    assert_int_equal(
        bobbin_rule_at(&subject.env, BASE + 0x1040, BOBBIN_KIND_CALL, 0, &rule, &trust),
        BOBBIN_STOP_NONE);
    assert_int_equal(rule.cfa_offset, 0x220);
    free(subject.bytes);
}

static void without_its_reader_it_has_no_rule(void **state)
{
    (void)state;
    struct subject subject;
    struct bobbin_rule rule;
    enum bobbin_trust trust;

    set_up(&subject, rows_table, sizeof(rows_table), BASE, BASE);
    assert_int_equal(
        bobbin_rule_at(&subject.env, BASE + 0x1002, BOBBIN_KIND_EXACT, 0, &rule, &trust),
        BOBBIN_STOP_NO_RULE);
    assert_int_equal(ask(&subject, HEAP, BASE + CODE_BYTES).stop, BOBBIN_STOP_PC_OUTSIDE);
    free(subject.bytes);
}

/* ---- damage --------------------------------------------------------------------------------------- */

struct malformed {
    uint32_t count;
    uint16_t halves[8];
    uint32_t address;
    struct answer heap, profiler;
};

#define CORRUPT                                                                                    \
    {                                                                                              \
        BOBBIN_STOP_CORRUPT, 0, 0                                                                  \
    }

/* Where the published reader says that the file is none, or that a record is not all there, it is corrupt here. */
static void malformed_tables_are_corrupt(void **state)
{
    (void)state;
    static const struct malformed cases[] = {
        {0, {0}, 0, CORRUPT, CORRUPT},
        {2, {0, 0}, 0, CORRUPT, CORRUPT},
        {2, {1, 0}, 0, CORRUPT, CORRUPT},
        {5, {2, 0, 0, 0, 0xffff}, 0, CORRUPT, CORRUPT},
        {5, {1, 0, 0x1000, 0, 0}, 0x1000, NOTHING, CORRUPT},
        {6, {1, 0, 0x1000, 0, 0, 5}, 0x1000, NOTHING, CORRUPT},
        {7, {1, 0, 0x1000, 0, 0, 5, 0}, 0x1000, NOTHING, CORRUPT},
        {7, {1, 0, 0x1000, 0, 0, 5, 0}, 0x1001, CORRUPT, CORRUPT},
        {8, {1, 0, 0x1000, 0, 0, 1, 2, 0}, 0x1002, FRAME(0, 0), NOTHING},
        {5, {1, 0, 0, 0, 0xffff}, 1, NOTHING, NOTHING},
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        struct subject subject;
        uint8_t part[16];
        for (uint32_t k = 0; k < 2 * cases[i].count; k++)
            part[k] = (uint8_t)(cases[i].halves[k / 2] >> 8 * (k % 2));
        set_up(&subject, part, 2 * cases[i].count, BASE, BASE);
        expect(&subject, HEAP, BASE + cases[i].address, &cases[i].heap);
        expect(&subject, PROFILER, BASE + cases[i].address, &cases[i].profiler);
        free(subject.bytes);
    }
}

static void a_table_cut_off_is_not_read_beyond(void **state)
{
    (void)state;
    struct subject subject;

    for (uint32_t size = 0; size <= sizeof(rows_table); size++) {
        set_up(&subject, rows_table, size, BASE, BASE);
        for (uint32_t address = 0; address < CODE_BYTES; address += 3) {
            (void)ask(&subject, HEAP, BASE + address);
            (void)ask(&subject, PROFILER, BASE + address);
        }
        free(subject.bytes);
    }
}

static void sections_that_are_not_all_there_are_corrupt(void **state)
{
    (void)state;
    struct subject subject;

    for (uint32_t i = 0; i < 4; i++) {
        set_up(&subject, rows_table, sizeof(rows_table), BASE, BASE);
        uint8_t *header = subject.bytes + subject.table.section[7].offset;
        header[8 + 4 * i + 3] = 0x80; /* the size of a part */
        assert_int_equal(ask(&subject, HEAP, BASE + 0x1002).stop, BOBBIN_STOP_CORRUPT);
        free(subject.bytes);
    }
    for (uint32_t size = 1; size < 24; size++) {
        set_up(&subject, rows_table, sizeof(rows_table), BASE, BASE);
        subject.table.section[7].size_bytes = size;
        assert_int_equal(ask(&subject, HEAP, BASE + 0x1002).stop, BOBBIN_STOP_CORRUPT);
        free(subject.bytes);
    }
}

static void another_format_is_not_for_this_reader(void **state)
{
    (void)state;
    struct subject subject;

    set_up(&subject, rows_table, sizeof(rows_table), BASE, BASE);
    subject.bytes[subject.table.section[7].offset]++;
    assert_int_equal(ask(&subject, HEAP, BASE + 0x1002).stop, BOBBIN_STOP_NO_RULE);
    free(subject.bytes);
}

/* ---- the cache ------------------------------------------------------------------------------------ */

static bool is_cached(const struct bobbin_kept *cache, uint32_t address)
{
    const struct bobbin_kept *kept = &cache[address % BOBBIN_CHROME1_CACHE];

    return (kept->key ^ kept->word) == address;
}

/* From 0 to 0x2000 one function with one row: cfa 10, return address 4. */
static const uint8_t one_function[] = {
    0x02, 0, 0, 0, 0, 0, 0, 0, 0, 0x20, 0, 0, 0, 0, 0xff, 0xff, 0x01, 0, 0, 0, 0x11, 0,
};

static void the_cache_keeps_the_last_of_each_place(void **state)
{
    (void)state;
    static const struct answer wanted = FRAME(0x10, 4);
    struct bobbin_kept cache[BOBBIN_CHROME1_CACHE] = {{0, 0}};
    struct subject subject;

    set_up(&subject, one_function, sizeof(one_function), BASE, BASE);
    subject.env.foreign_cache = cache;
    for (uint32_t key = 1; key <= 1018; key++) {
        expect(&subject, HEAP, BASE + key, &wanted);
        assert_true(is_cached(cache, key));
        assert_false(key > 509 && is_cached(cache, key - 509));
    }
    for (uint32_t key = 1; key <= 1018; key++)
        assert_true(is_cached(cache, key) == (key >= 510));
    expect(&subject, HEAP, BASE + 1019, &wanted);
    assert_false(is_cached(cache, 510));
    free(subject.bytes);
}

static void what_is_cached_is_found_without_the_table(void **state)
{
    (void)state;
    static const struct answer wanted = FRAME(0x10, 4);
    static const struct answer nothing = NOTHING;
    static const struct answer lr = FRAME(0, BY_LR);
    struct bobbin_kept cache[BOBBIN_CHROME1_CACHE] = {{0, 0}};
    struct subject subject;

    set_up(&subject, one_function, sizeof(one_function), BASE, BASE);
    subject.env.foreign_cache = cache;
    expect(&subject, HEAP, BASE + 700, &wanted);
    subject.bytes[subject.table.section[7].offset + 24 + 16] = 0; /* no row any more */
    expect(&subject, HEAP, BASE + 700, &wanted);
    expect(&subject, PROFILER, BASE + 700, &lr);
    expect(&subject, HEAP, BASE, &nothing); /* an empty place is not that of address 0 */
    cache[700 % BOBBIN_CHROME1_CACHE].word ^= 0x40000;
    expect(&subject, HEAP, BASE + 700, &(struct answer)FRAME(0, 0));
    free(subject.bytes);
}

/* ---- steps ---------------------------------------------------------------------------------------- */

/* {cfa, ra} wherever a pc is, from a table of one function whose first row says WORD. */
static void step_world(struct world *world, uint8_t *part, uint32_t word,
                       const struct bobbin_foreign *reader)
{
    static const struct handmade_entry code[] = {ENTRY(WORLD_CODE_BYTES / 2, 0)};
    const struct handmade_range range = RANGE(WORLD_CODE, code, 1);
    const struct handmade_foreign foreign = {CHROME1, WORLD_CODE, {part}, {sizeof(one_function)}};
    const struct handmade table = {.ranges = &range, .ranges_count = 1, .foreign = &foreign};

    memcpy(part, one_function, sizeof(one_function));
    part[20] = (uint8_t)word;
    part[21] = (uint8_t)(word >> 8);
    world_set_up(world, &table);
    world->env.foreign = reader;
}

static void steps_go_where_they_went(void **state)
{
    (void)state;
    uint8_t part[sizeof(one_function)];
    struct world world;
    uint32_t *at = &world.stack[4];

    step_world(&world, part, 16 | 1, &bobbin_chrome1);
    world.r[BOBBIN_SP] = WORLD_STACK + 16;
    at[0] = at[1] = at[2] = at[4] = 0xffff;
    at[3] = WORLD_CODE + 0x21;
    world_begin(&world, WORLD_CODE + 2);
    world_step(&world);
    assert_int_equal(world.cursor.r[BOBBIN_PC], WORLD_CODE + 0x20);
    assert_int_equal(world.cursor.r[BOBBIN_SP], WORLD_STACK + 32);
    assert_int_equal(world.cursor.trust, BOBBIN_TRUST_TABLE);
    assert_int_equal(world.cursor.kind, BOBBIN_KIND_CALL);
    assert_int_equal(world.cursor.valid,
                     BOBBIN_VALID_R(BOBBIN_SP) | BOBBIN_VALID_R(BOBBIN_PC) | BOBBIN_VALID_CPSR);
}

/* No return address in any row: it is taken from where the cfa is. */
static void a_frame_without_a_return_address_has_it_at_the_cfa(void **state)
{
    (void)state;
    uint8_t part[sizeof(one_function)];
    struct world world;

    step_world(&world, part, 4, &bobbin_chrome1);
    world.stack[1] = WORLD_CODE + 0x41;
    world_begin(&world, WORLD_CODE + 2);
    world_step(&world);
    assert_int_equal(world.cursor.r[BOBBIN_PC], WORLD_CODE + 0x40);
    assert_int_equal(world.cursor.r[BOBBIN_SP], WORLD_STACK + 4);
    step_world(&world, part, 4, &bobbin_chrome1_profiler);
    world_begin(&world, WORLD_CODE + 2);
    world_expect_stop(&world, BOBBIN_STOP_NO_RULE, WORLD_CODE + 2);
}

static void before_the_first_row_the_profiler_goes_by_lr(void **state)
{
    (void)state;
    uint8_t part[sizeof(one_function)];
    struct world world;

    step_world(&world, part, 16 | 1, &bobbin_chrome1_profiler);
    world.bytes[0][world.tables[0].section[7].offset + 24 + 18] = 8; /* where the row begins */
    world.r[BOBBIN_LR] = WORLD_CODE + 0x21;
    world_begin(&world, WORLD_CODE);
    world_step(&world);
    assert_int_equal(world.cursor.r[BOBBIN_PC], WORLD_CODE + 0x20);
    assert_int_equal(world.cursor.r[BOBBIN_SP], WORLD_STACK);
    world.r[BOBBIN_PC] = WORLD_CODE;
    world.env.foreign = &bobbin_chrome1;
    world_begin(&world, WORLD_CODE + 4);
    world_expect_stop(&world, BOBBIN_STOP_NO_PROGRESS, WORLD_STACK);
}

/* The table of two functions, the first one's row at 0x10; a stack of one frame. */
static void a_trace_ends_where_its_code_does(void **state)
{
    (void)state;
    static const uint8_t part[] = {0x02, 0, 0, 0,    0,    0x01, 0, 0,    0, 0x02, 0,
                                   0,    0, 0, 0xff, 0xff, 1,    0, 0x10, 0, 9,    0};
    static const struct handmade_entry code[] = {ENTRY(0x400, 0)};
    const struct handmade_range range = RANGE(0x1000, code, 1);
    const struct handmade_foreign foreign = {CHROME1, 0x1000, {part}, {sizeof(part)}};
    const struct handmade table = {.ranges = &range, .ranges_count = 1, .foreign = &foreign};
    struct world world;

    world_set_up(&world, &table);
    world.env.foreign = &bobbin_chrome1_profiler;
    world.r[BOBBIN_LR] = 0x11ab;
    world.stack[0] = world.stack[2] = 0xffff;
    world.stack[1] = 0x2000;
    world_begin(&world, 0x1100);
    world_step(&world);
    assert_int_equal(world.cursor.r[BOBBIN_PC], 0x11aa);
    world_expect_stop(&world, BOBBIN_STOP_PC_OUTSIDE, 0x2000);
}

/* {cfa, ra} where sp is so near to the end of all addresses, or so far from words, that there is no such frame. */
static void frames_that_cannot_be_stop(void **state)
{
    (void)state;
    static const struct {
        uint32_t word, sp;
        enum bobbin_stop stop;
        uint32_t value;
    } cases[] = {
        {4 | 2, 0xfffffff8, BOBBIN_STOP_UNREADABLE, 0xfffffff4},
        {16, 0xfffffff8, BOBBIN_STOP_BAD_SP, 8},
        {32, 0xfffffff8, BOBBIN_STOP_BAD_SP, 24},
        {4 | 3, 2, BOBBIN_STOP_BAD_SP, 6},
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        uint8_t part[sizeof(one_function)];
        struct world world;
        step_world(&world, part, cases[i].word, &bobbin_chrome1);
        world.r[BOBBIN_SP] = cases[i].sp;
        world_begin(&world, WORLD_CODE + 2);
        world_expect_stop(&world, cases[i].stop, cases[i].value);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_readers_find_what_was_published),
        cmocka_unit_test(a_count_of_bytes_is_one_of_rows),
        cmocka_unit_test(a_return_address_belongs_to_its_call),
        cmocka_unit_test(without_its_reader_it_has_no_rule),
        cmocka_unit_test(malformed_tables_are_corrupt),
        cmocka_unit_test(a_table_cut_off_is_not_read_beyond),
        cmocka_unit_test(sections_that_are_not_all_there_are_corrupt),
        cmocka_unit_test(another_format_is_not_for_this_reader),
        cmocka_unit_test(the_cache_keeps_the_last_of_each_place),
        cmocka_unit_test(what_is_cached_is_found_without_the_table),
        cmocka_unit_test(steps_go_where_they_went),
        cmocka_unit_test(a_frame_without_a_return_address_has_it_at_the_cfa),
        cmocka_unit_test(before_the_first_row_the_profiler_goes_by_lr),
        cmocka_unit_test(a_trace_ends_where_its_code_does),
        cmocka_unit_test(frames_that_cannot_be_stop),
    };

    return cmocka_run_group_tests_name("chrome1", tests, NULL, NULL);
}
