/* SPDX-License-Identifier: MIT */
/*
 * Writes asynchronous compact descriptors (core/foreign/groups.h): rows become spans, spans groups,
 * groups bytes.
 */
#ifndef GEN_WRITE_GROUPS_H
#define GEN_WRITE_GROUPS_H

#include "core/foreign/groups.h"
#include "formats/format.h"
#include "util/buffer.h"

enum groups_layout { GROUPS_LAYOUT_12, GROUPS_LAYOUT_16, GROUPS_LAYOUT_2018, GROUPS_LAYOUT_PAGES };

/* Who handles exceptions in a function: addresses. */
struct groups_handler {
    uint32_t function, personality, data;
};
struct groups_handlers {
    struct groups_handler *handler; /* ascending by function */
    size_t count, capacity;
};

/* Those of the functions of IMAGE, by .ARM.extab. */
void groups_handlers_find(struct groups_handlers *handlers, const struct image *image);
/* That of the function that starts at FUNCTION, or NULL. */
const struct groups_handler *groups_handler_of(const struct groups_handlers *handlers,
                                               uint32_t function);

enum span_kind {
    SPAN_DATA, /* nothing is executed there */
    SPAN_NULL,
    SPAN_FRAME,
    SPAN_ESCAPE,
    SPAN_NOUNWIND,
};

/* From START to END - 1 the same holds, in the terms of a group. */
struct span {
    uint32_t start, end;
    enum span_kind kind;
    bool begins;   /* a function, */
    bool handled;  /* which has a handler */
    uint32_t mode; /* FRAME */
    /* FRAME: without size and late; ESCAPE: of the rule in part 3; NOUNWIND: as there */
    uint32_t frame;
    uint32_t size_words; /* FRAME */
};
struct spans {
    struct span *span; /* ascending, not overlapping */
    size_t count, capacity;
};

/*
 * All that the rows of REFERENCE say, cut where functions start. Rules that escape go to ESCAPED.
 */
void groups_spans(struct spans *spans, const struct reference *reference,
                  const struct groups_handlers *handlers, struct buffer *escaped);

struct groups_list {
    struct groups_record *record; /* ascending */
    size_t count, capacity;
};

/*
 * The groups that say SPANS, with ends behind the last and at gaps. TAIL_MAX: halfwords, see
 * core/foreign/groups.h.
 */
void groups_compose(struct groups_list *list, const struct spans *spans, uint32_t tail_max);

/*
 * Parts 0 to 2 of LIST, of which the records that begin functions have personality and language as
 * addresses. PROBLEMS, after a line that names PATH, when that has more than GROUPS_PERSONALITY_MAX
 * personality routines.
 */
int groups_write(const struct groups_list *list, enum groups_layout layout, const char *path,
                 struct format_parts *out);

/*
 * Asks the reader of what is written for the handler of each group of LIST: PROBLEMS, after a line
 * that names PATH, where that is not the one of its function in HANDLERS.
 */
int groups_check_handlers(const struct groups_list *list, const struct groups_handlers *handlers,
                          const struct format_parts *written, const char *path);

/* The pages of part 0 in place of records. SHARE: as in struct format_parts. */
void groups_write_pages(const struct groups_list *list, struct buffer *out,
                        struct format_share share[FORMAT_SHARES_MAX]);

/* The writer of a struct format. */
int groups_encode(const struct format *format, const struct reference *reference,
                  struct format_parts *out);

#endif
