/* SPDX-License-Identifier: MIT */
/* Arithmetic on the values of bank states. */
#include "exceptions/bank_arithmetic.h"

static const struct bank_value other = {.kind = BANK_OTHER};

enum { ALIGNMENT = 8, MODE_MASK = 0x1f, USER_MODE = 0x10 };

struct bank_value bank_constant(uint32_t number)
{
    return (struct bank_value){
        .kind = BANK_ADDRESS, .base = BANK_ABSOLUTE, .number = (int32_t)number};
}

bool bank_is_constant(struct bank_value value)
{
    return value.kind == BANK_ADDRESS && value.base == BANK_ABSOLUTE;
}

bool bank_is_word(const struct bank_bases *bases, struct bank_value value)
{
    return value.kind == BANK_ADDRESS && bases->base[value.base].kind == BANK_BASE_WORD;
}

static int32_t sum(int32_t a, int32_t b)
{
    return (int32_t)((uint32_t)a + (uint32_t)b);
}

bool bank_has_any_mode(struct bank_value value)
{
    return value.kind == BANK_PSR || value.kind == BANK_ANY_MODE;
}

struct bank_value bank_plus(struct bank_value a, int32_t number)
{
    if (number == 0)
        return a;
    if (bank_has_any_mode(a))
        return (struct bank_value){.kind = BANK_ANY_MODE};
    if (a.kind == BANK_MODE)
        a.number = (a.number + number) & MODE_MASK;
    if (a.kind != BANK_ADDRESS && a.kind != BANK_PC)
        return a.kind == BANK_MODE ? a : other;
    if (a.kind == BANK_PC)
        a.thumb = (int16_t)(a.thumb + number);
    a.number = sum(a.number, number);
    return a;
}

struct bank_value bank_add(const struct bank_bases *bases, struct bank_value a, struct bank_value b)
{
    const struct bank_base *base = &bases->base[a.base];

    if (bank_is_constant(b))
        return bank_plus(a, b.number);
    if (bank_is_constant(a))
        return bank_plus(b, a.number);
    if (a.kind == BANK_PAD)
        return b.kind == BANK_PAD ? other : bank_add(bases, b, a);
    if (a.kind != BANK_ADDRESS || b.kind != BANK_PAD || a.base != b.base)
        return other;
    return (struct bank_value){
        .kind = BANK_ADDRESS, .base = base->parent, .number = sum(base->number, a.number)};
}

/* ADDRESS - PAD. */
static struct bank_value subtract_pad(const struct bank_bases *bases, struct bank_value address,
                                      struct bank_value pad)
{
    const struct bank_base *base = &bases->base[pad.base];

    if (address.kind != BANK_ADDRESS || address.base != base->parent)
        return other;
    address.base = pad.base;
    address.number = sum(address.number, -base->number);
    return address;
}

/* ADDRESS - LOW, where LOW is an aligned address. */
static struct bank_value distance(const struct bank_bases *bases, struct bank_value address,
                                  struct bank_value low)
{
    const struct bank_base *base = &bases->base[low.base];

    if (address.base == low.base)
        return bank_constant((uint32_t)sum(address.number, -low.number));
    if (base->kind != BANK_BASE_ALIGNED || address.base != base->parent ||
        address.number != sum(base->number, low.number))
        return other;
    return (struct bank_value){.kind = BANK_PAD, .base = low.base};
}

struct bank_value bank_subtract(const struct bank_bases *bases, struct bank_value a,
                                struct bank_value b)
{
    if (bank_is_constant(b))
        return bank_plus(a, -b.number);
    if (b.kind == BANK_PAD)
        return subtract_pad(bases, a, b);
    return a.kind == BANK_ADDRESS && b.kind == BANK_ADDRESS ? distance(bases, a, b) : other;
}

struct bank_value bank_align(struct bank_bases *bases, struct bank_value address, uint8_t remainder)
{
    struct bank_base base = {.kind = BANK_BASE_ALIGNED,
                             .parent = address.base,
                             .remainder = remainder,
                             .number = address.number};
    uint8_t index;

    if (address.kind != BANK_ADDRESS || address.number % 4 || bank_is_constant(address))
        return other;
    index = bank_bases_intern(bases, &base);
    return index ? (struct bank_value){.kind = BANK_ADDRESS, .base = index} : other;
}

static struct bank_value and_address(struct bank_bases *bases, struct bank_value a, uint32_t keep)
{
    struct bank_value aligned = a;

    if (keep == ~(uint32_t)(ALIGNMENT - 1))
        return bank_align(bases, a, 0);
    if (keep == ~3u && a.number % 4 == 0)
        return a;
    if (keep != 4 && keep != ALIGNMENT - 1)
        return other;
    aligned = bank_align(bases, a, 0);
    if (aligned.kind == BANK_ADDRESS)
        aligned.kind = BANK_PAD;
    return aligned;
}

bool bank_lacks_mode(struct bank_value value)
{
    return value.kind == BANK_MODE && value.number < USER_MODE;
}

struct bank_value bank_and(struct bank_bases *bases, struct bank_value a, uint32_t keep)
{
    if (bank_is_constant(a))
        return bank_constant((uint32_t)a.number & keep);
    if ((keep & MODE_MASK) == 0)
        return (struct bank_value){.kind = BANK_MODE};
    if (a.kind == BANK_ADDRESS)
        return and_address(bases, a, keep);
    if (bank_has_any_mode(a) && (keep & MODE_MASK) == MODE_MASK)
        return (struct bank_value){.kind = BANK_ANY_MODE};
    if (a.kind != BANK_MODE)
        return other;
    a.number &= (int32_t)(keep & MODE_MASK);
    return a;
}

struct bank_value bank_or(struct bank_value a, uint32_t set)
{
    if (bank_is_constant(a))
        return bank_constant((uint32_t)a.number | set);
    if ((set & MODE_MASK) == MODE_MASK)
        return (struct bank_value){.kind = BANK_MODE, .number = MODE_MASK};
    if (bank_has_any_mode(a))
        return (struct bank_value){.kind = BANK_ANY_MODE};
    if (a.kind != BANK_MODE)
        return other;
    a.number |= (int32_t)(set & MODE_MASK);
    return a;
}

struct bank_value bank_exclusive_or(struct bank_value a, uint32_t number)
{
    if (bank_is_constant(a))
        return bank_constant((uint32_t)a.number ^ number);
    if (a.kind == BANK_MODE)
        a.number ^= (int32_t)(number & MODE_MASK);
    else
        a.kind = bank_has_any_mode(a) ? BANK_ANY_MODE : BANK_OTHER;
    return a.kind == BANK_MODE ? a : (struct bank_value){.kind = a.kind};
}

uint8_t bank_mode_of(struct bank_value value)
{
    if (bank_is_constant(value) || value.kind == BANK_MODE)
        return (uint8_t)(value.number & 15);
    return BANK_MODE_DIFFERS;
}
