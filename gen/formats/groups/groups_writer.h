/* SPDX-License-Identifier: MIT */
/*
 * Writes asynchronous compact descriptors (core/foreign/groups.h). Rows become spans, spans become
 * groups, and groups become bytes.
 */
#ifndef GEN_GROUPS_GROUPS_WRITER_H
#define GEN_GROUPS_GROUPS_WRITER_H

#include "core/foreign/groups.h"
#include "formats/format.h"
#include "util/buffer.h"

enum groups_layout { GROUPS_LAYOUT_12, GROUPS_LAYOUT_16, GROUPS_LAYOUT_2018, GROUPS_LAYOUT_PAGES };

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

enum span_kind {
    SPAN_DATA, /* data, or bytes that are never executed */
    SPAN_NULL,
    SPAN_FRAME,
    SPAN_ESCAPE,
    SPAN_NOUNWIND,
};

/* A range in which one frame of the format holds, from START to END - 1. */
struct span {
    uint32_t start, end;
    enum span_kind kind;
    bool begins;   /* a function begins at START */
    bool handled;  /* that function has a handler */
    uint32_t mode; /* if kind is FRAME */
    /*
     * FRAME: bits without size and late. ESCAPE: offset of the rule in part 3. NOUNWIND: 0 or 1, as
     * in core/foreign/groups.h.
     */
    uint32_t frame;
    uint32_t size_words; /* if kind is FRAME */
};
struct spans {
    struct span *span; /* ascending, not overlapping */
    size_t count, capacity;
};

/*
 * Converts all rows of REFERENCE to spans, divided where functions start. Writes rules that groups
 * cannot express to ESCAPED.
 */
void groups_spans(struct spans *spans, const struct reference *reference,
                  const struct groups_handlers *handlers, struct buffer *escaped);

struct groups_list {
    struct groups_record *record; /* ascending */
    size_t count, capacity;
};

/*
 * Composes the groups of SPANS. Adds a record for the end after the last group and before each gap.
 * TAIL_MAX is the maximum length of a tail in halfwords (core/foreign/groups.h).
 */
void groups_compose(struct groups_list *list, const struct spans *spans, uint32_t tail_max);

/*
 * Writes parts 0 to 2 of LIST. Records that begin functions must have personality and language as
 * addresses. Returns PROBLEMS, after an error message for PATH, if there are more than
 * GROUPS_PERSONALITY_MAX personality routines.
 */
int groups_write(const struct groups_list *list, enum groups_layout layout, const char *path,
                 struct format_parts *out);

/*
 * Looks up the handler of each group of LIST with the reader. Returns PROBLEMS, after an error
 * message for PATH, if it is not the handler in HANDLERS of the group's function.
 */
int groups_check_handlers(const struct groups_list *list, const struct groups_handlers *handlers,
                          const struct format_parts *written, const char *path);

/* Writes part 0 of the layout with pages. SHARE is as in struct format_parts. */
void groups_write_pages(const struct groups_list *list, struct buffer *out,
                        struct format_share share[FORMAT_SHARES_MAX]);

/* The `write` of a struct format. */
int groups_encode(const struct format *format, const struct reference *reference,
                  struct format_parts *out);

#endif
