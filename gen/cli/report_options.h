/* SPDX-License-Identifier: MIT */
/* The command line of the verbs that read what a device left: VERB [--image IMAGE]... [IMAGE] FILE. */
#ifndef GEN_READ_OPTIONS_H
#define GEN_READ_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

struct read_options {
    char **images; /* at least one */
    size_t images_count, images_capacity;
    const char *file;   /* NULL: not given */
    const char *output; /* -o; NULL: not given */
    bool json, force;
};

/* Which options and operands the verb has. */
enum {
    READ_OUTPUT = 1,        /* -o FILE */
    READ_FORCE = 2,         /* --force */
    READ_FILE_OPTIONAL = 4, /* FILE may be left out */
};

/*
 * Parses ARGV of a verb whose help is HELP. Returns STATUS_GOOD to go on, STATUS_USAGE after a
 * message, or READ_OPTIONS_DONE when --help was printed. Free in every case.
 */
#define READ_OPTIONS_DONE (-1)
int read_options_parse(struct read_options *options, int argc, char **argv, unsigned taken,
                       const char *help);
void read_options_free(struct read_options *options);

#endif
