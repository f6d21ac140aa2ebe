/* SPDX-License-Identifier: MIT */
/* The kinds of errors of the decoder, and the encodings where they are accepted. */
#ifndef DECODER_FINDINGS_H
#define DECODER_FINDINGS_H

#include "words.h"

enum finding {
    FINDING_NONE,
    FINDING_SIZE, /* the next five: against the disassembler */
    FINDING_FLOW,
    FINDING_CONDITION,
    FINDING_SP,
    FINDING_FRAME,
    FINDING_REGISTER, /* the next five: in the emulator */
    FINDING_VALUE,
    FINDING_ADDRESS,
    FINDING_NEXT,
    FINDING_SP_MOVED,
    FINDINGS,
};

extern const char *const finding_texts[FINDINGS];

/* A set of encodings for which some findings are accepted. */
struct exemption {
    const char *reason;
    bool thumb;
    uint32_t mask, value;         /* in Thumb: halfwords, the first in bits 31-16 */
    uint32_t findings;            /* one bit per kind */
    bool (*holds)(uint32_t bits); /* NULL: always */
};

extern const struct exemption exemptions[];
extern const unsigned exemptions_count;

/* The first exemption that covers FINDING at WORD; exemptions_count if there is none. */
unsigned exemption_of(const struct word *word, enum finding finding);

/* The bits in the order that code_decode takes. */
static inline uint32_t word_bits(const struct word *word)
{
    return word->thumb ? word->bits << 16 | word->bits >> 16 : word->bits;
}

#endif
