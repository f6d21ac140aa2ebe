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

/* What stands below r4-r11. */
#define BELOW (FORMAT_RULE_GAP | ((1u << FORMAT_RULE_VFP_BITS) - 1) << FORMAT_RULE_VFP_SHIFT)

/* The mask of WORD as the slots lie: what comes first has the highest bit. And the other way round. */
static uint32_t turn(uint32_t mask, uint32_t word)
{
    mask &= FORMAT_RULE_MASK;
    if (word & FORMAT_RULE_SPLIT)
        mask = mask << 4 | mask >> 4;
    return mask & FORMAT_RULE_MASK;
}

static uint32_t with_mask(uint32_t word, uint32_t mask)
{
    return (word & ~FORMAT_RULE_MASK) | turn(mask, word);
}

/* What is above all slots. */
#define HOME (((1u << FORMAT_RULE_HOME_BITS) - 1) << FORMAT_RULE_HOME_SHIFT)

/* The slots of the registers of SHAPE in WORD, as they lie. */
static uint32_t mine_of(uint32_t word, uint32_t shape)
{
    return turn(shape >> (SHAPE_REGISTERS_SHIFT + 4) & word, word);
}

/* WORD before the slots of MINE are pushed: without those and what is below. */
static uint32_t before_push(uint32_t word, uint32_t mine)
{
    uint32_t pushed = mine ? (2u << (31 - __builtin_clz(mine))) - 1 : 0;

    return with_mask(word & ~BELOW, turn(word, word) & ~pushed);
}

/*
 * WORD before registers are stored whose slots are MINE: what is above them is not stored yet, and then belongs to no
 * register.
 */
static uint32_t before_store(uint32_t word, uint32_t mine)
{
    uint32_t stored =
        with_mask(word & ~(BELOW | FORMAT_RULE_RA), turn(word, word) & ((mine & -mine) - 1));
    uint32_t home = rule_slots_bytes(word & ~BELOW) - rule_slots_bytes(stored & ~HOME);

    return (stored & ~HOME) | home / 4 << FORMAT_RULE_HOME_SHIFT;
}

/*
 * WORD before registers are popped whose slots are MINE: with the return address no others are left, else all above
 * them are.
 */
static uint32_t before_pop(uint32_t word, uint32_t mine, bool returns)
{
    return with_mask(word & ~BELOW, returns ? mine : turn(word, word) & -(mine & -mine));
}

static void tell(struct reading *reading, uint32_t word, uint32_t cfa_offset)
{
    reading->answer.trust = BOBBIN_TRUST_CODE;
    reading->word = word;
    reading->cfa_offset = cfa_offset;
}

/*
 * What holds where an instruction of SHAPE, DISTANCE behind the pc, is the first that shapes the frame. The slots are
 * those of the new word, and BETWEEN lies what is between them and the register of the cfa. False: it does not shape
 * this frame.
 */
static bool hold(struct reading *reading, uint32_t shape, uint32_t distance)
{
    uint32_t word = reading->word;
    uint32_t cfa_register = rule_register(word);
    bool is_frame = shape >> SHAPE_REGISTERS_SHIFT >> cfa_register & 1;
    bool returns = shape_registers(shape) & (LR | PC);
    uint32_t bytes = shape_bytes(shape);
    uint32_t mine;
    bool framed = reading->answer.trust == BOBBIN_TRUST_CODE;
    uint32_t between = 0;
    uint32_t base = BOBBIN_SP;

    switch (shape_kind(shape)) {
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
        mine = mine_of(word, shape);
        if (returns || (mine && bytes == rule_slots_bytes(word & ~HOME)))
            word &= HOME;
        else if (mine || !(word & HOME))
            word = before_push(word, mine);
        else
            word = 0;
        break;
    case SHAPE_STORE:
        mine = mine_of(word, shape);
        word = before_store(word, mine);
        if (!bytes || bytes != rule_slots_bytes(word & FORMAT_RULE_MASK) ||
            (rule_slots_bytes(mine) < 8 && !returns) || (word & FORMAT_RULE_GAP))
            return false; /* GAP: more is above than a home can be */
        break;
    case SHAPE_PUSH_DOUBLES:
        between = word & FORMAT_RULE_GAP ? 4 : 0;
        word &= ~BELOW;
        break;
    case SHAPE_POP:
        mine = mine_of(word, shape);
        if (!mine && !returns)
            return true;
        between = bytes - rule_slots_bytes(mine | (returns ? word & FORMAT_RULE_RA : 0));
        word = before_pop(word, mine, returns);
        break;
    case SHAPE_UP:
        if (bytes != rule_slots_bytes(word & HOME) || !bytes) /* not behind all else */
            return true;
        word &= HOME;
        break;
    case SHAPE_FRAME:
        if (is_frame)
            tell(reading, rule_from(word, BOBBIN_SP), reading->cfa_offset + bytes);
        return false;
    case SHAPE_UNFRAME:
        if (!is_frame)
            return false;
        base = cfa_register;
        between = shape_less(bytes);
        break;
    case SHAPE_DOWN:
        if (bytes && bytes == rule_slots_bytes(word & HOME)) /* before all else */
            word = 0;
        if (bytes == SHAPE_BYTES_FAR &&
            cfa_register != BOBBIN_SP) /* room in the midst of a function */
            return true;
        break;
    default:
        break;
    }
    between += rule_slots_bytes(word);
    tell(reading, rule_from(word, base), framed ? reading->cfa_offset : between);
    return true;
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
