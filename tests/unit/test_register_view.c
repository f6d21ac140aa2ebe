/* SPDX-License-Identifier: MIT */
/*
 * Registers of a report without an image: cpsr (ARM ARM B1.3.3), stacks of tasks, and what is not
 * said. tests/target/decode_core.py compares symbols and sections with gdb.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "report/register_view.h"
#include <bobbin/report.h>

static struct report_thread task = {
    .role = REPORT_TASK,
    .known = REPORT_KNOWS_ID | REPORT_KNOWS_LOW | REPORT_KNOWS_HIGH,
    .id = 0x1000,
    .stack_low = 0x20000000,
    .stack_high = 0x20000400,
    .name = "net",
};
static struct report_memory memory = {.address = 0x20001000, .words_count = 8};
static struct report report = {
    .crashed = {.role = REPORT_CRASHED, .valid = BOBBIN_VALID_R(13), .r = {[13] = 0x20001008}},
    .threads = &task,
    .threads_count = 1,
    .memory = &memory,
    .memory_count = 1,
};

static void cpsr_is_decoded(void **state)
{
    char text[ADDRESS_TEXT_BYTES];
    (void)state;

    assert_string_equal(register_cpsr_text(0x600700ff, text),
                        "SYS mode, Thumb, flags nZCv, IRQ masked, FIQ masked");
    assert_string_equal(register_cpsr_text(0x90000013, text), "SVC mode, ARM, flags NzcV");
    assert_string_equal(register_cpsr_text(0x000001d7, text),
                        "ABT mode, ARM, flags nzcv, IRQ masked, FIQ masked, aborts masked");
    assert_string_equal(register_cpsr_text(0x00000212, text),
                        "IRQ mode, ARM, flags nzcv, big-endian data");
}

/* ITSTATE is in bits 15-10 and 26-25: for ITE EQ at its first instruction 0x0c. */
static void the_it_state_is_decoded(void **state)
{
    char text[ADDRESS_TEXT_BYTES];
    (void)state;

    assert_string_equal(register_cpsr_text(0x40000c3f, text),
                        "SYS mode, Thumb, flags nZcv, in an IT block (0x0c)");
    assert_string_equal(register_cpsr_text(0x0600003f, text),
                        "SYS mode, Thumb, flags nzcv, in an IT block (0x03)");
}

static void an_address_names_the_stack_that_has_it(void **state)
{
    struct address_names names = {.report = &report};
    char text[ADDRESS_TEXT_BYTES];
    (void)state;

    assert_string_equal(address_text(&names, 0x20000000, text), "stack of \"net\"");
    assert_string_equal(address_text(&names, 0x200003ff, text), "stack of \"net\"");
    assert_string_equal(address_text(&names, 0x20000400, text), "");
    assert_string_equal(address_text(&names, 0x1fffffff, text), "");
}

static void an_address_is_relative_to_sp_within_the_words_that_arrived(void **state)
{
    struct address_names names = {.report = &report};
    char text[ADDRESS_TEXT_BYTES];
    (void)state;

    assert_string_equal(address_text(&names, 0x2000100c, text), "sp+0x4");
    assert_string_equal(address_text(&names, 0x2000101f, text), "sp+0x17");
    assert_string_equal(address_text(&names, 0x20001020, text), "");
    assert_string_equal(address_text(&names, 0x20001008, text), "");
    assert_string_equal(address_text(&names, 0x20001004, text), "");
}

/* The output of register_view_print, malloc'ed. */
static char *printed(const struct register_set *set)
{
    struct address_names names = {.report = &report};
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);

    register_view_print(set, &names, out, false);
    fclose(out);
    return text;
}

static void only_known_registers_are_printed(void **state)
{
    uint32_t r[16] = {[0] = 7, [4] = 0xffffffff, [5] = 0x20000010, [14] = 0x8001};
    uint64_t d[8] = {1, 1, 1, 2, 3, 3, 3, 3};
    struct register_set set = {r, 0x13, d,
                               BOBBIN_VALID_R(0) | BOBBIN_VALID_R(4) | BOBBIN_VALID_R(5) |
                                   BOBBIN_VALID_R(14) | BOBBIN_VALID_D(8) | BOBBIN_VALID_D(9) |
                                   BOBBIN_VALID_D(11) | BOBBIN_VALID_D(12)};
    char *text = printed(&set);
    (void)state;

    assert_string_equal(text, "  r0   = 0x00000007  7\n"
                              "  r4   = 0xffffffff  -1\n"
                              "  r5   = 0x20000010  stack of \"net\"\n"
                              "  lr   = 0x00008001\n"
                              "  d8-d9 = 0x0000000000000001\n"
                              "  d11  = 0x0000000000000002\n"
                              "  d12  = 0x0000000000000003\n");
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cpsr_is_decoded),
        cmocka_unit_test(the_it_state_is_decoded),
        cmocka_unit_test(an_address_names_the_stack_that_has_it),
        cmocka_unit_test(an_address_is_relative_to_sp_within_the_words_that_arrived),
        cmocka_unit_test(only_known_registers_are_printed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
