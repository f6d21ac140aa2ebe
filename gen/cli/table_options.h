/* SPDX-License-Identifier: MIT */
/* The command line of the verbs that make or look at a table. */
#ifndef GEN_OPTIONS_H
#define GEN_OPTIONS_H

#include <stdbool.h>

#include "formats/format.h"
#include "plan/plan.h"

struct options {
    const char *image;   /* the first argument */
    const char *operand; /* the second, or NULL */
    const char *output;  /* -o, or NULL */
    const char *compare; /* --compare, or NULL */
    const char *weights; /* --weights, or NULL */
    bool json, list, formats;
    double require; /* --require, in percent; below 0 without one */
    struct row_options rows;
    enum plan_setting setting; /* --fast, --small, --table-only; FAST without one */
    bool setting_named;
    bool budget_named;
    double budget_bytes;         /* --budget, a function; TABLE_BUDGET without one */
    const struct format *format; /* --format; NULL: Bobbin's own */
};

/* The lines of a verb's help for what all verbs take. */
#define OPTIONS_SETTING_USAGE "[--fast|--small|--table-only] [--budget=BYTES]"
#define OPTIONS_SETTING_HELP                                                                       \
    "  --fast             body rules are stored: to find a caller takes no look at the code (the " \
    "default)\n"                                                                                   \
    "  --small            all that the code says is left to it: least bytes\n"                     \
    "  --table-only       every rule stored, for code that cannot be read on the target\n"         \
    "  --budget=BYTES     a function: up to that a fast table grows to make interrupted "          \
    "frames\n"                                                                                     \
    "                     faster (2.6; 0: not at all; else always by up to 128 bytes)\n"

#define OPTIONS_FORMAT_USAGE "[--format=FORMAT]"
#define OPTIONS_FORMAT_HELP  FORMATS_HELP

enum options_taken {
    OPTIONS_OUTPUT = 1,  /* -o FILE */
    OPTIONS_JSON = 2,    /* --json */
    OPTIONS_OPERAND = 4, /* a second argument is allowed */
    OPTIONS_FORMAT = 8,  /* --format=FORMAT */
    OPTIONS_OUTPUT_NEEDED = 16,
    OPTIONS_REQUIRE = 32,   /* --require=PERCENT */
    OPTIONS_LIST = 64,      /* --list */
    OPTIONS_SETTING = 128,  /* --fast, --small, --table-only, --budget=BYTES */
    OPTIONS_COMPARE = 256,  /* --compare=IMAGE */
    OPTIONS_WEIGHTS = 512,  /* --weights=FILE */
    OPTIONS_FORMATS = 1024, /* --formats */
};

/*
 * Parses ARGV of a verb whose help is HELP. Returns STATUS_GOOD to go on, STATUS_USAGE after a
 * message, or OPTIONS_DONE when --help was printed.
 */
#define OPTIONS_DONE (-1)
int options_parse(struct options *options, int argc, char **argv, unsigned taken, const char *help);
void options_free(struct options *options);

#endif
