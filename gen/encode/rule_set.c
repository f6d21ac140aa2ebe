/* SPDX-License-Identifier: MIT */
#include "encode/rule_set.h"

#include <stdlib.h>
#include <string.h>

#include "core/format/table_format.h"
#include "table/encode_table.h"
#include "util/diag.h"

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
    uint32_t hash = hash_rule(
        4u * row->condition + 2u * row->is_explicit + (row->source == ROW_EXIDX), &row->rule);

    return row->condition == CONDITION_ALWAYS ? hash : hash_rule(hash, &row->otherwise);
}

/* What of ENTRY a row would say. */
static struct row row_of(const struct dictionary_rule *entry)
{
    return (struct row){.rule = entry->rule,
                        .source = entry->exidx ? ROW_EXIDX : ROW_CODE,
                        .condition = entry->condition,
                        .is_explicit = entry->is_explicit,
                        .otherwise = entry->otherwise};
}

static bool is_of(const struct dictionary_rule *entry, const struct row *row)
{
    return entry->exidx == (row->source == ROW_EXIDX) && entry->condition == row->condition &&
           entry->is_explicit == row->is_explicit && rule_equal(&entry->rule, &row->rule) &&
           (row->condition == CONDITION_ALWAYS || rule_equal(&entry->otherwise, &row->otherwise));
}

/* Where the rule of ROW is, or would go, in the hash. */
static size_t slot_of(const struct dictionary *dictionary, const struct row *row)
{
    size_t at = hash_of(row) & (dictionary->hashed_size - 1);

    while (dictionary->hashed[at] && !is_of(&dictionary->rule[dictionary->hashed[at] - 1], row))
        at = (at + 1) & (dictionary->hashed_size - 1);
    return at;
}

static void rehash(struct dictionary *dictionary, size_t size)
{
    free(dictionary->hashed);
    dictionary->hashed = must_realloc(NULL, size, sizeof(*dictionary->hashed));
    dictionary->hashed_size = size;
    memset(dictionary->hashed, 0, size * sizeof(*dictionary->hashed));
    for (size_t i = 0; i < dictionary->count; i++) {
        struct row row = row_of(&dictionary->rule[i]);
        dictionary->hashed[slot_of(dictionary, &row)] = (uint32_t)i + 1;
    }
}

static void count_use(struct dictionary *dictionary, const struct row *row)
{
    struct dictionary_rule entry = {.rule = row->rule,
                                    .condition = row->condition,
                                    .otherwise = row->otherwise,
                                    .is_explicit = row->is_explicit,
                                    .exidx = row->source == ROW_EXIDX};
    size_t at;

    if (4 * dictionary->count >= dictionary->hashed_size)
        rehash(dictionary, dictionary->hashed_size ? 2 * dictionary->hashed_size : 1024);
    at = slot_of(dictionary, row);
    if (!dictionary->hashed[at]) {
        array_push(dictionary->rule, dictionary->count, dictionary->capacity, entry);
        dictionary->hashed[at] = (uint32_t)dictionary->count;
    }
    dictionary->rule[dictionary->hashed[at] - 1].uses++;
}

static void count_row(struct dictionary *dictionary, const struct row *row)
{
    if (row->rule.form != BOBBIN_FORM_NONE || row->is_explicit)
        count_use(dictionary, row);
}

/* Rules are numbered in the order in which an image shows them first where they are used alike. */
static int by_use(const void *a, const void *b)
{
    const struct dictionary_rule *x = a;
    const struct dictionary_rule *y = b;

    if (x->uses != y->uses)
        return x->uses > y->uses ? -1 : 1;
    return (x->number > y->number) - (x->number < y->number);
}

/* The same, but runs first: the core is quicker with them. */
static int by_kind(const void *a, const void *b)
{
    const struct dictionary_rule *x = a;
    const struct dictionary_rule *y = b;

    if (x->is_run != y->is_run)
        return x->is_run ? -1 : 1;
    return by_use(a, b);
}

/* Whether ENTRY has a halfword, worth it where its number is one of a byte. */
static bool is_run(const struct dictionary_rule *entry)
{
    uint32_t half;

    return !entry->exidx && entry->condition == CONDITION_ALWAYS &&
           encode_short(&entry->rule, &half);
}

/* Those that are used most have numbers of one byte. */
static void sort(struct dictionary *dictionary)
{
    size_t near = FORMAT_NUMBER_WIDE;

    if (!dictionary->count)
        return;
    if (near > dictionary->count)
        near = dictionary->count;
    for (size_t i = 0; i < dictionary->count; i++)
        dictionary->rule[i].number = (uint32_t)i;
    qsort(dictionary->rule, dictionary->count, sizeof(*dictionary->rule), by_use);
    for (size_t i = 0; i < near; i++) {
        dictionary->rule[i].is_run = is_run(&dictionary->rule[i]);
        dictionary->runs_count += dictionary->rule[i].is_run;
    }
    qsort(dictionary->rule, near, sizeof(*dictionary->rule), by_kind);
}

void dictionary_build(struct dictionary *dictionary, const struct rows *rows)
{
    memset(dictionary, 0, sizeof(*dictionary));
    rehash(dictionary, 1024);
    for (size_t i = 0; i < rows->count; i++)
        count_row(dictionary, &rows->row[i]);
    sort(dictionary);
    for (size_t i = 0; i < dictionary->count; i++)
        dictionary->rule[i].number = (uint32_t)i + 1;
    rehash(dictionary, dictionary->hashed_size);
}

void dictionary_free(struct dictionary *dictionary)
{
    free(dictionary->rule);
    free(dictionary->hashed);
    memset(dictionary, 0, sizeof(*dictionary));
}

uint32_t dictionary_index(const struct dictionary *dictionary, const struct row *row)
{
    return dictionary->hashed[slot_of(dictionary, row)] - 1;
}

uint32_t dictionary_number(const struct dictionary *dictionary, const struct row *row)
{
    return row->rule.form == BOBBIN_FORM_NONE ? 0 : dictionary_index(dictionary, row) + 1;
}
