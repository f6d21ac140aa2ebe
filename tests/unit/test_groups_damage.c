/* SPDX-License-Identifier: MIT */
/*
 * Damaged groups of compact descriptors. The answer may be corrupt or wrong, but no read may leave
 * the table.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/foreign/groups.h"
#include "groups_subject.h"

static const uint32_t flat[] = {
    12,   7,          0x00,       0x91010201, 0x18040b7f, 0x40,       0x40000000, 0,
    0x50, 0xd0000000, 0,          0x60,       0xa8000000, 0x07fe0101, 0x60,       0xc0000000,
    2000, 0x80,       0x80000000, 0,          0x100,      0xc0000000, 0,
};
static const uint32_t inline_language[] = {16,     2,    0,          0xa1000101, 0x080c0103,
                                           0x5000, 0x20, 0xc0000000, 0,          0};
static const uint32_t inline_pointers[] = {20,     2,    0,          0xa0000101, 0x080c0103, 0x4000,
                                           0x5000, 0x20, 0xc0000000, 0,          0,          0};
static const uint32_t paged[] = {
    0x00020004, 2,     0x80000000, 0,          0xa1000001, 0x00040101, 0x00,       0x28,
    0x80,       0x34,  0x00000002, 0x01000000, 0x00000020, 0x00020004, 0xa8000000, 0x07fe0103,
    0xc0000000, 0x600, 0x01000000, 0x02000010, 0x03000010, 0x03000040,
};
static const uint32_t routines[] = {0x4000};
static const uint32_t language[] = {0x00, 0x5000, 0x80, 0x5010, 0xa0, 0x5020};
static const uint8_t escapes[] = {2, 13, 0x80, 1, 8, 3, 0x30, 0x7c, 0x61, 12, 0x25, 0x70};

#define ALL_OF(words)                                                                              \
    {                                                                                              \
        {(words), routines, language, escapes},                                                    \
        {                                                                                          \
            sizeof(words), sizeof(routines), sizeof(language), sizeof(escapes)                     \
        }                                                                                          \
    }
/*
 * The bytes of each part that a reader needs. Records with pointers need no routines or language
 * data. Only the first table has escapes.
 */
static const uint32_t needed[][4] = {
    {sizeof(flat), 4, 8, sizeof(escapes)},
    {sizeof(inline_language), 4, 0, 0},
    {sizeof(inline_pointers), 0, 0, 0},
    {sizeof(paged), 4, 16, 0},
};

static const struct groups_parts tables[] = {ALL_OF(flat), ALL_OF(inline_language),
                                             ALL_OF(inline_pointers), ALL_OF(paged)};

/* Copies the parts to allocations of their exact size. */
static void copy_parts(struct foreign_table *table, const struct groups_parts *parts)
{
    memset(table, 0, sizeof(*table));
    for (size_t i = 0; i < 4; i++) {
        uint8_t *bytes = malloc(parts->size_bytes[i] ? parts->size_bytes[i] : 1);
        assert_non_null(bytes);
        memcpy(bytes, parts->part[i], parts->size_bytes[i]);
        table->part[i] = (struct foreign_part){bytes, parts->size_bytes[i]};
    }
}

static void free_parts(struct foreign_table *table)
{
    for (size_t i = 0; i < 4; i++)
        free((void *)(uintptr_t)table->part[i].bytes);
}

/* Looks up all addresses in all ways. Returns how many answers were corrupt. */
static uint32_t ask_all(const struct foreign_table *table)
{
    uint32_t corrupt = 0;

    for (uint32_t address = 0; address <= 0x110; address += 2)
        for (int interrupted = 0; interrupted < 2; interrupted++) {
            struct foreign_question question = {address, interrupted};
            struct bobbin_rule rule = {.form = BOBBIN_FORM_FRAME, .cfa_register = BOBBIN_SP};
            struct groups_language found;
            enum bobbin_stop stop = bobbin_groups.read(table, &question, &rule);
            assert_true(stop == BOBBIN_STOP_NONE || stop == BOBBIN_STOP_NO_RULE ||
                        stop == BOBBIN_STOP_CORRUPT);
            corrupt += stop == BOBBIN_STOP_CORRUPT;
            stop = groups_find_language(table, address, &found);
            corrupt += stop == BOBBIN_STOP_CORRUPT;
        }
    return corrupt;
}

static void whole_tables_are_not_corrupt(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(tables); i++) {
        struct foreign_table table;
        copy_parts(&table, &tables[i]);
        assert_int_equal(ask_all(&table), 0);
        free_parts(&table);
    }
}

static void a_table_cut_off_is_not_read_beyond(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(tables); i++)
        for (size_t part = 0; part < 4; part++)
            for (uint32_t size = 0; size < tables[i].size_bytes[part]; size++) {
                struct groups_parts parts = tables[i];
                struct foreign_table table;
                parts.size_bytes[part] = size;
                copy_parts(&table, &parts);
                assert_int_equal(ask_all(&table) != 0, size < needed[i][part]);
                free_parts(&table);
            }
}

static void a_damaged_byte_leads_nowhere(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(tables); i++)
        for (size_t part = 0; part < 4; part++)
            for (uint32_t at = 0; at < tables[i].size_bytes[part]; at++) {
                struct foreign_table table;
                uint8_t *byte;
                copy_parts(&table, &tables[i]);
                byte = (uint8_t *)(uintptr_t)table.part[part].bytes + at;
                for (uint32_t bit = 0; bit < 8; bit++) {
                    *byte ^= (uint8_t)(1u << bit);
                    (void)ask_all(&table);
                    *byte ^= (uint8_t)(1u << bit);
                }
                *byte = 0xff;
                (void)ask_all(&table);
                *byte = 0;
                (void)ask_all(&table);
                free_parts(&table);
            }
}

/* Overwrites random words. The sequence is always the same. */
static void noise_leads_nowhere(void **state)
{
    (void)state;
    uint32_t random = 1;

    for (uint32_t round = 0; round < 3000; round++) {
        const struct groups_parts *parts = &tables[round % COUNT(tables)];
        struct foreign_table table;
        copy_parts(&table, parts);
        for (uint32_t change = 0; change < 1 + round % 5; change++) {
            uint8_t *bytes = (uint8_t *)(uintptr_t)table.part[0].bytes;
            random = random * 1664525 + 1013904223;
            memcpy(bytes + 4 * (random >> 8) % (parts->size_bytes[0] - 3), &random, 4);
        }
        (void)ask_all(&table);
        free_parts(&table);
    }
}

struct malformed {
    uint32_t words[16], count;
    uint32_t address;
};

static void what_cannot_be_is_corrupt(void **state)
{
    (void)state;
    static const struct malformed cases[] = {
        {{12}, 1, 0},                                                 /* no count */
        {{12, 0}, 2, 0},                                              /* no records */
        {{8, 1, 0, 0}, 4, 0},                                         /* records too small */
        {{0x1000c, 1, 0, 0xc0000000, 0}, 5, 0},                       /* a common palette */
        {{12, 2, 0, 0x80000000, 0, 8, 0xc0000000}, 7, 0},             /* records missing */
        {{12, 0x15555556, 0, 0x80000000, 0}, 5, 0},                   /* far too many records */
        {{12, 1, 0, 0x80000000, 0}, 5, 0},                            /* no end record */
        {{12, 2, 0, 0x80000000, 1, 8, 0xc0000000, 0}, 8, 0},          /* null, but with a frame */
        {{12, 2, 0, 0xd0000000, 2, 8, 0xc0000000, 0}, 8, 0},          /* an invalid reason */
        {{12, 2, 0, 0x00000000, 0, 8, 0xc0000000, 0}, 8, 0},          /* invalid modes */
        {{12, 2, 0, 0x10000000, 0, 8, 0xc0000000, 0}, 8, 0},          /**/
        {{12, 2, 0, 0xf0000000, 0, 8, 0xc0000000, 0}, 8, 0},          /**/
        {{12, 2, 0, 0x80000005, 0, 8, 0xc0000000, 0}, 8, 0},          /* prologue too long */
        {{12, 2, 0, 0x80050000, 0, 8, 0xc0000000, 0}, 8, 0},          /* tail too long */
        {{12, 2, 0, 0xa0000000, 0x07fe0101, 8, 0xc0000000, 0}, 8, 0}, /* no parameter */
        {{12, 3, 0, 0xc0000000, 0, 0, 0xc0000000, 0, 8, 0xc0000000, 0}, 11, 0}, /* of another one */
        {{12, 3, 0, 0xa0000000, 0x07fe0101, 0, 0xc0000000, 1u << 28, 8, 0xc0000000, 0}, 11, 0},
        {{12, 2, 0, 0x40000000, 0, 8, 0xc0000000, 0}, 8, 0}, /* escape out of range */
        {{0x00000004, 1, 0, 0x14, 0, 0x00000001, 0}, 7, 0},  /* descriptor out of range */
        {{0x00000004, 1, 0, 0x12, 0, 0x00000001, 0}, 7, 0},  /* the page is not aligned */
        {{0x00000004, 1, 0, 0x7ffffffc, 0}, 5, 0},           /* page outside the table */
        {{0x00000004, 1, 0, 0x10, 0x00000000}, 5, 0},        /* an empty page */
        {{0x00000004, 1, 0, 0x10, 0x00000002, 0}, 6, 0},     /* records missing */
        {{0xffff0004, 1, 0, 0x10, 0x00000002, 0}, 6, 0},     /* too many common descriptors */
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        const struct groups_parts parts = {{cases[i].words}, {4 * cases[i].count}};
        struct groups_subject subject;
        char text[GROUPS_TEXT_MAX];
        groups_set_up(&subject, &parts);
        groups_ask(&subject, cases[i].address, BOBBIN_KIND_INTERRUPTED, text);
        if (strcmp(text, "corrupt-table") != 0)
            print_message("# case %zu\n", i);
        assert_string_equal(text, "corrupt-table");
        groups_free(&subject);
    }
}

static void escapes_that_cannot_be_are_corrupt(void **state)
{
    (void)state;
    static const uint32_t words[] = {12, 2, 0, 0x40000000, 0, 8, 0xc0000000, 0};
    static const uint8_t rules[][8] = {
        {0, 13, 4, 0},             /* invalid form */
        {3, 13, 4, 0},             /* a root has a mode */
        {1, 15, 4, 0},             /* cfa from pc */
        {1, 13, 4, 18},            /* too many places */
        {1, 13, 4, 1, 0x31, 0},    /* place 17 */
        {1, 13, 4, 1, 0xf0, 0},    /* kind 7 */
        {1, 13, 4, 3, 0x30, 0x7c}, /* cut off */
        {1, 13, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80},
    };

    for (size_t i = 0; i < COUNT(rules); i++) {
        const struct groups_parts parts = {{words, NULL, NULL, rules[i]},
                                           {sizeof(words), 0, 0, i == 6 ? 6 : 8}};
        static const struct groups_wanted wanted[] = {{0, 8, "corrupt-table"}};
        groups_expect_of(&parts, wanted, 1);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_tables_are_not_corrupt),
        cmocka_unit_test(a_table_cut_off_is_not_read_beyond),
        cmocka_unit_test(a_damaged_byte_leads_nowhere),
        cmocka_unit_test(noise_leads_nowhere),
        cmocka_unit_test(what_cannot_be_is_corrupt),
        cmocka_unit_test(escapes_that_cannot_be_are_corrupt),
    };
    return cmocka_run_group_tests_name("groups_damage", tests, NULL, NULL);
}
