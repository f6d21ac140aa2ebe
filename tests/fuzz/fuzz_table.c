/* SPDX-License-Identifier: MIT */
#include "fuzz_table.h"

#include <string.h>

#include "core/format/table_format.h"
#include "fuzz_groups.h"
#include "fuzz_reader.h"
#include <bobbin/bobbin.h>

#define ENTRIES_MAX     40u
#define LENGTH_MAX      60u /* most halfwords of an entry */
#define ROWS_MAX        4u
#define SHORTS          3u /* the first rules are halfwords */
#define WORDS           (FUZZ_RULES - SHORTS)
#define LONG_RULES      6u
#define LONG_RULE_WORDS 9u
#define LONG_HEAD_WORDS 3u

const uint8_t fuzz_build_id[FUZZ_BUILD_ID_BYTES] = {1, 2, 3, 4, 5};

/* ---- rules ----------------------------------------------------------------------------------- */

static uint32_t pick_explicit(struct fuzz_source *source, uint32_t flag)
{
    return fuzz_one_in(source, 2) ? flag : 0;
}

static uint32_t pick_compact_rule(struct fuzz_source *source)
{
    uint32_t number = fuzz_one_in(source, 4) ? fuzz_below(source, 15) : 13;
    uint32_t vfp = fuzz_one_in(source, 4) ? fuzz_below(source, 9) : 0;
    uint32_t home = fuzz_one_in(source, 4) ? fuzz_below(source, 8) : 0;
    uint32_t flags =
        pick_explicit(source, COMPACT_EXPLICIT) | (fuzz_one_in(source, 5) ? 0 : COMPACT_RA) |
        (fuzz_one_in(source, 4) ? COMPACT_SPLIT : 0) | (fuzz_one_in(source, 4) ? COMPACT_GAP : 0);
    uint32_t mask = fuzz_below(source, 16) << fuzz_below(source, 5);
    uint32_t cfa_words = 2 + fuzz_below(source, 12);

    if (number == 13 && !fuzz_one_in(source, 8)) /* room for all saved registers */
        cfa_words += home + (uint32_t)__builtin_popcount(mask) + 2 * vfp;
    return COMPACT(number, cfa_words, mask, vfp, home, flags);
}

/* The steps of a long rule, stored after its head. */
struct steps {
    uint32_t *words;
    uint32_t count;
};

static void put_step(struct steps *steps, uint32_t step)
{
    if (steps->count < LONG_RULE_WORDS - LONG_HEAD_WORDS)
        steps->words[LONG_HEAD_WORDS + steps->count++] = step;
}

static uint32_t pick_slot(struct fuzz_source *source, uint32_t kind, uint32_t place)
{
    return STEP(kind, place, 0u - 4 * fuzz_below(source, 16));
}

/*
 * A return address in a slot or register. Some of these registers never hold it in practice, for
 * example r11.
 */
static void pick_return_address(struct fuzz_source *source, struct steps *steps)
{
    if (fuzz_one_in(source, 8))
        put_step(steps, STEP(STEP_REGISTER, STEP_RA, STEP_NOBODY));
    else if (fuzz_one_in(source, 2))
        put_step(steps, STEP(STEP_REGISTER, STEP_RA, fuzz_below(source, 13)));
    else
        put_step(steps, pick_slot(source, STEP_SLOT, STEP_RA));
}

/* A slot or source register that no other step uses. */
static void pick_register(struct fuzz_source *source, struct steps *steps, uint32_t number)
{
    static const uint8_t sources[] = {0, 1, 2, 3, 12, 14, STEP_NOBODY};

    if (fuzz_one_in(source, 2))
        put_step(steps, pick_slot(source, STEP_SLOT, number));
    else
        put_step(steps, STEP(STEP_REGISTER, number, sources[fuzz_below(source, sizeof(sources))]));
}

static void pick_double(struct fuzz_source *source, struct steps *steps, uint32_t number)
{
    uint32_t low = pick_slot(source, STEP_HALF, STEP_LOW(number));

    if (fuzz_one_in(source, 3)) {
        put_step(steps, low);
    } else if (fuzz_one_in(source, 2)) {
        put_step(steps, pick_slot(source, STEP_HALF, STEP_HIGH(number)));
    } else if (steps->count + 2 <= LONG_RULE_WORDS - LONG_HEAD_WORDS) {
        uint32_t value = (uint32_t)((int32_t)low >> 8);
        put_step(steps, STEP(STEP_SLOT, STEP_HIGH(number), value + 4));
        put_step(steps, low);
    }
}

/* Steps for registers without a slot in WORD, the first word of the rule. */
static void pick_steps(struct fuzz_source *source, struct steps *steps, uint32_t flags,
                       uint32_t mask, uint32_t vfp)
{
    if (fuzz_one_in(source, 4))
        put_step(steps, STEP(STEP_SLOT, STEP_CFA, 4 * fuzz_below(source, 4)));
    if (!(flags & COMPACT_RA) && !fuzz_one_in(source, 3))
        pick_return_address(source, steps);
    for (uint32_t i = 0; i < 8; i++)
        if (!(mask >> i & 1) && fuzz_one_in(source, 6))
            pick_register(source, steps, STEP_R(4 + i));
    for (uint32_t i = vfp; i < 8; i++)
        if (fuzz_one_in(source, 8))
            pick_double(source, steps, 8 + i);
}

static uint32_t pick_lost(struct fuzz_source *source)
{
    uint32_t mask = fuzz_below(source, 256) & fuzz_below(source, 256);

    if (!fuzz_one_in(source, 3))
        return 0;
    return BOBBIN_VALID_R(4) * mask | BOBBIN_VALID_D(8) * (fuzz_one_in(source, 2) ? mask : 0);
}

/*
 * A well-formed long rule with small numbers, so that a trace can follow it. If it depends on the
 * flags, it may select a missing rule or another rule that depends on the flags.
 */
static void pick_long_rule(struct fuzz_source *source, uint32_t *words)
{
    struct steps steps = {words, 0};
    uint32_t flags =
        (fuzz_one_in(source, 2) ? COMPACT_RA : 0) | (fuzz_one_in(source, 4) ? COMPACT_SPLIT : 0) |
        (fuzz_one_in(source, 4) ? COMPACT_GAP : 0) | (fuzz_one_in(source, 4) ? LONG_EXIDX : 0) |
        (fuzz_one_in(source, 4) ? LONG_CFI : 0);
    uint32_t number = fuzz_one_in(source, 2) ? 13 : fuzz_below(source, 15);
    uint32_t mask = fuzz_one_in(source, 2) ? fuzz_below(source, 256) & fuzz_below(source, 256) : 0;
    uint32_t vfp = fuzz_one_in(source, 4) ? fuzz_below(source, 4) : 0;
    uint32_t home = fuzz_one_in(source, 4) ? fuzz_below(source, 8) : 0;
    uint32_t offset = 4 * fuzz_below(source, 24);

    memset(words, 0, LONG_RULE_WORDS * sizeof(*words));
    if (fuzz_one_in(source, 5)) {
        const uint32_t either[] = {LONG_EITHER(fuzz_below(source, 0x10000),
                                               fuzz_below(source, FUZZ_RULES),
                                               fuzz_below(source, FUZZ_RULES + 2))};
        memcpy(words, either, sizeof(either));
    } else {
        pick_steps(source, &steps, flags, mask, vfp);
        if (steps.count && fuzz_one_in(source, 16)) /* a step with one wrong bit */
            words[LONG_HEAD_WORDS + fuzz_below(source, steps.count)] ^= 1u
                                                                        << fuzz_below(source, 32);
        const uint32_t head[] = {
            LONG_HEAD(number, steps.count, mask, vfp, home, flags, offset, pick_lost(source))};
        memcpy(words, head, sizeof(head));
    }
}

static uint32_t pick_run(struct fuzz_source *source, uint32_t words)
{
    uint32_t count = fuzz_below(source, 9);

    return LARGE_RUN(1 + fuzz_below(source, words) + count, count);
}

static uint32_t pick_word(struct fuzz_source *source)
{
    if (fuzz_one_in(source, 3))
        return LONG_RULE(WORDS + LONG_RULE_WORDS * fuzz_below(source, LONG_RULES));
    if (fuzz_one_in(source, 20))
        return fuzz_one_in(source, 2) ? RULE_ROOT : RULE_NONE;
    if (fuzz_one_in(source, 10))
        return pick_run(source, 20) | pick_explicit(source, RUN_EXPLICIT);
    if (fuzz_one_in(source, 10))
        return COMPACT_LOST(2 + fuzz_below(source, 12), fuzz_below(source, 256),
                            pick_explicit(source, COMPACT_EXPLICIT) |
                                (fuzz_one_in(source, 5) ? 0 : COMPACT_RA),
                            1 + fuzz_below(source, 255));
    return pick_compact_rule(source);
}

static void pick_rules(struct fuzz_source *source, uint16_t *shorts, uint32_t *rules,
                       uint32_t *long_rules)
{
    for (uint32_t i = 0; i < SHORTS; i++)
        shorts[i] = (uint16_t)(fuzz_one_in(source, 20) ? RULE_NONE : pick_run(source, 12));
    for (uint32_t i = 0; i < LONG_RULES; i++)
        pick_long_rule(source, long_rules + i * LONG_RULE_WORDS);
    for (uint32_t i = 0; i < WORDS; i++)
        rules[i] = pick_word(source);
}

/* ---- entries --------------------------------------------------------------------------------- */

static uint32_t pick_number(struct fuzz_source *source)
{
    if (fuzz_one_in(source, 16)) /* a missing rule, or a word inside a long rule */
        return fuzz_one_in(source, 2) ? 0x1ffe : FUZZ_RULES + fuzz_below(source, 4);
    return fuzz_below(source, FUZZ_RULES);
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

/*
 * The length of an entry in halfwords, at most HALFWORDS. All entries except the last end at a
 * multiple of the unit.
 */
static uint32_t pick_length(struct fuzz_source *source, uint32_t unit, uint32_t halfwords)
{
    uint32_t length = (1 + fuzz_below(source, LENGTH_MAX / unit)) * unit;

    return length < halfwords ? length : halfwords;
}

/* Fields that only entries in blocks have. */
static void pick_block_entry(struct fuzz_source *source, struct handmade_entry *entry,
                             struct handmade_row *rows)
{
    entry->without = fuzz_one_in(source, 4) ? fuzz_below(source, 4) : 0;
    pick_rows(source, entry, rows);
    if (fuzz_one_in(source, 3))
        entry->rule = HANDMADE_CODE;
}

/* Entries of RANGE that fill HALFWORDS, as far as ENTRIES_MAX entries reach. */
static void pick_entries(struct fuzz_source *source, struct handmade_range *range,
                         struct handmade_entry *entries, struct handmade_row rows[][ROWS_MAX],
                         uint32_t halfwords)
{
    uint32_t unit = range->how & HOW_CODE ? 1 : ((1u << range->unit_shift) + 1) / 2;

    range->entries_count = 0;
    while (halfwords > 0 && range->entries_count < ENTRIES_MAX) {
        struct handmade_entry *entry = &entries[range->entries_count];
        *entry = (struct handmade_entry){.halfwords = pick_length(source, unit, halfwords),
                                         .rule = pick_number(source),
                                         .wide = fuzz_one_in(source, 8)};
        if (range->how & HOW_CODE)
            pick_block_entry(source, entry, rows[range->entries_count]);
        range->entries_count++;
        halfwords -= entry->halfwords;
    }
}

/* A setting that the writer uses, or any other combination. */
static uint32_t pick_how(struct fuzz_source *source)
{
    if (fuzz_one_in(source, 4))
        return fuzz_below(source, 32) & (HOW_FORWARD | HOW_PROLOGUE | HOW_WALK | HOW_CODE);
    return fuzz_one_in(source, 3) ? HOW_FORWARD | HOW_PROLOGUE | HOW_WALK | HOW_CODE : 0;
}

/* ---- tables of other formats ----------------------------------------------------------------- */

#define FUNCTIONS_MAX   12u
#define RECORD_ROWS_MAX 3u
#define CHROME1_MAX     (4 + FUNCTIONS_MAX * (6 + 2 + 4 * RECORD_ROWS_MAX))
#define CHROME2_MAX     (36 + FUNCTIONS_MAX * (4 + 3 * (2 + 7)))

static void put_u16(uint8_t *at, uint32_t value)
{
    at[0] = (uint8_t)value;
    at[1] = (uint8_t)(value >> 8);
}

/* A record at AT for a function of BYTES bytes of code. Returns the size of the record. */
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

/*
 * A table in Chromium's format of 2018, with functions spread over the code. The last index entry
 * marks the end. Returns the size.
 */
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

/* Writes unwind instructions at AT that form a frame, and returns their size. */
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

/*
 * A table in Chromium's format of 2021: functions spread over one page, each with up to three
 * pairs. Returns the size.
 */
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

/* Part 0 of a table in one of these formats; *NUMBER is the format. Returns the size. */
static uint32_t pick_part(struct fuzz_source *source, uint8_t *part, uint32_t *number)
{
    static const uint8_t numbers[] = {FORMAT_FOREIGN_CHROME1, FORMAT_FOREIGN_CHROME2,
                                      FORMAT_FOREIGN_GROUPS, FUZZ_READER_NUMBER};

    *number = numbers[fuzz_below(source, sizeof(numbers))];
    if (*number == FUZZ_READER_NUMBER) {
        fuzz_pick_reader_part(source, part);
        return FUZZ_READER_PART_BYTES;
    }
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

/* ---- whole tables ---------------------------------------------------------------------------- */

/* Only ranges with pages have groups. */
static void pick_shape(struct fuzz_source *source, struct handmade_range *range)
{
    range->how = pick_how(source);
    range->unit_shift = fuzz_below(source, 3);
    range->group_shift = range->how & HOW_CODE ? 0 : fuzz_below(source, 3);
    range->ahead = fuzz_below(source, 3) ? 0 : fuzz_below(source, 256);
}

uint32_t fuzz_write_table(struct fuzz_source *source, uint8_t *out)
{
    struct handmade_entry entries[ENTRIES_MAX], far;
    struct handmade_row rows[ENTRIES_MAX][ROWS_MAX];
    struct handmade_range ranges[2] = {RANGE(FUZZ_CODE, entries, 0),
                                       RANGE(FUZZ_CODE + 0x10000, &far, 1)};
    uint16_t shorts[SHORTS];
    uint32_t rules[WORDS];
    uint32_t long_rules[LONG_RULES * LONG_RULE_WORDS];
    struct handmade table = {.ranges = ranges,
                             .ranges_count =
                                 fuzz_one_in(source, 32) ? 0 : 1 + fuzz_below(source, 2),
                             .shorts = shorts,
                             .shorts_count = SHORTS,
                             .rules = rules,
                             .rules_count = WORDS,
                             .long_rules = long_rules,
                             .long_rules_count = LONG_RULES * LONG_RULE_WORDS,
                             .build_id = fuzz_build_id,
                             .build_id_size = FUZZ_BUILD_ID_BYTES,
                             .rotation = fuzz_below(source, 3)};

    if (fuzz_one_in(source, 6))
        return write_foreign(source, out);
    pick_rules(source, shorts, rules, long_rules);
    pick_shape(source, &ranges[0]);
    pick_entries(source, &ranges[0], entries, rows, FUZZ_CODE_BYTES / 2);
    far = (struct handmade_entry)ENTRY(entries[0].halfwords, pick_number(source));
    return handmade_write(&table, out);
}
