/* SPDX-License-Identifier: MIT */
#include "check.h"

#include <string.h>

#include "check_parts.h"

static const char *const place_names[BOBBIN_PLACES] = {
    "r4", "r5",  "r6",  "r7",  "r8",  "r9",  "r10", "r11", "d8",
    "d9", "d10", "d11", "d12", "d13", "d14", "d15", "pc",
};

void trace_mismatch(struct check *check, const struct trace *trace, const char *what)
{
    const struct mismatch found = {.what = what,
                                   .address = trace->address,
                                   .frame = trace->frame,
                                   .kind = trace->kind,
                                   .pc = trace->pc,
                                   .cpsr = trace->cpsr};

    findings_add(check->findings, &found);
}

void trace_gap(struct check *check, const struct trace *trace, const char *what)
{
    const struct mismatch gap = {.what = what, .address = trace->address, .finding = FINDING_GAP};

    findings_add(check->findings, &gap);
}

bool trace_equal(struct check *check, const struct trace *trace, const char *what,
                 uint64_t expected, uint64_t got)
{
    const struct mismatch found = {what,      trace->address,  trace->frame, trace->kind,
                                   trace->pc, trace->cpsr,     expected,     got,
                                   true,      FINDING_MISMATCH};

    if (expected == got)
        return true;
    findings_add(check->findings, &found);
    return false;
}

static enum bobbin_stop find_rule(const struct check *check, const struct trace *trace,
                                  struct bobbin_rule *rule)
{
    enum bobbin_trust trust;

    return bobbin_rule_at(&check->env, trace->pc, (enum bobbin_kind)trace->kind, trace->cpsr, rule,
                          &trust);
}

enum bobbin_place_kind trace_rule_of_place(const struct check *check, const struct trace *trace,
                                           unsigned place)
{
    struct bobbin_rule rule;

    if (find_rule(check, trace, &rule) != BOBBIN_STOP_NONE)
        return BOBBIN_SAME;
    return (enum bobbin_place_kind)rule.place_kind[place];
}

static bool is_in(uint32_t places, unsigned place)
{
    return places >> place & 1;
}

/* The cursor has no value for PLACE. This is right only if a rule of this trace calls it lost. */
static void compare_lost(struct check *check, struct trace *trace, unsigned place)
{
    if (is_in(trace->wrong, place))
        return;
    if (is_in(trace->lost, place) || trace_rule_of_place(check, trace, place) == BOBBIN_LOST) {
        trace->lost |= 1u << place;
        check->counts.lost++;
    } else {
        trace->wrong |= 1u << place;
        trace_mismatch(check, trace, place_names[place]);
    }
}

/*
 * A value that an earlier frame got wrong stays wrong until a rule reloads it; that is not counted
 * again.
 */
static void compare_place(struct check *check, struct trace *trace, unsigned place,
                          uint64_t expected, uint64_t got)
{
    bool inherited =
        is_in(trace->wrong, place) && trace_rule_of_place(check, trace, place) == BOBBIN_SAME;

    trace->lost &= ~(1u << place);
    trace->wrong &= ~(1u << place);
    if (expected == got)
        return;
    trace->wrong |= 1u << place;
    if (!inherited)
        trace_equal(check, trace, place_names[place], expected, got);
}

/*
 * Whether the next step's cfa depends on a register known to be wrong. The step's result is then
 * useless.
 */
static bool is_misled(const struct check *check, const struct trace *trace)
{
    struct bobbin_rule rule;

    return trace->wrong && find_rule(check, trace, &rule) == BOBBIN_STOP_NONE &&
           rule.form != BOBBIN_FORM_ROOT && rule.cfa_register >= 4 && rule.cfa_register < 12 &&
           is_in(trace->wrong, rule.cfa_register - 4u);
}

#define SAVED (0xffu * (BOBBIN_VALID_R(4) | BOBBIN_VALID_D(8)))

/* Fast path: whether r4-r11 and d8-d15 are all known and equal BEFORE. This is the usual case. */
static bool has_all(const struct bobbin_cursor *cursor, const struct registers *before)
{
    return (cursor->valid & SAVED) == SAVED &&
           memcmp(&cursor->r[4], &before->r[4], 8 * sizeof(cursor->r[4])) == 0 &&
           memcmp(cursor->d, before->d, sizeof(cursor->d)) == 0;
}

/* Whether register NUMBER is given up, and the trace gives the value that it holds now. */
static bool holds_given_up(const struct check *check, const struct trace *trace, unsigned number)
{
    return trace->now && (check->given_up >> number & 1) &&
           (trace->cursor.valid & BOBBIN_VALID_R(number)) &&
           trace->cursor.r[number] == trace->now->r[number];
}

bool trace_compare(struct check *check, struct trace *trace, const struct record *record)
{
    const struct bobbin_cursor *cursor = &trace->cursor;
    const struct registers *before = &record->before;
    uint32_t pc = cursor->r[BOBBIN_PC] | (cursor->cpsr & BOBBIN_CPSR_T ? 1 : 0);
    bool good;

    good = trace_equal(check, trace, "pc", record->return_address, pc);
    good &= trace_equal(check, trace, "sp", before->r[BOBBIN_SP], cursor->r[BOBBIN_SP]);
    if (!trace->wrong && has_all(cursor, before)) {
        trace->lost = 0;
        return good;
    }
    for (unsigned i = 0; i < 8; i++) {
        if (holds_given_up(check, trace, i + 4))
            trace->lost &= ~(1u << (BOBBIN_PLACE_R4 + i));
        else if (cursor->valid & BOBBIN_VALID_R(i + 4))
            compare_place(check, trace, BOBBIN_PLACE_R4 + i, before->r[i + 4], cursor->r[i + 4]);
        else
            compare_lost(check, trace, BOBBIN_PLACE_R4 + i);
        if (cursor->valid & BOBBIN_VALID_D(i + 8))
            compare_place(check, trace, BOBBIN_PLACE_D8 + i, before->d[i], cursor->d[i]);
        else
            compare_lost(check, trace, BOBBIN_PLACE_D8 + i);
    }
    return good;
}

/* ---- one step -------------------------------------------------------------------------------- */

/*
 * A local call has two right answers (see shadow.h): returns the record that the trace has chosen.
 */
static const struct record *answered(struct trace *trace, const struct record *record)
{
    uint32_t sp = trace->cursor.r[BOBBIN_SP];

    if (!record->local || trace->records < 2 || record[-1].kind != RECORD_CALL ||
        sp == record->before.r[BOBBIN_SP])
        return record;
    trace->records--;
    return record - 1;
}

static bool is_called_by_entry_code(const struct trace *trace, const struct record *record)
{
    return trace->records > 1 && record->kind == RECORD_CALL && record[-1].kind == RECORD_EXCEPTION;
}

/*
 * Whether the function that entry code called by RECORD has, before its next step, changed the mode
 * or removed words of its caller. Then it is a part of the handler: its caller is the interrupted
 * code.
 */
static bool is_part_of_handler(const struct trace *trace, const struct record *record)
{
    return is_called_by_entry_code(trace, record) &&
           (registers_mode(&record->before) != (trace->cpsr & BOBBIN_CPSR_MODE) ||
            trace->sp > record->before.r[BOBBIN_SP]);
}

/* Whether the last step left the handler, and not only the function that it called by RECORD. */
static bool left_handler(const struct trace *trace, const struct record *record, bool stepped)
{
    if (stepped)
        return is_called_by_entry_code(trace, record) && trace->banks.crossings > trace->crossings;
    return is_part_of_handler(trace, record);
}

/*
 * The record for the next comparison, or NULL. After a jump to reset, that is the record of the
 * jump's caller.
 */
static const struct record *next_record(struct trace *trace, bool stepped)
{
    const struct record *record = trace->record;

    if (trace->records && stepped && record[trace->records - 1].kind == RECORD_RESET)
        trace->records--;
    return trace->records ? &record[trace->records - 1] : NULL;
}

static bool check_call(struct check *check, struct trace *trace, const struct record *record,
                       bool stepped)
{
    if (left_handler(trace, record, stepped)) {
        trace->records--;
        return check_crossing(check, trace, stepped);
    }
    if (!stepped && trace->lacks_lr && trace->cursor.stop == BOBBIN_STOP_LOST &&
        trace->cursor.stop_value == BOBBIN_LR) {
        check->counts.lost++;
        return false;
    }
    trace->lacks_lr = false;
    if (!stepped) {
        trace_ended_early(check, trace);
        return false;
    }
    record = answered(trace, record);
    trace->records--;
    return trace_compare(check, trace, record);
}

static bool check_step(struct check *check, struct trace *trace, bool stepped)
{
    const struct record *record = next_record(trace, stepped);

    check->counts.frames++;
    if (!record) {
        trace_at_root(check, trace, stepped);
        return false;
    }
    switch (record->kind) {
    case RECORD_LAUNCH:
        check->counts.fabricated++;
        return false;
    case RECORD_CALL:
        return check_call(check, trace, record, stepped);
    case RECORD_EXCEPTION:
        return check_crossing(check, trace, stepped);
    default: /* a jump to reset */
        if (stepped)
            trace_mismatch(check, trace, "past-root");
        else if (!trace_ends_at_reset(check, trace))
            trace_mismatch(check, trace, bobbin_stop_name(trace->cursor.stop));
        return false;
    }
}

/* Whether the next step may cross an exception, and so may read other stacks. */
static bool may_cross(const struct trace *trace)
{
    const struct record *record = &trace->record[trace->records - 1];

    return trace->records &&
           (record->kind == RECORD_EXCEPTION || is_part_of_handler(trace, record));
}

bool trace_step(struct check *check, struct trace *trace)
{
    struct bobbin_cursor *cursor = &trace->cursor;
    trace->kind = cursor->kind;
    trace->pc = cursor->r[BOBBIN_PC];
    trace->sp = cursor->r[BOBBIN_SP];
    trace->cpsr = cursor->cpsr;
    trace->address = bobbin_lookup_address(cursor->r[BOBBIN_PC], (enum bobbin_kind)cursor->kind);
    if (is_misled(check, trace))
        return false;
    if (check->code->licences.granted & LICENCE_RESUME &&
        code_licences(check->code, trace->address) & LICENCE_RESUME) {
        check->counts.fabricated++;
        return false;
    }
    check->guest->floor = may_cross(trace) ? 0 : cursor->r[BOBBIN_SP];
    check->guest->reads_count = 0;
    return check_step(check, trace, bobbin_step(cursor, &check->env));
}

void check_instruction(struct check *check, const struct code_instruction *at,
                       const struct registers *now, bool walk)
{
    struct trace trace = {
        .now = now, .record = check->shadow->record, .records = check->shadow->count};

    check->now = now;
    if (at->outside) {
        check->counts.skipped++;
        return;
    }
    bobbin_begin_across(&trace.cursor, &check->env, &trace.banks, now->r, now->cpsr);
    memcpy(trace.cursor.d, now->d, sizeof(now->d));
    trace.cursor.valid |= 0xffu << 24;
    check->counts.walks += walk;
    while (trace_step(check, &trace) && walk)
        trace.frame++;
}

bool check_read(void *context, enum bobbin_space space, uint32_t address, void *out,
                uint32_t size_bytes)
{
    const struct check *check = context;

    return guest_read(check->guest, space, address, out, size_bytes);
}

bool check_read_bank(void *context, uint32_t mode, uint32_t number, uint32_t *out)
{
    const struct check *check = context;

    return check->now && banks_read(&check->shadow->banks, check->now, mode, number, out);
}
