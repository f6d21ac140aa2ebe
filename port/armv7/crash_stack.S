/* SPDX-License-Identifier: MIT */
/*
 * The default crash stack, in .bss. -DBOBBIN_CRASH_STACK_BYTES=BYTES changes its size. With
 * -DBOBBIN_PROCESSORS=N, there are N stacks of that size: see processor_park.h.
 *
 * Firmware that wants the crash stack elsewhere defines both __bobbin_crash_stack_low and
 * __bobbin_crash_stack_top in its linker script, in place of these weak symbols. Then --gc-sections
 * of GNU ld removes the default. -DBOBBIN_CRASH_STACK_BYTES=0 removes it with any linker.
 *
 * The linker fragments read the other symbols: see linker/bobbin.ld.
 */
#include "context_offsets.h"
#include "processor_park.h"

#ifndef BOBBIN_CRASH_STACK_BYTES
#define BOBBIN_CRASH_STACK_BYTES CRASH_STACK_STRIDE_BYTES
#endif

        .weak   __bobbin_crash_stack_low
        .weak   __bobbin_crash_stack_top

        .global bobbin_crash_stack_bytes_min
        .set    bobbin_crash_stack_bytes_min, \
                CRASH_STACK_BYTES_MIN + (BOBBIN_PROCESSORS - 1) * CRASH_STACK_STRIDE_BYTES

#if BOBBIN_CRASH_STACK_BYTES == 0
        .set    __bobbin_crash_stack_low, 0
        .set    __bobbin_crash_stack_top, 0
#else
#if BOBBIN_CRASH_STACK_BYTES < CRASH_STACK_BYTES_MIN || BOBBIN_CRASH_STACK_BYTES % 8 != 0
#error "BOBBIN_CRASH_STACK_BYTES is less than 1176 or not a multiple of 8"
#endif
        .global bobbin_crash_stack_default_low
        .global bobbin_crash_stack_default_top

        .section .bss.bobbin_crash_stack, "aw", %nobits
        .balign 8
__bobbin_crash_stack_low:
bobbin_crash_stack_default_low:
        .space  BOBBIN_PROCESSORS * BOBBIN_CRASH_STACK_BYTES
__bobbin_crash_stack_top:
bobbin_crash_stack_default_top:
#endif
