/* SPDX-License-Identifier: MIT */
/* The names of the verdicts. */
#include "prove/verdict.h"

const char *verdict_name(enum verdict verdict)
{
    static const char *const names[VERDICTS] = {"exact", "unreachable", "unknown", "wrong"};

    return names[verdict];
}
