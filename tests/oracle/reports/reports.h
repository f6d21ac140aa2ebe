/* SPDX-License-Identifier: MIT */
/*
 * Linked with demo and contexts: code of port and core that none of their crashes leads to. Runs in place
 * of the program when the command line is one of these, and ends the emulation:
 *
 *   reports          contexts of each cause; a table with all forms and all mistakes; traces of the image itself by
 *                    all ways to read memory; single functions of port; status 0, or 1 when an answer of core is wrong
 *   reports long     contexts with sp everywhere, reports that run out of time everywhere; status 0
 *   reports fault    the clock faults within a report; status 70, as behind
 *   reports twice    and the sink as well, while it tells of that
 *   reports null     the entry of a call through null
 *   reports assert   an assertion whose words are long, and in part nowhere
 */
#ifndef ORACLE_REPORTS_H
#define ORACLE_REPORTS_H

#include <bobbin/port.h>

/* Nothing is mapped there on any board. */
#define REPORTS_NOWHERE 0xdead0000u

/* wraps.c: what the callbacks now and put of bobbin_config do, since the link has --wrap for both. */
struct reports_wraps {
    bool expires;    /* after calls_left calls of now the time is over */
    bool now_faults; /* then it is now that faults */
    bool put_faults; /* from the fault of now on */
    volatile uint32_t calls_left;
};
extern struct reports_wraps reports_wraps;

/* contexts.c: reports of contexts made up: of each cause, and by another config */
void reports_of_causes(void);

/* ... and with sp everywhere, and with an end of the time everywhere. */
void reports_of_contexts(void);

/* parts.c: single functions of port, in each case. */
void reports_of_parts(void);

/* tables.c: a table made by hand, opened and traced through; returns how many answers were wrong. */
uint32_t reports_of_tables(void);

/*
 * windows.c: traces from all over the image's code, with memory as it lies and with a cache; returns how many were
 * others than without.
 */
uint32_t reports_of_windows(void);

/* code.c: made code read by core; returns how many answers were others where the code lies at hand. */
uint32_t reports_of_code(void);

/* The context of the caller; its r15 lies in this function. */
void reports_capture(struct bobbin_context *context);

#endif
