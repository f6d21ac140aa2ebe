/* SPDX-License-Identifier: MIT */
/* The command line of `bobbin profile`. */
#ifndef GEN_PROFILE_OPTIONS_H
#define GEN_PROFILE_OPTIONS_H

#include "profile/profile_names.h"

struct profile_options {
    char **images; /* at least one */
    size_t images_count, images_capacity;
    char **captures; /* at least one */
    size_t captures_count;

    const char *folded, *speedscope, *pprof, *svg, *samples; /* where to; NULL: nowhere */
    const char *function, *lines;                            /* names of functions; NULL: none */
    size_t top;                                              /* functions in the summary; 0: all */
    enum profile_by by;
    bool json, force, busy, no_inlines;
};

/* As read_options_parse (read_options.h). Free in every case. */
#define PROFILE_OPTIONS_DONE (-1)
int profile_options_parse(struct profile_options *options, int argc, char **argv);
void profile_options_free(struct profile_options *options);

#endif
