/* SPDX-License-Identifier: MIT */
/*
 * Profile captures, whole and damaged. Whole records count, missing ones are reported, and no read
 * leaves the capture.
 */
#include "profile/capture_reader.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/format/crc32.h"
#include "made_capture.h"
#include "profile/profile_merge.h"
#include "util/memory.h"

enum { WHOLE = 10 + 20 + 5, CHARGED = 3 + 2 };

/*
 * Task 1, interrupted 10 times in work (called by main) and 20 times in main; interrupt 34,
 * interrupted 5 times.
 */
static void make(struct made_capture *made, uint32_t flags)
{
    static const struct made_context contexts[] = {
        {.flags = PROFILE_IS_OTHER},
        {.task = 1, .mode = 0x1f, .stop = 1, .flags = PROFILE_IS_TASK, .name = "exactly16letters"},
        {.interrupt = 34, .mode = 0x12, .stop = 2, .flags = PROFILE_IS_INTERRUPT, .charged = 3},
    };
    uint32_t at;

    *made = (struct made_capture){.build_id_size = 20, .flags = flags, .run = 7};
    memset(made->build_id, 0xab, 20);
    for (size_t i = 0; i < 3; i++)
        made_context_add(made, &contexts[i]);
    at = made_node_add(made, PROFILE_AT_CONTEXT | 1, 0x1000 | PROFILE_PC_CALL, 0);
    made_node_add(made, at, 0x2000, 10);
    made->nodes[at].charged = 2;
    made_node_add(made, PROFILE_AT_CONTEXT | 1, 0x1004, 20);
    made_node_add(made, PROFILE_AT_CONTEXT | 2, 0x3000, 5);
    made_raw_add(made, 1000, 1);
    made_raw_add(made, 2000, PROFILE_AT_CHARGED);
    made->ring_written = 6;
}

static struct buffer write_capture(uint32_t flags)
{
    struct made_capture made;
    struct buffer out = {0};

    make(&made, flags);
    made_capture_write(&made, 2, &out);
    made_capture_free(&made);
    return out;
}

/*
 * Reads and merges the first SIZE_BYTES of CAPTURE. A copy of the exact size shows reads beyond its
 * end.
 */
static struct profile_merged merge(const struct buffer *capture, size_t size_bytes, bool *damaged,
                                   const char **why)
{
    uint8_t *copy = must_realloc(NULL, size_bytes ? size_bytes : 1, 1);
    struct capture_bytes in = {copy, size_bytes, NULL};
    struct profile_merged merged = {0};
    struct capture read = {0};
    struct profile profile;

    memcpy(copy, capture->bytes, size_bytes);
    *why = capture_open(&read, &in);
    if (!*why) {
        profile_init(&profile);
        profile.raw.wanted = true;
        merged = profile_merge(&profile, &read, 0);
        profile_sort(&profile);
        profile_free(&profile);
    }
    *damaged = read.damaged || merged.has_invalid_records ||
               (!*why && read.counters_known && capture_expected(&read) != merged.samples);
    free(copy);
    return merged;
}

static void a_whole_one_has_all(void **state)
{
    static const uint32_t flags[] = {0, PROFILE_FLAG_LIVE};

    (void)state;
    for (size_t i = 0; i < 2; i++) {
        struct buffer capture = write_capture(flags[i]);
        bool damaged;
        const char *why;
        struct profile_merged merged = merge(&capture, capture.size, &damaged, &why);
        assert_null(why);
        assert_false(damaged);
        assert_int_equal(merged.samples, WHOLE + CHARGED);
        assert_int_equal(merged.charged, CHARGED);
        free(capture.bytes);
    }
}

static void its_header_is_read(void **state)
{
    struct buffer capture = write_capture(0);
    struct capture_bytes in = {capture.bytes, capture.size, NULL};
    struct capture read = {0};

    (void)state;
    assert_null(capture_open(&read, &in));
    assert_int_equal(read.run, 7);
    assert_int_equal(read.build_id_size, 20);
    assert_int_equal(read.build_id[19], 0xab);
    assert_int_equal(read.size_bytes, capture.size);
    assert_int_equal(capture_expected(&read), WHOLE + CHARGED);
    free(capture.bytes);
}

static void contexts_are_read(void **state)
{
    struct buffer capture = write_capture(0);
    struct capture_bytes in = {capture.bytes, capture.size, NULL};
    struct capture read = {0};
    struct profile profile;
    const struct sample_context *task, *interrupt;

    (void)state;
    assert_null(capture_open(&read, &in));
    profile_init(&profile);
    profile_merge(&profile, &read, 4);
    task = &profile.contexts[1];
    interrupt = &profile.contexts[2];
    assert_string_equal(task->task_name, "exactly16letters");
    assert_int_equal(task->image, 4);
    assert_int_equal(task->interrupt, PROFILE_UNKNOWN);
    assert_int_equal(task->stop, BOBBIN_STOP_OUTERMOST);
    assert_int_equal(interrupt->interrupt, 34);
    assert_int_equal(interrupt->task, PROFILE_UNKNOWN);
    assert_null(interrupt->task_name);
    assert_int_equal(interrupt->mode, 0x12);
    assert_int_equal(interrupt->stop, BOBBIN_STOP_DEPTH);
    assert_int_equal(profile.contexts[0].mode, PROFILE_UNKNOWN);
    profile_free(&profile);
    free(capture.bytes);
}

static void one_cut_off_anywhere_is_damaged(void **state)
{
    struct buffer capture = write_capture(0);
    uint64_t before = 0;

    (void)state;
    for (size_t size = 0; size < capture.size; size++) {
        bool damaged;
        const char *why;
        uint64_t samples = merge(&capture, size, &damaged, &why).samples;
        assert_true(why || damaged);
        assert_in_range(samples, before, WHOLE + CHARGED);
        before = samples;
    }
    assert_int_equal(before, WHOLE + CHARGED);
    free(capture.bytes);
}

static void a_wrong_byte_anywhere_is_found(void **state)
{
    struct buffer capture = write_capture(0);

    (void)state;
    for (size_t i = 0; i < 8 * capture.size; i++) {
        bool damaged;
        const char *why;
        capture.bytes[i / 8] ^= (uint8_t)(1u << i % 8);
        assert_in_range(merge(&capture, capture.size, &damaged, &why).samples, 0, WHOLE + CHARGED);
        assert_true(why || damaged);
        capture.bytes[i / 8] ^= (uint8_t)(1u << i % 8);
    }
    free(capture.bytes);
}

/* Only the header of a live capture has a checksum. All other bytes may have any value. */
static void a_live_one_may_say_anything(void **state)
{
    struct buffer capture = write_capture(PROFILE_FLAG_LIVE);
    static const uint8_t values[] = {0, 1, 0x40, 0x7f, 0x80, 0xff};

    (void)state;
    for (size_t i = PROFILE_HEADER_DIRECTORY; i < capture.size; i++)
        for (size_t j = 0; j < sizeof(values); j++) {
            bool damaged;
            const char *why;
            uint8_t kept = capture.bytes[i];
            capture.bytes[i] = values[j];
            merge(&capture, capture.size, &damaged, &why);
            capture.bytes[i] = kept;
        }
    free(capture.bytes);
}

static void set_header_checksum(struct buffer *capture)
{
    uint32_t size = capture->bytes[PROFILE_HEADER_HEADER_BYTES];
    uint32_t crc = bobbin_crc32(0, capture->bytes, PROFILE_HEADER_CRC);

    buffer_set_u32(capture, PROFILE_HEADER_CRC,
                   bobbin_crc32(crc, capture->bytes + PROFILE_HEADER_SECTIONS,
                                size - PROFILE_HEADER_SECTIONS));
}

static void a_header_may_say_anything(void **state)
{
    struct buffer capture = write_capture(0);
    uint32_t header_bytes = capture.bytes[PROFILE_HEADER_HEADER_BYTES];
    static const uint8_t values[] = {0, 1, 3, 0x40, 0x7f, 0x80, 0xff};

    (void)state;
    for (size_t i = 4; i < header_bytes; i++)
        for (size_t j = 0; j < sizeof(values); j++) {
            bool damaged;
            const char *why;
            uint8_t kept = capture.bytes[i];
            if (i >= PROFILE_HEADER_HEADER_BYTES && i < PROFILE_HEADER_SECTIONS)
                continue;
            capture.bytes[i] = values[j];
            set_header_checksum(&capture);
            assert_in_range(merge(&capture, capture.size, &damaged, &why).samples, 0,
                            WHOLE + CHARGED);
            capture.bytes[i] = kept;
        }
    free(capture.bytes);
}

static void later_formats_are_refused(void **state)
{
    struct buffer capture = write_capture(0);
    bool damaged;
    const char *why;

    (void)state;
    capture.bytes[PROFILE_HEADER_MINOR] = 9;
    set_header_checksum(&capture);
    assert_int_equal(merge(&capture, capture.size, &damaged, &why).samples, WHOLE + CHARGED);
    assert_null(why);
    capture.bytes[PROFILE_HEADER_DIRECTORY] =
        77; /* not COUNTERS, but an unknown required section */
    set_header_checksum(&capture);
    merge(&capture, capture.size, &damaged, &why);
    assert_non_null(why);
    capture.bytes[PROFILE_HEADER_MAJOR] = 2;
    set_header_checksum(&capture);
    merge(&capture, capture.size, &damaged, &why);
    assert_non_null(why);
    free(capture.bytes);
}

/* A lost log line is a gap. Only records in the gap, and records that refer to them, are lost. */
static void absent_bytes_cost_their_records(void **state)
{
    struct buffer capture = write_capture(0);
    uint8_t *absent = must_realloc(NULL, capture.size, 1);

    (void)state;
    for (size_t at = capture.bytes[PROFILE_HEADER_HEADER_BYTES]; at < capture.size; at++) {
        struct capture_bytes in = {capture.bytes, capture.size, absent};
        struct capture read = {0};
        struct profile_merged merged;
        struct profile profile;
        memset(absent, 0, capture.size);
        absent[at] = 1;
        assert_null(capture_open(&read, &in));
        profile_init(&profile);
        merged = profile_merge(&profile, &read, 0);
        assert_false(merged.has_invalid_records);
        assert_in_range(merged.samples, WHOLE + CHARGED - 32, WHOLE + CHARGED);
        profile_free(&profile);
    }
    free(absent);
    free(capture.bytes);
}

/* The chain is deeper than any real sample. The reader must stop at PROFILE_DEPTH_MAX. */
static void a_chain_has_an_end(void **state)
{
    enum { NODES = 20000 };
    struct made_capture made = {0};
    const struct made_context context = {.stop = 1};
    struct buffer out = {0};
    uint32_t at = PROFILE_AT_CONTEXT;
    bool damaged;
    const char *why;

    (void)state;
    made_context_add(&made, &context);
    for (uint32_t i = 0; i < NODES; i++)
        at = made_node_add(&made, at, 4 * i | PROFILE_PC_CALL, 1);
    made_capture_write(&made, 0, &out);
    assert_int_equal(merge(&out, out.size, &damaged, &why).samples, PROFILE_DEPTH_MAX);
    assert_true(damaged);
    made_capture_free(&made);
    free(out.bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_whole_one_has_all),
        cmocka_unit_test(its_header_is_read),
        cmocka_unit_test(contexts_are_read),
        cmocka_unit_test(one_cut_off_anywhere_is_damaged),
        cmocka_unit_test(a_wrong_byte_anywhere_is_found),
        cmocka_unit_test(a_live_one_may_say_anything),
        cmocka_unit_test(a_header_may_say_anything),
        cmocka_unit_test(later_formats_are_refused),
        cmocka_unit_test(absent_bytes_cost_their_records),
        cmocka_unit_test(a_chain_has_an_end),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
