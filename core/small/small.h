/* SPDX-License-Identifier: MIT */
/* Inside core: rules that stand in no table: the code alone tells them. For tables of the setting "small". */
#ifndef BOBBIN_SMALL_H
#define BOBBIN_SMALL_H

#include "../insn/path.h"
#include "../unwind/find.h"
#include "../unwind/reading.h"

enum {
    SMALL_PROLOGUE_MAX = 48, /* instructions from the start of the function */
    /* instructions to a return, over calls and branches, on all ways tried together */
    SMALL_WALK_MAX = 255,
    SMALL_WAYS_MAX = 8, /* branches not taken that are kept to be tried */
};

/* Where in the code a path is. */
struct scan {
    uint32_t at;     /* the next instruction */
    uint8_t left;    /* it ends after so many instructions */
    uint8_t it_left; /* LEFT behind the last IT */
    uint8_t it;      /* what that IT set ITSTATE to */
};

/*
 * Goes behind the next Thumb instruction that may matter to a frame, or to where but LAST are left: that instruction,
 * as code_decode takes it, or 0. More than LAST are left, and at BYTES, where they stand, 4 can be read for each. What
 * does not matter is passed over, and with it most adds among other registers than sp (SPEC.md 7.2).
 */
uint32_t scan_pass(struct scan *scan, const uint8_t *bytes, uint32_t last);

/* The same of ARM instructions, all of which are 4 bytes. */
uint32_t scan_pass_arm(struct scan *scan, const uint8_t *bytes, uint32_t last);

/*
 * WORD, which either has found, as OP, with the condition that an IT may have set, unless it has one of its own. STATE
 * as code_decode has it. What was passed over is CODE_OTHER, with no more than that in OP. CODE_END: the path has
 * ended.
 */
void scan_take(const struct scan *scan, uint32_t word, struct code_op *op, uint32_t state);

/* A path that notes how the registers lie in the stack. Offsets as in struct path. */
struct layout {
    struct path path;
    struct scan scan;
    int32_t low_at, high_at; /* where the last of r4-r7, of r8-r11 stand */
    int32_t doubles_end;     /* where the last of d8-d15 end */
    int32_t top;             /* where the highest of path.stack ends */
    bool gap;                /* a word of no interest stands between r4-r11 and d8-d15 */
};

#define LAYOUT_LOW    0x00f0u
#define LAYOUT_HIGH   0x0f00u
#define LAYOUT_SAVED  (LAYOUT_LOW | LAYOUT_HIGH | 0xffu << 24)
#define LAYOUT_RETURN (BOBBIN_VALID_R(BOBBIN_LR) | BOBBIN_VALID_R(BOBBIN_PC))

/*
 * From AT on, an address whose bit 0 is nothing (in a start it is a mistake of the table), up to STEPS_MAX
 * instructions.
 */
void layout_begin(struct layout *layout, uint32_t at, uint32_t steps_max);

/* REGISTERS stand in the stack from AT to END. */
void layout_note(struct layout *layout, uint32_t registers, int32_t at, int32_t end);

/*
 * READING has found the rule of a frame whose cfa is at CFA, that is, at r[cfa_register] + CFA_OFFSET, if a word can
 * tell it.
 */
void layout_rule(const struct layout *layout, int32_t cfa, int32_t cfa_offset,
                 struct bobbin_cursor *cursor);

/* In place of what is known: the code is to tell it. */
#define SMALL_CODE ((uint32_t)BOBBIN_STOPS)

/* What a table says of an address. */
struct small_answer {
    uint32_t known; /* the rule of its row, or the body rule; SMALL_CODE */
    uint32_t start; /* of the entry, in memory */
    uint32_t how;   /* FORMAT_HOW_...: how the code is read */
};

struct bobbin_small {
    /* As reading_find, at ADDRESS by RANGE, a record of the table of the reading, which has FORMAT_HOW_CODE. */
    uint32_t (*find)(struct bobbin_cursor *cursor, const uint8_t *range, uint32_t address);
};

/* What RANGE, a record of TABLE, says at ADDRESS, a return address; false: nothing that makes sense. */
bool small_answer(const struct bobbin_table *table, const uint8_t *range, uint32_t address,
                  struct small_answer *answer);

/* What is known of the pc of READING by ANSWER, as reading_find says it. */
uint32_t small_read(struct bobbin_cursor *cursor, const struct small_answer *answer);

/* What reads code: STOP_NONE, or why it cannot be read. */

/* From the pc, interrupted there or returned to, to a return, on any way. */
enum bobbin_stop small_walk(struct bobbin_cursor *cursor);

/* From START of the function to the pc, or to where its prologue ends. */
enum bobbin_stop small_prologue(struct bobbin_cursor *cursor, uint32_t start);

/* The next instruction of SCAN, as OP. */
enum bobbin_stop small_fetch(struct bobbin_cursor *cursor, struct scan *scan, struct code_op *op);

#endif
