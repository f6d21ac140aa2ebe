/* SPDX-License-Identifier: MIT */
/* Rules as sections of a table have them. Single words and halfwords are in encode.h, for tests. */
#ifndef GEN_ENCODE_RULE_H
#define GEN_ENCODE_RULE_H

#include <stddef.h>

#include "buffer.h"
#include "dictionary.h"

/* Words: head, two offsets, 17 places. */
#define ENCODE_LONG_MAX (1 + 2 + BOBBIN_PLACES)

/* The long form of RULE (FRAME or DEREF) to OUT, which has ENCODE_LONG_MAX words; how many it takes. */
size_t encode_long(const struct bobbin_rule *rule, uint32_t *out);

/* The word of RULE in section RULES; where none can tell it, it is put to LONG_RULES. */
uint32_t encode_rule(const struct bobbin_rule *rule, struct buffer *long_rules);

/* The sections RULES and LONG_RULES of DICTIONARY. */
void encode_rules(const struct dictionary *dictionary, struct buffer *rules,
                  struct buffer *long_rules);

/* A rule that depends on the flags, of two rules by number; how many words it takes. */
size_t encode_either(uint32_t condition, uint32_t number, uint32_t otherwise, uint32_t *out);

#endif
