/* SPDX-License-Identifier: MIT */
/* Merges the rows of an image into runs, and numbers their distinct rules. */
#include "formats/cfi_dictionary/dictionary_runs.h"

#include <stdlib.h>
#include <string.h>

#include "util/memory.h"

/* The rule of a run. */
struct run_rule {
    struct bobbin_rule rule;
    uint32_t run;
};

struct run_rules {
    struct run_rule *rule;
    size_t count, capacity;
};

/* RULE without all parts that are not in PARTS (CFI_PART_...). */
static struct bobbin_rule rule_parts(const struct bobbin_rule *rule, uint32_t parts)
{
    struct bobbin_rule out = rule_of_form((enum bobbin_form)rule->form);

    if (rule->form == BOBBIN_FORM_ROOT)
        return out;
    if (parts & CFI_PART_CFA) {
        out.cfa_register = rule->cfa_register;
        out.cfa_offset = rule->cfa_offset;
        out.cfa_add = rule->cfa_add;
    }
    for (unsigned place = 0; place < BOBBIN_PLACES; place++)
        if (parts >> place & 1)
            rule_put(&out, place, (enum bobbin_place_kind)rule->place_kind[place],
                     rule->place_value[place]);
    return out;
}

static void add_row(struct cfi_runs *runs, struct run_rules *rules, const struct row *row,
                    uint32_t parts)
{
    struct cfi_run run = {.start = row->start, .end = row->end};
    struct cfi_run *last = runs->count ? &runs->run[runs->count - 1] : NULL;
    struct run_rule rule = {.rule = rule_parts(&row->rule, parts), .run = (uint32_t)runs->count};

    if (row->condition != CONDITION_ALWAYS || rule_is_inner(&row->rule)) {
        runs->inexpressible_bytes += row->end - row->start;
        return;
    }
    if (row->rule.form == BOBBIN_FORM_NONE)
        return;
    if (last && last->end == row->start &&
        rule_equal(&rules->rule[rules->count - 1].rule, &rule.rule)) {
        last->end = row->end;
        return;
    }
    array_push(runs->run, runs->count, runs->capacity, run);
    array_push(rules->rule, rules->count, rules->capacity, rule);
}

static int compare_rules(const struct bobbin_rule *a, const struct bobbin_rule *b)
{
    int kinds = memcmp(a->place_kind, b->place_kind, sizeof(a->place_kind));

    if (a->form != b->form)
        return a->form - b->form;
    if (a->cfa_register != b->cfa_register)
        return a->cfa_register - b->cfa_register;
    if (a->cfa_offset != b->cfa_offset)
        return a->cfa_offset < b->cfa_offset ? -1 : 1;
    if (a->cfa_add != b->cfa_add)
        return a->cfa_add < b->cfa_add ? -1 : 1;
    return kinds ? kinds : memcmp(a->place_value, b->place_value, sizeof(a->place_value));
}

static int by_rule(const void *a, const void *b)
{
    const struct run_rule *x = a;
    const struct run_rule *y = b;
    int order = compare_rules(&x->rule, &y->rule);

    return order ? order : (x->run > y->run) - (x->run < y->run);
}

/*
 * Sorts rules: the most used first. Of equally used rules, the one at the lowest address comes
 * first.
 */
static int by_uses(const void *a, const void *b)
{
    const struct cfi_rule *x = a;
    const struct cfi_rule *y = b;

    if (x->uses != y->uses)
        return x->uses < y->uses ? 1 : -1;
    return (x->first > y->first) - (x->first < y->first);
}

/*
 * Fills in the rules of RUNS. Sets the rule of each run to the first run with the same rule;
 * number_rules() replaces it.
 */
static void find_rules(struct cfi_runs *runs, const struct run_rules *rules)
{
    for (size_t i = 0; i < rules->count; i++) {
        const struct run_rule *of_run = &rules->rule[i];
        struct cfi_rule rule = {of_run->rule, 0, of_run->run};
        if (i == 0 || compare_rules(&of_run[-1].rule, &of_run->rule) != 0)
            array_push(runs->rule, runs->rules_count, runs->rules_capacity, rule);
        runs->rule[runs->rules_count - 1].uses++;
        runs->run[of_run->run].rule = runs->rule[runs->rules_count - 1].first;
    }
}

static void number_rules(struct cfi_runs *runs)
{
    uint32_t *number = must_realloc(NULL, runs->count + 1, sizeof(*number));

    if (runs->rules_count)
        qsort(runs->rule, runs->rules_count, sizeof(*runs->rule), by_uses);
    for (size_t i = 0; i < runs->rules_count; i++)
        number[runs->rule[i].first] = (uint32_t)i;
    for (size_t i = 0; i < runs->count; i++)
        runs->run[i].rule = number[runs->run[i].rule];
    free(number);
}

void cfi_runs_build_part(struct cfi_runs *runs, const struct row_list *list, uint32_t parts)
{
    struct run_rules rules = {0};

    memset(runs, 0, sizeof(*runs));
    for (size_t i = 0; i < list->rows.count; i++)
        add_row(runs, &rules, &list->rows.row[i], parts);
    if (rules.count)
        qsort(rules.rule, rules.count, sizeof(*rules.rule), by_rule);
    find_rules(runs, &rules);
    number_rules(runs);
    free(rules.rule);
}

void cfi_runs_build(struct cfi_runs *runs, const struct row_list *list)
{
    cfi_runs_build_part(runs, list, CFI_PART_ALL);
}

void cfi_runs_free(struct cfi_runs *runs)
{
    free(runs->run);
    free(runs->rule);
    memset(runs, 0, sizeof(*runs));
}
