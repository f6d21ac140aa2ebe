/* SPDX-License-Identifier: MIT */
/* The plugin's options; QEMU passes each as NAME=VALUE. */
#ifndef ORACLE_OPTIONS_H
#define ORACLE_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

struct options {
    const char *elf;      /* elf=FILE: the image; required */
    const char *table;    /* table=FILE: used instead of the image's table */
    const char *out;      /* out=FILE: where to write the result (README.md) */
    const char *counts;   /* counts=FILE: where to write how often each instruction was executed */
    const char *licences; /* licences=FILE: functions that may do what is a mistake elsewhere */
    /*
     * from=SYMBOL or from=0xADDRESS: nothing is judged before this code of the image is reached for
     * the first time
     */
    const char *from;
    /* given-up=rN: no function has to restore rN. Bit N */
    uint32_t given_up;
    /* moved=0xFROM:0xTO:0xSIZE: SIZE bytes of code run at TO, but the image has them at FROM */
    struct {
        uint32_t from, to, size_bytes;
    } moved;
    bool find_moved;    /* moved=auto: finds out where code of the image runs elsewhere */
    bool allow_no_rule; /* allow=no-rule: count frames without a rule, do not report them */
    bool allow_losses;  /* allow=losses: the run is good although track was lost */
    bool allow_outside; /* allow=outside: the run is good although other code was executed */
    bool tasks;         /* tasks=all: check the traces of all tasks; the image has bobbin_kernel */
    /* registers=all: check that registers not in the written set are unchanged */
    bool all_registers;
    /* walk=N: unwind all frames at every Nth instruction, in addition to calls; 61 */
    uint32_t walk_each;
    uint32_t stop; /* stop=N: end the emulator after N judged instructions; 0: never */
    /* points=PREFIX, gap=N, count=N: writes N points of the run (points.h), about GAP apart */
    const char *points;
    uint32_t points_gap, points_count;
    uint32_t max; /* max=N: stop after N mismatches; 0: never stop; 10 */
};

/* False, with a line on stderr, if an argument is invalid. */
bool options_read(struct options *options, int argc, char **argv);

#endif
