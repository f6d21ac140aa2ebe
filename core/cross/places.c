/* SPDX-License-Identifier: MIT */
#include "places.h"

#include <stddef.h>

#define IS_PLACE(field, place)                                                                     \
    _Static_assert(offsetof(struct bobbin_banks, field) - offsetof(struct bobbin_banks, r8) ==     \
                       4 * ((place)-CROSSING_OTHER),                                               \
                   "places are words of the banks")
IS_PLACE(internal, CROSSING_BASE);
IS_PLACE(sp, CROSSING_BANK_SP);
IS_PLACE(lr, CROSSING_BANK_LR);
IS_PLACE(spsr, CROSSING_BANK_SPSR);
_Static_assert(offsetof(struct bobbin_cursor, cpsr) - offsetof(struct bobbin_cursor, r) ==
                   4 * CROSSING_PSR,
               "places are words of the cursor");

/* Reads the banked register whose bit is BIT with env->read_bank, unless it is known or lost. */
static inline void ask(struct bobbin_cursor *cursor, struct bobbin_banks *banks, uint32_t bit)
{
    const struct bobbin_env *env = cursor->reading.env;
    uint32_t bank = bit % BOBBIN_BANKS, number = bit / BOBBIN_BANKS + BOBBIN_SP - 1;

    if ((banks->known | banks->lost) >> bit & 1)
        return;
    banks->lost |= 1u << bit;      /* means nothing while the register is known */
    number += number == BOBBIN_PC; /* SPSR is 16 */
    if (number < BOBBIN_SP) {
        number = bit + 8;
        bank = banks->internal[PLACES_CODE_BANK] != BOBBIN_BANK_FIQ; /* FIQ or user */
    }
    if (env->read_bank && env->read_bank(env->context, 16 | (0xba763210u >> 4 * bank & 15), number,
                                         (uint32_t *)banks->r8 + bit))
        banks->known |= 1u << bit;
}

bool places_exchange(struct bobbin_cursor *cursor, uint32_t place, uint32_t banked)
{
    struct bobbin_banks *banks = cursor->banks;
    bytes_any_word *word = (bytes_any_word *)cursor->r + place, *other;
    uint32_t value, differs;

    banked -= CROSSING_OTHER;
    ask(cursor, banks, banked);
    other = (bytes_any_word *)banks->r8 + banked;
    value = *word;
    *word = *other;
    *other = value;
    differs = (cursor->valid >> place ^ banks->known >> banked) & 1;
    cursor->valid ^= differs << place;
    banks->known ^= differs << banked;
    return cursor->valid >> place & 1;
}

void places_set(struct bobbin_cursor *cursor, uint32_t place, bool is_known, uint32_t value)
{
    struct bobbin_banks *banks = cursor->banks;
    bytes_any_word *word = (bytes_any_word *)cursor->r + place;
    uint32_t *known = &cursor->valid, bit;

    if (place >= CROSSING_OTHER) {
        place -= CROSSING_OTHER;
        word = (bytes_any_word *)banks->r8 + place;
        known = &banks->known;
        banks->lost |= 1u << place;
    }
    bit = 1u << place;
    *word = value;
    *known |= bit;
    if (!is_known)
        *known ^= bit;
}
