/* SPDX-License-Identifier: MIT */
/*
 * The words of stacks that a debugger needs, by hand-made rules: cfa by sp and by a frame pointer,
 * and traces that cannot be shown. tests/target/task_core.sh has gdb read such stacks.
 */
#include "report/stack_words.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { LEAF = 0x8000, MIDDLE = 0x8100, BY_R7 = 0x8200, UNKNOWN = 0x8300 };

/*
 * leaf pushes r7 and lr, middle pushes lr. by_r7 pushes r4, r7 and lr, then sets r7 to sp: the cfa
 * is r7 + 12.
 */
static bool find(void *context, uint32_t pc, enum bobbin_kind kind, struct bobbin_rule *rule)
{
    (void)context;
    memset(rule, 0, sizeof(*rule));
    rule->form = BOBBIN_FORM_FRAME;
    rule->cfa_register = BOBBIN_SP;
    if ((bobbin_lookup_address(pc, kind) & 0xff) < 4)
        return true; /* the first instruction: nothing is pushed yet */
    rule->place_kind[BOBBIN_PLACE_RA] = BOBBIN_SLOT;
    rule->place_value[BOBBIN_PLACE_RA] = -4;
    switch (bobbin_lookup_address(pc, kind) & ~0xffu) {
    case LEAF:
        rule->cfa_offset = 8;
        rule->place_kind[BOBBIN_PLACE_R4 + 3] = BOBBIN_SLOT;
        rule->place_value[BOBBIN_PLACE_R4 + 3] = -8;
        return true;
    case MIDDLE:
        rule->cfa_offset = 4;
        return true;
    case BY_R7:
        rule->cfa_register = 7;
        rule->cfa_offset = 12;
        rule->place_kind[BOBBIN_PLACE_R4 + 3] = BOBBIN_SLOT;
        rule->place_value[BOBBIN_PLACE_R4 + 3] = -8;
        return true;
    default:
        return false;
    }
}

/* Without mapping symbols: all code is ARM. */
static struct image_function functions[] = {
    {.address = LEAF, .size_bytes = 0x100, .name = "leaf"},
    {.address = MIDDLE, .size_bytes = 0x100, .name = "middle"},
    {.address = BY_R7, .size_bytes = 0x100, .name = "by_r7"},
};
static struct image_section section = {
    .name = ".text", .address = LEAF, .size_bytes = 0x300, .executable = true};
static const struct image image = {
    .functions = functions, .functions_count = 3, .sections = &section, .sections_count = 1};
static struct debug_index debug = {.image = &image};
static const struct stack_rules rules = {.image = &image, .debug = &debug, .find = find};

static uint32_t word_at(const struct stack_words *words, uint32_t address)
{
    for (size_t i = 0; i < words->count; i++)
        if (words->word[i].address == address)
            return words->word[i].value;
    fail_msg("no word at 0x%08x", address);
    return 0;
}

/* by_r7 keeps 20 bytes below its saved registers. */
static struct backtrace_frame trace[] = {
    {.number = 0, .pc = LEAF + 8, .sp = 0x1000},
    {.number = 1, .pc = MIDDLE + 8, .sp = 0x1008, .kind = BOBBIN_KIND_CALL},
    {.number = 2, .pc = BY_R7 + 8, .sp = 0x100c, .kind = BOBBIN_KIND_CALL},
    {.number = 3, .pc = MIDDLE + 0x10, .sp = 0x102c, .kind = BOBBIN_KIND_CALL},
};

static void return_addresses_are_where_the_rules_say(void **state)
{
    struct stack_words words = {0};
    struct stack_frames frames = {.frame = trace, .r[BOBBIN_PC] = LEAF + 8, .count = 4};

    (void)state;
    assert_int_equal(stack_words_add(&words, &frames, &rules), 4);
    assert_int_equal(word_at(&words, 0x1004), MIDDLE + 8);
    assert_int_equal(word_at(&words, 0x1008), BY_R7 + 8);
    assert_int_equal(word_at(&words, 0x1028), MIDDLE + 0x10);
    for (size_t i = 1; i < words.count; i++)
        assert_true(words.word[i - 1].address < words.word[i].address);
    free(words.word);
}

/* r7 of by_r7 is 12 below its cfa. leaf, which pushed r7, has it on the stack. */
static void a_frame_pointer_is_where_an_inner_frame_saved_it(void **state)
{
    struct stack_words words = {0};
    struct stack_frames frames = {
        .frame = trace, .r[BOBBIN_PC] = LEAF + 8, .count = 4, .valid = BOBBIN_VALID_R(7)};

    (void)state;
    frames.r[7] = 5;
    stack_words_add(&words, &frames, &rules);
    assert_int_equal(word_at(&words, 0x1000), 0x1020);
    assert_int_equal(frames.r[7], 5);
    free(words.word);
}

static void a_frame_pointer_that_nobody_saved_is_a_register(void **state)
{
    struct stack_words words = {0};
    struct stack_frames frames = {.frame = trace + 1, .r[BOBBIN_PC] = MIDDLE + 8, .count = 3};

    (void)state;
    assert_int_equal(stack_words_add(&words, &frames, &rules), 3);
    assert_int_equal(frames.r[7], 0x1020);
    assert_true(frames.valid & BOBBIN_VALID_R(7));
    free(words.word);
}

static void a_register_with_another_value_ends_the_trace(void **state)
{
    struct stack_words words = {0};
    struct stack_frames frames = {
        .frame = trace + 1, .r[BOBBIN_PC] = MIDDLE + 8, .count = 3, .valid = BOBBIN_VALID_R(7)};

    (void)state;
    frames.r[7] = 0x1024;
    assert_int_equal(stack_words_add(&words, &frames, &rules), 2);
    assert_int_equal(frames.r[7], 0x1024);
    free(words.word);
}

static void a_word_with_another_value_ends_the_trace(void **state)
{
    uint32_t stack[] = {0, 0x9999};
    struct report_memory memory = {.address = 0x1004, .words = stack, .words_count = 2};
    struct stack_words words = {.memory = &memory, .memory_count = 1};
    struct stack_frames frames = {.frame = trace + 1, .r[BOBBIN_PC] = MIDDLE + 8, .count = 3};

    (void)state;
    assert_int_equal(stack_words_add(&words, &frames, &rules), 1);
    assert_int_equal(words.count, 0);
    stack[1] = BY_R7 + 8;
    frames.valid = 0;
    assert_int_equal(stack_words_add(&words, &frames, &rules), 3);
    free(words.word);
}

/*
 * After middle, gdb must find the first instruction of middle, as a return address. The device has
 * found the address of the exit function there.
 */
static void the_end_of_a_whole_trace_replaces_a_return_address(void **state)
{
    uint32_t stack[] = {0x9998, 0x9999};
    struct report_memory memory = {.address = 0x102c, .words = stack, .words_count = 2};
    struct stack_words words = {.memory = &memory, .memory_count = 1};
    struct stack_frames frames = {
        .frame = trace, .r[BOBBIN_PC] = LEAF + 8, .count = 4, .is_whole = true};

    (void)state;
    assert_int_equal(stack_words_add(&words, &frames, &rules), 4);
    assert_int_equal(stack_words_shown(&words, 0x102c, 0x9998), MIDDLE + 4);
    assert_int_equal(stack_words_shown(&words, 0x1030, 0x9999), 0x9999);
    free(words.word);
    assert_int_equal(words.truth_count, 1);
    assert_int_equal(words.truth[0].value, 0x9998);
    free(words.replaced);
    free(words.truth);
    words = (struct stack_words){.memory = &memory, .memory_count = 1};
    frames.is_whole = false;
    stack_words_add(&words, &frames, &rules);
    assert_int_equal(stack_words_shown(&words, 0x102c, 0x9998), 0x9998);
    free(words.word);
}

/* The number of frames that the debugger finds in TRACE after one change. */
static size_t found(size_t which, const struct backtrace_frame *change)
{
    struct backtrace_frame changed[4];
    struct stack_words words = {0};
    struct stack_frames frames = {.frame = changed, .r[BOBBIN_PC] = LEAF + 8, .count = 4};
    size_t count;

    memcpy(changed, trace, sizeof(trace));
    changed[which] = *change;
    count = stack_words_add(&words, &frames, &rules);
    free(words.word);
    return count;
}

static void gaps_and_unknown_values_end_the_trace(void **state)
{
    struct backtrace_frame gap = trace[2], skipped = trace[3], no_sp = trace[1];
    struct backtrace_frame unknown = trace[1], other_sp = trace[1];

    (void)state;
    gap.missing_before = 1;
    assert_int_equal(found(2, &gap), 2);
    skipped.skipped_before = 2;
    assert_int_equal(found(3, &skipped), 3);
    no_sp.sp = 0;
    assert_int_equal(found(1, &no_sp), 1);
    unknown.pc = UNKNOWN + 8;
    assert_int_equal(found(1, &unknown), 1);
    other_sp.sp = 0x1010; /* leaf has no frame of 16 bytes */
    assert_int_equal(found(1, &other_sp), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(return_addresses_are_where_the_rules_say),
        cmocka_unit_test(a_frame_pointer_is_where_an_inner_frame_saved_it),
        cmocka_unit_test(a_frame_pointer_that_nobody_saved_is_a_register),
        cmocka_unit_test(a_register_with_another_value_ends_the_trace),
        cmocka_unit_test(a_word_with_another_value_ends_the_trace),
        cmocka_unit_test(gaps_and_unknown_values_end_the_trace),
        cmocka_unit_test(the_end_of_a_whole_trace_replaces_a_return_address),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
