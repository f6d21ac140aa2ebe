/* SPDX-License-Identifier: MIT */
/* Finds the unwind code of an instruction by the rules before and after it, and writes it. */
#include "formats/counted/count_windows_codes.h"

enum {
    SCRATCH_MAX = 4, /* words of r0 to r3 */
    ADJUST_16_MAX = 0x7f * 4,
    ADJUST_32_MAX = 0x3ff * 4,
    ADJUST_3_MAX = 0xffff * 4,
};

static bool is_saved(const struct bobbin_rule *rule, uint32_t place)
{
    return rule->place_kind[place] == BOBBIN_SLOT;
}

/*
 * Sets *NEW to the places that are in slots in DEEP and SAME in SHALLOW, one bit each. Returns
 * false if another place differs.
 */
static bool compare(const struct bobbin_rule *deep, const struct bobbin_rule *shallow,
                    uint32_t *new)
{
    *new = 0;
    for (uint32_t place = 0; place < BOBBIN_PLACES; place++) {
        bool same = deep->place_kind[place] == shallow->place_kind[place] &&
                    deep->place_value[place] == shallow->place_value[place];
        if (!same && (!is_saved(deep, place) || shallow->place_kind[place] != BOBBIN_SAME))
            return false;
        if (!same)
            *new |= 1u << place;
    }
    return true;
}

/*
 * Whether the slots of NEW, SIZE bytes each, are contiguous and end at cfa + AT, with the highest
 * place on top.
 */
static bool are_pushed(const struct bobbin_rule *deep, uint32_t new, int32_t at, int32_t size)
{
    for (uint32_t place = BOBBIN_PLACES; place-- > 0;) {
        if (!(new >> place & 1))
            continue;
        at -= size;
        if (deep->place_value[place] != at)
            return false;
    }
    return true;
}

static uint32_t count_bits(uint32_t mask)
{
    uint32_t count = 0;

    for (; mask; mask &= mask - 1)
        count++;
    return count;
}

static struct windows_step pop(const struct bobbin_rule *deep, const struct bobbin_rule *shallow,
                               uint32_t new, uint32_t bytes)
{
    struct windows_step step = {.kind = WINDOWS_OTHER};
    uint32_t doubles = new >> BOBBIN_PLACE_D8 & 0xff;
    uint32_t count = count_bits(new);

    if (doubles) {
        step.count = count;
        if (doubles == (1u << count) - 1 && new == doubles << BOBBIN_PLACE_D8 &&
            bytes == 8 * count &&are_pushed(deep, new, -shallow->cfa_offset, 8))
            step.kind = WINDOWS_VPOP;
        return step;
    }
    if (bytes < 4 * count || bytes > 4 * (count + SCRATCH_MAX) ||
        !are_pushed(deep, new, -shallow->cfa_offset, 4))
        return step;
    step.kind = WINDOWS_POP;
    step.mask = (new & 0xff) << 4 | (new >> BOBBIN_PLACE_RA & 1) << BOBBIN_LR;
    for (uint32_t scratch = bytes / 4 - count; scratch; scratch--)
        step.mask |= 1u << (SCRATCH_MAX - scratch);
    return step;
}

struct windows_step windows_step(const struct bobbin_rule *deep, const struct bobbin_rule *shallow)
{
    struct windows_step step = {.kind = WINDOWS_OTHER};
    int32_t bytes = deep->cfa_offset - shallow->cfa_offset;
    uint32_t new;

    if (deep->form != BOBBIN_FORM_FRAME || shallow->form != BOBBIN_FORM_FRAME || bytes < 0 ||
        !compare(deep, shallow, &new))
        return step;
    if (deep->cfa_register != shallow->cfa_register) {
        step.number = deep->cfa_register;
        if (shallow->cfa_register == BOBBIN_SP && bytes == 0 && new == 0)
            step.kind = WINDOWS_MOVE;
        return step;
    }
    if (new)
        return deep->cfa_register == BOBBIN_SP ? pop(deep, shallow, new, (uint32_t)bytes) : step;
    step.bytes = (uint32_t)bytes;
    /* A move of the frame register does not change sp. */
    step.kind = bytes && deep->cfa_register == BOBBIN_SP ? WINDOWS_ADJUST : WINDOWS_NOTHING;
    return step;
}

/* ---- bytes ----------------------------------------------------------------------------------- */

static void put_big(struct buffer *out, uint32_t value, uint32_t bytes)
{
    while (bytes-- > 0)
        buffer_u8(out, value >> 8 * bytes & 0xff);
}

static void put_adjust(struct buffer *out, uint32_t bytes, bool wide)
{
    uint32_t words = bytes / 4;

    if (!wide && bytes <= ADJUST_16_MAX)
        buffer_u8(out, words);
    else if (wide && bytes <= ADJUST_32_MAX)
        put_big(out, 0xe800 | words, 2);
    else if (bytes <= ADJUST_3_MAX)
        put_big(out, (wide ? 0xf90000u : 0xf70000u) | words, 3);
    else
        put_big(out, (wide ? 0xfa000000u : 0xf8000000u) | (words & 0xffffff), 4);
}

static void put_pop(struct buffer *out, uint32_t mask, bool wide)
{
    uint32_t lr = mask >> BOBBIN_LR & 1;
    uint32_t core = mask & 0x1fff;
    uint32_t count = count_bits(core);
    bool is_run = count && core == ((1u << count) - 1) << 4;

    if (is_run && !wide && count <= 4)
        buffer_u8(out, 0xd0 | lr << 2 | (count - 1));
    else if (is_run && wide && count > 4)
        buffer_u8(out, 0xd8 | lr << 2 | (count - 5));
    else if (!core && wide)
        put_big(out, 0xef01, 2);
    else if (wide)
        put_big(out, 0x8000 | lr << 13 | core, 2);
    else
        put_big(out, 0xec00 | lr << 8 | (core & 0xff), 2);
}

void windows_put(struct buffer *out, const struct windows_step *step, uint32_t size_bytes)
{
    bool wide = size_bytes == 4;

    if (step->kind == WINDOWS_ADJUST)
        put_adjust(out, step->bytes, wide);
    else if (step->kind == WINDOWS_POP)
        put_pop(out, step->mask, wide);
    else if (step->kind == WINDOWS_VPOP)
        buffer_u8(out, 0xe0 | (step->count - 1));
    else if (step->kind == WINDOWS_MOVE)
        buffer_u8(out, 0xc0 | step->number);
    else
        buffer_u8(out, wide ? WINDOWS_NOP_32 : WINDOWS_NOP_16);
}
