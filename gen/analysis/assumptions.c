/* SPDX-License-Identifier: MIT */
/* Collects the assumptions of an image, and names them. For the stages analysis and reference. */
#include "analysis/assumptions.h"

#include <stdlib.h>

#include "util/memory.h"

struct description {
    const char *name;
    bool rare;
};

static const struct description descriptions[ASSUMPTIONS] = {
    [ASSUMPTION_UNKNOWN_CALLEE] = {"unknown-callee", false},
    [ASSUMPTION_LAST_CALL] = {"last-call", true},
    [ASSUMPTION_OUTSIDE_JUMP] = {"outside-jump", true},
    [ASSUMPTION_COMPUTED_JUMP] = {"computed-jump", true},
    [ASSUMPTION_TAIL_CALL] = {"tail-call", false},
    [ASSUMPTION_POPPED_PC] = {"popped-pc", true},
    [ASSUMPTION_LINKED_CALL] = {"linked-call", true},
    [ASSUMPTION_MOVED_IMAGE] = {"moved-image", true},
    [ASSUMPTION_LOCAL_CALL] = {"local-call", true},
    [ASSUMPTION_FRAME_JUMP] = {"frame-jump", true},
    [ASSUMPTION_OTHER_STACK] = {"other-stack", true},
    [ASSUMPTION_ROOT_JUMP] = {"root-jump", true},
    [ASSUMPTION_POINTER_STORE] = {"pointer-store", false},
    [ASSUMPTION_CONSTANT] = {"constant", false},
    [ASSUMPTION_TAKEN_ADDRESS] = {"taken-address", false},
    [ASSUMPTION_UNUSED_FUNCTION] = {"unused-function", false},
    [ASSUMPTION_GIVEN_UP] = {"given-up", true},
    [ASSUMPTION_MODE_KEPT] = {"mode-kept", true},
    [ASSUMPTION_SWITCH_BACK] = {"switch-back", true},
    [ASSUMPTION_UNBANKED_RETURN] = {"unbanked-return", true},
    [ASSUMPTION_VECTOR_SHAPE] = {"vector-shape", true},
    [ASSUMPTION_HANDLER_RETURN] = {"handler-return", true},
    [ASSUMPTION_CFI_ROOT] = {"cfi-root", true},
    [ASSUMPTION_LANDING_PAD] = {"landing-pad", false},
    [ASSUMPTION_EXECUTED_DATA] = {"executed-data", true},
    [ASSUMPTION_FOUND_CODE] = {"found-code", false},
};

const char *assumption_name(enum assumption assumption)
{
    return descriptions[assumption].name;
}

bool assumption_is_rare(enum assumption assumption)
{
    return descriptions[assumption].rare;
}

void assumptions_note(struct assumptions *assumptions, enum assumption assumption, uint32_t address)
{
    struct assumed_at at = {address, (uint8_t)assumption};

    array_push(assumptions->at, assumptions->count, assumptions->capacity, at);
}

void assumptions_gather(struct assumptions *all, struct assumptions *share)
{
    for (size_t i = 0; i < share->count; i++)
        array_push(all->at, all->count, all->capacity, share->at[i]);
    all->given_up |= share->given_up;
    assumptions_free(share);
}

static int compare(const void *a, const void *b)
{
    const struct assumed_at *x = a;
    const struct assumed_at *y = b;

    if (x->assumption != y->assumption)
        return x->assumption < y->assumption ? -1 : 1;
    return (x->address > y->address) - (x->address < y->address);
}

void assumptions_settle(struct assumptions *assumptions)
{
    size_t kept = 0;

    if (assumptions->count)
        qsort(assumptions->at, assumptions->count, sizeof(*assumptions->at), compare);
    for (size_t i = 0; i < assumptions->count; i++)
        if (kept == 0 || compare(&assumptions->at[kept - 1], &assumptions->at[i]) != 0)
            assumptions->at[kept++] = assumptions->at[i];
    assumptions->count = kept;
}

void assumptions_free(struct assumptions *assumptions)
{
    free(assumptions->at);
    *assumptions = (struct assumptions){0};
}

const struct assumed_at *assumptions_of(const struct assumptions *assumptions,
                                        enum assumption assumption, size_t *count)
{
    size_t first = 0;

    *count = 0;
    if (assumption == ASSUMPTION_GIVEN_UP) {
        *count = (size_t)__builtin_popcount(assumptions->given_up);
        return NULL;
    }
    while (first < assumptions->count && assumptions->at[first].assumption != assumption)
        first++;
    while (first + *count < assumptions->count &&
           assumptions->at[first + *count].assumption == assumption)
        ++*count;
    return *count ? &assumptions->at[first] : NULL;
}
