/* SPDX-License-Identifier: MIT */
#include "outcome_parts.h"

enum { MASKS = 7 << 6, ABORT_MASK = 1 << 8 }; /* A, I, F */

/* The value of register NUMBER as an operand. */
static uint32_t operand(const struct step *step, uint32_t number)
{
    return number == BOBBIN_PC ? step->address + 8 : step->before->r[number];
}

/* A5.2.3, A5.2.1: the last operand. False if it is not computed. */
static bool shifter_operand(const struct step *step, uint32_t *value)
{
    uint32_t word = step->word;

    if (word & 1 << 25) {
        *value = word & 0xff;
        return field(word, 8, 4) == 0 || step_shift(3, 2 * field(word, 8, 4), value);
    }
    *value = operand(step, word & 15);
    return !(word & 1 << 4) && step_shift(field(word, 5, 2), field(word, 7, 5), value);
}

/* ---- data processing ------------------------------------------------------------------------- */

static void move_to_cpsr(struct step *step)
{
    uint32_t word = step->word, value;
    uint32_t mask = (word & 1 << 16 ? (MASKS & ~ABORT_MASK) | BOBBIN_CPSR_MODE : 0) |
                    (word & 1 << 17 ? ABORT_MASK : 0);

    if (shifter_operand(step, &value))
        step_control(step, mask, value);
    else
        step->outcome.known &= ~OUTCOME_CPSR;
}

static bool branch_register(struct step *step)
{
    if ((step->word & 0x0fffffd0) != 0x012fff10) /* BX, BLX */
        return false;
    step_branch(step, operand(step, step->word & 15));
    if (step->word & 0x20)
        step_set(step, BOBBIN_LR, true, step->address + 4);
    return true;
}

/* The opcodes of comparisons without S: MOVW, MOVT, MSR, branches. */
static bool miscellaneous(struct step *step)
{
    uint32_t word = step->word, number = field(word, 12, 4);
    uint32_t value = field(word, 16, 4) << 12 | (word & 0xfff);

    if ((word & 0x0ff00000) == 0x03000000)
        step_set(step, number, true, value);
    else if ((word & 0x0ff00000) == 0x03400000)
        step_set(step, number, true, value << 16 | (operand(step, number) & 0xffff));
    else if ((word & 0x0ff0f000) == 0x0320f000 || (word & 0x0ff0fff0) == 0x0120f000)
        move_to_cpsr(step);
    else if ((word & 0x0fffffff) == 0x0160006e) /* ERET */
        step->outcome.known &= ~OUTCOME_CPSR;
    else
        return branch_register(step) || (word & 0x0fb0f000) == 0x0320f000; /* SPSR, hints */
    return true;
}

static bool data_processing(struct step *step)
{
    uint32_t word = step->word, right = 0;
    bool compares = field(word, 23, 2) == 2, is_known;

    if (compares && !(word & 1 << 20))
        return miscellaneous(step);
    if (compares)
        return true;
    if (field(word, 12, 4) == BOBBIN_PC && word & 1 << 20)
        step->outcome.known &= ~OUTCOME_CPSR;
    is_known = shifter_operand(step, &right);
    step_operate(step, field(word, 12, 4), (enum operation)field(word, 21, 4), is_known,
                 operand(step, field(word, 16, 4)), right);
    return true;
}

/* ---- loads and stores ------------------------------------------------------------------------ */

static uint32_t offset_of(const struct step *step, bool is_extra, bool *is_known)
{
    uint32_t word = step->word, offset;

    if (is_extra)
        offset = word & 1 << 22 ? field(word, 8, 4) << 4 | (word & 15) : operand(step, word & 15);
    else if (word & 1 << 25) {
        offset = operand(step, word & 15);
        *is_known = step_shift(field(word, 5, 2), field(word, 7, 5), &offset);
    } else
        offset = word & 0xfff;
    return word & 1 << 23 ? offset : -offset;
}

/* A5.3; IS_EXTRA: A5.2.8, halves and doubles. */
static bool load_store(struct step *step, bool is_extra)
{
    uint32_t word = step->word, base = field(word, 16, 4), number = field(word, 12, 4);
    bool is_known = true, is_before = word & 1 << 24, loads = word & 1 << 20;
    uint32_t offset = offset_of(step, is_extra, &is_known);
    unsigned count = !(word & 1 << 22);

    if (!is_known)
        return false;
    if (is_extra) { /* LDRD has the bit of a store */
        count = !loads && field(word, 5, 2) == 2 ? 2 : 0;
        loads |= count == 2;
    }
    if (loads)
        step_transfer(step, operand(step, base), is_before ? offset : 0, number, count);
    if (!is_before || word & 1 << 21)
        step_set(step, base, true, operand(step, base) + offset);
    return true;
}

static bool list(struct step *step)
{
    uint32_t word = step->word;
    bool is_user = word & 1 << 22 && !(word & 1 << 15);
    const struct list list = {
        .base = field(word, 16, 4),
        .mask = field(word, 0, 16),
        .up = word & 1 << 23,
        .gap = word & 1 << 24,
        .writes_back = word & 1 << 21,
        .loads = word & 1 << 20,
    };

    if (is_user && list.loads)
        return false;
    step_list(step, &list);
    if (word & 1 << 22 && list.loads)
        step->outcome.known &= ~OUTCOME_CPSR;
    return true;
}

static void return_from_exception(struct step *step)
{
    uint32_t word = step->word, number = field(word, 16, 4), base = operand(step, number);
    bool up = word & 1 << 23, gap = word & 1 << 24;

    step_return(step, base + (up ? 0 : (uint32_t)-8) + (gap == up ? 4 : 0));
    if (word & 1 << 21)
        step_set(step, number, true, base + (up ? 8 : (uint32_t)-8));
}

/* A5.7: CPS, RFE, BLX. */
static bool unconditional(struct step *step)
{
    uint32_t word = step->word;

    if ((word & 0xfff10020) == 0xf1000000)
        step_control(step,
                     (word & 1 << 19 ? word & MASKS : 0) | (word & 1 << 17 ? BOBBIN_CPSR_MODE : 0),
                     (word & 1 << 18 ? MASKS : 0) | (word & BOBBIN_CPSR_MODE));
    else if ((word & 0xfe50ffff) == 0xf8100a00)
        return_from_exception(step);
    else if ((word & 0xfe000000) == 0xfa000000) { /* BLX: bit 24 is the halfword */
        step_set(step, BOBBIN_LR, true, step->address + 4);
        step_branch(step,
                    (step->address + 8 + sign_extended(word << 2, 26) + (word >> 23 & 2)) | 1);
    } else
        return false;
    return true;
}

/* A5.2.5; not the synchronization primitives. */
static bool multiply(struct step *step)
{
    if (step->word & 1 << 24)
        return false;
    step_set(step, field(step->word, 16, 4), false, 0);
    if (step->word & 1 << 23 || field(step->word, 21, 3) == 2) /* a long product */
        step_set(step, field(step->word, 12, 4), false, 0);
    return true;
}

bool outcome_arm(struct step *step)
{
    uint32_t word = step->word;

    if (word >> 28 == 15)
        return unconditional(step);
    switch (field(word, 25, 3)) {
    case 0:
        if ((word & 0xf0) == 0x90)
            return multiply(step);
        if ((word & 0x90) == 0x90)
            return load_store(step, true);
        return data_processing(step);
    case 1:
        return data_processing(step);
    case 3:
        return !(word & 0x10) && load_store(step, false);
    case 2:
        return load_store(step, false);
    case 4:
        return list(step);
    case 5:
        if (word & 1 << 24)
            step_set(step, BOBBIN_LR, true, step->address + 4);
        step_branch(step, step->address + 8 + sign_extended(word << 2, 26));
        return true;
    default:
        return step_coprocessor(step);
    }
}

/* ---- registers of other modes ---------------------------------------------------------------- */

static struct banked store_return_state(uint32_t word)
{
    bool up = word & 1 << 23, gap = word & 1 << 24;
    uint32_t start = up ? 0 : (uint32_t)-8;

    return (struct banked){
        .action = BANKED_SRS,
        .mode = word & BOBBIN_CPSR_MODE,
        .offset = start + (gap == up ? 4 : 0) + 4,
        .change = !(word & 1 << 21) ? 0
                  : up              ? 8
                                    : (uint32_t)-8,
    };
}

static struct banked load_user(const struct step *step)
{
    uint32_t word = step->word, mask = word & 0xffff, size_bytes;
    bool up = word & 1 << 23, gap = word & 1 << 24;

    size_bytes = 4 * (uint32_t)__builtin_popcount(mask);
    return (struct banked){
        .action = BANKED_LOAD_USER,
        .mask = mask,
        .address =
            step->before->r[field(word, 16, 4)] - (up ? 0 : size_bytes) + (gap == up ? 4 : 0),
    };
}

/* The bits of a psr that the mask of MSR names. */
static uint32_t psr_bits(uint32_t mask)
{
    return (mask & 1 ? 0xffu : 0) | (mask & 2 ? 0xff00u : 0) | (mask & 4 ? 0xff0000u : 0) |
           (mask & 8 ? 0xff000000u : 0);
}

struct banked banked_arm(const struct step *step)
{
    uint32_t word = step->word, sysm = field(word, 16, 4) | (word >> 4 & 0x10);
    struct banked out = {0};

    if ((word & 0xfe50ffe0) == 0xf8400500)
        return store_return_state(word);
    if (word >> 28 == 15)
        return out;
    if ((word & 0x0e708000) == 0x08500000)
        return load_user(step);
    if ((word & 0x0fff0fff) == 0x014f0000) {
        out.action = BANKED_READ_SPSR;
        out.number = field(word, 12, 4);
    } else if ((word & 0x0ff0f000) == 0x0360f000 || (word & 0x0ff0fff0) == 0x0160f000) {
        out.action = BANKED_WRITE_SPSR;
        out.bits = psr_bits(field(word, 16, 4));
        shifter_operand(step, &out.value);
    } else if ((word & 0x0fb0fef0) == 0x0120f200) {
        out.action = BANKED_WRITE;
        banked_name(&out, sysm, word & 1 << 22);
        out.value = operand(step, word & 15);
    }
    return out;
}
