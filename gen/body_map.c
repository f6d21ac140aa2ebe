/* SPDX-License-Identifier: MIT */
#include "body_map.h"

#include <stdlib.h>

#include "diag.h"
#include "format.h"
#include "image_env.h"
#include "lookup.h"

enum {
    SHIFT_MIN = 5, /* of blocks of 16 bytes the map of most images is half as large as all else */
    SHIFT_MAX = 8, /* larger ones seldom have no other rule than their body's */
    FREE_BYTES =
        128, /* a map may take whatever the table does: in small images a function has many bytes */
};

/* What the core has for AT with FLAGS, told ANSWER, and whence it is; false: nothing. */
static bool ask(const struct bobbin_env *env, const struct image_instruction *at, uint32_t flags,
                const struct table_answer *answer, struct bobbin_rule *out, uint8_t *trust)
{
    struct bobbin_cursor cursor = {.kind = BOBBIN_KIND_EXACT};
    struct rule rule;

    cursor.r[BOBBIN_PC] = at->address;
    cursor.cpsr = flags | (at->thumb ? BOBBIN_CPSR_T : 0);
    return lookup_answer(&cursor, env, answer, &rule, trust) == BOBBIN_STOP_NONE &&
           rule_expand(&rule, out);
}

/* Whether that is the same, and proved, without a look at the code. */
static bool has_body(const struct bobbin_env *env, const struct image_instruction *at,
                     const struct table_answer *answer, uint32_t flags)
{
    struct table_answer unread = *answer;
    struct bobbin_rule rule, body;
    uint8_t trust;

    unread.how |= FORMAT_HOW_BODY;
    return ask(env, at, flags, answer, &rule, &trust) &&
           ask(env, at, flags, &unread, &body, &trust) && trust == BOBBIN_TRUST_TABLE &&
           rule_equal(&rule, &body);
}

/* The same with any flags. A rule that depends on them is another with all of them set, or with N and C (prover.c). */
static bool always_has_body(const struct bobbin_env *env, const struct image_instruction *at)
{
    struct table_answer answer;

    table_find(env, at->address, true, &answer);
    if (answer.found != BOBBIN_STOP_NONE || !(answer.how & FORMAT_HOW_FORWARD) ||
        !has_body(env, at, &answer, 0))
        return false;
    return !(rule_word(env->tables, answer.rule - 1u) & FORMAT_RULE_LONG) ||
           (has_body(env, at, &answer, 0xf0000000) && has_body(env, at, &answer, 0xa0000000));
}

bool body_map_find(struct body_map *map, const struct image *image, const uint8_t *bytes,
                   uint32_t size_bytes)
{
    struct bobbin_table table;
    struct bobbin_env env;
    struct image_walk walk = {.image = image};

    map->other = NULL;
    map->count = map->capacity = 0;
    if (bobbin_table_open(&table, bytes, size_bytes, 0, NULL, 0) != BOBBIN_TABLE_OK)
        return false;
    env = image_env(image, &table);
    while (image_walk_next(&walk))
        if (!always_has_body(&env, &walk.instruction))
            array_push(map->other, map->count, map->capacity, walk.instruction.address);
    return true;
}

void body_map_free(struct body_map *map)
{
    free(map->other);
}

/* What the map of PLAN would take, at most where no range is too large to be one piece (encode.c). */
static uint64_t map_bytes(const struct plan *plan, uint32_t shift)
{
    const struct row_list *list = &plan->reference->list;
    uint64_t bytes = 3; /* to align the section */

    for (size_t i = 0; i < list->ranges_count; i++)
        bytes += ((list->range[i].size_bytes - 1) >> shift >> 3) + 1 + 1; /* and the next range */
    return bytes;
}

bool body_map_fit(struct body_map *map, const struct plan *plan, uint32_t size_bytes,
                  double budget_bytes)
{
    for (map->shift = SHIFT_MIN; map->shift <= SHIFT_MAX; map->shift++) {
        uint64_t bytes = map_bytes(plan, map->shift);
        if (budget_bytes > 0 &&
            (bytes <= FREE_BYTES || (double)(size_bytes + bytes) <= budget_bytes))
            return true;
    }
    return false;
}

/* How many of MAP's addresses are below ADDRESS. */
static size_t count_below(const struct body_map *map, uint32_t address)
{
    size_t low = 0, high = map->count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (map->other[middle] < address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

uint32_t body_map_write(const struct body_map *map, uint32_t start, uint32_t end,
                        struct buffer *out)
{
    size_t first = out->size;

    for (uint32_t byte = 0; byte <= (end - 1 - start) >> map->shift >> 3; byte++)
        buffer_u8(out, 0xff);
    for (size_t i = count_below(map, start); i < map->count && map->other[i] < end; i++) {
        uint32_t block = (map->other[i] - start) >> map->shift;
        out->bytes[first + (block >> 3)] &= (uint8_t) ~(1u << (block & 7));
    }
    return (uint32_t)(out->size - first);
}
