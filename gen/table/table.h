/* SPDX-License-Identifier: MIT */
/* Builds, encodes and proves a fresh table for an image. */
#ifndef GEN_TABLE_TABLE_H
#define GEN_TABLE_TABLE_H

#include "formats/format.h"
#include "prove/proof.h"
#include "rows/core_env.h"
#include "table/encode_table.h"
#include "table/entry_rules.h"
#include "tasks/tasks.h"
#include "util/buffer.h"

/* Default budget of a fast table, in bytes per function. */
#define TABLE_BUDGET 2.6

/* A fresh table, and the data it was made from. */
struct table {
    enum plan_setting setting;
    double budget_bytes;          /* bytes per function, for a fast table; initially TABLE_BUDGET */
    enum entry_rules entry_rules; /* for Bobbin's own format; initially ENTRY_RULES_IF_USED */
    struct reference reference;
    struct exceptions *exceptions; /* the rules of exception entry code in BYTES; NULL: none */
    bool all_tasks;        /* resume rules even if the image cannot use them; initially false */
    struct tasks tasks;    /* the resume rules in BYTES; none unless the image can use them */
    struct buffer resumes; /* the part RESUMES of BYTES */
    struct proof proof;    /* of BYTES */
    uint8_t *bytes;
    uint32_t size_bytes;
    struct encode_sizes sizes;
    const struct format *format; /* NULL: Bobbin's own format, with SETTING and SIZES */
    struct format_sizes format_sizes;
    /* no source has a rule: the table is useless on a target; a warning was printed */
    bool has_no_rules;
};

/*
 * Builds a table for IMAGE and proves it. Returns STATUS_PROBLEMS if the core would be wrong at any
 * instruction, after an error message with the first such address.
 */
int table_build(struct table *table, const struct image *image, const struct row_options *options,
                enum plan_setting setting);

/* The same with a choice of the rules of exception entry code. table_build: IF_USED. */
int table_build_with(struct table *table, const struct image *image,
                     const struct row_options *options, enum plan_setting setting,
                     enum entry_rules entry_rules);

/* For the host: a fast table with all rules of exception entry code and all resume rules. */
int table_build_all(struct table *table, const struct image *image);
void table_free(struct table *table);

/*
 * Makes only the reference, without bytes and proof. For commands that examine the table in IMAGE.
 */
int table_build_reference(struct table *table, const struct image *image,
                          const struct row_options *options);

/*
 * Encodes the reference of a built TABLE again, with SETTING, and proves the result. The new bytes,
 * sizes and proof replace the old ones.
 */
int table_encode(struct table *table, const struct image *image, enum plan_setting setting);

/*
 * Encodes the reference of a built TABLE in another FORMAT. Wrong instructions are counted in the
 * proof and are not an error.
 */
int table_encode_foreign(struct table *table, const struct image *image,
                         const struct format *format);

#endif
