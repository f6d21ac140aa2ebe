/* SPDX-License-Identifier: MIT */
#include "bank_values.h"

#include "../armv7/cp15.h"
#include "../armv7/processor_modes.h"

/* NULL in firmware without port/cross. */
#pragma weak bobbin_port_cross_bank

enum { NUMBER_SPSR = 16 };

/* The modes whose values have an index, and the first index of each: r8-r12 of two modes, then sp,
   lr and SPSR. */
static const struct {
    uint8_t mode, first_number, index;
} layout[] = {
    {MODE_USR, 8, 0},   {MODE_FIQ, 8, 7},   {MODE_IRQ, 13, 15},
    {MODE_SVC, 13, 18}, {MODE_ABT, 13, 21}, {MODE_UND, 13, 24},
};

static uint32_t bank_mode(uint32_t mode)
{
    return mode == MODE_SYS ? MODE_USR : mode;
}

/* The index of register NUMBER of MODE, or BANK_VALUES_COUNT. All modes but FIQ share r8-r12. */
static uint32_t index_of(uint32_t mode, uint32_t number)
{
    if (number <= 12 && mode != MODE_FIQ)
        mode = MODE_USR;
    for (uint32_t i = 0; i < sizeof(layout) / sizeof(layout[0]); i++) {
        if (layout[i].mode != bank_mode(mode) || number < layout[i].first_number)
            continue;
        if (number == NUMBER_SPSR)
            return layout[i].mode == MODE_USR ? BANK_VALUES_COUNT
                                              : layout[i].index + 15u - layout[i].first_number;
        return number <= 14 ? layout[i].index + number - layout[i].first_number : BANK_VALUES_COUNT;
    }
    return BANK_VALUES_COUNT;
}

static void keep(struct bobbin_bank_values *values, uint32_t mode, uint32_t number, uint32_t value)
{
    uint32_t index = index_of(mode, number);

    if (index == BANK_VALUES_COUNT)
        return;
    values->value[index] = value;
    values->valid |= 1u << index;
}

static void keep_banked(struct bobbin_bank_values *values, uint32_t mode, uint32_t number)
{
    uint32_t value;

    if (bobbin_port_cross_bank(mode, number, &value))
        keep(values, mode, number, value);
}

/* r8-r12 of all modes but FIQ. Code between the fault or interrupt and here has used them. */
static void keep_shared(struct bobbin_bank_values *values, const struct bobbin_context *context,
                        const struct bobbin_entry_values *entry)
{
    const uint32_t *r8 = NULL;

    if (entry->mode != 0)
        r8 = entry->r8;
    else if ((context->cpsr & BOBBIN_CPSR_MODE) != MODE_FIQ)
        r8 = &context->r[8];
    for (uint32_t i = 0; r8 && i < 5; i++)
        keep(values, MODE_USR, 8 + i, r8[i]);
}

/* The mode in which this code runs. */
static void keep_current(struct bobbin_bank_values *values, const struct bobbin_context *context,
                         const struct bobbin_entry_values *entry, uint32_t here)
{
    if (entry->mode == here)
        keep(values, here, BOBBIN_SP, entry->sp);
    if (bank_mode(context->cpsr & BOBBIN_CPSR_MODE) == bank_mode(here) &&
        (context->valid & BOBBIN_VALID_R(BOBBIN_LR)))
        keep_banked(values, here, NUMBER_SPSR); /* no exception came between */
}

void bobbin_bank_values_keep(struct bobbin_bank_values *values,
                             const struct bobbin_context *context,
                             const struct bobbin_entry_values *entry)
{
    uint32_t here = cpsr_read() & BOBBIN_CPSR_MODE;

    values->valid = 0;
    if (!bobbin_port_cross_bank)
        return;
    for (uint32_t i = 0; i < sizeof(layout) / sizeof(layout[0]); i++)
        for (uint32_t number = layout[i].mode == MODE_FIQ ? 8 : 13; number <= 16; number++)
            if (number != BOBBIN_PC && layout[i].mode != bank_mode(here))
                keep_banked(values, layout[i].mode, number);
    keep_shared(values, context, entry);
    keep_current(values, context, entry, here);
}

bool bobbin_bank_values_get(const struct bobbin_bank_values *values, uint32_t mode, uint32_t number,
                            uint32_t *out)
{
    uint32_t index = index_of(mode, number);

    if (index == BANK_VALUES_COUNT || !(values->valid & 1u << index))
        return false;
    *out = values->value[index];
    return true;
}
