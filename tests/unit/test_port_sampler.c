/* SPDX-License-Identifier: MIT */
/*
 * The sampler of a port on the host: timer periods, samples from interrupts, and captures as log
 * lines.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "port_log.h"
#include "port_target.h"

#include "port/common/image_state.c"
#include "port/common/line_writer.c"
#include "port/common/memory.c"
#include "port/sampling/capture_lines.c"
#include "port/sampling/sampler.c"

#define PC (TARGET_CODE + 0x10)
#define SP (TARGET_STACK_HIGH - 0x400)

enum { PERIOD = 100, JITTER = 30, MEMORY_WORDS = 2048 };

static const struct bobbin_region memory[] = {{"main", TARGET_STACK_LOW, TARGET_STACK_HIGH}};

static uint32_t substitute[HANDMADE_SIZE_MAX / 4];
static bool has_substitute;

static bool fallback(struct bobbin_table *table)
{
    return has_substitute &&
           bobbin_table_open(table, substitute, sizeof(substitute), 0) == BOBBIN_TABLE_OK;
}

const struct bobbin_config bobbin_config = {
    .put = port_log_put, .memory = memory, .memory_count = 1, .fallback = fallback};

static uint32_t started, again, again_count, stops;

static void start(uint32_t ticks)
{
    started = ticks;
}

static void go_on(uint32_t ticks)
{
    again = ticks;
    again_count++;
}

static void stop(void)
{
    stops++;
}

static void what(const struct bobbin_sampled *sampled, struct bobbin_profile_what *out)
{
    assert_int_equal(out->flags, 0);
    out->task = sampled->r[0];
    out->name = "worker";
    out->flags = PROFILE_IS_TASK;
}

static const struct bobbin_sampler_config config = {
    .timer = {start, go_on, stop}, .period_ticks = PERIOD, .jitter_ticks = JITTER, .what = what};

static struct bobbin_sampler sampler;
static struct bobbin_profile profile;
static uint32_t words[MEMORY_WORDS];

static enum bobbin_table_error open_all(void)
{
    enum bobbin_table_error error;
    struct bobbin_profile_config counting = {.contexts_max = 4, .processors = 1};

    bobbin_sampler_describe(&config, &counting);
    assert_int_equal(counting.build_id_size, 4);
    assert_int_equal(counting.period_ticks, PERIOD);
    assert_true(bobbin_profile_open(&profile, words, sizeof(words), &counting));
    error = bobbin_sampler_open(&sampler, &config, &profile);
    bobbin_sampler_start(&sampler);
    return error;
}

static struct bobbin_sampled sampled_at(uint32_t pc)
{
    struct bobbin_context context = target_context(BOBBIN_CAUSE_USER, pc, SP);
    struct bobbin_sampled sampled = {.cpsr = context.cpsr, .valid = context.valid};

    memcpy(sampled.r, context.r, sizeof(sampled.r));
    return sampled;
}

static void periods_are_drawn_evenly(void **state)
{
    (void)state;
    uint32_t seen[2 * JITTER + 1] = {0};

    open_all();
    for (uint32_t i = 0; i < 61000; i++) {
        uint32_t period = next_period(&sampler);
        assert_in_range(period, PERIOD - JITTER, PERIOD + JITTER);
        seen[period - (PERIOD - JITTER)]++;
    }
    /* The expected count is 1,000 each. Five standard deviations are allowed. */
    for (uint32_t i = 0; i <= 2 * JITTER; i++)
        assert_in_range(seen[i], 840, 1160);
}

static void the_timer_is_set_again_by_each_sample(void **state)
{
    (void)state;
    struct bobbin_sampled sampled = sampled_at(PC);

    open_all();
    again_count = stops = 0;
    assert_in_range(started, PERIOD - JITTER, PERIOD + JITTER);
    bobbin_sampler_interrupt(&sampler, &sampled);
    bobbin_sampler_interrupt(&sampler, &sampled);
    assert_int_equal(again_count, 2);
    assert_in_range(again, PERIOD - JITTER, PERIOD + JITTER);
    bobbin_sampler_stop(&sampler);
    assert_int_equal(stops, 1);
}

/* The interrupt was already pending when the timer was stopped. */
static void an_interrupt_after_a_stop_is_no_sample(void **state)
{
    (void)state;
    struct bobbin_sampled sampled = sampled_at(PC);

    open_all();
    bobbin_sampler_stop(&sampler);
    again_count = stops = 0;
    bobbin_sampler_interrupt(&sampler, &sampled);
    assert_int_equal(profile.counters[PROFILE_COUNTER_TAKEN], 0);
    assert_int_equal(stops, again_count);
    bobbin_sampler_start(&sampler);
    bobbin_sampler_interrupt(&sampler, &sampled);
    assert_int_equal(profile.counters[PROFILE_COUNTER_TAKEN], 1);
}

static void a_sample_is_the_whole_stack(void **state)
{
    (void)state;
    struct bobbin_sampled sampled = sampled_at(PC);
    uint32_t probes;

    target_put_table();
    target_put_frames(SP, 3);
    assert_int_equal(open_all(), BOBBIN_TABLE_OK);
    probes = target_probes;
    bobbin_sampler_interrupt(&sampler, &sampled);
    assert_int_equal(profile.counters[PROFILE_COUNTER_NODES], 5);
    assert_int_equal(profile.nodes[4].pc, PC);
    assert_int_equal(profile.nodes[4].count, 1);
    assert_int_equal(profile.contexts[1].key >> 24, BOBBIN_STOP_OUTERMOST);
    assert_int_equal(profile.contexts[1].task, 0x1000);
    assert_string_equal(profile.contexts[1].name, "worker");
    assert_int_equal(target_probes, probes); /* configured memory is read without a probe */
}

static void without_a_table_it_is_one_frame(void **state)
{
    (void)state;
    struct bobbin_sampled sampled = sampled_at(PC);

    assert_int_equal(open_all(), BOBBIN_TABLE_EMPTY);
    bobbin_sampler_interrupt(&sampler, &sampled);
    assert_int_equal(profile.counters[PROFILE_COUNTER_NODES], 1);
    assert_int_equal(profile.contexts[1].key >> 24, BOBBIN_STOP_NO_RULE);
}

static void without_a_table_it_uses_the_substitute(void **state)
{
    struct bobbin_sampled sampled = sampled_at(PC);

    target_put_table();
    memcpy(substitute, __bobbin_start, sizeof(substitute));
    target_set_up(state); /* clears the table */
    target_put_frames(SP, 3);
    has_substitute = true;
    assert_int_equal(open_all(), BOBBIN_TABLE_OK);
    bobbin_sampler_interrupt(&sampler, &sampled);
    has_substitute = false;
    assert_int_equal(profile.counters[PROFILE_COUNTER_NODES], 5);
    assert_int_equal(profile.contexts[1].key >> 24, BOBBIN_STOP_OUTERMOST);
}

/* The mode's registers were not accessible to the entry code. */
static void an_unknown_sp_ends_the_trace(void **state)
{
    (void)state;
    struct bobbin_sampled sampled = sampled_at(PC);

    target_put_table();
    target_put_frames(SP, 3);
    open_all();
    sampled.valid &= ~BOBBIN_VALID_R(BOBBIN_SP);
    bobbin_sampler_interrupt(&sampler, &sampled);
    assert_int_equal(profile.counters[PROFILE_COUNTER_NODES], 1);
    assert_int_equal(profile.contexts[1].key >> 24, BOBBIN_STOP_LOST);
}

static uint32_t digit_of(char c)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const char *at = strchr(digits, c);

    assert_true(at && c);
    return (uint32_t)(at - digits);
}

/* Decodes the characters up to a space. Returns the number of bytes. */
static uint32_t decode(const char *text, uint8_t *out)
{
    uint32_t count = 0, bits = 0, word = 0;

    for (; *text != ' ' && *text != '='; text++) {
        word = word << 6 | digit_of(*text);
        bits += 6;
        if (bits >= 8)
            out[count++] = (uint8_t)(word >> (bits -= 8));
    }
    return count;
}

/* Decodes all lines to OUT. Returns the end of the highest line. */
static uint32_t collect(uint8_t *out)
{
    uint32_t end = 0;

    for (uint32_t i = 0; i < port_log_count(PROFILE_LINE_TYPE); i++) {
        const char *line = port_log_line(PROFILE_LINE_TYPE, i);
        char *text;
        uint32_t offset = (uint32_t)strtoul(line, &text, 16);
        uint32_t size = decode(text + 1, out + offset);
        assert_in_range(size, 1, PROFILE_LINE_BYTES);
        end = offset + size > end ? offset + size : end;
    }
    return end;
}

static void lines_are_the_capture(void **state)
{
    (void)state;
    static uint8_t sent[sizeof(words)], expected[sizeof(words)];
    struct bobbin_capture capture;
    uint32_t size;

    target_put_table();
    open_all();
    for (uint32_t i = 0; i < 20; i++) {
        struct bobbin_sampled sampled = sampled_at(PC + 2 * i);
        target_put_frames(SP, 1 + i % 5);
        bobbin_sampler_interrupt(&sampler, &sampled);
    }
    port_log_clear();
    bobbin_capture_send(&profile);
    bobbin_capture_begin(&capture, &profile);
    size = bobbin_capture_next(&capture, expected, sizeof(expected));
    assert_int_equal(collect(sent), size);
    assert_memory_equal(sent + capture.header_bytes, expected + capture.header_bytes,
                        size - capture.header_bytes);
    assert_memory_equal(sent + 16, expected + 16, PROFILE_HEADER_SNAPSHOT - 16);
    /* No line is continued. */
    assert_int_equal(port_log_count(PROFILE_LINE_TYPE), port_log_lines());
}

/* Without the lines before the last ones that start at offset 0, the header is still there. */
static void the_header_is_sent_twice(void **state)
{
    (void)state;
    uint32_t first[2] = {0}, lines;

    open_all();
    port_log_clear();
    bobbin_capture_send(&profile);
    lines = port_log_count(PROFILE_LINE_TYPE);
    for (uint32_t i = 0, found = 0; i < lines; i++)
        if (strncmp(port_log_line(PROFILE_LINE_TYPE, i), " 0 ", 3) == 0)
            first[found++] = i;
    assert_true(first[1] > first[0]);
    for (uint32_t i = 0; first[1] + i < lines; i++) {
        char text[PORT_LOG_LINE_SIZE];
        strcpy(text, port_log_line(PROFILE_LINE_TYPE, i));
        if (first[1] + i + 1 < lines)
            assert_memory_equal(port_log_line(PROFILE_LINE_TYPE, first[1] + i), text,
                                strcspn(text, "*"));
    }
}

static void base64_is_padded(void **state)
{
    (void)state;
    static const char *const texts[] = {"Zg==", "Zm8=", "Zm9v"}; /* RFC 4648, section 10 */
    char out[5] = "";

    for (uint32_t count = 1; count <= 3; count++) {
        base64_put(out, (const uint8_t *)"foo", count);
        assert_string_equal(out, texts[count - 1]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(periods_are_drawn_evenly, target_set_up),
        cmocka_unit_test_setup(the_timer_is_set_again_by_each_sample, target_set_up),
        cmocka_unit_test_setup(an_interrupt_after_a_stop_is_no_sample, target_set_up),
        cmocka_unit_test_setup(a_sample_is_the_whole_stack, target_set_up),
        cmocka_unit_test_setup(without_a_table_it_is_one_frame, target_set_up),
        cmocka_unit_test_setup(without_a_table_it_uses_the_substitute, target_set_up),
        cmocka_unit_test_setup(an_unknown_sp_ends_the_trace, target_set_up),
        cmocka_unit_test_setup(lines_are_the_capture, target_set_up),
        cmocka_unit_test_setup(the_header_is_sent_twice, target_set_up),
        cmocka_unit_test(base64_is_padded),
    };

    return cmocka_run_group_tests_name("port_sampler", tests, NULL, NULL);
}
