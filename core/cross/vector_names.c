/* SPDX-License-Identifier: MIT */
/* The words that people read for exceptions and modes (ARM ARM B1.8.1, B1.3.1). */
#include <bobbin/cross.h>

const char *bobbin_vector_name(uint32_t vector)
{
    static const char *const names[] = {
        "none", "undefined instruction", "call", "prefetch abort", "data abort", "HYP trap", "IRQ",
        "FIQ",
    };
    _Static_assert(sizeof(names) / sizeof(names[0]) == BOBBIN_VECTORS, "a name for each vector");

    return vector < BOBBIN_VECTORS ? names[vector] : "?";
}

const char *bobbin_mode_name(uint32_t cpsr)
{
    static const char *const names[16] = {
        [0] = "USR", [1] = "FIQ",  [2] = "IRQ",  [3] = "SVC",  [6] = "MON",
        [7] = "ABT", [10] = "HYP", [11] = "UND", [15] = "SYS",
    };
    uint32_t mode = cpsr & BOBBIN_CPSR_MODE;

    return mode >= 16 && names[mode - 16] ? names[mode - 16] : "?";
}
