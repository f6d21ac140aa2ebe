/* SPDX-License-Identifier: MIT */
/* Follows the code of a label by the effects alone; see label_walk.h. For analysis.c. */
#include "analysis/label_walk.h"

#include <stdlib.h>
#include <string.h>

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
    if (node->effect.flow == FLOW_JUMP)
        add(walk, node->effect.target);
    if (effect_may_go_on(&node->effect))
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
    bool changes; /* what the caller needs, or the mode; or a jump to code that is not followed */
    bool endless; /* code that comes to no return */
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

/* r4-r11, sp, lr and d8-d15. */
#define CALLERS (0x6ff0ull | 0xffffull << EFFECT_S16)

/* Whether the code after NODE, or the target of its jump, is not followed. */
static bool leaves_walk(const struct analysis *analysis, const struct node *node)
{
    const struct effect *effect = &node->effect;
    bool jumps = effect->flow == FLOW_JUMP;
    bool returns = effect->flow == FLOW_INDIRECT && effect->rn == BOBBIN_LR;

    return (jumps && !analysis_own(analysis, effect->target)) ||
           (effect_may_go_on(effect) &&
            !analysis_own(analysis, node->at.address + node->at.size_bytes)) ||
           (effect->flow != FLOW_NEXT && !jumps && !returns);
}

/* Whether NODE may change the mode, or what its caller needs, or goes to code not followed. */
static bool may_change(const struct analysis *analysis, const struct node *node)
{
    const struct effect *effect = &node->effect;

    return effect->kind == EFFECT_UNKNOWN || effect->kind == EFFECT_WRITE_PSR || effect->traps ||
           (effect_written(effect) & CALLERS) || leaves_walk(analysis, node);
}

/* Whether RETURNS, which has a flag for each node, is set for an instruction after NODE. */
static bool leads_to(const struct walk *walk, const struct node *node, const bool *returns)
{
    const struct analysis *analysis = walk->analysis;
    const struct node *next = NULL, *target = NULL;

    if (node->effect.flow == FLOW_JUMP)
        target = analysis_own(analysis, node->effect.target);
    if (effect_may_go_on(&node->effect))
        next = analysis_own(analysis, node->at.address + node->at.size_bytes);
    return (target && returns[target - analysis->node]) || (next && returns[next - analysis->node]);
}

/* Whether some of the code that WALK has seen, such as an endless loop, comes to no return. */
static bool is_endless(const struct walk *walk)
{
    const struct analysis *analysis = walk->analysis;
    bool *returns = must_realloc(NULL, analysis->count, sizeof(*returns));
    bool more = true, endless = false;

    memset(returns, 0, analysis->count * sizeof(*returns));
    while (more) {
        more = endless = false;
        for (size_t i = analysis->count; i-- > 0;) {
            const struct node *node = &analysis->node[i];
            if (!walk->seen[i] || returns[i])
                continue;
            returns[i] = effect_looks_like_return(&node->effect) || leads_to(walk, node, returns);
            more |= returns[i];
            endless |= !returns[i];
        }
    }
    free(returns);
    return endless;
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
        result.changes |= may_change(analysis, next);
        follow(&walk, next);
    }
    result.endless = is_endless(&walk);
    free(walk.seen);
    free(walk.queue);
    return result;
}

bool label_walk_returns(const struct analysis *analysis, const struct node *node)
{
    struct walk_result result = walk_from(analysis, node);

    return (result.returns || result.pops_lr) && !result.strange;
}

bool label_walk_is_leaf(const struct analysis *analysis, const struct node *node)
{
    struct walk_result result = walk_from(analysis, node);

    return result.returns && !result.strange && !result.handles && !result.changes &&
           !result.endless;
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
