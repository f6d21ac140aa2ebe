/* SPDX-License-Identifier: MIT */
#include "exceptions/bank_memory.h"

#include "exceptions/bank_arithmetic.h"
#include "exceptions/bank_flags.h"

static const struct bank_value other = {.kind = BANK_OTHER};

struct bank_value bank_memory_fresh(struct bank_state *state, uint8_t base)
{
    if (!base)
        return other;
    bank_state_renew(state, base);
    return (struct bank_value){.kind = BANK_ADDRESS, .base = base};
}

static bool is_stack(const struct bank_bases *bases, uint8_t base)
{
    return bases->base[base].kind == BANK_BASE_STACK || bases->base[base].kind == BANK_BASE_ALIGNED;
}

/* VALUE, a word, is 0 if and only if the word of base number BASE is 0. */
static void copy_test(struct bank_state *state, struct bank_value value, uint8_t base)
{
    struct bank_value word = {.kind = BANK_ADDRESS, .base = base};

    for (uint32_t i = 0; i < state->tests_count; i++)
        if (bank_value_equal(state->test[i].value, word)) {
            bank_flags_assume_zero(state, value, state->test[i].is_zero);
            return;
        }
}

/* Whether nothing is known of a word at ADDRESS that the entry code has not stored: on a stack. */
static bool is_own_stack(const struct bank_bases *bases, struct bank_value address)
{
    bool outside = bases->base[address.base].kind == BANK_BASE_STACK && address.number >= 0;

    return is_stack(bases, address.base) && !outside;
}

struct bank_value bank_memory_load(const struct bank_transfer *transfer, struct bank_state *state,
                                   struct bank_value address, uint32_t at)
{
    struct bank_base word = {
        .kind = BANK_BASE_WORD, .parent = address.base, .number = address.number, .at = at};
    struct bank_value value, known;

    if (address.kind != BANK_ADDRESS)
        return other;
    known = value = bank_state_word(state, address.base, address.number);
    if ((value.kind != BANK_OTHER && value.kind != BANK_AS_ZERO) ||
        is_own_stack(transfer->bases, address))
        return value;
    value = bank_memory_fresh(state, bank_bases_intern(transfer->bases, &word));
    if (value.kind == BANK_ADDRESS)
        bank_state_store(state, address.base, address.number, value);
    if (value.kind == BANK_ADDRESS && known.kind == BANK_AS_ZERO && known.base != value.base)
        copy_test(state, value, known.base);
    return value;
}

/*
 * Forgets the words of aligned bases made of BASE, but not those of EXCEPT, that may be at offsets
 * FROM to END - 1 of BASE. An aligned base is 0 or 4 bytes below the address that it is made of.
 */
static void forget_aligned(const struct bank_bases *bases, struct bank_state *state, uint8_t base,
                           int64_t from, int64_t end, uint8_t except)
{
    for (unsigned i = BANK_BASES_FIRST; i < bases->count; i++) {
        const struct bank_base *aligned = &bases->base[i];
        int64_t first = from - aligned->number, last = end - aligned->number + 4;
        if (aligned->kind != BANK_BASE_ALIGNED || aligned->parent != base || i == except)
            continue;
        bank_state_forget(state, (uint8_t)i, first - 3, last);
        forget_aligned(bases, state, (uint8_t)i, first, last, 0);
    }
}

/* Forgets the words of other bases of the same stack that may be the word at ADDRESS. */
static void forget_same_word(const struct bank_bases *bases, struct bank_state *state,
                             struct bank_value address)
{
    int64_t from = address.number, end = from + 4;
    uint8_t base = address.base;

    forget_aligned(bases, state, base, from, end, 0);
    while (bases->base[base].kind == BANK_BASE_ALIGNED) {
        const struct bank_base *aligned = &bases->base[base];
        from += aligned->number - 4;
        end += aligned->number;
        bank_state_forget(state, aligned->parent, from - 3, end);
        forget_aligned(bases, state, aligned->parent, from, end, base);
        base = aligned->parent;
    }
}

void bank_memory_store(const struct bank_transfer *transfer, struct bank_state *state,
                       struct bank_value address, struct bank_value value)
{
    if (address.kind != BANK_ADDRESS)
        return;
    forget_same_word(transfer->bases, state, address);
    if (address.base == BANK_ABSOLUTE)
        bank_bases_change(transfer->bases, address.number);
    bank_state_store(state, address.base, address.number, value);
}

/* ---- calls ----------------------------------------------------------------------------------- */

static bool is_tested(const struct bank_state *state, uint8_t base)
{
    for (uint32_t i = 0; i < state->tests_count; i++)
        if (state->test[i].value.base == base && state->test[i].value.kind != BANK_BITS)
            return true;
    return false;
}

/*
 * What a call leaves of SLOT. The called function may change words that the entry code only reads,
 * such as the current thread; but they stay 0 or not 0, as entry code has tested them.
 */
static struct bank_value lent_value(const struct bank_bases *bases, const struct bank_state *state,
                                    const struct bank_slot *slot)
{
    const struct bank_base *read = &bases->base[slot->value.base];
    struct bank_value tested = {.kind = BANK_AS_ZERO, .base = slot->value.base};

    if (!bank_is_word(bases, slot->value) || slot->value.number != 0 ||
        read->parent != slot->base || read->number != slot->offset)
        return slot->value;
    return is_tested(state, slot->value.base) ? tested : other;
}

void bank_memory_lend(const struct bank_bases *bases, struct bank_state *state)
{
    struct bank_value sp = *bank_state_place(state, BOBBIN_SP);
    uint32_t kept = 0;

    if (sp.kind == BANK_ADDRESS)
        bank_state_forget(state, sp.base,
                          sp.base == BANK_ABSOLUTE ? (int64_t)sp.number - 4096 : INT32_MIN,
                          sp.number);
    for (uint32_t i = 0; i < state->slots_count; i++) {
        struct bank_slot slot = state->slot[i];
        slot.value = lent_value(bases, state, &slot);
        if (slot.value.kind != BANK_OTHER)
            state->slot[kept++] = slot;
    }
    state->slots_count = kept;
}
