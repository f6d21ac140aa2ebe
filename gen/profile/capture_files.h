/* SPDX-License-Identifier: MIT */
/*
 * Finds the captures in a file: written ones, in any number; live ones in a memory dump or an ELF
 * core, whatever is around them; and those sent as lines of a text log.
 */
#ifndef GEN_PROFILE_SOURCE_H
#define GEN_PROFILE_SOURCE_H

#include "profile/capture_reader.h"

/* The longest capture that a log may have: hours on a serial line. */
#define PROFILE_LOG_CAPTURE_MAX (64u << 20)

/*
 * Who is told of each capture, in the order of the file. What CAPTURE points to is gone afterwards.
 */
struct profile_visitor {
    void *context;
    /* WHY: NULL, or why it cannot be used; then only path, log_line and offset are set. */
    void (*visit)(void *context, const struct capture *capture, const char *why);
    void (*progress)(void *context,
                     uint64_t bytes_done); /* of this file; now and then; may be NULL */
};

/* A file as it lies in memory. */
struct profile_file {
    const char *path;
    const uint8_t *bytes;
    size_t size_bytes;
    bool mapped;
};

/* PATH "-" is standard input. One line on stderr and BAD_INPUT when it cannot be read. */
int profile_file_open(struct profile_file *file, const char *path);
void profile_file_close(struct profile_file *file);

void profile_file_read(const struct profile_file *file, const struct profile_visitor *visitor);

/* Visits the capture that IN begins with; AT says where it is. */
void profile_visit(const struct profile_visitor *visitor, const struct capture *at,
                   const struct capture_bytes *in);

#endif
