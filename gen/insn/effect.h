/* SPDX-License-Identifier: MIT */
/*
 * What an instruction does to a frame, in the few words that the reference analysis knows. Derived
 * from a disassembler library, so that nothing of it is shared with the core's own decoder.
 */
#ifndef GEN_INSN_EFFECT_H
#define GEN_INSN_EFFECT_H

#include <capstone/capstone.h>

#include "elf/image.h"
#include "insn/condition.h"
#include <bobbin/bobbin.h>

/* Registers by number: r0-r15, then the single-precision ones, of which s16-s31 are d8-d15. */
enum { EFFECT_S0 = 16, EFFECT_S16 = EFFECT_S0 + 16, EFFECT_REGISTERS = EFFECT_S0 + 32 };
#define EFFECT_BIT(number) (1ull << (number))

enum effect_kind {
    EFFECT_OTHER,     /* destroys the registers of WRITES */
    EFFECT_MOVE,      /* rd = rn + imm */
    EFFECT_CONST,     /* rd = imm */
    EFFECT_MOVT,      /* rd = (rd & 0xffff) | imm << 16 */
    EFFECT_ADD,       /* rd = rn + rm */
    EFFECT_SUB,       /* rd = rn - rm */
    EFFECT_LOAD,      /* the registers of LIST, ascending, from rn + imm on; then rn += writeback */
    EFFECT_STORE,     /* the same, to memory */
    EFFECT_SPOIL,     /* spoiled_bytes at rn + imm get what is not followed; then rn += writeback */
    EFFECT_BIC,       /* rd = rn & ~imm */
    EFFECT_ORR,       /* rd = rn | imm */
    EFFECT_READ_PSR,  /* rd = cpsr */
    EFFECT_WRITE_PSR, /* cpsr = rn, mode bits included */
    EFFECT_SET_MODE,  /* another mode: another sp and lr */
    EFFECT_LOCAL_CALL, /* lr = where local call number imm of a group of regions goes on */
    EFFECT_UNKNOWN,    /* the disassembler library does not know it: nothing is known afterwards */
};

enum effect_flow {
    FLOW_NEXT,
    FLOW_JUMP,          /* to TARGET */
    FLOW_CALL,          /* to TARGET, and on when it returns */
    FLOW_CALL_INDIRECT, /* to who knows, and on */
    FLOW_INDIRECT,      /* pc = rn: a return when rn holds the return address */
    FLOW_LOADED,        /* pc is in the LIST of a load: a return when the slot holds it */
    FLOW_TABLE,         /* tbb, tbh, or an addition or load of pc with an index: rm, from rn on */
    FLOW_EXCEPTION,     /* movs pc, lr and the like: back from an exception */
    FLOW_TRAP,          /* udf: no way on */
};

struct effect {
    uint8_t kind, flow;
    uint8_t condition; /* CONDITION_...: its own or that of its IT block */
    bool sets_flags;
    bool nop;       /* does nothing: one of those that fill up to an alignment */
    bool swapped;   /* a pair whose higher register comes first in memory */
    bool exchanges; /* TARGET is in the other of ARM and Thumb state */
    /* it stores where nobody knows: at a sum of two registers, on another mode's stack */
    bool elsewhere;
    uint8_t rd, rn, rm;
    uint8_t table_shift; /* FLOW_TABLE of tbb, tbh: log2 of the entry's size; 2 for words */
    int32_t imm, writeback;
    uint32_t spoiled_bytes; /* EFFECT_SPOIL: whole words */
    uint64_t list;          /* registers loaded or stored */
    uint64_t reads;         /* core registers from which what WRITES get is made */
    uint64_t writes;        /* registers whose value is not known afterwards, besides the above */
    uint32_t target;
    uint32_t group; /* EFFECT_LOCAL_CALL */
};

struct effect_cache;

struct effect_reader {
    csh arm, thumb;             /* the newest architecture that the library knows */
    csh older_arm, older_thumb; /* for instructions that it has done away with */
    cs_insn *scratch;
    struct effect_cache *memo;
    bool borrows;     /* MEMO is another reader's: nothing is put there */
    uint8_t it_state; /* ITSTATE (ARM ARM A2.5.2), when read in order */
};

/*
 * Opens READER. OF has read all that READER will, or most of it, and must outlive it: READER goes by what OF knows, and
 * so may others at the same time. NULL: there is none.
 */
int effect_reader_open(struct effect_reader *reader, const struct effect_reader *of);
void effect_reader_close(struct effect_reader *reader);

/*
 * Whether INSTRUCTION, which has CODE, starts an IT block. The library does not tell what that makes conditional, nor
 * does it need to know.
 */
bool effect_starts_it(const struct image_instruction *instruction, uint32_t code);

/* The bytes of INSTRUCTION of IMAGE, as a number. It will be read soon. */
uint32_t effect_fetch(const struct effect_reader *reader, const struct image *image,
                      const struct image_instruction *instruction);

/*
 * Reads INSTRUCTION, which has CODE. Call it in ascending order of address: IT blocks are remembered.
 */
void effect_read_code(struct effect_reader *reader, const struct image_instruction *instruction,
                      uint32_t code, struct effect *effect);

/* Both. */
void effect_read(struct effect_reader *reader, const struct image *image,
                 const struct image_instruction *instruction, struct effect *effect);

/*
 * The registers that EFFECT changes if its condition holds: what it makes, loads, moves on and destroys. UNKNOWN: those
 * named.
 */
uint64_t effect_written(const struct effect *effect);

static inline bool effect_is_conditional(const struct effect *effect)
{
    return effect->condition != CONDITION_ALWAYS;
}

#endif
