/* SPDX-License-Identifier: MIT */
#include "mutant.h"

#include <stdarg.h>
#include <stdio.h>

#include "core/format/bytes.h"
#include "core/unwind/rule_word.h"

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
    {"index-word", change_index_word},
    {"index-count", change_index_count},
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
    {"into-flags", change_into_flags},
    {"explicit", change_explicit},
    {"rule-bits", change_rule_bits},
    {"rule-field", change_rule_field},
    {"root", change_root},
    {"lost", change_lost},
    {"long-rule", change_long_rule},
    {"step", change_step},
    {"flags", change_flags},
    {"range", change_range},
    {"header", change_header},
};

#define KINDS (sizeof(kinds) / sizeof(kinds[0]))

void mutant_say(struct mutant *mutant, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(mutant->text, sizeof(mutant->text), format, arguments);
    va_end(arguments);
}

uint32_t mutant_known(const struct mutant *mutant, uint32_t number)
{
    uint32_t runs = parts_runs(&mutant->parts);

    return number < runs ? bytes_u16(mutant->parts.rules.bytes + 2 * number)
                         : parts_word(&mutant->parts, number - runs);
}

/*
 * The words of long rules follow all others. They start at the lowest index that a long rule refers
 * to.
 */
uint32_t mutant_rules(const struct mutant *mutant)
{
    uint32_t count = parts_words(&mutant->parts);

    for (uint32_t i = 0; i < count; i++) {
        uint32_t word = parts_word(&mutant->parts, i);
        if (rule_is_long(word) && rule_long(word) < count)
            count = rule_long(word);
    }
    return parts_runs(&mutant->parts) + count;
}

struct layout_entry *mutant_pick_entry(struct mutant *mutant)
{
    uint32_t count = (uint32_t)mutant->layout.entries_count;

    return &mutant->layout.entry[fuzz_below(&mutant->random, count)];
}

const char *mutant_change(struct mutant *mutant, uint32_t number)
{
    fuzz_source_begin(&mutant->random, (const uint8_t *)&number, sizeof(number));
    fuzz_u32(&mutant->random); /* skips the number itself */
    for (size_t kind = number % KINDS;; kind = (kind + 1) % KINDS)
        for (int tries = 0; tries < TRIES_MAX; tries++)
            if (kinds[kind].change(mutant))
                return kinds[kind].name;
}
