/* SPDX-License-Identifier: MIT */
/*
 * C++ names in backtraces: demangled in the text for people; mangled, too, in the data for scripts.
 * Why a trace ended: the stack is suspected only if the rules of all frames are proved.
 */
#include "symbolize/backtrace_text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct symbol symbols[] = {
    {.function = "fill",
     .linkage = "_ZN5queue4fillEi",
     .file = "queue.h",
     .line = 7,
     .inlined = true},
    {.function = "_ZN4task3runEv", .linkage = "_ZN4task3runEv", .offset = 4},
    {.function = "main", .linkage = "main"},
};

static struct backtrace_frame frames[] = {
    {.number = 0, .pc = 0x8000, .trust = "context", .symbols = symbols, .symbols_count = 2},
    {.number = 1, .pc = 0x8010, .trust = "table", .symbols = symbols + 2, .symbols_count = 1},
    {.number = 2, .pc = 0x8020, .trust = "table"},
};

static const struct backtrace backtrace = {
    .frames = frames, .frames_count = 3, .stop = BOBBIN_STOP_OUTERMOST};

static void expect_all(const char *text, const char *const *expected, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const char *at = strstr(text, expected[i]);
        if (!at)
            fail_msg("%s: not in\n%s", expected[i], text);
        text = at + strlen(expected[i]);
    }
}

static void people_read_what_the_source_has(void **state)
{
    static const char *const expected[] = {
        "#0  0x00008000  queue::fill(int) (inlined) at queue.h:7",
        "#0  0x00008000  task::run()+0x4", "#1  0x00008010  main ", "#2  0x00008020 "};
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    (void)state;
    backtrace_print(&backtrace, out, false);
    fclose(out);
    expect_all(text, expected, sizeof(expected) / sizeof(expected[0]));
    free(text);
}

static void scripts_read_both(void **state)
{
    static const char *const expected[] = {"\"function\": \"fill\"",
                                           "\"name\": \"queue::fill(int)\"",
                                           "\"function\": \"_ZN4task3runEv\"",
                                           "\"name\": \"task::run()\"",
                                           "\"function\": \"main\"",
                                           "\"name\": \"main\"",
                                           "\"function\": null",
                                           "\"name\": null"};
    struct json json;
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    (void)state;
    json_begin(&json, out);
    backtrace_json(&backtrace, &json);
    json_end(&json);
    fclose(out);
    expect_all(text, expected, sizeof(expected) / sizeof(expected[0]));
    free(text);
}

/* The end of the text for STOP, if the last frame has TRUST, is EXPECTED. */
static void expect_stop(const char *trust, enum bobbin_stop stop, const char *expected)
{
    struct backtrace_frame changed[3];
    struct backtrace ended = {.frames = changed, .frames_count = 3, .stop = stop};
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    memcpy(changed, frames, sizeof(changed));
    strcpy(changed[2].trust, trust);
    backtrace_print(&ended, out, false);
    fclose(out);
    assert_string_equal(strstr(text, "truncated: "), expected);
    free(text);
}

static void the_stack_is_suspected_only_after_proved_rules(void **state)
{
    static const char *const proved[] = {"table", "code", "context", ""};

    (void)state;
    for (size_t i = 0; i < sizeof(proved) / sizeof(proved[0]); i++) {
        expect_stop(proved[i], BOBBIN_STOP_BAD_SP,
                    "truncated: the sp of the caller would be unaligned or too low; the stack or a "
                    "saved register was overwritten\n");
        expect_stop(proved[i], BOBBIN_STOP_PC_OUTSIDE,
                    "truncated: the next pc is not in code; a return address was overwritten, or "
                    "an invalid pointer was called\n");
    }
    expect_stop("exidx", BOBBIN_STOP_BAD_SP,
                "truncated: the sp of the caller would be unaligned or too low; the rule for frame "
                "#2 is not proved (exidx), so the trace may be wrong\n");
    expect_stop("cfi", BOBBIN_STOP_PC_OUTSIDE,
                "truncated: the next pc is not in code; the rule for frame #2 is not proved (cfi), "
                "so the trace may be wrong\n");
    expect_stop("exidx", BOBBIN_STOP_NO_RULE,
                "truncated: the table has no rule for this code: entry code "
                "of an exception, or code without a proved rule\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(people_read_what_the_source_has),
        cmocka_unit_test(scripts_read_both),
        cmocka_unit_test(the_stack_is_suspected_only_after_proved_rules),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
