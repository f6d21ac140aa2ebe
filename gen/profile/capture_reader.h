/* SPDX-License-Identifier: MIT */
/*
 * One capture (core/include/bobbin/capture_format.h): its header, and the parts of it that are
 * there and to be trusted.
 */
#ifndef GEN_CAPTURE_READER_H
#define GEN_CAPTURE_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <bobbin/capture_format.h>

/* Bytes that may be a capture, as far as they have arrived. */
struct capture_bytes {
    const uint8_t *bytes;
    size_t size_bytes;     /* how many there are */
    const uint8_t *absent; /* for each whether it did not arrive; NULL: all did */
};

/* Records that can be read. */
struct capture_section {
    const uint8_t *bytes;
    const uint8_t *absent; /* as above */
    uint32_t record_bytes; /* at least those of this format */
    uint32_t count;        /* only what is in use */
    uint32_t places;       /* as the capture has them, in use, arrived or not */
};

struct capture {
    const char *path;
    unsigned long log_line; /* where it begins in a text log, from 1; 0: PATH is not a log */
    uint64_t offset;        /* where it begins in PATH, which is not a log */

    uint8_t build_id[PROFILE_BUILD_ID_MAX];
    uint32_t build_id_size_bytes;
    uint32_t flags; /* PROFILE_FLAG_... */
    uint32_t processor, processors;
    uint32_t clock_hz, timer_hz, period_ticks;
    uint32_t run, epoch, snapshot;
    uint32_t size_bytes; /* by its header */

    bool counters_known;
    uint32_t counters[PROFILE_COUNTERS];
    struct capture_section contexts, nodes, ring,
        costs;    /* count 0: not there, or not to be trusted */
    bool damaged; /* something did not arrive as it was written */
};

/*
 * Reads what IN says at its first byte. NULL, or in a few words why there is no capture to be had:
 * then nothing is set but the version, and the fields of the header if that was good.
 */
const char *capture_open(struct capture *capture, const struct capture_bytes *in);

/* Whether IN begins with a header of any version that its checksum agrees with. */
bool capture_begins(const struct capture_bytes *in);

/* The size that such a header says, at least that of the header. */
uint32_t capture_size_bytes(const struct capture_bytes *in);

/* Record NUMBER of SECTION, or NULL when it did not arrive. */
const uint8_t *capture_record(const struct capture_section *section, uint32_t number);

/*
 * Which sample record PLACE of the ring is, counted from 0 by when they were written; false when it
 * is none.
 */
bool capture_ring_number(const struct capture *capture, uint32_t place, uint32_t *number);

/* How many samples the sampler has put in the capture, and the two words of a 64-bit counter. */
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
