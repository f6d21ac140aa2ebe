/* SPDX-License-Identifier: MIT */
/* Lines for the option tables of the verbs that make or read a table. */
#ifndef GEN_TABLE_OPTIONS_H
#define GEN_TABLE_OPTIONS_H

#include "cli/options.h"

/* --fast, --small, --table-only, --exceptions, --format */
extern const struct verb_option table_setting_options[];

/*
 * --root, --vectors, --comes-back, --fixed-register, --resume, --context: facts that the image
 * does not show (rows/row_facts.h)
 */
extern const struct verb_option table_fact_options[];
#define TABLE_FACTS_TITLE "facts that the code does not show (embed stores them in IMAGE)"

#define OPTION_FORMAT                                                                              \
    {                                                                                              \
        .name = "format", .argument = "FORMAT",                                                    \
        .text = "use a published format of others instead, to compare; see `bobbin help formats`", \
        TAKEN_BY(table_take_format), .expected = "a format; see `bobbin help formats`",            \
        .choice = table_format_name                                                                \
    }
#define OPTION_EXCEPTIONS                                                                          \
    {                                                                                              \
        .name = "exceptions", .argument = "WHICH",                                                 \
        .text =                                                                                    \
            "store rules for the entry code of exception handlers, so that traces go on at the "   \
            "interrupted code: all; calls: only at calls and where interrupts may be enabled; "    \
            "none; if-used (default): all if IMAGE links bobbin_cross, else none",                 \
        TAKEN_BY(table_take_exceptions), .expected = "all, calls, none or if-used",                \
        .choice = table_entry_rules_name                                                           \
    }
#define OPTION_BUDGET                                                                              \
    {                                                                                              \
        .name = "budget", .argument = "BYTES",                                                     \
        .text =                                                                                    \
            "let a fast table grow to BYTES per function, 2.6 by default. The extra bytes "        \
            "mark code where an interrupted frame is unwound without reading code. With 0 the "    \
            "table does not grow. With other values a table of fewer than 1,000 functions may "    \
            "always grow by 128 bytes. If a larger image is over its budget, the core reads "      \
            "more instructions of an interrupted frame, and the table gets smaller.",              \
        TAKEN_BY(table_take_budget), .expected = "a number of bytes from 0 to 1000"                \
    }
/* TEXT says what the verb does if less than PERCENT is exact. */
#define OPTION_REQUIRE(help_text)                                                                  \
    {                                                                                              \
        .name = "require", .argument = "PERCENT", .text = (help_text),                             \
        TAKEN_BY(table_take_require), .expected = "a number from 0 to 100"                         \
    }

bool table_take_budget(struct options *options, const char *argument);
bool table_take_exceptions(struct options *options, const char *argument);
bool table_take_format(struct options *options, const char *argument);
bool table_take_require(struct options *options, const char *argument);

/* The arguments of --format, "bobbin" first; NULL after the last. */
const char *table_format_name(size_t number);

/* The arguments of --exceptions; NULL after the last. */
const char *table_entry_rules_name(size_t number);

/* For struct verb: returns a message if settings, budget and format contradict each other. */
const char *table_options_conflict(const struct options *options);

/*
 * Returns the facts of OPTIONS in the form that the stages take. The result is valid as long as
 * OPTIONS.
 */
struct row_options table_row_options(const struct options *options);

#endif
