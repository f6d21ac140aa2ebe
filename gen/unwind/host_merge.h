/* SPDX-License-Identifier: MIT */
/* Puts frames of a trace that the host made into the trace of the device. */
#ifndef GEN_UNWIND_HOST_MERGE_H
#define GEN_UNWIND_HOST_MERGE_H

#include "symbolize/backtrace.h"

/* Adds BY to the numbers of all frames and exceptions. */
void host_merge_renumber(struct backtrace *trace, uint32_t by);

/*
 * The number of frames that HOST has and DEVICE lacks, and that may be added: those before the
 * first frame whose rule is not proved. 0 if a frame of both traces differs in pc, sp or kind, or
 * if the traces have no frame in common although DEVICE has frames.
 */
size_t host_merge_gain(const struct backtrace *device, const struct backtrace *host);

/*
 * Adds these frames to DEVICE, marked as host, and the exceptions before them. If frames were added
 * at the end, the stop of HOST replaces that of DEVICE, which stays in device_stop_word; but if
 * DEVICE has a complete trace whose last frames did not arrive, its stop stays.
 */
void host_merge(struct backtrace *device, const struct backtrace *host);

#endif
