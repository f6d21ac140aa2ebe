/* SPDX-License-Identifier: MIT */
/*
 * Resume rules: where each register of a task that does not run is, relative to its handle. A
 * resume rule belongs to a resume point: the instruction where code takes the pointer to the
 * registers of the task that it will continue.
 *
 * POINTER is the address of the saved registers, or the saved sp. BLOCK is the task's control
 * block, from which code loads POINTER.
 */
#ifndef GEN_TASKS_TASK_RULE_H
#define GEN_TASKS_TASK_RULE_H

#include <stdbool.h>
#include <stdint.h>

#include "rows/mode_banks.h"

/* The registers of a task. */
enum task_place {
    TASK_SP = 13, /* 0..12: r0-r12; sp and lr are those of the mode in which the task continues */
    TASK_LR,
    TASK_PC,
    TASK_PSR,
    TASK_S16, /* s16-s31, the halves of d8-d15 */
    TASK_USER_SP =
        TASK_S16 + 16, /* sp and lr of user mode, if the code that restores is not in it */
    TASK_USER_LR,
    TASK_PLACES,
};

enum task_value_kind {
    TASK_LOST,    /* the restoring code does not take it from the task */
    TASK_WORD,    /* the word at POINTER + OFFSET, or with of_block at BLOCK + OFFSET */
    TASK_ADDRESS, /* POINTER + OFFSET, or with of_block BLOCK + OFFSET */
};

struct task_value {
    uint8_t kind; /* enum task_value_kind */
    bool of_block;
    uint16_t unused;
    int32_t offset;
};

/*
 * A condition: whether the word at POINTER (of_block: BLOCK) + OFFSET is NUMBER. With a MASK:
 * whether the word AND MASK is 0.
 */
struct task_test {
    bool of_block;
    bool is_equal;
    int32_t offset, number;
    uint32_t mask; /* 0: none */
};

enum { TASK_TESTS_MAX = 4, TASK_LAYOUTS_MAX = 4 };

/* One layout of the saved registers. It is right if all of its tests hold. */
struct task_layout {
    struct task_value value[TASK_PLACES];
    struct task_test test[TASK_TESTS_MAX];
    unsigned tests_count;
    uint8_t bank; /* of TASK_SP and TASK_LR; BANK_ENTERED: that of whatever mode runs the code */
    bool is_call; /* pc is what a called function returns to, not the pc of an exception */
    uint32_t saved_by; /* the function or vector whose code saves this layout; 0: none is known */
};

enum task_handle {
    TASK_HANDLE_POINTER, /* the handle is POINTER */
    TASK_HANDLE_BLOCK,   /* the handle is BLOCK, and POINTER is the word at BLOCK + block_offset */
};

struct task_rule {
    uint32_t point;    /* the address of the instruction that takes POINTER */
    uint32_t function; /* the start of the function with POINT */
    uint8_t handle;    /* enum task_handle */
    int32_t block_offset;
    uint32_t cell;   /* the address of the variable that leads to the handle; 0: unknown */
    bool is_current; /* some saving code finds its block through CELL too */
    struct task_layout layout[TASK_LAYOUTS_MAX];
    unsigned layouts_count;
    bool stated;        /* the user says so, with --resume or --context: nothing proves it */
    const char *reason; /* why there is no rule; NULL: the rule is proved */
    uint32_t culprit;   /* the code to which REASON refers; 0: none */
    /* If REASON is that CULPRIT saves other registers: the first of them; else TASK_PLACES. */
    uint8_t culprit_place;
};

#endif
