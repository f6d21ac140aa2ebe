/* SPDX-License-Identifier: MIT */
/* The instructions of sites.S and how each must be reported, by the ARM ARM and bobbin_port.h. */
#ifndef CONTEXTS_SITES_H
#define CONTEXTS_SITES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* An instruction. As a pointer to code its bit 0 says: in Thumb state. */
typedef void code(void);

/* What sites use. Nothing is mapped there on any board, but where null is the reset vector. */
#define SITE_DATA       0xdead0000u /* r2 */
#define SITE_ARM_CODE   0xcafe0000u /* r3 */
#define SITE_THUMB_CODE 0xcafe8001u /* r4 */
#define SITE_NULL       0u          /* r5 */

/* Where the instruction's fault address is not defined, or there is none. */
#define SITE_NO_ADDRESS 0xffffffffu

struct site {
    const char *name;
    code *start;
    uint32_t cause;   /* enum bobbin_cause */
    code *pc;         /* the preferred return address, or the hook */
    code *lr;         /* what a call left there; NULL: lr is as it was */
    uint32_t address; /* DFAR or IFAR */
    uint32_t cpsr_it; /* CPSR.IT at the instruction */
    bool hook;        /* no exception in privileged modes */
    bool null;        /* the board decides: see expect.c */
};

extern const struct site sites[];
extern const size_t sites_count;

#endif
