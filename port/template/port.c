/* SPDX-License-Identifier: MIT */
/*
 * The start of a new port: copy this file and fill in what your processor can do. Every function
 * answers "unsupported". A port may keep these answers; its reports then contain less.
 * port/include/bobbin/port.h has the contracts.
 *
 * The functions run with interrupts masked, on the crash stack, after memory may have been
 * corrupted. They must not fault, allocate, wait, or use floating-point registers. Build them with
 * -mgeneral-regs-only (GCC) or -mno-implicit-float (clang).
 */
#include <bobbin/port.h>

/*
 * Called before each read. Return true only for memory that can be read now without a fault and
 * without a side effect. Return false for device registers.
 *
 * Processors with an address translation operation: see ../armv7-a/probe.c. Processors with an MPU
 * that software must search: see ../armv7-r/probe.c. With neither MMU nor MPU, check only that
 * SIZE_BYTES is not 0 and that the range does not wrap around, and list the memory in
 * bobbin_config.memory.
 *
 * If the function always returns false, the unwind table cannot be read: a report has registers and
 * frame 0, and the trace stops there with unreadable.
 */
bool bobbin_port_readable(uint32_t address, uint32_t size_bytes)
{
    (void)address;
    (void)size_bytes;
    return false;
}

/*
 * Stores r8-r12, sp or lr of another processor mode. A trace needs sp and lr to continue after an
 * exception frame. Return false for the current mode: its registers have already been overwritten.
 * For processors without MRS (banked register), see ../armv7/bank.c.
 */
bool bobbin_port_bank(uint32_t mode, uint32_t number, uint32_t *out)
{
    (void)mode;
    (void)number;
    (void)out;
    return false;
}

/*
 * Decodes a fault status register; called for aborts only. STATUS is the value that the entry code
 * stored in the context. Set address_known only if the architecture defines the fault address
 * register for this status. Set imprecise for asynchronous aborts.
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
