/* SPDX-License-Identifier: MIT */
/* The common part of the verbs that make or read a table: opens the image and makes its table. */
#ifndef GEN_TABLE_VERB_H
#define GEN_TABLE_VERB_H

#include "cli/options.h"
#include "table/table.h"

/* Does the work of a verb with a new TABLE of IMAGE. STATUS_... */
typedef int (*table_verb_work)(const struct image *image, const struct table *table,
                               const struct options *options);

/*
 * Opens the image, makes its table and calls WORK. Returns the status of WORK, or PROBLEMS if no
 * source gives a rule for any instruction.
 */
int table_verb_run(const struct options *options, table_verb_work work);

/*
 * Like table_verb_run, for a verb that prefers the table in the image. If that table is usable, and
 * no option names a setting or a format, TABLE has its reference but no bytes.
 */
int table_verb_run_embedded(const struct options *options, table_verb_work work);

/*
 * Stores the facts from the user in FILE, the bytes of an ELF file, so that other verbs use them
 * too (rows/row_facts.h). PATH is for messages. Returns STATUS_...
 */
int table_verb_store_facts(struct buffer *file, const char *path, const struct table *table);

#endif
