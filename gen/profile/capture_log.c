/* SPDX-License-Identifier: MIT */
/* Reads captures from a text log. Lines of several captures may be mixed, repeated or missing. */
#include "profile/capture_log.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/format/bytes.h"
#include "report/log_scanner.h"
#include "util/base64.h"
#include "util/diag.h"
#include "util/memory.h"

/* Limit of captures that are open at the same time. Each processor that sends has one. */
#define OPEN_MAX 64

/* Number of lines between two reports of progress. */
#define PROGRESS_LINES 4096

/* A capture of which at least one line was read. */
struct open_capture {
    bool used;
    bool done; /* already visited; later lines of the capture are repetitions */
    char name[REPORT_TOKEN_MAX + 1]; /* its token; in grammar 1 the checksum of its header */
    uint32_t newest;                 /* its highest sequence number so far */
    unsigned long log_line;
    unsigned long touched; /* number of the capture's last line, counted in lines of captures */
    uint8_t *bytes, *absent;
    size_t size_bytes, capacity, present_bytes;
};

struct log_reader {
    const struct capture_file *file;
    const struct capture_visitor *visitor;
    struct open_capture open[OPEN_MAX];
    unsigned long lines;
};

struct log_piece {
    char name[REPORT_TOKEN_MAX + 1];
    bool has_token;
    uint32_t offset, sequence;
    unsigned long log_line;
    uint8_t bytes[PROFILE_LINE_BYTES_1];
    size_t size_bytes;
};

/* ---- a capture under way --------------------------------------------------------------------- */

static void drop_bytes(struct open_capture *open)
{
    free(open->bytes);
    free(open->absent);
    open->bytes = open->absent = NULL;
    open->size_bytes = open->capacity = open->present_bytes = 0;
}

/* Passes the part of the capture that has arrived to the visitor. */
static void finish(struct log_reader *reader, struct open_capture *open)
{
    struct capture at = {.path = reader->file->path, .log_line = open->log_line};
    struct capture_bytes in = {open->bytes, open->size_bytes, open->absent};

    if (open->used && !open->done)
        capture_visit(reader->visitor, &at, &in);
    drop_bytes(open);
    open->done = true;
}

static void start(struct open_capture *open, const struct log_piece *piece)
{
    *open = (struct open_capture){.used = true, .log_line = piece->log_line};
    memcpy(open->name, piece->name, sizeof(open->name));
}

static void grow(struct open_capture *open, size_t size_bytes)
{
    if (size_bytes > open->capacity) {
        open->capacity = 2 * size_bytes;
        open->bytes = must_realloc(open->bytes, open->capacity, 1);
        open->absent = must_realloc(open->absent, open->capacity, 1);
    }
    if (size_bytes > open->size_bytes) {
        memset(open->bytes + open->size_bytes, 0, size_bytes - open->size_bytes);
        memset(open->absent + open->size_bytes, 1, size_bytes - open->size_bytes);
        open->size_bytes = size_bytes;
    }
}

static void put_piece(struct open_capture *open, const struct log_piece *piece)
{
    grow(open, piece->offset + piece->size_bytes);
    for (size_t i = 0; i < piece->size_bytes; i++) {
        open->bytes[piece->offset + i] = piece->bytes[i];
        open->present_bytes += open->absent[piece->offset + i];
        open->absent[piece->offset + i] = 0;
    }
}

static bool is_complete(const struct open_capture *open)
{
    return open->size_bytes > PROFILE_HEADER_DIRECTORY && open->present_bytes == open->size_bytes &&
           bytes_u32(open->bytes + PROFILE_HEADER_SIZE) == open->size_bytes;
}

/* ---- which one ------------------------------------------------------------------------------- */

static struct open_capture *find_open(struct log_reader *reader, const char *name)
{
    for (size_t i = 0; i < OPEN_MAX; i++)
        if (reader->open[i].used && strcmp(reader->open[i].name, name) == 0)
            return &reader->open[i];
    return NULL;
}

/*
 * Returns a free slot for a new capture. If no slot is free, finishes the capture whose last line
 * is the oldest.
 */
static struct open_capture *free_slot(struct log_reader *reader)
{
    struct open_capture *oldest = &reader->open[0];

    for (size_t i = 0; i < OPEN_MAX && oldest->used; i++)
        if (!reader->open[i].used || reader->open[i].touched < oldest->touched)
            oldest = &reader->open[i];
    finish(reader, oldest);
    return oldest;
}

/*
 * Whether PIECE shows that the device sends a capture of the same name again. A single line that
 * came twice does not show that. With a token, lines that come again have the same bytes.
 */
static bool is_sent_again(const struct open_capture *open, const struct log_piece *piece)
{
    return !piece->has_token && piece->sequence == 0 && open->newest > 0;
}

static void add_piece(struct log_reader *reader, const struct log_piece *piece)
{
    struct open_capture *open = find_open(reader, piece->name);

    if (open && is_sent_again(open, piece))
        finish(reader, open);
    if (!open)
        open = free_slot(reader);
    if (!open->used || strcmp(open->name, piece->name) != 0 || is_sent_again(open, piece))
        start(open, piece);
    open->touched = ++reader->lines;
    if (piece->sequence > open->newest)
        open->newest = piece->sequence;
    if (open->done)
        return;
    put_piece(open, piece);
    if (is_complete(open))
        finish(reader, open);
}

/* ---- lines ----------------------------------------------------------------------------------- */

/* "NAME" before "OFFSET BYTES" in grammar 1 */
static bool parse_name(struct log_piece *piece, char **fields)
{
    const char *name = strsep(fields, " ");
    uint64_t number;

    if (!report_parse_hex(name, 8, &number))
        return false;
    snprintf(piece->name, sizeof(piece->name), "%08x", (unsigned)number);
    return true;
}

/* "OFFSET BYTES" */
static bool parse_piece(struct log_piece *piece, const struct report_line *line)
{
    const char *type = line->token[0] ? PROFILE_LINE_TYPE : PROFILE_LINE_TYPE_1;
    char *fields = line->fields;
    const char *offset;
    uint64_t number;

    memcpy(piece->name, line->token, sizeof(piece->name));
    piece->has_token = line->token[0];
    if (strcmp(line->type, type) != 0 || (!line->token[0] && !parse_name(piece, &fields)))
        return false;
    offset = strsep(&fields, " ");
    if (!fields || !report_parse_hex(offset, 8, &number) || number > PROFILE_LOG_CAPTURE_MAX)
        return false;
    piece->offset = (uint32_t)number;
    piece->sequence = line->sequence;
    piece->log_line = line->log_line;
    return base64_read(fields, piece->bytes, sizeof(piece->bytes), &piece->size_bytes);
}

static void read_lines(struct log_reader *reader, FILE *in)
{
    struct report_scanner scanner;
    struct report_line line;
    struct log_piece piece;
    enum report_scan found;

    report_scanner_init(&scanner, in);
    while ((found = report_scanner_next(&scanner, &line)) < REPORT_SCAN_END) {
        if (found != REPORT_SCAN_LINE || !parse_piece(&piece, &line))
            continue;
        add_piece(reader, &piece);
        if (reader->visitor->progress && reader->lines % PROGRESS_LINES == 0)
            reader->visitor->progress(reader->visitor->context, (uint64_t)ftello(in));
    }
}

void capture_log_read(const struct capture_file *file, const struct capture_visitor *visitor)
{
    struct log_reader reader = {.file = file, .visitor = visitor};
    FILE *in;

    if (file->size_bytes == 0)
        return;
    in = fmemopen((void *)(uintptr_t)file->bytes, file->size_bytes, "r");
    if (!in)
        exit(diag_error(file->path, "cannot read: %s", strerror(errno)));
    read_lines(&reader, in);
    fclose(in);
    for (size_t i = 0; i < OPEN_MAX; i++)
        finish(&reader, &reader.open[i]);
}
