/* SPDX-License-Identifier: MIT */
#include "outcome.h"

#include "classify.h"
#include "outcome_parts.h"

/* ---- parts of effects ------------------------------------------------------------------------ */

void step_set(struct step *step, uint32_t number, bool is_known, uint32_t value)
{
    struct outcome *outcome = &step->outcome;

    if (number >= BOBBIN_PC)
        return;
    outcome->after.r[number] = value;
    outcome->known &= ~(1u << number);
    if (is_known)
        outcome->known |= 1u << number;
}

void step_branch(struct step *step, uint32_t address)
{
    step->outcome.after.r[BOBBIN_PC] = address & ~1u;
    step->outcome.known |= OUTCOME_PC;
    step->outcome.after.cpsr &= ~BOBBIN_CPSR_T;
    if (address & 1)
        step->outcome.after.cpsr |= BOBBIN_CPSR_T;
}

void step_load(struct step *step, uint32_t number, uint32_t address)
{
    uint32_t word = 0;
    bool is_known =
        number >= 8 && address % 4 == 0 && guest_copy(step->guest, address, &word, sizeof(word));

    step_set(step, number, is_known, word);
    if (number == BOBBIN_PC && is_known)
        step_branch(step, word);
}

void step_return(struct step *step, uint32_t address)
{
    uint32_t words[2];

    if (!guest_copy(step->guest, address, words, sizeof(words))) {
        step->outcome.known &= ~OUTCOME_CPSR;
        return;
    }
    step_branch(step, words[0]);
    step->outcome.after.cpsr = words[1];
}

void step_list(struct step *step, const struct list *list)
{
    uint32_t size_bytes = 4 * (uint32_t)__builtin_popcount(list->mask);
    uint32_t base = step->before->r[list->base];
    uint32_t end = list->up ? base + size_bytes : base - size_bytes;
    uint32_t address = list->up ? base : end;

    if (list->gap == list->up)
        address += 4;
    for (uint32_t mask = list->loads ? list->mask : 0; mask; mask &= mask - 1, address += 4)
        step_load(step, (uint32_t)__builtin_ctz(mask), address);
    if (list->writes_back)
        step_set(step, list->base, true, end);
}

void step_transfer(struct step *step, uint32_t base, uint32_t offset, uint32_t number,
                   unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        step_load(step, number + i, base + offset + 4 * i);
    if (!count)
        step_set(step, number, false, 0);
}

void step_control(struct step *step, uint32_t mask, uint32_t value)
{
    step->outcome.after.cpsr = (step->before->cpsr & ~mask) | (value & mask);
}

bool step_condition_holds(uint32_t condition, uint32_t cpsr)
{
    bool n = cpsr >> 31, z = cpsr >> 30 & 1, c = cpsr >> 29 & 1, v = cpsr >> 28 & 1;
    const bool holds[] = {z, c, n, v, c && !z, n == v, n == v && !z};

    return condition >> 1 >= 7 || holds[condition >> 1] != (condition & 1);
}

bool step_shift(uint32_t type, uint32_t count, uint32_t *value)
{
    if (count == 0)
        return type == 0;
    if (type == 0)
        *value <<= count;
    else if (type == 1)
        *value >>= count;
    else if (type == 2)
        *value = (uint32_t)((int32_t)*value >> count);
    else
        *value = *value >> count | *value << (32 - count);
    return true;
}

void step_operate(struct step *step, uint32_t number, enum operation operation, bool is_known,
                  uint32_t left, uint32_t right)
{
    const uint32_t results[] = {
        [OPERATION_AND] = left & right, [OPERATION_EOR] = left ^ right,
        [OPERATION_SUB] = left - right, [OPERATION_RSB] = right - left,
        [OPERATION_ADD] = left + right, [OPERATION_ORR] = left | right,
        [OPERATION_MOV] = right,        [OPERATION_BIC] = left & ~right,
        [OPERATION_MVN] = ~right,       [OPERATION_UNKNOWN] = 0,
    };
    bool uses_carry = operation > OPERATION_ADD && operation < OPERATION_ORR;

    is_known &= !uses_carry && operation < OPERATION_UNKNOWN;
    step_set(step, number, is_known, results[operation]);
    if (number == BOBBIN_PC && is_known)
        step_branch(step, results[operation]);
}

/* VLDM, VSTM, VPUSH, VPOP; also VLDR, VSTR, LDC and STC, whose base has the same bits. */
static void coprocessor_list(struct step *step)
{
    uint32_t word = step->word, base = field(word, 16, 4), size_bytes = 4 * (word & 0xff);

    if (word & 1 << 21)
        step_set(step, base, true,
                 step->before->r[base] + (word & 1 << 23 ? size_bytes : -size_bytes));
}

bool step_coprocessor(struct step *step)
{
    uint32_t word = step->word, first = field(word, 12, 4);
    bool loads = word & 1 << 20;

    switch (field(word, 24, 4)) {
    case 12:
    case 13:
        if ((word & 0x0fe00000) == 0x0c400000) { /* MCRR, MRRC */
            step_set(step, first, !loads, step->before->r[first]);
            step_set(step, field(word, 16, 4), !loads, step->before->r[field(word, 16, 4)]);
        } else
            coprocessor_list(step);
        return true;
    case 14:
        if (loads && word & 1 << 4) /* MRC */
            step_set(step, first, false, 0);
        return true;
    default: /* Advanced SIMD in Thumb state, SVC in ARM state */
        return (word & 0xef000000) == 0xef000000;
    }
}

/* ---- instructions ---------------------------------------------------------------------------- */

/* Whether the condition of FROM holds: its own, or that of its IT block. */
static bool is_effective(const struct code *code, const struct step *step,
                         const struct code_instruction *from)
{
    uint32_t condition = from->thumb ? code_block_condition(code, from) : step->word >> 28;

    return step_condition_holds(condition, step->before->cpsr);
}

/* Reads the instruction to STEP. Returns its size in bytes; 0 if it cannot be read. */
static uint32_t read_instruction(struct step *step, bool thumb)
{
    uint16_t half[2] = {0};
    uint32_t size_bytes;

    if (!guest_copy(step->guest, step->address, half, 2))
        return 0;
    size_bytes = thumb && half[0] < 0xe800 ? 2 : 4;
    if (size_bytes == 4 && !guest_copy(step->guest, step->address, half, 4))
        return 0;
    step->word = thumb ? (uint32_t)half[0] << 16 | half[1] : (uint32_t)half[1] << 16 | half[0];
    return size_bytes;
}

static uint32_t written(const struct step *step, uint32_t size_bytes, bool thumb)
{
    uint32_t low = thumb ? step->word >> 16 : step->word;
    uint32_t high = thumb ? step->word : step->word >> 16;
    const uint8_t bytes[4] = {(uint8_t)low, (uint8_t)(low >> 8), (uint8_t)high,
                              (uint8_t)(high >> 8)};

    return classify_written(bytes, size_bytes, thumb) & 0xffff; /* of r15 and on nothing is known */
}

struct outcome outcome_of(const struct code *code, struct guest *guest,
                          const struct code_instruction *from, const struct registers *before)
{
    struct step step = {.guest = guest, .before = before, .address = from->address};
    uint32_t size_bytes = read_instruction(&step, from->thumb);
    bool decoded;

    step.outcome.after = *before;
    if (!size_bytes)
        return step.outcome;
    step.outcome.known = OUTCOME_ALL;
    step.outcome.after.r[BOBBIN_PC] = code_next(from);
    if (from->class.flow == STEP_NEXT || !is_effective(code, &step, from))
        step.outcome.known |= OUTCOME_PC;
    if (!is_effective(code, &step, from))
        return step.outcome;
    if (!from->thumb)
        decoded = outcome_arm(&step);
    else
        decoded = size_bytes == 2 ? outcome_thumb16(&step) : outcome_thumb32(&step);
    if (!decoded)
        step.outcome.known &= ~written(&step, size_bytes, from->thumb);
    return step.outcome;
}

void banked_name(struct banked *out, uint32_t sysm, bool is_spsr)
{
    static const uint8_t modes[] = {0x12, 0x13, 0x17, 0x1b, 0, 0, 0x16, 0x1a};

    if (sysm < 16) {
        out->mode = sysm & 8 ? 0x11 : 0x10;
        out->number = is_spsr ? 16 : 8 + (sysm & 7);
        return;
    }
    out->mode = modes[sysm >> 1 & 7];
    out->number = is_spsr ? 16 : sysm & 1 ? BOBBIN_SP : BOBBIN_LR;
}

struct banked outcome_for_banks(const struct code *code, struct guest *guest,
                                const struct code_instruction *from, const struct registers *before)
{
    struct step step = {.guest = guest, .before = before, .address = from->address};

    if (read_instruction(&step, from->thumb) != 4 || !is_effective(code, &step, from))
        return (struct banked){0};
    return from->thumb ? banked_thumb32(&step) : banked_arm(&step);
}
