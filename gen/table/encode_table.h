/* SPDX-License-Identifier: MIT */
/* Writes a table: the bytes that core/format/table_format.h defines. */
#ifndef GEN_TABLE_ENCODE_TABLE_H
#define GEN_TABLE_ENCODE_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "plan/plan.h"
#include "rows/crossings.h"
#include "util/buffer.h"
#include <bobbin/rule.h>

/* Sizes of the parts of a table, for `bobbin size`. */
struct encode_sizes {
    uint32_t header, ranges, index, entries, rows, rules, long_rules;
    uint32_t crossings; /* CROSSINGS: rules of exception entry code, with their padding */
    uint32_t resumes;   /* RESUMES: where the registers of tasks are */
    uint32_t entries_count, rows_count, rules_count;
};

/*
 * Encodes PLAN, with CROSSINGS if that is not NULL, and with the part RESUMES if that is not NULL.
 * Crossings for which the table has no room lose their program and get a reason. *BYTES is
 * malloc'ed and holds *SIZE_BYTES. The same plan always gives the same bytes. Returns
 * STATUS_PROBLEMS if the image exceeds a limit of the format.
 */
int encode_table(const struct plan *plan, struct crossings *crossings, const struct buffer *resumes,
                 uint8_t **bytes, uint32_t *size_bytes, struct encode_sizes *sizes);

#endif
