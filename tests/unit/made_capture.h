/* SPDX-License-Identifier: MIT */
/* Profile captures (core/format/CAPTURE.md) with any content, made without the core's writer. */
#ifndef MADE_CAPTURE_H
#define MADE_CAPTURE_H

#include <stdbool.h>
#include <stdio.h>

#include "util/buffer.h"
#include <bobbin/capture_format.h>

struct made_context {
    uint32_t task, interrupt, mode, stop, flags, charged;
    const char *name; /* at most 16 bytes; NULL: no name */
};

struct made_node {
    uint32_t parent, pc, count, charged;
};

struct made_raw {
    uint32_t time, at;
};

/*
 * Fields that are 0 are written as 0. The counters whole, charged and taken are computed as sums.
 */
struct made_capture {
    uint8_t build_id[PROFILE_BUILD_ID_MAX];
    uint32_t build_id_size;
    uint32_t flags, processor, clock_hz, timer_hz, period_ticks, run, epoch, snapshot;
    uint32_t dropped;
    uint64_t cost, elapsed;
    uint32_t cost_worst;
    struct made_context *contexts;
    size_t contexts_count, contexts_capacity;
    struct made_node *nodes;
    size_t nodes_count, nodes_capacity;
    struct made_raw *ring; /* in the order of the capture */
    size_t ring_count, ring_capacity;
    uint32_t ring_written;
};

/*
 * Both return the number of the new context or node. AT is the number of a node, or of a context
 * with PROFILE_AT_CONTEXT.
 */
uint32_t made_context_add(struct made_capture *made, const struct made_context *context);
uint32_t made_node_add(struct made_capture *made, uint32_t at, uint32_t pc, uint32_t count);

void made_raw_add(struct made_capture *made, uint32_t time, uint32_t at);

/*
 * Appends the capture to OUT. If FLAGS mark it as live, it has space for ROOM more contexts and
 * nodes, no checksums, and an INDEX.
 */
void made_capture_write(const struct made_capture *made, uint32_t room, struct buffer *out);
void made_capture_free(struct made_capture *made);

/* Writes the capture of SIZE_BYTES at BYTES as lines of a log. OLD: in grammar 1 of report.h. */
void made_capture_log(const uint8_t *bytes, size_t size_bytes, bool old, FILE *out);

#endif
