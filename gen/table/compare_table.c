/* SPDX-License-Identifier: MIT */
/* Compares every rule of a table with the row list from which the table was made. */
#include "table/compare_table.h"

#include "table/format_registry.h"

/*
 * Whether the core gives the rule of ROW at ADDRESS. The flags are clear: no rule of this table
 * depends on the flags, because only the analysis finds such rules.
 */
static bool core_agrees(const struct row *row, const struct bobbin_env *env, uint32_t address)
{
    struct bobbin_rule rule = rule_of_form(BOBBIN_FORM_NONE);
    enum bobbin_trust trust;
    enum bobbin_stop stop = bobbin_rule_at(env, address, BOBBIN_KIND_INTERRUPTED, 0, &rule, &trust);

    if (row->rule.form == BOBBIN_FORM_NONE)
        return stop == BOBBIN_STOP_NO_RULE;
    if (rule.form == BOBBIN_FORM_ROOT) /* a root rule has no CFA; its other fields are ignored */
        rule = rule_of_form(BOBBIN_FORM_ROOT);
    return stop == BOBBIN_STOP_NONE && rule_equal(&rule, &row->rule) &&
           trust == row_source_trust(row->source);
}

uint64_t table_compare(const struct image *image, const struct row_list *list,
                       const struct bobbin_table *table, uint32_t *first_wrong)
{
    struct bobbin_env env = format_env(image, table);
    const struct row *row = list->rows.row;
    struct image_walk walk = {.image = image};
    uint64_t wrong = 0;

    while (image_walk_next(&walk)) {
        uint32_t address = walk.instruction.address;
        if (address >= row->end || address < row->start)
            row = row_list_find(list, address);
        if (!core_agrees(row, &env, address) && wrong++ == 0)
            *first_wrong = address;
    }
    return wrong;
}
