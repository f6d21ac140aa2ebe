/* SPDX-License-Identifier: MIT */
/* Strings of bytes, one behind the other, each different one once. */
#ifndef GEN_UTIL_BYTE_POOL_H
#define GEN_UTIL_BYTE_POOL_H

#include "util/buffer.h"

struct byte_pool_item {
    size_t offset, size; /* in BYTES */
    size_t next;         /* of the same hash: number + 1 */
};

/* Zero to start. */
struct byte_pool {
    struct buffer bytes;
    struct byte_pool_item *item; /* by number */
    size_t count, capacity;
    size_t *first; /* of a hash: number + 1 */
};

#define POOL_NONE SIZE_MAX

/* The number of the string; POOL_NONE when it is not there. */
size_t byte_pool_find(const struct byte_pool *pool, const void *bytes, size_t size);

/* Puts one that is not there behind all others, and returns its number. */
size_t byte_pool_add(struct byte_pool *pool, const void *bytes, size_t size);

/* The number of the string, which is added where it is not there. */
size_t byte_pool_number(struct byte_pool *pool, const void *bytes, size_t size);

void byte_pool_free(struct byte_pool *pool);

#endif
