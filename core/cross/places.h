/* SPDX-License-Identifier: MIT */
/*
 * Inside core: the registers of a crossing, by their place numbers (crossing_format.h). The first
 * ones are words of the cursor, the others are words of its banks. A crossing changes them in
 * place, because they have no meaning after a stop, except for sp, pc and cpsr, which cross.c
 * restores.
 */
#ifndef BOBBIN_PLACES_H
#define BOBBIN_PLACES_H

#include "../format/bytes.h"
#include "../format/crossing_format.h"
#include <bobbin/cross.h>

/* bobbin_banks.internal */
enum { PLACES_BASE, PLACES_CODE_BANK /* of places 13 and 14 */ };

/* The bit of PLACE, CROSSING_OTHER or more, in bobbin_banks.known and .lost. */
#define PLACES_BIT(place) (1u << ((place)-CROSSING_OTHER))

/* Sets the register of PLACE, less than CROSSING_PLACES, to VALUE; or makes it unknown. */
void places_set(struct bobbin_cursor *cursor, uint32_t place, bool is_known, uint32_t value);

/*
 * Exchanges the register of PLACE, less than CROSSING_OTHER, with that of BANKED, CROSSING_OTHER or
 * more, which is read like in places_get. Returns whether PLACE is known then.
 */
bool places_exchange(struct bobbin_cursor *cursor, uint32_t place, uint32_t banked);

/*
 * Loads the register of PLACE, less than CROSSING_PLACES, to VALUE, through env->read_bank if it
 * has not been asked before. Returns false if the register is unknown.
 */
static inline bool places_get(struct bobbin_cursor *cursor, uint32_t place, uint32_t *value)
{
    uint32_t from = place < CROSSING_OTHER ? place : BOBBIN_LR;
    bool is_known;

    if (place != from)
        places_exchange(cursor, from, place);
    *value = ((const bytes_any_word *)cursor->r)[from];
    is_known = cursor->valid >> from & 1;
    if (place != from)
        places_exchange(cursor, from, place);
    return is_known;
}

#endif
