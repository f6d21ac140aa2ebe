/* SPDX-License-Identifier: MIT */
/*
 * Registers that an image gives up, in idioms that were found by disassembling firmware of others,
 * written anew: r9 in U-Boot, d8-d15 in Xen.
 */
        .fpu    neon
#include "expect.inc"

#define FRAME "cfa=sp+8 ra=[cfa-4] r4=[cfa-8]"

/* U-Boot, efi_save_gd: only reads r9. */
function saves_global
        expect  "cfa=sp ra=lr"
        movw    r3, #:lower16:saved_global
        movt    r3, #:upper16:saved_global
        str     r9, [r3]
        expect  "cfa=sp ra=lr"
        bx      lr
end_function saves_global

/* U-Boot, efi_restore_gd: returns early, or passes the new value through a slot of its own. */
function restores_global
        expect  "cfa=sp ra=lr"
        movw    r3, #:lower16:saved_global
        movt    r3, #:upper16:saved_global
        ldr     r3, [r3]
        cmp     r3, #0
        it      eq
        bxeq    lr
        sub     sp, sp, #8
        expect  "cfa=sp+8 ra=lr"
        str     r3, [sp, #4]
        expect  "cfa=sp+8 ra=lr"
        ldr     r9, [sp, #4]
        expect  "cfa=sp+8 ra=lr"
        add     sp, sp, #8
        expect  "cfa=sp ra=lr"
        bx      lr
end_function restores_global

/* Xen, vfp_restore_state: loads the registers after a test, and returns from two paths. */
function restores_vfp
        expect  "cfa=sp ra=lr"
        vmrs    r3, fpexc
        orr     r3, r3, #0x40000000
        vmsr    fpexc, r3
        add     r2, r0, #696
        vldmia  r2!, {d0-d15}
        expect  "cfa=sp ra=lr"
        vmrs    r3, mvfr0
        and     r3, r3, #15
        cmp     r3, #2
        bne     1f
        add     r2, r0, #824
        vldmia  r2!, {d16-d31}
1:      ldr     r3, [r0, #952]
        cmp     r3, #0
        blt     3f
2:      ldr     r2, [r0, #956]
        vmsr    fpscr, r2
        expect  "cfa=sp ra=lr"
        bx      lr
3:      expect  "cfa=sp ra=lr"
        tst     r3, #0x10000000
        b       2b
end_function restores_vfp

/* U-Boot, efi_exit_check and its callers: the value of r9 changes twice within a frame. */
function crosses_to_application
        push    {r4, lr}
        mov     r4, r0
        bl      saves_global
        expect  FRAME
        bl      restores_global
        expect  FRAME
        blx     r4
        expect  FRAME
        bl      restores_global
        expect  FRAME
        pop     {r4, pc}
end_function crosses_to_application

/* Xen, ctxt_switch_to: the last call is a tail call. */
function switches_to
        push    {r4, lr}
        mov     r4, r0
        bl      crosses_to_application
        expect  FRAME
        bl      restores_vfp
        expect  FRAME
        mov     r0, r4
        pop     {r4, lr}
        expect  "cfa=sp ra=lr"
        b       restores_vfp
end_function switches_to

function schedules
        push    {r4, lr}
        mov     r4, r0
        bl      switches_to
        expect  FRAME
        pop     {r4, pc}
end_function schedules

        .data
        .balign 4
saved_global:
        .word   0
