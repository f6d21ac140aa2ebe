/* SPDX-License-Identifier: MIT */
/*
 * A simple model of one unwind step, written from bobbin.h without regard to size or speed.
 * fuzz_core compares the core with it.
 */
#ifndef MODEL_H
#define MODEL_H

#include <bobbin/rule.h>

/* Reads a word of the stack; false if the environment refuses the address. */
typedef bool model_read_word(void *context, uint32_t address, uint32_t *out);

struct model_frame {
    uint32_t r[16]; /* r4-r11, sp, pc */
    uint64_t d[8];
    uint32_t valid; /* BOBBIN_VALID_... bits without CPSR */
    bool thumb;
};

/*
 * Makes the caller's frame of BEFORE by RULE. Returns false if the rule needs a lost register or a
 * slot that cannot be read.
 */
bool model_step(const struct bobbin_cursor *before, const struct bobbin_rule *rule,
                model_read_word *read, void *context, struct model_frame *after);

#endif
