/* SPDX-License-Identifier: MIT */
#include "places.h"

#include <stddef.h>

/* The place is in the banks, from CROSSING_OTHER on; those before are words of the cursor. */
#define IS_BANKED(place) ((place) >= CROSSING_OTHER)

_Static_assert(offsetof(struct bobbin_banks, internal) - offsetof(struct bobbin_banks, r8) ==
                       4 * (CROSSING_BASE - CROSSING_OTHER) &&
                   offsetof(struct bobbin_banks, sp) - offsetof(struct bobbin_banks, r8) ==
                       4 * (CROSSING_BANK_SP - CROSSING_OTHER) &&
                   offsetof(struct bobbin_banks, spsr) - offsetof(struct bobbin_banks, sp) ==
                       4 * (CROSSING_BANK_SPSR - CROSSING_BANK_SP),
               "places are words of the banks");
_Static_assert(offsetof(struct bobbin_cursor, cpsr) - offsetof(struct bobbin_cursor, r) ==
                   4 * CROSSING_PSR,
               "places are words of the cursor");

/* PLACE, or for r13 and r14 the place in the bank of the code's mode. */
static __attribute__((noinline)) uint32_t resolve(struct bobbin_cursor *cursor, uint32_t place)
{
    uint32_t bank = *places_code_bank(cursor);

    if (place == BOBBIN_SP)
        return CROSSING_BANK_SP + bank;
    if (place == BOBBIN_LR)
        return CROSSING_BANK_LR + (bank == BOBBIN_BANK_HYP ? 0 : bank);
    return place;
}

static bytes_any_word *word_of(struct bobbin_cursor *cursor, uint32_t place)
{
    return IS_BANKED(place) ? (bytes_any_word *)cursor->banks->r8 + (place - CROSSING_OTHER)
                            : (bytes_any_word *)cursor->r + place;
}

/* Asks env->read_bank for the banked register of PLACE. */
static inline bool ask(const struct bobbin_cursor *cursor, uint32_t place, uint32_t *value)
{
    const struct bobbin_env *env = cursor->reading.env;
    uint32_t bank = place % BOBBIN_BANKS, number = (place - CROSSING_BANK_SP) / BOBBIN_BANKS;

    number += BOBBIN_SP + (number >> 1); /* 13, 14, 16 */
    if (place < CROSSING_BANK_SP) {
        number = place - (CROSSING_OTHER - 8);
        bank = cursor->banks->internal[1] != BOBBIN_BANK_FIQ; /* FIQ or user */
    }
    if (bank >= BOBBIN_BANK_MON)
        bank += 2 + (bank & 2);
    return env->read_bank && env->read_bank(env->context, 16 + bank, number, value);
}

bool places_get(struct bobbin_cursor *cursor, uint32_t place, uint32_t *value)
{
    struct bobbin_banks *banks = cursor->banks;
    bytes_any_word *word;

    *value = 0;
    place = resolve(cursor, place);
    word = word_of(cursor, place);
    if (IS_BANKED(place) && !((banks->known | banks->lost) >> (place - CROSSING_OTHER) & 1)) {
        bool known = ask(cursor, place, value);
        places_set(cursor, place, known, *value);
    }
    *value = *word;
    return (IS_BANKED(place) ? banks->known >> (place - CROSSING_OTHER) : cursor->valid >> place) &
           1;
}

void places_set(struct bobbin_cursor *cursor, uint32_t place, bool is_known, uint32_t value)
{
    struct bobbin_banks *banks = cursor->banks;
    uint32_t *known = &cursor->valid, bit;

    place = resolve(cursor, place);
    *word_of(cursor, place) = value;
    if (IS_BANKED(place)) {
        known = &banks->known;
        place -= CROSSING_OTHER;
        banks->lost |= 1u << place; /* means nothing while the register is known */
    }
    bit = 1u << place;
    *known |= bit;
    if (!is_known)
        *known ^= bit;
}
