/* SPDX-License-Identifier: MIT */
#include "compare.h"

#include "core/format/bytes.h"
#include "core/format/table_format.h"
#include "core/unwind/rule_word.h"

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

/* ADDRESS may have no instruction. Only whether the table counts it as code is compared. */
static void compare_edge(const struct comparison *comparison, uint32_t address)
{
    struct place place = {.address = address, .kind = BOBBIN_KIND_INTERRUPTED};
    struct difference difference = ask(comparison, &place);

    if ((difference.good.stop == BOBBIN_STOP_PC_OUTSIDE) !=
        (difference.other.stop == BOBBIN_STOP_PC_OUTSIDE))
        comparison->differs(comparison->context, &difference);
}

static void compare_edges(const struct comparison *comparison, const struct bobbin_table *table)
{
    for (uint32_t i = 0; i < table->ranges_count; i++) {
        const uint8_t *range = table->ranges + i * FORMAT_RANGE_BYTES;
        uint32_t start = bytes_u32(range + FORMAT_RANGE_START);
        uint32_t end = start + bytes_u32(range + FORMAT_RANGE_SIZE);
        compare_edge(comparison, start - 1);
        compare_edge(comparison, start);
        compare_edge(comparison, end - 1);
        compare_edge(comparison, end);
    }
}

/*
 * Whether TABLE may have a rule that depends on the flags. Takes every word after the runs for a
 * rule, so true may be wrong, false is not.
 */
static bool has_flags(const struct bobbin_table *table)
{
    uint32_t runs = (bytes_u16(table->bytes + FORMAT_HEADER_RUNS) + 1) / 2 * 4;
    const uint8_t *words = table->ranges + table->ranges_count * FORMAT_RANGE_BYTES + runs;
    uint32_t count = (table->size_bytes - (uint32_t)(words - table->bytes)) / 4;

    for (uint32_t i = 0; i < count; i++) {
        uint32_t word = bytes_u32(words + 4 * i);
        if (rule_is_long(word) && rule_long(word) < count &&
            !(bytes_u32(words + 4 * rule_long(word)) & FORMAT_RULE_WORD))
            return true;
    }
    return false;
}

void compare_tables(const struct comparison *comparison)
{
    bool flags = has_flags(comparison->good.tables) || has_flags(comparison->other.tables);

    visit_places(comparison->image, flags ? 16 : 1, compare_at, (void *)(uintptr_t)comparison);
    compare_edges(comparison, comparison->good.tables);
    compare_edges(comparison, comparison->other.tables);
}
