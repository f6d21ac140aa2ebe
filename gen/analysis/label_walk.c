/* SPDX-License-Identifier: MIT */
/* Follows the code of a label by the effects alone; see label_walk.h. For analysis.c. */
#include "analysis/label_walk.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/transfer.h"
#include "util/memory.h"

struct walk {
    const struct analysis *analysis;
    bool *seen;
    size_t *queue; /* indices of nodes */
    size_t count;
};

/* Adds the instruction at ADDRESS. Other regions are not followed. */
static void add(struct walk *walk, uint32_t address)
{
    const struct node *node = analysis_own(walk->analysis, address);
    size_t i = node ? (size_t)(node - walk->analysis->node) : 0;

    if (!node || walk->seen[i])
        return;
    walk->seen[i] = true;
    walk->queue[walk->count++] = i;
}

static void follow(struct walk *walk, const struct node *node)
{
    const struct effect *effect = &node->effect;

    if (effect->flow == FLOW_JUMP)
        add(walk, effect->target);
    if (effect->flow == FLOW_NEXT || analysis_is_call(node) || effect_is_conditional(effect))
        add(walk, node->at.address + node->at.size_bytes);
}

/* Whether functions do not contain EFFECT. */
static bool is_strange(const struct effect *effect)
{
    const uint64_t saved = 0x4ff8;
    bool pushes = effect->kind == EFFECT_STORE && effect->rn == BOBBIN_SP && effect->writeback;

    return effect->flow == FLOW_EXCEPTION || effect->kind == EFFECT_SET_MODE ||
           (pushes && (effect->list & 0xffff & ~saved));
}

static bool pops_lr(const struct effect *effect)
{
    return effect->kind == EFFECT_LOAD && effect->rn == BOBBIN_SP && effect->writeback &&
           (effect->list & EFFECT_BIT(BOBBIN_LR));
}

/* What the code has to which a label leads. */
struct walk_result {
    bool returns; /* a return with lr, or with a word from the stack */
    bool pops_lr;
    bool strange; /* what functions do not contain */
    bool handles; /* what only exception handlers contain */
};

/*
 * Whether AT reads SPSR (MRS), stores it (SRS), or stores registers of user mode (ARM ARM B9.3.8,
 * B9.3.16, B9.3.19).
 */
static bool reads_spsr(const struct image *image, const struct image_instruction *at)
{
    uint32_t code = 0;

    if (at->size_bytes != 4 || !image_read_number(image, at->address, 4, &code))
        return false;
    if (at->thumb)
        return (code & 0xf0ffffff) == 0x8000f3ff || (code & 0xffe0ffdf) == 0xc000e80d ||
               (code & 0xffe0ffdf) == 0xc000e98d;
    if (code >> 28 == 15)
        return (code & 0xfe5fffe0) == 0xf84d0500;
    return (code & 0x0fff0fff) == 0x014f0000 || (code & 0x0e700000) == 0x08400000;
}

static struct walk_result walk_from(const struct analysis *analysis, const struct node *node)
{
    struct walk walk = {.analysis = analysis};
    struct walk_result result = {0};

    walk.seen = must_realloc(NULL, analysis->count, sizeof(*walk.seen));
    walk.queue = must_realloc(NULL, analysis->count, sizeof(*walk.queue));
    memset(walk.seen, 0, analysis->count * sizeof(*walk.seen));
    add(&walk, node->at.address);
    while (walk.count) {
        const struct node *next = &analysis->node[walk.queue[--walk.count]];
        result.strange |= is_strange(&next->effect);
        result.handles |=
            next->effect.flow == FLOW_EXCEPTION || reads_spsr(analysis->image, &next->at);
        result.returns |= effect_looks_like_return(&next->effect);
        result.pops_lr |= pops_lr(&next->effect);
        follow(&walk, next);
    }
    free(walk.seen);
    free(walk.queue);
    return result;
}

bool label_walk_returns(const struct analysis *analysis, const struct node *node)
{
    struct walk_result result = walk_from(analysis, node);

    return (result.returns || result.pops_lr) && !result.strange;
}

bool label_walk_handles(const struct analysis *analysis, const struct node *node)
{
    struct walk_result result = walk_from(analysis, node);

    return result.handles && !result.returns;
}

/* The number of instructions in which exception entry code has to show what it is. */
enum { ENTRY_INSTRUCTIONS = 16 };

bool label_walk_reads_spsr(const struct image *image, uint32_t address)
{
    const struct image_section *section = image_section_at(image, address);
    struct image_instruction at;

    for (unsigned i = 0; section && i < ENTRY_INSTRUCTIONS; i++) {
        if (!image_next_instruction(image, section, address, &at) || at.address != address)
            return false;
        if (reads_spsr(image, &at))
            return true;
        address += at.size_bytes;
    }
    return false;
}
