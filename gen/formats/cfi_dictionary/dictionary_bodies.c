/* SPDX-License-Identifier: MIT */
/*
 * Divides code into bodies by dynamic programming. For each piece of code and each rule, finds the
 * cheapest division in which the piece is in a body with this rule.
 */
#include "formats/cfi_dictionary/dictionary_bodies.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/transfer.h"
#include "core/foreign/cfi_dictionary.h"
#include "util/memory.h"

#define NEVER ((uint64_t)1 << 40) /* more than all bytes of any table */

/* ---- pieces ---------------------------------------------------------------------------------- */

/* Addresses of calls, ascending. */
struct calls {
    uint32_t *address;
    size_t count, capacity;
    size_t next; /* the first call that is in no piece yet */
};

static void note_call(void *context, const struct node *node, const struct frame_path *before)
{
    struct calls *calls = context;

    if (before && analysis_is_call(node))
        array_push(calls->address, calls->count, calls->capacity, node->at.address);
}

/* Whether START to END - 1 contains a call. Calls of this function must have ascending START. */
static bool has_call(struct calls *calls, uint32_t start, uint32_t end)
{
    while (calls->next < calls->count && calls->address[calls->next] < start)
        calls->next++;
    return calls->next < calls->count && calls->address[calls->next] < end;
}

static void add_piece(struct cfi_bodies *bodies, struct calls *calls, uint32_t start, uint32_t end,
                      uint32_t rule)
{
    struct cfi_piece piece = {start, end, rule, has_call(calls, start, end), rule};

    if (start < end)
        array_push(bodies->piece, bodies->count, bodies->capacity, piece);
}

static void cut(struct cfi_bodies *bodies, const struct cfi_runs *runs,
                const struct reference *reference)
{
    uint32_t none = (uint32_t)runs->rules_count;
    struct calls calls = {0};

    if (reference->analysis.count)
        analysis_visit(&reference->analysis, note_call, &calls);
    for (size_t i = 0; i < runs->count; i++) {
        const struct cfi_run *run = &runs->run[i];
        if (i > 0)
            add_piece(bodies, &calls, run[-1].end, run->start, none);
        add_piece(bodies, &calls, run->start, run->end, run->rule);
    }
    free(calls.address);
}

/* ---- the cheapest cut ------------------------------------------------------------------------ */

struct way {
    const struct cfi_bodies *bodies;
    const struct cfi_prices *prices;
    uint32_t states; /* number of rules, plus one for no rule */
    uint64_t *cost;  /* by state: cost of the cheapest division so far that ends in this state */
    uint32_t *best;  /* by piece: the state of the cheapest division before that piece */
    /* a bit for each piece and state: a body begins at the piece, after state best[piece] */
    uint8_t *begun;
};

static uint64_t price_of_wide(const struct way *way, uint32_t rule)
{
    return rule >= CFI_NARROW_RULES && rule + 1 < way->states ? way->prices->wide : 0;
}

static uint64_t price_of_piece(const struct way *way, const struct cfi_piece *piece, uint32_t body)
{
    uint64_t units = (piece->end - piece->start) / CFI_UNIT_BYTES;
    uint64_t rows = (units + CFI_LENGTH_MAX - 1) / CFI_LENGTH_MAX;

    if (piece->rule == body)
        return 0;
    if (piece->calls)
        return NEVER;
    if (!way->prices->rare)
        return units * way->prices->unit;
    return rows * (way->prices->rare + price_of_wide(way, piece->rule));
}

static uint32_t cheapest(const struct way *way)
{
    uint32_t best = 0;

    for (uint32_t state = 1; state < way->states; state++)
        if (way->cost[state] < way->cost[best])
            best = state;
    return best;
}

static void extend_ways(struct way *way, size_t i)
{
    const struct cfi_piece *piece = &way->bodies->piece[i];
    uint32_t best = cheapest(way);
    uint64_t before = way->cost[best];

    way->best[i] = best;
    for (uint32_t state = 0; state < way->states; state++) {
        uint64_t begun = before + way->prices->body + price_of_wide(way, state);
        size_t bit = i * way->states + state;
        if (i == 0 || begun < way->cost[state]) {
            way->cost[state] = begun;
            way->begun[bit / 8] |= (uint8_t)(1u << bit % 8);
        }
        way->cost[state] += price_of_piece(way, piece, state);
    }
}

static void choose_bodies(const struct way *way, struct cfi_bodies *bodies)
{
    uint32_t state = cheapest(way);

    for (size_t i = bodies->count; i-- > 0;) {
        size_t bit = i * way->states + state;
        bodies->piece[i].body = state;
        if (way->begun[bit / 8] >> bit % 8 & 1)
            state = way->best[i];
    }
}

void cfi_bodies_build(struct cfi_bodies *bodies, const struct cfi_runs *runs,
                      const struct reference *reference, const struct cfi_prices *prices)
{
    struct way way = {bodies, prices, (uint32_t)runs->rules_count + 1, NULL, NULL, NULL};
    size_t bytes;

    memset(bodies, 0, sizeof(*bodies));
    cut(bodies, runs, reference);
    bytes = bodies->count * way.states / 8 + 1;
    way.cost = must_realloc(NULL, way.states, sizeof(*way.cost));
    way.best = must_realloc(NULL, bodies->count + 1, sizeof(*way.best));
    way.begun = must_realloc(NULL, bytes, 1);
    memset(way.cost, 0, way.states * sizeof(*way.cost));
    memset(way.begun, 0, bytes);
    for (size_t i = 0; i < bodies->count; i++)
        extend_ways(&way, i);
    choose_bodies(&way, bodies);
    free(way.cost);
    free(way.best);
    free(way.begun);
}

void cfi_bodies_free(struct cfi_bodies *bodies)
{
    free(bodies->piece);
    memset(bodies, 0, sizeof(*bodies));
}
