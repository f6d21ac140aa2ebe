/* SPDX-License-Identifier: MIT */
#include "cli/report_options.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/diag.h"
#include "util/memory.h"

static int usage_error(const char *verb, const char *what, const char *which)
{
    diag_error(NULL, "%s: %s%s; `bobbin %s --help` tells more", verb, what, which, verb);
    return STATUS_USAGE;
}

/* The option that getopt_long has just looked at. */
static const char *last_option(char **argv)
{
    return argv[optind - (optarg && optarg == argv[optind - 1] ? 2 : 1)];
}

static void add_image(struct read_options *options, char *path)
{
    array_push(options->images, options->images_count, options->images_capacity, path);
}

static int take_operands(struct read_options *options, int argc, char **argv, unsigned taken)
{
    if (options->images_count == 0 && optind < argc)
        add_image(options, argv[optind++]);
    if (options->images_count == 0)
        return usage_error(argv[0], "no image is named", "");
    if (optind < argc)
        options->file = argv[optind++];
    else if (!(taken & READ_FILE_OPTIONAL))
        return usage_error(argv[0], "no file to read is named", "");
    if (optind < argc)
        return usage_error(argv[0], "too many arguments: ", argv[optind]);
    return STATUS_GOOD;
}

int read_options_parse(struct read_options *options, int argc, char **argv, unsigned taken,
                       const char *help)
{
    static const struct option known[] = {
        {"help", no_argument, NULL, 'h'},         {"image", required_argument, NULL, 'e'},
        {"json", no_argument, NULL, 'j'},         {"force", no_argument, NULL, 'f'},
        {"output", required_argument, NULL, 'o'}, {NULL, 0, NULL, 0},
    };
    int option;

    memset(options, 0, sizeof(*options));
    opterr = 0;
    optind = 1;
    while ((option = getopt_long(argc, argv, ":hje:o:", known, NULL)) != -1) {
        if (option == 'h') {
            fputs(help, stdout);
            return READ_OPTIONS_DONE;
        } else if (option == 'e') {
            add_image(options, optarg);
        } else if (option == 'j') {
            options->json = true;
        } else if (option == 'f' && (taken & READ_FORCE)) {
            options->force = true;
        } else if (option == 'o' && (taken & READ_OUTPUT)) {
            options->output = optarg;
        } else if (option == ':') {
            return usage_error(argv[0], "nothing follows ", argv[optind - 1]);
        } else {
            return usage_error(argv[0], "bad option ", last_option(argv));
        }
    }
    return take_operands(options, argc, argv, taken);
}

void read_options_free(struct read_options *options)
{
    free(options->images);
    memset(options, 0, sizeof(*options));
}
