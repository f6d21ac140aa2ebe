/* SPDX-License-Identifier: MIT */
/* The settings of a table, and the parts of a plan. */
#ifndef GEN_PLAN_PLAN_TYPES_H
#define GEN_PLAN_PLAN_TYPES_H

#include <stddef.h>
#include <stdint.h>

#include "core/format/table_format.h"
#include "rows/rows.h"

enum plan_setting {
    PLAN_FAST,       /* stores body rules: the core unwinds a call frame without reading code */
    PLAN_SMALL,      /* stores a rule only if it cannot be read from the code */
    PLAN_TABLE_ONLY, /* stores every row, for code that cannot be read */
    PLAN_SETTINGS,
};

/* Returns "fast", "small" or "table-only". */
const char *plan_setting_name(enum plan_setting setting);

/* The longest code that one entry can describe, in bytes. */
#define PLAN_ENTRY_BYTES_MAX FORMAT_LONGEST_MAX

/* Maximum number of rows in one entry. The core searches them one by one. */
#define PLAN_ROWS_MAX 64

/* A stored row: this rule holds from START to END - 1, whatever the code shows. */
struct plan_row {
    uint32_t start, end;
    const struct row *row; /* a row of the reference; its rule is stored */
};

/* One entry of the table. */
struct plan_entry {
    uint32_t start, end;
    /* a row with the body rule; NULL: the core also reads the body rule from the code */
    const struct row *body;
    uint8_t how; /* FORMAT_HOW_...; without FORWARD the body rule holds in the whole entry */
    /* the entry's rows, in a small plan; in other plans each row is an entry */
    size_t rows_first, rows_count;
};

/*
 * A run of addresses in one entry at which the body rule holds. There the core gives the right
 * answer without reading code.
 */
struct plan_stretch {
    uint32_t start, end;
    const struct row *row; /* a row with the body rule */
};

/* The FORMAT_HOW_... bits of ranges in a table of SETTING. */
uint8_t plan_setting_how(enum plan_setting setting);

#endif
