/* SPDX-License-Identifier: MIT */
/* Keeps track of the constants that code puts into lr as return addresses. */
#include "insn/link.h"

static bool copies(const struct link_constant *constant, const struct effect *effect)
{
    return constant->address && effect->kind == EFFECT_MOVE && effect->rd == BOBBIN_LR &&
           effect->rn == constant->number;
}

/* Whether EFFECT copies the constant of another register to lr. Then LINK is this constant. */
static bool copies_to_link(struct link *link, const struct effect *effect)
{
    const struct link_constant other = copies(&link->other, effect) ? link->other : link->older;

    if (!copies(&other, effect))
        return false;
    link->back = (other.address + (uint32_t)effect->imm) & ~1u;
    link->from = other.from;
    link->condition = effect->condition;
    link->moved = 0;
    link->balance = 0;
    link->sums = 0;
    return true;
}

/* Updates the constants in other registers, after an instruction with EFFECT. */
static void pass_other(struct link *link, const struct image *image,
                       const struct image_instruction *at, const struct effect *effect)
{
    uint64_t written = effect_written(effect);
    unsigned number = written ? (unsigned)__builtin_ctzll(written) : BOBBIN_LR;
    uint32_t value;

    if (effect->flow != FLOW_NEXT || (written >> link->older.number & 1))
        link->older.address = 0;
    if (effect->flow != FLOW_NEXT || (written >> link->other.number & 1))
        link->other.address = 0;
    if (number >= BOBBIN_SP || effect_is_conditional(effect) ||
        !effect_sets_constant(effect, image, at, number, &value))
        return;
    if (link->other.address)
        link->older = link->other;
    link->other = (struct link_constant){value & ~1u, at->address, number};
}

/* Whether AT is MSR ELR_hyp, lr (ARM ARM B9.3.10). */
static bool sets_elr(const struct image *image, const struct image_instruction *at)
{
    uint32_t code = 0;

    return at->size_bytes == 4 && image_read_number(image, at->address, 4, &code) &&
           (at->thumb ? code == 0x8e30f38e : code == 0xe12ef30e);
}

/* Whether EFFECT adds a constant to a link that is known. Then LINK is the sum. */
static bool adds_to_link(struct link *link, const struct effect *effect)
{
    if (!link->back || link->condition != CONDITION_ALWAYS || effect_is_conditional(effect) ||
        effect->kind != EFFECT_MOVE || effect->rd != BOBBIN_LR || effect->rn != BOBBIN_LR)
        return false;
    link->back = (link->back + (uint32_t)effect->imm) & ~1u;
    return true;
}

/* Whether EFFECT adds a register to the link, or subtracts one. Then LINK is moved. */
static bool moves_link(struct link *link, const struct effect *effect)
{
    unsigned other = effect->rn == BOBBIN_LR ? effect->rm : effect->rn;
    bool adds = effect->kind == EFFECT_ADD && (effect->rn == BOBBIN_LR || effect->rm == BOBBIN_LR);
    bool subtracts = effect->kind == EFFECT_SUB && effect->rn == BOBBIN_LR;

    if (!(link->back || link->moved) || link->condition != CONDITION_ALWAYS ||
        effect_is_conditional(effect) || effect->rd != BOBBIN_LR || !(adds || subtracts) ||
        other >= BOBBIN_SP)
        return false;
    link->moved = link->back ? link->back : link->moved;
    link->back = 0;
    if (subtracts)
        link->balance--;
    else if (!(link->loaded >> other & 1))
        link->balance++;
    return true;
}

/* Updates the registers of LINK whose values are from memory, after an instruction with EFFECT. */
static void pass_loads(struct link *link, const struct effect *effect)
{
    if (effect->flow != FLOW_NEXT)
        link->loaded = 0;
    link->loaded &= ~effect_written(effect);
    if (effect->kind == EFFECT_LOAD && effect->rn != BOBBIN_PC && !effect_is_conditional(effect))
        link->loaded |= effect->list;
}

/* Updates the registers of LINK whose values are sums, after an instruction with EFFECT. */
static void pass_sums(struct link *link, const struct effect *effect)
{
    bool adds = effect->kind == EFFECT_ADD && effect->rd < BOBBIN_SP &&
                (effect->rn == BOBBIN_LR || effect->rm == BOBBIN_LR);

    link->sums &= ~effect_written(effect);
    if (adds && link->back)
        link->sums |= EFFECT_BIT(effect->rd);
}

void link_pass(struct link *link, const struct image *image, const struct image_instruction *at,
               const struct effect *effect)
{
    uint32_t back;

    if (effect_sets_constant(effect, image, at, BOBBIN_LR, &back)) {
        *link = (struct link){back & ~1u,           at->address,
                              effect->condition,    .loaded = link->loaded,
                              .other = link->other, .older = link->older};
    } else if (copies_to_link(link, effect)) {
        link->is_in_elr = false;
    } else if (adds_to_link(link, effect) || moves_link(link, effect)) {
        link->is_in_elr = false;
    } else if ((effect_written(effect) & EFFECT_BIT(BOBBIN_LR)) || !effect_falls_through(effect)) {
        link->back = link->moved = 0;
    } else if (link->back && sets_elr(image, at)) {
        link->is_in_elr = true;
    }
    pass_loads(link, effect);
    pass_sums(link, effect);
    pass_other(link, image, at, effect);
}
