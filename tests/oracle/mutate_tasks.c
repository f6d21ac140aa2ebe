/* SPDX-License-Identifier: MIT */
/*
 * mutate_tasks TABLE KIND OUT [STEP]: writes to OUT the table of the file TABLE with wrong resume
 * rules (core/format/resume_format.h). With STEP, from 0 on, only that one of the steps that KIND
 * concerns is wrong. Prints how many steps it has changed; exits with a failure if none.
 *
 *   none         nothing is wrong
 *   slot         slots are 4 bytes too high
 *   exchange     pc has the word of psr, and psr that of pc
 *   alternative  the condition of each alternative is inverted
 *   r4           r4 has the word of r5, or is left out of a list
 */
#include "core/format/bytes.h"
#include "core/format/resume_format.h"
#include "mutate_steps.h"

enum { PC = 1 << CROSSING_PC, PSR = 1 << CROSSING_PSR };

static bool is_list_of_psr(const struct step *step)
{
    return step_loads(step, PSR) && !step_loads(step, PSR - 1);
}

/* In a layout with a list of pc, and a list of psr after it, each of them is in the other list. */
static uint32_t change_exchange(const struct step *step)
{
    if (is_list_of_psr(step))
        return step->word - ((uint32_t)(PSR - PC) << CROSSING_LIST_MASK_SHIFT);
    if (step_loads(step, PC) && !step_loads(step, PSR))
        return step->word + ((uint32_t)(PSR - PC) << CROSSING_LIST_MASK_SHIFT);
    return step->word;
}

/* Whether the layout of the step at AT, before END, has a list of psr there or later. */
static bool has_list_of_psr(const uint8_t *at, const uint8_t *end)
{
    struct step step = step_of(bytes_word(at));

    while (step.place != CROSSING_END && !is_list_of_psr(&step) && at + 4 < end) {
        at += 4;
        step = step_of(bytes_word(at));
    }
    return is_list_of_psr(&step);
}

static const struct mutation changes[] = {
    {"none", change_none},
    {"slot", change_slot},
    {"exchange", change_exchange},
    {"alternative", change_alternative},
    {"r4", change_r4},
};

/* The end of RESUMES in TABLE: that of the table, or where CROSSINGS begins. */
static uint32_t resumes_end(const uint8_t *table, uint32_t size_bytes)
{
    const uint8_t *last = table + size_bytes - 4;

    if (!(table[CROSSING_HEADER] & CROSSING_HEADER_FLAG))
        return size_bytes;
    return size_bytes - 4 - CROSSING_PAIR_BYTES * bytes_u16(last) - 4 * bytes_u16(last + 2);
}

/* Changes the programs of TABLE. */
static bool mutate(uint8_t *table, uint32_t size_bytes, change_step *change, long only,
                   uint32_t *changed)
{
    uint8_t *last = table + resumes_end(table, size_bytes) - 4;
    uint8_t *points = last - RESUME_POINT_BYTES * bytes_u16(last);
    long number = 0;

    *changed = 0;
    if (!(table[CROSSING_HEADER] & RESUME_HEADER_FLAG))
        return false;
    for (uint8_t *at = points - 4 * bytes_u16(last + 2); at < points; at += 4) {
        const struct step step = step_of(bytes_word(at));
        uint32_t word = change(&step);
        if (change == change_exchange && !has_list_of_psr(at, points))
            continue;
        if (word != step.word && (only == MUTATE_ALL || number++ == only)) {
            mutate_put_word(at, word);
            ++*changed;
        }
    }
    return true;
}

int main(int argc, char **argv)
{
    return mutate_main(argc, argv, changes, sizeof(changes) / sizeof(changes[0]), mutate);
}
