/* SPDX-License-Identifier: MIT */
/*
 * Around a body rule, by the code from the pc on. The body rule says what is saved and where; the first instruction
 * that shapes the frame says how far that has come, or how much of it is left. What holds at the pc is then the body
 * rule's own word with some of it taken out, from below, and a new cfa. How the pc was reached does not matter, and so
 * branches that are not always taken are passed over.
 */
#include "reading.h"

#include "code.h"
#include "gate.h"
#include "shape.h"

/* The slots of WORD that REGISTERS have. */
static uint32_t mine_of(uint32_t word, uint32_t registers)
{
    uint32_t mine = rule_turn(word, registers >> 4 & 0xff) << FORMAT_RULE_MASK_SHIFT;

    if (registers & (BOBBIN_VALID_R(BOBBIN_LR) | BOBBIN_VALID_R(BOBBIN_PC)))
        mine |= FORMAT_RULE_RA;
    return mine & word;
}

/*
 * WORD before a store of registers whose slots are MINE, at sp + BYTES: what is above them is not stored yet, and
 * belongs to no register. 0: it is no such store.
 */
static inline uint32_t before_store(uint32_t word, uint32_t mine, uint32_t bytes)
{
    uint32_t stored = word & ((mine & -mine) - 1) & FORMAT_RULE_SLOTS;
    uint32_t stored_bytes = rule_slots_bytes(stored);
    uint32_t home =
        rule_home_bytes(word) + rule_slots_bytes(word & FORMAT_RULE_SLOTS) - stored_bytes;

    if (!bytes || bytes != stored_bytes || home >= 4u << FORMAT_RULE_HOME_BITS ||
        (mine < FORMAT_RULE_RA && !(mine & (mine - 1))))
        return 0;
    return (word & FORMAT_RULE_SPLIT) | stored | home / 4 << FORMAT_RULE_HOME_SHIFT;
}

/*
 * What holds where an instruction of SHAPE is the first that shapes the frame. False: it does not shape this one, or
 * not alone.
 */
static bool hold(struct bobbin_cursor *cursor, const struct shape *shape)
{
    uint32_t word = cursor->reading.word;
    uint32_t bytes = shape->bytes;
    uint32_t mine = mine_of(word, shape->registers);
    bool is_frame = shape->registers == rule_register(word);
    uint32_t lowest = 1u << FORMAT_RULE_VFP_SHIFT; /* of what is left: 0 for nothing */
    uint32_t between = 0;                          /* it and the register of the cfa */

    switch (shape->kind) {
    case SHAPE_HOLDS:
        return true;
    case SHAPE_MOVE:
        return is_frame;
    case SHAPE_LEAVE:
        lowest = 0;
        break;
    case SHAPE_PUSH:
        lowest = FORMAT_RULE_GAP << 1;
        if (mine && bytes == rule_slots_bytes(word)) /* makes room for all */
            lowest = 1u << FORMAT_RULE_HOME_SHIFT;
        else if (mine)
            lowest = 2u << (31 - __builtin_clz(mine));
        else if (word & FORMAT_RULE_HOME) /* of what is above all else */
            lowest = 0;
        break;
    case SHAPE_STORE:
        word = before_store(word, mine, bytes);
        if (!word)
            return false;
        break;
    case SHAPE_PUSH_DOUBLES:
        lowest = FORMAT_RULE_GAP;
        break;
    case SHAPE_POP:
        if (!mine)
            return true;
        between = bytes - rule_slots_bytes(mine);
        lowest = mine & -mine;
        break;
    case SHAPE_UP:
        if (!bytes || bytes != rule_home_bytes(word)) /* not behind all else */
            return true;
        lowest = 1u << FORMAT_RULE_HOME_SHIFT;
        break;
    case SHAPE_DOWN:
        if (bytes == rule_home_bytes(word)) /* before all else */
            lowest = 0;
        break;
    case SHAPE_FRAME:
        if (is_frame) {
            cursor->reading.word &= ~FORMAT_RULE_REGISTER;
            cursor->reading.cfa_offset += bytes;
            cursor->reading.trust = BOBBIN_TRUST_CODE;
        }
        return false;
    case SHAPE_UNFRAME:
        if (!is_frame)
            return false;
        lowest = 1;
        between = bytes;
        break;
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

/*
 * The register of the cfa is set behind the pc: what is pushed behind that is not there yet, and nothing else matters.
 */
static inline bool is_framed(const struct bobbin_cursor *cursor, const struct shape *shape)
{
    return cursor->reading.trust == BOBBIN_TRUST_CODE && shape->kind != SHAPE_PUSH &&
           shape->kind != SHAPE_PUSH_DOUBLES;
}

/*
 * From AT over instructions of Thumb that have no shape, as far as the window of code has them; one less is LEFT for
 * each, and none behind a call.
 */
static inline __attribute__((always_inline)) uint32_t pass(const struct bobbin_window *code,
                                                           uint32_t at, uint32_t *left)
{
    const uint8_t *bytes = code->bytes;
    uint32_t offset = at - code->start;
    uint32_t end =
        code->size_bytes > 2 ? code->size_bytes - 2 : 0; /* of halves with one behind them */

    for (; *left && offset < end; --*left) {
        uint32_t first = bytes_half(bytes + offset);
        if (!shape_is_none(first)) {
            uint32_t second = bytes_half(bytes + offset + 2);
            if (first >> 11 != 0xf000 >> 11 || shape_is_branch(second) ||
                (second < 0x8000 && shape_is_add(first)))
                break;
            if (shape_holds(second))
                *left = 1;
        }
        offset += code_is_wide(first) ? 4 : 2;
    }
    return offset + code->start;
}

enum bobbin_stop reading_forward(struct bobbin_cursor *cursor)
{
    uint32_t thumb = cursor->cpsr & BOBBIN_CPSR_T;
    uint32_t at = cursor->r[BOBBIN_PC];

    for (uint32_t left = READING_MAX; left; left--) {
        struct shape shape;
        uint32_t start, first;
        enum bobbin_stop stop;
        if (thumb)
            at = pass(&cursor->reading.env->window[BOBBIN_SPACE_CODE], at, &left);
        if (!left)
            break;
        start = at;
        stop = gate_fetch(cursor, at);
        first = cursor->stop_value;
        at += 2;
        if (stop == BOBBIN_STOP_NONE && (!thumb || code_is_wide(first))) {
            stop = gate_fetch(cursor, at);
            at += 2;
        }
        if (stop != BOBBIN_STOP_NONE)
            return stop;
        shape_find(&shape, first, cursor->stop_value, thumb);
        if (shape.kind == SHAPE_BRANCH)
            at = start + shape.bytes;
        else if (shape.kind != SHAPE_NONE && (is_framed(cursor, &shape) || hold(cursor, &shape)))
            break;
    }
    return BOBBIN_STOP_NONE;
}
