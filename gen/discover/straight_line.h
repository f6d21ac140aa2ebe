/* SPDX-License-Identifier: MIT */
/*
 * Inside traverse.c: a *run* is the state of knowledge on one straight path through code: the
 * current instruction, known register values, limits from comparisons, and the stack depth.
 */
#ifndef GEN_DISCOVER_STRAIGHT_LINE_H
#define GEN_DISCOVER_STRAIGHT_LINE_H

#include "insn/effect.h"

/*
 * After a comparison and branch, each register in REGISTERS (a register and its copies) is below
 * COUNT. COUNT = 0: no limit is known.
 */
struct limit {
    uint64_t registers;
    uint32_t count;
};

/*
 * How many bytes sp and the frame pointer registers r7 and r11 are below the value of sp at the
 * entry of the function.
 */
enum { TRACE_SP, TRACE_R7, TRACE_R11, TRACES };
struct trace {
    int32_t depth[TRACES];
    bool known[TRACES];
};

struct run {
    const struct image *image;
    struct trace trace;          /* before the current instruction */
    struct image_instruction at; /* the current instruction */
    struct effect effect;        /* of the current instruction */
    uint32_t known;              /* one bit for each core register whose value is known */
    uint32_t value[16];          /* by core register */
    struct limit compared;       /* after the last comparison with a number n: COUNT is n + 1 */
    struct limit limit;          /* holds before the current instruction */
    bool other_stack;            /* sp belongs to an unknown stack */
    bool lr_just_set;            /* the previous instruction set lr to a known value */
};

/* Starts a run at ADDRESS. LIMIT and TRACE are valid before the instruction there. */
void run_start(struct run *run, uint32_t address, bool thumb, const struct limit *limit,
               const struct trace *trace);

/* Updates TRACE from before an instruction with this EFFECT to after it. */
void trace_pass(struct trace *trace, const struct effect *effect);

/* True if sp is known to have its value at the entry again. */
static inline bool trace_is_undone(const struct trace *trace)
{
    return trace->known[TRACE_SP] && trace->depth[TRACE_SP] == 0;
}

/* True if the function popped more than it had pushed. */
static inline bool trace_is_overdrawn(const struct trace *trace)
{
    return trace->known[TRACE_SP] && trace->depth[TRACE_SP] < 0;
}

/* Moves RUN past the current instruction, to the next address. */
void run_pass(struct run *run);

/*
 * The limit (a known upper bound of some registers) after the current jump. TAKEN: at its target;
 * otherwise at the next instruction.
 */
struct limit run_limit(const struct run *run, bool taken);

/*
 * The target of the current indirect jump or call, if its register or literal is known. Bit 0 of
 * *TARGET is kept. False if the target is unknown.
 */
bool run_target(const struct run *run, uint32_t *target);

/*
 * True if the current jump can change between ARM and Thumb state, as jumps to other functions do:
 * BX or a load of pc, not MOV pc (ARM ARM A8.8.27, A8.8.64).
 */
bool run_exchanges(const struct run *run);

/* True if the value of register NUMBER is known. */
static inline bool run_knows(const struct run *run, unsigned number)
{
    return number < 16 && (run->known >> number & 1);
}

/*
 * A jump table with ENTRIES entries at the address BASE. SIZE_BYTES is the size of an entry. If
 * SIZE_BYTES is 0, the entries are branch instructions.
 */
struct jump_table {
    uint32_t base, entries, size_bytes;
};
/* Fills in the table of the current jump. False if its address or number of entries is unknown. */
bool run_table(const struct run *run, struct jump_table *table);

/*
 * Returns the target of entry I of TABLE, without bit 0. Returns 1, an invalid address, if the
 * entry cannot be read.
 */
uint32_t run_table_target(const struct run *run, const struct jump_table *table, uint32_t i);

#endif
