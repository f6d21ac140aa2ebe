/* SPDX-License-Identifier: MIT */
#include "rows/crossing_pack.h"

#include <stdbool.h>
#include <string.h>

#include "core/format/bytes.h"
#include "core/format/crossing_format.h"
#include "rows/mode_banks.h"
#include <bobbin/bobbin.h>

/* ---- steps ----------------------------------------------------------------------------------- */

static unsigned place_of(uint32_t step)
{
    return bytes_field(step, 0, CROSSING_PLACE_BITS);
}

static unsigned kind_of(uint32_t step)
{
    return bytes_field(step, CROSSING_KIND_SHIFT, 2);
}

static int32_t value_of(uint32_t step)
{
    return (int32_t)step >> CROSSING_VALUE_SHIFT;
}

static uint32_t step_of(unsigned place, unsigned kind, int32_t value)
{
    return place | kind << CROSSING_KIND_SHIFT | (uint32_t)value << CROSSING_VALUE_SHIFT;
}

static uint32_t with_place(uint32_t step, unsigned place)
{
    return (step & ~((1u << CROSSING_PLACE_BITS) - 1)) | place;
}

static bool has_word(uint32_t step)
{
    return place_of(step) < CROSSING_CHECK && kind_of(step) == CROSSING_WORD;
}

/* TARGET, or the target of STEP if that is later. NEXT is the index of the word after STEP. */
static uint32_t last_target(uint32_t target, uint32_t step, uint32_t next)
{
    uint32_t end = next + bytes_field(step, CROSSING_SKIP_SHIFT, CROSSING_SKIP_BITS);
    bool is_skip = place_of(step) == CROSSING_SKIP_ZERO || place_of(step) == CROSSING_SKIP_ONE;

    return is_skip && end > target ? end : target;
}

static bool is_list(uint32_t step, unsigned kind)
{
    return place_of(step) == CROSSING_LIST && kind_of(step) == kind;
}

static uint32_t mask_of(uint32_t list)
{
    return bytes_field(list, CROSSING_LIST_MASK_SHIFT, 16);
}

/* Where the words of LIST start, relative to BASE, and their size. */
static int32_t list_start(uint32_t list)
{
    return 4 * ((int32_t)list >> CROSSING_LIST_OFFSET_SHIFT);
}

static int32_t list_bytes(uint32_t list)
{
    return 4 * __builtin_popcount(mask_of(list));
}

/* ---- places ---------------------------------------------------------------------------------- */

/* 13 or 14 if PLACE is that register of the code in MODE. */
static unsigned current(unsigned place, uint8_t mode)
{
    if (mode == CROSSING_MODE_ANY)
        return place;
    if (place == CROSSING_BANK_SP + (unsigned)bank_of_mode(mode))
        return BOBBIN_SP;
    return place == CROSSING_BANK_LR + (unsigned)bank_of_lr(mode) ? BOBBIN_LR : place;
}

static uint32_t with_current(uint32_t step, uint8_t mode)
{
    unsigned place = place_of(step);

    if (place >= CROSSING_CHECK)
        return step;
    if (kind_of(step) == CROSSING_REGISTER)
        step = step_of(place, CROSSING_REGISTER, (int32_t)current((unsigned)value_of(step), mode)) |
               (step & ((1u << CROSSING_SKIP_BITS) - 1) << CROSSING_SKIP_SHIFT);
    return with_place(step, current(place, mode));
}

/* ---- returns --------------------------------------------------------------------------------- */

/* The steps of a program in the short form. */
struct steps {
    uint32_t *word;
    uint32_t at[128]; /* index in WORD of each step */
    uint32_t count;
    uint32_t target; /* the last word to which a step skips */
};

static void find_steps(struct steps *steps, uint32_t *word, uint32_t count)
{
    steps->word = word;
    steps->count = steps->target = 0;
    for (uint32_t i = 0; i < count && steps->count < 128; i++) {
        uint32_t step = word[i];
        steps->at[steps->count++] = i;
        i += has_word(step);
        steps->target = last_target(steps->target, step, i + 1);
    }
}

/* The last steps of a program, without those that add a number to BASE. */
struct tail {
    uint32_t count;
    uint32_t step[4];
    int32_t offset[4];  /* of the words of the step, relative to BASE before the first one */
    uint32_t number[4]; /* of the step in struct steps */
};

static bool moves_base(uint32_t step)
{
    return place_of(step) == CROSSING_BASE && kind_of(step) == CROSSING_NUMBER;
}

/*
 * Collects the COUNT steps before END that do more than move BASE. Returns false if there are not
 * as many.
 */
static bool find_tail(const struct steps *steps, uint32_t count, struct tail *tail)
{
    uint32_t at = steps->count - 1;
    int32_t base = 0;

    tail->count = count;
    while (count) {
        uint32_t step;
        if (!at)
            return false;
        step = steps->word[steps->at[--at]];
        if (moves_base(step)) {
            base += value_of(step);
            continue;
        }
        tail->step[--count] = step;
        tail->number[count] = at;
        tail->offset[count] =
            (place_of(step) == CROSSING_LIST ? list_start(step) : value_of(step)) - base;
    }
    for (; at && moves_base(steps->word[steps->at[at - 1]]); at--)
        base += value_of(steps->word[steps->at[at - 1]]);
    for (uint32_t i = 0; i < tail->count; i++)
        tail->offset[i] += base;
    tail->number[0] = at;
    return true;
}

static bool is_step(uint32_t step, unsigned place, unsigned kind)
{
    return place_of(step) == place && kind_of(step) == kind;
}

/*
 * Whether the last three steps of TAIL load pc and then psr, and set sp to the address after them.
 */
static bool is_return(const struct tail *tail)
{
    uint32_t first = tail->count - 3;
    int32_t pc = tail->offset[first];

    if (is_list(tail->step[first], CROSSING_LIST_LOAD) && mask_of(tail->step[first]) >> CROSSING_PC)
        pc += list_bytes(tail->step[first]) - 4;
    else if (!is_step(tail->step[first], CROSSING_PC, CROSSING_SLOT))
        return false;
    return is_step(tail->step[first + 1], CROSSING_PSR, CROSSING_SLOT) &&
           tail->offset[first + 1] == pc + 4 &&
           is_step(tail->step[first + 2], BOBBIN_SP, CROSSING_NUMBER) &&
           tail->offset[first + 2] == pc + 8;
}

/* Whether END makes lr of the code in MODE unknown, so that any value may be loaded to it. */
static bool loses_lr(uint32_t end, uint8_t mode)
{
    uint32_t entered = bytes_field((uint32_t)value_of(end), CROSSING_END_ENTERED_SHIFT, 3);

    return mode == CROSSING_MODE_ANY ||
           (bank_of_lr(mode) == entered && bank_of_mode(mode) == entered);
}

/*
 * The mask of a list that loads what the first step of TAIL, a list, and its second one, pc, load.
 * Returns 0 if there is none. A list may load lr from the word between them if END loses it.
 */
static uint32_t mask_with_pc(const struct tail *tail, bool loses_lr)
{
    const uint32_t pc = 1u << CROSSING_PC, lr = 1u << BOBBIN_LR;
    uint32_t mask = mask_of(tail->step[0]);
    int32_t between = tail->offset[1] - tail->offset[0] - list_bytes(tail->step[0]);

    if (!is_list(tail->step[0], CROSSING_LIST_LOAD) || mask >= pc ||
        !is_step(tail->step[1], CROSSING_PC, CROSSING_SLOT))
        return 0;
    if (between == 0)
        return mask | pc;
    return between == 4 && loses_lr && mask < lr ? mask | lr | pc : 0;
}

/*
 * Replaces the steps of TAIL by one list of MASK, if no step skips to one of them and the offset
 * fits. Returns how many words there are then; 0: nothing is replaced.
 */
static uint32_t replace(struct steps *steps, const struct tail *tail, uint32_t mask)
{
    uint32_t end = steps->word[steps->at[steps->count - 1]];
    uint32_t first = steps->at[tail->number[0]];
    int32_t start = tail->offset[0];

    if (start % 4 || start < -4 * 64 || start > 4 * 63 || steps->target > first)
        return 0;
    mask |= 1u << CROSSING_PSR | 1u << BOBBIN_SP;
    steps->word[first] = CROSSING_LIST | mask << CROSSING_LIST_MASK_SHIFT |
                         (uint32_t)(start / 4) << CROSSING_LIST_OFFSET_SHIFT;
    steps->word[first + 1] = end;
    return first + 2;
}

/*
 * Replaces the steps before END by one list if they load pc and then psr, and sp is the
 * address after them. Returns how many words there are then.
 */
static uint32_t join_return(struct steps *steps, uint32_t count, uint8_t mode)
{
    uint32_t end = steps->word[steps->at[steps->count - 1]], mask, joined = 0;
    struct tail tail;

    if (find_tail(steps, 4, &tail) && is_return(&tail)) {
        mask = mask_with_pc(&tail, loses_lr(end, mode));
        joined = mask ? replace(steps, &tail, mask) : 0;
    }
    if (!joined && find_tail(steps, 3, &tail) && is_return(&tail)) {
        mask = place_of(tail.step[0]) == CROSSING_LIST ? mask_of(tail.step[0]) : 1u << CROSSING_PC;
        joined = replace(steps, &tail, mask);
    }
    return joined ? joined : count;
}

/* Whether STEP is a list that leaves sp alone, and NEXT sets sp to the address after its words. */
static bool sets_sp_after(uint32_t step, uint32_t next)
{
    return is_list(step, CROSSING_LIST_LOAD) && !(mask_of(step) >> BOBBIN_SP & 1) &&
           is_step(next, BOBBIN_SP, CROSSING_NUMBER) &&
           value_of(next) == list_start(step) + list_bytes(step);
}

/*
 * Joins each list with a step after it that sets sp, if no step skips to that step or over it.
 * Returns how many words there are then.
 */
static uint32_t join_sp(struct steps *steps, uint32_t *word, uint32_t count)
{
    find_steps(steps, word, count);
    for (uint32_t i = steps->count; i-- > 1;) {
        uint32_t at = steps->at[i];
        if (steps->at[i - 1] + 1 != at || at <= steps->target ||
            !sets_sp_after(word[at - 1], word[at]))
            continue;
        word[at - 1] |= 1u << (CROSSING_LIST_MASK_SHIFT + BOBBIN_SP);
        memmove(word + at, word + at + 1, (--count - at) * sizeof(*word));
    }
    return count;
}

uint32_t crossing_pack(const uint32_t *program, uint32_t count, uint8_t mode, uint32_t *packed)
{
    struct steps steps;

    memcpy(packed, program, count * sizeof(*packed));
    find_steps(&steps, packed, count);
    for (uint32_t i = 0; i < steps.count; i++)
        packed[steps.at[i]] = with_current(packed[steps.at[i]], mode);
    count = join_return(&steps, count, mode);
    return join_sp(&steps, packed, count);
}

/* ---- the long form --------------------------------------------------------------------------- */

static unsigned banked(unsigned place, uint8_t mode)
{
    if (mode == CROSSING_MODE_ANY || (place != BOBBIN_SP && place != BOBBIN_LR))
        return place;
    return place == BOBBIN_SP ? CROSSING_BANK_SP + (unsigned)bank_of_mode(mode)
                              : CROSSING_BANK_LR + (unsigned)bank_of_lr(mode);
}

/* A list of the short form, which also sets sp. */
static bool is_short_list(uint32_t step)
{
    return is_list(step, CROSSING_LIST_LOAD) && mask_of(step) >> BOBBIN_SP & 1;
}

/* Writes the steps of LIST in the long form to WORD. Returns how many. */
static uint32_t put_list(uint32_t *word, uint32_t list, uint8_t mode)
{
    const uint32_t added = 1u << CROSSING_PSR | 1u << BOBBIN_SP;
    bool has_psr = list >> (CROSSING_LIST_MASK_SHIFT + CROSSING_PSR) & 1;
    uint32_t used = 0;
    int32_t after;

    list &= ~(added << CROSSING_LIST_MASK_SHIFT);
    after = list_start(list) + list_bytes(list);
    word[used++] = list;
    if (has_psr)
        word[used++] = step_of(CROSSING_PSR, CROSSING_SLOT, after);
    word[used++] = step_of(banked(BOBBIN_SP, mode), CROSSING_NUMBER, after + (has_psr ? 4 : 0));
    return used;
}

uint32_t crossing_unpack(const uint32_t *program, uint32_t count, uint8_t mode, uint32_t *word)
{
    uint32_t used = 0, target = 0; /* of the skips so far: an END before it is not the last one */

    for (uint32_t i = 0; i < count; i++) {
        uint32_t step = program[i];
        if (is_short_list(step))
            used += put_list(word + used, step, mode);
        else if (place_of(step) >= CROSSING_CHECK)
            word[used++] = step;
        else
            word[used++] = with_place(step, banked(place_of(step), mode));
        if (has_word(step) && i + 1 < count)
            word[used++] = program[++i];
        target = last_target(target, step, i + 1);
        if (place_of(step) == CROSSING_END && i >= target)
            break;
    }
    return used;
}
