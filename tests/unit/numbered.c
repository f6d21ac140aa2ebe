/* SPDX-License-Identifier: MIT */
#include "numbered.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <bobbin/rule.h>
#include <cmocka.h>

/*
 * The cfa of a rule encodes its number. One register is not enough, because the offset has only 8
 * bits.
 */
#define WORDS_MAX 256u
static const uint8_t registers[] = {13, 12, 11};

static uint32_t number_of(const struct bobbin_rule *rule)
{
    uint32_t i = 0;

    while (registers[i] != rule->cfa_register)
        i++;
    return WORDS_MAX * i + (uint32_t)rule->cfa_offset / 4;
}

enum bobbin_stop numbered_ask(const struct world *world, uint32_t address, uint32_t *number)
{
    struct bobbin_rule rule;
    enum bobbin_trust trust;
    enum bobbin_stop stop =
        bobbin_rule_at(&world->env, address, BOBBIN_KIND_INTERRUPTED, 0, &rule, &trust);

    *number = 0;
    if (stop == BOBBIN_STOP_NONE)
        *number = number_of(&rule);
    return stop;
}

void numbered_expect_rule(const struct world *world, uint32_t address, uint32_t number)
{
    uint32_t got;
    enum bobbin_stop stop = numbered_ask(world, address, &got);

    if (stop != BOBBIN_STOP_NONE || got != number)
        fail_msg("0x%08x: rule %u, stop %s; expected rule %u", address, got, bobbin_stop_name(stop),
                 number);
}

void numbered_expect_stop(const struct world *world, uint32_t address, enum bobbin_stop expected)
{
    uint32_t got;
    enum bobbin_stop stop = numbered_ask(world, address, &got);

    if (stop != expected)
        fail_msg("0x%08x: %s; expected %s", address, bobbin_stop_name(stop),
                 bobbin_stop_name(expected));
}

static uint32_t rules[NUMBERED_RULES + 1] = {RULE_NONE};

static void number_rules(void)
{
    for (uint32_t i = 1; i <= NUMBERED_RULES; i++)
        rules[i] = COMPACT(registers[i / WORDS_MAX], i % WORDS_MAX, 0, 0, 0, COMPACT_EXPLICIT);
}

struct handmade numbered(const struct handmade_range *ranges, uint32_t ranges_count)
{
    number_rules();
    return (struct handmade){.ranges = ranges,
                             .ranges_count = ranges_count,
                             .rules = rules,
                             .rules_count = NUMBERED_RULES + 1};
}
