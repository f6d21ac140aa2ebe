/* SPDX-License-Identifier: MIT */
/*
 * The lines of reports, grouped by token, until a report can be built from them. Any number of
 * reports may be mixed in a log. The memory is bounded.
 */
#ifndef GEN_REPORT_REPORT_GROUP_H
#define GEN_REPORT_REPORT_GROUP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "report/log_scanner.h"

/* Limits: reports that are not done, and bytes of all groups. */
#define REPORT_GROUPS_OPEN_MAX  256u
#define REPORT_GROUPS_BYTES_MAX ((size_t)16 << 20)

struct report_group_line {
    uint32_t sequence, crc;
    uint32_t stands_for; /* lines: 1, or more for an "omitted" line */
    bool continued;
    bool again;          /* the line came more than once */
    size_t type, fields; /* strings in the text of the group: offsets */
    unsigned long log_line;
};

struct report_group {
    char token[REPORT_TOKEN_MAX + 1]; /* "": lines of grammar 1 */
    struct report_group_line *lines;  /* in ascending order of SEQUENCE */
    size_t lines_count, lines_capacity;
    char *text;
    size_t text_size, text_capacity;
    char before[REPORT_BEFORE_MAX + 1]; /* of struct report */
    bool ends;         /* the "end" line has arrived and agrees with its number, END */
    uint32_t end;      /* SEQUENCE of that line */
    bool done;         /* the report was built; the lines are kept to recognise repeated ones */
    size_t index;      /* for the owner, if DONE */
    const char *doubt; /* of struct report */
    uint32_t lines_damaged, lines_repeated;

    struct report_group *older, *newer; /* of the groups that are done, or of those that are not */
    struct report_group *next;          /* with the same hash */
};

struct report_group_list {
    struct report_group *oldest, *newest;
    size_t count;
};

#define REPORT_GROUPS_BUCKETS 4096u

/* Zero-initialize it. */
struct report_groups {
    struct report_group *buckets[REPORT_GROUPS_BUCKETS];
    struct report_group_list open, done;
    size_t bytes;
};

/* The newest group of TOKEN, or NULL. */
struct report_group *report_groups_find(struct report_groups *groups, const char *token);

/* Adds a group without lines. */
struct report_group *report_groups_add(struct report_groups *groups, const char *token);
void report_groups_remove(struct report_groups *groups, struct report_group *group);
void report_groups_set_done(struct report_groups *groups, struct report_group *group);

/* The group that has to be removed because all take too much memory, or NULL. */
struct report_group *report_groups_surplus(struct report_groups *groups);

/* Adds a line whose sequence number GROUP does not have. */
void report_groups_add_line(struct report_groups *groups, struct report_group *group,
                            const struct report_line *line);

/* Adds to GROUP those lines of FROM that came more than once. */
void report_groups_copy_again(struct report_groups *groups, struct report_group *group,
                              const struct report_group *from);

/* The line with this sequence number, or NULL. */
struct report_group_line *report_group_line_at(const struct report_group *group, uint32_t sequence);

/* How many lines a line of TYPE stands for: "omitted N" for N lines that a record does not have. */
uint32_t report_lines_of(const char *type, const char *fields);

/* Whether all lines up to "end" have arrived. */
bool report_group_is_complete(const struct report_group *group);

#endif
