/* SPDX-License-Identifier: MIT */
/*
 * The instructions of sites.S, and how each must be reported according to the ARM ARM and
 * bobbin/port.h.
 */
#ifndef CONTEXTS_SITES_H
#define CONTEXTS_SITES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* An instruction. Bit 0 of a pointer to it is the Thumb bit. */
typedef void code(void);

/*
 * Register values for the sites. No board maps memory there, except at null on boards with reset at
 * 0.
 */
#define SITE_DATA       0xdead0000u /* r2 */
#define SITE_ARM_CODE   0xcafe0000u /* r3 */
#define SITE_THUMB_CODE 0xcafe8001u /* r4 */
#define SITE_NULL       0u          /* r5 */

/* For instructions without a defined fault address. */
#define SITE_NO_ADDRESS 0xffffffffu

struct site {
    const char *name;
    code *start;
    uint32_t cause;   /* enum bobbin_cause */
    code *pc;         /* the preferred return address, or the hook */
    code *lr;         /* the value that a call left in lr; NULL: lr is unchanged */
    uint32_t address; /* DFAR or IFAR */
    uint32_t cpsr_it; /* CPSR.IT at the instruction */
    bool hook;        /* calls a hook; causes no exception in a privileged mode */
    bool null;        /* calls null; the result depends on the board, see expect.c */
};

extern const struct site sites[];
extern const size_t sites_count;

#endif
