/* SPDX-License-Identifier: MIT */
/* The registers that an effect changes, and the constants that it puts there. */
#include "insn/effect.h"

bool effect_writes_rd(const struct effect *effect)
{
    switch (effect->kind) {
    case EFFECT_MOVE:
    case EFFECT_CONST:
    case EFFECT_MOVT:
    case EFFECT_ADD:
    case EFFECT_SUB:
    case EFFECT_BIC:
    case EFFECT_ORR:
    case EFFECT_INSERT:
    case EFFECT_READ_PSR:
    case EFFECT_READ_SPSR:
        return true;
    default:
        return false;
    }
}

uint64_t effect_written(const struct effect *effect)
{
    uint64_t written = effect->writes;

    if (effect_writes_rd(effect))
        written |= EFFECT_BIT(effect->rd);
    if (effect->kind == EFFECT_LOAD)
        written |= effect->list;
    if (effect->writeback)
        written |= EFFECT_BIT(effect->rn);
    return written;
}

bool effect_read_literal(const struct effect *effect, const struct image *image,
                         const struct image_instruction *at, uint32_t *word)
{
    return effect->kind == EFFECT_LOAD && effect->rn == BOBBIN_PC &&
           image_read_number(image, effect_literal(effect, at), 4, word);
}

bool effect_sets_constant(const struct effect *effect, const struct image *image,
                          const struct image_instruction *at, unsigned number, uint32_t *word)
{
    *word = (uint32_t)effect->imm;
    if (effect->kind == EFFECT_CONST)
        return effect->rd == number;
    return effect->list == EFFECT_BIT(number) && effect_read_literal(effect, image, at, word);
}
