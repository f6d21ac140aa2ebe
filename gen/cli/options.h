/* SPDX-License-Identifier: MIT */
/*
 * The options of all verbs. A new option needs two lines: a member of struct options, and a line in
 * the table of the verb that takes it (verb_*.c). Parsing, help, man page and "did you mean" follow
 * from that table.
 */
#ifndef GEN_OPTIONS_H
#define GEN_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "formats/format.h"
#include "plan/plan.h"
#include "profile/profile_names.h"
#include "table/entry_rules.h"

struct words {
    char **items;
    size_t count, capacity;
};

/* What the command line says. If an option is missing, its member is 0, false or NULL. */
struct options {
    /* --image, or the first operand; at least one, unless the verb takes a command */
    struct words images;
    char **operands; /* the words after the image; NULL after the last */
    size_t operands_count;

    struct words debug_files; /* --debug-file */

    const char *output;                    /* --output */
    bool json, list, force;                /* --json, --list, --force */
    bool tasks;                            /* --tasks */
    bool registers, source;                /* --registers, --source */
    struct words source_dirs, source_maps; /* --source-dir, --source-map */
    size_t report;                         /* --report, of a log, from 1; 0: all */

    struct words task_handles, task_arrays; /* --task, --tasks=SYMBOL */
    bool base_given;                        /* --base is given */
    uint32_t base;                          /* --base */

    /* the table of an image */
    struct words roots, vectors, comes_back; /* --root, --vectors, --comes-back */
    struct words resume, contexts;           /* --resume, --context */
    uint32_t given_up;                       /* --fixed-register, as in struct row_options */
    enum plan_setting setting;               /* --fast (default), --small, --table-only */
    bool setting_named; /* the user gave one of the three settings, --budget or --exceptions */
    enum entry_rules entry_rules; /* --exceptions */
    bool exceptions_named;        /* --exceptions is given */
    bool budget_named;            /* --budget is given */
    double budget_bytes;          /* --budget, per function; default TABLE_BUDGET */
    const struct format *format;  /* --format; NULL: Bobbin's own */
    double require;               /* --require, in percent; below 0: not given */
    const char *weights;          /* --weights */
    const char *compare;          /* --compare */
    bool formats;                 /* --formats */

    /* profiles */
    const char *folded, *speedscope, *pprof, *svg, *samples; /* output files; "-": stdout */
    const char *function, *lines;                            /* names of functions */
    size_t top;         /* --top, functions or signatures shown; 0: all; default 30 */
    enum profile_by by; /* --by */
    bool busy, wall, no_inlines;

    bool reports, exact; /* triage: --reports, --exact */

    /* runs */
    const char *serial, *until, *name; /* --serial, --until, --name */
    const char *junit, *sarif;         /* output files */
    bool hide_reports;                 /* --hide-reports */
    bool github;                       /* --format=github */
    double timeout_s, after_crash_s;   /* --timeout, --after-crash; 0: no limit */
    double kill_after_s;               /* --kill-after, if KILL_AFTER_NAMED */
    bool kill_after_named;
};

enum option_kind {
    OPTION_FLAG,  /* sets a bool */
    OPTION_WORD,  /* stores its argument */
    OPTION_WORDS, /* appends its argument; may be given more than once */
    OPTION_TAKE,  /* take() stores its argument */
};

struct verb_option {
    const char *name;     /* without the hyphens; NULL ends a table */
    char letter;          /* of the short form -L; 0: none */
    const char *argument; /* placeholder in the help, such as "PERCENT"; NULL: no argument */
    const char *text;     /* for the help, which breaks the lines */
    enum option_kind kind;
    size_t offset; /* offset of the member in struct options; unused by OPTION_TAKE */

    /* OPTION_TAKE: returns false if ARGUMENT is invalid. */
    bool (*take)(struct options *options, const char *argument);
    /* Text for the error message about an invalid argument, such as "a number from 0 to 100". */
    const char *expected;
    /* The valid arguments, if they are words; NULL after the last. */
    const char *(*choice)(size_t number);
};

/*
 * For the initializer of a struct verb_option: the member of struct options that gets the argument.
 * OPTION_OFFSET compares two pointers, so that the compiler rejects a MEMBER of another type.
 */
#define OPTION_OFFSET(type, member)                                                                \
    (offsetof(struct options, member) +                                                            \
     0 * sizeof((type *)NULL == &((struct options *)NULL)->member))
#define SETS_FLAG(member)    .kind = OPTION_FLAG, .offset = OPTION_OFFSET(bool, member)
#define STORES_WORD(member)  .kind = OPTION_WORD, .offset = OPTION_OFFSET(const char *, member)
#define APPENDS_WORD(member) .kind = OPTION_WORDS, .offset = OPTION_OFFSET(struct words, member)
#define TAKEN_BY(function)   .kind = OPTION_TAKE, .take = (function)

/* A line for the option tables of the verbs that read what devices reported. */
#define OPTION_IMAGE(help_text)                                                                    \
    {                                                                                              \
        .name = "image", .letter = 'e', .argument = "IMAGE", .text = (help_text),                  \
        APPENDS_WORD(images)                                                                       \
    }

/* A line for the option tables of the verbs that show the most frequent items. */
#define OPTION_TOP(help_text)                                                                      \
    {                                                                                              \
        .name = "top", .argument = "N", .text = (help_text), TAKEN_BY(options_take_top),           \
        .expected = "a number"                                                                     \
    }

/* Options under one heading of the help. */
struct option_group {
    const char *title; /* "options"; NULL ends a list */
    const struct verb_option *options;
};

/* Reads TEXT, a number from 0 to MAX. Returns false if TEXT is anything else. */
bool options_number(double *number, const char *text, double max);

/* For OPTION_TOP: reads ARGUMENT, a number of items. Returns false if it is anything else. */
bool options_take_top(struct options *options, const char *argument);

/*
 * Parses the command line of VERB: ARGV[0] is the verb. Returns STATUS_GOOD, STATUS_USAGE after a
 * message, or OPTIONS_HELP if --help was given. The caller frees OPTIONS in every case.
 */
struct verb;
#define OPTIONS_HELP (-1)
int options_parse(struct options *options, const struct verb *verb, int argc, char **argv);
void options_free(struct options *options);

#endif
