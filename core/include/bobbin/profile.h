/* SPDX-License-Identifier: MIT */
/*
 * The counting half of a sampling profiler: it counts call stacks in memory of the caller and knows
 * no hardware. Your timer's interrupt handler starts a trace at the interrupted code and hands it
 * over.
 *
 *     static uint32_t memory[4096];
 *     struct bobbin_profile profile;
 *     uint32_t frames[DEPTH];
 *
 *     bobbin_profile_open(&profile, memory, sizeof(memory), &config); // config.depth_max = DEPTH
 *     ... bobbin_begin(&cursor, &env, registers, cpsr); // in the interrupt
 *     bobbin_profile_sample(&profile, &cursor, &env, frames, &what);
 *
 * The guarantees of bobbin.h hold here, too. Besides:
 *  - There are no locks. A sample may interrupt another sample of the same profile at any
 *    instruction; both are counted.
 *  - Each processor has its own profile. Make all other calls for a profile on that processor, in
 *    code that does not interrupt a sample.
 *  - The memory is a valid capture at all times (core/format/CAPTURE.md), so a memory dump can be
 *    read.
 *  - The time of a sample is limited: by depth_max, by cost_max, and in each frame by
 *    PROFILE_LINKS_MAX.
 *  - If there is no room for a frame, the sample is charged to the innermost frame of its stack
 *    that has room, and counted as charged. No sample is lost.
 */
#ifndef BOBBIN_PROFILE_H
#define BOBBIN_PROFILE_H

#include <bobbin/bobbin.h>
#include <bobbin/capture_format.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Maximum number of nodes that a sample searches in one hash bucket. There are at least as many
 * buckets as nodes.
 */
#define PROFILE_LINKS_MAX 16

/* Maximum number of nodes in a profile; they take 1 MiB. */
#define PROFILE_NODES_MAX 0xffffu

/* Maximum size of the header of a capture, in bytes. */
#define PROFILE_HEADER_BYTES (PROFILE_HEADER_DIRECTORY + 6 * PROFILE_ENTRY_BYTES)

struct bobbin_profile_config {
    const uint8_t *build_id; /* of the image; NULL with size 0 */
    uint32_t build_id_size;  /* 0..PROFILE_BUILD_ID_MAX */
    uint32_t flags;          /* PROFILE_FLAG_FIQ or 0 */
    uint16_t processor, processors;
    /*
     * Copied to the header of the capture: see PROFILE_HEADER_... RUN is a number that differs at
     * each start of each device. If RUN is 0, the host cannot see that two captures come from the
     * same run. Then it adds them up as different runs.
     */
    uint32_t clock_hz, timer_hz, period_ticks, jitter_ticks, run;

    uint32_t (*now)(void); /* a free-running 32-bit clock; may be NULL */
    uint32_t depth_max;    /* frames of a sample, at least 1; the innermost ones are kept */
    uint32_t cost_max;     /* clock ticks after which a trace stops with BUDGET; 0: no limit */

    uint32_t contexts_max; /* different contexts (task, interrupt, mode, stop): 1..1000 */
    uint32_t ring_max;     /* raw samples to keep: 0 or a power of two */
    uint32_t costs_max;    /* depths whose cost is recorded: 0..1000 */
};

/* What was interrupted: the facts that the registers do not contain. */
struct bobbin_profile_what {
    uint32_t task; /* with PROFILE_IS_TASK: its number or address */
    /* with PROFILE_IS_TASK: its name, or NULL. 16 characters are copied at its first sample */
    const char *name;
    /* with PROFILE_IS_INTERRUPT: number of the interrupt whose handler was interrupted */
    uint16_t interrupt;
    uint8_t flags; /* PROFILE_IS_... */
};

/* Records of the capture, as the sampler writes them (capture_format.h). */
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

/* A profile. The caller provides the memory; the fields are private to the core. */
struct bobbin_profile {
    uint8_t *header;
    uint32_t *counters; /* by enum profile_counter */
    struct bobbin_profile_context *contexts;
    struct bobbin_profile_node *nodes;
    struct bobbin_profile_raw *ring;
    struct bobbin_profile_cost *costs;
    uint16_t *heads, *links; /* per bucket, per node: number of the next node + 1; 0: none */
    uint32_t contexts_max, nodes_max, ring_max, costs_max, hash_shift;
    uint32_t depth_max, cost_max;
    uint32_t (*now)(void);
    uint32_t root;   /* the return address at which the last complete trace ended; 0: none */
    uint32_t last;   /* the clock at the sample before */
    uint32_t level;  /* samples being taken */
    uint32_t missed; /* samples that came while the profile was closed */
    bool closed;     /* by a reset in progress */
};

/*
 * Creates an empty profile in the SIZE_BYTES at MEMORY, a multiple of 4. Overwrites this memory.
 * Returns false if there is no room for one node, or if a field of CONFIG is out of range.
 */
bool bobbin_profile_open(struct bobbin_profile *profile, void *memory, uint32_t size_bytes,
                         const struct bobbin_profile_config *config);

/*
 * Call this when sampling starts or resumes. The time since the last sample then does not count as
 * sampled time.
 */
void bobbin_profile_start(struct bobbin_profile *profile);

/*
 * Sets all counts to 0. Samples that interrupt this function are not taken; they count as dropped.
 */
void bobbin_profile_reset(struct bobbin_profile *profile);

/*
 * Takes a sample: walks CURSOR, a trace just started with bobbin_begin, to its end and counts the
 * stack. FRAMES is scratch memory for depth_max words. WHAT describes the interrupted code.
 */
void bobbin_profile_sample(struct bobbin_profile *profile, struct bobbin_cursor *cursor,
                           const struct bobbin_env *env, uint32_t *frames,
                           const struct bobbin_profile_what *what);

/*
 * The same for a CURSOR that bobbin_begin_across (cross.h) has started, with bobbin_cross in
 * env->foreign: the stack continues with the code that an exception interrupted. After each
 * crossing, CROSSED is called with ENV and CURSOR. It may set the windows of ENV to the stack and
 * the code of the frame. The function is in core/profile-cross.
 */
void bobbin_profile_sample_across(struct bobbin_profile *profile, struct bobbin_cursor *cursor,
                                  struct bobbin_env *env, uint32_t *frames,
                                  const struct bobbin_profile_what *what,
                                  void (*crossed)(struct bobbin_env *env,
                                                  const struct bobbin_cursor *cursor));

/* ---- output ------------------------------------------------------------------------- */

enum { PROFILE_CAPTURE_PARTS = 5 };

/*
 * State of writing a capture. The caller provides the memory, and may read header, header_bytes and
 * size_bytes. The other fields are private to the core.
 */
struct bobbin_capture {
    struct bobbin_profile *profile;
    uint8_t header[PROFILE_HEADER_BYTES];
    uint32_t header_bytes, size_bytes;
    uint32_t records[PROFILE_CAPTURE_PARTS]; /* by section, when writing starts */
    uint32_t ring_end;        /* number of the first raw sample that is too new for this capture */
    uint32_t section, record; /* what to write next */
    uint32_t crc;             /* of the current section so far */
    uint32_t whole, charged;  /* sums of the records written so far */
    uint32_t gone;            /* raw samples that newer ones overwrote during writing */
    uint32_t stage[PROFILE_CONTEXT_BYTES / 4];
    const uint8_t *staged; /* bytes still to be copied: of the header, or of a record in STAGE */
    uint32_t staged_bytes;
};

/* Starts to write a capture of PROFILE with its present counts. Sampling may continue. */
void bobbin_capture_begin(struct bobbin_capture *capture, struct bobbin_profile *profile);

/*
 * Copies the next SIZE_BYTES of the capture to OUT, fewer at its end. Returns the number of bytes.
 */
uint32_t bobbin_capture_next(struct bobbin_capture *capture, uint8_t *out, uint32_t size_bytes);

#ifdef __cplusplus
}
#endif

#endif
