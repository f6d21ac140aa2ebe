/* SPDX-License-Identifier: MIT */
/* The exception handlers of functions: collects them, and checks them in the finished table. */
#ifndef GEN_GROUPS_GROUPS_LANGUAGE_DATA_H
#define GEN_GROUPS_GROUPS_LANGUAGE_DATA_H

#include "formats/format.h"
#include "formats/groups/groups_types.h"

/* The exception handler of a function: three addresses. */
struct groups_handler {
    uint32_t function, personality, data;
};
struct groups_handlers {
    struct groups_handler *handler; /* ascending by function */
    size_t count, capacity;
};

/* Finds the handlers of all functions of IMAGE in .ARM.extab. */
void groups_handlers_find(struct groups_handlers *handlers, const struct image *image);
/* Returns the handler of the function that starts at FUNCTION, or NULL. */
const struct groups_handler *groups_handler_of(const struct groups_handlers *handlers,
                                               uint32_t function);

/*
 * Looks up the handler of each group of LIST with the reader. Returns PROBLEMS, after an error
 * message for PATH, if it is not the handler in HANDLERS of the group's function.
 */
int groups_check_handlers(const struct groups_list *list, const struct groups_handlers *handlers,
                          const struct format_parts *written, const char *path);

#endif
