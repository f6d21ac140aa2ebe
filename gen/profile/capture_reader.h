/* SPDX-License-Identifier: MIT */
/*
 * Reads one capture (core/include/bobbin/capture_format.h): its header, and the parts that arrived
 * and are valid.
 */
#ifndef GEN_PROFILE_CAPTURE_READER_H
#define GEN_PROFILE_CAPTURE_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <bobbin/capture_format.h>

/* Bytes that may be a capture, as far as they have arrived. */
struct capture_bytes {
    const uint8_t *bytes;
    size_t size_bytes;     /* number of bytes */
    const uint8_t *absent; /* for each byte, 1 if it did not arrive; NULL: all bytes arrived */
};

/* Records that can be read. */
struct capture_section {
    const uint8_t *bytes;
    const uint8_t *absent; /* as in capture_bytes */
    uint32_t record_bytes; /* size of a record, at least the size in this version of the format */
    uint32_t count;        /* records in use */
    uint32_t slots;        /* number of records in the section, in use or not, arrived or not */
};

struct capture {
    const char *path;
    /* line of a text log where the capture begins, from 1; 0: PATH is not a log */
    unsigned long log_line;
    uint64_t offset; /* offset in PATH where the capture begins, if PATH is not a log */

    uint8_t build_id[PROFILE_BUILD_ID_MAX];
    uint32_t build_id_size;
    uint32_t flags; /* PROFILE_FLAG_... */
    uint32_t processor, processors;
    uint32_t clock_hz, timer_hz, period_ticks;
    uint32_t run, epoch, snapshot;
    uint32_t size_bytes; /* size from the header */

    bool counters_known;
    uint32_t counters[PROFILE_COUNTERS];
    struct capture_section contexts, nodes, ring, costs; /* count 0: absent or invalid */
    bool damaged; /* at least one part did not arrive as it was written */
};

/*
 * Reads the capture at the first byte of IN. Returns NULL, or a short reason why IN has no usable
 * capture. In that case only the version is set and, if the header was valid, the fields of the
 * header.
 */
const char *capture_open(struct capture *capture, const struct capture_bytes *in);

/* Whether IN begins with a header, of any version, whose checksum is right. */
bool capture_begins(const struct capture_bytes *in);

/* The size of the capture according to its valid header, at least the size of the header. */
uint32_t capture_size_bytes(const struct capture_bytes *in);

/* Returns record NUMBER of SECTION, or NULL if it did not arrive. */
const uint8_t *capture_record(const struct capture_section *section, uint32_t number);

/*
 * Stores in *NUMBER the sequence number of the sample in SLOT of the ring: samples are
 * numbered from 0 in the order of writing. Returns false if the slot holds no sample.
 */
bool capture_ring_number(const struct capture *capture, uint32_t slot, uint32_t *number);

/*
 * The number of samples that the sampler counted in this capture. capture_wide() joins the two
 * words of a 64-bit counter.
 */
static inline uint64_t capture_expected(const struct capture *capture)
{
    return (uint64_t)capture->counters[PROFILE_COUNTER_WHOLE] +
           capture->counters[PROFILE_COUNTER_CHARGED];
}

static inline uint64_t capture_wide(const struct capture *capture, enum profile_counter low)
{
    return capture->counters[low] | (uint64_t)capture->counters[low + 1] << 32;
}

#endif
