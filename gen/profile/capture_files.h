/* SPDX-License-Identifier: MIT */
/*
 * Finds the captures in a file: any number of written captures, live captures in a memory dump or
 * an ELF core file, and captures sent as lines of a text log.
 */
#ifndef GEN_PROFILE_CAPTURE_FILES_H
#define GEN_PROFILE_CAPTURE_FILES_H

#include "profile/capture_reader.h"

/* Maximum size in bytes of a capture in a log. A serial line needs hours for this size. */
#define PROFILE_LOG_CAPTURE_MAX (64u << 20)

/*
 * Receives each capture, in the order of the file. The data of CAPTURE is valid only during the
 * call.
 */
struct capture_visitor {
    void *context;
    /*
     * WHY is NULL, or the reason why the capture cannot be used. In that case only path, log_line
     * and offset are set.
     */
    void (*visit)(void *context, const struct capture *capture, const char *why);
    void (*progress)(void *context, uint64_t bytes_done); /* bytes of this file; may be NULL */
};

/* The contents of a file in memory. */
struct capture_file {
    const char *path;
    const uint8_t *bytes;
    size_t size_bytes;
    bool mapped;
};

/*
 * PATH "-" is standard input. A file that is compressed with gzip or Zstandard is unpacked. If the
 * file cannot be read, writes an error message and returns BAD_INPUT.
 */
int capture_file_open(struct capture_file *file, const char *path);
void capture_file_close(struct capture_file *file);

/*
 * Visits each capture of FILE. If the magic number of captures is nowhere in FILE, calls
 * capture_log_read.
 */
void capture_file_read(const struct capture_file *file, const struct capture_visitor *visitor);

/*
 * Visits the capture that starts at the first byte of IN. AT has the position of the capture in the
 * file.
 */
void capture_visit(const struct capture_visitor *visitor, const struct capture *at,
                   const struct capture_bytes *in);

#endif
