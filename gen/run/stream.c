/* SPDX-License-Identifier: MIT */
/* Passes output through and divides it into lines. */
#include "run/stream.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

#include <bobbin/report.h>

/* ---- passing through --------------------------------------------------------------------- */

/* Whether WRITE failed only because the descriptor, which others share, does not block. */
static bool may_retry(int descriptor)
{
    struct pollfd wait = {.fd = descriptor, .events = POLLOUT};

    if (errno == EINTR)
        return true;
    return (errno == EAGAIN || errno == EWOULDBLOCK) && poll(&wait, 1, -1) >= 0;
}

void stream_target_write(struct stream_target *to, const char *bytes, size_t size)
{
    while (size > 0 && !to->error) {
        ssize_t written = write(to->descriptor, bytes, size);
        if (written > 0) {
            to->mid_line = bytes[written - 1] != '\n';
            bytes += written;
            size -= (size_t)written;
        } else if (!may_retry(to->descriptor)) {
            to->error = errno;
        }
    }
}

void stream_target_end_line(struct stream_target *to)
{
    if (to->mid_line)
        stream_target_write(to, "\n", 1);
}

/* ---- hiding reports ---------------------------------------------------------------------- */

#define MARK_LENGTH (sizeof(REPORT_MARK) - 1)
/* Values of mark_length above those of a part of the mark. */
#define HIDDEN MARK_LENGTH       /* the line has the mark: it is not passed through */
#define PASSED (MARK_LENGTH + 1) /* the line starts otherwise */

/* Takes the next byte. Writes what is to be passed on to OUT and returns its number of bytes. */
static size_t filter(struct stream *stream, char byte, char *out)
{
    size_t held = stream->mark_length;

    if (byte == '\n') {
        stream->mark_length = 0;
    } else if (held < MARK_LENGTH) {
        bool fits = byte == REPORT_MARK[held];
        stream->mark_length = fits ? held + 1 : PASSED;
        if (fits)
            return 0;
    }
    if (held == HIDDEN)
        return 0;
    held = held < MARK_LENGTH ? held : 0;
    memcpy(out, REPORT_MARK, held);
    out[held] = byte;
    return held + 1;
}

static void pass_through(struct stream *stream, const char *bytes, size_t size)
{
    char passed[STREAM_READ_BYTES + MARK_LENGTH];
    size_t passed_size = 0;

    if (!stream->hide_reports) {
        stream_target_write(stream->to, bytes, size);
        return;
    }
    for (size_t i = 0; i < size; i++)
        passed_size += filter(stream, bytes[i], passed + passed_size);
    stream_target_write(stream->to, passed, passed_size);
}

/* At the end: passes on what has the start of the mark, but not all of it. */
static void pass_rest(struct stream *stream)
{
    if (stream->hide_reports && stream->mark_length < MARK_LENGTH)
        stream_target_write(stream->to, REPORT_MARK, stream->mark_length);
}

/* ---- reading ----------------------------------------------------------------------------- */

void stream_open(struct stream *stream, int descriptor, struct stream_target *to, bool hide_reports)
{
    stream->descriptor = descriptor;
    stream->to = to;
    stream->hide_reports = hide_reports;
    stream->mark_length = 0;
    stream->pending_size = 0;
    if (descriptor >= 0)
        fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK);
}

/* The number of pending bytes up to the last line end. CR counts: some devices send no LF. */
static size_t ended_bytes(const struct stream *stream)
{
    size_t size = stream->pending_size;

    while (size > 0 && stream->pending[size - 1] != '\n' && stream->pending[size - 1] != '\r')
        size--;
    return size;
}

static void hand_over(struct stream *stream, struct buffer *lines, size_t size)
{
    buffer_put(lines, stream->pending, size);
    stream->pending_size -= size;
    memmove(stream->pending, stream->pending + size, stream->pending_size);
}

void stream_read(struct stream *stream, struct buffer *lines, const char *text, bool *found)
{
    char *end = stream->pending + stream->pending_size;
    ssize_t size = read(stream->descriptor, end, STREAM_READ_BYTES);

    if (size < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (size <= 0) {
        stream_close(stream, lines);
        return;
    }
    pass_through(stream, end, (size_t)size);
    stream->pending_size += (size_t)size;
    if (text && memmem(stream->pending, stream->pending_size, text, strlen(text)))
        *found = true;
    hand_over(stream, lines, ended_bytes(stream));
    if (stream->pending_size >= STREAM_LINE_BYTES_MAX)
        hand_over(stream, lines, stream->pending_size);
}

void stream_close(struct stream *stream, struct buffer *lines)
{
    if (stream->descriptor < 0)
        return;
    pass_rest(stream);
    if (stream->pending_size > 0) {
        hand_over(stream, lines, stream->pending_size);
        buffer_u8(lines, '\n');
    }
    close(stream->descriptor);
    stream->descriptor = -1;
}
