/* SPDX-License-Identifier: MIT */
/*
 * A function as a list of instructions, each with the rule before it. Unwind codes of Windows
 * change sp, so rules must be relative to sp. Where a rule of the reference is relative to a frame
 * register, sp is followed through the instructions as long as it is known.
 */
#ifndef GEN_COUNTED_COUNT_WINDOWS_FUNCTION_H
#define GEN_COUNTED_COUNT_WINDOWS_FUNCTION_H

#include "formats/counted/counts.h"
#include <bobbin/rule.h>

struct windows_instruction {
    uint32_t address, size_bytes;
    bool has_rule; /* a rule that does not depend on the flags */
    bool is_data;  /* has no rule, and needs none */
    struct bobbin_rule rule;
};

struct windows_function {
    struct bobbin_rule body;
    struct windows_instruction *instruction;
    size_t count, capacity;
    uint32_t end; /* end address of its code */
};

/* Reads SPAN, whose body row is BODY. The caller frees FUNCTION->instruction. */
void windows_function_read(struct windows_function *function, const struct image *image,
                           const struct span *span, const struct row *body);

/* Whether the body's rule holds before instruction I. */
bool windows_holds_body(const struct windows_function *function, size_t i);

/* The size in bytes of instructions FIRST to END - 1, without data. */
uint32_t windows_bytes(const struct windows_function *function, size_t first, size_t end);

#endif
