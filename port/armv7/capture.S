/* SPDX-License-Identifier: MIT */
/*
 * For park (capture.h): stores the registers of a crash on the crash stack and calls C. A fault
 * inside a report must leave the context and the frames of that report as they are, so sp decides
 * which stack the new report has:
 *
 *   sp of the interrupted code is in the crash stack      below that sp
 *   else                                                  top of the crash stack
 *   there is no room, or the crash stack is too short     bobbin_spare_stack
 *
 * No variable takes part: after a reset or a stray store the choice is still right.
 */
#include "context_offsets.h"
#include "load_address.h"
#include "processor_modes.h"
#include "processor_park.h"

        .syntax unified
        .arm
        .fpu    vfpv3-d16
        .cfi_sections .debug_frame

        .section .bss.bobbin_parking, "aw", %nobits
        .balign 8
        .global bobbin_parking
        .type   bobbin_parking, %object
bobbin_parking:
        .space  BOBBIN_PROCESSORS * PARKING_BYTES
        .size   bobbin_parking, . - bobbin_parking

        .section .text.bobbin_capture, "ax", %progbits
        .balign 4

/*
 * After park, with r0 = cause. The other two also take r1 = handler and r2 = pc of the context.
 * bobbin_capture_call comes after mask_and_park_call; bobbin_capture takes lr = PSR of the context.
 */
        .global bobbin_capture_exception
        .type   bobbin_capture_exception, %function
bobbin_capture_exception:
        .cfi_startproc
        .cfi_undefined lr
        load_address r1, bobbin_exception
        mov     r2, lr
        add     r3, sp, #PARKED_ARGUMENTS
        stm     r3, {r0-r2}
        mrs     lr, spsr
        mrs     r2, cpsr
        and     r0, lr, #0x1f
        cmp     r0, #MODE_USR
        moveq   r0, #MODE_SYS
        bic     r3, r2, #0x1f
        orr     r0, r0, r3
        msr     cpsr_c, r0
        mov     r1, sp
        msr     cpsr_c, r2
        cmp     r0, r2
        mrceq   p15, 0, r1, c13, c0, 4
        b       choose_stack
        .cfi_endproc
        .size   bobbin_capture_exception, . - bobbin_capture_exception

        .global bobbin_capture_call
        .type   bobbin_capture_call, %function
bobbin_capture_call:
        .cfi_startproc
        .cfi_undefined lr
        mov     lr, r12
        mrc     p15, 0, r12, c13, c0, 2
        .cfi_endproc
        .size   bobbin_capture_call, . - bobbin_capture_call

        .global bobbin_capture
        .type   bobbin_capture, %function
bobbin_capture:
        .cfi_startproc
        .cfi_undefined lr
        add     r3, sp, #PARKED_ARGUMENTS
        stm     r3, {r0-r2}
        mrc     p15, 0, r1, c13, c0, 4

/* r1: sp of the interrupted code. */
choose_stack:
        load_address r3, __bobbin_crash_stack_top
        bic     r3, r3, #7
#if BOBBIN_PROCESSORS > 1
        load_address r2, bobbin_parking
        sub     r2, sp, r2
        load_address r0, (CRASH_STACK_STRIDE_BYTES / 8)
        lsr     r2, r2, #(PARKING_SHIFT - 3)
        mul     r2, r2, r0
        sub     r3, r3, r2
        load_address r2, CRASH_STACK_STRIDE_BYTES
        sub     r2, r3, r2
#else
        load_address r2, __bobbin_crash_stack_low
#endif
        cmp     r1, r2                  @ low < sp < top?
        cmphi   r3, r1
        movls   r1, r3
        sub     r2, r1, r2
        cmp     r2, #CRASH_STACK_BYTES_SHORT
        load_address r3, (bobbin_spare_stack + SPARE_STACK_BYTES)
        movlo   r1, r3

        bic     r1, r1, #7
        mov     r0, sp
        sub     sp, r1, #CONTEXT_BYTES  @ now: if the next store faults, its fault comes below
        add     r3, sp, #(4 * 4)
        stm     r3, {r4-r12}
        ldm     r0!, {r4-r8}
        stm     sp, {r4-r7}
        ldm     r0, {r5-r7}             @ cause, handler, pc
        mrc     p15, 0, r3, c13, c0, 4
        mov     r0, #0
        add     r1, sp, #CONTEXT_SP
        str     r3, [r1], #4
        str     r8, [r1], #4
        str     r7, [r1], #4
        str     lr, [r1], #8            @ cpsr; valid comes later
        str     r5, [r1], #4            @ cause
        str     r0, [r1], #4            @ status, address, text
        str     r0, [r1], #4
        str     r0, [r1], #4

        load_address r9, CONTEXT_VALID_CORE
        cmp     r2, #(CRASH_STACK_BYTES_MIN - 8)
        orrlo   r9, r9, #CONTEXT_SHORT

/*
 * Stores d8-d15 only if the FPU is on. Reading FPEXC is undefined without access to cp10, and
 * reading d8-d15 is undefined if FPEXC.EN is clear or FPEXC.EX is set (ARM ARM B1.11).
 */
        mrs     r8, cpsr                @ in Hyp mode, HCPTR also controls access to cp10
        and     r8, r8, #0x1f
        cmp     r8, #MODE_HYP
        bne     2f
        mrc     p15, 4, r8, c1, c1, 2   @ HCPTR: TCP10 is bit 10, TCP11 bit 11
        tst     r8, #(3 << 10)
        bne     1f
2:
        mrc     p15, 0, r8, c1, c0, 2   @ CPACR: cp10 is 21:20, cp11 23:22; 01 or 11 is access
        and     r8, r8, #(5 << 20)
        cmp     r8, #(5 << 20)
        bne     1f
        vmrs    r8, fpexc
        and     r8, r8, #(3 << 30)
        cmp     r8, #(1 << 30)
        vstmiaeq r1, {d8-d15}
        orreq   r9, r9, #CONTEXT_VALID_D
1:
        str     r9, [sp, #CONTEXT_VALID]
        mov     r0, sp
#if BOBBIN_PROCESSORS > 1
        cmp     r5, #CAUSE_USER
        mov     r1, r6
        load_address r2, bobbin_processor_crash
        movne   r6, r2
#endif
        blx     r6
        .cfi_endproc
        .size   bobbin_capture, . - bobbin_capture
