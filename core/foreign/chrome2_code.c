/* SPDX-License-Identifier: MIT */
/* Executes the unwind instructions of Chromium's tables of 2021. */
#include "chrome2.h"

enum { R4 = 4, R11 = 11, R15 = 15, OFFSET_MAX = 1 << 28 };

/*
 * The state of the execution: sp is r[rule->cfa_register] + offset, in bytes. Until
 * finish_machine(), the offsets of slots are relative to that register too.
 */
struct machine {
    struct bobbin_rule *rule;
    int32_t offset;
    uint32_t popped; /* bit n: r[n] was popped */
};

bool chrome2_uleb128(const uint8_t *bytes, uint32_t size_bytes, uint32_t *at, uint32_t *value)
{
    *value = 0;
    for (uint32_t shift = 0; shift < 32 && *at < size_bytes; shift += 7) {
        uint32_t byte = bytes[(*at)++];
        if (shift == 28 && byte > 15)
            return false;
        *value |= (byte & 0x7f) << shift;
        if (byte < 0x80)
            return true;
    }
    return false;
}

/* sp += BYTES. False: sp would be below the frame, or the frame too large. */
static bool add_bytes(struct machine *machine, int32_t bytes)
{
    machine->offset += bytes;
    if (machine->offset < 0 && machine->rule->cfa_register == BOBBIN_SP)
        return false;
    return machine->offset > -OFFSET_MAX && machine->offset < OFFSET_MAX;
}

static uint32_t place_of(uint32_t number)
{
    return number <= R11 ? BOBBIN_PLACE_R4 + number - R4 : BOBBIN_PLACE_RA;
}

/*
 * Pops register NUMBER. A popped lr is the return address, unless pc was popped. r12 is ignored,
 * because it is not callee-saved.
 */
static void pop_one(struct machine *machine, uint32_t number)
{
    uint32_t place = place_of(number);

    machine->popped |= 1u << number;
    if (number == 12 || (number == BOBBIN_LR && machine->popped >> BOBBIN_PC & 1))
        return;
    machine->rule->place_kind[place] = BOBBIN_SLOT;
    machine->rule->place_value[place] = machine->offset;
}

/* Pops the registers of MASK; bit 0 is r4. Returns false if MASK is empty or contains sp. */
static bool pop(struct machine *machine, uint32_t mask)
{
    for (uint32_t number = R4; number <= R15; number++) {
        if (!(mask >> (number - R4) & 1))
            continue;
        if (number == BOBBIN_SP)
            return false;
        pop_one(machine, number);
        if (!add_bytes(machine, 4))
            return false;
    }
    return mask != 0;
}

static bool set_sp(struct machine *machine, uint32_t number)
{
    struct bobbin_rule *rule = machine->rule;

    if (number == BOBBIN_SP || number == BOBBIN_PC || rule->cfa_register != BOBBIN_SP ||
        machine->popped >> number & 1)
        return false;
    for (uint32_t i = 0; i < BOBBIN_PLACES; i++)
        if (rule->place_kind[i] == BOBBIN_SLOT) {
            rule->place_kind[i] = BOBBIN_LOST;
            rule->place_value[i] = 0;
        }
    rule->cfa_register = (uint8_t)number;
    machine->offset = 0;
    return true;
}

static bool add_far(struct machine *machine, struct chrome2_code *code)
{
    uint32_t words;

    return chrome2_uleb128(code->bytes, code->size_bytes, &code->at, &words) &&
           words < OFFSET_MAX / 4 && add_bytes(machine, (int32_t)(CHROME2_FAR_MIN + 4 * words));
}

/*
 * Executes the instruction whose first byte is BYTE. BYTE is neither REFUSE nor FINISH. Returns
 * false if the instruction is invalid.
 */
static bool execute(struct machine *machine, struct chrome2_code *code, uint32_t byte)
{
    int32_t bytes = (int32_t)(4 * (byte & CHROME2_SHORT_MASK) + 4);

    if (byte < CHROME2_SUBTRACT)
        return add_bytes(machine, bytes);
    if (byte < CHROME2_POP_MASK)
        return add_bytes(machine, -bytes);
    if (byte < CHROME2_SET_SP)
        return code->at < code->size_bytes &&
               pop(machine, (byte & 15) << 8 | code->bytes[code->at++]);
    if (byte < CHROME2_SET_SP + 16)
        return set_sp(machine, byte & 15);
    if (byte >= CHROME2_POP_LR && byte < CHROME2_FINISH)
        return pop(machine, 1u << (BOBBIN_LR - R4) | ((2u << (byte & 7)) - 1));
    return byte == CHROME2_ADD_FAR && add_far(machine, code);
}

static void finish_machine(struct machine *machine)
{
    struct bobbin_rule *rule = machine->rule;

    rule->cfa_offset = machine->offset;
    for (uint32_t i = 0; i < BOBBIN_PLACES; i++)
        if (rule->place_kind[i] == BOBBIN_SLOT)
            rule->place_value[i] -= machine->offset;
}

static bool is_refusal(const struct chrome2_code *code)
{
    return code->at < code->size_bytes && code->size_bytes - code->at >= 2 &&
           code->bytes[code->at] == CHROME2_REFUSE && code->bytes[code->at + 1] == 0;
}

enum bobbin_stop chrome2_execute(struct chrome2_code *code, struct bobbin_rule *rule)
{
    struct machine machine = {rule, 0, 0};

    if (is_refusal(code))
        return BOBBIN_STOP_NO_RULE;
    while (code->at < code->size_bytes) {
        uint32_t byte = code->bytes[code->at++];
        if (byte == CHROME2_FINISH) {
            finish_machine(&machine);
            return BOBBIN_STOP_NONE;
        }
        if (!execute(&machine, code, byte))
            break;
    }
    return BOBBIN_STOP_CORRUPT;
}
