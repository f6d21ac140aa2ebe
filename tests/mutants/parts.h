/* SPDX-License-Identifier: MIT */
/* A table taken apart, so that a part can change its size; core/format/table_format.h says what the parts are. */
#ifndef MUTANTS_PARTS_H
#define MUTANTS_PARTS_H

#include <stdbool.h>

#include "core/format/table_format.h"
#include "util/buffer.h"

struct parts {
    struct buffer header; /* the build id too */
    struct buffer ranges; /* offsets are from where the range's parts of the others begin */
    struct buffer rules;  /* runs, words, long rules */
    struct buffer rows, entries, index;
};

/* BYTES are a table that core has opened, as the tool lays it out. */
void parts_take(struct parts *parts, const uint8_t *bytes);
void parts_free(struct parts *parts);

/* How many halfwords and words RULES has; where word NUMBER is, in bytes, and which it is. */
uint32_t parts_runs(const struct parts *parts);
uint32_t parts_words(const struct parts *parts);
uint32_t parts_word_at(const struct parts *parts, uint32_t number);
uint32_t parts_word(const struct parts *parts, uint32_t number);

/* The whole table again, with sizes and checksum right, to OUT. */
void parts_join(const struct parts *parts, struct buffer *out);

/* Makes the checksum of the table at OUT right, which is as long as its header says: nothing is done
   when that is more than there is. */
void table_seal(struct buffer *out);

#endif
