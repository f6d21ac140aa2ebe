/* SPDX-License-Identifier: MIT */
/*
 * Sampling call stacks from a timer interrupt. The firmware has the timer and gives memory; core/include/bobbin/profile.h counts; this
 * joins them, and sends what was counted.
 *
 *     static const struct bobbin_sampler_config config = {.timer = {start, again, stop}, .period_ticks = 997, ...};
 *     static struct bobbin_sampler sampler;
 *
 *     bobbin_sampler_describe(&config, &profile_config);
 *     bobbin_profile_open(&profile, memory, sizeof(memory), &profile_config);
 *     bobbin_sampler_open(&sampler, &config, &profile);
 *     bobbin_sampler_start(&sampler);
 *     ...
 *     void bobbin_sampled_fiq(const struct bobbin_sampled *sampled)        // from bobbin_sample_fiq_entry
 *     {
 *         bobbin_sampler_interrupt(&sampler, sampled);
 *     }
 *
 * As FIQ it sees what runs with IRQ masked, interrupt handlers above all: their traces end at the handler's entry,
 * where its CFI says .cfi_undefined lr (or the table was made with --root=ENTRY). As IRQ it does not, and what was
 * masked is counted where IRQ is unmasked.
 */
#ifndef BOBBIN_SAMPLER_H
#define BOBBIN_SAMPLER_H

#include <bobbin/port.h>
#include <bobbin/profile.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Frames of a sample at most: they are on the stack of the interrupt. */
#define BOBBIN_SAMPLER_DEPTH_MAX 64

/* What must be free on that stack for a sample. */
#define BOBBIN_SAMPLER_STACK_BYTES 1280

/* Return addresses whose rules are remembered: a power of two. */
#define BOBBIN_SAMPLER_CACHE 512

/* What was interrupted: the registers as it had them. The offsets stand in armv7/sample_entry.S too. */
struct bobbin_sampled {
    uint32_t r[16]; /* r[15]: the instruction that was not executed */
    uint32_t cpsr;
    uint32_t valid; /* BOBBIN_VALID_...; of r13 and r14 only */
};

/* Ticks from now on, once. All three in privileged modes; again in the interrupt, whose request it takes back. */
struct bobbin_sampler_timer {
    void (*start)(uint32_t ticks);
    void (*again)(uint32_t ticks);
    void (*stop)(void);
};

struct bobbin_sampler_config {
    struct bobbin_sampler_timer timer;
    uint32_t period_ticks, jitter_ticks; /* jitter < period: keep it off the system's own tick */

    /* Says what runs: task, interrupt, idle. OUT is all zero. May be NULL. */
    void (*what)(const struct bobbin_sampled *sampled, struct bobbin_profile_what *out);
};

/* One for each sampling interrupt of a processor. Caller owns it. */
struct bobbin_sampler {
    const struct bobbin_sampler_config *config;
    struct bobbin_profile *profile;
    volatile bool running; /* from start to stop */
    struct bobbin_image_state image;
    struct bobbin_env env;
    uint32_t random;
    struct bobbin_kept cache[BOBBIN_SAMPLER_CACHE];
};

/* Fills what this image and CONFIG tell of a profile: build id, period, jitter; and the most frames there may be. */
void bobbin_sampler_describe(const struct bobbin_sampler_config *config,
                             struct bobbin_profile_config *out);

/*
 * For samples that are counted in PROFILE, whose depth_max is at most BOBBIN_SAMPLER_DEPTH_MAX. Several samplers of one
 * processor may have the same, one as IRQ, one as FIQ. Not OK: the table of this image cannot be used, and samples have
 * one frame each.
 */
enum bobbin_table_error bobbin_sampler_open(struct bobbin_sampler *sampler,
                                            const struct bobbin_sampler_config *config,
                                            struct bobbin_profile *profile);

/* Behind a stop no sample is taken, also where the timer's request was under way already. */
void bobbin_sampler_start(struct bobbin_sampler *sampler);
void bobbin_sampler_stop(struct bobbin_sampler *sampler);

/* In the interrupt: takes the sample and sets the timer again. Sampler by sampler it must not interrupt itself. */
void bobbin_sampler_interrupt(struct bobbin_sampler *sampler, const struct bobbin_sampled *sampled);

/* ---- getting it out; samples may go on meanwhile -------------------------------------------- */

/* As lines of text through bobbin_config.put. */
void bobbin_capture_send(struct bobbin_profile *profile);

/* To a file of the machine that the debugger or the emulator runs on; false when it cannot be written. */
bool bobbin_capture_save(struct bobbin_profile *profile, const char *path);

/* ---- entry code (armv7/sample_entry.S) ------------------------------------------------------ */

/*
 * Branched to by the vectors of IRQ and FIQ, in the modes' own stacks; each stores the registers, calls the firmware's
 * function of the same name and returns from the interrupt. An IRQ handler of the firmware's own does the same for its
 * timer.
 */
void bobbin_sample_irq_entry(void);
void bobbin_sample_fiq_entry(void);
void bobbin_sampled_irq(const struct bobbin_sampled *sampled);
void bobbin_sampled_fiq(const struct bobbin_sampled *sampled);

#ifdef __cplusplus
}
#endif

#endif
