/* SPDX-License-Identifier: MIT */
/* Finds jumps that are calls, because lr has a constant return address. */
#include "analysis/linked_calls.h"

/* Whether EFFECT jumps to a register, a sum of registers, or an entry of a table that they name. */
static bool is_computed(const struct effect *effect)
{
    return effect->flow == FLOW_INDIRECT || (effect->flow == FLOW_TABLE && effect->rn < BOBBIN_PC);
}

/*
 * Whether a callee of NODE may return to BACK, the constant in lr. Compilers also put addresses of
 * constants into lr, and the constants may follow the last instruction of the function: a pop.
 */
static bool may_return_to(const struct image *image, const struct node *node, uint32_t back)
{
    const struct effect *effect = &node->effect;
    bool is_pop = effect->flow == FLOW_LOADED && effect->rn == BOBBIN_SP;

    if (is_pop && (effect->list & ~EFFECT_BIT(BOBBIN_PC)))
        return false;
    return image_state_at(image, back) != IMAGE_DATA ||
           (back == node->at.address + node->at.size_bytes && !is_pop &&
            effect->flow != FLOW_TABLE);
}

/*
 * Whether NODE, with LINK in lr, is a call: it jumps to another function or to a computed address,
 * and LINK is an address in the function of NODE.
 */
static bool is_linked_call(const struct image *image, const struct node *node,
                           const struct link *link)
{
    const struct effect *effect = &node->effect;
    const struct image_function *function;

    if (!link->back || effect->flow == FLOW_NEXT ||
        (link->condition != CONDITION_ALWAYS && link->condition != effect->condition))
        return false;
    if (is_computed(effect) && (effect->rn == BOBBIN_LR || effect->rm == BOBBIN_LR))
        return false; /* lr is the base of a table after the jump */
    if (effect->flow == FLOW_INDIRECT && effect->rn < BOBBIN_SP && link->sums >> effect->rn & 1)
        return false; /* lr is the label to which a computed goto adds a distance */
    if (!may_return_to(image, node, link->back))
        return false;
    if (link->back == node->at.address + node->at.size_bytes)
        return effect->flow == FLOW_JUMP || effect->flow == FLOW_LOADED || is_computed(effect);
    function = image_function_at(image, node->at.address);
    if (image_function_at(image, link->back) != function || effect_is_conditional(effect))
        return false;
    if (effect->flow == FLOW_JUMP)
        return image_function_at(image, effect->target) != function;
    return is_computed(effect);
}

/*
 * Whether NODE, with LINK in lr, is a call that returns to the next instruction, in a copy of the
 * image at an unknown distance.
 */
static bool is_moved_call(const struct image *image, const struct node *node,
                          const struct link *link)
{
    const struct effect *effect = &node->effect;

    return link->moved && link->balance == 0 &&
           link->moved == node->at.address + node->at.size_bytes &&
           !effect_is_conditional(effect) && may_return_to(image, node, link->moved) &&
           (effect->flow == FLOW_JUMP || (effect->flow == FLOW_INDIRECT && effect->rn < BOBBIN_SP));
}

enum { LABEL_INSTRUCTIONS_MAX = 16 };

/*
 * Whether the code at ADDRESS, in the state of NODE, adds lr to a number before it sets lr. Then lr
 * is the label to which a computed goto adds distances, because code does not read lr after a call.
 */
static bool adds_link(struct analysis *analysis, const struct node *node, uint32_t address)
{
    const struct image_section *section = image_section_at(analysis->image, address);
    struct image_instruction at = {.thumb = node->at.thumb};
    struct effect effect = {.flow = FLOW_NEXT};
    uint8_t it_state = analysis->reader.it_state;
    bool adds = false;

    analysis->reader.it_state = 0;
    for (unsigned i = 0; i < LABEL_INSTRUCTIONS_MAX && !adds && effect.flow == FLOW_NEXT &&
                         !(effect_written(&effect) & EFFECT_BIT(BOBBIN_LR)) && section &&
                         image_next_instruction(analysis->image, section, address, &at);
         i++) {
        effect_read(&analysis->reader, analysis->image, &at, &effect);
        adds = effect.kind == EFFECT_ADD && (effect.rn == BOBBIN_LR || effect.rm == BOBBIN_LR);
        address = at.address + at.size_bytes;
    }
    analysis->reader.it_state = it_state;
    return adds;
}

/* Whether NODE jumps in its own function, to code that goes on with a label in lr. */
static bool carries_label(struct analysis *analysis, const struct node *node, uint32_t label)
{
    const struct image *image = analysis->image;

    return node->effect.flow == FLOW_JUMP &&
           image_function_at(image, node->effect.target) ==
               image_function_at(image, node->at.address) &&
           adds_link(analysis, node, label);
}

void linked_calls_find(struct analysis *analysis, struct node *node, const struct link *link)
{
    uint32_t next = node->at.address + node->at.size_bytes;

    node->moved = is_moved_call(analysis->image, node, link);
    node->linked = node->moved || is_linked_call(analysis->image, node, link);
    if (node->linked && carries_label(analysis, node, link->back))
        node->linked = node->moved = false;
    if (!node->linked)
        return;
    node->effect.flow = node->effect.flow == FLOW_JUMP ? FLOW_CALL : FLOW_CALL_INDIRECT;
    node->effect.back = link->back == next ? 0 : link->back;
}
