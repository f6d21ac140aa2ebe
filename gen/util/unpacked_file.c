/* SPDX-License-Identifier: MIT */
#include "util/unpacked_file.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <zlib.h>
#include <zstd.h>

#include "util/diag.h"
#include "util/memory.h"

#define WINDOW_BITS_GZIP (15 + 16) /* zlib.h: adding 16 selects a gzip header and trailer */
#define PIECE_BYTES      (1u << 16)

struct unpacking {
    FILE *in;
    const char *path;
    enum { AS_IT_IS, GZIP, ZSTANDARD } form;
    uint8_t bytes[PIECE_BYTES]; /* of IN */
    size_t at, size;            /* what of them has been taken, and their number */
    z_stream gzip;
    ZSTD_DStream *zstandard;
    bool inside; /* the packed data must go on */
    bool damaged;
    uint8_t start[FILE_KIND_BYTES]; /* of the unpacked bytes */
    size_t start_size;
    struct unpacked_file *file;
};

/* Reads up to a line end, so that lines of a live log are not held back. */
static size_t read_piece(struct unpacking *unpacking)
{
    size_t size = 0;
    int c = 0;

    while (size < sizeof(unpacking->bytes) && c != '\n' &&
           (c = getc_unlocked(unpacking->in)) != EOF)
        unpacking->bytes[size++] = (uint8_t)c;
    return size;
}

/* Reads more of IN. Returns false at its end. */
static bool fill(struct unpacking *unpacking)
{
    if (unpacking->at == unpacking->size) {
        unpacking->at = 0;
        unpacking->size = read_piece(unpacking);
    }
    return unpacking->size > 0;
}

static size_t copy(struct unpacking *unpacking, char *out, size_t size)
{
    size_t left = unpacking->size - unpacking->at;

    size = size < left ? size : left;
    memcpy(out, unpacking->bytes + unpacking->at, size);
    unpacking->at += size;
    return size;
}

/* Returns the number of bytes written to OUT. Sets DAMAGED. */
static size_t inflate_piece(struct unpacking *unpacking, char *out, size_t size)
{
    z_stream *stream = &unpacking->gzip;
    int result;

    stream->next_in = unpacking->bytes + unpacking->at;
    stream->avail_in = (uInt)(unpacking->size - unpacking->at);
    stream->next_out = (Bytef *)out;
    stream->avail_out = (uInt)size;
    result = inflate(stream, Z_NO_FLUSH);
    unpacking->at = unpacking->size - stream->avail_in;
    unpacking->inside = result != Z_STREAM_END;
    if (result == Z_STREAM_END)
        inflateReset(stream); /* a gzip file may have several parts */
    else
        unpacking->damaged = result != Z_OK && result != Z_BUF_ERROR;
    return size - stream->avail_out;
}

static size_t unzstd_piece(struct unpacking *unpacking, char *out, size_t size)
{
    ZSTD_inBuffer in = {unpacking->bytes, unpacking->size, unpacking->at};
    ZSTD_outBuffer to = {out, size, 0};
    size_t result = ZSTD_decompressStream(unpacking->zstandard, &to, &in);

    unpacking->at = in.pos;
    unpacking->damaged = ZSTD_isError(result);
    unpacking->inside = result != 0;
    return to.pos;
}

static size_t unpack(struct unpacking *unpacking, char *out, size_t size)
{
    size_t got = 0;

    while (got == 0 && !unpacking->damaged && fill(unpacking)) {
        if (unpacking->form == AS_IT_IS)
            return copy(unpacking, out, size);
        got = unpacking->form == GZIP ? inflate_piece(unpacking, out, size)
                                      : unzstd_piece(unpacking, out, size);
    }
    return got;
}

static void note_start(struct unpacking *unpacking, const char *bytes, size_t size)
{
    size_t left = sizeof(unpacking->start) - unpacking->start_size;

    if (left == 0)
        return;
    size = size < left ? size : left;
    memcpy(unpacking->start + unpacking->start_size, bytes, size);
    unpacking->start_size += size;
    unpacking->file->kind = file_kind(unpacking->start, unpacking->start_size);
}

/* The read function of the file. */
static ssize_t read_unpacked(void *cookie, char *out, size_t size)
{
    struct unpacking *unpacking = cookie;
    size_t got = unpack(unpacking, out, size);

    note_start(unpacking, out, got);
    if (got == 0 && ferror(unpacking->in)) {
        errno = errno ? errno : EIO;
        return -1;
    }
    return (ssize_t)got;
}

static bool starts_with(const uint8_t *start, size_t size, const char *signature)
{
    size_t length = strlen(signature);

    return size >= length && memcmp(start, signature, length) == 0;
}

static bool is_gzip(const uint8_t *start, size_t size)
{
    return starts_with(start, size, "\037\213"); /* RFC 1952, section 2.3.1 */
}

static bool is_zstandard(const uint8_t *start, size_t size)
{
    return starts_with(start, size, "\050\265\057\375"); /* RFC 8878, section 3.1.1 */
}

bool unpacked_file_is_packed(const uint8_t *start, size_t size)
{
    return is_gzip(start, size) || is_zstandard(start, size);
}

static void choose_form(struct unpacking *unpacking)
{
    if (!fill(unpacking))
        return;
    if (is_gzip(unpacking->bytes, unpacking->size) &&
        inflateInit2(&unpacking->gzip, WINDOW_BITS_GZIP) == Z_OK)
        unpacking->form = GZIP;
    if (is_zstandard(unpacking->bytes, unpacking->size) &&
        (unpacking->zstandard = ZSTD_createDStream()))
        unpacking->form = ZSTANDARD;
}

void unpacked_file_open(struct unpacked_file *file, FILE *in, const char *path)
{
    struct unpacking *unpacking = must_realloc(NULL, 1, sizeof(*unpacking));

    memset(unpacking, 0, sizeof(*unpacking));
    unpacking->in = in;
    unpacking->path = path;
    unpacking->file = file;
    choose_form(unpacking);
    file->unpacking = unpacking;
    file->kind = file_kind(NULL, 0);
    file->text = fopencookie(unpacking, "r", (cookie_io_functions_t){.read = read_unpacked});
    if (!file->text)
        exit(diag_error(NULL, "out of memory"));
}

void unpacked_file_close(struct unpacked_file *file)
{
    struct unpacking *unpacking = file->unpacking;

    fclose(file->text);
    if (unpacking->damaged)
        diag_error(unpacking->path, "the compressed data is damaged; the rest cannot be read");
    else if (unpacking->form != AS_IT_IS && unpacking->inside)
        diag_error(unpacking->path, "the compressed data is cut off");
    if (unpacking->form == GZIP)
        inflateEnd(&unpacking->gzip);
    ZSTD_freeDStream(unpacking->zstandard);
    free(unpacking);
    file->unpacking = NULL;
}
