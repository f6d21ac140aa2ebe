/* SPDX-License-Identifier: MIT */
/* The entry code of the port, with a crash stack whose bounds are variables: loss_stack_low and
   loss_stack_top. */
#define BOBBIN_LOAD_ADDRESS_H

.macro load_address register, symbol
.ifc \symbol, __bobbin_crash_stack_top
        movw    \register, #:lower16:loss_stack_top
        movt    \register, #:upper16:loss_stack_top
        ldr     \register, [\register]
.else
.ifc \symbol, __bobbin_crash_stack_low
        movw    \register, #:lower16:loss_stack_low
        movt    \register, #:upper16:loss_stack_low
        ldr     \register, [\register]
.else
        movw    \register, #:lower16:\symbol
        movt    \register, #:upper16:\symbol
.endif
.endif
.endm

#include "port/armv7/capture.S"
