/* SPDX-License-Identifier: MIT */
#include "fuzz_table.h"

#include <string.h>

#include "bobbin.h"
#include "format.h"
#include "fuzz_groups.h"

#define ENTRIES_MAX     40u
#define LENGTH_MAX      60u /* halfwords of an entry */
#define ROWS_MAX        4u
#define SHORTS          3u /* of the rules are halfwords */
#define LONG_RULES      6u
#define LONG_RULE_WORDS 6u

const uint8_t fuzz_build_id[FUZZ_BUILD_ID_BYTES] = {1, 2, 3, 4, 5};

/* A kind that PLACE may have. */
static uint32_t pick_kind(struct fuzz_source *source, uint32_t place)
{
    bool is_double = place >= BOBBIN_PLACE_D8 && place < BOBBIN_PLACE_RA;
    uint32_t kind = 1 + fuzz_below(source, 5);

    if (is_double)
        return kind == BOBBIN_REGISTER ? BOBBIN_SLOT : kind;
    return kind > BOBBIN_REGISTER ? BOBBIN_SLOT : kind;
}

static uint32_t pick_register(struct fuzz_source *source, uint32_t place)
{
    if (place == BOBBIN_PLACE_RA && fuzz_one_in(source, 2))
        return 4 + fuzz_below(source, 8);
    return fuzz_one_in(source, 2) ? 14 : fuzz_below(source, 4);
}

/* A place of a long rule. */
static uint32_t pick_place(struct fuzz_source *source, uint32_t place)
{
    uint32_t kind = pick_kind(source, place);

    if (kind == BOBBIN_LOST)
        return LONG_PLACE(kind, 0);
    if (kind == BOBBIN_REGISTER)
        return LONG_PLACE(kind, pick_register(source, place));
    return LONG_PLACE(kind, 0u - 4 * fuzz_below(source, 10));
}

/* Places of WORDS, a rule of one of the plain forms, from word AT on: the highest comes first. */
static void pick_places(struct fuzz_source *source, uint32_t *words, uint32_t at)
{
    uint32_t place = BOBBIN_PLACE_RA;

    if (fuzz_one_in(source, 5))
        place = fuzz_below(source, BOBBIN_PLACE_RA);
    for (; at < LONG_RULE_WORDS; at++) {
        words[0] |= LONG_HEAD(0, 0, 1u << place);
        words[at] = pick_place(source, place);
        if (!place)
            break;
        place = fuzz_below(source, place);
    }
}

static uint32_t pick_compact_rule(struct fuzz_source *source)
{
    uint32_t number = fuzz_one_in(source, 4) ? fuzz_below(source, 16) : 13;
    uint32_t vfp = fuzz_one_in(source, 4) ? fuzz_below(source, 10) : 0;
    uint32_t home = fuzz_one_in(source, 4) ? fuzz_below(source, 8) : 0;
    uint32_t flags = (fuzz_one_in(source, 5) ? 0 : COMPACT_RA) |
                     (fuzz_one_in(source, 4) ? COMPACT_SPLIT : 0) |
                     (fuzz_one_in(source, 4) ? COMPACT_GAP : 0);
    uint32_t mask = fuzz_below(source, 16) << fuzz_below(source, 5);
    uint32_t cfa_words = 2 + fuzz_below(source, 12);

    if (number == 13 && !fuzz_one_in(source, 8)) /* room for all that is saved, as it has to be */
        cfa_words += home + (uint32_t)__builtin_popcount(mask) + 2 * vfp;
    return COMPACT(number, cfa_words, mask, vfp, home, flags);
}

/*
 * A long rule: well formed, with small numbers, so that a trace can live by it. The flags may choose a missing one, or
 * such a rule again.
 */
static void pick_long_rule(struct fuzz_source *source, uint32_t *words)
{
    uint32_t kind = fuzz_below(source, 5);
    uint32_t offset = 4 * fuzz_below(source, 8);

    memset(words, 0, LONG_RULE_WORDS * sizeof(*words));
    if (kind == 0) {
        const uint32_t either[] = {LONG_EITHER(fuzz_below(source, 14),
                                               fuzz_below(source, FUZZ_RULES + 2),
                                               fuzz_below(source, FUZZ_RULES + 2))};
        memcpy(words, either, sizeof(either));
    } else if (kind == 1) {
        const uint32_t word[] = {
            LONG_WORD(pick_compact_rule(source), fuzz_below(source, 2u << BOBBIN_PLACE_RA))};
        memcpy(words, word, sizeof(word));
    } else {
        bool deref = kind == 2;
        words[0] =
            LONG_HEAD(deref ? 2 : 1, fuzz_one_in(source, 2) ? 13 : fuzz_below(source, 15), 0);
        words[1] = offset;
        words[2] = 4 * fuzz_below(source, 4);
        pick_places(source, words, deref ? 3 : 2);
    }
}

/* Of one of the two forms; now and then of none. */
static uint16_t pick_short_rule(struct fuzz_source *source)
{
    uint32_t cfa_words = 1 + fuzz_below(source, 12);
    uint32_t mask = fuzz_below(source, 256);

    switch (fuzz_below(source, 8)) {
    case 0:
        return (uint16_t)fuzz_u32(source);
    case 1:
    case 2:
        return SHORT_MASK(cfa_words + (uint32_t)__builtin_popcount(mask), mask);
    default:
        return SHORT(cfa_words + mask % 9, mask % 9);
    }
}

static uint32_t pick_word(struct fuzz_source *source)
{
    if (fuzz_one_in(source, 3))
        return LONG_RULE(LONG_RULE_WORDS * fuzz_below(source, LONG_RULES));
    if (fuzz_one_in(source, 20))
        return RULE_ROOT;
    if (fuzz_one_in(source, 10))
        return LARGE_RUN(9 + fuzz_below(source, 12), fuzz_below(source, 9));
    if (fuzz_one_in(source, 10))
        return COMPACT_LOST(2 + fuzz_below(source, 12), fuzz_below(source, 256),
                            fuzz_one_in(source, 5) ? 0 : COMPACT_RA, fuzz_below(source, 256));
    return pick_compact_rule(source);
}

static void pick_rules(struct fuzz_source *source, uint16_t *shorts, uint32_t *rules,
                       uint32_t *long_rules)
{
    for (uint32_t i = 0; i < SHORTS; i++)
        shorts[i] = pick_short_rule(source);
    for (uint32_t i = 0; i < LONG_RULES; i++)
        pick_long_rule(source, long_rules + i * LONG_RULE_WORDS);
    for (uint32_t i = 0; i < FUZZ_RULES - SHORTS; i++)
        rules[i] = pick_word(source);
}

static uint32_t pick_number(struct fuzz_source *source)
{
    if (fuzz_one_in(source, 16))
        return fuzz_one_in(source, 2) ? 0 : 255 + fuzz_below(source, 4);
    return 1 + fuzz_below(source, FUZZ_RULES);
}

static void pick_rows(struct fuzz_source *source, struct handmade_entry *entry,
                      struct handmade_row *rows)
{
    entry->rows = rows;
    entry->rows_count = fuzz_one_in(source, 4) ? 1 + fuzz_below(source, ROWS_MAX) : 0;
    for (uint32_t i = 0; i < entry->rows_count; i++)
        rows[i] = (struct handmade_row){fuzz_below(source, 8), 1 + fuzz_below(source, 6),
                                        pick_number(source)};
}

/* How many halfwords an entry has, of at most HALFWORDS; all but the last end with a unit. */
static uint32_t pick_length(struct fuzz_source *source, uint32_t unit, uint32_t halfwords)
{
    uint32_t length = (1 + fuzz_below(source, LENGTH_MAX / unit)) * unit;

    return length < halfwords ? length : halfwords;
}

/* Without a record, an entry of a page has a number in any case. */
static uint32_t pick_rule_number(struct fuzz_source *source, uint32_t how,
                                 const struct handmade_entry *entry)
{
    bool may_be_code = (how & HOW_CODE) || entry->without || entry->rows_count;

    return fuzz_one_in(source, 3) && may_be_code ? HANDMADE_CODE : pick_number(source);
}

/* Entries that tile HALFWORDS, or the most of them that ENTRIES_MAX can, for RANGE. */
static void pick_entries(struct fuzz_source *source, struct handmade_range *range,
                         struct handmade_entry *entries, struct handmade_row rows[][ROWS_MAX],
                         uint32_t halfwords)
{
    uint32_t unit = range->how & HOW_CODE ? 1 : ((1u << range->unit_shift) + 1) / 2;

    range->entries_count = 0;
    while (halfwords > 0 && range->entries_count < ENTRIES_MAX) {
        struct handmade_entry *entry = &entries[range->entries_count];
        entry->halfwords = pick_length(source, unit, halfwords);
        entry->without = fuzz_one_in(source, 4) ? fuzz_below(source, 4) : 0;
        entry->wide = fuzz_one_in(source, 8);
        pick_rows(source, entry, rows[range->entries_count++]);
        entry->rule = pick_rule_number(source, range->how, entry);
        halfwords -= entry->halfwords;
    }
}

/* As the writer's settings have it, or in any other way. */
static uint32_t pick_how(struct fuzz_source *source)
{
    static const uint32_t settings[] = {HOW_FORWARD | HOW_PROLOGUE,
                                        HOW_FORWARD | HOW_PROLOGUE | HOW_WALK | HOW_CODE, 0};

    if (fuzz_one_in(source, 4))
        return fuzz_below(source, 32) & (HOW_FORWARD | HOW_PROLOGUE | HOW_WALK | HOW_CODE);
    return settings[fuzz_below(source, 3)];
}

/* ---- another format's ----------------------------------------------------------------------------- */

#define FUNCTIONS_MAX   12u
#define RECORD_ROWS_MAX 3u
#define CHROME1_MAX     (4 + FUNCTIONS_MAX * (6 + 2 + 4 * RECORD_ROWS_MAX))
#define CHROME2_MAX     (36 + FUNCTIONS_MAX * (4 + 3 * (2 + 7)))

static void put_u16(uint8_t *at, uint32_t value)
{
    at[0] = (uint8_t)value;
    at[1] = (uint8_t)(value >> 8);
}

/* A record at AT, of a function of that many BYTES; how many it takes itself. */
static uint32_t pick_record(struct fuzz_source *source, uint8_t *at, uint32_t bytes)
{
    uint32_t rows = fuzz_below(source, RECORD_ROWS_MAX + 1);
    uint32_t offset = 0;

    put_u16(at, rows);
    for (uint32_t i = 0; i < rows; i++) {
        offset += 2 * fuzz_below(source, bytes / 4 + 1);
        put_u16(at + 2 + 4 * i, offset);
        put_u16(at + 4 + 4 * i, 4 * fuzz_below(source, 12) | fuzz_below(source, 4));
    }
    return 2 + 4 * rows;
}

/* Chromium's of 2018: functions all over the code, the last of them its end. Returns its size. */
static uint32_t pick_chrome1(struct fuzz_source *source, uint8_t *part)
{
    uint32_t count = 1 + fuzz_below(source, FUNCTIONS_MAX), step = FUZZ_CODE_BYTES / count;
    uint32_t at = 4 + 6 * count, records = at;

    memset(part, 0, CHROME1_MAX);
    part[0] = (uint8_t)(fuzz_one_in(source, 2) ? count : 6 * count);
    for (uint32_t i = 0; i < count; i++) {
        bool last = i == count - 1;
        uint32_t start = last ? FUZZ_CODE_BYTES : i * step + 2 * fuzz_below(source, step / 2);
        put_u16(part + 4 + 4 * i, start);
        put_u16(part + 4 + 4 * count + 2 * i, last ? 0xffff : (at - records) / 2);
        if (!last)
            at += pick_record(source, part + at, step);
    }
    return at;
}

/* What such an instruction may be, with what behind it makes a frame of it. */
static uint32_t pick_sequence(struct fuzz_source *source, uint8_t *at)
{
    static const uint8_t firsts[] = {0x00, 0x01, 0x05, 0x80, 0x84, 0x94, 0x97, 0xa8, 0xab, 0xb2};
    uint32_t size = 0;

    for (uint32_t left = 1 + fuzz_below(source, 3); left > 0; left--) {
        uint8_t first = firsts[fuzz_below(source, sizeof(firsts))];
        at[size++] = first;
        if (first == 0xb2 || (first & 0xf0) == 0x80)
            at[size++] = (uint8_t)fuzz_below(source, 0x80);
    }
    at[size++] = 0xb0;
    return size;
}

/* Chromium's of 2021: the same, all in one page, of up to three pairs each. Returns its size. */
static uint32_t pick_chrome2(struct fuzz_source *source, uint8_t *part)
{
    uint32_t count = 1 + fuzz_below(source, FUNCTIONS_MAX), step = FUZZ_CODE_BYTES / 2 / count;
    uint32_t pairs = 36 + 4 * count, codes = pairs + 6 * count, size = 0;
    const uint32_t words[] = {32, 1, 36, count, pairs, 6 * count, codes};

    memset(part, 0, CHROME2_MAX);
    for (uint32_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
        put_u16(part + 4 * i, words[i]);
    for (uint32_t i = 0; i < count; i++) {
        put_u16(part + 36 + 4 * i, i ? i * step + fuzz_below(source, step) : 0);
        put_u16(part + 38 + 4 * i, 6 * i);
        for (uint32_t pair = 0; pair < 3; pair++) {
            part[pairs + 6 * i + 2 * pair] = (uint8_t)((2 - pair) * (1 + fuzz_below(source, 3)));
            part[pairs + 6 * i + 2 * pair + 1] = (uint8_t)size;
            size += pick_sequence(source, part + codes + size);
        }
    }
    put_u16(part + 28, size);
    return codes + size;
}

#define PART_MAX (CHROME1_MAX + CHROME2_MAX + FUZZ_GROUPS_MAX_BYTES)

/* Part 0 of a table in any of these formats, of which NUMBER is the one. Returns its size. */
static uint32_t pick_part(struct fuzz_source *source, uint8_t *part, uint32_t *number)
{
    static const uint8_t numbers[] = {FORMAT_FOREIGN_CHROME1, FORMAT_FOREIGN_CHROME2,
                                      FORMAT_FOREIGN_GROUPS};

    *number = numbers[fuzz_below(source, 3)];
    if (*number == FORMAT_FOREIGN_CHROME1)
        return pick_chrome1(source, part);
    if (*number == FORMAT_FOREIGN_CHROME2)
        return pick_chrome2(source, part);
    return fuzz_pick_groups(source, FUZZ_CODE_BYTES, part);
}

static uint32_t write_foreign(struct fuzz_source *source, uint8_t *out)
{
    static const struct handmade_entry code[] = {ENTRY(FUZZ_CODE_BYTES / 2, 0)};
    const struct handmade_range range = RANGE(FUZZ_CODE, code, 1);
    uint8_t part[PART_MAX];
    uint32_t number, size = pick_part(source, part, &number);
    const struct handmade_foreign foreign = {number, FUZZ_CODE, {part}, {size}};
    const struct handmade table = {.ranges = &range,
                                   .ranges_count = 1,
                                   .foreign = &foreign,
                                   .build_id = fuzz_build_id,
                                   .build_id_size = FUZZ_BUILD_ID_BYTES};

    return handmade_write(&table, out);
}

/* ---- all ------------------------------------------------------------------------------------------ */

/* Groups are of pages. */
static void pick_shape(struct fuzz_source *source, struct handmade_range *range)
{
    range->how = pick_how(source);
    range->unit_shift = fuzz_below(source, 3);
    range->group_shift = range->how & HOW_CODE ? 0 : fuzz_below(source, 3);
}

uint32_t fuzz_write_table(struct fuzz_source *source, uint8_t *out)
{
    struct handmade_entry entries[ENTRIES_MAX], far;
    struct handmade_row rows[ENTRIES_MAX][ROWS_MAX];
    struct handmade_range ranges[2] = {RANGE(FUZZ_CODE, entries, 0),
                                       RANGE(FUZZ_CODE + 0x10000, &far, 1)};
    uint16_t shorts[SHORTS];
    uint32_t rules[FUZZ_RULES - SHORTS];
    uint32_t long_rules[LONG_RULES * LONG_RULE_WORDS];
    struct handmade table = {.ranges = ranges,
                             .ranges_count = 1 + fuzz_below(source, 2),
                             .shorts = shorts,
                             .shorts_count = SHORTS,
                             .rules = rules,
                             .rules_count = FUZZ_RULES - SHORTS,
                             .exidx_first = 1 + fuzz_below(source, 2 * FUZZ_RULES),
                             .long_rules = long_rules,
                             .long_rules_size = sizeof(long_rules),
                             .build_id = fuzz_build_id,
                             .build_id_size = FUZZ_BUILD_ID_BYTES,
                             .rotation = fuzz_below(source, 7)};

    if (fuzz_one_in(source, 8))
        return write_foreign(source, out);
    if (table.rotation == 3 || table.rotation == 4) /* ENTRIES or ROWS would be the last */
        table.rotation = 0;
    pick_rules(source, shorts, rules, long_rules);
    pick_shape(source, &ranges[0]);
    pick_entries(source, &ranges[0], entries, rows, FUZZ_CODE_BYTES / 2);
    far = entries[0];
    far.rule = pick_number(source);
    return handmade_write(&table, out);
}
