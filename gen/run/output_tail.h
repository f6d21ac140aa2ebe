/* SPDX-License-Identifier: MIT */
/* The last lines of an output of any size. */
#ifndef GEN_RUN_OUTPUT_TAIL_H
#define GEN_RUN_OUTPUT_TAIL_H

#include <stdbool.h>
#include <stddef.h>

#define OUTPUT_TAIL_BYTES_MAX 16384

/* Zero-initialize it. */
struct output_tail {
    size_t size;
    bool cut; /* there were more bytes */
    char bytes[2 * OUTPUT_TAIL_BYTES_MAX];
};

void output_tail_add(struct output_tail *tail, const char *bytes, size_t size);

/*
 * At most OUTPUT_TAIL_BYTES_MAX bytes, from the start of a line on if one starts there. NUL bytes
 * are replaced by "?". The text is valid until the next call.
 */
const char *output_tail_text(struct output_tail *tail);

#endif
