/* SPDX-License-Identifier: MIT */
/* Finds the registers that a small function leaves alone. For transfer.c. */
#include "analysis/kept_registers.h"

enum { INSTRUCTIONS_MAX = 128 };

/* The instructions of the function, as far as they are found: each once. */
struct leaf {
    const struct image *image;
    struct effect_reader reader; /* shares its cache with the analysis */
    struct image_instruction at[INSTRUCTIONS_MAX];
    size_t count;
    uint64_t kept;
};

/* Adds the instruction at ADDRESS. If there is no room for it, nothing is kept. */
static void add(struct leaf *leaf, uint32_t address)
{
    const struct image_section *section = image_section_at(leaf->image, address);

    for (size_t i = 0; i < leaf->count; i++)
        if (leaf->at[i].address == address)
            return;
    if (leaf->count == INSTRUCTIONS_MAX || !section ||
        !image_next_instruction(leaf->image, section, address, &leaf->at[leaf->count]) ||
        leaf->at[leaf->count].address != address)
        leaf->kept = 0;
    else
        leaf->count++;
}

/* Adds the instructions to which EFFECT, of the instruction AT, may lead. */
static void follow(struct leaf *leaf, const struct image_instruction *at,
                   const struct effect *effect)
{
    bool ends = effect->flow == FLOW_TRAP || effect_looks_like_return(effect);

    if (effect->flow == FLOW_JUMP || effect->flow == FLOW_CALL)
        add(leaf, effect->target);
    else if (effect->flow != FLOW_NEXT && !ends)
        leaf->kept = 0;
    if (effect_may_go_on(effect))
        add(leaf, at->address + at->size_bytes);
}

uint64_t kept_registers(const struct analysis *analysis, const struct image_instruction *callee,
                        uint64_t registers)
{
    struct leaf leaf = {.image = analysis->image, .reader = analysis->reader, .kept = registers};
    struct effect effect;

    leaf.reader.cache_is_borrowed = true;
    add(&leaf, callee->address);
    for (size_t i = 0; i < leaf.count && leaf.kept; i++) {
        leaf.reader.it_state = 0;
        effect_read(&leaf.reader, leaf.image, &leaf.at[i], &effect);
        leaf.kept &= ~effect_written(&effect);
        if (effect.kind == EFFECT_UNKNOWN)
            leaf.kept = 0;
        follow(&leaf, &leaf.at[i], &effect);
    }
    return leaf.kept;
}
