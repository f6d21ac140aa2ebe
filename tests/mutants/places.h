/* SPDX-License-Identifier: MIT */
/*
 * All look-ups that traces can make in an image: at each instruction, where it may be interrupted,
 * and at the return address of each call.
 */
#ifndef MUTANTS_PLACES_H
#define MUTANTS_PLACES_H

#include "elf/image.h"
#include <bobbin/rule.h>

struct place {
    uint32_t address; /* the instruction's, or the return address */
    enum bobbin_kind kind;
    uint32_t cpsr; /* the state (T); if interrupted, also the flags */
};

/*
 * Calls VISIT for all places, ascending by the instruction that is interrupted or calls. Each
 * instruction is visited with the first FLAGS_COUNT values of NZCV.
 */
void visit_places(const struct image *image, uint32_t flags_count,
                  void (*visit)(void *context, const struct place *place), void *context);

/* A table's answer for a place. */
struct answer {
    enum bobbin_stop stop;
    enum bobbin_trust trust;
    struct bobbin_rule rule;
    /*
     * A hash of the registers after a step with made-up registers and memory. It shows more than
     * RULE if the table is damaged.
     */
    uint32_t caller;
};

struct answer answer_at(const struct bobbin_env *env, const struct place *place);
bool answer_equal(const struct answer *a, const struct answer *b);

/*
 * Writes "cfa=sp+8 ra=[cfa-4] by table", "no-rule" or the like to TEXT; ANSWER_TEXT_MAX bytes are
 * enough.
 */
#define ANSWER_TEXT_MAX 440
const char *answer_text(const struct answer *answer, char *text, size_t text_size);

#endif
