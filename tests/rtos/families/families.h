/* SPDX-License-Identifier: MIT */
/*
 * For the assembly of tests/rtos/families; ARM state.
 *
 *     entry NAME        code that an exception or a jump enters: it has no caller and no CFI
 *     restoring LAST, NAME
 *                       from here on the code loads the registers of another task. It has a name,
 *                       so that the oracle knows this code (tests/rtos/licences)
 *     call_entry NAME   a function that is called
 */
/* clang-format off */
#ifndef RTOS_FAMILIES_H
#define RTOS_FAMILIES_H

#include "boards/common/startup.h"
#include "tests/rtos/kernel/block.h"

        .syntax unified
        .arm

.macro entry name
        bare_function \name arm
.endm

.macro restoring last, name
        .size   \last, . - \last
        .balign 4
        .type   \name, %function
\name:
.endm

.macro end_entry name
        .ltorg
        end_bare_function \name
.endm

.macro call_entry name
        function \name arm
.endm

.macro end_call_entry name
        end_function \name
        .ltorg
.endm

#endif
