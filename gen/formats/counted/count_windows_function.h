/* SPDX-License-Identifier: MIT */
/*
 * A function as its instructions, each with the rule before it by sp, as codes of Windows are run:
 * where the reference goes by a frame register, sp is followed along the instructions for as long
 * as they say where it is.
 */
#ifndef GEN_COUNT_WINDOWS_FUNCTION_H
#define GEN_COUNT_WINDOWS_FUNCTION_H

#include "formats/counted/counts.h"
#include <bobbin/rule.h>

struct windows_instruction {
    uint32_t address, size_bytes;
    bool has_rule; /* one, whatever the flags are */
    bool is_data;  /* there is no rule, and none is missed */
    struct bobbin_rule rule;
};

struct windows_function {
    struct bobbin_rule body;
    struct windows_instruction *instruction;
    size_t count, capacity;
    uint32_t end; /* of its code */
};

/* Reads SPAN, whose body BODY is. The caller frees what FUNCTION->instruction points to. */
void windows_function_read(struct windows_function *function, const struct image *image,
                           const struct span *span, const struct row *body);

/* Whether instruction I is in the body's state. */
bool windows_holds_body(const struct windows_function *function, size_t i);

/* Bytes of instructions FIRST to END - 1 that have a rule. */
uint32_t windows_bytes(const struct windows_function *function, size_t first, size_t end);

#endif
