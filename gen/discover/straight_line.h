/* SPDX-License-Identifier: MIT */
/* Inside follow: what is known on a way straight through code. */
#ifndef GEN_DISCOVER_STRAIGHT_LINE_H
#define GEN_DISCOVER_STRAIGHT_LINE_H

#include "insn/effect.h"

/* At most COUNT values, from 0 on, of the register, and its copies, that has a bit in REGISTERS get
   past a comparison;
   0: who knows. */
struct limit {
    uint64_t registers;
    uint32_t count;
};

/*
 * How far sp, and the registers that serve as frame pointers, are below the sp that the function
 * was entered with.
 */
enum { TRACE_SP, TRACE_R7, TRACE_R11, TRACES };
struct trace {
    int32_t depth[TRACES];
    bool known[TRACES];
};

struct run {
    const struct image *image;
    struct trace trace; /* before the instruction at hand */
    struct image_instruction at;
    struct effect effect;
    uint32_t known; /* a bit a core register whose value is known */
    uint32_t value[16];
    struct limit compared; /* by the last comparison with a number: COUNT is that number + 1 */
    struct limit limit;    /* here */
    bool other_stack;      /* sp is of who knows whom */
    bool aims;             /* the instruction before has put the address behind this one in lr */
};

/* Starts at ADDRESS, of which LIMIT and TRACE are known. */
void run_start(struct run *run, uint32_t address, bool thumb, const struct limit *limit,
               const struct trace *trace);

/* TRACE behind the instruction of EFFECT. */
void trace_pass(struct trace *trace, const struct effect *effect);

/* Whether nothing is left on the stack. */
static inline bool trace_is_undone(const struct trace *trace)
{
    return trace->known[TRACE_SP] && trace->depth[TRACE_SP] == 0;
}

/* Whether more was taken from the stack than the function had put there. */
static inline bool trace_is_overdrawn(const struct trace *trace)
{
    return trace->known[TRACE_SP] && trace->depth[TRACE_SP] < 0;
}

/* What holds behind the instruction at hand, if it goes on. */
void run_pass(struct run *run);

/* What the jump at hand leads to, if it is not taken, or taken, as far as its comparison tells. */
struct limit run_limit(const struct run *run, bool taken);

/*
 * Where the instruction at hand goes by a register or a literal that is known: false when that is
 * not. BIT 0 as it is there.
 */
bool run_aim(const struct run *run, uint32_t *target);

/*
 * Whether the jump at hand is one that may change the state, as those to other functions are (ARM
 * ARM A8.8.27, A8.8.64): not mov pc.
 */
bool run_exchanges(const struct run *run);

/* Whether register NUMBER is known. */
static inline bool run_knows(const struct run *run, unsigned number)
{
    return number < 16 && (run->known >> number & 1);
}

/*
 * The table of jumps that is at hand: ENTRIES of SIZE_BYTES at BASE; false when its extent is not
 * known.
 */
struct jump_table {
    uint32_t base, entries, size_bytes;
};
bool run_table(const struct run *run, struct jump_table *table);

/* Where entry I of TABLE leads, without bit 0. */
uint32_t run_table_target(const struct run *run, const struct jump_table *table, uint32_t i);

#endif
