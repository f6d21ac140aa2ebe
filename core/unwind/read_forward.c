/* SPDX-License-Identifier: MIT */
/*
 * Derives the rule of an interrupted instruction from the body rule of its function and from the
 * code that follows. The body rule says which registers are saved, and where. The next instruction
 * that changes the frame shows how many of them are saved at the pc. A push has not executed yet:
 * its registers are not saved, nor any in slots below. A pop has not executed either: its registers
 * are still saved, and so are those above.
 *
 * The rule at the pc is therefore the body rule without some of its lowest slots, with a new cfa.
 * How the processor reached the pc does not matter, so conditional branches are skipped and
 * unconditional ones followed.
 */
#include "reading.h"

#include "gate.h"
#include "insn_fields.h"
#include "shape.h"

/* The bits of compact rule WORD for the slots of REGISTERS. */
static inline uint32_t mine_of(uint32_t word, uint32_t registers)
{
    uint32_t mine = rule_turn(word, registers >> 4 & 0xff) << FORMAT_RULE_MASK_SHIFT;

    if (registers & (BOBBIN_VALID_R(BOBBIN_LR) | BOBBIN_VALID_R(BOBBIN_PC)))
        mine |= FORMAT_RULE_RA;
    return mine & word;
}

/*
 * Adapts the body rule to the pc; SHAPE is the next instruction that changes a frame. Returns false
 * if the search must continue: the instruction does not change this frame, or a later instruction
 * must be read too.
 */
static inline bool hold(struct bobbin_cursor *cursor, const struct shape *shape)
{
    uint32_t word = cursor->reading.word;
    uint32_t bytes = shape->bytes;
    uint32_t mine = mine_of(word, shape->registers);
    /* bit of the lowest slot that still holds a value; 0: none does */
    uint32_t lowest = 1u << FORMAT_RULE_VFP_SHIFT;
    /* bytes from the cfa register to that slot */
    uint32_t between = 0;

    switch (shape->kind) {
    case SHAPE_HOLDS:
        return true;
    case SHAPE_LEAVE:
        lowest = 0;
        break;
    case SHAPE_PUSH:
        /* without saved registers it starts a frame: a home, or another function's after a jump */
        lowest = mine ? 2u << (31 - __builtin_clz(mine)) : 0;
        break;
    case SHAPE_PUSH_DOUBLES:
        lowest = FORMAT_RULE_GAP;
        break;
    case SHAPE_POP:
        if (!mine)
            return true;
        between = bytes;
        lowest = mine & -mine;
        break;
    case SHAPE_UP:
        if (bytes != rule_home_bytes(word)) /* does not free the home after all pops */
            return true;
        lowest = 1u << FORMAT_RULE_HOME_SHIFT;
        break;
    case SHAPE_FRAME:
    case SHAPE_UNFRAME:
        if (shape->registers != rule_register(word))
            return false;
        if (shape->kind == SHAPE_UNFRAME) {
            lowest = 1;
            between = bytes;
            break;
        }
        cursor->reading.word &= ~FORMAT_RULE_REGISTER;
        cursor->reading.cfa_offset += bytes;
        cursor->reading.trust = BOBBIN_TRUST_CODE;
        return false;
    default:
        break;
    }
    word &= -lowest;
    cursor->reading.word = word;
    if (cursor->reading.trust != BOBBIN_TRUST_CODE)
        cursor->reading.cfa_offset = between + rule_home_bytes(word) + rule_slots_bytes(word);
    cursor->reading.trust = BOBBIN_TRUST_CODE;
    return true;
}

enum bobbin_stop reading_forward(struct bobbin_cursor *cursor)
{
    const struct bobbin_window *code = &cursor->reading.env->window[BOBBIN_SPACE_CODE];
    const uint8_t *bytes = code->bytes;
    uint32_t start = code->start;
    uint32_t halfwords = code->size_bytes >> 1;
    uint32_t thumb = cursor->cpsr & BOBBIN_CPSR_T;
    uint32_t at = cursor->r[BOBBIN_PC];

    for (uint32_t left = READING_MAX + cursor->reading.table->first.ahead; left; left--) {
        struct shape shape;
        uint32_t first, second, half;
        uint32_t offset = at - start;
        enum bobbin_stop stop;
        if ((offset >> 1) + 1 < halfwords) { /* never true for AT before the window */
            first = bytes_half(bytes + offset);
            second = bytes_half(bytes + offset + 2);
        } else {
            stop = gate_read(cursor, GATE_CODE_HALF, at, &half);
            first = half;
            if (stop == BOBBIN_STOP_NONE && (!thumb || code_is_wide(first)))
                stop = gate_read(cursor, GATE_CODE_HALF, at + 2, &half);
            if (stop != BOBBIN_STOP_NONE)
                return stop;
            second = half;
        }
        if (thumb && shape_is_none(first)) {
            at += 2;
            continue;
        }
        shape_find(&shape, first, second, thumb);
        if (shape.kind == SHAPE_BRANCH) {
            at += shape.bytes;
            continue;
        }
        if (shape.kind != SHAPE_NONE && hold(cursor, &shape))
            break;
        at += !thumb || code_is_wide(first) ? 4 : 2;
    }
    return BOBBIN_STOP_NONE;
}
