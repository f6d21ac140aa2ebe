/* SPDX-License-Identifier: MIT */
/*
 * Encodes a rule as a sequence of chrome2 instructions, which restores sp and the saved registers.
 */
#include "formats/chrome2/chrome2_bytecode.h"

#include "core/foreign/chrome2.h"
#include "formats/chrome2/chrome2_writer.h"

enum { R4 = 4, R12 = 12 };

const uint8_t chrome2_trivial[1] = {CHROME2_FINISH};
const uint8_t chrome2_refusal[2] = {CHROME2_REFUSE, 0};

bool chrome2_put_add(struct buffer *out, int32_t bytes)
{
    uint32_t short_add = bytes < 0 ? CHROME2_SUBTRACT : CHROME2_ADD;
    uint32_t left = (uint32_t)(bytes < 0 ? -bytes : bytes);

    if (bytes == 0 || bytes & 3)
        return false;
    if (bytes >= CHROME2_FAR_MIN) {
        buffer_u8(out, CHROME2_ADD_FAR);
        buffer_uleb128(out, (left - CHROME2_FAR_MIN) / 4);
        return true;
    }
    for (; left > CHROME2_SHORT_MAX; left -= CHROME2_SHORT_MAX)
        buffer_u8(out, short_add | CHROME2_SHORT_MASK);
    buffer_u8(out, short_add | (left / 4 - 1));
    return true;
}

bool chrome2_put_pop(struct buffer *out, uint32_t registers)
{
    uint32_t low = (registers & ~(1u << BOBBIN_LR)) >> R4;

    if (!registers || registers & ~0xfff0u)
        return false;
    if (registers >> BOBBIN_LR & 1 && low && low <= 0xff && !(low & (low + 1))) {
        buffer_u8(out, CHROME2_POP_LR + (uint32_t)__builtin_ctz(low + 1) - 1);
        return true;
    }
    buffer_u8(out, CHROME2_POP_MASK | registers >> 12);
    buffer_u8(out, registers >> R4);
    return true;
}

/* ---- a whole frame --------------------------------------------------------------------------- */

/* A saved register, and its slot relative to the cfa. */
struct saved {
    uint32_t number;
    int32_t offset;
};
enum { SLOTS_MAX = 9 };

static void insert_slot(struct saved *slots, size_t count, struct saved slot)
{
    for (; count && slots[count - 1].offset > slot.offset; count--)
        slots[count] = slots[count - 1];
    slots[count] = slot;
}

/* Lists the slots of RULE, lowest offset first. Returns their number. */
static size_t find_slots(const struct bobbin_rule *rule, struct saved *slots)
{
    static const uint8_t places[SLOTS_MAX] = {0, 1, 2, 3, 4, 5, 6, 7, BOBBIN_PLACE_RA};
    size_t count = 0;

    for (size_t i = 0; i < SLOTS_MAX; i++) {
        struct saved slot = {places[i] == BOBBIN_PLACE_RA ? BOBBIN_LR : R4 + places[i],
                             rule->place_value[places[i]]};
        if (rule->place_kind[places[i]] == BOBBIN_SLOT)
            insert_slot(slots, count++, slot);
    }
    return count;
}

/*
 * Appends one pop for the first of COUNT SLOTS. The pop also restores the slots after it, as many
 * as one pop can. Returns the number of restored slots.
 */
static size_t put_slots(struct buffer *out, const struct saved *slots, size_t count)
{
    uint32_t registers = 1u << slots[0].number;
    size_t taken = 1;

    while (taken < count && slots[taken].offset == slots[taken - 1].offset + 4 &&
           slots[taken].number > slots[taken - 1].number)
        registers |= 1u << slots[taken++].number;
    chrome2_put_pop(out, registers);
    return taken;
}

/*
 * Whether the format can express RULE. Lost registers are ignored: the format gives a wrong value
 * to a caller that needs them.
 */
static bool can_express(const struct bobbin_rule *rule)
{
    uint32_t by = rule->cfa_register;
    uint32_t of_address = rule->place_kind[BOBBIN_PLACE_RA];

    for (uint32_t i = BOBBIN_PLACE_R4; i < BOBBIN_PLACE_D8; i++)
        if (rule->place_kind[i] == BOBBIN_REGISTER)
            return false;
    return rule->form == BOBBIN_FORM_FRAME && !(rule->cfa_offset & 3) &&
           (by == BOBBIN_SP || (by >= R4 && by <= R12)) &&
           (of_address == BOBBIN_SAME || of_address == BOBBIN_SLOT);
}

/*
 * Appends a move of sp from *AT to TO, both relative to the cfa, and updates *AT. Returns false if
 * the format cannot express the move.
 */
static bool put_move(struct buffer *out, int32_t *at, int32_t to)
{
    int32_t by = to - *at;

    *at = to;
    return by == 0 || chrome2_put_add(out, by);
}

bool chrome2_put_rule(struct buffer *out, const struct bobbin_rule *rule)
{
    int32_t at = -rule->cfa_offset;
    struct saved slots[SLOTS_MAX];
    size_t count = find_slots(rule, slots);

    if (!can_express(rule) ||
        (rule->cfa_register == BOBBIN_SP && (at > 0 || (count && slots[0].offset < at))))
        return false;
    if (rule->cfa_register != BOBBIN_SP)
        buffer_u8(out, CHROME2_SET_SP | rule->cfa_register);
    for (size_t i = 0, taken; i < count; i += taken) {
        if (!put_move(out, &at, slots[i].offset))
            return false;
        taken = put_slots(out, slots + i, count - i);
        at += 4 * (int32_t)taken;
    }
    if (!put_move(out, &at, 0))
        return false;
    buffer_u8(out, CHROME2_FINISH);
    return true;
}
