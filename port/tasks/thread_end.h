/* SPDX-License-Identifier: MIT */
/* Where the trace of the crash ended. */
#ifndef BOBBIN_THREAD_END_H
#define BOBBIN_THREAD_END_H

#include <stdint.h>

/*
 * sp at the end of the first trace of a report, if that trace is complete: it tells whose stack the
 * crash was on. 0: not known, or no trace has ended yet.
 */
extern uint32_t bobbin_first_end_sp;

#endif
