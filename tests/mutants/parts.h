/* SPDX-License-Identifier: MIT */
/*
 * A table split into its parts, so that a part can change its size. core/format/table_format.h
 * describes the parts.
 */
#ifndef MUTANTS_PARTS_H
#define MUTANTS_PARTS_H

#include <stdbool.h>

#include "core/format/table_format.h"
#include "util/buffer.h"

struct parts {
    struct buffer header; /* with the build id */
    struct buffer ranges; /* their offsets count from the start of the respective part */
    struct buffer rules;  /* runs, words, long rules */
    struct buffer rows, entries, index;
};

/* BYTES: a table that the core has opened, laid out as bobbin lays it out. */
void parts_take(struct parts *parts, const uint8_t *bytes);
void parts_free(struct parts *parts);

/*
 * The number of halfwords and of words in RULES; the offset of word NUMBER, in bytes, and its
 * value.
 */
uint32_t parts_runs(const struct parts *parts);
uint32_t parts_words(const struct parts *parts);
uint32_t parts_word_at(const struct parts *parts, uint32_t number);
uint32_t parts_word(const struct parts *parts, uint32_t number);

/* Writes the whole table to OUT, with correct sizes and checksum. */
void parts_join(const struct parts *parts, struct buffer *out);

/*
 * Corrects the checksum of the table in OUT, whose length is in its header. Does nothing if OUT is
 * shorter than that.
 */
void table_seal(struct buffer *out);

#endif
