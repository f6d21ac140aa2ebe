/* SPDX-License-Identifier: MIT */
/*
 * Crash reports of firmware that runs on several processors (port/processors).
 *
 * The processor that faults first writes the report. It stops the others, and the report has the
 * registers and the trace of each. If several fault at the same time, one reports and the others
 * are in its report, with their faults.
 *
 *  - Compile all sources with -DBOBBIN_PROCESSORS=N, from 2 to 32. Processors have the numbers 0 to
 *    N - 1: see port/armv7/processor_number.h.
 *  - Define bobbin_processors.
 *  - The interrupt that bobbin_processors.stop requests calls bobbin_processor_stopped.
 *
 * The processors share memory, and what one writes is visible to the others after DMB. The data
 * caches are off, or they are coherent: memory is shareable, and the SMP bit of ACTLR is set. If
 * two processors fault before this is so, both may report.
 */
#ifndef BOBBIN_PROCESSORS_H
#define BOBBIN_PROCESSORS_H

#include <bobbin/port.h>
#include <bobbin/sampler.h>

#ifdef __cplusplus
extern "C" {
#endif

struct bobbin_processors {
    /*
     * Requests that processor NUMBER stops, for example with a software generated interrupt as IRQ
     * if ATTEMPT is 0 and as FIQ if it is 1. Returns false if there is no such attempt. Called on
     * the processor that reports, in its fault: must not fault or wait. NULL: none is stopped.
     */
    bool (*stop)(uint32_t number, uint32_t attempt);

    /* How often the reporter looks for the answers to an attempt; 0 = 1,000,000. A processor that
       does not answer is "silent" in the report. */
    uint32_t polls_max;

    /* Bit N is set if processor N runs; others are not in the report. NULL: all run. */
    uint32_t (*running)(void);

    /* Memory that each processor sees at the same address with other contents, for example tightly
       coupled memory. A trace of another processor reads nothing of it. May be NULL. */
    const struct bobbin_region *private_memory;
    uint32_t private_memory_count;
};

/* Defined by the firmware. Constant, like bobbin_config. */
extern const struct bobbin_processors bobbin_processors;

/* The number of the processor that calls it. */
uint32_t bobbin_processor_number(void);

/*
 * Call it in the interrupt that bobbin_processors.stop requests, after the end of interrupt, with
 * the registers of the interrupted code. IRQ and FIQ are masked. Waits until the report is written;
 * if bobbin_die writes it, for ever. Returns at once if no processor reports.
 *
 * bobbin_sample_irq_entry and bobbin_sample_fiq_entry store the registers and call
 * bobbin_sampled_irq and bobbin_sampled_fiq of the firmware, which may call this function.
 */
void bobbin_processor_stopped(const struct bobbin_sampled *sampled);
#define BOBBIN_PROCESSOR_STOPPED_STACK_BYTES 512

/* The same for an interrupt handler that has not stored the registers: the trace begins at the
   handler. With port/cross it goes on at the interrupted code. */
void bobbin_processor_stop_here(void);

#ifdef __cplusplus
}
#endif

#endif
