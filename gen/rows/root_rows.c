/* SPDX-License-Identifier: MIT */
/*
 * Makes the rows of roots, where a trace ends complete: the ELF entry and the functions of --root.
 * For the stage reference.
 */
#include "rows/root_rows.h"

#include "elf/image_names.h"
#include "util/diag.h"

/*
 * Returns the end of a root. Without symbols the size of a function is unknown; the root is then
 * its first two bytes.
 */
static uint32_t end_of_root(const struct image *image, const struct image_function *function)
{
    return image->functions_count ? image_function_end(image, function) : function->address + 2;
}

static void add_root(struct rows *roots, const struct image *image, uint32_t address)
{
    const struct image_function *function = image_function_at(image, address);
    const struct bobbin_rule rule = rule_of_form(BOBBIN_FORM_ROOT);
    const struct image_function nameless = {.address = address};

    if (function && function->size_bytes)
        address = function->address;
    else
        function = &nameless;
    rows_add(roots, address, end_of_root(image, function), &rule, ROW_ROOT);
}

/* Files may have static functions of the same name: all of them are roots. */
static int add_named_root(struct rows *roots, const struct image *image, const char *name)
{
    const struct bobbin_rule rule = rule_of_form(BOBBIN_FORM_ROOT);
    char text[SUGGESTION_TEXT_BYTES];
    struct suggestion similar;
    struct image_range range;
    size_t found = 0;

    for (; image_find_symbol(image, name, found, &range); found++)
        rows_add(roots, range.start, range.end, &rule, ROW_ROOT);
    if (found)
        return STATUS_GOOD;
    similar = image_similar_symbol(image, name);
    return diag_error(image->path, "no function '%s' for --root%s", name,
                      suggestion_text(&similar, "; use the name of the symbol", text));
}

int root_rows(struct rows *roots, const struct image *image, const struct row_options *options)
{
    int status = STATUS_GOOD;

    add_root(roots, image, image->entry);
    for (size_t i = 0; options && i < options->roots_count && status == STATUS_GOOD; i++)
        status = add_named_root(roots, image, options->roots[i]);
    return status;
}
