/* SPDX-License-Identifier: MIT */
/* Unwind rules as values: made, compared, printed. */
#ifndef GEN_RULE_H
#define GEN_RULE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <bobbin/rule.h>

/* A rule of FORM with every place SAME. */
struct bobbin_rule rule_of_form(enum bobbin_form form);
void rule_put(struct bobbin_rule *rule, unsigned place, enum bobbin_place_kind kind, int32_t value);

/*
 * Whether every offset is a multiple of 4 and below 8 MiB, that of the cfa from its register 256 MiB: others come from
 * damaged input, and steps of long rules do not have them.
 */
bool rule_is_sane(const struct bobbin_rule *rule);
bool rule_equal(const struct bobbin_rule *a, const struct bobbin_rule *b);

/* Whether RULE is that of a function's first instruction: cfa=sp, all else where it was. */
bool rule_is_leaf(const struct bobbin_rule *rule);

/* "cfa=sp+16 ra=[cfa-4] r4-r5=[cfa-12]" (r5 stands 4 bytes behind r4), "root", "-" */
const char *rule_text(const struct bobbin_rule *rule, char *text, size_t text_size);
#define RULE_TEXT_MAX 400

#endif
