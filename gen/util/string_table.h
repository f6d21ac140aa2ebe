/* SPDX-License-Identifier: MIT */
/* Stores each distinct string once and numbers the strings from 0, for profiles. */
#ifndef GEN_UTIL_STRING_TABLE_H
#define GEN_UTIL_STRING_TABLE_H

#include "util/hash_index.h"

/* Zero-initialize it. */
struct string_table {
    char **items;
    size_t count, capacity;
    struct hash_index index;
};

/* The number of TEXT. If TEXT is new, stores a copy and returns the next number. */
uint32_t string_table_number(struct string_table *table, const char *text);
void string_table_free(struct string_table *table);

#endif
