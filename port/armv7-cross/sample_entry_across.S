/* SPDX-License-Identifier: MIT */
/*
 * Entry code of interrupts that take samples, in firmware whose traces cross exceptions. A trace
 * that begins here, or in a function called from here, goes on at the interrupted code.
 */
#include "../armv7/sample_entry.h"

        .syntax unified
        .arm

        sample_entry bobbin_sample_irq_entry, global, 0, MODE_IRQ, bobbin_sampled_irq
        sample_entry bobbin_sample_fiq_entry, global, 0, MODE_FIQ, bobbin_sampled_fiq
