/* SPDX-License-Identifier: MIT */
/*
 * RESUMES: the part of a table with the resume rules, for the reader in core/tasks and the writer
 * in gen. No other file defines these bytes. A resume rule says where the registers are of a task
 * that does not run, starting from its handle: its control block, or the pointer to its saved
 * registers.
 *
 * A table has RESUMES if bit RESUME_HEADER_FLAG of the header's byte CROSSING_HEADER is set. Then
 * RESUMES is the end of the table, or, if the table has CROSSINGS, the part before CROSSINGS. All
 * other readers ignore RESUMES.
 *
 *   u32 words of programs, words_count of them
 *   points, points_count of them, ascending by address; each:
 *     u32 address of the instruction that takes the registers of a task
 *     u32 address of the function with that instruction, without Thumb bit
 *     u16 number of the first word of its program
 *     u16 handle: bit 0: the handle is a control block; then bits 15..2 are those of the offset of
 *         the saved pointer in the block; bit 1: each end of the program is that of a task that
 *         called a function, as with longjmp
 *   u16 points_count
 *   u16 words_count
 */
#ifndef BOBBIN_RESUME_FORMAT_H
#define BOBBIN_RESUME_FORMAT_H

#include "crossing_format.h"

enum {
    RESUME_HEADER_FLAG = 2,
    RESUME_POINT_BYTES = 12,
    RESUME_POINT_FUNCTION = 4,
    RESUME_POINT_WORD = 8,
    RESUME_POINT_HANDLE = 10,
    RESUME_TAKES_BLOCK = 1,
    RESUME_IS_CALL = 2,
};

/*
 * Steps have the fields of the steps of crossings. They differ in this: BASE is the handle at
 * first. The kind of an operand is SLOT or NUMBER. Skips go forward and a program ends with its
 * first END. There is no CHECK and no BASE_PLUS.
 *
 * RESUME_SKIP_CLEAR: skips SKIP words after the next word of the program, which is a mask, if the
 * operand AND the mask is 0.
 *
 * 13 and 14 are sp and lr of the mode in which the task continues, BANK_... those of a known bank;
 * a program sets one of the two. A program need not set psr. If it does not, nothing is known of
 * the task's cpsr but the T bit, which is bit 0 of pc.
 *
 * LIST loads registers like CROSSING_LIST_LOAD, but r13 must not be in the mask. With the kind
 * RESUME_LIST_DOUBLES, the mask has d8-d15 in bits 15..8 of a step, two words for each.
 *
 * END: CROSSING_END_RETURN_SHIFT: the task called a function that switched to another task.
 */
enum { RESUME_LIST_DOUBLES = 2, RESUME_SKIP_CLEAR = 50 };

#endif
