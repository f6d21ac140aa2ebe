/* SPDX-License-Identifier: MIT */
#include "entry.h"

#include <string.h>

enum { VECTORS_BYTES = 4 * BOBBIN_VECTORS, MODE_MONITOR = 0x16, MODE_HYP = 0x1a };
enum { PC_KNOWN = 1 << BOBBIN_PC };

/* Whether the instruction before leads to AT: it is before AT in memory, or calls AT. */
static bool leads_there(const struct arrival *arrival)
{
    const struct code_instruction *from = arrival->from;
    uint32_t address = arrival->at->address;

    return from && (address == code_next(from) ||
                    (from->class.flow == STEP_CALL && from->class.target == address));
}

bool entry_is_reset(const struct arrival *arrival, const struct guest *guest)
{
    uint32_t address = arrival->at->address;

    return arrival->from && arrival->from->class.flow >= STEP_CALL_REGISTER &&
           !leads_there(arrival) && address % VECTORS_BYTES == 0 &&
           guest_has_vectors(guest, address);
}

/* The mode in which VECTOR starts, unless that is Monitor or Hyp mode. */
static uint32_t mode_of_vector(enum bobbin_vector vector)
{
    static const uint8_t modes[BOBBIN_VECTORS] = {
        [BOBBIN_VECTOR_UNDEFINED] = 0x1b,
        [BOBBIN_VECTOR_CALL] = 0x13,
        [BOBBIN_VECTOR_PREFETCH_ABORT] = 0x17,
        [BOBBIN_VECTOR_DATA_ABORT] = 0x17,
        [BOBBIN_VECTOR_HYP_TRAP] = MODE_HYP,
        [BOBBIN_VECTOR_IRQ] = 0x12,
        [BOBBIN_VECTOR_FIQ] = 0x11,
    };

    return modes[vector];
}

/*
 * No code jumps to a vector other than reset, so an instruction at such a vector, in its mode,
 * starts an exception (ARM ARM B1.8.1). The vectors are neighbours: a FIQ may come at the vector of
 * IRQ, but then the mode changes.
 */
enum bobbin_vector entry_vector(const struct arrival *arrival, const struct guest *guest)
{
    uint32_t address = arrival->at->address, offset = address % VECTORS_BYTES;
    uint32_t mode = registers_mode(arrival->now);
    enum bobbin_vector vector = offset / 4;
    bool mode_changes = arrival->from && registers_mode(arrival->before) != mode;

    if (address % 4 != 0 || vector == BOBBIN_VECTOR_NONE ||
        (!mode_changes && leads_there(arrival)) ||
        (mode != mode_of_vector(vector) && mode != MODE_MONITOR && mode != MODE_HYP) ||
        !guest_has_vectors(guest, address - offset))
        return BOBBIN_VECTOR_NONE;
    return vector;
}

/*
 * Whether the exception came after FROM. At a vector, lr still has the processor's value (B1.8.3):
 * after an interrupt or a prefetch abort the address of the instruction that was not executed, plus
 * 4. BKPT is a prefetch abort of its own instruction.
 */
static bool is_between(const struct arrival *arrival, enum bobbin_vector vector)
{
    switch (vector) {
    case BOBBIN_VECTOR_IRQ:
    case BOBBIN_VECTOR_FIQ:
        return true;
    case BOBBIN_VECTOR_PREFETCH_ABORT:
        return registers_mode(arrival->now) == MODE_HYP || !arrival->from ||
               arrival->now->r[BOBBIN_LR] - 4 != arrival->from->address;
    default:
        return false;
    }
}

enum bobbin_vector entry_unexecuted(const struct arrival *arrival, enum bobbin_vector vector,
                                    const struct guest *guest)
{
    uint32_t address = arrival->now->r[BOBBIN_LR] - 4, offset = address % VECTORS_BYTES;

    if (!arrival->from || registers_mode(arrival->now) == MODE_HYP || offset % 4 != 0 ||
        !is_between(arrival, vector) || offset / 4 == BOBBIN_VECTOR_HYP_TRAP ||
        !guest_has_vectors(guest, address - offset))
        return BOBBIN_VECTOR_NONE;
    return offset / 4;
}

/* What the processor stores to lr at the entry of VECTOR (B1.8.3). Returns false if unknown. */
static bool find_lr(const struct arrival *arrival, enum bobbin_vector vector,
                    const struct code *code, struct guest *guest, uint32_t *lr)
{
    const struct code_instruction *from = arrival->from;
    struct outcome outcome;

    switch (vector) {
    case BOBBIN_VECTOR_CALL:
        *lr = code_next(from);
        return true;
    case BOBBIN_VECTOR_UNDEFINED:
        *lr = from->address + (from->thumb ? 2 : 4);
        return true;
    case BOBBIN_VECTOR_DATA_ABORT:
        *lr = from->address + 8;
        return true;
    case BOBBIN_VECTOR_PREFETCH_ABORT:
        if (from->written == WRITTEN_ALL) { /* BKPT */
            *lr = from->address + 4;
            return true;
        }
        /* fall through */
    default:
        outcome = outcome_of(code, guest, from, arrival->before);
        *lr = outcome.after.r[BOBBIN_PC] + 4;
        return outcome.known & OUTCOME_PC;
    }
}

uint32_t entry_first(struct registers *registers, const struct arrival *arrival,
                     enum bobbin_vector first, const struct code *code, struct guest *guest)
{
    enum { ABORT_MASK = 1 << 8, MASK = 1 << 7, STATE = BOBBIN_CPSR_T | BOBBIN_CPSR_MODE };

    *registers = *arrival->now;
    registers->cpsr = (arrival->before->cpsr & ~(uint32_t)STATE) | MASK | mode_of_vector(first);
    if (first > BOBBIN_VECTOR_CALL)
        registers->cpsr |= ABORT_MASK;
    return find_lr(arrival, first, code, guest, &registers->r[BOBBIN_LR]) ? OUTCOME_ALL : 0;
}

/* FROM, complete, may have changed the mode: registers->cpsr becomes what it is now, if known. */
static void follow_mode(struct entry *entry, const struct arrival *arrival, struct banks *banks)
{
    struct registers *registers = &entry->interrupted;
    uint32_t old = arrival->before->cpsr, cpsr = registers->cpsr;
    enum bobbin_bank bank = bank_of(old);

    if (!(entry->known & OUTCOME_CPSR) && banks->known & BOBBIN_BANKS_SPSR(bank)) {
        cpsr = banks->spsr[bank];
        entry->known |= OUTCOME_CPSR;
    }
    if (!(entry->known & OUTCOME_CPSR))
        banks->known = 0; /* of which mode its registers are is unknown */
    if (!((cpsr ^ old) & BOBBIN_CPSR_MODE)) {
        registers->cpsr = cpsr;
        return;
    }
    registers->cpsr = old;
    banks_leave(banks, registers, entry->known);
    registers->cpsr = cpsr;
    entry->known = banks_load(banks, registers, old, entry->known);
}

/* The registers after FROM, which is complete. False if the banks turn out to be wrong. */
static bool complete(struct entry *entry, const struct arrival *arrival, const struct code *code,
                     struct guest *guest, struct banks *banks)
{
    struct outcome outcome = outcome_of(code, guest, arrival->from, arrival->before);

    entry->interrupted = outcome.after;
    entry->known = outcome.known;
    if (arrival->from->class.banked &&
        !banks_follow(banks, code, guest, arrival->from, arrival->before, arrival->now))
        return false;
    follow_mode(entry, arrival, banks);
    return true;
}

/* r0-r12 can still be read, but not r8-r12 of another set. False if one was wrong. */
static bool take_visible(struct entry *entry, const struct registers *now, bool partial)
{
    bool hides = partial || (bank_of(now->cpsr) == BOBBIN_BANK_FIQ) !=
                                (bank_of(entry->interrupted.cpsr) == BOBBIN_BANK_FIQ);
    uint32_t count = hides ? 8 : BOBBIN_SP;
    bool good = true;

    for (uint32_t i = 0; i < count; i++) {
        good &= !(entry->known >> i & 1) || entry->interrupted.r[i] == now->r[i];
        entry->interrupted.r[i] = now->r[i];
        entry->known |= 1u << i;
    }
    memcpy(entry->interrupted.d, now->d, sizeof(now->d));
    return good;
}

/*
 * pc and T of the interrupted code. An entry to Hyp mode leaves lr as it is: an interrupt comes
 * where the instruction before leads, if that is known.
 */
static void find_pc(struct entry *entry, const struct arrival *arrival, struct code *code)
{
    const struct code_instruction *from = arrival->from, *at;
    uint32_t address = arrival->now->r[BOBBIN_LR] - 4;

    if (entry->between && entry->hyp && !(entry->known & PC_KNOWN))
        return;
    entry->known |= PC_KNOWN;
    if (!entry->between)
        address = entry->vector == BOBBIN_VECTOR_CALL ? code_next(from) : from->address;
    else if (entry->hyp)
        address = entry->interrupted.r[BOBBIN_PC];
    at = code_at(code, address & ~1u);
    entry->interrupted.r[BOBBIN_PC] = address & ~1u;
    if (!entry->between || at->outside)
        return;
    entry->interrupted.cpsr &= ~BOBBIN_CPSR_T;
    if (at->thumb)
        entry->interrupted.cpsr |= BOBBIN_CPSR_T;
}

const char *entry_find(struct entry *entry, const struct arrival *arrival,
                       enum bobbin_vector vector, struct code *code, struct guest *guest,
                       struct banks *banks)
{
    uint32_t computed, pc;
    bool good, banks_good = true;

    *entry = (struct entry){.vector = (uint8_t)vector,
                            .between = is_between(arrival, vector),
                            .unexecuted = arrival->unexecuted,
                            .hyp = registers_mode(arrival->now) == MODE_HYP};
    if (!arrival->from) {
        entry->interrupted = *arrival->now;
        entry->between = true;
        banks_enter(banks, arrival->now, 0, false);
        return NULL;
    }
    entry->interrupted = *arrival->before;
    entry->known = arrival->unexecuted ? arrival->known : OUTCOME_ALL;
    if (arrival->unexecuted)
        entry->between = true;
    else if (entry->between)
        banks_good = complete(entry, arrival, code, guest, banks);
    else /* it may have loaded some registers before it aborted */
        entry->known &= ~((1u << BOBBIN_SP) - 1) | 0x1f00;
    good = take_visible(entry, arrival->now, arrival->partial) || !entry->between;
    computed = entry->known;
    pc = entry->interrupted.r[BOBBIN_PC];
    find_pc(entry, arrival, code);
    banks_leave(banks, &entry->interrupted, entry->known);
    banks_enter(banks, arrival->now, entry->interrupted.cpsr, entry->known & OUTCOME_CPSR);
    if (entry->between && !arrival->unexecuted && computed & OUTCOME_PC &&
        pc != entry->interrupted.r[BOBBIN_PC])
        return "effect";
    if (!banks_good || (!arrival->partial && !banks_agree(banks, arrival->now)))
        return "banks";
    return good ? NULL : "effect";
}
