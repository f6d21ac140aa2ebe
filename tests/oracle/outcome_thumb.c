/* SPDX-License-Identifier: MIT */
#include "outcome_parts.h"

enum { MASKS = 7 << 6 }; /* A, I, F */

static uint32_t operand(const struct step *step, uint32_t number)
{
    return number == BOBBIN_PC ? step->address + 4 : step->before->r[number];
}

/* The value of lr after a call. */
static void link(struct step *step, uint32_t size_bytes)
{
    step_set(step, BOBBIN_LR, true, (step->address + size_bytes) | 1);
}

/* A branch to a distance from the address that pc has as an operand, in Thumb state. */
static void branch_by(struct step *step, uint32_t distance)
{
    step_branch(step, (step->address + 4 + distance) | 1);
}

/* ---- 16 bits --------------------------------------------------------------------------------- */

/* A6.2.5: PUSH, POP, ADD and SUB of sp, CPS. */
static bool thumb16_miscellaneous(struct step *step, uint32_t code)
{
    uint32_t sp = step->before->r[BOBBIN_SP], change = (code & 0x7f) * 4;
    bool pops = code & 0x0800;
    const struct list list = {
        .base = BOBBIN_SP,
        .mask = (code & 0xff) | (code & 0x100 ? 1u << (pops ? BOBBIN_PC : BOBBIN_LR) : 0),
        .up = pops,
        .gap = !pops,
        .writes_back = true,
        .loads = pops,
    };

    if ((code & 0xf600) == 0xb400)
        step_list(step, &list);
    else if ((code & 0xff00) == 0xb000)
        step_set(step, BOBBIN_SP, true, code & 0x80 ? sp - change : sp + change);
    else if ((code & 0xffe8) == 0xb660)
        step_control(step, code << 6 & MASKS, code & 0x10 ? MASKS : 0);
    else if ((code & 0xf500) == 0xb100) { /* CBZ, CBNZ */
        bool branches = (operand(step, code & 7) == 0) != (code >> 11 & 1);
        uint32_t distance = (code >> 3 & 0x40) | (code >> 2 & 0x3e);
        branch_by(step, branches ? distance : (uint32_t)-2);
    } else
        return false;
    return true;
}

bool outcome_thumb16(struct step *step)
{
    uint32_t code = step->word >> 16, number = (code & 7) | (code >> 4 & 8);
    uint32_t other = code >> 3 & 15;

    if ((code & 0xf000) == 0xb000)
        return thumb16_miscellaneous(step, code);
    if ((code & 0xff00) == 0x4600 && number == BOBBIN_PC)
        step_branch(step, operand(step, other) | 1);
    else if ((code & 0xff00) == 0x4400 && number == BOBBIN_PC)
        branch_by(step, operand(step, other));
    else if ((code & 0xf800) == 0xe000)
        branch_by(step, sign_extended(code << 1, 12));
    else if ((code & 0xf000) == 0xd000 && (code >> 8 & 15) < 14) {
        if (step_condition_holds(code >> 8 & 15, step->before->cpsr))
            branch_by(step, sign_extended(code << 1, 9));
        else
            step_branch(step, (step->address + 2) | 1);
    } else if ((code & 0xfc00) == 0x4000) /* data processing of low registers */
        step_set(step, code & 7, false, 0);
    else if ((code & 0xff00) == 0x4600)
        step_set(step, number, true, operand(step, other));
    else if ((code & 0xff00) == 0x4400)
        step_set(step, number, true, operand(step, number) + operand(step, other));
    else if ((code & 0xff00) == 0x4700) {
        step_branch(step, operand(step, other));
        if (code & 0x80)
            link(step, 2);
    } else
        return (code & 0xff00) == 0x4500 || (code & 0xf000) == 0xd000;
    return true;
}

/* ---- 32 bits --------------------------------------------------------------------------------- */

/* A6.3.5 */
static bool multiple(struct step *step)
{
    uint32_t word = step->word, op = field(word, 23, 2);
    const struct list list = {
        .base = field(word, 16, 4),
        .mask = word & 0xffff,
        .up = op == 1,
        .gap = op == 2,
        .writes_back = word & 1 << 21,
        .loads = word & 1 << 20,
    };

    if (op == 1 || op == 2) {
        step_list(step, &list);
        return true;
    }
    if (!list.loads)
        return false; /* SRS */
    step_return(step, operand(step, list.base) + (op == 3 ? 0 : (uint32_t)-8));
    if (list.writes_back)
        step_set(step, list.base, true, operand(step, list.base) + (op == 3 ? 8 : (uint32_t)-8));
    return true;
}

/* LDR and STR with an index, LDRD and STRD: BEFORE, ADDS and WRITES_BACK are P, U and W. */
static void indexed(struct step *step, uint32_t size_bytes, unsigned count, bool before, bool adds,
                    bool writes_back)
{
    uint32_t base = field(step->word, 16, 4), number = field(step->word, 12, 4);
    uint32_t offset = adds ? size_bytes : -size_bytes;
    uint32_t address = base == BOBBIN_PC ? operand(step, base) & ~3u : operand(step, base);

    if (step->word & 1 << 20)
        step_transfer(step, address, before ? offset : 0, number, count == 2 ? 1 : count);
    if (count == 2 && step->word & 1 << 20)
        step_load(step, field(step->word, 8, 4), address + (before ? offset : 0) + 4);
    if (writes_back)
        step_set(step, base, true, address + offset);
}

/* TBB, TBH */
static void table_branch(struct step *step)
{
    uint32_t word = step->word, halves = word >> 4 & 1;
    uint32_t base = field(word, 16, 4), entry = 0;
    uint32_t address = operand(step, base) + (operand(step, word & 15) << halves);

    if (guest_copy(step->guest, address, &entry, 1 + halves))
        branch_by(step, 2 * entry);
}

/* A6.3.6; not the exclusive ones. */
static bool load_store_double(struct step *step)
{
    uint32_t word = step->word;

    if ((word & 0xfff0ffe0) == 0xe8d0f000) {
        table_branch(step);
        return true;
    }

    if (!(word & 1 << 24) && !(word & 1 << 21))
        return false;
    indexed(step, (word & 0xff) * 4, 2, word & 1 << 24, word & 1 << 23, word & 1 << 21);
    return true;
}

/* A6.3.7 to A6.3.10 */
static bool load_store(struct step *step)
{
    uint32_t word = step->word;
    unsigned count = field(word, 21, 2) == 2 && !(word & 1 << 24);

    if (field(word, 21, 2) == 3)
        return false;
    if (word & 1 << 23 || field(word, 16, 4) == BOBBIN_PC)
        indexed(step, word & 0xfff, count, true, word & 1 << 23, false);
    else if (word & 1 << 11)
        indexed(step, word & 0xff, count, word & 1 << 10, word & 1 << 9, word & 1 << 8);
    else { /* a register, shifted left */
        uint32_t offset = operand(step, word & 15) << field(word, 4, 2);
        indexed(step, offset, count, true, true, false);
    }
    return true;
}

/* A6.3.2 */
static uint32_t expanded_immediate(uint32_t word)
{
    uint32_t low = word & 0xff, code = (word >> 26 & 1) << 3 | field(word, 12, 3);
    uint32_t count = code << 1 | low >> 7;

    switch (code) {
    case 0:
        return low;
    case 1:
        return low << 16 | low;
    case 2:
        return low << 24 | low << 8;
    case 3:
        return low * 0x01010101u;
    default:
        return (low | 0x80) >> count | (low | 0x80) << (32 - count);
    }
}

/* The operation of A6.3.1 and A6.3.11, in the numbers of ARM state. */
static enum operation operation_of(uint32_t word)
{
    bool moves = field(word, 16, 4) == BOBBIN_PC;

    switch (field(word, 21, 4)) {
    case 0:
        return OPERATION_AND;
    case 1:
        return OPERATION_BIC;
    case 2:
        return moves ? OPERATION_MOV : OPERATION_ORR;
    case 3:
        return moves ? OPERATION_MVN : OPERATION_UNKNOWN;
    case 4:
        return OPERATION_EOR;
    case 8:
        return OPERATION_ADD;
    case 13:
        return OPERATION_SUB;
    case 14:
        return OPERATION_RSB;
    default:
        return OPERATION_UNKNOWN;
    }
}

/* Register 15 as destination: a comparison, no effect. */
static bool data_processing(struct step *step, bool is_known, uint32_t right)
{
    uint32_t word = step->word, base = field(word, 16, 4);

    if (field(word, 8, 4) != BOBBIN_PC)
        step_operate(step, field(word, 8, 4), operation_of(word), is_known,
                     base == BOBBIN_PC ? 0 : operand(step, base), right);
    return true;
}

/* A6.3.3: ADDW, SUBW, MOVW, MOVT. */
static bool plain_immediate(struct step *step)
{
    uint32_t word = step->word, number = field(word, 8, 4), base = field(word, 16, 4);
    uint32_t low = (word >> 26 & 1) << 11 | field(word, 12, 3) << 8 | (word & 0xff);
    uint32_t wide = base << 12 | low;
    uint32_t left = base == BOBBIN_PC ? operand(step, base) & ~3u : operand(step, base);

    switch (field(word, 20, 5)) {
    case 0:
        step_set(step, number, true, left + low);
        return true;
    case 10:
        step_set(step, number, true, left - low);
        return true;
    case 4:
        step_set(step, number, true, wide);
        return true;
    case 12:
        step_set(step, number, true, wide << 16 | (operand(step, number) & 0xffff));
        return true;
    default:
        return false;
    }
}

/* B, BL, BLX (A8.8.18, A8.8.25): the sign bit is XORed into J1 and J2. */
static void long_branch(struct step *step)
{
    uint32_t word = step->word, sign = word >> 26 & 1;
    uint32_t i1 = (word >> 13 & 1) == sign, i2 = (word >> 11 & 1) == sign;
    uint32_t distance = sign_extended(
        sign << 24 | i1 << 23 | i2 << 22 | field(word, 16, 10) << 12 | field(word, 0, 11) << 1, 25);

    branch_by(step, distance);
    if ((word & 0xd000) == 0xc000) /* BLX */
        step_branch(step, ((step->address + 4) & ~3u) + distance);
}

/* A8.8.18, encoding T3 */
static void conditional_branch(struct step *step)
{
    uint32_t word = step->word;
    uint32_t distance = (word >> 26 & 1) << 20 | (word >> 11 & 1) << 19 | (word >> 13 & 1) << 18 |
                        field(word, 16, 6) << 12 | field(word, 0, 11) << 1;

    branch_by(step, step_condition_holds(field(word, 22, 4), step->before->cpsr)
                        ? sign_extended(distance, 21)
                        : 0);
}

/* A6.3.4 */
static bool branch(struct step *step)
{
    uint32_t word = step->word;

    if ((word & 0xc000) == 0xc000) {
        link(step, 4);
        long_branch(step);
    } else if ((word & 0xd000) == 0x9000)
        long_branch(step);
    else if ((word & 0xd000) == 0x8000 && (word & 0x03800000) != 0x03800000)
        conditional_branch(step);
    else if ((word & 0xfffff800) == 0xf3af8000 && (word & 0x7ff))
        step_control(
            step, (word & 1 << 10 ? word << 1 & MASKS : 0) | (word & 1 << 8 ? BOBBIN_CPSR_MODE : 0),
            (word & 1 << 9 ? MASKS : 0) | (word & BOBBIN_CPSR_MODE));
    else if ((word & 0xfff0f0ff) == 0xf3808000)
        step_control(step,
                     (word & 1 << 8 ? 0xc0 | BOBBIN_CPSR_MODE : 0) | (word & 1 << 9 ? 1 << 8 : 0),
                     operand(step, field(word, 16, 4)));
    else if ((word & 0xffffff00) == 0xf3de8f00) { /* SUBS pc, lr; ERET */
        step_branch(step, operand(step, BOBBIN_LR) - (word & 0xff));
        step->outcome.known &= ~OUTCOME_CPSR;
    } else
        return (word & 0xfff00000) == 0xf3b00000; /* barriers */
    return true;
}

/* A6.3.12 to A6.3.17: shifts, multiplications, divisions. */
static bool arithmetic(struct step *step)
{
    step_set(step, field(step->word, 8, 4), false, 0);
    if ((step->word & 0xff800000) == 0xfb800000) /* a long product */
        step_set(step, field(step->word, 12, 4), false, 0);
    return true;
}

bool outcome_thumb32(struct step *step)
{
    uint32_t word = step->word, right = operand(step, word & 15);
    bool is_known;

    if ((word & 0xfe400000) == 0xe8000000)
        return multiple(step);
    if ((word & 0xfe400000) == 0xe8400000)
        return load_store_double(step);
    if ((word & 0xfe000000) == 0xea000000) {
        is_known =
            step_shift(field(word, 4, 2), field(word, 12, 3) << 2 | field(word, 6, 2), &right);
        return data_processing(step, is_known, right);
    }
    if ((word & 0xf8008000) == 0xf0008000)
        return branch(step);
    if ((word & 0xfa000000) == 0xf0000000)
        return data_processing(step, true, expanded_immediate(word));
    if ((word & 0xfa000000) == 0xf2000000)
        return plain_immediate(step);
    if ((word & 0xfe000000) == 0xf8000000 && (word & 0xff100000) != 0xf9000000)
        return load_store(step);
    if ((word & 0xfe000000) == 0xfa000000)
        return arithmetic(step);
    return step_coprocessor(step);
}

/* ---- registers of other modes ---------------------------------------------------------------- */

struct banked banked_thumb32(const struct step *step)
{
    uint32_t word = step->word;
    struct banked out = {0};
    bool up = word & 1 << 23;

    if ((word & 0xfe50ffe0) == 0xe800c000 && (word & 1 << 24) == (word << 1 & 1 << 24)) {
        out.action = BANKED_SRS;
        out.mode = word & BOBBIN_CPSR_MODE;
        out.offset = up ? 4 : (uint32_t)-4;
        out.change = !(word & 1 << 21) ? 0 : up ? 8 : (uint32_t)-8;
    } else if ((word & 0xfffff0ff) == 0xf3ff8000) {
        out.action = BANKED_READ_SPSR;
        out.number = field(word, 8, 4);
    } else if ((word & 0xfff0f0ff) == 0xf3908000) {
        out.action = BANKED_WRITE_SPSR;
        for (unsigned i = 0; i < 4; i++)
            if (word & 1u << (8 + i))
                out.bits |= 0xffu << 8 * i;
        out.value = operand(step, field(word, 16, 4));
    } else if ((word & 0xffe0f0ef) == 0xf3808020) {
        out.action = BANKED_WRITE;
        banked_name(&out, field(word, 8, 4) | (word & 0x10), word & 1 << 20);
        out.value = operand(step, field(word, 16, 4));
    }
    return out;
}
