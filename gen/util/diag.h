/* SPDX-License-Identifier: MIT */
/* Talk: messages on stderr, exit statuses; memory that is there or the program ends, and arrays in it. */
#ifndef GEN_DIAG_H
#define GEN_DIAG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Exit statuses of the tool. Functions that can fail on bad input return them. */
enum {
    STATUS_GOOD = 0,
    STATUS_PROBLEMS = 1, /* the input was understood and is not what was asked for */
    STATUS_USAGE = 2,    /* the command line */
    /* a file that cannot be read or makes no sense; also an output not written */
    STATUS_BAD_INPUT = 3,
};

/*
 * One line on stderr: "FILE: MESSAGE", or "bobbin: MESSAGE" when FILE is NULL. diag_error returns
 * STATUS_BAD_INPUT so that a caller can say `return diag_error(...)`.
 */
int diag_error(const char *file, const char *format, ...) __attribute__((format(printf, 2, 3)));
void diag_warning(const char *file, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The same with a place: "FILE: 0x00008034 (uart_isr+0x1c): warning: MESSAGE". */
struct image;
void diag_warning_at(const struct image *image, uint32_t address, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* While QUIET there are no warnings: for who tells the same otherwise. */
void diag_set_quiet(bool quiet);

/* A line like "bobbin: proving 40 %", redrawn in place; only when stderr is a terminal. */
void diag_progress(const char *what, uint64_t done, uint64_t total);
void diag_progress_end(void);

/* realloc that does not come back without memory. COUNT * SIZE may not overflow either. */
void *must_realloc(void *old, size_t count, size_t size);
char *must_strdup(const char *text);

/* Appends ITEM to ARRAY, whose COUNT and CAPACITY are lvalues beside it. */
#define array_push(array, count, capacity, item)                                                   \
    do {                                                                                           \
        if ((count) == (capacity)) {                                                               \
            (capacity) = (capacity) ? 2 * (capacity) : 16;                                         \
            (array) = must_realloc((array), (capacity), sizeof(*(array)));                         \
        }                                                                                          \
        (array)[(count)++] = (item);                                                               \
    } while (0)

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

/* The index of the first of COUNT items of ARRAY, which ascend by the uint32_t member KEY, whose KEY is at
   least (above) VALUE; COUNT when there is none. */
#define array_lower_bound(array, count, key, value)                                                \
    array_find_first((array), (count), sizeof(*(array)),                                           \
                     _Generic((array)->key, uint32_t                                               \
                              : offsetof(__typeof__(*(array)), key)),                              \
                     (value))
#define array_upper_bound(array, count, key, value)                                                \
    array_lower_bound(array, count, key, (uint64_t)(value) + 1)

#endif
