/* SPDX-License-Identifier: MIT */
/* The settings of a table, and what a plan consists of. */
#ifndef GEN_PLAN_TYPES_H
#define GEN_PLAN_TYPES_H

#include <stddef.h>
#include <stdint.h>

#include "rows/rows.h"

enum plan_setting {
    PLAN_FAST,       /* body rules are stored: a call frame takes no look at the code */
    PLAN_SMALL,      /* all that the code says is left to it */
    PLAN_TABLE_ONLY, /* every row explicit, for code that cannot be read */
    PLAN_SETTINGS,
};

/* "fast", "small", "table-only" */
const char *plan_setting_name(enum plan_setting setting);

/* Rows of a unit: core looks at one after the other. */
#define PLAN_ROWS_MAX 64

/* What is written for some addresses, whatever the code says there. */
struct plan_row {
    uint32_t start, end;
    const struct row *row; /* of the reference's list: whose rule it has */
};

/* A stretch of code: an entry of the table. */
struct plan_entry {
    uint32_t start, end;
    /* whose rule holds between prologue and epilogue; NULL: that is read from the code too */
    const struct row *body;
    uint8_t how; /* FORMAT_HOW_...; without FORWARD BODY holds everywhere, as far as it matters */
    size_t rows_first, rows_count; /* of a small plan: in others each row is an entry */
};

/*
 * Addresses of an entry at which its body rule holds, so that nothing is lost if the code is not
 * looked at.
 */
struct plan_stretch {
    uint32_t start, end;
    const struct row *row; /* whose rule that is */
};

/* FORMAT_HOW_... of the ranges of a table of SETTING. */
uint8_t plan_setting_how(enum plan_setting setting);

#endif
