/* SPDX-License-Identifier: MIT */
/* Checks the worked example in core/format/CAPTURE.md. Run it at the top of the tree. */
#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "profiled.h"

#define PAGE          "core/format/CAPTURE.md"
#define EXAMPLE_BYTES 400u

static uint8_t example[EXAMPLE_BYTES];

/*
 * Reads a line such as "0c  53 79 65 62   text": the offset, then bytes up to the next two spaces.
 */
static uint32_t take_line(const char *line, uint32_t at)
{
    char *rest;

    if (strtoul(line, &rest, 16) != at || rest != line + 3 || strncmp(rest, "  ", 2) != 0)
        return at;
    do {
        assert_true(at < EXAMPLE_BYTES);
        example[at++] = (uint8_t)strtoul(rest, &rest, 16);
    } while (isxdigit((unsigned char)rest[1]) && rest[0] == ' ');
    return at;
}

static uint32_t read_page(void)
{
    FILE *page = fopen(PAGE, "r");
    char line[256];
    bool in_example = false;
    uint32_t at = 0;

    assert_non_null(page);
    while (fgets(line, sizeof(line), page)) {
        in_example = in_example || strncmp(line, "## 9. Example", 13) == 0;
        if (in_example)
            at = take_line(line, at);
    }
    fclose(page);
    return at;
}

/* Takes the samples that the page describes. */
static uint32_t sample_and_write(uint8_t *out, uint32_t size_bytes)
{
    static const uint8_t build_id[] = {0x11, 0x22, 0x33};
    static const uint32_t often[] = {PROFILED_PC(1), PROFILED_ROOT},
                          once[] = {PROFILED_PC(7), PROFILED_ROOT};
    struct bobbin_capture capture;
    struct profiled p;

    profiled_set_up(&p);
    p.config = (struct bobbin_profile_config){.build_id = build_id,
                                              .build_id_size = sizeof(build_id),
                                              .flags = PROFILE_FLAG_FIQ,
                                              .processors = 1,
                                              .clock_hz = 1000000,
                                              .timer_hz = 1000000,
                                              .period_ticks = 997,
                                              .jitter_ticks = 300,
                                              .run = 5,
                                              .now = profiled_now,
                                              .depth_max = 40,
                                              .contexts_max = 2,
                                              .ring_max = 2};
    profiled_open(&p, 2048);
    p.what = (struct bobbin_profile_what){.task = 3, .name = "worker", .flags = PROFILE_IS_TASK};
    profiled_sample(&p, often, 2);
    profiled_sample(&p, once, 2);
    profiled_sample(&p, often, 2);
    bobbin_capture_begin(&capture, &p.profile);
    return bobbin_capture_next(&capture, out, size_bytes);
}

static void the_example_is_what_is_written(void **state)
{
    (void)state;
    uint8_t written[2 * EXAMPLE_BYTES];

    assert_int_equal(read_page(), EXAMPLE_BYTES);
    assert_int_equal(sample_and_write(written, sizeof(written)), EXAMPLE_BYTES);
    assert_memory_equal(written, example, EXAMPLE_BYTES);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_example_is_what_is_written)};

    return cmocka_run_group_tests_name("core_capture_page", tests, NULL, NULL);
}
