/* SPDX-License-Identifier: MIT */
/* One rule as bytes. The word form is in encode.h, for tests. */
#ifndef GEN_ENCODE_RULE_H
#define GEN_ENCODE_RULE_H

#include <stddef.h>

#include "buffer.h"
#include "dictionary.h"

/* form, register, two offsets, count, and 17 places of a byte and an offset of 5 */
#define ENCODE_LONG_MAX (1 + 1 + 5 + 5 + 1 + BOBBIN_PLACES * 6)

/* The long form of RULE (FRAME, DEREF or ROOT) to OUT, which has ENCODE_LONG_MAX bytes; its size. */
size_t encode_long(const struct bobbin_rule *rule, uint8_t *out);

/* The sections RULES and LONG_RULES of DICTIONARY. */
void encode_rules(const struct dictionary *dictionary, struct buffer *rules,
                  struct buffer *long_rules);

/* A rule that depends on the flags, of two rules by number; its size. */
size_t encode_either(uint32_t condition, uint32_t number, uint32_t otherwise, uint8_t *out);

#endif
