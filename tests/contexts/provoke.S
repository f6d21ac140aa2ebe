/* SPDX-License-Identifier: MIT */
#include "boards/common/startup.h"

        .syntax unified
        .arm

/* Keeps the other bits of CPACR. */
.macro set_fpu_access access, scratch
        mrc     p15, 0, \scratch, c1, c0, 2
        bic     \scratch, \scratch, #CPACR_CP10_CP11
        orr     \scratch, \scratch, \access
        mcr     p15, 0, \scratch, c1, c0, 2
        isb
.endm

/*
 * __wrap_bobbin_die continues after the call, at resume, with only the stack intact. The analysis
 * of this code must see that. So the call is conditional, although the condition always holds, and
 * r4-r11 are overwritten before it.
 */
bare_function provoke arm
        push    {r3-r11, lr}
        vpush   {d8-d15}
        load_address r1, resume_sp
        str     sp, [r1]
        cmp     r0, #0
        vldmia  r0!, {d8-d15}
        ldm     r0, {r4-r11}
        blne    launch
resume:
        vpop    {d8-d15}
        pop     {r3-r11, pc}
end_bare_function provoke

/*
 * sp of the launch mode points to the rest of the state, so all registers of the target can be
 * loaded.
 */
bare_function launch arm
        ldmia   r0!, {r1, r2}
        vmsr    fpexc, r1
        set_fpu_access r2, r3
        cps     #MODE_FIQ
        ldmia   r0!, {r8-r12}
        ldmia   r0!, {r1-r4}
        msr     cpsr_c, r1
        mov     sp, r2
        mov     lr, r3
        msr     cpsr_c, r4
        mov     sp, r0
        ldmia   sp!, {r0-r12}
        rfeia   sp
end_bare_function launch

/*
 * Replaces bobbin_die; runs in any privileged mode on the crash stack. A crash that no test
 * provoked goes to the real bobbin_die.
 */
bare_function __wrap_bobbin_die arm
        load_address r5, resume_sp
        ldr     r6, [r5]
        load_address r1, __real_bobbin_die
        cmp     r6, #0
        bxeq    r1
        mov     r4, r0
        bl      bobbin_fault
        cps     #MODE_SYS
        cpsie   a
        set_fpu_access #CPACR_CP10_CP11, r1
        mov     r1, #FPEXC_EN
        vmsr    fpexc, r1
        mov     r0, r4
        mov     sp, r6
        mov     r1, #0
        str     r1, [r5]
        load_address r1, resume
        bx      r1
end_bare_function __wrap_bobbin_die

        .section .bss.resume_sp, "aw", %nobits
        .balign 4
resume_sp:
        .zero   4
