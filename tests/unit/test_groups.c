/* SPDX-License-Identifier: MIT */
/* The reader of groups of compact descriptors, with words composed by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "groups_subject.h"

#define NONE  "cfa=sp ra=lr"
#define THREE "ra=[cfa-4] r4-r5=[cfa-12]"

static void a_group_has_prologue_body_and_end(void **state)
{
    (void)state;
    /* push {r4, r5, lr}; sub sp, #12; ...; add sp, #12; pop {r4, r5, pc} */
    static const uint32_t of_12[] = {12, 2, 0, 0xa0000101, 0x080c0103, 0x20, 0xc0000000, 0};
    static const uint32_t of_16[] = {16, 2, 0, 0xa0000101, 0x080c0103, 0, 0x20, 0xc0000000, 0, 0};
    static const uint32_t of_20[] = {20, 2,    0,          0xa0000101, 0x080c0103, 0,
                                     0,  0x20, 0xc0000000, 0,          0,          0};
    static const struct groups_parts all[] = {PARTS_OF(of_12), PARTS_OF(of_16), PARTS_OF(of_20)};
    static const struct groups_wanted wanted[] = {
        {0x00, 0x02, NONE},
        {0x02, 0x04, "cfa=sp+12 " THREE},
        {0x04, 0x1e, "cfa=sp+24 " THREE},
        {0x1e, 0x20, "cfa=sp+12 " THREE},
        {0x20, 0x40, NONE},
    };

    for (size_t i = 0; i < COUNT(all); i++)
        groups_expect_of(&all[i], wanted, COUNT(wanted));
}

/* ARM: push {r0-r3}; push {r4-r11, lr}; sub sp, sp, #12; and back, with bx lr at the end. */
static void words_of_arguments_stand_above_what_is_saved(void **state)
{
    (void)state;
    static const uint32_t words[] = {
        12,         3, /**/
        0x00,       0xa0000002,
        0x00080000, /* only the arguments: 4 words */
        0x08,       0xa8020200,
        0x102101ff, /* 4 words above 9 saved ones, 3 more for locals; 2 halfwords late, 2 of tail */
        0x60,       0xc0000000,
        0,
    };
    static const struct groups_parts parts = PARTS_OF(words);
    static const struct groups_wanted wanted[] = {
        {0x00, 0x04, NONE},
        {0x04, 0x08, "cfa=sp+16 ra=lr"},
        {0x08, 0x0c, "cfa=sp+52 ra=[cfa-20] r4-r11=[cfa-52]"},
        {0x0c, 0x58, "cfa=sp+64 ra=[cfa-20] r4-r11=[cfa-52]"},
        {0x58, 0x5c, "cfa=sp+52 ra=[cfa-20] r4-r11=[cfa-52]"},
        {0x5c, 0x60, NONE},
    };

    groups_expect_of(&parts, wanted, COUNT(wanted));
}

/* push {r4-r7, lr}; add r7, sp, #12; push.w {r8-r10}; vpush {d8, d9}; then other modes. */
static void frame_registers_have_their_modes(void **state)
{
    (void)state;
    static const uint32_t words[] = {
        12,   5,                      /**/
        0x00, 0x90000401, 0x18040b7f, /* r7 + 8; split; 2 doubles; 3 halfwords late */
        0x20, 0xb0000000, 0x00042580, /* r11 + 8; an unused word above 1 double */
        0x40, 0xa0000000, 0x00222001, /* r4 and 8 doubles */
        0x50, 0xa0000000, 0x00203c01, /* r4, an unused word and 7 doubles */
        0x60, 0xc0000000, 0,
    };
    static const struct groups_parts parts = PARTS_OF(words);
    static const struct groups_wanted wanted[] = {
        {0x00, 0x02, NONE},
        {0x02, 0x0a, "cfa=sp+20 ra=[cfa-4] r4-r7=[cfa-20]"},
        {0x0a, 0x1a, "cfa=r7+8 ra=[cfa-4] r4-r7=[cfa-20] r8-r10=[cfa-32] d8-d9=[cfa-48]"},
        {0x1a, 0x20, "cfa=sp+20 ra=[cfa-4] r4-r7=[cfa-20]"},
        {0x20, 0x40, "cfa=r11+8 ra=[cfa-4] r11=[cfa-8] d8=[cfa-20]"},
        {0x40, 0x50, "cfa=sp+68 ra=lr r4=[cfa-4] d8-d15=[cfa-68]"},
        {0x50, 0x60, "cfa=sp+64 ra=lr r4=[cfa-4] d8-d14=[cfa-64]"},
    };

    groups_expect_of(&parts, wanted, COUNT(wanted));
}

static void what_has_no_frame_is_null_or_does_not_unwind(void **state)
{
    (void)state;
    static const uint32_t words[] = {
        12,    5,                      /**/
        0x100, 0x80000000, 0,          /* null */
        0x110, 0xd0010001, 0,          /* unknown, except for a prologue and a tail */
        0x120, 0xd0000000, 1,          /* no caller */
        0x130, 0xa0080000, 0x00040101, /* a frame up to a tail of 8 halfwords */
        0x150, 0xc0000000, 0,
    };
    static const struct groups_parts parts = PARTS_OF(words);
    static const struct groups_wanted wanted[] = {
        {0x000, 0x112, NONE},
        {0x112, 0x11e, "no-rule"},
        {0x11e, 0x120, NONE},
        {0x120, 0x130, "root"},
        {0x130, 0x140, "cfa=sp+8 ra=[cfa-4] r4=[cfa-8]"},
        {0x140, 0x200, NONE},
    };

    groups_expect_of(&parts, wanted, COUNT(wanted));
}

/*
 * Addresses before the first group have the rule of a leaf. That rule is only for an interrupted
 * pc, because a call overwrites lr.
 */
static void the_default_null_group_is_for_the_interrupted(void **state)
{
    (void)state;
    static const uint32_t words[] = {12, 4,    0x20,       0x80000000, 0,    0x40,       0xc0000000,
                                     0,  0x60, 0xa0000000, 0x00020100, 0x80, 0xc0000000, 0};
    static const struct groups_parts parts = PARTS_OF(words);
    struct groups_subject subject;
    char text[GROUPS_TEXT_MAX];

    groups_set_up(&subject, &parts);
    for (uint32_t address = 0; address < 0x100; address += 2)
        assert_string_equal(groups_ask(&subject, address, BOBBIN_KIND_INTERRUPTED, text),
                            address >= 0x60 && address < 0x80 ? "cfa=sp+4 ra=[cfa-4]" : NONE);
    for (uint32_t address = 2; address < 0x102; address += 2) {
        bool is_null = address > 0x20 && address <= 0x40;
        bool is_frame = address > 0x60 && address <= 0x80;
        assert_string_equal(groups_ask(&subject, address, BOBBIN_KIND_CALL, text),
                            is_frame  ? "cfa=sp+4 ra=[cfa-4]"
                            : is_null ? NONE
                                      : "no-rule");
    }
    groups_free(&subject);
}

static void a_parameter_has_what_is_too_large(void **state)
{
    (void)state;
    static const uint32_t words[] = {
        12,   5,                      /**/
        0x00, 0xa0000202, 0x07fc0101, /* 1022 words */
        0x20, 0xa0000202, 0x07fe0101, 0x20, 0xc0000000, 2000,
        0x40, 0x80000000, 0,          0x60, 0xc0000000, 0,
    };
    static const struct groups_parts parts = PARTS_OF(words);
    static const struct groups_wanted wanted[] = {
        {0x04, 0x08, "cfa=sp+8 ra=[cfa-4] r4=[cfa-8]"},
        {0x08, 0x20, "cfa=sp+4088 ra=[cfa-4] r4=[cfa-8]"},
        {0x20, 0x24, NONE},
        {0x24, 0x28, "cfa=sp+8 ra=[cfa-4] r4=[cfa-8]"},
        {0x28, 0x40, "cfa=sp+8000 ra=[cfa-4] r4=[cfa-8]"},
        {0x40, 0x60, NONE},
    };

    groups_expect_of(&parts, wanted, COUNT(wanted));
}

static void an_escape_has_any_rule(void **state)
{
    (void)state;
    static const uint32_t words[] = {12,         3, 0x00, 0x40010001, 0, 0x20,
                                     0x40000000, 7, 0x40, 0xc0000000, 0};
    static const uint8_t rules[] = {1,  4, 0x18, 2, 0x30, 0x7c, 0x61, /* r4 + 24, two places */
                                    12,                               /* register of r5 */
                                    0};
    static const uint8_t second[] = {1, 4, 0x18, 2, 0x30, 0x7c, 0x61, 2, 13, 0x80, 1, 8, 0};
    struct groups_parts parts = {{words, NULL, NULL, rules}, {sizeof(words), 0, 0, 8}};
    static const struct groups_wanted of_frame[] = {
        {0x00, 0x02, NONE}, {0x02, 0x1e, "cfa=r4+24 ra=[cfa-4] r5=r12"}, {0x1e, 0x20, NONE}};
    static const struct groups_wanted of_deref[] = {{0x20, 0x40, "cfa=[sp+128]+8 ra=lr"}};

    groups_expect_of(&parts, of_frame, COUNT(of_frame));
    parts.part[3] = second;
    parts.size_bytes[3] = sizeof(second);
    groups_expect_of(&parts, of_deref, COUNT(of_deref));
}

/* ---- pages ----------------------------------------------------------------------------------- */

/*
 * Two pages. The common descriptors are a null one and a push of r4 and lr. The second page has its
 * own descriptor and a parameter.
 */
static const uint32_t paged[] = {
    0x00020004, 2,                                         /**/
    0x80000000, 0,          0xa0000001, 0x00040101,        /* the common palette */
    0x00,       0x28,       0x200,      0x34,              /* the pages */
    0x00000002, 0x00000000, 0x01000080,                    /* at 0 and 0x100 */
    0x00020004, 0xa8000000, 0x07fe0103, 0xc0000000, 0x600, /* the palette of the second page */
    0x01000000, 0x02000010, 0x03000010, 0x03000100,        /* at 0x200, 0x220 twice, 0x400 */
};

static void pages_have_palettes(void **state)
{
    (void)state;
    static const struct groups_parts parts = PARTS_OF(paged);
    static const struct groups_wanted wanted[] = {
        {0x000, 0x102, NONE},
        {0x102, 0x200, "cfa=sp+8 ra=[cfa-4] r4=[cfa-8]"},
        {0x200, 0x202, NONE},
        {0x202, 0x220, "cfa=sp+8 ra=[cfa-4] r4=[cfa-8]"},
        {0x220, 0x400, "cfa=sp+6144 " THREE},
        {0x400, 0x500, NONE},
    };

    groups_expect_of(&parts, wanted, COUNT(wanted));
}

/* ---- composition: problems and solutions listed in the discussion thread --------------------- */

static void a_long_first_part_is_a_null_group(void **state)
{
    (void)state;
    static const uint32_t words[] = {12,         3,          0x00,  0x80000000, 0, 0x400,
                                     0xa8000001, 0x00040101, 0x420, 0xc0000000, 0};
    static const struct groups_parts parts = PARTS_OF(words);
    static const struct groups_wanted wanted[] = {{0x000, 0x402, NONE},
                                                  {0x402, 0x420, "cfa=sp+8 ra=[cfa-4] r4=[cfa-8]"}};

    groups_expect_of(&parts, wanted, COUNT(wanted));
}

/*
 * Three groups: the first part, which is all prologue; the second part, where registers are saved
 * but still unchanged; the body.
 */
static void a_long_second_part_is_a_group(void **state)
{
    (void)state;
    static const uint32_t words[] = {12,         4,          0x000,      0xa0000001, 0x000c0000,
                                     0x002,      0xa8000000, 0x000c0100, 0x302,      0xa8000000,
                                     0x000c0107, 0x400,      0xc0000000, 0};
    static const struct groups_parts parts = PARTS_OF(words);
    static const struct groups_wanted wanted[] = {
        {0x000, 0x002, NONE},
        {0x002, 0x302, "cfa=sp+24 ra=[cfa-4]"},
        {0x302, 0x400, "cfa=sp+24 ra=[cfa-4] r4-r6=[cfa-16]"},
    };

    groups_expect_of(&parts, wanted, COUNT(wanted));
}

/* One group for each part that ends in a return. Only the first group has a prologue. */
static void each_return_ends_a_group(void **state)
{
    (void)state;
    static const uint32_t words[] = {12,         4,          0x00,       0xa0010001, 0x00040101,
                                     0x10,       0xa8010000, 0x00040101, 0x20,       0xa8000000,
                                     0x00040101, 0x30,       0xc0000000, 0};
    static const struct groups_parts parts = PARTS_OF(words);
    static const struct groups_wanted wanted[] = {
        {0x00, 0x02, NONE}, {0x02, 0x0e, "cfa=sp+8 ra=[cfa-4] r4=[cfa-8]"},
        {0x0e, 0x10, NONE}, {0x10, 0x1e, "cfa=sp+8 ra=[cfa-4] r4=[cfa-8]"},
        {0x1e, 0x20, NONE}, {0x20, 0x30, "cfa=sp+8 ra=[cfa-4] r4=[cfa-8]"},
    };

    groups_expect_of(&parts, wanted, COUNT(wanted));
}

/*
 * One group with a prologue for each entry point. All except the last continue in the body of the
 * next one.
 */
static void each_entry_begins_a_group(void **state)
{
    (void)state;
    static const uint32_t words[] = {12,         4,          0x00,       0xa0000001, 0x00040101,
                                     0x08,       0xa0000001, 0x00040101, 0x10,       0xa8010000,
                                     0x00040101, 0x20,       0xc0000000, 0};
    static const struct groups_parts parts = PARTS_OF(words);
    static const struct groups_wanted wanted[] = {
        {0x00, 0x02, NONE}, {0x02, 0x08, "cfa=sp+8 ra=[cfa-4] r4=[cfa-8]"},
        {0x08, 0x0a, NONE}, {0x0a, 0x1e, "cfa=sp+8 ra=[cfa-4] r4=[cfa-8]"},
        {0x1e, 0x20, NONE},
    };

    groups_expect_of(&parts, wanted, COUNT(wanted));
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_group_has_prologue_body_and_end),
        cmocka_unit_test(words_of_arguments_stand_above_what_is_saved),
        cmocka_unit_test(frame_registers_have_their_modes),
        cmocka_unit_test(what_has_no_frame_is_null_or_does_not_unwind),
        cmocka_unit_test(the_default_null_group_is_for_the_interrupted),
        cmocka_unit_test(a_parameter_has_what_is_too_large),
        cmocka_unit_test(an_escape_has_any_rule),
        cmocka_unit_test(pages_have_palettes),
        cmocka_unit_test(a_long_first_part_is_a_null_group),
        cmocka_unit_test(a_long_second_part_is_a_group),
        cmocka_unit_test(each_return_ends_a_group),
        cmocka_unit_test(each_entry_begins_a_group),
    };
    return cmocka_run_group_tests_name("groups", tests, NULL, NULL);
}
