/* SPDX-License-Identifier: MIT */
/*
 * mutate_crossings TABLE KIND OUT [STEP]: writes to OUT the table of the file TABLE with wrong
 * rules of exception entry code (core/format/crossing_format.h). With STEP, from 0 on, only that
 * one of the steps that KIND concerns is wrong. Prints how many steps it has changed; exits with a
 * failure if none.
 *
 *   none         nothing is wrong
 *   slot         slots are 4 bytes too high
 *   exchange     pc and psr are exchanged
 *   adjust       pc is 2 bytes too low
 *   unpopped     sp of the code's mode, or of IRQ mode, is 8 bytes too low
 *   bank         sp and lr of the code's mode and of SVC mode become those of user mode
 *   alternative  the condition of each alternative is inverted
 *   pad          a pad of the stack is left out
 *   set          r8-r12 are those of the other set; in a list r11 has the word of r12
 *   r4           r4 has the word of r5
 */
#include "core/format/bytes.h"
#include "core/format/crossing_format.h"
#include "mutate_steps.h"
#include <bobbin/cross.h>

static bool is_end(const struct step *step)
{
    return step->place == CROSSING_END;
}

static uint32_t change_exchange(const struct step *step)
{
    if (step->place == CROSSING_PC || step->place == CROSSING_PSR)
        return step_with_place(step, CROSSING_PC + CROSSING_PSR - step->place);
    return step->word;
}

static uint32_t change_adjust(const struct step *step)
{
    enum { TWO = 2 << CROSSING_END_ARM_SHIFT | 2 << CROSSING_END_THUMB_SHIFT };

    return is_end(step) ? step_with_value(step, step->value + TWO) : step->word;
}

static uint32_t change_unpopped(const struct step *step)
{
    bool is_sp = step->place == BOBBIN_SP || step->place == CROSSING_BANK_SP + BOBBIN_BANK_IRQ;

    return is_sp && step->kind == CROSSING_NUMBER ? step_with_value(step, step->value - 8)
                                                  : step->word;
}

static uint32_t change_bank(const struct step *step)
{
    bool is_svc = step->place == CROSSING_BANK_SP + BOBBIN_BANK_SVC ||
                  step->place == CROSSING_BANK_LR + BOBBIN_BANK_SVC;

    if (step->place == BOBBIN_SP || step->place == BOBBIN_LR)
        return step_with_place(step,
                               step->place == BOBBIN_SP ? CROSSING_BANK_SP : CROSSING_BANK_LR);
    return is_svc ? step_with_place(step, step->place - BOBBIN_BANK_SVC) : step->word;
}

/* Becomes BASE += 0. */
static uint32_t change_pad(const struct step *step)
{
    return step->place == CROSSING_BASE_PLUS
               ? CROSSING_BASE | (uint32_t)CROSSING_NUMBER << CROSSING_KIND_SHIFT
               : step->word;
}

static uint32_t change_set(const struct step *step)
{
    const uint32_t r11 = 1u << 11;

    if (step_loads(step, 2 * r11) && !step_loads(step, r11))
        return step->word - (r11 << CROSSING_LIST_MASK_SHIFT);
    if (step->place >= 8 && step->place < 13)
        return step_with_place(step, step->place - 8 + CROSSING_OTHER);
    if (step->place >= CROSSING_OTHER && step->place < CROSSING_OTHER + 5)
        return step_with_place(step, step->place - CROSSING_OTHER + 8);
    return step->word;
}

static const struct mutation changes[] = {
    {"none", change_none},
    {"slot", change_slot},
    {"exchange", change_exchange},
    {"adjust", change_adjust},
    {"unpopped", change_unpopped},
    {"bank", change_bank},
    {"pad", change_pad},
    {"set", change_set},
    {"r4", change_r4},
    {"alternative", change_alternative},
};

/* Changes the programs of TABLE. */
static bool mutate(uint8_t *table, uint32_t size_bytes, change_step *change, long only,
                   uint32_t *changed)
{
    uint8_t *last = table + size_bytes - 4;
    uint8_t *end = last - CROSSING_PAIR_BYTES * bytes_u16(last);
    uint8_t *at = end - 4 * bytes_u16(last + 2);
    long number = 0;

    *changed = 0;
    if (!(table[CROSSING_HEADER] & CROSSING_HEADER_FLAG))
        return false;
    for (; at < end; at += 4) {
        const struct step step = step_of(bytes_word(at));
        uint32_t word = change(&step);
        if (word != step.word && (only == MUTATE_ALL || number++ == only)) {
            mutate_put_word(at, word);
            ++*changed;
        }
        if (step.kind == CROSSING_WORD && step.place < CROSSING_CHECK)
            at += 4; /* no step */
    }
    return true;
}

int main(int argc, char **argv)
{
    return mutate_main(argc, argv, changes, sizeof(changes) / sizeof(changes[0]), mutate);
}
