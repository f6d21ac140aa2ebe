/* SPDX-License-Identifier: MIT */
#include "exceptions/bank_maker.h"

/* The highest value of a step. */
enum { VALUE_MAX = (1 << (31 - CROSSING_VALUE_SHIFT)) - 1 };

void bank_add_step(struct maker *maker, unsigned place, unsigned kind, int32_t value)
{
    if (value < -VALUE_MAX - 1 || value > VALUE_MAX)
        maker->reason = "a saved register is too far away";
    bank_program_add(maker->program, place, kind, value);
}

/* ---- places that are lost -------------------------------------------------------------------- */

/* pc is not set yet, so a place that is set from it becomes lost. */
static void lose(struct maker *maker, unsigned place)
{
    bank_add_step(maker, place, CROSSING_REGISTER, CROSSING_PC);
}

void bank_lose_registers(struct maker *maker, bool late)
{
    uint32_t mask = 0;

    for (unsigned i = 0; i < maker->wants.count; i++)
        if (maker->wants.want[i].at.where == BANK_NOWHERE && maker->wants.want[i].place < 13 &&
            (maker->used >> maker->wants.want[i].place & 1) == late)
            mask |= 1u << maker->wants.want[i].place;
    if (mask)
        bank_program_list(maker->program, mask, CROSSING_LIST_LOST);
}

void bank_lose_banked(struct maker *maker)
{
    for (unsigned i = 0; i < maker->wants.count; i++)
        if (maker->wants.want[i].at.where == BANK_NOWHERE && maker->wants.want[i].place >= 13 &&
            maker->wants.want[i].place != CROSSING_PC && maker->wants.want[i].place != CROSSING_PSR)
            lose(maker, maker->wants.want[i].place);
    for (uint8_t bank = 0; bank < BOBBIN_BANKS; bank++)
        if (maker->lost_sp >> bank & 1)
            lose(maker, CROSSING_BANK_SP + bank);
    if (maker->lost_sp >> BANK_ENTERED & 1)
        lose(maker, BOBBIN_SP);
}

/* ---- words ----------------------------------------------------------------------------------- */

void bank_move_registers(struct maker *maker)
{
    for (unsigned i = 0; i < maker->wants.count; i++)
        if (maker->wants.want[i].at.where == BANK_IN_REGISTER)
            bank_add_step(maker, maker->wants.want[i].place, CROSSING_REGISTER,
                          maker->wants.want[i].at.from);
}

void bank_rebase(struct maker *maker, int32_t offset)
{
    if (offset != maker->base.number)
        bank_add_step(maker, CROSSING_BASE, CROSSING_NUMBER, offset - maker->base.number);
    maker->base.number = offset;
}

/* The number of PLACE in the mask of LIST; 16: it cannot be in one. */
static unsigned list_bit(const struct maker *maker, unsigned place)
{
    if (place < 13 || place == CROSSING_PC || place == BOBBIN_LR)
        return place;
    return place == CROSSING_BANK_LR + (unsigned)bank_of_lr(maker->state->mode) ? BOBBIN_LR : 16;
}

/* The mask of the registers that are in ascending order at OFFSET and after it. */
static uint32_t list_at(const struct maker *maker, uint8_t base, int32_t offset)
{
    uint32_t mask = 0;
    const struct bank_want *want;

    for (; (want = bank_wants_at(&maker->wants, base, offset)) != NULL; offset += 4) {
        uint32_t bit = 1u << list_bit(maker, want->place);
        if (bit > 0x8000 || bit <= mask)
            break;
        mask |= bit;
    }
    return mask;
}

/* Loads the words of BASE that are wanted from OFFSET on. Returns how many words it has loaded. */
static int32_t load_words(struct maker *maker, uint8_t base, int32_t offset)
{
    uint32_t mask = list_at(maker, base, offset);
    const struct bank_want *want = bank_wants_at(&maker->wants, base, offset);

    if (!want)
        return 0;
    bank_rebase(maker, offset);
    if (mask & (mask - 1)) {
        bank_program_list(maker->program, mask, CROSSING_LIST_LOAD);
        return __builtin_popcount(mask);
    }
    bank_add_step(maker, want->place, CROSSING_SLOT, 0);
    return 1;
}

void bank_load_all(struct maker *maker)
{
    const struct bank_state *state = maker->state;
    uint8_t base = maker->base.base;
    int64_t next = INT64_MIN;

    for (uint32_t i = 0; i < state->slots_count; i++) {
        int32_t offset = state->slot[i].offset;
        if (state->slot[i].base == base && offset >= next &&
            bank_wants_at(&maker->wants, base, offset))
            next = offset + 4 * (int64_t)load_words(maker, base, offset);
    }
}
