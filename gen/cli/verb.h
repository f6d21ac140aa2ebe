/* SPDX-License-Identifier: MIT */
/*
 * A verb of the tool: its operands and options, its help text, and the function that does the work.
 */
#ifndef GEN_VERB_H
#define GEN_VERB_H

#include "cli/options.h"

/* A section of the help after the options: a word and its explanation in each line. */
struct help_line {
    const char *word; /* "unknown"; NULL: TEXT is a paragraph */
    const char *text; /* NULL ends a section */
};

struct help_section {
    const char *title; /* NULL ends a list */
    const struct help_line *lines;
};

struct example {
    const char *text;    /* what the command is good for */
    const char *command; /* NULL ends a list. tests/cli/help.sh runs each command */
};

#define HELP_USAGES_MAX   3
#define HELP_EXAMPLES_MAX 4

struct verb {
    const char *name;
    const char *summary; /* one line of `bobbin help` */

    const char *usage[HELP_USAGES_MAX]; /* what follows "bobbin NAME " */
    const char *description;            /* paragraphs, separated by an empty line */
    const struct option_group *options; /* the common ones first, the rare ones last */
    const struct help_section *sections;
    struct example examples[HELP_EXAMPLES_MAX];
    const char *problems;  /* what exit status 1 means */
    const char *bad_input; /* what exit status 3 means */
    /* All exit statuses, instead of PROBLEMS and BAD_INPUT; NULL: these two are enough. */
    const struct help_line *statuses;

    size_t operands_min, operands_max; /* number of words after the image */
    const char *operands_missing;      /* the message for fewer than the minimum */
    /* The operands are a command with its own options, and no image. --image may be missing. */
    bool takes_command;

    /* Returns a message if options contradict each other, else NULL. */
    const char *(*conflict)(const struct options *options);
    /* Does the work. STATUS_... */
    int (*run)(const struct options *options);
};

extern const struct verb verb_embed, verb_table, verb_check, verb_show, verb_size;
extern const struct verb verb_decode, verb_run, verb_unwind, verb_tasks, verb_profile, verb_triage;

/* The verbs in the order of `bobbin help`; NULL after the last. */
extern const struct verb *const verbs[];

/* Runs VERB. ARGV[0] is its name. STATUS_... */
int verb_execute(const struct verb *verb, int argc, char **argv);

#endif
