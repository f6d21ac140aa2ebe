/* SPDX-License-Identifier: MIT */
/*
 * Save records: the words in which code has saved the registers of a task, and where it has left
 * the pointer to them. A record is complete where the code
 *
 * - stores the pointer outside the stack, such as in a control block. If it then saves more
 *   registers, the record is complete where it calls a function or leaves;
 * - passes the pointer to a function; or
 * - has stored the registers to a control block, and calls a function or leaves.
 *
 * Records come from exception entry code and from called functions that give up their stack.
 */
#ifndef GEN_TASKS_SAVE_RECORDS_H
#define GEN_TASKS_SAVE_RECORDS_H

#include <stddef.h>

#include "tasks/restore_points.h"
#include "tasks/task_rule.h"

enum save_word_kind {
    SAVE_REGISTER, /* the value of PLACE (enum task_place) when the task stopped */
    SAVE_NUMBER,   /* NUMBER */
    SAVE_TESTED,   /* NUMBER, or with is_equal false anything else. MASK: as in struct task_test */
};

struct save_word {
    uint8_t kind; /* enum save_word_kind */
    uint8_t place;
    uint8_t bank; /* of TASK_SP and TASK_LR */
    bool of_block;
    bool is_equal;
    int32_t offset; /* from POINTER, or of_block: from BLOCK */
    int32_t number;
    uint32_t mask;
};

enum { SAVE_WORDS_MAX = 96 };

struct save_record {
    uint32_t at;    /* the instruction where the record is complete */
    uint32_t owner; /* the function or the vector whose code this is */
    uint8_t handle; /* enum task_handle */
    int32_t block_offset;
    uint32_t cell; /* the variable that leads to the block; 0: unknown */
    bool is_early; /* where the pointer is stored; the code may save more registers afterwards */
    bool is_call;  /* pc is the return address of a called function */
    bool has_sp;   /* the task's sp is POINTER + sp_offset, in SP_BANK */
    uint8_t sp_bank;
    int32_t sp_offset;
    struct save_word word[SAVE_WORDS_MAX];
    unsigned count;
    struct task_test test[TASK_TESTS_MAX]; /* hold for the words of the block */
    unsigned tests_count;
};

struct save_records {
    struct save_record *record;
    size_t count, capacity;
};

/* Returns STATUS_...; free RECORDS in every case. */
int save_records_find(struct save_records *records, const struct reference *reference,
                      const struct exceptions *exceptions, const struct restore_points *points);
void save_records_free(struct save_records *records);

/*
 * Adds to RECORDS what STATE, before NODE of a called function, still has of the registers that the
 * function has saved.
 */
void save_records_before(struct save_records *records, const struct bank_bases *bases,
                         const struct entry_node *node, const struct bank_state *state);

/* The word of RECORD at OFFSET from POINTER, or OF_BLOCK from BLOCK; NULL: unknown. */
const struct save_word *save_record_word(const struct save_record *record, bool of_block,
                                         int32_t offset);

#endif
