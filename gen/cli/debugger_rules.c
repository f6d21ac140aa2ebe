/* SPDX-License-Identifier: MIT */
#include "cli/debugger_rules.h"

#include <stdlib.h>
#include <string.h>

#include "rows/cfi_rows.h"
#include "table/embedded_table.h"
#include "table/format_registry.h"
#include "util/diag.h"

static bool find(void *context, uint32_t pc, enum bobbin_kind kind, struct bobbin_rule *rule)
{
    const struct debugger_rules *rules = context;
    const struct row *row = rows_find(&rules->rows, bobbin_lookup_address(pc, kind));
    bool thumb = image_state_at(rules->rules.image,
                                (pc - (kind == BOBBIN_KIND_CALL ? 2 : 0)) & ~1u) == IMAGE_THUMB;
    enum bobbin_trust trust;

    if (row) {
        *rule = row->rule;
        return row->condition == CONDITION_ALWAYS && row->rule.form != BOBBIN_FORM_NONE;
    }
    return rules->env.tables_count &&
           bobbin_rule_at(&rules->env, pc, kind, thumb ? BOBBIN_CPSR_T : 0, rule, &trust) ==
               BOBBIN_STOP_NONE;
}

static int open_table(struct debugger_rules *rules, struct image *image)
{
    uint32_t size_bytes;
    int status = table_of_image(image, &rules->table_bytes, &size_bytes);

    if (status != STATUS_GOOD)
        return status;
    if (bobbin_table_open(&rules->table, rules->table_bytes, size_bytes, 0) == BOBBIN_TABLE_OK)
        rules->env = format_env(image, &rules->table);
    return STATUS_GOOD;
}

int debugger_rules_open(struct debugger_rules *rules, struct named_image *named)
{
    struct image *image = &named->image;
    struct code_addresses nameless = {0};
    int status;

    memset(rules, 0, sizeof(*rules));
    rules->rules = (struct stack_rules){
        .image = image, .debug = image_list_debug(named), .context = rules, .find = find};
    status = cfi_rows(&rules->rows, &nameless, image);
    free(nameless.address);
    if (status != STATUS_GOOD)
        return status;
    rows_settle(&rules->rows);
    return open_table(rules, image);
}

void debugger_rules_close(struct debugger_rules *rules)
{
    free(rules->rows.row);
    free(rules->table_bytes);
    memset(rules, 0, sizeof(*rules));
}
