/* SPDX-License-Identifier: MIT */
/*
 * The instructions of an image and how they lead to each other, as far as it takes to see what an instruction
 * leaves alone. Too much is written and led to rather than too little. Shares nothing with the tool's own analysis
 * but the disassembler library.
 */
#ifndef MUTANTS_POINTS_H
#define MUTANTS_POINTS_H

#include "elf/image.h"

/* Where a computed jump may go. A call or a return is none. */
enum point_jump {
    JUMP_NONE,
    JUMP_FORWARD, /* tbb, tbh: behind itself in its function (ARM ARM A8.8.236: offsets are unsigned) */
    JUMP_FUNCTION, /* anywhere in its function */
};

/* Bits of WRITES as in a cursor's valid: BOBBIN_VALID_R, BOBBIN_VALID_D. */
struct point {
    uint32_t address, size_bytes;
    uint32_t writes;  /* what it may write; of a call, all that a callee may (AAPCS32 6.1) */
    uint32_t target;  /* of a direct branch that is no call; 0: none */
    uint32_t saved;   /* registers stored by sp, the lowest lowest */
    int32_t saved_at; /* from where on, from sp as it is behind the instruction */
    uint32_t framed;  /* the register that becomes sp + frame_offset */
    int32_t frame_offset;
    bool stores;  /* may write to memory, other than by calling someone */
    bool goes_on; /* may be followed by the next one */
    bool is_call, is_nop, is_trap, thumb;
    uint8_t jump; /* enum point_jump */
};

struct branch {
    uint32_t target;
    size_t from; /* index of a point */
};

struct points {
    const struct image *image;
    struct point *point; /* ascending by address */
    size_t count, capacity;
    struct branch *branch; /* ascending by target */
    size_t branches_count, branches_capacity;
};

/* STATUS_... */
int points_open(struct points *points, const struct image *image);
void points_close(struct points *points);

/* The index of the first instruction at or after ADDRESS. */
size_t points_find(const struct points *points, uint32_t address);

/* Whether code from anywhere may come in at INDEX: the start of a function, or outside all functions. */
bool points_is_start(const struct points *points, size_t index);

/* Calls VISIT for each instruction that leads to the one of INDEX, until it returns false; then false. */
bool points_before(const struct points *points, size_t index,
                   bool (*visit)(void *context, size_t index), void *context);

#endif
