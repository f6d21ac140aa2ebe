/* SPDX-License-Identifier: MIT */
/* Whether what an instruction did in the emulator is what the analysis says of it. */
#ifndef EFFECTS_JUDGE_H
#define EFFECTS_JUDGE_H

#include "insn/effect.h"
#include "machine.h"

/* The ways in which the analysis can be wrong about an instruction. */
enum judge_finding {
    JUDGE_GOOD,
    JUDGE_REGISTER, /* a register changed that is not named */
    JUDGE_VALUE,    /* a register or a word in memory is not what it was said to become */
    JUDGE_MEMORY,   /* memory was touched elsewhere, or by an instruction said not to */
    JUDGE_FLOW,     /* it went on elsewhere */
    JUDGE_FLAGS,    /* flags changed */
    JUDGE_FINDINGS,
};

/* The registers that EFFECT names as written, as EFFECT_BITs. */
uint64_t judge_named(const struct effect *effect);

/* MACHINE is as RUN left it. Where the finding is not GOOD, *NUMBER is the register or the address. */
enum judge_finding judge(const struct effect *effect, const struct image_instruction *at,
                         struct machine *machine, const struct machine_run *run, uint32_t *number);

#endif
