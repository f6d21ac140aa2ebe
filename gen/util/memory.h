/* SPDX-License-Identifier: MIT */
/* Checked allocation, growable arrays, and binary search in sorted arrays, for every stage. */
#ifndef GEN_UTIL_MEMORY_H
#define GEN_UTIL_MEMORY_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/*
 * realloc for COUNT items of SIZE bytes. If memory runs out or COUNT * SIZE overflows, the program
 * ends with a message. Never returns NULL.
 */
void *must_realloc(void *old, size_t count, size_t size);
char *must_strdup(const char *text);

/* Appends ITEM to ARRAY. COUNT and CAPACITY are lvalues; ARRAY grows if they are equal. */
#define array_push(array, count, capacity, item)                                                   \
    do {                                                                                           \
        if ((count) == (capacity)) {                                                               \
            (capacity) = (capacity) ? 2 * (capacity) : 16;                                         \
            (array) = must_realloc((array), (capacity), sizeof(*(array)));                         \
        }                                                                                          \
        (array)[(count)++] = (item);                                                               \
    } while (0)

/* For array_lower_bound: the uint32_t key of an item is at KEY_OFFSET. */
static inline size_t array_find_first(const void *items, size_t count, size_t item_size,
                                      size_t key_offset, uint64_t value)
{
    size_t low = 0;
    size_t high = count;
    uint32_t key;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        memcpy(&key, (const char *)items + middle * item_size + key_offset, sizeof(key));
        if (key < value)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/*
 * ARRAY has COUNT items in ascending order of their uint32_t member KEY. array_lower_bound returns
 * the index of the first item whose KEY is at least VALUE. array_upper_bound returns the index of
 * the first item whose KEY is above VALUE. Both return COUNT if no item qualifies.
 */
#define array_lower_bound(array, count, key, value)                                                \
    array_find_first((array), (count), sizeof(*(array)),                                           \
                     _Generic((array)->key, uint32_t                                               \
                              : offsetof(__typeof__(*(array)), key)),                              \
                     (value))
#define array_upper_bound(array, count, key, value)                                                \
    array_lower_bound(array, count, key, (uint64_t)(value) + 1)

#endif
