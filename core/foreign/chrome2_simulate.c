/* SPDX-License-Identifier: MIT */
/*
 * A second reader of Chromium's tables of 2021. For an interrupted frame it first simulates up to
 * INSTRUCTIONS_MAX instructions from the pc on. If they lead to a return, their effect is the rule.
 * Otherwise the table is read.
 */
#include "../insn/code.h"
#include "chrome2.h"

enum { INSTRUCTIONS_MAX = 8, SAVED_FIRST = 4, SAVED_LAST = 11 };

/*
 * The simulated part of a path to a return. sp is r[base] + offset. r[frame] is its value at the pc
 * plus MOVED. All are in bytes.
 */
struct way_out {
    uint32_t base, frame;
    int32_t offset, moved;
    uint32_t taken; /* bit n: r[n] was loaded from r[base] + slot[n] */
    int32_t slot[16];
    bool done;
};

static void load(struct way_out *out, const struct code_op *op)
{
    int32_t at = code_sum(out->offset, op->offset);

    for (uint32_t number = 0; number < 16; number++)
        if (op->registers >> number & 1) {
            out->slot[number] = at;
            at = code_sum(at, 4);
        }
    out->taken |= op->registers & 0xffff;
    out->offset = code_sum(out->offset, op->writeback);
    out->done = op->registers >> BOBBIN_PC & 1;
}

/* Executes sp = r[number]. Returns false if a register was already loaded from the stack. */
static bool set_base(struct way_out *out, uint32_t number)
{
    if (out->taken || out->base != BOBBIN_SP || number < SAVED_FIRST || number > SAVED_LAST)
        return false;
    out->base = number;
    out->offset = number == out->frame ? out->moved : 0;
    return true;
}

/*
 * Executes an addition to sp, or one addition to a frame register, which may then become the new
 * sp. Any other change of r4-r11 ends the simulation: it could change a value of the caller.
 */
static bool add(struct way_out *out, const struct code_op *op)
{
    if (op->target == BOBBIN_SP) {
        if (op->base != BOBBIN_SP && !set_base(out, op->base))
            return false;
        out->offset = code_sum(out->offset, op->offset);
        return true;
    }
    if (op->target < SAVED_FIRST || op->target > SAVED_LAST)
        return true;
    if (op->base != op->target || out->base != BOBBIN_SP || out->frame != BOBBIN_SP)
        return false;
    out->frame = op->target;
    out->moved = op->offset;
    return true;
}

/* Whether OP only accesses memory: it does not move sp, and does not load or store lr or pc. */
static bool is_plain(const struct code_op *op)
{
    return (op->kind == CODE_STORE || op->kind == CODE_LOAD) &&
           !(op->base == BOBBIN_SP && op->writeback) && !(op->registers >> BOBBIN_LR & 3);
}

/*
 * Simulates OP at ADDRESS, relative to the base of TABLE. Returns false if the path cannot lead to
 * a return.
 */
static bool simulate(struct way_out *out, const struct code_op *op,
                     const struct foreign_table *table, uint32_t address)
{
    if (op->condition != CODE_ALWAYS)
        return false;
    if (op->kind == CODE_ADD)
        return add(out, op);
    if (op->kind == CODE_LOAD && op->base == BOBBIN_SP && op->writeback > 0) {
        load(out, op);
        return true;
    }
    if (op->kind == CODE_JUMP)
        out->done = op->target == BOBBIN_LR;
    if (op->kind == CODE_BRANCH) /* a tail call returns to the caller */
        out->done = chrome2_starts_at(table, address + (uint32_t)op->offset);
    return out->done || op->kind == CODE_OTHER || is_plain(op);
}

/* Sets PLACE of RULE to the slot from which register NUMBER was loaded. */
static void set_place(struct bobbin_rule *rule, uint32_t place, const struct way_out *out,
                      uint32_t number)
{
    rule->place_kind[place] = BOBBIN_SLOT;
    rule->place_value[place] = (int32_t)((uint32_t)out->slot[number] - (uint32_t)out->offset);
}

static void set_rule(struct bobbin_rule *rule, const struct way_out *out)
{
    uint32_t return_register = out->taken >> BOBBIN_PC & 1 ? BOBBIN_PC : BOBBIN_LR;

    rule->cfa_register = (uint8_t)out->base;
    rule->cfa_offset = out->offset;
    for (uint32_t place = BOBBIN_PLACE_R4; place < BOBBIN_PLACE_D8; place++)
        if (out->taken >> (place + 4) & 1)
            set_place(rule, place, out, place + 4);
    if (out->taken >> return_register & 1)
        set_place(rule, BOBBIN_PLACE_RA, out, return_register);
}

/*
 * Whether the instructions from the pc on lead to a return; RULE is then the rule at the pc.
 * *REASON is the stop reason if code could not be read, for example because of the budget.
 */
static bool is_way_out(const struct foreign_table *table, const struct foreign_question *question,
                       struct bobbin_rule *rule, enum bobbin_stop *reason)
{
    uint32_t pc = table->cursor->r[BOBBIN_PC] & ~1u; /* bobbin_rule_at keeps the Thumb bit */
    uint32_t address = question->address;
    struct way_out out;
    struct code_op op;

    out.base = out.frame = BOBBIN_SP;
    out.taken = 0;
    out.offset = out.moved = 0;
    out.done = false;
    for (uint32_t i = 0; i < INSTRUCTIONS_MAX && !out.done; i++) {
        *reason = foreign_instruction(table, pc + (address - question->address), &op);
        if (*reason != BOBBIN_STOP_NONE || !simulate(&out, &op, table, address))
            return false;
        address += op.size_bytes;
    }
    if (out.done)
        set_rule(rule, &out);
    return out.done;
}

static enum bobbin_stop read(const struct foreign_table *table,
                             const struct foreign_question *question, struct bobbin_rule *rule)
{
    enum bobbin_stop reason = BOBBIN_STOP_NONE;

    if (question->interrupted && is_way_out(table, question, rule, &reason))
        return BOBBIN_STOP_NONE;
    return reason == BOBBIN_STOP_BUDGET ? reason : chrome2_read_parts(table, question, rule);
}

const struct bobbin_foreign bobbin_chrome2_simulating = {FORMAT_FOREIGN_CHROME2, CHROME2_PLACES,
                                                         read, foreign_step, foreign_rule_at};
