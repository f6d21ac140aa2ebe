/* SPDX-License-Identifier: MIT */
/* The verdict of the proof on one instruction. */
#ifndef GEN_PROVE_VERDICT_H
#define GEN_PROVE_VERDICT_H

#include <stdbool.h>
#include <stdint.h>

enum verdict {
    VERDICT_EXACT,
    VERDICT_UNREACHABLE, /* no path reaches the instruction */
    /* the reference has no rule, or the core reports that it has none */
    VERDICT_UNKNOWN,
    VERDICT_WRONG,
    VERDICTS,
};

/* An instruction that is not exact, or that is exact but has lost a register. */
struct finding {
    uint32_t address;
    enum verdict verdict;
    bool lost;
    bool cfi_only;    /* unknown or unreachable: only CFI gives the rule of the table */
    bool after_call;  /* the finding is about the return address after the instruction */
    bool is_entry;    /* exception entry code, judged by its rule of CROSSINGS */
    uint32_t handler; /* if IS_ENTRY: the vector or function through which it is entered */
    const char *why;
};

/* Returns "exact", "unreachable", "unknown" or "wrong". */
const char *verdict_name(enum verdict verdict);

#endif
