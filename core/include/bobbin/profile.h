/* SPDX-License-Identifier: MIT */
/*
 * Counting call stacks in memory that the caller gives: the half of a sampling profiler that knows no timer. A timer's
 * interrupt begins a trace at what it has interrupted and hands it over; all of it is counted in a tree of stacks.
 *
 *     static uint32_t memory[4096];
 *     struct bobbin_profile profile;
 *     uint32_t frames[DEPTH];
 *
 *     bobbin_profile_open(&profile, memory, sizeof(memory), &config);     // config.depth_max = DEPTH
 *     ...
 *     bobbin_begin(&cursor, &env, registers, cpsr);                       // in the interrupt
 *     bobbin_profile_sample(&profile, &cursor, &env, frames, &what);
 *
 * What bobbin.h promises holds here too. In particular:
 *  - No locks. A sample may interrupt another one of the same profile at any instruction: both are counted. Each processor has a
 *    profile of its own, and all other calls for it are made on that processor, by what no sample is interrupted by.
 *  - The memory is always a capture, as PROFILE.md has it: a dump of it can be read.
 *  - A sample takes a bounded number of steps: by depth, by the clock, and in each frame by PROFILE_LINKS_MAX.
 *  - When there is no room for a frame, the sample is charged to the innermost frame of its stack that is there, and counted as
 *    such. None vanishes.
 */
#ifndef BOBBIN_PROFILE_H
#define BOBBIN_PROFILE_H

#include <bobbin/bobbin.h>
#include <bobbin/capture_format.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Most nodes of one bucket that are looked at. There are as many buckets as nodes, or more. */
#define PROFILE_LINKS_MAX 16

/* Most nodes of a profile: 1 MiB. */
#define PROFILE_NODES_MAX 0xffffu

/* Most bytes of a capture's header. */
#define PROFILE_HEADER_BYTES (PROFILE_HEADER_DIRECTORY + 6 * PROFILE_ENTRY_BYTES)

struct bobbin_profile_config {
    const uint8_t *build_id; /* of the image; NULL with size 0 */
    uint32_t build_id_size;  /* 0..PROFILE_BUILD_ID_MAX */
    uint32_t flags;          /* PROFILE_FLAG_FIQ or 0 */
    uint16_t processor, processors;
    /*
     * PROFILE_HEADER_...: only told. With run 0 captures that go on from each other are taken for different ones, and
     * added up.
     */
    uint32_t clock_hz, timer_hz, period_ticks, jitter_ticks, run;

    uint32_t (*now)(void); /* a free-running clock, 32 bits; NULL: none */
    uint32_t depth_max;    /* frames of a sample: at least 1; the innermost ones are kept */
    uint32_t cost_max;     /* clock ticks after which a trace is ended: budget; 0: none */

    uint32_t contexts_max; /* different things to interrupt: 1..1000 */
    uint32_t ring_max;     /* raw samples kept: 0 or a power of two */
    uint32_t costs_max;    /* depths of which costs are kept: 0..1000 */
};

/* What was interrupted, as far as registers do not tell. */
struct bobbin_profile_what {
    uint32_t task; /* with PROFILE_IS_TASK: number or address of it */
    /* and the name it has when it is first met, or NULL; 16 characters are copied */
    const char *name;
    uint16_t interrupt; /* with PROFILE_IS_INTERRUPT: its number */
    uint8_t flags;      /* PROFILE_IS_... */
};

/* PROFILE.md, sections 3 to 6, as the sampler writes them. */
struct bobbin_profile_context {
    uint32_t task, key, flags, charged; /* key: interrupt, mode and stop */
    char name[PROFILE_CONTEXT_NAME_BYTES];
};

struct bobbin_profile_node {
    uint32_t parent, pc, count, charged;
};

struct bobbin_profile_raw {
    uint32_t time, at;
};

struct bobbin_profile_cost {
    uint32_t samples, worst, low, high;
};

/* A profile and where its parts are. Caller owns it; the fields are for the core alone. */
struct bobbin_profile {
    uint8_t *header;
    uint32_t *counters; /* by enum profile_counter */
    struct bobbin_profile_context *contexts;
    struct bobbin_profile_node *nodes;
    struct bobbin_profile_raw *ring;
    struct bobbin_profile_cost *costs;
    uint16_t *heads, *links; /* of a bucket, of a node: number + 1 of the next node; 0: none */
    uint32_t contexts_max, nodes_max, ring_max, costs_max, hash_shift;
    uint32_t depth_max, cost_max;
    uint32_t (*now)(void);
    uint32_t root;   /* the return address at which the last complete trace ended; 0: none */
    uint32_t last;   /* the clock at the sample before */
    uint32_t level;  /* samples being taken */
    uint32_t missed; /* samples that came while it was closed... */
    bool closed;     /* ...by a reset */
};

/*
 * Makes of the SIZE_BYTES at MEMORY, a multiple of 4, an empty profile by CONFIG. False when there is no room for a
 * single node or when CONFIG is not as said above. What MEMORY had before is gone.
 */
bool bobbin_profile_open(struct bobbin_profile *profile, void *memory, uint32_t size_bytes,
                         const struct bobbin_profile_config *config);

/* Sampling begins, or goes on: the time until now was none of it. */
void bobbin_profile_start(struct bobbin_profile *profile);

/* Sets all counts to 0. Samples that come in the middle of it are dropped and counted. */
void bobbin_profile_reset(struct bobbin_profile *profile);

/*
 * Takes a sample: walks CURSOR, a trace just begun, to its end and counts it. FRAMES has room for depth_max of them.
 */
void bobbin_profile_sample(struct bobbin_profile *profile, struct bobbin_cursor *cursor,
                           const struct bobbin_env *env, uint32_t *frames,
                           const struct bobbin_profile_what *what);

/* ---- getting it out ------------------------------------------------------------------------- */

enum { PROFILE_CAPTURE_PARTS = 5 };

/*
 * A capture being written. Caller owns it; header, header_bytes and size_bytes may be read, the rest is for the core
 * alone.
 */
struct bobbin_capture {
    struct bobbin_profile *profile;
    uint8_t header[PROFILE_HEADER_BYTES];
    uint32_t header_bytes, size_bytes;
    uint32_t records[PROFILE_CAPTURE_PARTS]; /* of each section, as it was at the beginning */
    uint32_t ring_end;                       /* number of the first raw sample that is too new */
    uint32_t section, record;                /* what comes next */
    uint32_t crc;                            /* of the section so far */
    uint32_t whole, charged,
        gone; /* sums of what was read; raw samples that were not there any more */
    uint32_t stage[PROFILE_CONTEXT_BYTES / 4];
    const uint8_t *staged; /* the header, or a record in STAGE: what is left of it */
    uint32_t staged_bytes;
};

/* Begins to write PROFILE as it is now; samples may go on being taken. */
void bobbin_capture_begin(struct bobbin_capture *capture, struct bobbin_profile *profile);

/* Copies the next bytes of it to OUT, SIZE_BYTES unless it ends before, and returns how many. */
uint32_t bobbin_capture_next(struct bobbin_capture *capture, uint8_t *out, uint32_t size_bytes);

#ifdef __cplusplus
}
#endif

#endif
