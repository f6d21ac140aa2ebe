/* SPDX-License-Identifier: MIT */
/*
 * The C functions that entry code calls. "Plain": lr or SPSR of the exception is in its bank, so no
 * other exception may enter the same mode.
 */
#ifndef HANDLERS_H
#define HANDLERS_H

#include <stdint.h>

extern volatile uint32_t crossings_nesting;  /* counted by entry code that does so */
extern volatile uint32_t crossings_extended; /* 0 or 1: the size of a frame (entries.S) */

/* Around the part of entry code that runs with IRQs unmasked. The result is for end_irq(). */
uint32_t begin_irq(void);
void serve_irq(void);
void end_irq(uint32_t before);

void serve_irq_unmasking(void); /* acknowledges, and unmasks IRQs for a while */
void serve_irq_once(void);      /* plain, or on a stack that serves one interrupt at a time */
void irq_compiled(void);

void serve_fiq(uint32_t spsr);
void fiq_compiled(void);

void serve_undefined_plain(void);
void serve_undefined(void);
void serve_undefined_at(uint32_t *pc, uint32_t psr); /* changes *PC */
void undefined_compiled(void);

struct call_frame {
    uint32_t psr, unused, r[4], r12, pc;
};
uint32_t serve_call(uint32_t operation);
void serve_call_frame(struct call_frame *frame);
void svc_compiled(void);

void serve_abort_plain(void);
void serve_abort(void);
void serve_abort_at(uint32_t *pc); /* changes *PC */
void abort_compiled(void);

void serve_break_plain(void);
void serve_break(void);

#endif
