/* SPDX-License-Identifier: MIT */
#include "../insn/code.h"
#include "chrome2.h"

enum { INSTRUCTIONS_MAX = 8, R4 = 4, R11 = 11 };

/* The way out of a function, as far as it has been simulated: sp = r[base] + offset, r[frame] = what it was + moved. */
struct way_out {
    uint32_t base, frame;
    int32_t offset, moved;
    uint32_t taken; /* bit n: r[n] has been loaded from SLOT[n] bytes behind r[base] */
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

/* sp = r[number], before anything has been taken by sp. */
static bool set_base(struct way_out *out, uint32_t number)
{
    if (out->taken || out->base != BOBBIN_SP || number < R4 || number > R11)
        return false;
    out->base = number;
    out->offset = number == out->frame ? out->moved : 0;
    return true;
}

/* A frame pointer may be moved to where sp is wanted; any other change of such a register could be one that matters. */
static bool add(struct way_out *out, const struct code_op *op)
{
    if (op->target == BOBBIN_SP) {
        if (op->base != BOBBIN_SP && !set_base(out, op->base))
            return false;
        out->offset = code_sum(out->offset, op->offset);
        return true;
    }
    if (op->target < R4 || op->target > R11)
        return true;
    if (op->base != op->target || out->base != BOBBIN_SP || out->frame != BOBBIN_SP)
        return false;
    out->frame = op->target;
    out->moved = op->offset;
    return true;
}

/* Whether memory is read or written, and neither sp nor what it takes to return. */
static bool is_plain(const struct code_op *op)
{
    return (op->kind == CODE_STORE || op->kind == CODE_LOAD) &&
           !(op->base == BOBBIN_SP && op->writeback) && !(op->registers >> BOBBIN_LR & 3);
}

/* OP at ADDRESS, from the base of TABLE on. False: it is on no way out that could be told. */
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
    if (op->kind == CODE_BRANCH) /* to a function that returns in its place */
        out->done = chrome2_starts_at(table, address + (uint32_t)op->offset);
    return out->done || op->kind == CODE_OTHER || is_plain(op);
}

/* PLACE is in the slot that register NUMBER is taken from. */
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
 * Whether the pc is on its way to a return, and then RULE is what holds there. *REASON may say that no more may be
 * read; what cannot be read is simulated by nobody.
 */
static bool is_way_out(const struct foreign_table *table, const struct foreign_question *question,
                       struct bobbin_rule *rule, enum bobbin_stop *reason)
{
    uint32_t pc = table->cursor->r[BOBBIN_PC] & ~1u; /* who asks may leave the Thumb bit there */
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
