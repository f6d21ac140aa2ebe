/* SPDX-License-Identifier: MIT */
#include "dictionary.h"

#include <stdlib.h>
#include <string.h>

#include "diag.h"

static uint32_t hash_of(const struct row *row)
{
    const struct bobbin_rule *rule = &row->rule;
    uint32_t hash = rule->form + 31u * rule->cfa_register + 131u * (uint32_t)rule->cfa_offset +
                    137u * (uint32_t)rule->cfa_add + (row->source == ROW_EXIDX);

    for (unsigned i = 0; i < BOBBIN_PLACES; i++)
        hash = hash * 0x01000193u + (uint32_t)rule->place_value[i] + rule->place_kind[i];
    return hash ^ hash >> 15;
}

/* Where the rule of ROW is, or would go, in the hash. */
static size_t slot_of(const struct dictionary *dictionary, const struct row *row)
{
    size_t at = hash_of(row) & (dictionary->hashed_size - 1);

    while (dictionary->hashed[at]) {
        const struct dictionary_rule *entry = &dictionary->rule[dictionary->hashed[at] - 1];
        if (entry->exidx == (row->source == ROW_EXIDX) && rule_equal(&entry->rule, &row->rule))
            break;
        at = (at + 1) & (dictionary->hashed_size - 1);
    }
    return at;
}

static void rehash(struct dictionary *dictionary, size_t size)
{
    free(dictionary->hashed);
    dictionary->hashed = must_realloc(NULL, size, sizeof(*dictionary->hashed));
    dictionary->hashed_size = size;
    memset(dictionary->hashed, 0, size * sizeof(*dictionary->hashed));
    for (size_t i = 0; i < dictionary->count; i++) {
        const struct dictionary_rule *entry = &dictionary->rule[i];
        struct row row = {.rule = entry->rule, .source = entry->exidx ? ROW_EXIDX : ROW_CFI};
        dictionary->hashed[slot_of(dictionary, &row)] = (uint32_t)i + 1;
    }
}

static void count_use(struct dictionary *dictionary, const struct row *row)
{
    struct dictionary_rule entry = {.rule = row->rule, .exidx = row->source == ROW_EXIDX};
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

/* Rules are numbered in the order in which an image shows them first where they are used alike. */
static int by_use(const void *a, const void *b)
{
    const struct dictionary_rule *x = a;
    const struct dictionary_rule *y = b;

    if (x->exidx != y->exidx)
        return x->exidx ? 1 : -1;
    if (x->uses != y->uses)
        return x->uses > y->uses ? -1 : 1;
    return (x->number > y->number) - (x->number < y->number);
}

void dictionary_build(struct dictionary *dictionary, const struct rows *rows)
{
    memset(dictionary, 0, sizeof(*dictionary));
    rehash(dictionary, 1024);
    for (size_t i = 0; i < rows->count; i++)
        if (rows->row[i].rule.form != BOBBIN_FORM_NONE)
            count_use(dictionary, &rows->row[i]);
    for (size_t i = 0; i < dictionary->count; i++)
        dictionary->rule[i].number = (uint32_t)i;
    if (dictionary->count)
        qsort(dictionary->rule, dictionary->count, sizeof(*dictionary->rule), by_use);
    dictionary->exidx_first = (uint32_t)dictionary->count + 1;
    for (size_t i = dictionary->count; i-- > 0;) {
        dictionary->rule[i].number = (uint32_t)i + 1;
        if (dictionary->rule[i].exidx)
            dictionary->exidx_first = (uint32_t)i + 1;
    }
    rehash(dictionary, dictionary->hashed_size);
}

void dictionary_free(struct dictionary *dictionary)
{
    free(dictionary->rule);
    free(dictionary->hashed);
    memset(dictionary, 0, sizeof(*dictionary));
}

uint32_t dictionary_number(const struct dictionary *dictionary, const struct row *row)
{
    if (row->rule.form == BOBBIN_FORM_NONE)
        return 0;
    return dictionary->hashed[slot_of(dictionary, row)];
}
