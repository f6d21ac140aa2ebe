/* SPDX-License-Identifier: MIT */
/*
 * Inside core: rules that are read from the code on the spot. None of this is taken on trust: the generator runs it at
 * every instruction of an image and writes an explicit row wherever it would be wrong.
 */
#ifndef BOBBIN_READING_H
#define BOBBIN_READING_H

#include "path.h"
#include "rule.h"

enum {
    READING_FORWARD_MAX = 6, /* instructions from the pc on, in a straight line */
};

/* A stretch of code whose rules are read: a function, or what stands for one. */
struct reading {
    struct bobbin_cursor
        *cursor; /* its pc and kind are what is asked; code reads are charged to it */
    const struct bobbin_env *env;
    /* Both 0: the pc has a call's rule by number in the first table (quick_start), and the entries there tell. */
    uint32_t start, end;
};

/* The body rule, and what the code makes of it. */
struct reading_frame {
    uint32_t
        word; /* what it has in slots, home and register of the cfa: as in a compact word, see format.h */
    int32_t cfa_offset;
    /* Where FOUND, else the body rule holds: */
    uint32_t saved; /* the slots that are there: BOBBIN_VALID_R(4..11), _D(8..15), RULE_RETURN */
    uint8_t cfa_register; /* and CFA_OFFSET is another */
    bool found;           /* false at first */
};

/*
 * FRAME is what holds between prologue and epilogue of the function that was interrupted: it becomes what holds at the pc, by the
 * code from there on. STOP_NONE, or why the code cannot be read (UNREADABLE, BUDGET): then nothing is known.
 */
enum bobbin_stop reading_forward(const struct reading *reading, struct reading_frame *frame);

/* A path straight forward from a pc. */
struct forward {
    struct path path;
    uint32_t pushed; /* what has been saved where the body rule has it */
    uint32_t stored; /* what has been stored on the stack without moving sp, up to lr */
    int32_t end;     /* of the slot of lr, or of all that is saved */
};

/* reading_forward, where FORWARD has its scan and WORD is the first that path_pass has found; 0: it is to be found. */
enum bobbin_stop reading_go_on(struct forward *forward, const struct reading *reading,
                               struct reading_frame *frame, uint32_t word);

/* Whether nothing is to be read where WORD is the first that matters: the end, or a call. */
static inline bool reading_is_dull(uint32_t word)
{
    uint32_t top = word >> 27;

    return !word || (top == 0x1e && (word & 0xc000) == 0xc000) || word >> 23 == 0x8f;
}

#endif
