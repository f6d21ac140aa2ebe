/* SPDX-License-Identifier: MIT */
/* The ways in which the decoder can be wrong, and where it may be. */
#ifndef DECODER_FINDINGS_H
#define DECODER_FINDINGS_H

#include "words.h"

enum finding {
    FINDING_NONE,
    FINDING_SIZE, /* against the disassembler: these five */
    FINDING_FLOW,
    FINDING_CONDITION,
    FINDING_SP,
    FINDING_FRAME,
    FINDING_REGISTER, /* in the emulator: these five */
    FINDING_VALUE,
    FINDING_ADDRESS,
    FINDING_NEXT,
    FINDING_SP_MOVED,
    FINDINGS,
};

extern const char *const finding_texts[FINDINGS];

/* A set of encodings in which what the decoder says need not hold. */
struct exemption {
    const char *reason;
    bool thumb;
    uint32_t mask, value;         /* of halfwords, the first one high, in Thumb */
    uint32_t findings;            /* a bit each */
    bool (*holds)(uint32_t bits); /* NULL: always */
};

extern const struct exemption exemptions[];
extern const unsigned exemptions_count;

/* The first exemption that FINDING at WORD falls under, or exemptions_count. */
unsigned exemption_of(const struct word *word, enum finding finding);

/* As the decoder takes them. */
static inline uint32_t word_bits(const struct word *word)
{
    return word->thumb ? word->bits << 16 | word->bits >> 16 : word->bits;
}

#endif
