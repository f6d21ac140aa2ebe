/* SPDX-License-Identifier: MIT */
#include "compare.h"

#include "bytes.h"
#include "format.h"

static struct difference ask(const struct comparison *comparison, const struct place *place)
{
    return (struct difference){*place, answer_at(&comparison->good, place),
                               answer_at(&comparison->other, place)};
}

static void compare_at(void *context, const struct place *place)
{
    const struct comparison *comparison = context;
    struct difference difference = ask(comparison, place);

    if (!answer_equal(&difference.good, &difference.other))
        comparison->differs(comparison->context, &difference);
}

/* ADDRESS need not have an instruction: what counts is whether it is code. */
static void compare_edge(const struct comparison *comparison, uint32_t address)
{
    struct place place = {.address = address, .kind = BOBBIN_KIND_EXACT};
    struct difference difference = ask(comparison, &place);

    if ((difference.good.stop == BOBBIN_STOP_PC_OUTSIDE) !=
        (difference.other.stop == BOBBIN_STOP_PC_OUTSIDE))
        comparison->differs(comparison->context, &difference);
}

static void compare_edges(const struct comparison *comparison, const struct bobbin_table *table)
{
    const struct bobbin_section *ranges = &table->section[FORMAT_SECTION_RANGES];

    for (uint32_t at = 0; at + FORMAT_RANGE_BYTES <= ranges->size_bytes; at += FORMAT_RANGE_BYTES) {
        const uint8_t *range = table->bytes + ranges->offset + at;
        uint32_t start = bytes_u32(range + FORMAT_RANGE_START);
        uint32_t end = start + bytes_u32(range + FORMAT_RANGE_SIZE);
        compare_edge(comparison, start - 1);
        compare_edge(comparison, start);
        compare_edge(comparison, end - 1);
        compare_edge(comparison, end);
    }
}

void compare_tables(const struct comparison *comparison)
{
    visit_places(comparison->image, compare_at, (void *)(uintptr_t)comparison);
    compare_edges(comparison, comparison->good.tables);
    compare_edges(comparison, comparison->other.tables);
}
