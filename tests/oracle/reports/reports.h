/* SPDX-License-Identifier: MIT */
/*
 * Linked with demo and contexts. Runs code of port and core that none of their crashes reaches. If
 * the command line is one of these, it runs in place of the program and then ends the emulation:
 *
 *   reports          contexts of each cause, and with sp at every edge of a stack; reports that run
 *                    out of time; a table with all forms and mistakes; traces of the image, with
 *                    each way to read memory; single functions of port.
 *                    Status 0, or 1 if an answer of the core is wrong
 *   reports long     contexts with sp at every edge of every stack; more reports that run out of
 *                    time. Status 0
 *   reports fault    the clock faults within a report. Status 70, as for the following ones
 *   reports twice    the sink also faults, while it reports the first fault
 *   reports null     calls through null
 *   reports assert   an assertion with long texts, partly at unmapped addresses
 */
#ifndef ORACLE_REPORTS_H
#define ORACLE_REPORTS_H

#include <bobbin/port.h>

/* No board maps memory at this address. */
#define REPORTS_NOWHERE 0xdead0000u

/* wraps.c: how the callbacks now and put of bobbin_config behave; the link has --wrap for both. */
struct reports_wraps {
    bool expires;    /* the time is over after calls_left calls of now */
    bool now_faults; /* now faults after calls_left calls */
    bool put_faults; /* put faults, once now has faulted */
    volatile uint32_t calls_left;
};
extern struct reports_wraps reports_wraps;

/* contexts.c: reports of made-up contexts: of each cause, and with another config. */
void reports_of_causes(void);

/* The same with sp at every edge of a stack, or of all stacks, and with the time running out. */
void reports_of_contexts(void);
void reports_of_all_contexts(void);

/* parts.c: calls single functions of port with all kinds of arguments. */
void reports_of_parts(void);

/* tables.c: opens and traces through a hand-made table. Returns the number of wrong answers. */
uint32_t reports_of_tables(void);

/*
 * windows.c: traces from all over the image's code, with windows and a cache. Returns how many
 * differ from the traces without.
 */
uint32_t reports_of_windows(void);

/*
 * code.c: the core reads generated code. Returns how many answers differ between window and
 * callback.
 */
uint32_t reports_of_code(void);

/* Stores the caller's context; its r15 is an address in this function. */
void reports_capture(struct bobbin_context *context);

#endif
