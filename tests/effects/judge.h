/* SPDX-License-Identifier: MIT */
/* Compares the effect that the analysis derived for an instruction with a run in the emulator. */
#ifndef EFFECTS_JUDGE_H
#define EFFECTS_JUDGE_H

#include "insn/effect.h"
#include "insn/memory_access.h"
#include "machine.h"

/* The kinds of errors that the analysis can make about an instruction. */
enum judge_finding {
    JUDGE_GOOD,
    JUDGE_REGISTER, /* a register changed that the effect does not name */
    JUDGE_VALUE,    /* a register or a word in memory has another value than the effect states */
    JUDGE_MEMORY,   /* the instruction accessed memory that the effect does not state */
    JUDGE_FLOW,     /* another instruction followed than the effect states */
    JUDGE_FLAGS,    /* the flags changed, but the effect does not state this */
    JUDGE_ACCESS,   /* judge_access: other memory was accessed than `bobbin decode` would say */
    JUDGE_FINDINGS,
};

/* The registers that EFFECT writes, as EFFECT_BIT values. */
uint64_t judge_named(const struct effect *effect);

/*
 * Compares EFFECT with RUN. MACHINE must still be as RUN left it. Unless the result is JUDGE_GOOD,
 * *NUMBER is the wrong register or address.
 */
enum judge_finding judge(const struct effect *effect, const struct image_instruction *at,
                         struct machine *machine, const struct machine_run *run, uint32_t *number);

/*
 * Whether RUN accessed the memory that ACCESS states, if ACCESS states any: the first address, the
 * number of bytes, and whether it was read or written. *NUMBER is the first address.
 */
bool judge_access(const struct memory_access *access, const struct machine_run *run,
                  uint32_t *number);

#endif
