/* SPDX-License-Identifier: MIT */
#include "fuzz_reader.h"

#include <string.h>

#include "core/foreign/foreign.h"

#define BYTES_PER_RULE 16u

static void set(struct bobbin_rule *rule, uint32_t place, enum bobbin_place_kind kind,
                uint32_t value)
{
    rule->place_kind[place] = (uint8_t)kind;
    rule->place_value[place] = (int32_t)value;
}

static uint32_t pick_slot(struct fuzz_source *source)
{
    return 0u - 4 * fuzz_below(source, 16);
}

/* The return address may also stay in lr, or be in a register that the rule restores. */
static void pick_return_address(struct fuzz_source *source, struct bobbin_rule *rule)
{
    if (fuzz_one_in(source, 16))
        set(rule, BOBBIN_PLACE_RA, BOBBIN_LOST, 0);
    else if (fuzz_one_in(source, 3))
        set(rule, BOBBIN_PLACE_RA, BOBBIN_REGISTER, fuzz_below(source, 13));
    else if (fuzz_one_in(source, 2))
        set(rule, BOBBIN_PLACE_RA, BOBBIN_SLOT, pick_slot(source));
}

static void pick_register(struct fuzz_source *source, struct bobbin_rule *rule, uint32_t place)
{
    static const uint8_t sources[] = {0, 1, 2, 3, 12, 14};

    if (fuzz_one_in(source, 3))
        set(rule, place, BOBBIN_LOST, 0);
    else if (fuzz_one_in(source, 2))
        set(rule, place, BOBBIN_REGISTER, sources[fuzz_below(source, sizeof(sources))]);
    else
        set(rule, place, BOBBIN_SLOT, pick_slot(source));
}

static void pick_double(struct fuzz_source *source, struct bobbin_rule *rule, uint32_t place)
{
    static const uint8_t kinds[] = {BOBBIN_SLOT, BOBBIN_LOST, BOBBIN_SLOT_LOW, BOBBIN_SLOT_HIGH};
    enum bobbin_place_kind kind = kinds[fuzz_below(source, sizeof(kinds))];

    set(rule, place, kind, kind == BOBBIN_LOST ? 0 : pick_slot(source));
}

/*
 * No table can express an exchange of two registers: the return address in one, and the caller's
 * value of that register in lr.
 */
static void break_ring(struct bobbin_rule *rule)
{
    uint32_t place = (uint32_t)rule->place_value[BOBBIN_PLACE_RA] - 4;

    if (rule->place_kind[BOBBIN_PLACE_RA] == BOBBIN_REGISTER && place < 8 &&
        rule->place_kind[place] == BOBBIN_REGISTER && rule->place_value[place] == BOBBIN_LR)
        set(rule, place, BOBBIN_SAME, 0);
}

static enum bobbin_stop read_any(const struct foreign_table *table,
                                 const struct foreign_question *question, struct bobbin_rule *rule)
{
    uint8_t seed[FUZZ_READER_PART_BYTES + 1];
    struct fuzz_source source;

    if (table->part[0].size_bytes < FUZZ_READER_PART_BYTES)
        return BOBBIN_STOP_CORRUPT;
    memcpy(seed, table->part[0].bytes, FUZZ_READER_PART_BYTES);
    seed[FUZZ_READER_PART_BYTES] = (uint8_t)(question->address / BYTES_PER_RULE);
    fuzz_source_begin(&source, seed, sizeof(seed));
    source.size = 0;
    if (fuzz_one_in(&source, 8))
        return fuzz_one_in(&source, 2) ? BOBBIN_STOP_NO_RULE : BOBBIN_STOP_PC_OUTSIDE;
    rule->form = fuzz_one_in(&source, 6) ? BOBBIN_FORM_DEREF : BOBBIN_FORM_FRAME;
    if (fuzz_one_in(&source, 32))
        rule->form = BOBBIN_FORM_ROOT;
    rule->cfa_register = (uint8_t)(fuzz_one_in(&source, 3) ? fuzz_below(&source, 15) : BOBBIN_SP);
    rule->cfa_offset = 4 * (int32_t)fuzz_below(&source, 16);
    rule->cfa_add = rule->form == BOBBIN_FORM_DEREF ? 4 * (int32_t)fuzz_below(&source, 4) : 0;
    pick_return_address(&source, rule);
    for (uint32_t i = BOBBIN_PLACE_R4; i < BOBBIN_PLACE_RA; i++)
        if (fuzz_one_in(&source, 5))
            (i < BOBBIN_PLACE_D8 ? pick_register : pick_double)(&source, rule, i);
    break_ring(rule);
    return BOBBIN_STOP_NONE;
}

void fuzz_pick_reader_part(struct fuzz_source *source, uint8_t part[FUZZ_READER_PART_BYTES])
{
    for (uint32_t i = 0; i < FUZZ_READER_PART_BYTES; i++)
        part[i] = (uint8_t)fuzz_u32(source);
}

const struct bobbin_foreign fuzz_reader = {FUZZ_READER_NUMBER, FOREIGN_ALL_PLACES, read_any,
                                           foreign_step, foreign_rule_at};
