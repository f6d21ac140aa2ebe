/* SPDX-License-Identifier: MIT */
/*
 * Makes the rows of roots, where a trace ends complete: the ELF entry and the code of --root. For
 * the stage reference.
 */
#include "rows/root_rows.h"

#include "rows/row_facts.h"

/*
 * Adds the root at ADDRESS. FUNCTION, if its symbol has a size, is all of the root. The end of any
 * other root is not known: the code up to the next symbol may contain functions without a symbol.
 * Such a root is two bytes, and the analysis carries it along the paths.
 */
static void add_root(struct rows *roots, const struct image *image, uint32_t address,
                     const struct image_function *function)
{
    const struct bobbin_rule rule = rule_of_form(BOBBIN_FORM_ROOT);
    uint32_t end = address + 2;

    if (function && function->size_bytes && !function->discovered) {
        address = function->address;
        end = image_function_end(image, function);
    }
    rows_add(roots, address, end, &rule, ROW_ROOT);
}

void root_rows(struct rows *roots, const struct image *image, const struct row_facts *facts)
{
    /* The entry may be in the middle of its function. */
    add_root(roots, image, image->entry, image_function_at(image, image->entry));
    for (size_t i = 0; i < facts->roots.count; i++) {
        uint32_t address = facts->roots.address[i];
        const struct image_function *function = image_function_at(image, address);
        add_root(roots, image, address, function && function->address == address ? function : NULL);
    }
}
