/* SPDX-License-Identifier: MIT */
/*
 * Stores each distinct byte string once, one after the other, and numbers the strings from 0. The
 * writers of Chromium's formats use it to store equal rules once.
 */
#ifndef GEN_UTIL_BYTE_POOL_H
#define GEN_UTIL_BYTE_POOL_H

#include "util/buffer.h"

struct byte_pool_item {
    size_t offset, size; /* of the string in byte_pool.bytes */
    size_t next;         /* the next string with the same hash: its number + 1; 0: none */
};

/* Zero-initialize it. */
struct byte_pool {
    struct buffer bytes;
    struct byte_pool_item *item; /* by number */
    size_t count, capacity;
    size_t *first; /* by hash: number + 1 of the first string; 0: none */
};

#define POOL_NONE SIZE_MAX

/* The number of the string, or POOL_NONE if the pool does not have it. */
size_t byte_pool_find(const struct byte_pool *pool, const void *bytes, size_t size);

/* Appends a string that the pool does not have yet, and returns its number. */
size_t byte_pool_add(struct byte_pool *pool, const void *bytes, size_t size);

/* The number of the string. If the pool does not have the string, adds it. */
size_t byte_pool_number(struct byte_pool *pool, const void *bytes, size_t size);

void byte_pool_free(struct byte_pool *pool);

#endif
