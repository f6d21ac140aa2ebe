/* SPDX-License-Identifier: MIT */
/* The plugin's options, NAME=VALUE each, as QEMU hands them over. */
#ifndef ORACLE_OPTIONS_H
#define ORACLE_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

struct options {
    const char *elf;    /* elf=FILE: the image; required */
    const char *table;  /* table=FILE: another table than the one in the image */
    const char *out;    /* out=FILE: where the result goes, see README.md */
    const char *counts; /* counts=FILE: where it goes how often each instruction was executed */
    bool allow_no_rule; /* allow=no-rule: count places without a rule, do not report them */
    /* registers=all: see that those which an instruction does not write are as before */
    bool all_registers;
    uint32_t walk_each; /* walk=N: a whole walk at each Nth instruction besides calls; 61 */
    uint32_t max;       /* max=N: stop after so many mismatches; 0 never; 10 */
};

/* False, with a line on stderr, when an argument is not understood. */
bool options_read(struct options *options, int argc, char **argv);

#endif
