/* SPDX-License-Identifier: MIT */
/*
 * The look-ups that a trace can make in an image: at each instruction, because it was interrupted there,
 * and behind each call, because it came back there.
 */
#ifndef MUTANTS_PLACES_H
#define MUTANTS_PLACES_H

#include "elf/image.h"
#include <bobbin/rule.h>

struct place {
    uint32_t address; /* of the instruction, or the return address */
    enum bobbin_kind kind;
    uint32_t cpsr; /* the state (T); exact: with these flags */
};

/* Ascending by the instruction that is interrupted or calls; interrupted with the first FLAGS_COUNT values of NZCV. */
void visit_places(const struct image *image, uint32_t flags_count,
                  void (*visit)(void *context, const struct place *place), void *context);

/* What a table says at a place, or for an address in general. */
struct answer {
    enum bobbin_stop stop;
    enum bobbin_trust trust;
    struct bobbin_rule rule;
    /* What a step makes of registers and memory that are made up: more than RULE tells of a damaged table. */
    uint32_t caller;
};

struct answer answer_at(const struct bobbin_env *env, const struct place *place);
bool answer_equal(const struct answer *a, const struct answer *b);

/* "cfa=sp+8 ra=[cfa-4] by table", "no-rule", ... to TEXT; ANSWER_TEXT_MAX bytes are enough. */
#define ANSWER_TEXT_MAX 440
const char *answer_text(const struct answer *answer, char *text, size_t text_size);

#endif
