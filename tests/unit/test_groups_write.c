/* SPDX-License-Identifier: MIT */
/*
 * The writer of groups of compact descriptors: the composed groups, their bytes in each layout, and
 * limits.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "formats/groups/groups_compose.h"
#include "formats/groups/groups_writer.h"
#include "groups_subject.h"
#include "util/diag.h"

#define TAIL_MAX 255
#define R4_LR    0x101u /* r4, lr */

#define BEGIN .begins = true
#define NULL_SPAN(from, to, ...)                                                                   \
    {                                                                                              \
        .start = (from), .end = (to), .kind = SPAN_NULL, __VA_ARGS__                               \
    }
#define DATA_SPAN(from, to)                                                                        \
    {                                                                                              \
        .start = (from), .end = (to), .kind = SPAN_DATA                                            \
    }
#define SP_SPAN(from, to, what, words)                                                             \
    {                                                                                              \
        .start = (from), .end = (to), .kind = SPAN_FRAME, .mode = GROUPS_SP, .frame = (what),      \
        .size_words = (words)                                                                      \
    }

/* Composes and writes COUNT spans in LAYOUT. */
static struct format_parts write_spans(const struct span *span, size_t count, uint32_t tail_max,
                                       enum groups_layout layout)
{
    struct spans spans = {.span = (struct span *)(uintptr_t)span, .count = count};
    struct groups_list list = {0};
    struct format_parts parts = {0};

    groups_compose(&list, &spans, tail_max);
    assert_int_equal(groups_write(&list, layout, "test", &parts), STATUS_GOOD);
    free(list.record);
    return parts;
}

static void free_parts(struct format_parts *parts)
{
    for (size_t i = 0; i < FORMAT_FOREIGN_PARTS; i++)
        free(parts->part[i].bytes);
}

static void expect_words(const struct buffer *bytes, const uint32_t *words, size_t count)
{
    for (size_t i = 0; i < bytes->size / 4 && i < count; i++)
        if (memcmp(bytes->bytes + 4 * i, &words[i], 4) != 0)
            print_message("# word %zu\n", i);
    assert_int_equal(bytes->size, 4 * count);
    assert_memory_equal(bytes->bytes, words, bytes->size);
}

#define expect_composed(spans, tail, words)                                                        \
    do {                                                                                           \
        struct format_parts parts = write_spans((spans), COUNT(spans), (tail), GROUPS_LAYOUT_12);  \
        expect_words(&parts.part[0], (words), COUNT(words));                                       \
        free_parts(&parts);                                                                        \
    } while (0)

/* ---- composition ----------------------------------------------------------------------------- */

/* Push, sub sp, a call, add sp, pop. The rest of this function is data. A leaf follows. */
static const struct span usual[] = {
    NULL_SPAN(0x00, 0x02, BEGIN),  SP_SPAN(0x02, 0x06, R4_LR, 2), SP_SPAN(0x06, 0x20, R4_LR, 6),
    SP_SPAN(0x20, 0x22, R4_LR, 2), DATA_SPAN(0x22, 0x28),         NULL_SPAN(0x28, 0x30, BEGIN),
    NULL_SPAN(0x30, 0x32, BEGIN),  SP_SPAN(0x32, 0x40, R4_LR, 2),
};

static void a_function_is_a_group(void **state)
{
    (void)state;
    static const uint32_t words[] = {12,         3,          0x00, 0xa0070201, 0x080c0101, 0x30,
                                     0xa0000001, 0x00040101, 0x40, 0xc0000000, 0};

    expect_composed(usual, TAIL_MAX, words);
}

/*
 * With the short tail of 2018, the leaf becomes a group. The other case has no tail, as in pages.
 */
static void what_has_no_room_in_a_tail_is_a_null_group(void **state)
{
    (void)state;
    static const uint32_t words_4[] = {
        12, 4,    0x00,       0xa0030201, 0x080c0101, 0x28,       0x80000000,
        0,  0x30, 0xa0000001, 0x00040101, 0x40,       0xc0000000, 0,
    };
    static const uint32_t words_0[] = {
        12, 4,    0x00,       0xa0000201, 0x080c0101, 0x22,       0x88000000,
        0,  0x30, 0xa0000001, 0x00040101, 0x40,       0xc0000000, 0,
    };

    expect_composed(usual, 4, words_4);
    expect_composed(usual, 0, words_0);
}

static void prologues_too_long_are_groups(void **state)
{
    (void)state;
    static const struct span spans[] = {
        NULL_SPAN(0x000, 0x200, BEGIN),
        SP_SPAN(0x200, 0x400, R4_LR, 2),
        SP_SPAN(0x400, 0x500, R4_LR, 4),
    };
    static const struct span just_not[] = {
        NULL_SPAN(0x000, 0x1fe, BEGIN),
        SP_SPAN(0x1fe, 0x3fc, R4_LR, 2),
        SP_SPAN(0x3fc, 0x500, R4_LR, 4),
    };
    static const uint32_t words[] = {12,         4,          0,          0x80000000, 0,
                                     0x200,      0xa8000000, 0x00040101, 0x400,      0xa8000000,
                                     0x00080101, 0x500,      0xc0000000, 0};
    static const uint32_t words_not[] = {12, 2, 0, 0xa000ffff, 0x00080101, 0x500, 0xc0000000, 0};

    expect_composed(spans, TAIL_MAX, words);
    expect_composed(just_not, TAIL_MAX, words_not);
}

/*
 * An end too long for LATE, a return in the middle of the function, and one after a body that is a
 * tail.
 */
static void returns_end_groups(void **state)
{
    (void)state;
    static const struct span spans[] = {
        NULL_SPAN(0x00, 0x02, BEGIN),  SP_SPAN(0x02, 0x20, R4_LR, 4), SP_SPAN(0x20, 0x22, R4_LR, 2),
        SP_SPAN(0x22, 0x40, R4_LR, 4), NULL_SPAN(0x40, 0x42),         SP_SPAN(0x42, 0x60, R4_LR, 4),
        SP_SPAN(0x60, 0xa0, R4_LR, 2),
    };
    static const uint32_t words[] = {
        12,   5,                      /**/
        0x00, 0xa0000001, 0x08080101, /**/
        0x22, 0xa8010000, 0x00080101, /**/
        0x42, 0xa8000000, 0x00080101, /**/
        0x60, 0xa8000000, 0x00040101, /* 32 halfwords */
        0xa0, 0xc0000000, 0,
    };

    expect_composed(spans, TAIL_MAX, words);
}

static void gaps_and_large_sizes_take_parameters(void **state)
{
    (void)state;
    static const struct span spans[] = {
        SP_SPAN(0x00, 0x10, R4_LR, 1022),
        SP_SPAN(0x10, 0x20, R4_LR, 1023),
        {.start = 0x100, .end = 0x110, .kind = SPAN_NOUNWIND, .frame = 1, BEGIN},
        {.start = 0x110, .end = 0x118, .kind = SPAN_ESCAPE, .frame = 7},
    };
    static const uint32_t words[] = {
        12,    7,                                               /**/
        0x00,  0xa0000000, 0x07fc0101,                          /**/
        0x10,  0xa8000000, 0x07fe0101, 0x10,  0xc0000000, 1023, /**/
        0x20,  0xc0000000, 0,                                   /* no group up to the next one */
        0x100, 0xd0000000, 1,          0x110, 0x48000000, 7,    /**/
        0x118, 0xc0000000, 0,
    };

    expect_composed(spans, TAIL_MAX, words);
}

/* A leaf that has a handler, or follows one, is not merged into the function before it. */
static void a_function_with_a_handler_has_a_group(void **state)
{
    (void)state;
    static const struct span spans[] = {
        SP_SPAN(0x00, 0x10, R4_LR, 2),
        NULL_SPAN(0x10, 0x20, BEGIN, .handled = true),
        NULL_SPAN(0x20, 0x30, BEGIN),
        NULL_SPAN(0x30, 0x40, BEGIN),
    };
    static const uint32_t words[] = {12,   4,          0x00,       0xa0000000, 0x00040101,
                                     0x10, 0x80000000, 0,          0x20,       0x80000000,
                                     0,    0x40,       0xc0000000, 0};

    expect_composed(spans, TAIL_MAX, words);
}

/* Without a tail, the end of a function with a handler is not merged into that function. */
static void the_end_of_a_function_with_a_handler_is_its_own(void **state)
{
    (void)state;
    static const struct span spans[] = {
        {.start = 0x00,
         .end = 0x10,
         .kind = SPAN_FRAME,
         .mode = GROUPS_SP,
         .frame = R4_LR,
         .size_words = 2,
         BEGIN,
         .handled = true},
        NULL_SPAN(0x10, 0x20),
        NULL_SPAN(0x20, 0x30, BEGIN),
    };
    static const uint32_t words[] = {12,   4,          0x00,       0xa0000000, 0x00040101,
                                     0x10, 0x88000000, 0,          0x20,       0x80000000,
                                     0,    0x30,       0xc0000000, 0};

    expect_composed(spans, 0, words);
}

/* ---- layouts --------------------------------------------------------------------------------- */

/* Two functions with handlers and two groups each, with a leaf between them. */
static struct groups_list handled_list(void)
{
    static const struct groups_record records[] = {
        {0x000, 0xa0000001, 0x00040101, 0x4000, 0x5000},
        {0x020, 0xa8000000, 0x00040101, 0, 0},
        {0x040, 0x80000000, 0, 0, 0},
        {0x080, 0xa0000001, 0x00040101, 0x4444, 0x5010},
        {0x0a0, 0xa8000000, 0x00040101, 0, 0},
        {0x100, 0xc0000000, 0, 0, 0},
    };
    struct groups_list list = {.record = malloc(sizeof(records)), .count = COUNT(records)};

    assert_non_null(list.record);
    memcpy(list.record, records, sizeof(records));
    return list;
}

static const uint32_t routines[] = {0x4000, 0x4444};
static const uint32_t beside[] = {0x000, 0x5000, 0x080, 0x5010};

static const uint32_t plain[] = {
    12,         6,          0x000,      0xa1000001, 0x00040101, 0x020,      0xa8000000,
    0x00040101, 0x040,      0x80000000, 0,          0x080,      0xa2000001, 0x00040101,
    0x0a0,      0xa8000000, 0x00040101, 0x100,      0xc0000000, 0,
};
static const uint32_t with_language[] = {
    16,         6,          0x000,      0xa1000001, 0x00040101, 0x5000,     0x020,
    0xa8000000, 0x00040101, 0,          0x040,      0x80000000, 0,          0,
    0x080,      0xa2000001, 0x00040101, 0x5010,     0x0a0,      0xa8000000, 0x00040101,
    0,          0x100,      0xc0000000, 0,          0,
};
static const uint32_t with_pointers[] = {
    20,         6,          0x000,      0xa0000001, 0x00040101, 0x4000,     0x5000, 0x020,
    0xa8000000, 0x00040101, 0,          0,          0x040,      0x80000000, 0,      0,
    0,          0x080,      0xa0000001, 0x00040101, 0x4444,     0x5010,     0x0a0,  0xa8000000,
    0x00040101, 0,          0,          0x100,      0xc0000000, 0,          0,      0,
};
static const uint32_t in_pages[] = {
    0x00000004, 1,                                              /**/
    0x000,      0x10,                                           /* page address, and offset */
    0x00050006, 0xa1000001, 0x00040101, 0xa8000000, 0x00040101, /* the palette, by first use */
    0x80000000, 0,          0xa2000001, 0x00040101, 0xc0000000, 0,
    0x00000000, 0x01000010, 0x02000020, 0x03000040, 0x01000050, 0x04000080,
};

struct written {
    enum groups_layout layout;
    const uint32_t *words;
    size_t count, routines, beside;
};

static const struct written layouts[] = {
    {GROUPS_LAYOUT_12, plain, COUNT(plain), 2, 4},
    {GROUPS_LAYOUT_16, with_language, COUNT(with_language), 2, 0},
    {GROUPS_LAYOUT_2018, with_pointers, COUNT(with_pointers), 0, 0},
    {GROUPS_LAYOUT_PAGES, in_pages, COUNT(in_pages), 2, 4},
};

static void layouts_have_their_bytes(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(layouts); i++) {
        struct groups_list list = handled_list();
        struct format_parts parts = {0};
        groups_write(&list, layouts[i].layout, "test", &parts);
        expect_words(&parts.part[0], layouts[i].words, layouts[i].count);
        expect_words(&parts.part[1], routines, layouts[i].routines);
        expect_words(&parts.part[2], beside, layouts[i].beside);
        free_parts(&parts);
        free(list.record);
    }
}

/* The handler is found from every group of its function, and from no other group. */
static void handlers_are_found_in_all_layouts(void **state)
{
    (void)state;
    static const struct groups_language wanted[] = {
        {0x000, 0x4000, 0x5000}, {0x040, 0, 0}, {0x080, 0x4444, 0x5010}};

    for (size_t i = 0; i < COUNT(layouts); i++) {
        const struct written *written = &layouts[i];
        struct foreign_table table = {
            .part = {{(const uint8_t *)written->words, 4 * (uint32_t)written->count},
                     {(const uint8_t *)routines, 4 * (uint32_t)written->routines},
                     {(const uint8_t *)beside, 4 * (uint32_t)written->beside}}};
        for (uint32_t address = 0; address < 0x100; address += 2) {
            struct groups_language found;
            uint32_t function = address / 0x40 > 2 ? 2 : address / 0x40;
            assert_int_equal(groups_find_language(&table, address, &found), BOBBIN_STOP_NONE);
            assert_memory_equal(&found, &wanted[function], sizeof(found));
        }
        assert_int_equal(groups_find_language(&table, 0x100, &(struct groups_language){0}),
                         BOBBIN_STOP_NO_RULE);
    }
}

/* Code in a tail may belong to another function. */
static void a_tail_has_no_handler(void **state)
{
    (void)state;
    static const uint32_t words[] = {12, 2, 0, 0xa1020001, 0x00040101, 0x20, 0xc0000000, 0};
    const struct foreign_table table = {.part = {{(const uint8_t *)words, sizeof(words)},
                                                 {(const uint8_t *)routines, 4},
                                                 {(const uint8_t *)beside, 8}}};

    for (uint32_t address = 0; address < 0x20; address += 2) {
        struct groups_language found;
        assert_int_equal(groups_find_language(&table, address, &found),
                         address < 0x1c ? BOBBIN_STOP_NONE : BOBBIN_STOP_NO_RULE);
    }
}

static void more_routines_than_numbers_are_refused(void **state)
{
    (void)state;
    for (uint32_t count = 7; count <= 8; count++) {
        struct groups_record record[8] = {{0}};
        struct groups_list list = {.record = record, .count = count};
        struct format_parts parts = {0};
        for (uint32_t i = 0; i < count; i++)
            record[i] = (struct groups_record){16 * i, 0x80000000, 0, 0x4000 + 8 * i, 0x5000};
        assert_int_equal(groups_write(&list, GROUPS_LAYOUT_12, "test", &parts),
                         count == 7 ? STATUS_GOOD : STATUS_PROBLEMS);
        free_parts(&parts);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_function_is_a_group),
        cmocka_unit_test(what_has_no_room_in_a_tail_is_a_null_group),
        cmocka_unit_test(prologues_too_long_are_groups),
        cmocka_unit_test(returns_end_groups),
        cmocka_unit_test(gaps_and_large_sizes_take_parameters),
        cmocka_unit_test(a_function_with_a_handler_has_a_group),
        cmocka_unit_test(the_end_of_a_function_with_a_handler_is_its_own),
        cmocka_unit_test(layouts_have_their_bytes),
        cmocka_unit_test(handlers_are_found_in_all_layouts),
        cmocka_unit_test(a_tail_has_no_handler),
        cmocka_unit_test(more_routines_than_numbers_are_refused),
    };
    return cmocka_run_group_tests_name("groups_write", tests, NULL, NULL);
}
