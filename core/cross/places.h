/* SPDX-License-Identifier: MIT */
/*
 * Inside core: the registers of a crossing, by their place numbers (crossing_format.h). They are
 * words of the cursor and of its banks. A crossing changes them in place, because they have no
 * meaning after a stop, except for sp, pc and cpsr, which cross.c restores.
 */
#ifndef BOBBIN_PLACES_H
#define BOBBIN_PLACES_H

#include "../format/bytes.h"
#include "../format/crossing_format.h"
#include <bobbin/cross.h>

/* The bank of the mode with low bits MODE, which is a mode. */
static inline uint32_t places_bank(uint32_t mode)
{
    if (mode == 15)
        return BOBBIN_BANK_USR;
    return mode < 4 ? mode : BOBBIN_BANK_MON + (mode & 1) + (mode >> 3) * 2;
}

/* Bit N: N is the low bits of a mode (ARM ARM B1.3.1). */
#define PLACES_MODES 0x8ccfu

/* The bank of the code's mode. */
static inline uint32_t *places_code_bank(struct bobbin_cursor *cursor)
{
    return &cursor->banks->internal[1];
}

/* BASE */
static inline uint32_t *places_base(struct bobbin_cursor *cursor)
{
    return &cursor->banks->internal[0];
}

/* Whether PLACE is a register. In a damaged table it may be another number. */
static inline bool places_is_register(uint32_t place)
{
    uint32_t low = 0x1fu << CROSSING_OTHER | ((2u << CROSSING_PSR) - 1);

    return place < CROSSING_BANK_SP ? low >> place & 1 : place < CROSSING_PLACES;
}

/*
 * Loads the register of PLACE to VALUE, through env->read_bank if it has not been asked before.
 * Returns false if the register is unknown.
 */
bool places_get(struct bobbin_cursor *cursor, uint32_t place, uint32_t *value);

/* Sets the register of PLACE to VALUE; or makes it unknown. */
void places_set(struct bobbin_cursor *cursor, uint32_t place, bool is_known, uint32_t value);

#endif
