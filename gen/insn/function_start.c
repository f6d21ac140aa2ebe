/* SPDX-License-Identifier: MIT */
/*
 * Judges whether code starts a function: reads instructions up to the first branch and checks them
 * against the procedure-call standard.
 */
#include "insn/function_start.h"

/* r4-r11 */
#define CALLEE_SAVED 0x0ff0ull
enum { LOOK_MAX = 24 }; /* instructions */

struct look {
    uint64_t written; /* registers */
    int64_t depth;    /* bytes that sp is below its value at the entry */
    bool saves_lr;
};

/* The registers whose values EFFECT uses. A push only saves registers: they do not count. */
static uint64_t used_by(const struct effect *effect)
{
    switch (effect->kind) {
    case EFFECT_MOVE:
    case EFFECT_BIC:
    case EFFECT_ORR:
        return EFFECT_BIT(effect->rn);
    case EFFECT_ADD:
    case EFFECT_SUB:
        return EFFECT_BIT(effect->rn & 63) |
               (effect->rm < EFFECT_REGISTERS ? EFFECT_BIT(effect->rm) : 0);
    case EFFECT_STORE:
        return EFFECT_BIT(effect->rn) | (effect->rn == BOBBIN_SP ? 0 : effect->list);
    case EFFECT_LOAD:
    case EFFECT_SPOIL:
        return EFFECT_BIT(effect->rn);
    default:
        return effect->reads;
    }
}

/*
 * Adds the next EFFECT to LOOK. Returns false if a function cannot start with these instructions:
 * they use a callee-saved register that they have not written, or pop more than they pushed.
 */
static bool look_at(struct look *look, const struct effect *effect)
{
    bool moves_sp =
        effect->kind == EFFECT_MOVE && effect->rd == BOBBIN_SP && effect->rn == BOBBIN_SP;

    if (used_by(effect) & CALLEE_SAVED & ~look->written)
        return false;
    if (moves_sp)
        look->depth -= effect->imm;
    else if (effect->rn == BOBBIN_SP)
        look->depth -= effect->writeback;
    if (effect->kind == EFFECT_STORE && effect->rn == BOBBIN_SP && look->depth > 0 &&
        !(look->written >> BOBBIN_LR & 1))
        look->saves_lr |= effect->list >> BOBBIN_LR & 1;
    look->written |= effect_written(effect);
    return look->depth >= 0;
}

enum function_start function_start_judge(struct effect_reader *reader, const struct image *image,
                                         uint32_t address, bool thumb)
{
    struct image_instruction at = {.address = address, .thumb = thumb};
    struct look look = {0};
    struct effect effect;
    uint32_t first;

    reader->it_state = 0;
    for (int i = 0; i < LOOK_MAX; i++, at.address += at.size_bytes) {
        if (!image_read_number(image, at.address, 2, &first) || image_is_empty(image, at.address))
            return FUNCTION_START_NOT;
        at.size_bytes = thumb && first >> 11 < 0x1d ? 2 : 4;
        effect_read(reader, image, &at, &effect);
        if (effect.kind == EFFECT_UNKNOWN || !look_at(&look, &effect))
            return FUNCTION_START_NOT;
        if (effect.flow == FLOW_JUMP && i == 0)
            return FUNCTION_START_NOT;
        if (effect.flow != FLOW_NEXT)
            break;
    }
    return look.saves_lr ? FUNCTION_START_PROLOGUE : FUNCTION_START_MAYBE;
}
