/* SPDX-License-Identifier: MIT */
#include "table/entry_rules.h"

#include <stdlib.h>

#include "prove/crossing_program.h"
#include "util/diag.h"
#include "util/memory.h"

bool entry_rules_used(const struct image *image)
{
    return image_function_named(image, "bobbin_begin_across") ||
           image_function_named(image, "cross_step");
}

/* Leaves only the rules for frames that have called a function or that interrupts may stop. */
static void keep_calls(struct crossings *crossings)
{
    for (size_t i = 0; i < crossings->count; i++) {
        struct crossing *crossing = &crossings->crossing[i];
        if (!crossing->count || crossing->is_call || crossing->unmasked)
            continue;
        crossing->count = 0;
        crossing->reason = "only rules at calls are stored (--exceptions=calls)";
    }
}

int entry_rules_find(struct exceptions **exceptions, const struct reference *reference,
                     enum entry_rules which)
{
    int status;

    *exceptions = NULL;
    if (which == ENTRY_RULES_NONE ||
        (which == ENTRY_RULES_IF_USED && !entry_rules_used(reference->image)))
        return STATUS_GOOD;
    *exceptions = must_realloc(NULL, 1, sizeof(**exceptions));
    status = exceptions_find(*exceptions, reference);
    if (status != STATUS_GOOD) {
        entry_rules_free(*exceptions);
        *exceptions = NULL;
    } else if (which == ENTRY_RULES_CALLS) {
        keep_calls(&(*exceptions)->crossings);
    }
    return status;
}

void entry_rules_free(struct exceptions *exceptions)
{
    if (exceptions)
        exceptions_free(exceptions);
    free(exceptions);
}

int entry_rules_of_table(struct exceptions **exceptions, const struct reference *reference,
                         const struct bobbin_table *opened)
{
    return entry_rules_find(exceptions, reference,
                            crossing_program_any(opened) ? ENTRY_RULES_ALL : ENTRY_RULES_NONE);
}
