/* SPDX-License-Identifier: MIT */
/* For assembly only: load_address REGISTER, SYMBOL. Needs no literal pool. */
/* clang-format off */
#ifndef BOBBIN_LOAD_ADDRESS_H
#define BOBBIN_LOAD_ADDRESS_H

.macro load_address register, symbol
        movw    \register, #:lower16:\symbol
        movt    \register, #:upper16:\symbol
.endm

#endif
