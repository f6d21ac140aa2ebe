/* SPDX-License-Identifier: MIT */
/*
 * Captures as core/format/CAPTURE.md specifies them, of an idle profile and of one that still takes
 * samples.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "profiled.h"

static const uint32_t deep[] = {PROFILED_PC(1), PROFILED_PC(2), PROFILED_PC(3), PROFILED_ROOT};
static const uint8_t build_id[] = {1, 2, 3, 4, 5};

struct written {
    uint32_t size_bytes;
    uint32_t words[PROFILED_WORDS];
};

static uint32_t half(const struct written *w, uint32_t offset)
{
    return w->words[offset / 4] >> (8 * (offset % 4)) & 0xffff;
}

/* The word index of the directory entry for the section TYPE; 0 if there is none. */
static uint32_t entry_of(const struct written *w, uint32_t type)
{
    for (uint32_t i = 0; i < half(w, PROFILE_HEADER_SECTIONS); i++) {
        uint32_t entry = PROFILE_HEADER_DIRECTORY + i * PROFILE_ENTRY_BYTES;
        if (half(w, entry) == type)
            return entry / 4;
    }
    return 0;
}

static const uint32_t *section(const struct written *w, uint32_t type, uint32_t *records)
{
    uint32_t entry = entry_of(w, type);

    assert_int_not_equal(entry, 0);
    *records = w->words[entry + 3] / (w->words[entry + 1] & 0xffff);
    return &w->words[w->words[entry + 2] / 4];
}

static uint32_t written_counter(const struct written *w, enum profile_counter which)
{
    uint32_t records;
    const uint32_t *counters = section(w, PROFILE_SECTION_COUNTERS, &records);

    assert_int_equal(records, PROFILE_COUNTERS);
    return counters[which];
}

/* Writes the capture in pieces of CHUNK bytes. Calls WHILE_WRITING after each piece. */
static void write_capture(struct profiled *p, struct written *w, uint32_t chunk,
                          void (*while_writing)(struct profiled *p, uint32_t at))
{
    struct bobbin_capture capture;
    uint8_t *bytes = (uint8_t *)w->words;
    uint32_t got;

    bobbin_capture_begin(&capture, &p->profile);
    w->size_bytes = 0;
    while ((got = bobbin_capture_next(&capture, bytes + w->size_bytes, chunk)) > 0) {
        w->size_bytes += got;
        assert_true(w->size_bytes + chunk <= sizeof(w->words));
        if (while_writing)
            while_writing(p, w->size_bytes);
    }
    assert_int_equal(w->size_bytes, capture.size_bytes);
    assert_memory_equal(bytes, capture.header, capture.header_bytes);
}

static uint32_t header_crc(const uint8_t *bytes, uint32_t header_bytes)
{
    return handmade_crc32(handmade_crc32(0, bytes, 12), bytes + 16, header_bytes - 16);
}

/* Checks every checksum, offset and sum of a written capture. */
static void expect_sound(const struct written *w)
{
    const uint8_t *bytes = (const uint8_t *)w->words;
    uint32_t header_bytes = half(w, PROFILE_HEADER_HEADER_BYTES), offset = header_bytes;
    uint32_t nodes_count, contexts_count, whole = 0, charged = 0;
    const uint32_t *nodes = section(w, PROFILE_SECTION_NODES, &nodes_count);
    const uint32_t *contexts = section(w, PROFILE_SECTION_CONTEXTS, &contexts_count);

    assert_memory_equal(bytes,
                        "\xb0"
                        "BPF\x01",
                        6);
    assert_int_equal(w->words[PROFILE_HEADER_SIZE / 4], w->size_bytes);
    assert_int_equal(w->words[PROFILE_HEADER_CRC / 4], header_crc(bytes, header_bytes));
    for (uint32_t i = 0; i < half(w, PROFILE_HEADER_SECTIONS); i++) {
        const uint32_t *entry = &w->words[(PROFILE_HEADER_DIRECTORY + 16 * i) / 4];
        assert_int_equal(entry[2], offset);
        offset += (entry[3] + 3) & ~3u;
        assert_int_equal(w->words[offset / 4],
                         handmade_crc32(0, bytes + entry[2], offset - entry[2]));
        offset += 4;
    }
    assert_int_equal(offset, w->size_bytes);
    for (uint32_t i = 0; i < nodes_count; i++) {
        assert_true(nodes[4 * i] & PROFILE_AT_CONTEXT
                        ? (nodes[4 * i] & PROFILE_AT_NUMBER) < contexts_count
                        : nodes[4 * i] < i);
        whole += nodes[4 * i + 2];
        charged += nodes[4 * i + 3];
    }
    for (uint32_t i = 0; i < contexts_count; i++)
        charged += contexts[8 * i + 3];
    assert_int_equal(written_counter(w, PROFILE_COUNTER_WHOLE), whole);
    assert_int_equal(written_counter(w, PROFILE_COUNTER_CHARGED), charged);
    assert_int_equal(written_counter(w, PROFILE_COUNTER_TAKEN),
                     whole + charged + written_counter(w, PROFILE_COUNTER_DROPPED));
    assert_int_equal(written_counter(w, PROFILE_COUNTER_NODES), nodes_count);
    assert_int_equal(written_counter(w, PROFILE_COUNTER_CONTEXTS), contexts_count);
}

static void set_up(struct profiled *p)
{
    profiled_set_up(p);
    p->config.build_id = build_id;
    p->config.build_id_size = sizeof(build_id);
    p->config.ring_max = 4;
    p->config.costs_max = 5;
    p->config.flags = PROFILE_FLAG_FIQ;
    p->config.processor = 1;
    p->config.processors = 2;
    p->config.clock_hz = 100;
    p->config.timer_hz = 200;
    p->config.period_ticks = 300;
    p->config.jitter_ticks = 400;
    p->config.run = 600;
    profiled_open(p, 4096);
}

static void a_capture_says_what_was_counted(void **state)
{
    (void)state;
    struct profiled p;
    struct written w;
    uint32_t count;
    const uint32_t *nodes, *ring;

    set_up(&p);
    for (int i = 0; i < 6; i++)
        profiled_sample(&p, deep + i % 2, 4u - (uint32_t)i % 2);
    write_capture(&p, &w, 7, NULL);
    expect_sound(&w);
    nodes = section(&w, PROFILE_SECTION_NODES, &count);
    assert_int_equal(count, 5);
    assert_int_equal(nodes[0], PROFILE_AT_CONTEXT | 1);
    assert_int_equal(nodes[1], PROFILED_ROOT | PROFILE_PC_CALL);
    assert_int_equal(nodes[4 * 3 + 1], deep[0]);
    assert_int_equal(nodes[4 * 3 + 2], 3);
    ring = section(&w, PROFILE_SECTION_RING, &count);
    assert_int_equal(count, 4);
    assert_int_equal(ring[1], 3);
    assert_int_equal(ring[3], 4);
    assert_true(ring[0] < ring[2]);
    assert_int_equal(written_counter(&w, PROFILE_COUNTER_RING_OVERWRITTEN), 2);
}

static void a_header_says_where_it_is_from(void **state)
{
    (void)state;
    struct profiled p;
    struct written w;

    set_up(&p);
    write_capture(&p, &w, 1000, NULL);
    expect_sound(&w);
    assert_int_equal(half(&w, PROFILE_HEADER_BUILD_ID_SIZE), 5);
    assert_memory_equal((uint8_t *)w.words + PROFILE_HEADER_BUILD_ID, "\1\2\3\4\5\0", 6);
    assert_int_equal(w.words[PROFILE_HEADER_FLAGS / 4], PROFILE_FLAG_FIQ);
    assert_int_equal(w.words[PROFILE_HEADER_PROCESSOR / 4], 1 | 2 << 16);
    for (uint32_t i = 0; i < 4; i++)
        assert_int_equal(w.words[PROFILE_HEADER_CLOCK_HZ / 4 + i], 100 * (i + 1));
    assert_int_equal(w.words[PROFILE_HEADER_DEPTH_MAX / 4], PROFILED_DEPTH);
    assert_int_equal(w.words[PROFILE_HEADER_RUN / 4], 600);
    assert_int_equal(w.words[PROFILE_HEADER_EPOCH / 4], 0);
    assert_int_equal(w.words[PROFILE_HEADER_SNAPSHOT / 4], 0);
    bobbin_profile_reset(&p.profile);
    write_capture(&p, &w, 1000, NULL);
    assert_int_equal(w.words[PROFILE_HEADER_EPOCH / 4], 1);
    assert_int_equal(w.words[PROFILE_HEADER_SNAPSHOT / 4], 1);
}

/* Takes a sample of a known stack and one of a stack that may be new. */
static void sample_on(struct profiled *p, uint32_t at)
{
    const uint32_t pcs[] = {PROFILED_PC(at % 109), PROFILED_PC(at % 7), PROFILED_ROOT};

    profiled_sample(p, deep, 4);
    profiled_sample(p, pcs, 3);
}

static void samples_may_go_on_while_it_is_written(void **state)
{
    (void)state;
    struct profiled p;
    struct written w;

    set_up(&p);
    sample_on(&p, 0);
    for (uint32_t chunk = 1; chunk < 200; chunk += 3) {
        write_capture(&p, &w, chunk, sample_on);
        expect_sound(&w);
        profiled_expect_sums(&p);
    }
}

static void raw_samples_that_are_overwritten_meanwhile_are_nowhere(void **state)
{
    (void)state;
    struct profiled p;
    struct written w;
    uint32_t count;
    const uint32_t *ring;

    set_up(&p);
    for (uint32_t i = 0; i < 9; i++)
        sample_on(&p, i);
    write_capture(&p, &w, PROFILE_HEADER_BYTES, sample_on);
    ring = section(&w, PROFILE_SECTION_RING, &count);
    assert_int_equal(count, 4);
    assert_int_not_equal(ring[2 * 3 + 1], PROFILE_AT_NOWHERE);
    write_capture(&p, &w, 1, sample_on);
    ring = section(&w, PROFILE_SECTION_RING, &count);
    for (uint32_t i = 0; i < 4; i++)
        assert_int_equal(ring[2 * i + 1], PROFILE_AT_NOWHERE);
    assert_int_equal(written_counter(&w, PROFILE_COUNTER_RING_OVERWRITTEN),
                     written_counter(&w, PROFILE_COUNTER_RING_WRITTEN));
}

/* The profile in memory is a capture, too. Its only checksum is that of the header. */
static void memory_is_a_capture_too(void **state)
{
    (void)state;
    struct profiled p;
    struct written w;
    uint32_t records;
    const uint32_t *nodes;

    set_up(&p);
    for (uint32_t i = 0; i < 9; i++)
        sample_on(&p, i);
    w.size_bytes = p.memory[PROFILE_HEADER_SIZE / 4];
    assert_true(w.size_bytes <= 4096 && w.size_bytes > 4096 - 40);
    memcpy(w.words, p.memory, w.size_bytes);
    assert_int_equal(w.words[PROFILE_HEADER_CRC / 4],
                     header_crc((uint8_t *)w.words, half(&w, PROFILE_HEADER_HEADER_BYTES)));
    assert_int_equal(w.words[PROFILE_HEADER_FLAGS / 4], PROFILE_FLAG_FIQ | PROFILE_FLAG_LIVE);
    assert_int_equal(written_counter(&w, PROFILE_COUNTER_TAKEN), 18);
    nodes = section(&w, PROFILE_SECTION_NODES, &records);
    assert_int_equal(records, p.profile.nodes_max);
    assert_memory_equal(nodes, p.profile.nodes, 16 * records);
    assert_int_not_equal(entry_of(&w, PROFILE_SECTION_INDEX), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_capture_says_what_was_counted),
        cmocka_unit_test(a_header_says_where_it_is_from),
        cmocka_unit_test(samples_may_go_on_while_it_is_written),
        cmocka_unit_test(raw_samples_that_are_overwritten_meanwhile_are_nowhere),
        cmocka_unit_test(memory_is_a_capture_too),
    };

    return cmocka_run_group_tests_name("core_capture", tests, NULL, NULL);
}
