/* SPDX-License-Identifier: MIT */
/* Handlers whose entry code is the compiler's. They leave SPSR in its bank. */
#include "crossings.h"
#include "handlers.h"

/*
 * Clang warns that called functions may change VFP registers. The compiler flags of this file
 * prevent that.
 */
#ifdef __clang__
#pragma clang diagnostic ignored "-Warm-interrupt-vfp-clobber"
#endif

__attribute__((interrupt("IRQ"))) void irq_compiled(void)
{
    serve_irq_once();
}

__attribute__((interrupt("FIQ"))) void fiq_compiled(void)
{
    serve_fiq(0);
}

__attribute__((interrupt("UNDEF"))) void undefined_compiled(void)
{
    serve_undefined_plain();
}

__attribute__((interrupt("SWI"))) void svc_compiled(void)
{
    uint32_t before = crossings_busy;

    crossings_busy = before | BUSY_CALL;
    serve_call(CALL_NOTHING);
    crossings_busy = before;
}

__attribute__((interrupt("ABORT"))) void abort_compiled(void)
{
    serve_abort_plain();
}
