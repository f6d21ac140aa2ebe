/* SPDX-License-Identifier: MIT */
#include "rows/mode_banks.h"

#include "core/format/crossing_format.h"

enum { MODES = 16 };

static const uint8_t bank_by_mode[MODES] = {
    BOBBIN_BANK_USR, BOBBIN_BANK_FIQ, BOBBIN_BANK_IRQ, BOBBIN_BANK_SVC,
    BANK_ENTERED,    BANK_ENTERED,    BOBBIN_BANK_MON, BOBBIN_BANK_ABT,
    BANK_ENTERED,    BANK_ENTERED,    BOBBIN_BANK_HYP, BOBBIN_BANK_UND,
    BANK_ENTERED,    BANK_ENTERED,    BANK_ENTERED,    BOBBIN_BANK_USR,
};

uint8_t bank_of_mode(uint8_t mode)
{
    return bank_by_mode[mode % MODES];
}

uint8_t bank_mode(uint8_t bank)
{
    for (uint8_t mode = MODES; mode-- > 0;)
        if (bank_by_mode[mode] == bank && bank != BANK_ENTERED)
            return mode;
    return CROSSING_MODE_ANY;
}

uint8_t bank_of_lr(uint8_t mode)
{
    uint8_t bank = bank_of_mode(mode);

    return bank == BOBBIN_BANK_HYP ? BOBBIN_BANK_USR : bank;
}
