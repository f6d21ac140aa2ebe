/* SPDX-License-Identifier: MIT */
/* Passes output through and divides it into lines. */
#include "run/stream.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

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

/* ---- reading ----------------------------------------------------------------------------- */

void stream_open(struct stream *stream, int descriptor, struct stream_target *to)
{
    stream->descriptor = descriptor;
    stream->to = to;
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
    stream_target_write(stream->to, end, (size_t)size);
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
    if (stream->pending_size > 0) {
        hand_over(stream, lines, stream->pending_size);
        buffer_u8(lines, '\n');
    }
    close(stream->descriptor);
    stream->descriptor = -1;
}
