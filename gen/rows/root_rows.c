/* SPDX-License-Identifier: MIT */
/*
 * Makes the rows of roots, where a trace ends complete: the ELF entry and the code of --root. For
 * the stage reference.
 */
#include "rows/root_rows.h"
#include "elf/image_names.h"

#include "rows/row_facts.h"

/*
 * Whether a function starts at ADDRESS; then sets RANGE to its addresses. The end of a label is not
 * known: the code up to the next symbol may contain functions without a symbol.
 */
static bool find_range(const struct image *image, uint32_t address, struct image_range *range)
{
    struct image_symbol symbol = image_symbol_at(image, address);

    if (!symbol.name || symbol.address != address || !image_function_starts(image, address))
        return false;
    for (size_t i = 0; image_find_symbol(image, symbol.name, i, range); i++)
        if (range->start == address)
            return true;
    return false;
}

/*
 * The root at ADDRESS, where no function starts, is two bytes: the analysis carries it along the
 * paths.
 */
static struct image_range range_at(const struct image *image, uint32_t address)
{
    struct image_range range;

    return find_range(image, address, &range) ? range : (struct image_range){address, address + 2};
}

/* If the entry is in a function, the whole function is the root. */
static struct image_range range_of_entry(const struct image *image)
{
    const struct image_function *function = image_function_at(image, image->entry);
    const struct image_function nameless = {.address = image->entry};
    struct image_range range = range_at(image, image->entry);

    if (function && function->size_bytes)
        return (struct image_range){function->address, image_function_end(image, function)};
    if (image->functions_count && !find_range(image, image->entry, &range))
        range.end = image_function_end(image, &nameless);
    return range;
}

static void add_root(struct rows *roots, struct image_range range)
{
    const struct bobbin_rule rule = rule_of_form(BOBBIN_FORM_ROOT);

    rows_add(roots, range.start, range.end, &rule, ROW_ROOT);
}

void root_rows(struct rows *roots, const struct image *image, const struct row_facts *facts)
{
    add_root(roots, range_of_entry(image));
    for (size_t i = 0; i < facts->roots.count; i++)
        add_root(roots, range_at(image, facts->roots.address[i]));
}
