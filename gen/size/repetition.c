/* SPDX-License-Identifier: MIT */
/*
 * Counts how often the rules of an image and the entries of .ARM.exidx repeat, and prints the
 * counts.
 */
#include "size/repetition.h"

#include <stdio.h>
#include <stdlib.h>

#include "elf/exidx_entries.h"
#include "formats/cfi_dictionary/dictionary_runs.h"
#include "rows/exidx_rows.h"
#include "util/memory.h"

/* ---- counting -------------------------------------------------------------------------------- */

#define FRAME_POINTERS (1u << (BOBBIN_PLACE_R4 + 7 - 4) | 1u << (BOBBIN_PLACE_R4 + 11 - 4))

static const struct {
    const char *name;
    uint32_t parts;
} looked_at[REPETITIONS] = {
    [REPETITION_RULES] = {"rules", CFI_PART_ALL},
    [REPETITION_LIMITED] = {"rules for pc, sp, r7 and r11 alone",
                            CFI_PART_CFA | 1u << BOBBIN_PLACE_RA | FRAME_POINTERS},
    [REPETITION_CFAS] = {"ways to find the cfa", CFI_PART_CFA},
    [REPETITION_USES] = {"ways to restore the registers", CFI_PART_ALL & ~CFI_PART_CFA},
};

static void count_parts(struct repetition_count *count, const struct row_list *list, uint32_t parts)
{
    struct cfi_runs runs;

    cfi_runs_build_part(&runs, list, parts);
    count->ranges = runs.count;
    count->distinct = runs.rules_count;
    for (size_t i = 0; i < runs.rules_count && i < REPETITION_TOP; i++)
        count->top += runs.rule[i].uses;
    cfi_runs_free(&runs);
}

struct words {
    uint32_t *word;
    size_t count, capacity;
};

static int by_value(const void *a, const void *b)
{
    uint32_t x, y;

    memcpy(&x, a, sizeof(x));
    memcpy(&y, b, sizeof(y));
    return (x > y) - (x < y);
}

/* The number of distinct words in WORDS. Frees them. */
static uint64_t count_different(struct words *words)
{
    uint64_t different = 0;

    if (words->count)
        qsort(words->word, words->count, sizeof(*words->word), by_value);
    for (size_t i = 0; i < words->count; i++)
        different += i == 0 || words->word[i] != words->word[i - 1];
    free(words->word);
    return different;
}

static void count_exidx(struct repetition *repetition, const struct image *image)
{
    struct exidx_walk walk = {.image = image};
    struct words inlined = {0};
    struct words in_extab = {0};
    struct row_list list = {0};
    struct cfi_runs runs;
    uint32_t extab;

    for (; exidx_walk_next(&walk); repetition->exidx_entries++)
        if (exidx_entry_in_extab(&walk.entry, &extab))
            array_push(in_extab.word, in_extab.count, in_extab.capacity, extab);
        else if (walk.entry.word >> 31)
            array_push(inlined.word, inlined.count, inlined.capacity, walk.entry.word);
    repetition->exidx_inline = count_different(&inlined);
    repetition->exidx_extab = count_different(&in_extab);
    exidx_rows(&list.rows, image);
    cfi_runs_build(&runs, &list);
    repetition->exidx_unwinders = runs.rules_count;
    cfi_runs_free(&runs);
    row_list_free(&list);
}

void repetition_find(struct repetition *repetition, const struct reference *reference)
{
    *repetition = (struct repetition){0};
    for (int of = 0; of < REPETITIONS; of++)
        count_parts(&repetition->of[of], &reference->list, looked_at[of].parts);
    count_exidx(repetition, reference->image);
}

/* ---- output ---------------------------------------------------------------------------------- */

void repetition_print(const struct repetition *repetition)
{
    printf("\nrepetition:\n%10s  %10s  %10s\n", "ranges", "distinct", "in top 15");
    for (int of = 0; of < REPETITIONS; of++) {
        const struct repetition_count *count = &repetition->of[of];
        printf("%10llu  %10llu  %8.3f %%  %s\n", (unsigned long long)count->ranges,
               (unsigned long long)count->distinct,
               count->ranges ? 100.0 * (double)count->top / (double)count->ranges : 0.0,
               looked_at[of].name);
    }
    printf("%10llu  %10llu  %10s  entries of .ARM.exidx and distinct unwinders "
           "(%llu inline, %llu in .ARM.extab)\n",
           (unsigned long long)repetition->exidx_entries,
           (unsigned long long)repetition->exidx_unwinders, "",
           (unsigned long long)repetition->exidx_inline,
           (unsigned long long)repetition->exidx_extab);
}

void repetition_write(const struct repetition *repetition, struct json *json)
{
    json_array(json, "repetition");
    for (int of = 0; of < REPETITIONS; of++) {
        json_object(json, NULL);
        json_string(json, "name", looked_at[of].name);
        json_number(json, "ranges", repetition->of[of].ranges);
        json_number(json, "distinct", repetition->of[of].distinct);
        json_number(json, "top_15", repetition->of[of].top);
        json_object_end(json);
    }
    json_array_end(json);
    json_object(json, "exidx");
    json_number(json, "entries", repetition->exidx_entries);
    json_number(json, "inline", repetition->exidx_inline);
    json_number(json, "extab", repetition->exidx_extab);
    json_number(json, "unwinders", repetition->exidx_unwinders);
    json_object_end(json);
}
