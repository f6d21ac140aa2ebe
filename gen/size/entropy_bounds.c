/* SPDX-License-Identifier: MIT */
/*
 * Computes lower bounds for the bytes of a table: entropies of function lengths, body rules and
 * rows.
 */
#include "size/entropy_bounds.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "encode/rule_set.h"
#include "util/memory.h"

const char *bound_name(enum bound bound)
{
    static const char *const names[BOUNDS] = {
        "starts of functions, as a set",
        "lengths of functions",
        "lengths of functions, frameless neighbours joined",
        "body rules of functions",
        "body rules of functions, length class given",
        "all rows: rule given the rule before, length given the rule",
    };

    return names[bound];
}

/* ---- entropy --------------------------------------------------------------------------------- */

/* A sequence of symbols (in the sense of information theory), in the order in which they occur. */
struct symbols {
    uint64_t *symbol;
    size_t count, capacity;
};

static void see(struct symbols *symbols, uint64_t symbol)
{
    array_push(symbols->symbol, symbols->count, symbols->capacity, symbol);
}

static int ascending(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a;
    uint64_t y = *(const uint64_t *)b;

    return (x > y) - (x < y);
}

/* The order-0 entropy of all SYMBOLS together, in bits. Sorts SYMBOLS. */
static double entropy_bits(struct symbols *symbols)
{
    double bits = 0;
    size_t end;

    if (symbols->count)
        qsort(symbols->symbol, symbols->count, sizeof(*symbols->symbol), ascending);
    for (size_t i = 0; i < symbols->count; i = end) {
        for (end = i; end < symbols->count && symbols->symbol[end] == symbols->symbol[i];)
            end++;
        bits += (double)(end - i) * log2((double)symbols->count / (double)(end - i));
    }
    return bits;
}

/*
 * The entropy of PAIRS in bits, if the first half of each pair (GIVEN) is known. Frees both lists
 * of symbols.
 */
static double conditional_bits(struct symbols *pairs, struct symbols *given)
{
    double bits = entropy_bits(pairs) - entropy_bits(given);

    free(pairs->symbol);
    free(given->symbol);
    return bits;
}

static double log2_factorial(double n)
{
    return lgamma(n + 1) / log(2);
}

static double log2_choose(double n, double k)
{
    return k < n ? log2_factorial(n) - log2_factorial(k) - log2_factorial(n - k) : 0;
}

/* ---- functions ------------------------------------------------------------------------------- */

struct function {
    uint32_t start, end;
    uint32_t rule; /* number of its body rule; 0: none */
    bool frameless;
};

struct functions {
    const struct row_list *list;
    struct rule_set dictionary;
    struct function *function;
    size_t count, capacity;
};

/* Sets the body rule of FUNCTION: the rule that holds in most of its bytes. */
static void find_body(const struct functions *functions, struct function *function)
{
    uint32_t *bytes = must_realloc(NULL, functions->dictionary.count + 1, sizeof(*bytes));
    const struct row *row = row_list_find(functions->list, function->start);

    function->frameless = true;
    memset(bytes, 0, (functions->dictionary.count + 1) * sizeof(*bytes));
    for (uint32_t at = function->start; at < function->end; at = row++->end) {
        uint32_t end = row->end < function->end ? row->end : function->end;
        uint32_t rule = rule_set_number(&functions->dictionary, row);
        if (!rule_is_leaf(&row->rule) || row->condition != CONDITION_ALWAYS)
            function->frameless = false;
        bytes[rule] += end - at;
        if (bytes[rule] > bytes[function->rule])
            function->rule = rule;
    }
    free(bytes);
}

static uint32_t end_of_range(const struct row_list *list, uint32_t address)
{
    size_t i = list->ranges_count;

    while (i > 1 && list->range[i - 1].start > address)
        i--;
    return i ? list->range[i - 1].start + list->range[i - 1].size_bytes : address;
}

static void find_functions(struct functions *functions, const struct reference *reference)
{
    const struct image *image = reference->image;

    for (size_t i = 0; i < image->functions_count; i++) {
        struct function next = {.start = image->functions[i].address};
        struct function *last =
            functions->count ? &functions->function[functions->count - 1] : NULL;
        if (!row_list_find(functions->list, next.start) || (last && last->start == next.start))
            continue;
        next.end = end_of_range(functions->list, next.start);
        if (last && last->end > next.start)
            last->end = next.start;
        array_push(functions->function, functions->count, functions->capacity, next);
    }
    for (size_t i = 0; i < functions->count; i++)
        find_body(functions, &functions->function[i]);
}

/* ---- bounds ---------------------------------------------------------------------------------- */

static uint32_t halfwords(const struct function *function)
{
    return (function->end - function->start + 1) / 2;
}

static unsigned class_of(uint32_t length)
{
    unsigned bits = 0;

    for (; length; length >>= 1)
        bits++;
    return bits;
}

static void bound_lengths(struct bounds *bounds, const struct functions *functions)
{
    struct symbols lengths = {0};
    struct symbols runs = {0};
    uint64_t run = 0;

    for (size_t i = 0; i < functions->count; i++) {
        const struct function *function = &functions->function[i];
        see(&lengths, halfwords(function));
        run += halfwords(function);
        if (i + 1 < functions->count && function->frameless && function[1].frameless &&
            function->end == function[1].start)
            continue;
        see(&runs, run);
        run = 0;
    }
    bounds->bits[BOUND_LENGTHS] = entropy_bits(&lengths);
    bounds->bits[BOUND_RUNS] = entropy_bits(&runs);
    free(lengths.symbol);
    free(runs.symbol);
}

static void bound_rules(struct bounds *bounds, const struct functions *functions)
{
    struct symbols rules = {0};
    struct symbols pairs = {0};
    struct symbols classes = {0};

    for (size_t i = 0; i < functions->count; i++) {
        const struct function *function = &functions->function[i];
        unsigned class = class_of(halfwords(function));
        see(&rules, function->rule);
        see(&classes, class);
        see(&pairs, (uint64_t) class << 32 | function->rule);
    }
    bounds->bits[BOUND_RULES] = entropy_bits(&rules);
    bounds->bits[BOUND_RULES_BY_LENGTH] = conditional_bits(&pairs, &classes);
    free(rules.symbol);
}

static void bound_rows(struct bounds *bounds, const struct functions *functions)
{
    const struct rows *rows = &functions->list->rows;
    struct symbols rules = {0};
    struct symbols lengths = {0};
    struct symbols befores = {0};
    struct symbols follows = {0};
    uint64_t before = 0;

    for (size_t i = 0; i < rows->count; i++) {
        const struct row *row = &rows->row[i];
        uint64_t rule = rule_set_number(&functions->dictionary, row);
        see(&rules, rule);
        see(&lengths, rule << 32 | (row->end - row->start + 1) / 2);
        see(&befores, before);
        see(&follows, before << 32 | rule);
        before = rule;
    }
    bounds->bits[BOUND_ROWS] =
        conditional_bits(&lengths, &rules) + conditional_bits(&follows, &befores);
}

void bounds_find(struct bounds *bounds, const struct reference *reference)
{
    struct functions functions = {.list = &reference->list};
    double units = 0;

    memset(bounds, 0, sizeof(*bounds));
    rule_set_build(&functions.dictionary, &reference->list.rows);
    find_functions(&functions, reference);
    for (size_t i = 0; i < reference->list.ranges_count; i++)
        units += reference->list.range[i].size_bytes / 2;
    bounds->functions = functions.count;
    bounds->bits[BOUND_STARTS] = log2_choose(units, (double)functions.count);
    bound_lengths(bounds, &functions);
    bound_rules(bounds, &functions);
    bound_rows(bounds, &functions);
    rule_set_free(&functions.dictionary);
    free(functions.function);
}
