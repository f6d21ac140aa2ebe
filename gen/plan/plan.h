/* SPDX-License-Identifier: MIT */
/*
 * How a table says what the reference knows: which stretches of code have their rules read from the code, around which
 * body rule, and which rows must be written because the core would be wrong there. The core itself is asked.
 */
#ifndef GEN_PLAN_H
#define GEN_PLAN_H

#include "reference/reference.h"

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
struct unit {
    uint32_t start, end;
    /* whose rule holds between prologue and epilogue; NULL: that is read from the code too */
    const struct row *body;
    uint8_t how; /* FORMAT_HOW_...; without FORWARD BODY holds everywhere, as far as it matters */
    size_t rows_first, rows_count; /* of a small plan: in others each row is a unit */
};

/* Addresses of a unit at which its body rule holds, so that nothing is lost if the code is not looked at. */
struct plan_stretch {
    uint32_t start, end;
    const struct row *row; /* whose rule that is */
};

/* Units tile the ranges of the list, ascending. */
struct plan {
    enum plan_setting setting;
    const struct reference *reference;
    struct unit *unit;
    size_t units_count, units_capacity;
    struct plan_row *row;
    size_t rows_count, rows_capacity;
    struct plan_stretch *stretch; /* ascending, each within a unit */
    size_t stretches_count, stretches_capacity;
};

void plan_build(struct plan *plan, const struct reference *reference, enum plan_setting setting);
void plan_free(struct plan *plan);

/*
 * The longest stretches of PLAN, up to COUNT of them, become units of their own, in CUT, which has nothing else of its
 * own: an interrupted frame there takes no look at the code.
 */
void plan_cut(const struct plan *plan, size_t count, struct plan *cut);

/* FORMAT_HOW_... of the ranges of a table of SETTING. */
uint8_t plan_setting_how(enum plan_setting setting);

#endif
