/* SPDX-License-Identifier: MIT */
/* Output of triage: a table for people, JSON for scripts, and lines for databases. */
#ifndef GEN_TRIAGE_TRIAGE_VIEW_H
#define GEN_TRIAGE_TRIAGE_VIEW_H

#include <stdio.h>

#include "triage/triage.h"

/* Prints the first TOP groups (0: all) and a line with the totals. TRIAGE is sorted. */
void triage_view_print(const struct triage *triage, size_t top, FILE *out);

/* Writes a JSON object with the first TOP groups (0: all). TRIAGE is sorted. */
void triage_view_json(const struct triage *triage, size_t top, FILE *out);

/* Writes ROW as a JSON object on one line, with the fields of README.md. */
void triage_view_row(const struct triage_row *row, FILE *out);

#endif
