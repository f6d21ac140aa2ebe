/* SPDX-License-Identifier: MIT */
/*
 * The look-ups that a trace can make in an image: at each instruction, because it was interrupted there,
 * and behind each call, because it came back there.
 */
#ifndef MUTANTS_PLACES_H
#define MUTANTS_PLACES_H

#include "bobbin.h"
#include "image.h"

struct place {
    uint32_t address; /* of the instruction, or the return address */
    enum bobbin_kind kind;
    uint32_t cpsr; /* the state (T); exact: with these flags */
};

/* NZCV such that each condition holds with some and not with others (ARM ARM A8.3). */
#define PLACE_FLAGS                                                                                \
    {                                                                                              \
        0x00000000, 0xf0000000, 0x20000000, 0x80000000                                             \
    }

/* Ascending by the instruction that is interrupted or calls; interrupted with each of PLACE_FLAGS. */
void visit_places(const struct image *image,
                  void (*visit)(void *context, const struct place *place), void *context);

/* What a table says at a place, or for an address in general. */
struct answer {
    enum bobbin_stop stop;
    enum bobbin_trust trust;
    struct bobbin_rule rule;
    bool misled; /* a step that comes there by a short way goes by another rule of the table */
};

struct answer answer_at(const struct bobbin_env *env, const struct place *place);
bool answer_equal(const struct answer *a, const struct answer *b);

/* "cfa=sp+8 ra=[cfa-4] by table", "no-rule", ... to TEXT; ANSWER_TEXT_MAX bytes are enough. */
#define ANSWER_TEXT_MAX 440
const char *answer_text(const struct answer *answer, char *text, size_t text_size);

#endif
