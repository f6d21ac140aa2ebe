/* SPDX-License-Identifier: MIT */
/*
 * A port that knows nothing, to start a new one from: copy the folder, fill in what the processor
 * can do. Everything here is complete as it stands: a port may answer "unsupported" for ever, and
 * reports then carry less. port/include/bobbin/port.h has the contracts.
 *
 * The functions run in fault context: interrupts off, on the crash stack, after anything may have
 * gone wrong. They must not fault, allocate, wait, or use the floating-point registers (build with
 * -mgeneral-regs-only or, for clang, -mno-implicit-float).
 */
#include <bobbin/port.h>

/*
 * The probe before each read. Answer true only for memory that can be read now without a fault and
 * without a side effect; a device register is neither. Ask the hardware if it has a translation
 * operation (../armv7-a/probe.c), else walk the protection regions (../armv7-r/probe.c).
 *
 * False always: a report then has registers and frame 0, and a trace that stops as "unreadable" at
 * the first saved register. With neither MMU nor MPU, return the size check alone and let
 * bobbin_config.memory say what is memory.
 */
bool bobbin_port_readable(uint32_t address, uint32_t size_bytes)
{
    (void)address;
    (void)size_bytes;
    return false;
}

/*
 * sp and lr (and r8-r12 of FIQ) of another mode; what a trace needs to go on behind an exception
 * frame. The running mode's own are gone: false. See ../armv7/bank.c for processors without MRS
 * (banked register).
 */
bool bobbin_port_bank(uint32_t mode, uint32_t number, uint32_t *out)
{
    (void)mode;
    (void)number;
    (void)out;
    return false;
}

/*
 * A fault status register in words. Asked for aborts only, with what the port's entry code stored
 * in the context. Say address_known only where the architecture says that the fault address
 * register is valid, and imprecise for aborts that arrive after their cause.
 */
void bobbin_port_fault_status(uint32_t cause, uint32_t status, struct bobbin_fault_status *out)
{
    (void)cause;
    (void)status;
    out->what = "unknown fault status";
    out->write = false;
    out->address_known = false;
    out->imprecise = false;
}
