/* SPDX-License-Identifier: MIT */
#include "cli/profile_function.h"

#include <stdlib.h>
#include <string.h>

#include "elf/image_names.h"
#include "symbolize/demangle.h"
#include "symbolize/symbolizer.h"
#include "util/diag.h"

/*
 * Whether NAME is the function WANTED. Unless EXACTLY, NAME may have parameters or " (FILE)" after
 * it.
 */
static bool is_called(const char *name, const char *wanted, bool exactly)
{
    size_t length = strlen(wanted);

    if (exactly)
        return strcmp(name, wanted) == 0;
    return strncmp(name, wanted, length) == 0 &&
           (!name[length] || name[length] == '(' || strncmp(name + length, " (", 2) == 0);
}

static void no_function(const struct profile_names *names, const char *wanted)
{
    char text[SUGGESTION_TEXT_BYTES];
    struct suggestion similar;

    suggestion_begin(&similar, wanted);
    for (uint32_t i = 0; i < names->functions_count; i++)
        suggestion_consider(&similar, names->functions[i].name);
    diag_error("profile", "no sample has the function '%s'%s", wanted,
               suggestion_text(&similar, "; --top=0 lists all", text));
}

/* Counts the functions called WANTED. *FUNCTION is the last of them. */
static size_t count_functions(const struct profile_names *names, const char *wanted,
                              uint32_t *function)
{
    size_t found = 0;

    for (int exactly = 1; exactly >= 0 && !found; exactly--)
        for (uint32_t i = 0; i < names->functions_count; i++)
            if (is_called(names->functions[i].name, wanted, exactly)) {
                *function = i;
                found++;
            }
    return found;
}

/* The same if WANTED is another symbol of the function than the one that names it. */
static size_t count_by_alias(const struct profile_names *names, const struct image_list *images,
                             const char *wanted, uint32_t *function)
{
    size_t found = 0;

    for (size_t i = 0; i < images->count && !found; i++) {
        const struct named_image *item = &images->items[i];
        struct image_range range;
        char text[256];
        char *name;
        if (!item->debug_open || !image_find_symbol(&item->image, wanted, 0, &range) ||
            !symbolizer_name(&item->debug, range.start, text, sizeof(text)))
            continue;
        name = demangle(text);
        found = count_functions(names, name, function);
        free(name);
    }
    return found;
}

int profile_function(const struct profile_names *names, const struct image_list *images,
                     const char *wanted, uint32_t *function)
{
    size_t found = count_functions(names, wanted, function);

    if (!found)
        found = count_by_alias(names, images, wanted, function);
    if (found == 1)
        return STATUS_GOOD;
    if (found)
        diag_error("profile", "%zu functions have the name '%s'; give one in full: '%s'", found,
                   wanted, names->functions[*function].name);
    else
        no_function(names, wanted);
    return STATUS_PROBLEMS;
}
