/* SPDX-License-Identifier: MIT */
/*
 * The memory of a trace: the state of the image, and its outermost frames. If there is no room on
 * the crash stack, the port's entry code uses it as stack: a report on it has no trace.
 */
#ifndef BOBBIN_SPARE_STACK_H
#define BOBBIN_SPARE_STACK_H

#include <bobbin/port.h>

#define TRACE_FRAMES_LAST 16 /* outermost frames to print, up to main */

union bobbin_spare_stack {
    struct {
        struct bobbin_image_state image; /* first: farthest from the top of the stack */
        struct bobbin_frame frames[TRACE_FRAMES_LAST]; /* a ring of the last frames */
        uint32_t count;                                /* also counts the overwritten frames */
    } later;
    uint64_t stack[BOBBIN_SPARE_STACK_BYTES / 8];
};

extern union bobbin_spare_stack bobbin_spare_stack;

#endif
