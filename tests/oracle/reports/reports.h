/* SPDX-License-Identifier: MIT */
/*
 * Linked with demo and contexts: code of port and core that none of their crashes leads to. Runs in place
 * of the program when the command line begins so, and ends the emulation:
 *
 *   reports          contexts made up here, each cause, status, place of sp and end of the time; damaged
 *                    tables; status 0
 *   reports fault    the clock faults within a report; status 70, as behind
 *   reports twice    and the sink as well, while it tells of that
 *   reports fiq      a crash of FIQ mode
 *   reports null     the entry of a call through null
 *   reports assert   an assertion whose words are long, and in part nowhere
 *
 * The last three need bobbin_die as it is: not in contexts.
 */
#ifndef ORACLE_REPORTS_H
#define ORACLE_REPORTS_H

#include "bobbin_port.h"

/* Nothing is mapped there on any board. */
#define REPORTS_NOWHERE 0xdead0000u

/* wraps.c: what bobbin_config has for now and put, since the link has --wrap for both. */
struct reports_wraps {
    bool expires;    /* after calls_left calls of now the time is over */
    bool now_faults; /* then it is now that faults */
    bool put_faults; /* from the fault of now on */
    volatile uint32_t calls_left;
};
extern struct reports_wraps reports_wraps;

/* contexts.c: reports of contexts made up. */
void reports_of_contexts(void);

/* parts.c: single functions of port, in each case. */
void reports_of_parts(void);

/* damage.c: a table with wrong bytes, asked for rules and traces. */
void reports_of_damage(void);

/* The context of the caller; its r15 lies in this function. */
void reports_capture(struct bobbin_context *context);

#endif
