/* SPDX-License-Identifier: MIT */
/* Compresses a buffer with zlib. */
#include "util/gzip.h"

#include <stdlib.h>
#include <zlib.h>

#include "util/diag.h"

#define WINDOW_BITS_GZIP (15 + 16) /* zlib.h: adding 16 selects a gzip header and trailer */
#define MEMORY_LEVEL     8         /* zlib's default */
#define PIECE_BYTES      (1u << 16)

void gzip_write(const struct buffer *in, struct buffer *out)
{
    static uint8_t piece[PIECE_BYTES];
    z_stream stream = {0};
    size_t done = 0;
    int result;

    if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, WINDOW_BITS_GZIP, MEMORY_LEVEL,
                     Z_DEFAULT_STRATEGY) != Z_OK)
        exit(diag_error(NULL, "out of memory"));
    do {
        size_t left = in->size - done;
        uInt size = left < PIECE_BYTES ? (uInt)left : PIECE_BYTES;
        if (stream.avail_in == 0) {
            stream.next_in = in->bytes + done;
            stream.avail_in = size;
            done += size;
        }
        stream.next_out = piece;
        stream.avail_out = PIECE_BYTES;
        result = deflate(&stream, done == in->size ? Z_FINISH : Z_NO_FLUSH);
        buffer_put(out, piece, PIECE_BYTES - stream.avail_out);
    } while (result != Z_STREAM_END);
    deflateEnd(&stream);
}
