/* SPDX-License-Identifier: MIT */
#include "numbered.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

/* The cfa of rule NUMBER: two registers, because an offset of 9 bits does not reach far enough. */
#define HALF_RULES           400u
#define CFA_REGISTER(number) ((number) <= HALF_RULES ? 13u : 12u)
#define CFA_WORDS(number)    ((number) <= HALF_RULES ? (number) : (number)-HALF_RULES)

enum bobbin_stop numbered_ask(const struct world *world, uint32_t address, uint32_t *number)
{
    struct bobbin_rule rule;
    enum bobbin_trust trust;
    enum bobbin_stop stop =
        bobbin_rule_at(&world->env, address, BOBBIN_KIND_EXACT, 0, &rule, &trust);

    *number = 0;
    if (stop == BOBBIN_STOP_NONE)
        *number = (uint32_t)rule.cfa_offset / 4 + (rule.cfa_register == 12 ? HALF_RULES : 0);
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

static uint32_t rules[NUMBERED_RULES];

static void number_rules(void)
{
    for (uint32_t i = 1; i <= NUMBERED_RULES; i++)
        rules[i - 1] = COMPACT(CFA_REGISTER(i), CFA_WORDS(i), 0, 0, 0, 0);
}

struct handmade numbered(const struct handmade_range *ranges, uint32_t ranges_count)
{
    number_rules();
    return (struct handmade){.ranges = ranges,
                             .ranges_count = ranges_count,
                             .rules = rules,
                             .rules_count = NUMBERED_RULES};
}
