/* SPDX-License-Identifier: MIT */
/* Unwind rules as values: makes, compares and prints them. For all stages. */
#ifndef GEN_ROWS_RULE_H
#define GEN_ROWS_RULE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <bobbin/rule.h>

/* A rule of FORM in which each place is SAME. */
struct bobbin_rule rule_of_form(enum bobbin_form form);

void rule_put(struct bobbin_rule *rule, unsigned place, enum bobbin_place_kind kind, int32_t value);

/* The number of the register, 0 to 14, for a place of kind BOBBIN_REGISTER with VALUE. */
static inline unsigned rule_register_of(int32_t value)
{
    return (unsigned)value % BOBBIN_INNER;
}

/*
 * Whether each offset is a multiple of 4 and less than 256 KiB; only the offset of the cfa from its
 * register may be larger, below 256 MiB. Larger offsets come from damaged input. The steps of a
 * long rule cannot hold them.
 */
bool rule_is_sane(const struct bobbin_rule *rule);

bool rule_equal(const struct bobbin_rule *a, const struct bobbin_rule *b);

/*
 * Whether RULE takes the return address from a register of the innermost frame (BOBBIN_INNER). No
 * published format has such a rule.
 */
bool rule_is_inner(const struct bobbin_rule *rule);

/* The places that are not SAME in RULE: bit N is place N. */
uint32_t rule_places_moved(const struct bobbin_rule *rule);

/* Whether RULE is the rule of a function's first instruction: cfa = sp, and each place is SAME. */
bool rule_is_leaf(const struct bobbin_rule *rule);

/*
 * Writes RULE to TEXT and returns TEXT: "cfa=sp+16 ra=[cfa-4] r4-r5=[cfa-12]", "root" or "-". In
 * this example r4 is at cfa - 12 and r5 at cfa - 8.
 */
const char *rule_text(const struct bobbin_rule *rule, char *text, size_t text_size);
#define RULE_TEXT_MAX 400

#endif
