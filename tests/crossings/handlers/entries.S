/* SPDX-License-Identifier: MIT */
/*
 * Entry code of all exceptions. It has no CFI: its caller is an exception, not a call. handlers.h
 * says what each C function expects.
 */
#include "boards/common/function.h"
#include "port/armv7/load_address.h"

#define MODE_IRQ 0x12
#define MODE_SVC 0x13
#define MODE_ABT 0x17
#define MODE_SYS 0x1f
#define PSR_T    0x20

#define STATUS_FAULT 71

        .syntax unified
        .arm

/* The flags become those of crossings_flags. No register changes. */
.macro choose_style
        push    {r0}
        load_address r0, crossings_flags
        ldr     r0, [r0]
        msr     cpsr_f, r0
        pop     {r0}
.endm

/* Pads sp to a multiple of 8 and keeps the pad on the stack, with r2. Changes r1. */
.macro push_pad
        and     r1, sp, #4
        sub     sp, sp, r1
        push    {r1, r2}
.endm

.macro pop_pad
        pop     {r1, r2}
        add     sp, sp, r1
.endm

/* The common ends: return address and SPSR are on the stack of \mode. */
.macro to_mode mode
        srsdb   sp!, #\mode
        cps     #\mode
.endm

/* ---- IRQ ------------------------------------------------------------------------------------- */

bare_function board_irq_entry arm
        choose_style
        bmi     1f
        beq     irq_compiled
        bcs     3f
        bvs     irq_sys_aligned
        b       irq_plain
1:      bvs     2f
        beq     irq_own_stack
        bcs     irq_two_stacks
        b       irq_system_frame
3:      bvc     irq_svc_padded
        ldr     pc, =irq_thumb
        .ltorg
2:      beq     irq_flagged
        bcs     irq_two_pads
        b       irq_user_registers
end_bare_function board_irq_entry

/* SPSR stays in its bank. */
bare_function irq_plain arm
        sub     lr, lr, #4
        push    {r0-r3, r12, lr}
        bl      serve_irq_once
        ldm     sp!, {r0-r3, r12, pc}^
end_bare_function irq_plain

bare_function irq_svc_padded arm
        sub     lr, lr, #4
        to_mode MODE_SVC
        push    {r0-r3, r12, lr}
        push_pad
        bl      begin_irq
        str     r0, [sp, #4]
        cpsie   i
        bl      serve_irq
        cpsid   i
        ldr     r0, [sp, #4]
        bl      end_irq
        pop_pad
        pop     {r0-r3, r12, lr}
        rfeia   sp!
end_bare_function irq_svc_padded

/* The same in Thumb state, which leaves ARM code by a load of pc. */
bare_function irq_thumb thumb
        sub     lr, lr, #4
        to_mode MODE_SVC
        push    {r0-r3, r12, lr}
        mov     r1, sp
        and     r1, r1, #4
        sub     sp, sp, r1
        push    {r1, r2}
        bl      begin_irq
        str     r0, [sp, #4]
        cpsie   i
        bl      serve_irq
        cpsid   i
        ldr     r0, [sp, #4]
        bl      end_irq
        pop     {r1, r2}
        add     sp, sp, r1
        pop     {r0-r3, r12, lr}
        rfeia   sp!
end_bare_function irq_thumb

/* A pad on each of two stacks: one on the stack, and one in r5. */
bare_function irq_two_pads arm
        sub     lr, lr, #4
        push    {r0-r3, r12, lr}
        mrs     r0, spsr
        push    {r0}
        push_pad
        cps     #MODE_SVC
        push    {r4, r5, lr}
        and     r5, sp, #4
        sub     sp, sp, r5
        bl      serve_irq_once
        add     sp, sp, r5
        pop     {r4, r5, lr}
        cps     #MODE_IRQ
        pop_pad
        pop     {r0}
        msr     spsr_cxsf, r0
        ldm     sp!, {r0-r3, r12, pc}^
end_bare_function irq_two_pads

bare_function irq_sys_aligned arm
        sub     lr, lr, #4
        to_mode MODE_SYS
        push    {r0-r4, r12, lr}
        mov     r4, sp
        bic     sp, sp, #7
        bl      begin_irq
        push    {r0, r1}
        cpsie   i
        bl      serve_irq
        cpsid   i
        pop     {r0, r1}
        bl      end_irq
        mov     sp, r4
        pop     {r0-r4, r12, lr}
        rfeia   sp!
end_bare_function irq_sys_aligned

bare_function irq_own_stack arm
        sub     lr, lr, #4
        push    {r0-r4, r12, lr}
        mrs     r0, spsr
        push    {r0, r1}
        mov     r4, sp
        ldr     sp, =irq_own_stack_high
        bl      serve_irq_once
        mov     sp, r4
        pop     {r0, r1}
        msr     spsr_cxsf, r0
        ldm     sp!, {r0-r4, r12, pc}^
        .ltorg
end_bare_function irq_own_stack

/* Return address and SPSR on the IRQ stack, the rest on the SVC stack. */
bare_function irq_two_stacks arm
        sub     lr, lr, #4
        push    {lr}
        mrs     lr, spsr
        push    {lr}
        cps     #MODE_SVC
        push    {r0-r4, r12}
        load_address r3, crossings_nesting
        ldr     r4, [r3]
        add     r0, r4, #1
        str     r0, [r3]
        and     r2, sp, #4
        sub     sp, sp, r2
        push    {r0-r4, lr}
        bl      serve_irq_unmasking
        pop     {r0-r4, lr}
        add     sp, sp, r2
        cpsid   i
        str     r4, [r3]
        pop     {r0-r4, r12}
        cps     #MODE_IRQ
        pop     {lr}
        msr     spsr_cxsf, lr
        pop     {lr}
        movs    pc, lr
end_bare_function irq_two_stacks

/* STM and LDM of user registers, in a frame on the IRQ stack. */
bare_function irq_user_registers arm
        sub     lr, lr, #4
        sub     sp, sp, #72
        stm     sp, {r0-r14}^
        str     lr, [sp, #60]
        mrs     r0, spsr
        str     r0, [sp, #64]
        bl      serve_irq_once
        ldr     r0, [sp, #64]
        msr     spsr_cxsf, r0
        ldr     lr, [sp, #60]
        ldm     sp, {r0-r14}^
        nop
        add     sp, sp, #72
        movs    pc, lr
end_bare_function irq_user_registers

/* The lowest word of the frame says whether the frame has two more words. */
bare_function irq_flagged arm
        sub     lr, lr, #4
        push    {r0-r3, r12, lr}
        load_address r1, crossings_extended
        ldr     r1, [r1]
        cmp     r1, #0
        beq     1f
        push    {r4, r5}
1:      push    {r1, r2}
        bl      serve_irq_once
        pop     {r1, r2}
        cmp     r1, #0
        beq     2f
        pop     {r4, r5}
2:      ldm     sp!, {r0-r3, r12, pc}^
end_bare_function irq_flagged

/* The interrupted sp is a word of the frame, which is on the stack of System mode. */
bare_function irq_system_frame arm
        sub     lr, lr, #4
        to_mode MODE_SYS
        push    {r0-r12}
        add     r1, sp, #60
        push    {r1, lr}
        mov     r4, sp
        bic     sp, sp, #7
        bl      begin_irq
        push    {r0, r1}
        cpsie   i
        bl      serve_irq
        cpsid   i
        pop     {r0, r1}
        bl      end_irq
        mov     sp, r4
        ldr     lr, [sp, #4]
        add     sp, sp, #8
        pop     {r0-r12}
        rfeia   sp!
end_bare_function irq_system_frame

/* ---- FIQ ------------------------------------------------------------------------------------- */

bare_function board_fiq_entry arm
        ldr     r8, =crossings_flags
        ldr     r8, [r8]
        msr     cpsr_f, r8
        bmi     fiq_compiled
        beq     fiq_svc
        b       fiq_plain
        .ltorg
end_bare_function board_fiq_entry

/* r8-r12 are FIQ's own. */
bare_function fiq_plain arm
        sub     lr, lr, #4
        mov     r8, sp
        mrs     r9, spsr
        push    {r0-r3, r8, lr}
        mov     r0, r9
        bl      serve_fiq
        msr     spsr_cxsf, r9
        ldm     sp!, {r0-r3, r8, pc}^
end_bare_function fiq_plain

bare_function fiq_svc arm
        sub     lr, lr, #4
        to_mode MODE_SVC
        push    {r0-r3, r12, lr}
        push_pad
        mov     r0, #MODE_SVC
        bl      serve_fiq
        pop_pad
        pop     {r0-r3, r12, lr}
        rfeia   sp!
end_bare_function fiq_svc

/* ---- undefined instruction ------------------------------------------------------------------- */

bare_function bobbin_undefined_entry arm
        choose_style
        bmi     undefined_compiled
        beq     undefined_svc
        bcs     undefined_exact
        bvs     undefined_shared
        b       undefined_plain
end_bare_function bobbin_undefined_entry

/* lr is the address of the next instruction: 4 or 2 after the undefined one. */
bare_function undefined_plain arm
        push    {r0-r3, r12, lr}
        bl      serve_undefined_plain
        ldm     sp!, {r0-r3, r12, pc}^
end_bare_function undefined_plain

bare_function undefined_svc arm
        to_mode MODE_SVC
        push    {r0-r3, r12, lr}
        push_pad
        bl      serve_undefined
        pop_pad
        pop     {r0-r3, r12, lr}
        rfeia   sp!
end_bare_function undefined_svc

/* Stores the address of the undefined instruction; C adds its size. */
bare_function undefined_exact arm
        push    {r0-r3, r12, lr}
        mrs     r1, spsr
        tst     r1, #PSR_T
        subne   lr, lr, #2
        subeq   lr, lr, #4
        str     lr, [sp, #20]
        push    {r1, r2}
        add     r0, sp, #28
        bl      serve_undefined_at
        pop     {r1, r2}
        msr     spsr_cxsf, r1
        ldm     sp!, {r0-r3, r12, pc}^
end_bare_function undefined_exact

/* Undefined instructions and BKPT share all code after the first push. C adds the size to pc. */
bare_function undefined_shared arm
        push    {r0}
        mrs     r0, spsr
        tst     r0, #PSR_T
        pop     {r0}
        subne   lr, lr, #2
        subeq   lr, lr, #4
        to_mode MODE_SVC
        push    {r0-r3, r12, lr}
        b       shared_end
end_bare_function undefined_shared

bare_function shared_end arm
        add     r0, sp, #24
        push_pad
        ldr     r1, [r0, #4]
        bl      serve_undefined_at
        pop_pad
        pop     {r0-r3, r12, lr}
        rfeia   sp!
end_bare_function shared_end

/* ---- SVC ------------------------------------------------------------------------------------- */

bare_function board_svc_entry arm
        cmp     r0, #0
        bne     svc_frame
        choose_style
        bmi     svc_compiled
        beq     svc_user_registers
        bcs     svc_frame
        b       svc_result
end_bare_function board_svc_entry

/* r0 is the result. */
bare_function svc_result arm
        srsdb   sp!, #MODE_SVC
        push    {r1-r3, r12}
        bl      serve_call
        pop     {r1-r3, r12}
        rfeia   sp!
end_bare_function svc_result

/* C writes the result to the frame. */
bare_function svc_frame arm
        push    {r0-r3, r12, lr}
        mrs     r1, spsr
        push    {r1, lr}
        mov     r0, sp
        bl      serve_call_frame
        pop     {r1, lr}
        msr     spsr_cxsf, r1
        ldm     sp!, {r0-r3, r12, pc}^
end_bare_function svc_frame

bare_function svc_user_registers arm
        sub     sp, sp, #72
        stm     sp, {r0-r14}^
        str     lr, [sp, #60]
        mrs     r0, spsr
        str     r0, [sp, #64]
        mov     r0, #0
        bl      serve_call
        ldr     r1, [sp, #64]
        msr     spsr_cxsf, r1
        ldr     lr, [sp, #60]
        ldm     sp, {r0-r14}^
        nop
        add     sp, sp, #72
        movs    pc, lr
end_bare_function svc_user_registers

/* ---- aborts ---------------------------------------------------------------------------------- */

/* lr is 8 after the instruction that aborted. */
bare_function bobbin_data_abort_entry arm
        choose_style
        bmi     abort_compiled
        beq     abort_svc
        bcs     abort_raw
        bvs     abort_two_stacks
        b       abort_plain
end_bare_function bobbin_data_abort_entry

bare_function abort_plain arm
        sub     lr, lr, #4
        push    {r0-r3, r12, lr}
        bl      serve_abort_plain
        ldm     sp!, {r0-r3, r12, pc}^
end_bare_function abort_plain

/* C adds 4 to the stored pc. */
bare_function abort_svc arm
        sub     lr, lr, #8
        to_mode MODE_SVC
        push    {r0-r3, r12, lr}
        add     r0, sp, #24
        push_pad
        bl      serve_abort_at
        pop_pad
        pop     {r0-r3, r12, lr}
        rfeia   sp!
end_bare_function abort_svc

bare_function abort_raw arm
        push    {r0-r3, r12, lr}
        mrs     r0, spsr
        push    {r0, r1}
        bl      serve_abort
        pop     {r0, r1}
        msr     spsr_cxsf, r0
        pop     {r0-r3, r12, lr}
        subs    pc, lr, #4
end_bare_function abort_raw

/*
 * The mode bits of SPSR choose one of two stacks, which the handler uses in system mode. r0 and r1
 * are in thread IDs meanwhile. No other abort may come.
 */
bare_function abort_two_stacks arm
        cpsid   aif
        mcr     p15, 0, r0, c13, c0, 4
        mcr     p15, 0, r1, c13, c0, 2
        sub     lr, lr, #4
        load_address r1, abort_stacks
        mrs     r0, spsr
        tst     r0, #1
        ldrne   r1, [r1]
        ldreq   r1, [r1, #4]
        stmdb   r1!, {r0, lr}
        cps     #MODE_SYS
        stmdb   r1!, {sp, lr}
        mov     sp, r1
        mrc     p15, 0, r0, c13, c0, 4
        mrc     p15, 0, r1, c13, c0, 2
        push    {r0-r12}
        sub     sp, sp, #4
        bl      serve_abort_plain
        add     sp, sp, #4
        mov     r12, sp
        ldr     r0, [r12, #60]
        ldr     lr, [r12, #56]
        ldr     sp, [r12, #52]
        cps     #MODE_ABT
        ldr     lr, [r12, #64]
        msr     spsr_cxsf, r0
        ldm     r12, {r0-r12}
        movs    pc, lr
end_bare_function abort_two_stacks

/* BKPT: lr is the address of the next instruction, in ARM state. */
bare_function bobbin_prefetch_abort_entry arm
        choose_style
        beq     break_svc
        bvs     break_shared
        push    {r0-r3, r12, lr}
        bl      serve_break_plain
        ldm     sp!, {r0-r3, r12, pc}^
end_bare_function bobbin_prefetch_abort_entry

bare_function break_svc arm
        to_mode MODE_SVC
        push    {r0-r3, r12, lr}
        push_pad
        bl      serve_break
        pop_pad
        pop     {r0-r3, r12, lr}
        rfeia   sp!
end_bare_function break_svc

bare_function break_shared arm
        sub     lr, lr, #4
        to_mode MODE_SVC
        push    {r0-r3, r12, lr}
        b       shared_end
end_bare_function break_shared

/* A jump to 0, which is a mistake of this firmware. */
bare_function bobbin_null_call_entry arm
        mov     r0, #STATUS_FAULT
        bl      board_exit
end_bare_function bobbin_null_call_entry

        .section .data.abort_stacks, "aw", %progbits
        .balign 4
abort_stacks:
        .word   abort_stack_high, other_abort_stack_high

        .bss
        .balign 8
        .space  4096
irq_own_stack_high:
        .space  8192
abort_stack_high:
        .space  8192
other_abort_stack_high:
