/* SPDX-License-Identifier: MIT */
/*
 * Finds code that may restore a task, and functions that may save one: code that loads sp from
 * memory other than its own frame, that copies an unknown value to sp, or that loads registers
 * from an unknown address with an exception return.
 */
#ifndef GEN_TASKS_RESTORE_POINTS_H
#define GEN_TASKS_RESTORE_POINTS_H

#include "exceptions/entry_code.h"
#include "exceptions/exceptions.h"

/* An instruction that may take the registers of another task. */
struct restore_point {
    uint32_t at;
    uint32_t start;    /* all code that leads to AT comes from START, without a call in between */
    uint32_t function; /* the start of the called function with AT */
    uint8_t mode;      /* bits 3..0 of the mode at START, or CROSSING_MODE_ANY: not known */
};

struct restore_points {
    struct restore_point *point;    /* ascending */
    struct entry_switches switches; /* called functions with a point */
    size_t count, capacity;
    uint32_t *function; /* functions that have a caller and store sp outside of their frame */
    size_t functions_count, functions_capacity;
};

/* EXCEPTIONS: the entry code of the image of REFERENCE. */
void restore_points_find(struct restore_points *points, const struct reference *reference,
                         const struct exceptions *exceptions);
void restore_points_free(struct restore_points *points);

/* The node of entry code at ADDRESS that an exception leads to; NULL if there is none. */
const struct entry_node *restore_points_entry(const struct exceptions *exceptions,
                                              uint32_t address);

#endif
