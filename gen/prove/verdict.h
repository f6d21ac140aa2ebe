/* SPDX-License-Identifier: MIT */
/* What the proof says of one instruction. */
#ifndef GEN_VERDICT_H
#define GEN_VERDICT_H

#include <stdbool.h>
#include <stdint.h>

enum verdict {
    VERDICT_EXACT,
    VERDICT_UNREACHABLE, /* no path leads there */
    /* the reference does not know what is true, or the core says that it has no rule */
    VERDICT_UNKNOWN,
    VERDICT_WRONG,
    VERDICTS,
};

/* One instruction that is not exact, or exact with something lost. */
struct finding {
    uint32_t address;
    enum verdict verdict;
    bool lost;
    bool after_call; /* it is the return address behind it that is meant */
    const char *why;
};

/* "exact", "unreachable", "unknown", "wrong" */
const char *verdict_name(enum verdict verdict);

#endif
