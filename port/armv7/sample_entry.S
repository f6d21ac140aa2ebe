/* SPDX-License-Identifier: MIT */
/*
 * Entry code of interrupts that take samples.
 *
 * .cfi_undefined lr marks the functions as outermost, because an exception entered them and not a
 * call. So a trace that begins here, or in a function called from here, ends complete.
 *
 * The functions are weak: port/armv7-cross replaces them.
 */
#include "sample_entry.h"

        .syntax unified
        .arm
        .cfi_sections .debug_frame

        sample_entry bobbin_sample_irq_entry, weak, 1, MODE_IRQ, bobbin_sampled_irq
        sample_entry bobbin_sample_fiq_entry, weak, 1, MODE_FIQ, bobbin_sampled_fiq
