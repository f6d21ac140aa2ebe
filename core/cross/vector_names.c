/* SPDX-License-Identifier: MIT */
/* The words of reports and of people for exceptions and modes (ARM ARM B1.8.1, B1.3.1). */
#include <bobbin/cross.h>
#include <bobbin/report.h>

const char *bobbin_vector_word(unsigned vector)
{
    static const char *const words[] = {
        "none", "undefined", "svc", "prefetch-abort", "data-abort", "hyp-trap", "irq", "fiq",
    };
    _Static_assert(sizeof(words) / sizeof(words[0]) == BOBBIN_VECTORS, "a word for each vector");

    return vector < BOBBIN_VECTORS ? words[vector] : "?";
}

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
