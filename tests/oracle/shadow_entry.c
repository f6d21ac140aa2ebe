/* SPDX-License-Identifier: MIT */
/* Exceptions enter the shadow stack. */
#include <string.h>

#include "shadow_parts.h"

/* Judges the instruction before ENTRY with the computed registers. False if these are unknown. */
static bool judge_interrupted(struct shadow *shadow, const struct entry *entry)
{
    enum { NEEDED = OUTCOME_CPSR | 1 << BOBBIN_SP | 1 << BOBBIN_PC };
    uint64_t resumed = shadow->counts.resumed;

    if ((entry->known & NEEDED) != NEEDED)
        return false;
    shadow_judge(shadow, code_at(shadow->code, entry->interrupted.r[BOBBIN_PC]),
                 &entry->interrupted);
    /* The instruction that an exception has just returned to was not executed. */
    shadow->counts.resumed = resumed;
    shadow->resumed = false;
    return true;
}

/*
 * The exception that returned last goes on as the new one, if nothing was executed in between: the
 * instruction that it interrupted is still to be judged.
 */
static void take_over(struct shadow *shadow, uint32_t address)
{
    const struct record *top = shadow_top(shadow);

    if (shadow->from->class.flow != STEP_EXCEPTION_RETURN ||
        !shadow_top_is(shadow, RECORD_EXCEPTION) ||
        (!top->anywhere && top->return_address != address))
        return;
    shadow->from = top->from;
    shadow->before = top->before;
    shadow_pop(shadow);
}

static void enter_one(struct shadow *shadow, const struct arrival *arrival,
                      enum bobbin_vector vector)
{
    struct entry entry;
    const char *fault =
        entry_find(&entry, arrival, vector, shadow->code, shadow->guest, &shadow->banks);
    bool is_judged =
        !entry.between || entry.unexecuted || !shadow->from || judge_interrupted(shadow, &entry);
    struct record *record;

    if (!is_judged)
        take_over(shadow, entry.interrupted.r[BOBBIN_PC]);
    record = shadow_push(shadow, RECORD_EXCEPTION);
    record->from = is_judged ? NULL : shadow->from;
    record->before = shadow->before;
    record->return_address = entry.interrupted.r[BOBBIN_PC];
    record->anywhere = !entry.between || entry.hyp;
    record->entry = entry;
    shadow->counts.exceptions++;
    shadow->entered = true;
    if (fault)
        shadow->fault = fault;
}

bool shadow_is_back_at_vector(const struct shadow *shadow, uint32_t address)
{
    return shadow->from && shadow->from->class.flow == STEP_EXCEPTION_RETURN &&
           shadow_top_is(shadow, RECORD_EXCEPTION) && shadow_top(shadow)->entry.unexecuted &&
           shadow_top(shadow)->return_address == address;
}

/*
 * The first of two exceptions is entered, and REGISTERS are those at its vector but for what the
 * emulator does not show: sp, and r8-r12, which are still those of the interrupted code. Adds these
 * and returns the bits of those that are known, of KNOWN.
 */
static uint32_t complete_first(const struct shadow *shadow, struct registers *registers,
                               uint32_t known)
{
    enum { HIGH = 0x1f00 };
    const struct entry *entry = &shadow->record[shadow->count - 1].entry;
    enum bobbin_bank bank = bank_of(registers->cpsr);

    memcpy(&registers->r[8], &entry->interrupted.r[8], BANKS_HIGH * sizeof(registers->r[8]));
    registers->r[BOBBIN_SP] = shadow->banks.sp[bank];
    if (!(shadow->banks.known & BOBBIN_BANKS_SP(bank)))
        known &= ~(1u << BOBBIN_SP);
    return known & (entry->known | ~(uint32_t)HIGH);
}

/* Two exceptions may come one after another, before the first one's vector is executed. */
void shadow_enter_exception(struct shadow *shadow, const struct arrival *arrival,
                            enum bobbin_vector vector)
{
    uint32_t address = arrival->now->r[BOBBIN_LR] - 4, known = 0;
    enum bobbin_vector first = entry_unexecuted(arrival, vector, shadow->guest);
    struct registers between;
    struct arrival part = *arrival;

    if (first != BOBBIN_VECTOR_NONE && !shadow_is_back_at_vector(shadow, address))
        known = entry_first(&between, arrival, first, shadow->code, shadow->guest);
    if (known) {
        part.at = code_at(shadow->code, address);
        part.now = &between;
        part.partial = true;
        enter_one(shadow, &part, first);
        known = complete_first(shadow, &between, known);
        part = (struct arrival){part.at, &between, arrival->at, arrival->now, true, known, false};
    }
    enter_one(shadow, &part, vector);
}
