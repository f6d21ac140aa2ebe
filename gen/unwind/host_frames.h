/* SPDX-License-Identifier: MIT */
/*
 * Adds the frames to a report that the device did not find, or whose lines did not arrive: it
 * reached its limit of frames or reads, had no rule or no table, or its lines were lost. The core
 * of the host makes the same trace from the registers and the stack words of the report.
 *
 * It starts from the registers of the crash, from those of the innermost code that an exception
 * interrupted last, or, if the registers did not arrive, from pc and sp of the last frame. Frames
 * are added only if the trace has the same frames as the device, as far as the device got, and
 * only if each rule on the way is proved. Memory that did not arrive ends the trace. A damaged
 * report without a token gets no frames: its lines may be of two crashes.
 */
#ifndef GEN_UNWIND_HOST_FRAMES_H
#define GEN_UNWIND_HOST_FRAMES_H

#include "report/report_model.h"
#include "symbolize/image_list.h"

struct host_image;

/* The tables of the images, each opened when it is first needed. Zero-initialize it. */
struct host_frames {
    struct host_image **images;
    size_t count, capacity;
};

/* Adds frames to the traces of REPORT that have ended early. IMAGE: of the report, or NULL. */
void host_frames_add(struct host_frames *host, struct report *report, struct named_image *image);

void host_frames_free(struct host_frames *host);

#endif
