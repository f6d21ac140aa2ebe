/* SPDX-License-Identifier: MIT */
/*
 * Samples call stacks from a timer interrupt. The firmware supplies the timer and the memory.
 * <bobbin/profile.h> counts the samples. This header connects the timer
 * to the counting, and sends the result.
 *
 *     static const struct bobbin_sampler_config config = {
 *         .timer = {start, again, stop}, .period_ticks = 997, ...};
 *     static struct bobbin_sampler sampler;
 *
 *     bobbin_sampler_describe(&config, &profile_config);
 *     bobbin_profile_open(&profile, memory, sizeof(memory), &profile_config);
 *     bobbin_sampler_open(&sampler, &config, &profile);
 *     bobbin_sampler_start(&sampler);
 *     ...
 *     // Called by bobbin_sample_fiq_entry.
 *     void bobbin_sampled_fiq(const struct bobbin_sampled *sampled)
 *     {
 *         bobbin_sampler_interrupt(&sampler, sampled);
 *     }
 *
 * FIQ or IRQ: a FIQ also samples code that runs with IRQ masked, for example interrupt handlers. If
 * the timer interrupt is an IRQ, time in such code is counted where the code unmasks IRQ.
 *
 * A trace that begins in an interrupt handler is complete if the handler's entry code has
 * .cfi_undefined lr, or if the table was made with --root=ENTRY.
 */
#ifndef BOBBIN_SAMPLER_H
#define BOBBIN_SAMPLER_H

#include <bobbin/port.h>
#include <bobbin/profile.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Maximum number of frames in a sample. Their addresses are on the stack of the interrupt. */
#define BOBBIN_SAMPLER_DEPTH_MAX 64

/* Bytes that must be free on the stack of the interrupt. */
#define BOBBIN_SAMPLER_STACK_BYTES 1280

/* Number of entries in the look-up cache, one for each return address; a power of two. */
#define BOBBIN_SAMPLER_CACHE 512

/* The registers of the interrupted code. armv7/sample_entry.S repeats the offsets. */
struct bobbin_sampled {
    uint32_t r[16]; /* r[15]: address of the next instruction, which was not executed */
    uint32_t cpsr;
    uint32_t valid; /* BOBBIN_VALID_...; only the bits of r13 and r14 may be clear */
};

/*
 * The timer of the firmware. Each function is called in a privileged mode; `again` is called in the
 * timer's interrupt. TICKS is at least 1.
 */
struct bobbin_sampler_timer {
    void (*start)(uint32_t ticks); /* requests an interrupt TICKS from now */
    void (*again)(uint32_t ticks); /* clears the request, and requests one TICKS from now */
    void (*stop)(void);            /* no further interrupt; clears a pending request */
};

struct bobbin_sampler_config {
    struct bobbin_sampler_timer timer;

    /* Each period is chosen evenly from PERIOD - JITTER to PERIOD + JITTER ticks. JITTER < PERIOD;
       it keeps samples from running in step with the system tick. */
    uint32_t period_ticks, jitter_ticks;

    /* Fills OUT with the task or interrupt that runs; OUT is all zero before the call. Called in
       the interrupt, for each sample. May be NULL. */
    void (*what)(const struct bobbin_sampled *sampled, struct bobbin_profile_what *out);
};

/*
 * The caller owns it; the fields are private to the sampler. Use one for each sampling interrupt of
 * each processor.
 */
struct bobbin_sampler {
    const struct bobbin_sampler_config *config;
    struct bobbin_profile *profile;
    volatile bool running; /* true from start to stop */
    struct bobbin_image_state image;
    struct bobbin_env env;
    uint32_t random;
    struct bobbin_kept cache[BOBBIN_SAMPLER_CACHE];
};

/* Sets build_id, build_id_size, period_ticks, jitter_ticks and depth_max of OUT for this image and
   CONFIG. The other fields stay as they are. */
void bobbin_sampler_describe(const struct bobbin_sampler_config *config,
                             struct bobbin_profile_config *out);

/*
 * Prepares SAMPLER. CONFIG and PROFILE must stay valid as long as SAMPLER is used. The depth_max of
 * PROFILE is at most BOBBIN_SAMPLER_DEPTH_MAX. Two samplers of one processor, one as IRQ and one as
 * FIQ, may share PROFILE. The sampler uses the image's own table or the one that
 * bobbin_config.fallback opens. Returns BOBBIN_TABLE_OK if there is one. Else the result says what
 * is wrong with the image's own table, and each sample has one frame.
 */
enum bobbin_table_error bobbin_sampler_open(struct bobbin_sampler *sampler,
                                            const struct bobbin_sampler_config *config,
                                            struct bobbin_profile *profile);

/* Call both on the processor that takes the samples. After stop returns, no sample is taken, even
   if the timer's interrupt was already pending. */
void bobbin_sampler_start(struct bobbin_sampler *sampler);
void bobbin_sampler_stop(struct bobbin_sampler *sampler);

/*
 * Takes a sample, then calls timer.again. Call it in the timer's interrupt. It must not be
 * interrupted by an interrupt that calls it for the same SAMPLER. Other interrupts, also those with
 * a sampler of their own, may interrupt it.
 */
void bobbin_sampler_interrupt(struct bobbin_sampler *sampler, const struct bobbin_sampled *sampled);

/*
 * The same, and the trace crosses exceptions (cross.h): a sample of an interrupt handler has the
 * code that the handler interrupted, too. Needs the sources of port/sampling-cross, a table with
 * exception rules (`bobbin embed --exceptions`), and BOBBIN_SAMPLER_ACROSS_STACK_BYTES on the stack
 * of the interrupt.
 */
void bobbin_sampler_interrupt_across(struct bobbin_sampler *sampler,
                                     const struct bobbin_sampled *sampled);
#define BOBBIN_SAMPLER_ACROSS_STACK_BYTES (BOBBIN_SAMPLER_STACK_BYTES + 256)

/* ---- getting the profile out ---------------------------------------------------------------- */

/*
 * Sampling may continue during these calls. Call these functions on the processor of PROFILE, in
 * code that cannot interrupt a sample.
 */

/* Writes PROFILE as lines of text through bobbin_config.put, for `bobbin profile`. */
void bobbin_capture_send(struct bobbin_profile *profile);

/* Writes PROFILE by semihosting to the file PATH of the host that runs the debugger or the
   emulator. False if the file cannot be opened or written. Without semihosting it faults. */
bool bobbin_capture_save(struct bobbin_profile *profile, const char *path);

/* ---- entry code (armv7/sample_entry.S) ------------------------------------------------------ */

/*
 * Let the IRQ or FIQ vector branch to one of these, with sp of that mode set. It stores the
 * registers on the stack, calls the firmware's bobbin_sampled_irq or bobbin_sampled_fiq, and
 * returns from the interrupt. An IRQ handler of the firmware can fill a struct bobbin_sampled
 * itself instead.
 */
void bobbin_sample_irq_entry(void);
void bobbin_sample_fiq_entry(void);
void bobbin_sampled_irq(const struct bobbin_sampled *sampled);
void bobbin_sampled_fiq(const struct bobbin_sampled *sampled);

#ifdef __cplusplus
}
#endif

#endif
