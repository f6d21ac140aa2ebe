/* SPDX-License-Identifier: MIT */
#include "body_map.h"

#include <stdlib.h>

#include "addresses.h"
#include "condition.h"
#include "diag.h"
#include "format.h"
#include "image_env.h"
#include "trial.h"

enum {
    SHIFT_MIN = 5, /* of blocks of 16 bytes the map of most images is half as large as all else */
    SHIFT_MAX = 8, /* larger ones seldom have no other rule than their body's */
    /* a map may take whatever the table does: in small images a function has many bytes */
    FREE_BYTES = 128,
};

/* What the core has for AT with FLAGS, told ANSWER; false: nothing. */
static bool ask(const struct bobbin_env *env, const struct image_instruction *at, uint32_t flags,
                const struct table_answer *answer, struct bobbin_rule *rule)
{
    struct bobbin_cursor cursor = trial_cursor(at, BOBBIN_KIND_EXACT);

    cursor.cpsr |= flags;
    return trial_ask(env, answer, &cursor, rule) == BOBBIN_STOP_NONE;
}

/* Whether that is the same without a look at the code. */
static bool has_body(const struct bobbin_env *env, const struct image_instruction *at,
                     const struct table_answer *answer, uint32_t flags)
{
    struct table_answer unread = *answer;
    struct bobbin_rule rule, body;

    unread.how |= FORMAT_HOW_BODY;
    return ask(env, at, flags, answer, &rule) && ask(env, at, flags, &unread, &body) &&
           rule_equal(&rule, &body);
}

/* The same with any flags, on which long rules alone may depend, and of a rule that is proved. */
static bool always_has_body(const struct bobbin_env *env, const struct image_instruction *at)
{
    const struct bobbin_table *table = env->tables;
    struct bobbin_cursor cursor = trial_cursor(at, BOBBIN_KIND_EXACT);
    struct table_answer answer;
    bool has;

    if (table_find(env, &cursor, &answer) != BOBBIN_STOP_NONE ||
        !(answer.how & FORMAT_HOW_FORWARD) || answer.trust != BOBBIN_TRUST_TABLE)
        return false;
    has = has_body(env, at, &answer, 0);
    if (rule_long(table, answer.known))
        for (size_t i = 0; i < CONDITION_TELLING; i++)
            has = has && has_body(env, at, &answer, condition_telling[i]);
    return has;
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

uint32_t body_map_write(const struct body_map *map, uint32_t start, uint32_t end,
                        struct buffer *out)
{
    size_t first = out->size;

    for (uint32_t byte = 0; byte <= (end - 1 - start) >> map->shift >> 3; byte++)
        buffer_u8(out, 0xff);
    for (size_t i = addresses_below(map->other, map->count, start);
         i < map->count && map->other[i] < end; i++) {
        uint32_t block = (map->other[i] - start) >> map->shift;
        out->bytes[first + (block >> 3)] &= (uint8_t) ~(1u << (block & 7));
    }
    return (uint32_t)(out->size - first);
}
