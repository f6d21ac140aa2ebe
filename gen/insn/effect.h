/* SPDX-License-Identifier: MIT */
/*
 * Effects: what one instruction does to registers, memory and control flow, as far as the reference
 * analysis and discovery need. A disassembler library (capstone) decodes the instructions, so the
 * analysis shares no code with the decoder of the core that it judges.
 */
#ifndef GEN_INSN_EFFECT_H
#define GEN_INSN_EFFECT_H

#include <capstone/capstone.h>

#include "elf/image.h"
#include "insn/condition.h"
#include <bobbin/bobbin.h>

/* Register numbers: r0-r15, then s0-s31. s16-s31 are d8-d15. */
enum { EFFECT_S0 = 16, EFFECT_S16 = EFFECT_S0 + 16, EFFECT_REGISTERS = EFFECT_S0 + 32 };
#define EFFECT_BIT(number) (1ull << (number))

/* The registers of the core that a call may change: r0-r3, r12, lr (AAPCS32 6.1.1). */
#define EFFECT_CHANGED_BY_CALLS 0x500full

enum effect_kind {
    EFFECT_OTHER,       /* the registers in WRITES get unknown values */
    EFFECT_MOVE,        /* rd = rn + imm */
    EFFECT_CONST,       /* rd = imm; rn is pc if the instruction computes imm from pc */
    EFFECT_MOVT,        /* rd = (rd & 0xffff) | imm << 16 */
    EFFECT_ADD,         /* rd = rn + rm */
    EFFECT_SUB,         /* rd = rn - rm */
    EFFECT_LOAD,        /* loads LIST in ascending order from rn + imm on; then rn += writeback */
    EFFECT_STORE,       /* stores LIST in ascending order from rn + imm on; then rn += writeback */
    EFFECT_SPOIL,       /* spoiled_bytes from rn + imm on get other values; then rn += writeback */
    EFFECT_BIC,         /* rd = rn & ~imm */
    EFFECT_ORR,         /* rd = rn | imm */
    EFFECT_INSERT,      /* BFI, BFC: replaces the low bits of rd, bits 4..0 or more */
    EFFECT_READ_PSR,    /* rd = cpsr */
    EFFECT_READ_SPSR,   /* rd = SPSR of any mode: it has the mode of other code */
    EFFECT_WRITE_PSR,   /* cpsr = rn, with the mode bits */
    EFFECT_SET_MODE,    /* changes the processor mode, and so sp and lr */
    EFFECT_VECTOR_BASE, /* the address of exception vectors = rn; imm: enum vector_base */
    EFFECT_LOCAL_CALL,  /* lr = return address of local call imm of GROUP (local_calls.h) */
    EFFECT_UNKNOWN,     /* capstone cannot decode it: all registers are unknown afterwards */
};

enum effect_flow {
    FLOW_NEXT,          /* to the next instruction */
    FLOW_JUMP,          /* to TARGET */
    FLOW_CALL,          /* calls TARGET; continues if it returns */
    FLOW_CALL_INDIRECT, /* calls the address in rn; continues if it returns */
    FLOW_INDIRECT,      /* pc = rn: a return if rn holds the return address */
    FLOW_LOADED,        /* a load with pc in LIST: a return if the slot holds the return address */
    FLOW_TABLE,         /* tbb, tbh, or add or load of pc: table at rn, index rm */
    FLOW_EXCEPTION,     /* movs pc, lr or similar: returns from an exception */
    FLOW_TRAP,          /* udf: does not continue */
};

struct effect {
    uint8_t kind, flow;
    uint8_t condition; /* CONDITION_...: of the instruction itself or of its IT block */
    bool sets_flags;
    bool nop : 1;   /* does nothing; linkers fill gaps with it */
    bool sums : 1;  /* FLOW_TABLE: pc = rn + rm, without a table */
    bool moves : 1; /* rn, one of WRITES, is the base of a load or store that moves it */
    bool traps : 1; /* SVC, HVC, SMC: an exception that continues after the instruction */
    /* a jump by an exception return to a constant (insn/returned_constant.h); cfg_nodes sets it */
    bool returned : 1;
    bool swapped;   /* strd or ldrd: the register with the higher number comes first in memory */
    bool exchanges; /* TARGET is executed in the other state, ARM or Thumb */
    bool elsewhere; /* stores to an unknown address: rn + rm, or the stack of another mode */
    uint8_t rd, rn, rm;
    uint8_t table_shift; /* FLOW_TABLE: log2 of the size of an entry: 0 tbb, 1 tbh, 2 others */
    int32_t imm, writeback;
    uint32_t spoiled_bytes; /* EFFECT_SPOIL: the words that contain them are unknown */
    uint64_t list;          /* registers loaded or stored, as EFFECT_BITs */
    uint64_t reads;         /* core registers from which the values of WRITES are computed */
    uint64_t writes;        /* further registers that get unknown values */
    uint32_t target;
    union {
        uint32_t group; /* EFFECT_LOCAL_CALL */
        uint32_t back;  /* FLOW_CALL...: the return address; 0: after the instruction */
    };
};

struct effect_cache;

struct effect_reader {
    csh arm, thumb;             /* capstone for ARMv8 */
    csh older_arm, older_thumb; /* for instructions that ARMv8 removed */
    cs_insn *scratch;
    struct effect_cache *cache;
    bool cache_is_borrowed; /* from another reader: READER only reads it */
    uint8_t it_state;       /* ITSTATE (ARM ARM A2.5.2) before the next instruction */
};

/*
 * Opens READER; returns STATUS_... If OF is not NULL, READER uses the cache of OF and does not
 * change it, so that several threads can have readers of one OF at the same time. OF should have
 * read most of the instructions before, must not read while READER is in use, and must outlive
 * READER.
 */
int effect_reader_open(struct effect_reader *reader, const struct effect_reader *of);
void effect_reader_close(struct effect_reader *reader);

/*
 * True if INSTRUCTION, whose encoding is CODE, starts an IT block. effect_read_code keeps track of
 * the block, because capstone decodes single instructions.
 */
bool effect_starts_it(const struct image_instruction *instruction, uint32_t code);

/*
 * The encoding of INSTRUCTION: its bytes as a little-endian number. Also prefetches the cache entry
 * for effect_read_code.
 */
uint32_t effect_fetch(const struct effect_reader *reader, const struct image *image,
                      const struct image_instruction *instruction);

/*
 * Reads the effect of INSTRUCTION, whose encoding is CODE. Call it in ascending order of address,
 * so that READER tracks IT blocks. Before any other address, set it_state to 0.
 */
void effect_read_code(struct effect_reader *reader, const struct image_instruction *instruction,
                      uint32_t code, struct effect *effect);

/* effect_fetch, then effect_read_code. */
void effect_read(struct effect_reader *reader, const struct image *image,
                 const struct image_instruction *instruction, struct effect *effect);

/* Whether EFFECT computes the value of rd. */
bool effect_writes_rd(const struct effect *effect);

/*
 * All registers that EFFECT changes if its condition holds, as EFFECT_BITs. EFFECT_UNKNOWN may
 * change any register, but the result does not show that.
 */
uint64_t effect_written(const struct effect *effect);

/* The address of the literal that the instruction AT loads: EFFECT is a load, and rn is pc. */
static inline uint32_t effect_literal(const struct effect *effect,
                                      const struct image_instruction *at)
{
    return image_literal_base(at) + (uint32_t)effect->imm;
}

/*
 * Whether the instruction AT with EFFECT loads literals, and IMAGE has the first one: *WORD. *WORD
 * may change in any case.
 */
bool effect_read_literal(const struct effect *effect, const struct image *image,
                         const struct image_instruction *at, uint32_t *word);

/*
 * Whether the instruction AT with EFFECT sets register NUMBER, and no other, to the constant *WORD:
 * a number, or a literal of IMAGE. *WORD may change in any case.
 */
bool effect_sets_constant(const struct effect *effect, const struct image *image,
                          const struct image_instruction *at, unsigned number, uint32_t *word);

static inline bool effect_is_conditional(const struct effect *effect)
{
    return effect->condition != CONDITION_ALWAYS;
}

static inline bool effect_is_call(const struct effect *effect)
{
    return effect->flow == FLOW_CALL || effect->flow == FLOW_CALL_INDIRECT;
}

/* Whether EFFECT writes the mode bits of cpsr, so that sp and lr may be those of another mode. */
static inline bool effect_writes_mode(const struct effect *effect)
{
    return effect->kind == EFFECT_SET_MODE || effect->kind == EFFECT_WRITE_PSR;
}

/* Whether EFFECT is no jump, call or return, or only a conditional jump to a constant target. */
static inline bool effect_continues_straight(const struct effect *effect)
{
    return effect->flow == FLOW_NEXT ||
           (effect->flow == FLOW_JUMP && effect_is_conditional(effect));
}

/* Whether control may go on to the next instruction, without a call that returns in between. */
static inline bool effect_falls_through(const struct effect *effect)
{
    return effect->flow == FLOW_NEXT || effect_is_conditional(effect);
}

/* Whether control may go on to the next instruction, also after a call that returns. */
static inline bool effect_may_go_on(const struct effect *effect)
{
    return effect_falls_through(effect) || effect_is_call(effect);
}

/* Whether EFFECT jumps to an address in a literal: LDR pc, [pc, #n]. */
static inline bool effect_jumps_to_literal(const struct effect *effect)
{
    return effect->flow == FLOW_LOADED && effect->rn == BOBBIN_PC;
}

/*
 * Whether EFFECT has the form of a return: BX lr, or POP {..., pc}. Where the frame state is known,
 * cfg_returns (analysis/cfg_returns.h) decides instead.
 */
static inline bool effect_looks_like_return(const struct effect *effect)
{
    return (effect->flow == FLOW_LOADED && effect->rn == BOBBIN_SP) ||
           (effect->flow == FLOW_INDIRECT && effect->rn == BOBBIN_LR);
}

#endif
