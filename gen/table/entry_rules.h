/* SPDX-License-Identifier: MIT */
/* Decides which rules of exception entry code a table has. */
#ifndef GEN_TABLE_ENTRY_RULES_H
#define GEN_TABLE_ENTRY_RULES_H

#include "exceptions/exceptions.h"

enum entry_rules {
    ENTRY_RULES_IF_USED, /* all, if the firmware can cross exceptions; else none */
    ENTRY_RULES_ALL,
    ENTRY_RULES_CALLS, /* only where a trace can come to: at calls, and if interrupts are enabled */
    ENTRY_RULES_NONE,
};

/* Whether the image has the code that crosses exceptions (bobbin_cross). */
bool entry_rules_used(const struct image *image);

/*
 * Finds the rules of WHICH for the image of REFERENCE. Sets *EXCEPTIONS to them (malloc'ed, freed
 * with entry_rules_free), or to NULL if the table has none. Returns STATUS_...
 */
int entry_rules_find(struct exceptions **exceptions, const struct reference *reference,
                     enum entry_rules which);
void entry_rules_free(struct exceptions *exceptions);

/* The same for OPENED, a table of the image: all rules if OPENED has any, else NULL. */
int entry_rules_of_table(struct exceptions **exceptions, const struct reference *reference,
                         const struct bobbin_table *opened);

#endif
