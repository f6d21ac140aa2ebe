/* SPDX-License-Identifier: MIT */
/* Exit functions of threads, in an image, as the stop of a backtrace, and in a profile. */
#include "symbolize/thread_base.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "made_capture.h"
#include "profile/profile_calls.h"
#include "profile/profile_merge.h"
#include "symbolize/backtrace.h"
#include "symbolize/stop_text.h"

enum {
    FIRST = 0x8000, /* no code comes before it */
    EXIT = 0x8002,
    STARTER = 0x8004,
    AFTER_STARTER = 0x8008, /* after an instruction that sets lr, and a jump */
    CALLER = 0x800a,
    CALLED = 0x800e, /* after a call */
    LAST_RETURN = 0x8010,
    THREAD_EXIT = 0x8012, /* as RTX5's osThreadExit: it saves lr, after the return of a function */
};

static const uint16_t code[] = {
    0x4770,         /* first: bx lr */
    0xe7fe,         /* exit: b exit */
    0x46fe, 0x4718, /* starter: mov lr, pc; bx r3 */
    0xe7fe,         /* after_starter: b after_starter */
    0xf7ff, 0xfffe, /* caller: bl caller */
    0xe7fe,         /* called: b called */
    0xbd10,         /* last_return: pop {r4, pc} */
    0xb510, 0xdf00, /* thread_exit: push {r4, lr}; svc #0 */
};

static struct image_function functions[] = {
    {.address = FIRST, .size_bytes = 2, .name = "first", .thumb = true},
    {.address = EXIT, .size_bytes = 2, .name = "exit", .thumb = true},
    {.address = STARTER, .size_bytes = 4, .name = "starter", .thumb = true},
    {.address = AFTER_STARTER, .size_bytes = 2, .name = "after_starter", .thumb = true},
    {.address = CALLER, .size_bytes = 4, .name = "caller", .thumb = true},
    {.address = CALLED, .size_bytes = 2, .name = "called", .thumb = true},
    {.address = LAST_RETURN, .size_bytes = 2, .name = "last_return", .thumb = true},
    {.address = THREAD_EXIT, .size_bytes = 4, .name = "thread_exit", .thumb = true},
};

static struct image_section sections[] = {{.name = ".text",
                                           .address = FIRST,
                                           .size_bytes = sizeof(code),
                                           .bytes = (const uint8_t *)code,
                                           .executable = true}};

static struct named_image named = {
    .image = {.path = "fw.elf",
              .sections = sections,
              .sections_count = 1,
              .functions = functions,
              .functions_count = sizeof(functions) / sizeof(functions[0])}};

static void a_function_after_no_call_is_one(void **state)
{
    (void)state;
    static const uint32_t bases[] = {FIRST, EXIT, STARTER, AFTER_STARTER, THREAD_EXIT};
    static const uint32_t others[] = {CALLED,    STARTER + 2,     CALLER + 2,
                                      FIRST - 2, THREAD_EXIT + 4, THREAD_EXIT + 2};

    for (size_t i = 0; i < sizeof(bases) / sizeof(bases[0]); i++)
        assert_true(thread_base_is(&named.image, bases[i]));
    for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
        assert_false(thread_base_is(&named.image, others[i]));
}

/* ---- backtraces ------------------------------------------------------------------------------ */

/* The stop of a trace of one frame, at PC, that ended with STOP and VALUE. */
static struct backtrace explained(uint32_t pc, enum bobbin_stop stop, uint32_t value)
{
    static const struct debug_index debug = {.image = &named.image};
    static struct backtrace_frame frame;
    struct backtrace backtrace = {
        .frames = &frame, .frames_count = 1, .stop = stop, .stop_value = value, .debug = &debug};

    frame = (struct backtrace_frame){.pc = pc};
    snprintf(backtrace.stop_word, sizeof(backtrace.stop_word), "%s", bobbin_stop_name(stop));
    backtrace_explain_stop(&backtrace);
    return backtrace;
}

static void a_trace_that_returns_to_one_is_complete(void **state)
{
    (void)state;
    struct backtrace no_call = explained(CALLER, BOBBIN_STOP_NO_CALL, EXIT);
    struct backtrace outside = explained(CALLER, BOBBIN_STOP_PC_OUTSIDE, FIRST);

    assert_int_equal(no_call.stop, BOBBIN_STOP_THREAD_BASE);
    assert_int_equal(outside.stop, BOBBIN_STOP_THREAD_BASE);
    assert_string_equal(no_call.stop_word, "");
    assert_true(stop_is_complete(no_call.stop));
}

static void other_stops_stay(void **state)
{
    (void)state;

    assert_int_equal(explained(CALLER, BOBBIN_STOP_NO_CALL, STARTER + 2).stop, BOBBIN_STOP_NO_CALL);
    assert_int_equal(explained(CALLER, BOBBIN_STOP_NO_RULE, EXIT).stop, BOBBIN_STOP_NO_RULE);
    /* the pc of the frame itself is outside the code of the table */
    assert_int_equal(explained(FIRST, BOBBIN_STOP_PC_OUTSIDE, FIRST).stop, BOBBIN_STOP_PC_OUTSIDE);
    assert_false(stop_is_complete(BOBBIN_STOP_NO_CALL));
}

/* ---- profiles -------------------------------------------------------------------------------- */

#define GARBAGE (0x7000u | PROFILE_PC_CALL)

/*
 * Adds a capture to PROFILE. The sampler went on to GARBAGE after the return address BASE. 5
 * samples have that stack, and 2 samples end in the frame of BASE for lack of memory.
 */
static void add_capture(struct profile *profile, uint32_t base)
{
    const struct made_context context = {
        .task = 7, .stop = BOBBIN_STOP_UNREADABLE, .flags = PROFILE_IS_TASK};
    struct made_capture made = {.run = 1};
    struct buffer out = {0};
    struct capture read = {0};
    uint32_t at = made_context_add(&made, &context) | PROFILE_AT_CONTEXT;

    at = made_node_add(&made, at, GARBAGE, 0);
    at = made_node_add(&made, at, base | PROFILE_PC_CALL, 0);
    made.nodes[at].charged = 2;
    at = made_node_add(&made, at, (CALLER + 2) | PROFILE_PC_CALL, 0);
    made_node_add(&made, at, STARTER, 5);
    made_capture_write(&made, 0, &out);
    made_capture_free(&made);
    struct capture_bytes in = {out.bytes, out.size, NULL};
    assert_null(capture_open(&read, &in));
    assert_int_equal(profile_merge(profile, &read, 0).samples, 7);
    free(out.bytes);
    profile_sort(profile);
}

/* Number of frames of the stack of the 5 samples. */
static size_t depth(const struct profile *profile)
{
    const struct stack_node *nodes = profile->stacks.nodes;
    size_t count = 0;

    for (uint32_t i = 1; i < profile->stacks.count; i++)
        if (nodes[i].count == 5)
            for (uint32_t at = i; nodes[at].parent != STACK_TREE_ROOT; at = nodes[at].parent)
                count++;
    return count;
}

static void a_stack_that_returns_to_one_is_complete(void **state)
{
    (void)state;
    struct image_list list = {.items = &named, .count = 1};
    struct profile profile;
    struct profile_stack_counts counts;

    profile_init(&profile);
    profile.images = &list;
    add_capture(&profile, EXIT);
    counts = profile_stack_counts(&profile);
    assert_int_equal(counts.samples, 7);
    assert_int_equal(counts.truncated, 0);
    assert_int_equal(counts.by_stop[BOBBIN_STOP_THREAD_BASE], 7);
    assert_int_equal(depth(&profile), 2);
    profile_free(&profile);
}

static void other_stacks_are_not_changed(void **state)
{
    (void)state;
    static const uint32_t others[] = {CALLED, STARTER + 2, THREAD_EXIT + 2};
    struct image_list list = {.items = &named, .count = 1};

    for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
        struct profile profile;
        profile_init(&profile);
        profile.images = &list;
        add_capture(&profile, others[i]);
        assert_int_equal(profile_stack_counts(&profile).truncated, 7);
        assert_int_equal(depth(&profile), 4);
        profile_free(&profile);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_function_after_no_call_is_one),
        cmocka_unit_test(a_trace_that_returns_to_one_is_complete),
        cmocka_unit_test(other_stops_stay),
        cmocka_unit_test(a_stack_that_returns_to_one_is_complete),
        cmocka_unit_test(other_stacks_are_not_changed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
