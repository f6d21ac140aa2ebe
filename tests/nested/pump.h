/* SPDX-License-Identifier: MIT */
/*
 * The controller of a dosing pump. The main program runs batches in System mode and doses by system
 * calls (SVC). A tick interrupt (IRQ) regulates the flow. A FIQ guards the motor against overload
 * while the flow is regulated.
 */
#ifndef PUMP_H
#define PUMP_H

#include <stdbool.h>
#include <stdint.h>

#include "board.h"

/* Where the firmware crashes on request. */
enum pump_crash {
    PUMP_CRASH_NONE,
    PUMP_CRASH_IRQ,     /* data abort in the IRQ handler, which interrupted the main program */
    PUMP_CRASH_NESTED,  /* data abort in the FIQ handler, which interrupted the IRQ handler, which
                          interrupted a system call of the main program */
    PUMP_CRASH_ASSERT,  /* failed assertion in the same place: no exception of its own */
    PUMP_CRASH_CALL,    /* undefined instruction in a system call */
    PUMP_CRASH_SAMPLER, /* like NESTED, in the FIQ of the sampler */
};
extern volatile enum pump_crash pump_crash;

/* Whether the FIQ takes samples instead of guarding the motor. */
enum pump_sampling {
    PUMP_NO_SAMPLES,
    PUMP_SAMPLES_WITHIN, /* a trace ends at an exception entry */
    PUMP_SAMPLES_ACROSS, /* a trace crosses exceptions */
};
extern volatile enum pump_sampling pump_sampling;

/* False if the table or the memory is not usable. */
bool sampling_start(void);

/* Ends sampling and writes the capture to the UART. */
void sampling_send(void);

/* Period of the FIQ: 1 to 3 microseconds on all boards. */
#define PUMP_GUARD_TICKS (board_timer_hz / 1000000 + 2)

/* True while a system call doses, and while the tick interrupt regulates the flow. */
extern volatile bool pump_dosing, pump_regulating;

/* The fault: a write through a pointer that was never set. */
void pump_write_nowhere(uint32_t value);

/* Runs BATCHES batches; returns the total in millilitres. */
uint32_t batch_run(uint32_t batches);

/* System call: doses MILLILITRES. Returns the number of strokes. */
uint32_t service_dose(uint32_t millilitres);

/* Called by the entry code in entries.S: the handlers of SVC and IRQ. */
uint32_t service_call(uint32_t millilitres);
void regulator_interrupt(void);

/* The FIQ handler, entered from the vector through entries.S. */
void overload_interrupt(void);

#endif
