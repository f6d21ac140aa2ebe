/* SPDX-License-Identifier: MIT */
/*
 * Runs the call frame instructions of one FDE and adds a row at each advance of the location. For
 * cfi_rows.c.
 */
#include "rows/cfi_program.h"

#include <dwarf.h>

/*
 * The DWARF number of s16. DWARF for the Arm Architecture 4.1 calls these numbers obsolescent; GCC
 * writes them.
 */
#define DWARF_S16      80
#define DWARF_D0       256
#define REMEMBERED_MAX 16

/*
 * The rule of the current row. A part of the rule is UNKNOWN if no equation of bobbin/rule.h can
 * express it.
 */
struct state {
    struct bobbin_rule rule;
    bool cfa_unknown;
    uint32_t places_unknown; /* bit N: place N (BOBBIN_PLACE_...) */
};

struct machine {
    struct byte_reader code;
    uint32_t location;
    struct state now, initial;
    struct state remembered[REMEMBERED_MAX];
    unsigned remembered_count;
    const char *error;
};

/* ---- operands -------------------------------------------------------------------------------- */

static uint32_t next_uleb(struct machine *machine)
{
    return (uint32_t)byte_reader_uleb128(&machine->code);
}

static uint32_t next_sleb(struct machine *machine)
{
    return (uint32_t)byte_reader_sleb128(&machine->code);
}

/* Multiplies as unsigned numbers: the overflow of a signed product would be undefined behaviour. */
static int32_t scaled(const struct cfi_program *program, uint32_t factor)
{
    return (int32_t)(factor * (uint32_t)program->data_align);
}

static void skip_block(struct machine *machine)
{
    byte_reader_skip(&machine->code, next_uleb(machine));
}

/* ---- registers ------------------------------------------------------------------------------- */

/*
 * The place (BOBBIN_PLACE_...) of DWARF register NUMBER. BOBBIN_PLACES if rules do not contain
 * the register. An even s register is the low word of a d register; the odd one follows in memory.
 */
static unsigned place_of(const struct cfi_program *program, uint32_t number)
{
    if (number == program->return_register)
        return BOBBIN_PLACE_RA;
    if (number >= 4 && number <= 11)
        return BOBBIN_PLACE_R4 + number - 4;
    if (number >= DWARF_S16 && number < DWARF_S16 + 16 && number % 2 == 0)
        return BOBBIN_PLACE_D8 + (number - DWARF_S16) / 2;
    if (number >= DWARF_D0 + 8 && number <= DWARF_D0 + 15)
        return BOBBIN_PLACE_D8 + number - DWARF_D0 - 8;
    return BOBBIN_PLACES;
}

static void set_place(struct machine *machine, unsigned place, enum bobbin_place_kind kind,
                      int32_t value)
{
    if (place == BOBBIN_PLACES)
        return;
    rule_put(&machine->now.rule, place, kind, value);
    machine->now.places_unknown &= ~(1u << place);
}

static void set_unknown(struct machine *machine, unsigned place)
{
    if (place != BOBBIN_PLACES)
        machine->now.places_unknown |= 1u << place;
}

static void set_register(struct machine *machine, unsigned place, uint32_t from)
{
    bool can_be_named = from <= 3 || from == 12 || from == BOBBIN_LR;

    if (place == BOBBIN_PLACE_RA && from == BOBBIN_LR)
        set_place(machine, place, BOBBIN_SAME, 0);
    else if (can_be_named && (place < BOBBIN_PLACE_D8 || place == BOBBIN_PLACE_RA))
        set_place(machine, place, BOBBIN_REGISTER, (int32_t)from);
    else
        set_unknown(machine, place);
}

static void set_initial(struct machine *machine, unsigned place)
{
    if (place == BOBBIN_PLACES)
        return;
    rule_put(&machine->now.rule, place, machine->initial.rule.place_kind[place],
             machine->initial.rule.place_value[place]);
    machine->now.places_unknown &= ~(1u << place);
    machine->now.places_unknown |= machine->initial.places_unknown & 1u << place;
}

static void set_cfa(struct machine *machine, uint32_t number, int32_t offset)
{
    machine->now.rule.cfa_register = (uint8_t)number;
    machine->now.rule.cfa_offset = offset;
    machine->now.cfa_unknown = number >= BOBBIN_PC;
}

/* ---- rows ------------------------------------------------------------------------------------ */

/* In DWARF an undefined return address means that there is no caller (DWARF 5, 6.4.4). */
static struct bobbin_rule finished_rule(const struct state *state)
{
    if (state->rule.place_kind[BOBBIN_PLACE_RA] == BOBBIN_LOST)
        return rule_of_form(BOBBIN_FORM_ROOT);
    if (state->cfa_unknown || state->places_unknown || state->rule.form == BOBBIN_FORM_NONE ||
        !rule_is_sane(&state->rule))
        return rule_of_form(BOBBIN_FORM_NONE);
    return state->rule;
}

static void advance(struct machine *machine, const struct cfi_program *program, struct rows *rows,
                    uint32_t to)
{
    struct bobbin_rule rule = finished_rule(&machine->now);

    if (to < machine->location || to > program->end) {
        machine->error = "a row lies outside its function";
        return;
    }
    if (rows && to > machine->location)
        rows_add(rows, machine->location, to, &rule,
                 rule.form == BOBBIN_FORM_NONE ? ROW_UNKNOWN : ROW_CFI);
    machine->location = to;
}

static void remember(struct machine *machine)
{
    if (machine->remembered_count == REMEMBERED_MAX)
        machine->error = "too many remembered states";
    else
        machine->remembered[machine->remembered_count++] = machine->now;
}

/* DW_CFA_restore_state. The remembered row includes the cfa, so the cfa is restored too. */
static void restore_remembered(struct machine *machine)
{
    if (machine->remembered_count == 0)
        machine->error = "DW_CFA_restore_state without DW_CFA_remember_state";
    else
        machine->now = machine->remembered[--machine->remembered_count];
}

/* ---- instructions ---------------------------------------------------------------------------- */

static void run_cfa(struct machine *machine, const struct cfi_program *program, uint32_t opcode)
{
    struct bobbin_rule *rule = &machine->now.rule;
    uint32_t number;

    switch (opcode) {
    case DW_CFA_def_cfa:
        number = next_uleb(machine);
        set_cfa(machine, number, (int32_t)next_uleb(machine));
        break;
    case DW_CFA_def_cfa_sf:
        number = next_uleb(machine);
        set_cfa(machine, number, scaled(program, next_sleb(machine)));
        break;
    case DW_CFA_def_cfa_register:
        set_cfa(machine, next_uleb(machine), rule->cfa_offset);
        break;
    case DW_CFA_def_cfa_offset:
        set_cfa(machine, rule->cfa_register, (int32_t)next_uleb(machine));
        break;
    case DW_CFA_def_cfa_offset_sf:
        set_cfa(machine, rule->cfa_register, scaled(program, next_sleb(machine)));
        break;
    default: /* DW_CFA_def_cfa_expression */
        skip_block(machine);
        machine->now.cfa_unknown = true;
        break;
    }
    rule->form = BOBBIN_FORM_FRAME;
}

static void run_place(struct machine *machine, const struct cfi_program *program, uint32_t opcode)
{
    unsigned place = place_of(program, next_uleb(machine));

    switch (opcode) {
    case DW_CFA_offset_extended:
        set_place(machine, place, BOBBIN_SLOT, scaled(program, next_uleb(machine)));
        break;
    case DW_CFA_offset_extended_sf:
        set_place(machine, place, BOBBIN_SLOT, scaled(program, next_sleb(machine)));
        break;
    case DW_CFA_restore_extended:
        set_initial(machine, place);
        break;
    case DW_CFA_undefined:
        set_place(machine, place, BOBBIN_LOST, 0);
        break;
    case DW_CFA_same_value:
        set_place(machine, place, BOBBIN_SAME, 0);
        break;
    case DW_CFA_register:
        set_register(machine, place, next_uleb(machine));
        break;
    case DW_CFA_val_offset:
    case DW_CFA_val_offset_sf:
        next_uleb(machine);
        set_unknown(machine, place);
        break;
    default: /* DW_CFA_expression, DW_CFA_val_expression */
        skip_block(machine);
        set_unknown(machine, place);
        break;
    }
}

static void run_extended(struct machine *machine, const struct cfi_program *program,
                         struct rows *rows, uint32_t opcode)
{
    switch (opcode) {
    case DW_CFA_nop:
        break;
    case DW_CFA_set_loc:
        advance(machine, program, rows, (uint32_t)byte_reader_number(&machine->code, 4) & ~1u);
        break;
    case DW_CFA_advance_loc1:
    case DW_CFA_advance_loc2:
    case DW_CFA_advance_loc4:
        advance(machine, program, rows,
                machine->location + program->code_align *
                                        (uint32_t)byte_reader_number(
                                            &machine->code, 1u << (opcode - DW_CFA_advance_loc1)));
        break;
    case DW_CFA_remember_state:
        remember(machine);
        break;
    case DW_CFA_restore_state:
        restore_remembered(machine);
        break;
    case DW_CFA_def_cfa:
    case DW_CFA_def_cfa_sf:
    case DW_CFA_def_cfa_register:
    case DW_CFA_def_cfa_offset:
    case DW_CFA_def_cfa_offset_sf:
    case DW_CFA_def_cfa_expression:
        run_cfa(machine, program, opcode);
        break;
    case DW_CFA_GNU_args_size:
        next_uleb(machine);
        break;
    case DW_CFA_offset_extended:
    case DW_CFA_offset_extended_sf:
    case DW_CFA_restore_extended:
    case DW_CFA_undefined:
    case DW_CFA_same_value:
    case DW_CFA_register:
    case DW_CFA_val_offset:
    case DW_CFA_val_offset_sf:
    case DW_CFA_expression:
    case DW_CFA_val_expression:
        run_place(machine, program, opcode);
        break;
    default:
        machine->error = "unknown CFA instruction";
        break;
    }
}

static void run(struct machine *machine, const struct cfi_program *program, struct rows *rows)
{
    while (!machine->error && !machine->code.failed && machine->code.at < machine->code.end) {
        uint32_t byte = (uint32_t)byte_reader_number(&machine->code, 1);
        uint32_t low = byte & 0x3f;
        switch (byte & 0xc0) {
        case DW_CFA_advance_loc:
            advance(machine, program, rows, machine->location + low * program->code_align);
            break;
        case DW_CFA_offset:
            set_place(machine, place_of(program, low), BOBBIN_SLOT,
                      scaled(program, next_uleb(machine)));
            break;
        case DW_CFA_restore:
            set_initial(machine, place_of(program, low));
            break;
        default:
            run_extended(machine, program, rows, byte);
            break;
        }
    }
    if (machine->code.failed)
        machine->error = "an instruction ends inside its operand";
}

const char *cfi_run(const struct cfi_program *program, struct rows *rows)
{
    struct machine machine = {.location = program->start, .code = program->initial};

    machine.now.rule = rule_of_form(BOBBIN_FORM_NONE);
    run(&machine, program, NULL);
    machine.initial = machine.now;
    machine.code = program->own;
    machine.location = program->start;
    run(&machine, program, rows);
    if (!machine.error)
        advance(&machine, program, rows, program->end);
    return machine.error;
}
