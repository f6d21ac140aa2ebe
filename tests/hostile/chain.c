/* SPDX-License-Identifier: MIT */
#include "chain.h"

#include <stddef.h>

#include "board.h"

/* Larger frames would leave room for few of them. */
#define FRAME_BYTES_MAX 256u
#define TRIES           256 /* so many that few chains end early, wherever the functions are */
#define MODE_SYS        0x1fu

/* Where the values of the registers of a frame are, so that they can still be chosen. */
struct builder {
    struct chain *chain;
    const struct bobbin_env *env;
    uint32_t high;    /* the end of the stack */
    uint32_t *at[16]; /* NULL: the value is not known, or an inner frame depends on it */
};

/* A frame that is possible next. */
struct candidate {
    uint32_t pc, sp, cfa;
    struct bobbin_rule rule;
};

static uint32_t *word_at(uint32_t address)
{
    return (uint32_t *)(uintptr_t)address;
}

/* The place of the return address; NULL if it cannot be chosen. */
static uint32_t *return_address_of(const struct builder *builder, const struct candidate *candidate)
{
    const struct bobbin_rule *rule = &candidate->rule;
    int32_t value = rule->place_value[BOBBIN_PLACE_RA];

    switch (rule->place_kind[BOBBIN_PLACE_RA]) {
    case BOBBIN_SLOT:
        return word_at(candidate->cfa + (uint32_t)value);
    case BOBBIN_SAME:
        return builder->at[BOBBIN_LR];
    case BOBBIN_REGISTER:
        return value == rule->cfa_register ? NULL : builder->at[value % BOBBIN_INNER];
    default:
        return NULL;
    }
}

/* Whether all slots of CANDIDATE are between its sp and its cfa. */
static bool slots_are_inside(const struct candidate *candidate)
{
    uint32_t size_bytes = candidate->cfa - candidate->sp;

    for (uint32_t i = 0; i < BOBBIN_PLACES; i++) {
        uint32_t below = 0u - (uint32_t)candidate->rule.place_value[i];
        if (candidate->rule.place_kind[i] == BOBBIN_SLOT &&
            (below < 4 || below > size_bytes || below % 4))
            return false;
    }
    return true;
}

/* Whether a frame at CANDIDATE's pc and sp can be chosen next. Sets its rule and cfa. */
static bool is_possible(const struct builder *builder, struct candidate *candidate)
{
    const struct bobbin_rule *rule = &candidate->rule;
    bool first = builder->chain->count == 0;
    uint32_t cpsr = MODE_SYS | (candidate->pc & 1 ? BOBBIN_CPSR_T : 0), size_bytes;
    enum bobbin_trust trust;

    if (bobbin_rule_at(builder->env, candidate->pc & ~1u,
                       first ? BOBBIN_KIND_INTERRUPTED : BOBBIN_KIND_CALL, cpsr, &candidate->rule,
                       &trust) != BOBBIN_STOP_NONE ||
        rule->form != BOBBIN_FORM_FRAME)
        return false;
    if (rule->cfa_register == BOBBIN_SP)
        size_bytes = (uint32_t)rule->cfa_offset;
    else if (builder->at[rule->cfa_register])
        size_bytes = 8 * (1 + places_below(FRAME_BYTES_MAX / 16));
    else
        return false;
    if (size_bytes > FRAME_BYTES_MAX || size_bytes % 4 || (!size_bytes && !first) ||
        size_bytes > builder->high - candidate->sp)
        return false;
    candidate->cfa = candidate->sp + size_bytes;
    return slots_are_inside(candidate) && return_address_of(builder, candidate);
}

static bool find_next(const struct builder *builder, struct candidate *candidate)
{
    for (uint32_t i = 0; i < TRIES; i++) {
        uint32_t thumb = places_below(2);
        candidate->pc = places_code(thumb) | thumb;
        if (is_possible(builder, candidate))
            return true;
    }
    return false;
}

/* The registers that the caller of FRAME finds in its slots, or that FRAME has not changed. */
static void restore(struct builder *builder, const struct candidate *frame)
{
    for (uint32_t i = 0; i < 8; i++) {
        uint32_t place = BOBBIN_PLACE_R4 + i;
        if (frame->rule.place_kind[place] == BOBBIN_SLOT)
            builder->at[4 + i] = word_at(frame->cfa + (uint32_t)frame->rule.place_value[place]);
        else if (frame->rule.place_kind[place] != BOBBIN_SAME)
            builder->at[4 + i] = NULL;
    }
    for (uint32_t i = 0; i < 16; i++)
        if (i < 4 || i > 11)
            builder->at[i] = NULL;
}

/* Adds FRAME, whose caller is not chosen yet. Returns the place of its return address. */
static uint32_t *add(struct builder *builder, const struct candidate *frame)
{
    const struct bobbin_rule *rule = &frame->rule;
    struct chain *chain = builder->chain;
    uint32_t *return_address;

    chain->frame[chain->count].sp = frame->sp;
    chain->frame[chain->count++].pc = frame->pc;
    if (rule->cfa_register != BOBBIN_SP) {
        *builder->at[rule->cfa_register] = frame->cfa - (uint32_t)rule->cfa_offset;
        builder->at[rule->cfa_register] = NULL;
    }
    return_address = return_address_of(builder, frame);
    restore(builder, frame);
    /* A saved register may be in the place of the return address, which is chosen now. */
    for (uint32_t i = 0; i < 16; i++)
        if (builder->at[i] == return_address)
            builder->at[i] = NULL;
    return return_address;
}

static void begin(struct builder *builder, struct chain *chain, const struct bobbin_env *env,
                  const struct bobbin_region *stack)
{
    builder->chain = chain;
    builder->env = env;
    builder->high = stack->high;
    for (uint32_t i = 0; i < 16; i++) {
        chain->r[i] = places_word();
        builder->at[i] = i < BOBBIN_SP || i == BOBBIN_LR ? &chain->r[i] : NULL;
    }
    for (uint32_t at = stack->low; at < stack->high; at += 4)
        *word_at(at) = places_word();
    chain->count = 0;
}

void chain_make(struct chain *chain, const struct bobbin_env *env,
                const struct bobbin_region *stack)
{
    struct candidate next = {.sp = stack->low};
    uint32_t *return_address = &chain->r[BOBBIN_PC];
    struct builder builder;

    begin(&builder, chain, env, stack);
    while (chain->count < CHAIN_FRAMES_MAX && find_next(&builder, &next)) {
        *return_address = next.pc;
        return_address = add(&builder, &next);
        next.sp = next.cfa;
    }
    chain->r[BOBBIN_SP] = stack->low;
    chain->cpsr = MODE_SYS | (chain->r[BOBBIN_PC] & 1 ? BOBBIN_CPSR_T : 0);
}
