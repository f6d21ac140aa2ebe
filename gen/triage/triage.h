/* SPDX-License-Identifier: MIT */
/*
 * Groups the crash reports of many devices and builds by their signatures, one report after the
 * other. gen/triage/README.md says what is counted and how much memory that takes.
 */
#ifndef GEN_TRIAGE_TRIAGE_H
#define GEN_TRIAGE_TRIAGE_H

#include "report/report_model.h"
#include "symbolize/image_list.h"
#include "triage/hash_set.h"
#include "util/string_table.h"

/* Devices and builds of a signature are counted exactly up to this number. */
#define TRIAGE_EXACT_MAX ((size_t)1 << 20)
/* So many of the newest reports, at least, are remembered to recognise repeated ones. */
#define TRIAGE_REMEMBERED_MIN ((size_t)1 << 20)
/* Builds of a signature that are named; all are counted. */
#define TRIAGE_BUILDS_MAX 16

/* Where a report was found. */
struct triage_place {
    const char *log;    /* name of the log file; NULL: no report yet */
    unsigned long line; /* of the report's first line */
    bool has_time;
    int64_t time_ms; /* of log_time.h */
};

/* One report: what a database has of it. */
struct triage_row {
    struct triage_place place;
    const char *signature, *device; /* DEVICE: its name, or else the log file */
    const char *token;              /* "": the report has none */
    const char *build_id;           /* "": unknown */
    const char *name, *cause, *cause_text;
    bool damaged;
};

struct triage_build {
    char *build_id; /* "": unknown */
    uint64_t count;
};

struct triage_group {
    char *signature;
    uint64_t count;
    struct hash_set devices, builds;
    struct triage_build named[TRIAGE_BUILDS_MAX]; /* the first ones that arrived */
    size_t named_count;
    struct triage_place first, last, example; /* EXAMPLE: a report without damage, if possible */
    bool example_damaged;
    char *cause_text; /* of the example */
};

/* Zero-initialize it, then set EXACT_MAX and REMEMBERED_MIN; SIZE_MAX: no limit. */
struct triage {
    size_t exact_max, remembered_min;

    struct triage_group *groups; /* in the order of their first reports, until triage_sort */
    size_t groups_count, groups_capacity;
    struct hash_index index;          /* of GROUPS by signature, until triage_sort */
    struct hash_set newest, previous; /* hashes of reports */
    uint64_t reports, repeated, damaged;
    struct hash_set devices, builds;
};

/*
 * Fills ROW for REPORT of the file LOG. IMAGE (NULL: none) gives the names. SIGNATURE and BUILD_ID
 * are storage for the texts. ROW refers to REPORT, LOG and this storage.
 */
void triage_row_fill(struct triage_row *row, const struct report *report, struct named_image *image,
                     const char *log, char *signature, char *build_id);

/* Counts the report. Returns false, and counts nothing else, if it was counted before. */
bool triage_add(struct triage *triage, const struct triage_row *row);

/* Sorts the groups: the largest count first, then by signature. Nothing is added after this. */
void triage_sort(struct triage *triage);

void triage_free(struct triage *triage);

#endif
