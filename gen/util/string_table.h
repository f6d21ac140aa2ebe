/* SPDX-License-Identifier: MIT */
/* Texts with numbers: each is there once. */
#ifndef GEN_UTIL_STRING_TABLE_H
#define GEN_UTIL_STRING_TABLE_H

#include "util/hash_index.h"

/* Zeros are an empty one. */
struct string_table {
    char **items;
    size_t count, capacity;
    struct hash_index index;
};

/* The number of TEXT, which is copied; the first one gets 0. */
uint32_t string_table_number(struct string_table *table, const char *text);
void string_table_free(struct string_table *table);

#endif
