/* SPDX-License-Identifier: MIT */
/*
 * The vector tables that a user states (--vectors). For row_facts.c.
 *
 * The text is that of named_code.h: "vectors" or "0x8000". "hvbar:vectors" is a table of HYP mode,
 * "mvbar:vectors" one of monitor mode: their slots mean other exceptions (ARM ARM Table B1-3), and
 * all of them enter that mode.
 */
#ifndef GEN_ROWS_STATED_VECTORS_H
#define GEN_ROWS_STATED_VECTORS_H

#include "elf/image.h"
#include "elf/vectors.h"
#include "util/buffer.h"

/* Set it to zero to start. The caller frees TABLE. */
struct stated_vectors {
    struct vector_table *table;
    size_t count, capacity;
};

/* Adds the tables of TEXT to VECTORS. Returns false if TEXT names no code, or code at
   no multiple of 32. */
bool stated_vectors_search(struct stated_vectors *vectors, const struct image *image,
                           const char *text);

/*
 * Like stated_vectors_search for COUNT arguments of --vectors. Returns STATUS_BAD_INPUT after an
 * error message if one names no code, or code at no multiple of 32.
 */
int stated_vectors_find(struct stated_vectors *vectors, const struct image *image,
                        const char *const *texts, size_t count);

/* Whether A and B have the same tables in the same order. */
bool stated_vectors_equal(const struct stated_vectors *a, const struct stated_vectors *b);

/* Appends a line "vectors=0x00008000" to OUT for each table. */
void stated_vectors_write(const struct stated_vectors *vectors, struct buffer *out);

#endif
