/* SPDX-License-Identifier: MIT */
/* Talk: messages on stderr, exit statuses, memory that is there or the program ends. */
#ifndef GEN_DIAG_H
#define GEN_DIAG_H

#include <stddef.h>
#include <stdint.h>

/* Exit statuses of the tool. Functions that can fail on bad input return them. */
enum {
    STATUS_GOOD = 0,
    STATUS_PROBLEMS = 1, /* the input was understood and is not what was asked for */
    STATUS_USAGE = 2,    /* the command line */
    STATUS_BAD_INPUT =
        3, /* a file that cannot be read or makes no sense; also an output not written */
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

#endif
