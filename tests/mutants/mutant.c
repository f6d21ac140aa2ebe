/* SPDX-License-Identifier: MIT */
#include "mutant.h"

#include <stdarg.h>
#include <stdio.h>

#define TRIES_MAX 1000

static const struct {
    const char *name;
    change *change;
} kinds[] = {
    {"byte", change_byte},
    {"entry-end", change_entry_end},
    {"entry-rule", change_entry_rule},
    {"entry-how", change_entry_how},
    {"entry-start", change_entry_start},
    {"entry-number", change_entry_number},
    {"record-start", change_record_start},
    {"index", change_index},
    {"body-map", change_body_map},
    {"row-bounds", change_row_bounds},
    {"row-rule", change_row_rule},
    {"row-dropped", change_row_dropped},
    {"cfa-offset", change_cfa_offset},
    {"cfa-register", change_cfa_register},
    {"slot-moved", change_slot_moved},
    {"slots-exchanged", change_slots_exchanged},
    {"slot-dropped", change_slot_dropped},
    {"slot-added", change_slot_added},
    {"register-lost", change_register_lost},
    {"return-address", change_return_address},
    {"into-root", change_into_root},
    {"rule-bits", change_rule_bits},
    {"root", change_root},
    {"long-rule", change_long_rule},
    {"long-places", change_long_places},
    {"range", change_range},
    {"rules-header", change_rules_header},
    {"header", change_header},
    {"directory", change_directory},
};

#define KINDS (sizeof(kinds) / sizeof(kinds[0]))

void mutant_say(struct mutant *mutant, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(mutant->text, sizeof(mutant->text), format, arguments);
    va_end(arguments);
}

struct layout_entry *mutant_pick_entry(struct mutant *mutant)
{
    uint32_t count = (uint32_t)mutant->layout.entries_count;

    return &mutant->layout.entry[fuzz_below(&mutant->random, count)];
}

const char *mutant_change(struct mutant *mutant, uint32_t number)
{
    fuzz_source_begin(&mutant->random, (const uint8_t *)&number, sizeof(number));
    fuzz_u32(&mutant->random); /* the number itself */
    for (size_t kind = number % KINDS;; kind = (kind + 1) % KINDS)
        for (int tries = 0; tries < TRIES_MAX; tries++)
            if (kinds[kind].change(mutant))
                return kinds[kind].name;
}
