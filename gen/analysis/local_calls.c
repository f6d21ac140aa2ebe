/* SPDX-License-Identifier: MIT */
/* Groups regions that share local calls, and numbers these calls. For the stage analysis. */
#include "analysis/local_calls.h"

#include <stdlib.h>
#include <string.h>

#include "util/memory.h"

void local_calls_make(struct local_calls *locals, size_t regions_count)
{
    memset(locals, 0, sizeof(*locals));
    locals->group = must_realloc(NULL, regions_count, sizeof(*locals->group));
    locals->first = must_realloc(NULL, regions_count, sizeof(*locals->first));
    memset(locals->first, 0, regions_count * sizeof(*locals->first));
    for (size_t i = 0; i < regions_count; i++)
        locals->group[i] = (uint32_t)i;
}

void local_calls_free(struct local_calls *locals)
{
    free(locals->group);
    free(locals->first);
    free(locals->call);
    memset(locals, 0, sizeof(*locals));
}

uint32_t local_calls_group(const struct local_calls *locals, uint32_t region)
{
    uint32_t group = region;

    while (locals->group[group] != group)
        group = locals->group[group];
    while (locals->group[region] != group) {
        uint32_t next = locals->group[region];
        locals->group[region] = group;
        region = next;
    }
    return group;
}

void local_calls_join(struct local_calls *locals, uint32_t a, uint32_t b)
{
    uint32_t x = local_calls_group(locals, a);
    uint32_t y = local_calls_group(locals, b);

    locals->group[x > y ? x : y] = x > y ? y : x;
}

void local_calls_add(struct local_calls *locals, uint32_t region, uint32_t back, uint32_t callee)
{
    struct local_call call = {.group = region, .back = back, .callee = callee};

    array_push(locals->call, locals->count, locals->capacity, call);
}

static int by_number(const void *a, const void *b)
{
    const struct local_call *x = a;
    const struct local_call *y = b;

    if (x->group != y->group)
        return x->group < y->group ? -1 : 1;
    return (x->number > y->number) - (x->number < y->number);
}

void local_calls_number(struct local_calls *locals)
{
    uint32_t *used = NULL;
    size_t regions = locals->count ? locals->call[locals->count - 1].group + 1u : 0;
    uint32_t last = UINT32_MAX;

    if (!locals->count)
        return;
    used = must_realloc(NULL, regions, sizeof(*used));
    memset(used, 0, regions * sizeof(*used));
    for (size_t i = 0; i < locals->count; i++) {
        struct local_call *call = &locals->call[i];
        uint32_t region = call->group;
        call->group = local_calls_group(locals, region);
        if (region != last)
            locals->first[region] = used[call->group];
        call->number = used[call->group]++;
        last = region;
    }
    qsort(locals->call, locals->count, sizeof(*locals->call), by_number);
    free(used);
}

uint32_t local_calls_back(const struct local_calls *locals, uint32_t group, uint32_t number)
{
    return locals->call[array_lower_bound(locals->call, locals->count, group, group) + number].back;
}
