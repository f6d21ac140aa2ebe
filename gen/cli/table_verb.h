/* SPDX-License-Identifier: MIT */
/* What the verbs that make a table share: options, image, table, and everything closed again. */
#ifndef GEN_TABLE_VERB_H
#define GEN_TABLE_VERB_H

#include "cli/table_options.h"
#include "table/table.h"

struct table_verb {
    const char *help;
    unsigned taken; /* enum options_taken */
    /* at the table in the image, if it is good and no setting is named: RUN's is then without bytes */
    bool looks;
    /* Does the verb's own work with the fresh TABLE of IMAGE. STATUS_... */
    int (*run)(const struct image *image, const struct table *table, const struct options *options);
};

/* Returns the verb's status: PROBLEMS too where RUN was content but no source knows any rule. */
int table_verb_run(const struct table_verb *verb, int argc, char **argv);

#endif
