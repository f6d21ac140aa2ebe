/* SPDX-License-Identifier: MIT */
/* Recognises exception returns by their encodings, and those that only change the mode. */
#include "insn/exception_return.h"

#include "insn/link.h"

/* ---- encodings ------------------------------------------------------------------------------- */

/*
 * Whether CODE, an ARM instruction with a condition, is data processing that sets flags and writes
 * pc (B9.3.20). TST, TEQ, CMP, CMN and multiplications have the same field, but do not write pc.
 */
static bool is_arm_data(uint32_t code)
{
    return (code & 0x0c10f000) == 0x0010f000 && (code & 0x01800000) != 0x01000000 &&
           (code & 0x02000090) != 0x00000090;
}

/* The low bits of RFE should be fixed; processors may execute other values as RFE (B9.3.13). */
static enum exception_return arm_return(uint32_t code)
{
    if ((code & 0xfe500000) == 0xf8100000)
        return EXCEPTION_RETURN_RFE;
    if (code >> 28 == 15)
        return EXCEPTION_RETURN_NONE;
    if ((code & 0x0e508000) == 0x08508000)
        return EXCEPTION_RETURN_LDM;
    if ((code & 0x0fffffff) == 0x0160006e)
        return EXCEPTION_RETURN_ERET;
    return is_arm_data(code) ? EXCEPTION_RETURN_DATA : EXCEPTION_RETURN_NONE;
}

static enum exception_return thumb_return(uint32_t first, uint32_t second)
{
    if (((first & 0xffd0) == 0xe810 || (first & 0xffd0) == 0xe990) && second == 0xc000)
        return EXCEPTION_RETURN_RFE;
    if (first != 0xf3de || (second & 0xff00) != 0x8f00)
        return EXCEPTION_RETURN_NONE;
    return second & 0xff ? EXCEPTION_RETURN_DATA : EXCEPTION_RETURN_ERET;
}

enum exception_return exception_return_of(const struct image_instruction *at, uint32_t code)
{
    if (at->size_bytes != 4)
        return EXCEPTION_RETURN_NONE;
    return at->thumb ? thumb_return(code & 0xffff, code >> 16) : arm_return(code);
}

bool exception_return_block(const struct image_instruction *at, uint32_t code,
                            struct exception_block *block)
{
    uint32_t first = code & 0xffff;
    bool up, before;

    if (exception_return_of(at, code) != EXCEPTION_RETURN_RFE)
        return false;
    up = at->thumb ? first >> 7 & 1 : code >> 23 & 1;
    before = at->thumb ? !up : code >> 24 & 1;
    block->rn = (uint8_t)((at->thumb ? first : code >> 16) & 15);
    block->offset = (up ? 0 : -8) + (before == up ? 4 : 0);
    block->writeback = !((at->thumb ? first >> 5 : code >> 21) & 1) ? 0 : up ? 8 : -8;
    return true;
}

/* ---- changes of mode ------------------------------------------------------------------------- */

/* Whether MOVS pc, rN, with EFFECT, goes to the constant that LINK has in another register. */
static bool takes_other(const struct link *link, const struct effect *effect)
{
    return link->other.address && effect->flow == FLOW_EXCEPTION && effect->kind == EFFECT_MOVE &&
           effect->rn == link->other.number;
}

/*
 * Whether the exception return AT, with EFFECT, goes to the constant in LINK. MOVS and SUBS take
 * the link, or MOVS another register. ERET takes ELR_hyp in HYP mode, and only code of that mode or
 * of monitor mode writes ELR_hyp.
 */
static bool takes_link(const struct link *link, const struct image_instruction *at, uint32_t code,
                       const struct effect *effect)
{
    bool is_lr = effect->kind == EFFECT_MOVE && effect->rn == BOBBIN_LR;

    if (takes_other(link, effect))
        return true;
    if (!link->back || effect->flow != FLOW_EXCEPTION ||
        (link->condition != CONDITION_ALWAYS && link->condition != effect->condition))
        return false;
    return is_lr || (link->is_in_elr && exception_return_of(at, code) == EXCEPTION_RETURN_ERET);
}

bool exception_return_is_entered(struct effect_reader *reader, const struct image *image,
                                 uint32_t start, uint32_t end, uint32_t from, uint32_t to)
{
    const struct image_section *section = image_section_at(image, start);
    struct image_instruction next = {.address = start};
    struct effect effect;

    reader->it_state = 0;
    for (; image_next_instruction(image, section, next.address, &next) && next.address < end;
         next.address += next.size_bytes) {
        effect_read(reader, image, &next, &effect);
        if (effect.flow == FLOW_JUMP && effect.target - from - 1 < to - from)
            return true;
    }
    return false;
}

bool exception_return_changes_mode(struct effect_reader *reader, const struct image *image,
                                   uint32_t start, uint32_t end, const struct image_instruction *at,
                                   uint32_t *target)
{
    const struct image_section *section = image_section_at(image, start);
    struct image_instruction next = {.address = start};
    struct link link = {0};
    struct effect effect = {0};

    reader->it_state = 0;
    for (;
         image_next_instruction(image, section, next.address, &next) && next.address <= at->address;
         next.address += next.size_bytes) {
        uint32_t code = effect_fetch(reader, image, &next);
        effect_read_code(reader, &next, code, &effect);
        if (next.address == at->address && takes_link(&link, at, code, &effect)) {
            bool other = takes_other(&link, &effect);
            *target = (other ? link.other.address : link.back) +
                      (effect.kind == EFFECT_MOVE ? (uint32_t)effect.imm : 0);
            return !exception_return_is_entered(reader, image, start, end,
                                                other ? link.other.from : link.from, at->address);
        }
        link_pass(&link, image, &next, &effect);
    }
    return false;
}
