/* SPDX-License-Identifier: MIT */
#include "cli/table_options.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "table/format_registry.h"
#include "table/table.h"
#include "util/diag.h"
#include "util/memory.h"

static int usage_error(const char *verb, const char *what, const char *which)
{
    diag_error(NULL, "%s: %s%s; `bobbin %s --help` tells more", verb, what, which, verb);
    return STATUS_USAGE;
}

static void add_root(struct options *options, const char *name)
{
    size_t count = options->rows.roots_count;
    const char **roots = must_realloc((void *)(uintptr_t)options->rows.roots, count + 1,
                                      sizeof(*options->rows.roots));

    roots[count] = name;
    options->rows.roots = roots;
    options->rows.roots_count = count + 1;
}

/* A number from 0 to MAX. */
static bool take_number(double *number, const char *text, double max)
{
    char *rest;

    *number = strtod(text, &rest);
    return rest != text && !*rest && *number >= 0 && *number <= max;
}

static int take_operands(struct options *options, int argc, char **argv, unsigned taken)
{
    int most = taken & OPTIONS_OPERAND ? 2 : 1;

    if (optind == argc)
        return usage_error(argv[0], "no image is named", "");
    if (argc - optind > most)
        return usage_error(argv[0], "too many arguments: ", argv[optind + most]);
    if ((taken & OPTIONS_OUTPUT_NEEDED) && !options->output)
        return usage_error(argv[0], "no output is named (-o OUT)", "");
    options->image = argv[optind];
    options->operand = argc - optind > 1 ? argv[optind + 1] : NULL;
    return STATUS_GOOD;
}

static const struct option known[] = {
    {"help", no_argument, NULL, 'h'},
    {"output", required_argument, NULL, 'o'},
    {"json", no_argument, NULL, 'j'},
    {"root", required_argument, NULL, 'r'},
    {"format", required_argument, NULL, 'f'},
    {"fast", no_argument, NULL, 'F'},
    {"small", no_argument, NULL, 's'},
    {"table-only", no_argument, NULL, 't'},
    {"require", required_argument, NULL, 'q'},
    {"list", no_argument, NULL, 'l'},
    {"compare", required_argument, NULL, 'c'},
    {"weights", required_argument, NULL, 'w'},
    {"formats", no_argument, NULL, 'a'},
    {"budget", required_argument, NULL, 'b'},
    {NULL, 0, NULL, 0},
};

int options_parse(struct options *options, int argc, char **argv, unsigned taken, const char *help)
{
    int option;

    memset(options, 0, sizeof(*options));
    options->require = -1;
    options->budget_bytes = TABLE_BUDGET;
    opterr = 0;
    optind = 1;
    while ((option = getopt_long(argc, argv, "ho:j", known, NULL)) != -1) {
        if (option == 'h') {
            fputs(help, stdout);
            return OPTIONS_DONE;
        } else if (option == 'o' && (taken & OPTIONS_OUTPUT)) {
            options->output = optarg;
        } else if (option == 'j' && (taken & OPTIONS_JSON)) {
            options->json = true;
        } else if (option == 'r') {
            add_root(options, optarg);
        } else if (option == 'l' && (taken & OPTIONS_LIST)) {
            options->list = true;
        } else if (option == 'a' && (taken & OPTIONS_FORMATS)) {
            options->formats = true;
        } else if (option == 'c' && (taken & OPTIONS_COMPARE)) {
            options->compare = optarg;
        } else if (option == 'w' && (taken & OPTIONS_WEIGHTS)) {
            options->weights = optarg;
        } else if (option == 'q' && (taken & OPTIONS_REQUIRE)) {
            if (!take_number(&options->require, optarg, 100))
                return usage_error(argv[0], "not a percentage: ", optarg);
        } else if (option == 'b' && (taken & OPTIONS_SETTING)) {
            if (!take_number(&options->budget_bytes, optarg, 1000))
                return usage_error(argv[0], "no number of bytes a function: ", optarg);
            options->budget_named = options->setting_named = true;
        } else if (option == 'f' && (taken & OPTIONS_FORMAT)) {
            options->format = format_named(optarg);
            if (!options->format && strcmp(optarg, "bobbin") != 0)
                return usage_error(argv[0], "no format ", optarg);
        } else if ((option == 'F' || option == 's' || option == 't') && (taken & OPTIONS_SETTING)) {
            options->setting = option == 'F'   ? PLAN_FAST
                               : option == 's' ? PLAN_SMALL
                                               : PLAN_TABLE_ONLY;
            options->setting_named = true;
        } else {
            return usage_error(argv[0], "bad option ", argv[optind - 1]);
        }
    }
    if (options->format && options->setting_named)
        return usage_error(argv[0], "no setting goes with --format=", options->format->name);
    if (options->budget_named && options->setting != PLAN_FAST)
        return usage_error(argv[0], "--budget goes with --fast alone", "");
    if (options->formats && (options->format || options->compare))
        return usage_error(argv[0], "neither --format nor --compare goes with --formats", "");
    return take_operands(options, argc, argv, taken);
}

void options_free(struct options *options)
{
    free((void *)(uintptr_t)options->rows.roots);
    memset(options, 0, sizeof(*options));
}
