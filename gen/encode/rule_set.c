/* SPDX-License-Identifier: MIT */
/*
 * Collects the distinct rules of an image in a hash table, and numbers them by how often they are
 * used.
 */
#include "encode/rule_set.h"

#include <stdlib.h>
#include <string.h>

#include "core/format/table_format.h"
#include "encode/rule_words.h"
#include "util/memory.h"

static uint32_t hash_rule(uint32_t hash, const struct bobbin_rule *rule)
{
    hash += rule->form + 31u * rule->cfa_register + 131u * (uint32_t)rule->cfa_offset +
            137u * (uint32_t)rule->cfa_add;
    for (unsigned i = 0; i < BOBBIN_PLACES; i++)
        hash = hash * 0x01000193u + (uint32_t)rule->place_value[i] + rule->place_kind[i];
    return hash ^ hash >> 15;
}

static uint32_t hash_of(const struct row *row)
{
    uint32_t hash = hash_rule(8u * row->condition + 4u * row->is_explicit +
                                  (row_source_trust(row->source) - BOBBIN_TRUST_TABLE),
                              &row->rule);

    return row->condition == CONDITION_ALWAYS ? hash : hash_rule(hash, &row->otherwise);
}

/* A source whose rules have TRUST. */
static enum row_source source_of(enum bobbin_trust trust)
{
    if (trust == BOBBIN_TRUST_EXIDX)
        return ROW_EXIDX;
    return trust == BOBBIN_TRUST_CFI ? ROW_CFI_ALONE : ROW_CODE;
}

/* Returns a row with the rule of ENTRY. */
static struct row row_of(const struct rule_set_rule *entry)
{
    return (struct row){.rule = entry->rule,
                        .source = source_of(entry->trust),
                        .condition = entry->condition,
                        .is_explicit = entry->is_explicit,
                        .otherwise = entry->otherwise};
}

static bool has_rule_of(const struct rule_set_rule *entry, const struct row *row)
{
    return entry->trust == row_source_trust(row->source) && entry->condition == row->condition &&
           entry->is_explicit == row->is_explicit && rule_equal(&entry->rule, &row->rule) &&
           (row->condition == CONDITION_ALWAYS || rule_equal(&entry->otherwise, &row->otherwise));
}

/* Index in `hashed` where the rule of ROW is, or where it would be inserted. */
static size_t slot_of(const struct rule_set *rule_set, const struct row *row)
{
    size_t at = hash_of(row) & (rule_set->hashed_size - 1);

    while (rule_set->hashed[at] && !has_rule_of(&rule_set->rule[rule_set->hashed[at] - 1], row))
        at = (at + 1) & (rule_set->hashed_size - 1);
    return at;
}

static void rehash(struct rule_set *rule_set, size_t size)
{
    free(rule_set->hashed);
    rule_set->hashed = must_realloc(NULL, size, sizeof(*rule_set->hashed));
    rule_set->hashed_size = size;
    memset(rule_set->hashed, 0, size * sizeof(*rule_set->hashed));
    for (size_t i = 0; i < rule_set->count; i++) {
        struct row row = row_of(&rule_set->rule[i]);
        rule_set->hashed[slot_of(rule_set, &row)] = (uint32_t)i + 1;
    }
}

static void count_use(struct rule_set *rule_set, const struct row *row)
{
    struct rule_set_rule entry = {.rule = row->rule,
                                  .condition = row->condition,
                                  .otherwise = row->otherwise,
                                  .is_explicit = row->is_explicit,
                                  .trust = row_source_trust(row->source)};
    size_t at;

    if (4 * rule_set->count >= rule_set->hashed_size)
        rehash(rule_set, rule_set->hashed_size ? 2 * rule_set->hashed_size : 1024);
    at = slot_of(rule_set, row);
    if (!rule_set->hashed[at]) {
        array_push(rule_set->rule, rule_set->count, rule_set->capacity, entry);
        rule_set->hashed[at] = (uint32_t)rule_set->count;
    }
    rule_set->rule[rule_set->hashed[at] - 1].uses++;
}

static void count_row(struct rule_set *rule_set, const struct row *row)
{
    if (row->rule.form != BOBBIN_FORM_NONE || row->is_explicit)
        count_use(rule_set, row);
}

/* Most used first. Rules with equal use keep the order in which the image first has them. */
static int by_use(const void *a, const void *b)
{
    const struct rule_set_rule *x = a;
    const struct rule_set_rule *y = b;

    if (x->uses != y->uses)
        return x->uses > y->uses ? -1 : 1;
    return (x->number > y->number) - (x->number < y->number);
}

/* Runs come first, because the core expands them faster. Otherwise the order is that of by_use. */
static int by_kind(const void *a, const void *b)
{
    const struct rule_set_rule *x = a;
    const struct rule_set_rule *y = b;

    if (x->is_run != y->is_run)
        return x->is_run ? -1 : 1;
    return by_use(a, b);
}

/* Whether ENTRY fits in a halfword. */
static bool is_run(const struct rule_set_rule *entry)
{
    uint32_t half;

    return entry->trust == BOBBIN_TRUST_TABLE && entry->condition == CONDITION_ALWAYS &&
           encode_halfword(&entry->rule, &half);
}

/* Gives one-byte numbers to the most used rules. Only these rules can be stored as halfwords. */
static void sort(struct rule_set *rule_set)
{
    size_t short_count = FORMAT_NUMBER_WIDE;

    if (!rule_set->count)
        return;
    if (short_count > rule_set->count)
        short_count = rule_set->count;
    for (size_t i = 0; i < rule_set->count; i++)
        rule_set->rule[i].number = (uint32_t)i;
    qsort(rule_set->rule, rule_set->count, sizeof(*rule_set->rule), by_use);
    for (size_t i = 0; i < short_count; i++) {
        rule_set->rule[i].is_run = is_run(&rule_set->rule[i]);
        rule_set->runs_count += rule_set->rule[i].is_run;
    }
    qsort(rule_set->rule, short_count, sizeof(*rule_set->rule), by_kind);
}

void rule_set_build(struct rule_set *rule_set, const struct rows *rows)
{
    memset(rule_set, 0, sizeof(*rule_set));
    rehash(rule_set, 1024);
    for (size_t i = 0; i < rows->count; i++)
        count_row(rule_set, &rows->row[i]);
    sort(rule_set);
    for (size_t i = 0; i < rule_set->count; i++)
        rule_set->rule[i].number = (uint32_t)i + 1;
    rehash(rule_set, rule_set->hashed_size);
}

void rule_set_free(struct rule_set *rule_set)
{
    free(rule_set->rule);
    free(rule_set->hashed);
    memset(rule_set, 0, sizeof(*rule_set));
}

uint32_t rule_set_index(const struct rule_set *rule_set, const struct row *row)
{
    return rule_set->hashed[slot_of(rule_set, row)] - 1;
}

uint32_t rule_set_number(const struct rule_set *rule_set, const struct row *row)
{
    return row->rule.form == BOBBIN_FORM_NONE ? 0 : rule_set_index(rule_set, row) + 1;
}
