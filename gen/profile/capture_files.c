/* SPDX-License-Identifier: MIT */
/*
 * Opens profile files and finds the captures in their bytes: written captures and live ones in a
 * memory dump.
 */
#include "profile/capture_files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/format/bytes.h"
#include "profile/capture_log.h"
#include "record/record_input.h"
#include "util/buffer.h"
#include "util/diag.h"
#include "util/unpacked_file.h"

/* ---- files ----------------------------------------------------------------------------------- */

/* Frees the bytes. */
static void release(struct capture_file *file)
{
    void *bytes = (void *)(uintptr_t)file->bytes;

    if (file->mapped)
        munmap(bytes, file->size_bytes);
    else
        free(bytes);
    file->mapped = false;
}

/* Reads everything from DESCRIPTOR, for input that cannot be mapped. */
static bool read_whole(struct capture_file *file, int descriptor)
{
    static uint8_t block[1 << 16];
    struct buffer buffer = {0};
    ssize_t size;

    while ((size = read(descriptor, block, sizeof(block))) > 0)
        buffer_put(&buffer, block, (size_t)size);
    file->bytes = buffer.bytes;
    file->size_bytes = buffer.size;
    return size == 0;
}

static bool map(struct capture_file *file, int descriptor)
{
    struct stat info;
    void *bytes;

    if (fstat(descriptor, &info) != 0 || !S_ISREG(info.st_mode) || info.st_size == 0)
        return false;
    bytes = mmap(NULL, (size_t)info.st_size, PROT_READ, MAP_PRIVATE, descriptor, 0);
    file->mapped = bytes != MAP_FAILED;
    if (!file->mapped)
        return false;
    file->bytes = bytes;
    file->size_bytes = (size_t)info.st_size;
    return true;
}

/* Replaces compressed bytes by the unpacked ones. */
static void unpack(struct capture_file *file)
{
    struct unpacked_file unpacked;
    struct buffer buffer = {0};
    static uint8_t block[1 << 16];
    FILE *in = fmemopen((void *)(uintptr_t)file->bytes, file->size_bytes, "r");
    size_t size;

    if (!in)
        exit(diag_error(file->path, "cannot read: %s", strerror(errno)));
    unpacked_file_open(&unpacked, in, file->path);
    while ((size = fread(block, 1, sizeof(block), unpacked.text)) > 0)
        buffer_put(&buffer, block, size);
    unpacked_file_close(&unpacked);
    fclose(in);
    release(file);
    file->bytes = buffer.bytes;
    file->size_bytes = buffer.size;
}

/* Replaces the hex dump of a log by the log. */
static void read_hex_dump(struct capture_file *file)
{
    struct buffer log = {0};
    FILE *in =
        file->size_bytes ? fmemopen((void *)(uintptr_t)file->bytes, file->size_bytes, "r") : NULL;

    if (in && record_input_log(in, &log)) {
        release(file);
        file->bytes = log.bytes;
        file->size_bytes = log.size;
    } else {
        free(log.bytes);
    }
    if (in)
        fclose(in);
}

int capture_file_open(struct capture_file *file, const char *path)
{
    bool is_stdin = strcmp(path, "-") == 0;
    int descriptor = is_stdin ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    bool good;
    int error;

    *file = (struct capture_file){.path = path};
    good = descriptor >= 0 && (map(file, descriptor) || read_whole(file, descriptor));
    error = errno;
    if (descriptor >= 0 && !is_stdin)
        close(descriptor);
    if (good && unpacked_file_is_packed(file->bytes, file->size_bytes))
        unpack(file);
    if (good) {
        read_hex_dump(file);
        return STATUS_GOOD;
    }
    capture_file_close(file);
    return diag_error(path, "cannot read: %s", strerror(error));
}

void capture_file_close(struct capture_file *file)
{
    release(file);
    *file = (struct capture_file){0};
}

/* ---- captures in bytes ----------------------------------------------------------------------- */

void capture_visit(const struct capture_visitor *visitor, const struct capture *at,
                   const struct capture_bytes *in)
{
    struct capture capture = *at;
    const char *why = capture_open(&capture, in);

    visitor->visit(visitor->context, &capture, why);
}

static const uint8_t *next_magic(const uint8_t *at, const uint8_t *end)
{
    static const uint8_t magic[] = {PROFILE_MAGIC & 0xff, PROFILE_MAGIC >> 8 & 0xff,
                                    PROFILE_MAGIC >> 16 & 0xff, PROFILE_MAGIC >> 24};

    return memmem(at, (size_t)(end - at), magic, sizeof(magic));
}

/*
 * State of the search for captures. If a file has written captures, they fill it completely. Live
 * captures can be anywhere in a memory dump.
 */
struct search {
    const struct capture_file *file;
    const struct capture_visitor *visitor;
    /* all bytes before this offset belong to captures; SIZE_MAX: the gap was already reported */
    size_t covered;
    bool written; /* at least one capture in the file is not live */
};

static void report_gap(const struct search *search, size_t end)
{
    struct capture at = {.path = search->file->path, .offset = search->covered};

    if (end > search->covered)
        search->visitor->visit(search->visitor->context, &at, "these bytes are not a capture");
}

static size_t visit_capture(struct search *search, size_t offset, const struct capture_bytes *in)
{
    struct capture at = {.path = search->file->path, .offset = offset};
    uint32_t size_bytes = capture_size_bytes(in);

    if (!(bytes_u32(in->bytes + PROFILE_HEADER_FLAGS) & PROFILE_FLAG_LIVE)) {
        report_gap(search, offset);
        search->written = true;
    }
    capture_visit(search->visitor, &at, in);
    if (size_bytes > in->size_bytes)
        size_bytes = (uint32_t)in->size_bytes;
    search->covered = offset + size_bytes;
    return size_bytes;
}

/*
 * Reads the capture at OFFSET, where the magic number was found. Returns how many bytes to advance.
 * If the header is invalid, the bytes can be any data.
 */
static size_t visit_at(struct search *search, size_t offset)
{
    const struct capture_file *file = search->file;
    struct capture_bytes in = {file->bytes + offset, file->size_bytes - offset, NULL};
    struct capture at = {.path = file->path};

    if (capture_begins(&in))
        return visit_capture(search, offset, &in);
    if (offset == 0) {
        capture_visit(search->visitor, &at, &in);
        search->covered = SIZE_MAX;
    }
    return 1;
}

void capture_file_read(const struct capture_file *file, const struct capture_visitor *visitor)
{
    struct search search = {.file = file, .visitor = visitor};
    const uint8_t *end = file->bytes + file->size_bytes;
    const uint8_t *at = file->size_bytes ? next_magic(file->bytes, end) : NULL;

    if (!at) {
        capture_log_read(file, visitor);
        return;
    }
    while (at) {
        at += visit_at(&search, (size_t)(at - file->bytes));
        if (visitor->progress)
            visitor->progress(visitor->context, (uint64_t)(at - file->bytes));
        at = next_magic(at, end);
    }
    if (search.written)
        report_gap(&search, file->size_bytes);
}
