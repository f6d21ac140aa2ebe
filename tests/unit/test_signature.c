/* SPDX-License-Identifier: MIT */
/*
 * Signatures of reports whose image is not there: what ends a signature, and what does not change
 * it. tests/fleet/signatures.sh tests the signatures of real builds.
 */
#include "report/signature.h"

#include "core/format/crc32.h"
#include "report_fixture.h"
#include "symbolize/function_name.h"

/* ---- names of functions ---------------------------------------------------------------------- */

/* Linker names as GCC and clang write them, and the function's name in the source. */
static void names_are_those_of_the_source(void **state)
{
    static const char *const names[][2] = {
        {"journal_note", "journal_note"},
        {"journal_note.isra.0", "journal_note"},
        {"journal_note.constprop.0.isra.0", "journal_note"},
        {"main.cold", "main"},
        {"f.part.0.lto_priv.3", "f"},
        {"f.llvm.1234567890", "f"},
        {"_ZN5queue4fillEi", "queue::fill"},
        {"_ZN5queue4fillEi.part.0", "queue::fill"},
        {"_Z4fillm", "fill"},              /* GCC: uint32_t is unsigned long */
        {"_Z4fillj", "fill"},              /* clang: unsigned int */
        {"_Z4sizeI3BoxIiEEiRKT_", "size"}, /* int size<Box<int>>(...) */
        {"_ZN3BoxIiE3putEi", "Box::put"},
        {"_ZN12_GLOBAL__N_15localEv", "local"},
        {"_ZNK3BoxcvbEv", "Box::operatorbool"},
        {"_ZNK3BoxltERKS_", "Box::operator<"},
        {"_ZN3BoxclEv", "Box::operator()"},
        {"_ZZ4mainENKUlvE_clEv", "main::{lambda}::operator()"}, /* GCC */
        {"_ZZ4mainENK3$_0clEv", "main::{lambda}::operator()"},  /* clang */
        {"_ZThn8_N1B1fEv", "B::f"},
        {"fill<int>", "fill"}, /* a name of debug information */
        {".Llabel", ""},
    };
    char text[FUNCTION_NAME_BYTES];

    (void)state;
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        assert_string_equal(function_name_plain(names[i][0], text), names[i][1]);
}

static void long_names_differ(void **state)
{
    char a[400], b[400];
    char text_a[FUNCTION_NAME_BYTES], text_b[FUNCTION_NAME_BYTES];

    (void)state;
    memset(a, 'a', sizeof(a) - 1);
    a[sizeof(a) - 1] = '\0';
    memcpy(b, a, sizeof(a));
    b[sizeof(b) - 2] = 'b';
    function_name_plain(a, text_a);
    function_name_plain(b, text_b);
    assert_int_equal(strlen(text_a), FUNCTION_NAME_BYTES - 1);
    assert_string_not_equal(text_a, text_b);
}

static void libraries_are_plumbing(void **state)
{
    static const char *const plumbing[] = {"memcpy",
                                           "_malloc_r",
                                           "__memcpy",
                                           "abort",
                                           "raise",
                                           "_raise_r",
                                           "__assert_func",
                                           "__stack_chk_fail",
                                           "bobbin_fault",
                                           "__aeabi_dmul",
                                           "std::terminate",
                                           "operatornew",
                                           "OUTLINED_FUNCTION_3",
                                           "f_veneer"};
    static const char *const own[] = {"memcpy_checked", "main",      "stdio_open", "copy",
                                      "Box::operator<", "abort_job", "_write_page"};

    (void)state;
    for (size_t i = 0; i < sizeof(plumbing) / sizeof(plumbing[0]); i++)
        if (!function_name_is_plumbing(plumbing[i]))
            fail_msg("%s is no plumbing", plumbing[i]);
    for (size_t i = 0; i < sizeof(own) / sizeof(own[0]); i++)
        if (function_name_is_plumbing(own[i]))
            fail_msg("%s is plumbing", own[i]);
}

/* ---- reports without an image ---------------------------------------------------------------- */

/* Writes the next line of grammar 2. "": the line does not arrive. */
static void put_identified(struct fixture *fixture, const char *content)
{
    char line[200];
    int length =
        snprintf(line, sizeof(line), "%%bobbin 012345.%u %s", fixture->sequence++, content);

    if (content[0])
        fprintf(fixture->out, "%s *%08x\r\n", line, bobbin_crc32(0, line, (uint32_t)length));
}

/* Fills a report with these lines and expects EXPECTED. */
static void expect(const char *expected, const char *const *lines)
{
    void *state;
    char text[SIGNATURE_BYTES];
    struct fixture *fixture;
    struct report *report;

    fixture_setup(&state);
    fixture = state;
    put_identified(fixture, "report 2.0 pump");
    put_identified(fixture, "image 0123456789abcdef");
    for (; *lines; lines++)
        put_identified(fixture, *lines);
    report = read_log(fixture, 1);
    assert_string_equal(signature_write(report, NULL, text), expected);
    fixture_teardown(&state);
}
#define EXPECT(expected, ...) expect(expected, (const char *const[]){__VA_ARGS__, NULL})

#define CAUSE  "cause data-abort 100 : data abort"
#define FRAME0 "frame 0 100 1000 interrupted context"
#define FRAME1 "frame 1 200 1010 call table"
#define FRAME2 "frame 2 300 1020 call table"
#define FRAME3 "frame 3 400 1020 call table"

static void the_innermost_functions_count(void **state)
{
    (void)state;
    EXPECT("1:data-abort:@01234567+100<@01234567+200", CAUSE, FRAME0, FRAME1, "stop outermost 0 2");
    EXPECT("1:data-abort:@01234567+100<@01234567+200<@01234567+300", CAUSE, FRAME0, FRAME1, FRAME2,
           FRAME3, "stop outermost 0 4");
    EXPECT("1:data-abort:@01234567+100<@01234567+200<@01234567+300", CAUSE, FRAME0, FRAME1, FRAME2,
           "stop lost 4 3");
    EXPECT("1:assert:@01234567+100<@01234567+200", "cause assert 100 : x", FRAME0, FRAME1, FRAME2,
           "stop outermost 0 3");
    EXPECT("1:null-call:(null)<@01234567+200", "cause prefetch-abort 0 : null",
           "frame 0 0 1000 interrupted context", "frame 1 200 1010 call lr-guess",
           "stop outermost 0 2");
}

static void a_cut_report_says_so(void **state)
{
    (void)state;
    EXPECT("1:data-abort:@01234567+100<@01234567+200<?", CAUSE, FRAME0, FRAME1, "stop lost 4 2");
    EXPECT("1:data-abort:@01234567+100<?", CAUSE, FRAME0, "", FRAME2, "stop outermost 0 3");
    EXPECT("1:data-abort:@01234567+100<?", CAUSE, FRAME0, "skip 5", "frame 6 300 1020 call table",
           "stop outermost 0 7");
    EXPECT("1:data-abort:@01234567+100<?", CAUSE, FRAME0);
    EXPECT("1:data-abort:?", CAUSE, "", FRAME1, "stop outermost 0 2");
    EXPECT("1:?:@01234567+100", "", FRAME0, "stop outermost 0 1");
}

static void doubtful_frames_do_not_count(void **state)
{
    (void)state;
    EXPECT("1:data-abort:@01234567+100<?", CAUSE, FRAME0, "frame 1 200 1010 call exidx",
           "stop outermost 0 2");
    EXPECT("1:data-abort:@01234567+100<@01234567+200<@01234567+300", CAUSE, FRAME0, FRAME1,
           "frame 2 300 1020 call exidx", "stop outermost 0 3");
    EXPECT("1:data-abort:@01234567+100<?", CAUSE, FRAME0, "frame 1 200 1010 call oracle",
           "stop outermost 0 2");
}

/* In grammar 1, lines of two crashes look like lines of one. */
static void doubtful_reports_have_no_functions(void **state)
{
    char text[SIGNATURE_BYTES];
    struct fixture *fixture = *state;
    struct report *report;

    put(fixture, "report 1.2 pump");
    put(fixture, "cause data-abort pc=100 : data abort");
    put(fixture, "frame 0 pc=100 sp=1000 interrupted context");
    fixture->sequence++;
    put(fixture, "frame 1 pc=200 sp=1010 call table");
    put(fixture, "stop outermost value=0 frames=2");
    report = read_log(fixture, 1);
    assert_non_null(report->doubt);
    assert_string_equal(signature_write(report, NULL, text), "1:data-abort:?");
}

static void interrupted_code_does_not_count(void **state)
{
    (void)state;
    EXPECT("1:data-abort:@01234567+100<@01234567+200", CAUSE, FRAME0, FRAME1,
           "exception 2 irq 300 13", FRAME2, "stop outermost 0 3");
}

/* Whether the limit of frames cuts the trace must make no difference. */
static void recursions_have_no_callers(void **state)
{
    static const char expected[] = "1:data-abort:@01234567+100<@01234567+200&@01234567+300...";

    (void)state;
    EXPECT(expected, CAUSE, FRAME0, FRAME1, FRAME2, "frame 3 200 1 call table",
           "frame 4 300 1 call table", "frame 5 200 1 call table", "frame 6 300 1 call table",
           "frame 7 200 1 call table", "frame 8 300 1 call table", "frame 9 200 1 call table",
           "frame 10 300 1 call table", "frame 11 200 1 call table", "frame 12 300 1 call table",
           "frame 13 200 1 call table", "frame 14 300 1 call table", "frame 15 200 1 call table",
           "frame 16 300 1 call table", "skip 100", "frame 117 300 1 call table",
           "stop outermost 0 118");
    EXPECT(expected, CAUSE, FRAME0, "frame 1 300 1 call table", "frame 2 200 1 call table",
           "frame 3 300 1 call table", "frame 4 200 1 call table", "frame 5 300 1 call table",
           "frame 6 200 1 call table", "frame 7 300 1 call table", "frame 8 200 1 call table",
           "frame 9 300 1 call table", "frame 10 200 1 call table", "frame 11 300 1 call table",
           "frame 12 200 1 call table", "frame 13 300 1 call table", "frame 14 200 1 call table",
           "frame 15 300 1 call table", "frame 16 200 1 call table", "frame 17 300 1 call table",
           "frame 18 400 1 call table", "stop outermost 0 19");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_those_of_the_source),
        cmocka_unit_test(long_names_differ),
        cmocka_unit_test(libraries_are_plumbing),
        cmocka_unit_test(the_innermost_functions_count),
        cmocka_unit_test(a_cut_report_says_so),
        cmocka_unit_test(doubtful_frames_do_not_count),
        WITH_LOG(doubtful_reports_have_no_functions),
        cmocka_unit_test(interrupted_code_does_not_count),
        cmocka_unit_test(recursions_have_no_callers),
    };

    return cmocka_run_group_tests_name("signature", tests, NULL, NULL);
}
