/* SPDX-License-Identifier: MIT */
/*
 * What a step must yield, by the words of bobbin.h alone: written once more, without thought for size
 * or speed, for fuzz_core to compare with.
 */
#ifndef MODEL_H
#define MODEL_H

#include <bobbin/rule.h>

/* Reads a word of the stack as the environment would: false where it refuses. */
typedef bool model_read_word(void *context, uint32_t address, uint32_t *out);

struct model_frame {
    uint32_t r[16]; /* r4-r11, sp, pc */
    uint64_t d[8];
    uint32_t valid; /* BOBBIN_VALID_... without CPSR */
    bool thumb;
};

/* The caller's frame of BEFORE by RULE; false when the rule cannot be followed, or a slot of it not be read. */
bool model_step(const struct bobbin_cursor *before, const struct bobbin_rule *rule,
                model_read_word *read, void *context, struct model_frame *after);

#endif
