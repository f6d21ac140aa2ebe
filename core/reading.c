/* SPDX-License-Identifier: MIT */
/*
 * Around a body rule, by the code from the pc on. The body rule says what is saved and where; the first instruction
 * that shapes the frame says how far that has come, or how much of it is left. What holds at the pc is then the body
 * rule's own word with some of it taken out, and a new cfa. How the pc was reached does not matter, and so branches
 * that are not always taken are passed over.
 */
#include "reading.h"

#include "bytes.h"
#include "code.h"
#include "shape.h"

#define LR BOBBIN_VALID_R(BOBBIN_LR)
#define PC BOBBIN_VALID_R(BOBBIN_PC)

/* From which register the cfa is: with 0 from sp. */
#define REGISTER (((1u << FORMAT_RULE_REGISTER_BITS) - 1) << FORMAT_RULE_REGISTER_SHIFT)

/* What stands below r4-r11. */
#define BELOW (FORMAT_RULE_GAP | ((1u << FORMAT_RULE_VFP_BITS) - 1) << FORMAT_RULE_VFP_SHIFT)

/* What is above all slots. */
#define HOME (((1u << FORMAT_RULE_HOME_BITS) - 1) << FORMAT_RULE_HOME_SHIFT)

/* The return address and registers, as their slots lie: what comes first has the highest bit. */
#define SLOTS (FORMAT_RULE_RA | FORMAT_RULE_MASK)

/* The slots of WORD that the registers of SHAPE have. */
static uint32_t mine_of(uint32_t word, uint32_t shape)
{
    uint32_t mine = rule_turn(word, shape >> (SHAPE_REGISTERS_SHIFT + 4) & FORMAT_RULE_MASK);

    if (shape_registers(shape) & (LR | PC))
        mine |= FORMAT_RULE_RA;
    return mine & word;
}

/*
 * WORD before BYTES are pushed in which the slots MINE are: without those and what is below. A push of none is of what is
 * above all else, if there is that; one of all bytes makes room for all.
 */
static uint32_t before_push(uint32_t word, uint32_t mine, uint32_t bytes)
{
    if (!mine && (word & HOME))
        word = 0;
    else if (mine && bytes == rule_slots_bytes(word & ~HOME))
        word &= HOME;
    else if (mine)
        word &= ~((2u << (31 - __builtin_clz(mine))) - 1);
    return word & ~BELOW;
}

/*
 * WORD before registers are stored whose slots are MINE: what is above them is not stored yet, and then belongs to no
 * register.
 */
static uint32_t before_store(uint32_t word, uint32_t mine)
{
    uint32_t stored = word & ~(BELOW | HOME | (SLOTS & -(mine & -mine)));
    uint32_t home = rule_slots_bytes(word & ~BELOW) - rule_slots_bytes(stored);

    return stored | home / 4 << FORMAT_RULE_HOME_SHIFT;
}

/* Whether BYTES are those of the home of WORD, if that has one. */
static bool is_home(uint32_t word, uint32_t bytes)
{
    return bytes && bytes == rule_slots_bytes(word & HOME);
}

/*
 * What holds where an instruction of SHAPE, DISTANCE behind the pc, is the first that shapes the frame. The slots are
 * those of the new word, and BETWEEN lies what is between them and the register of the cfa. False: it does not shape
 * this frame, or not alone.
 */
static bool hold(struct reading *reading, uint32_t shape, uint32_t distance)
{
    uint32_t word = reading->word;
    bool is_frame = shape >> SHAPE_REGISTERS_SHIFT >> rule_register(word) & 1;
    enum shape_kind kind = shape_kind(shape);
    uint32_t bytes = shape_bytes(shape);
    uint32_t mine = mine_of(word, shape);
    uint32_t register_kept =
        0; /* of the word: all of its field, or none: then the cfa is from sp */
    uint32_t between = 0;

    switch (kind) {
    case SHAPE_HOLDS:
        return true;
    case SHAPE_MOVE:
        return is_frame;
    case SHAPE_BRANCH:
        reading->target = reading->cursor->r[BOBBIN_PC] + distance + shape_distance(shape);
        return true;
    case SHAPE_LEAVE:
        word = 0;
        break;
    case SHAPE_PUSH:
        word = before_push(word, mine, bytes);
        break;
    case SHAPE_STORE:
        word = before_store(word, mine);
        if (!bytes || bytes != rule_slots_bytes(word & SLOTS) ||
            (mine < FORMAT_RULE_RA && !(mine & (mine - 1))) || (word & FORMAT_RULE_GAP))
            return false; /* GAP: more is above than a home can be */
        break;
    case SHAPE_PUSH_DOUBLES:
        between = word & FORMAT_RULE_GAP ? 4 : 0;
        word &= ~BELOW;
        break;
    case SHAPE_POP:
        if (!mine)
            return true;
        between = bytes - rule_slots_bytes(mine);
        word &= ~BELOW & -(mine & -mine);
        break;
    case SHAPE_UP:
        if (!is_home(word, bytes)) /* not behind all else */
            return true;
        word &= HOME;
        break;
    case SHAPE_DOWN:
        if (is_home(word, bytes)) /* before all else */
            word = 0;
        break;
    case SHAPE_FRAME:
    case SHAPE_UNFRAME:
        if (!is_frame)
            return false;
        if (kind == SHAPE_UNFRAME)
            register_kept = REGISTER;
        between = shape_less(bytes);
        break;
    default:
        break;
    }
    if (kind == SHAPE_FRAME)
        reading->cfa_offset += bytes;
    else if (reading->answer.trust != BOBBIN_TRUST_CODE)
        reading->cfa_offset = between + rule_slots_bytes(word);
    reading->word = word & (~REGISTER | register_kept);
    reading->answer.trust = BOBBIN_TRUST_CODE;
    return kind != SHAPE_FRAME;
}

/*
 * The register of the cfa is set behind the pc: what is pushed behind that is not there yet, and nothing else matters.
 */
static inline bool is_framed(const struct reading *reading, uint32_t shape)
{
    return reading->answer.trust == BOBBIN_TRUST_CODE && shape_kind(shape) != SHAPE_PUSH &&
           shape_kind(shape) != SHAPE_PUSH_DOUBLES;
}

bool reading_forward(struct reading *reading, const uint8_t *code, uint32_t size_bytes)
{
    uint32_t thumb = reading->cursor->cpsr & BOBBIN_CPSR_T;
    uint32_t start, at = 0;

    reading->target = READING_NO_TARGET;
    do {
        uint32_t instruction, shape;
        start = at;
        at += thumb ? 2 : 4;
        if (thumb) {
            instruction = bytes_half(code + start) << 16;
            if (shape_is_none(instruction >> 16))
                continue;
            if (code_is_wide(instruction >> 16)) {
                instruction |= bytes_half(code + at);
                at += 2;
            }
        } else {
            instruction = bytes_word(code + start);
        }
        shape = shape_of(instruction, thumb);
        if (shape && (is_framed(reading, shape) || hold(reading, shape, start)))
            break;
    } while (at < READING_FORWARD_BYTES);
    return at <= size_bytes;
}
