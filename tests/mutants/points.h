/* SPDX-License-Identifier: MIT */
/*
 * The instructions of an image and the control flow between them, just enough to see what an
 * instruction leaves unchanged. The sets of writes and of branches are too large rather than too
 * small. Shares nothing with the tool's own analysis except the disassembler library.
 */
#ifndef MUTANTS_POINTS_H
#define MUTANTS_POINTS_H

#include "elf/image.h"

/* Possible targets of a computed jump. A call or a return is not a computed jump. */
enum point_jump {
    JUMP_NONE,
    JUMP_FORWARD,  /* tbb, tbh: later in its function (ARM ARM A8.8.236: offsets are unsigned) */
    JUMP_FUNCTION, /* anywhere in its function */
};

/* Bits of WRITES as in bobbin_cursor.valid: BOBBIN_VALID_R, BOBBIN_VALID_D. */
struct point {
    uint32_t address, size_bytes;
    uint32_t writes;  /* what it may write; for a call, what a callee may write (AAPCS32 6.1) */
    uint32_t target;  /* of a direct branch that is not a call; 0: none */
    uint32_t saved;   /* registers stored relative to sp, the lowest at the lowest address */
    int32_t saved_at; /* offset of the first one from sp after the instruction */
    uint32_t framed;  /* the register that is set to sp + frame_offset */
    int32_t frame_offset;
    bool stores;  /* may write to memory, not counting what a callee does */
    bool goes_on; /* the next instruction may follow */
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

/* Returns STATUS_... */
int points_open(struct points *points, const struct image *image);
void points_close(struct points *points);

/* Index of the first instruction at or after ADDRESS. */
size_t points_find(const struct points *points, uint32_t address);

/*
 * Whether code from unknown places may enter at INDEX: a function start, or outside all functions.
 */
bool points_is_start(const struct points *points, size_t index);

/* Calls VISIT for each instruction that leads to INDEX. Stops and returns false when VISIT does. */
bool points_before(const struct points *points, size_t index,
                   bool (*visit)(void *context, size_t index), void *context);

#endif
