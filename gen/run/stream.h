/* SPDX-License-Identifier: MIT */
/*
 * One output of the command, or a serial port. Each byte is passed through at once. A copy is
 * divided into lines, so that the lines of two streams can be read as one log.
 */
#ifndef GEN_RUN_STREAM_H
#define GEN_RUN_STREAM_H

#include <stdbool.h>
#include <stddef.h>

#include "util/buffer.h"

/* A line is kept until its end arrives, or until it has this many bytes. */
#define STREAM_LINE_BYTES_MAX 4096
#define STREAM_READ_BYTES     16384

/* Where streams pass their bytes: standard output or standard error. */
struct stream_target {
    int descriptor;
    bool mid_line; /* the last byte was no line end */
    int error;     /* errno of the first failed write; 0: none. Later bytes are dropped */
};

struct stream {
    int descriptor; /* does not block; -1: closed */
    struct stream_target *to;
    bool hide_reports;
    size_t mark_length; /* characters of a report's mark at the start of the line; see stream.c */
    size_t pending_size;
    char pending[STREAM_LINE_BYTES_MAX + STREAM_READ_BYTES]; /* the line that has not ended */
};

/*
 * Makes DESCRIPTOR non-blocking and opens STREAM on it. A DESCRIPTOR of -1 gives a closed stream.
 * HIDE_REPORTS: lines that start like a line of a report are not passed through.
 */
void stream_open(struct stream *stream, int descriptor, struct stream_target *to,
                 bool hide_reports);

/*
 * Reads what has arrived, at most STREAM_READ_BYTES, and passes it through. Appends each line that
 * has ended to LINES, with its line end. Sets *FOUND if TEXT (NULL: none) is in a line, also in one
 * that has not ended. Closes the stream at its end.
 */
void stream_read(struct stream *stream, struct buffer *lines, const char *text, bool *found);

/* Appends the line that has not ended, if there is one, and closes the stream. */
void stream_close(struct stream *stream, struct buffer *lines);

/* Writes all bytes. After the first error does nothing. */
void stream_target_write(struct stream_target *to, const char *bytes, size_t size);

/* Ends the line if the last byte was no line end. */
void stream_target_end_line(struct stream_target *to);

#endif
