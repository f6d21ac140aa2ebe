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
#include "../unwind/compiler.h"
#include <bobbin/cross.h>

#include <stddef.h>

#define IS_PLACE(field, place)                                                                     \
    _Static_assert(offsetof(struct bobbin_banks, field) - offsetof(struct bobbin_banks, r8) ==     \
                       4 * ((place)-CROSSING_OTHER),                                               \
                   "places are words of the banks")
IS_PLACE(r8, CROSSING_OTHER);
IS_PLACE(sp, CROSSING_BANK_SP);
IS_PLACE(lr, CROSSING_BANK_LR);
IS_PLACE(spsr, CROSSING_BANK_SPSR);
_Static_assert(offsetof(struct bobbin_cursor, cpsr) - offsetof(struct bobbin_cursor, r) ==
                   4 * CROSSING_PSR,
               "places are words of the cursor");

/* bobbin_banks.internal: the bank of the mode in which the code of the program runs. */
enum { PLACES_CODE_BANK };

/*
 * Loads the banked register with index BANKED in bobbin_banks.state to VALUE. An UNREAD register is
 * read with env->read_bank. Returns false if the register is lost.
 */
static __attribute__((noinline)) bool places_read(struct bobbin_cursor *cursor, uint32_t banked,
                                                  bytes_any_word *value)
{
    /* The mode number of each bank (ARM ARM B1.3.1) */
    static const uint8_t modes[BOBBIN_BANKS] = {0x10, 0x11, 0x12, 0x13, 0x16, 0x17, 0x1a, 0x1b};
    struct bobbin_banks *banks = cursor->banks;
    bytes_any_word *word = (bytes_any_word *)banks->r8 + banked;

    OPTIMIZER_BARRIER(word); /* saves 4 bytes */

    if (banks->state[banked] == BOBBIN_BANKED_UNREAD) {
        uint32_t bank = (banked - BOBBIN_BANKED_SP(0)) % BOBBIN_BANKS;
        uint32_t number = BOBBIN_SP + (banked - BOBBIN_BANKED_SP(0)) / BOBBIN_BANKS;
        const struct bobbin_env *env = cursor->reading.env;
        if (number == BOBBIN_PC)
            number = 16; /* SPSR */
        if (banked < BOBBIN_BANKED_SP(0)) {
            number = banked + 8;
            bank = banks->internal[PLACES_CODE_BANK] != BOBBIN_BANK_FIQ; /* FIQ or user */
        }
        banks->state[banked] =
            (uint8_t)(BOBBIN_BANKED_LOST -
                      (env->read_bank &&
                       env->read_bank(env->context, modes[bank], number, (uint32_t *)word)));
    }
    *value = *word;
    return banks->state[banked] & BOBBIN_BANKED_KNOWN;
}

/*
 * Loads the register of PLACE, less than CROSSING_PLACES, to VALUE. Returns false if it is unknown.
 */
static inline bool places_get(struct bobbin_cursor *cursor, uint32_t place, bytes_any_word *value)
{
    if (place >= CROSSING_OTHER)
        return places_read(cursor, place - CROSSING_OTHER, value);
    *value = ((const bytes_any_word *)cursor->r)[place];
    return cursor->valid >> place & 1;
}

/* Sets the register of PLACE, less than CROSSING_PLACES, to VALUE; or makes it unknown. */
static inline void places_set(struct bobbin_cursor *cursor, uint32_t place, uint32_t is_known,
                              uint32_t value)
{
    struct bobbin_banks *banks = cursor->banks;

    if (place >= CROSSING_OTHER) {
        banks->state[place - CROSSING_OTHER] = (uint8_t)(BOBBIN_BANKED_LOST - is_known);
        ((bytes_any_word *)banks->r8)[place - CROSSING_OTHER] = value;
    } else {
        ((bytes_any_word *)cursor->r)[place] = value;
        cursor->valid = (cursor->valid & ~(1u << place)) | is_known << place;
    }
}

#endif
