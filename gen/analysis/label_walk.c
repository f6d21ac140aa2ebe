/* SPDX-License-Identifier: MIT */
/* Follows the code of a label by the effects alone; see label_walk.h. For analysis.c. */
#include "analysis/label_walk.h"

#include <stdlib.h>

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

bool label_walk_returns(const struct analysis *analysis, const struct node *node)
{
    struct walk walk = {.analysis = analysis};
    bool returns = false, strange = false;

    walk.seen = must_realloc(NULL, analysis->count, sizeof(*walk.seen));
    walk.queue = must_realloc(NULL, analysis->count, sizeof(*walk.queue));
    memset(walk.seen, 0, analysis->count * sizeof(*walk.seen));
    add(&walk, node->at.address);
    while (walk.count && !strange) {
        const struct node *next = &analysis->node[walk.queue[--walk.count]];
        strange = is_strange(&next->effect);
        returns |= effect_looks_like_return(&next->effect) || pops_lr(&next->effect);
        follow(&walk, next);
    }
    free(walk.seen);
    free(walk.queue);
    return returns && !strange;
}
