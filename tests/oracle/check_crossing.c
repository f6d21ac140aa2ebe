/* SPDX-License-Identifier: MIT */
/* Compares a crossing with the registers that the exception interrupted. */
#include "check_parts.h"

enum { CONTROL = 0x1c0 | BOBBIN_CPSR_T | BOBBIN_CPSR_MODE }; /* without flags and IT */
enum { MODE_SYS = 0x1f, MODE_MONITOR = 0x16, MODE_HYP = 0x1a };

static const char *const register_names[15] = {"r0", "r1", "r2",  "r3",  "r4",  "r5", "r6", "r7",
                                               "r8", "r9", "r10", "r11", "r12", "sp", "lr"};
static const char *const double_names[8] = {"d8", "d9", "d10", "d11", "d12", "d13", "d14", "d15"};

/* ---- no crossing ----------------------------------------------------------------------------- */

/* Whether the oracle could give the core all that it may ask for. */
static bool is_all_known(const struct record *record)
{
    return (record->entry.known & OUTCOME_ALL) == OUTCOME_ALL;
}

/* The trace ended before the crossing of RECORD. Decides whether that is right. */
static void judge_end(struct check *check, const struct trace *trace, const struct record *record)
{
    enum bobbin_stop stop = trace->cursor.stop;
    uint32_t mode = trace->cpsr & BOBBIN_CPSR_MODE;

    if (stop == BOBBIN_STOP_NO_RULE) {
        check->counts.crossings_no_rule++;
        trace_gap(check, trace, "no-rule");
    } else if (stop == BOBBIN_STOP_LOST && !is_all_known(record)) {
        check->counts.crossings_undecided++;
    } else if (stop == BOBBIN_STOP_LOST) {
        check->counts.crossings_lost++;
        check->counts.crossings_lost++;
        trace_gap(check, trace, "lost");
    } else if (stop == BOBBIN_STOP_OUTERMOST) {
        if (!(code_licences(check->code, trace->address) & LICENCE_ROOT))
            trace_mismatch(check, trace, bobbin_stop_name(stop));
    } else if (!(stop == BOBBIN_STOP_PC_OUTSIDE &&
                 !code_is_known(check->code, record->return_address)) &&
               !(stop == BOBBIN_STOP_WORLD_BOUNDARY &&
                 (mode == MODE_MONITOR || mode == MODE_HYP)) &&
               !(stop == BOBBIN_STOP_NO_PROGRESS &&
                 trace->banks.crossings == BOBBIN_CROSSINGS_MAX)) {
        trace_mismatch(check, trace, bobbin_stop_name(stop));
    }
}

/* ---- registers ------------------------------------------------------------------------------- */

/*
 * Whether the last step read one of the words of LENT, which has the value GOT; of a psr the bits
 * CONTROL, of a pc all but bit 0.
 */
static bool is_lent(struct check *check, const struct lent *lent, uint32_t got)
{
    uint32_t count = lent && lent->count < LENT_WORDS ? lent->count : LENT_WORDS, word;

    for (uint32_t i = 0; lent && i < count; i++)
        for (uint32_t j = 0; j < check->guest->reads_count; j++)
            if (check->guest->reads[j] == lent->address[i] &&
                guest_copy(check->guest, lent->address[i], &word, sizeof(word)) &&
                (word == got || (word & CONTROL) == got || (word & ~1u) == got))
                return true;
    return false;
}

/*
 * Whether GOT is *EXPECTED, or what a function of the handler has put in its place. The latter is
 * from now on what the handler will return to.
 */
static bool is_right(struct check *check, const struct trace *trace, const struct record *record,
                     const char *what, uint32_t *expected, uint32_t got)
{
    if (*expected == got)
        return true;
    if (!is_lent(check, record->lent, got))
        return trace_equal(check, trace, what, *expected, got);
    check->counts.crossings_lent++;
    *expected = got;
    return true;
}

/* r0-r12 or lr; it may be lost. */
static void compare_register(struct check *check, struct trace *trace, struct record *record,
                             uint32_t number)
{
    const struct bobbin_cursor *cursor = &trace->cursor;
    uint32_t place = number >= 4 && number < 12 ? 1u << (number - 4) : 0;

    trace->lost &= ~place;
    trace->wrong &= ~place;
    if (!(cursor->valid & BOBBIN_VALID_R(number))) {
        check->counts.crossings_lost_registers++;
        trace->lost |= place;
    } else if (!(record->entry.known >> number & 1)) {
        check->counts.crossings_undecided++;
    } else if (!is_right(check, trace, record, register_names[number],
                         &record->entry.interrupted.r[number], cursor->r[number])) {
        trace->wrong |= place;
    }
}

static void compare_double(struct check *check, struct trace *trace, const struct record *record,
                           uint32_t i)
{
    const struct bobbin_cursor *cursor = &trace->cursor;
    uint32_t place = 1u << (BOBBIN_PLACE_D8 + i);

    trace->lost &= ~place;
    trace->wrong &= ~place;
    if (!(cursor->valid & BOBBIN_VALID_D(i + 8))) {
        check->counts.crossings_lost_registers++;
        trace->lost |= place;
    } else if (!trace_equal(check, trace, double_names[i], record->entry.interrupted.d[i],
                            cursor->d[i])) {
        trace->wrong |= place;
    }
}

/* The bits CONTROL of cpsr. */
static bool compare_cpsr(struct check *check, const struct trace *trace, struct record *record)
{
    uint32_t *cpsr = &record->entry.interrupted.cpsr, control = *cpsr & CONTROL;
    bool good;

    if (!(record->entry.known & OUTCOME_CPSR))
        return true;
    good = is_right(check, trace, record, "cpsr", &control, trace->cursor.cpsr & CONTROL);
    *cpsr = (*cpsr & ~(uint32_t)CONTROL) | control;
    return good;
}

/*
 * A handler without a known vector: its rule gives the address to which it will return, which may
 * be the next instruction.
 */
static bool has_pc_of_unnamed(const struct check *check, const struct trace *trace,
                              const struct record *record)
{
    uint32_t address = record->entry.interrupted.r[BOBBIN_PC], pc = trace->cursor.r[BOBBIN_PC];

    return pc == address || (!record->entry.between && record->entry.vector != BOBBIN_VECTOR_CALL &&
                             pc == code_next(code_at(check->shadow->code, address)));
}

/* The exception itself: vector, kind and pc. */
static bool compare_exception(struct check *check, const struct trace *trace, struct record *record)
{
    struct registers *expected = &record->entry.interrupted;
    uint8_t kind =
        record->entry.vector == BOBBIN_VECTOR_CALL ? BOBBIN_KIND_CALL : BOBBIN_KIND_INTERRUPTED;
    bool good;

    if (!(record->entry.known >> BOBBIN_PC & 1))
        return true;
    if (trace->banks.vector == BOBBIN_VECTOR_NONE && has_pc_of_unnamed(check, trace, record))
        return true;
    good = trace_equal(check, trace, "vector", record->entry.vector, trace->banks.vector);
    good &=
        is_right(check, trace, record, "pc", &expected->r[BOBBIN_PC], trace->cursor.r[BOBBIN_PC]);
    return good & trace_equal(check, trace, "kind", kind, trace->cursor.kind);
}

/* pc, sp, cpsr, kind: without them the rest of the trace is useless. */
static bool compare_essential(struct check *check, const struct trace *trace, struct record *record)
{
    bool good = compare_exception(check, trace, record);

    if (record->entry.known >> BOBBIN_SP & 1)
        good &= trace_equal(check, trace, "sp", record->entry.interrupted.r[BOBBIN_SP],
                            trace->cursor.r[BOBBIN_SP]);
    return good & compare_cpsr(check, trace, record);
}

/*
 * Whether the rest of the trace can be compared: the oracle has judged the instruction before, and
 * no function of the handler has changed where it will return to.
 */
static bool has_known_callers(const struct record *record)
{
    return !record->from && record->entry.interrupted.r[BOBBIN_PC] == record->return_address;
}

static void count(struct check *check, const struct trace *trace, const struct record *record)
{
    struct check_counts *counts = &check->counts;
    uint32_t cpsr = record->entry.interrupted.cpsr;

    counts->crossings++;
    counts->crossings_nested += trace->banks.crossings > 1;
    counts->crossings_by_vector[record->entry.vector]++;
    counts->crossings_by_bank[bank_of(cpsr)]++;
    counts->crossings_system += (cpsr & BOBBIN_CPSR_MODE) == MODE_SYS;
}

bool check_crossing(struct check *check, struct trace *trace, bool stepped)
{
    struct record *record = &trace->record[trace->records - 1];
    uint32_t crossings = trace->crossings;

    if (!stepped) {
        judge_end(check, trace, record);
        return false;
    }
    trace->crossings = trace->banks.crossings;
    if (trace->crossings == crossings) {
        trace_mismatch(check, trace, "past-exception");
        return false;
    }
    trace->records--;
    count(check, trace, record);
    if (!compare_essential(check, trace, record))
        return false;
    for (uint32_t i = 0; i <= BOBBIN_LR; i++)
        if (i != BOBBIN_SP)
            compare_register(check, trace, record, i);
    for (uint32_t i = 0; i < 8; i++)
        compare_double(check, trace, record, i);
    trace->lacks_lr = !(trace->cursor.valid & BOBBIN_VALID_R(BOBBIN_LR));
    trace->unclear = !has_known_callers(record);
    return !trace->unclear;
}
