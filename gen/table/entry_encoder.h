/* SPDX-License-Identifier: MIT */
/* Encodes the entries of a plan: the number of the body rule, and the record of the rows. */
#ifndef GEN_TABLE_ENTRY_ENCODER_H
#define GEN_TABLE_ENTRY_ENCODER_H

#include "encode/rule_set.h"
#include "plan/plan.h"
#include "util/byte_pool.h"

struct entry_encoder {
    const struct plan *plan;
    struct rule_set rule_set; /* all rules that the plan uses */
    struct byte_pool records; /* of the current range; equal records are stored once */
};

/* Sets ENCODER, with the rules of PLAN and no records. */
void entry_encoder_begin(struct entry_encoder *encoder, const struct plan *plan);
void entry_encoder_end(struct entry_encoder *encoder);

/*
 * Whether entries are written in blocks, as in a small table. Otherwise they are written in pages.
 */
bool entry_encoder_uses_blocks(const struct entry_encoder *encoder);

/* The number of the body rule of ENTRY. */
uint32_t entry_encoder_rule(const struct entry_encoder *encoder, const struct plan_entry *entry);

/*
 * Whether ENTRY needs a record: it has rows, or the core must not read its code in all ways of the
 * range.
 */
bool entry_encoder_has_record(const struct entry_encoder *encoder, const struct plan_entry *entry);

/* Writes the record of ENTRY, and returns its offset in the rows of its range. */
uint32_t entry_encoder_record(struct entry_encoder *encoder, const struct plan_entry *entry);

#endif
