/* SPDX-License-Identifier: MIT */
/*
 * What the report writer does when a fault comes: a report, or less if a report was being written
 * already. Each fault leads to a state in which less can fault, so there is an end.
 *
 * A fault is inside a report if its sp is where the report's frames are. RAM that a reset or a
 * stray store has left with an old state does not matter then: the sp of the next fault is
 * elsewhere, and that fault has a whole report.
 */
#ifndef BOBBIN_REPORT_STATE_H
#define BOBBIN_REPORT_STATE_H

#include <bobbin/port.h>

#define STATE_BITS BOBBIN_REPORT_STATE_BITS

enum report_state {
    STATE_IDLE,
    STATE_REPORT, /* writes a report */
    STATE_AGAIN,  /* the same; it interrupted another one, and the last follows */
    STATE_NOTE,   /* a fault inside the report: writes a note and the rest, without callbacks */
    STATE_FINISH, /* calls bobbin_config.finish */
    STATE_FINISH_AGAIN, /* the same, after STATE_AGAIN or STATE_NOTE */
    STATE_LAST,         /* writes the report of a fault in bobbin_config.finish */
    STATE_END,          /* loops for ever */
};

/* Frames of a report and of the functions that it calls are at most this far below its first. */
#define REPORT_REACH_BYTES 4096u

/* The state after a fault with CONTEXT; INSIDE: the fault is inside a report or inside finish. */
enum report_state bobbin_state_after_fault(const struct bobbin_context *context, bool *inside);

/* STATE begins in the function that calls this one. */
void bobbin_state_set(enum report_state state);

#endif
