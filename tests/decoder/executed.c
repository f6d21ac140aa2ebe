/* SPDX-License-Identifier: MIT */
#include "claims.h"

struct trial {
    const struct code_op *op;
    const struct image_instruction *at;
    struct machine *machine;
    const struct machine_run *run;
};

static uint32_t next(const struct trial *trial)
{
    return trial->at->address + trial->at->size_bytes;
}

static uint32_t operand(const struct trial *trial, unsigned number)
{
    if (number == BOBBIN_PC)
        return trial->at->address + (trial->at->thumb ? 4 : 8);
    return trial->run->before.r[number];
}

static uint32_t base(const struct trial *trial)
{
    return operand(trial, trial->op->base) & (trial->op->base == BOBBIN_PC ? ~3u : ~0u);
}

static bool transfers(const struct trial *trial)
{
    return trial->op->kind == CODE_LOAD || trial->op->kind == CODE_STORE;
}

/* ---- registers ------------------------------------------------------------------------------- */

/* The registers that the operation may change: r0-r14, and d0-d15 as in code_op.registers. */
static uint32_t may_change(const struct trial *trial)
{
    const struct code_op *op = trial->op;
    uint32_t may = op->kind == CODE_LOAD ? op->registers : 0;

    if (transfers(trial) && op->writeback)
        may |= BOBBIN_VALID_R(op->base);
    if (op->kind == CODE_ADD)
        may |= BOBBIN_VALID_R(op->target);
    if (op->kind == CODE_CALL)
        may |= BOBBIN_VALID_R(BOBBIN_LR);
    return op->kind == CODE_OTHER ? ~BOBBIN_VALID_R(BOBBIN_SP) : may;
}

static uint32_t changed(const struct machine_run *run)
{
    uint32_t mask = 0;

    for (unsigned i = 0; i < BOBBIN_PC; i++)
        if (run->before.r[i] != run->after.r[i])
            mask |= BOBBIN_VALID_R(i);
    for (unsigned i = 0; i < 32; i++)
        if (run->before.s[i] != run->after.s[i])
            mask |= BOBBIN_VALID_D(i / 2);
    return mask;
}

static bool word_is(const struct trial *trial, uint32_t value, uint32_t offset)
{
    return machine_word(trial->machine, base(trial) + (uint32_t)trial->op->offset + offset) ==
           value;
}

/*
 * Registers and memory hold the same values. goes_where_said checks pc. If the list contains d15,
 * it may also contain d16 and higher.
 */
static bool transferred(const struct trial *trial)
{
    const struct machine_state *state =
        trial->op->kind == CODE_LOAD ? &trial->run->after : &trial->run->before;
    uint32_t registers = trial->op->registers;
    uint32_t offset = 0;

    for (unsigned i = 0; i < 16; i++) {
        if (!(registers & BOBBIN_VALID_R(i)))
            continue;
        if (i != BOBBIN_PC && !word_is(trial, state->r[i], offset))
            return false;
        offset += 4;
    }
    for (unsigned i = 0; i < 32; i++) {
        if (!(registers & BOBBIN_VALID_D(i / 2)))
            continue;
        if (!word_is(trial, state->s[i], offset))
            return false;
        offset += 4;
    }
    return offset == trial->op->length_bytes || (registers & BOBBIN_VALID_D(15));
}

static bool values_are_right(const struct trial *trial)
{
    const struct code_op *op = trial->op;
    const uint32_t *after = trial->run->after.r;
    int32_t writeback = op->writeback;

    if (op->kind == CODE_ADD)
        return after[op->target] == base(trial) + (uint32_t)op->offset;
    if (!transfers(trial))
        return true;
    if (!transferred(trial))
        return false;
    if (op->kind == CODE_LOAD && (op->registers & BOBBIN_VALID_R(op->base)))
        return true;
    return op->base == BOBBIN_PC || after[op->base] == base(trial) + (uint32_t)writeback;
}

/* ---- memory ---------------------------------------------------------------------------------- */

/* False for an access that crosses an emulator page: the emulator does not report all its parts. */
static bool is_whole(const struct machine_access *access)
{
    return !((access->address ^ (access->address + access->size_bytes - 1)) & ~0x3ffu);
}

/* The instruction accesses every word of its range and nothing outside it. */
static bool addresses_are_right(const struct trial *trial, bool executed)
{
    const struct machine_run *run = trial->run;
    uint32_t first = base(trial) + (uint32_t)trial->op->offset;
    uint32_t words = 0;
    bool whole = true;

    if (trial->op->kind == CODE_OTHER)
        return true;
    for (uint32_t i = 0; i < run->accesses_count; i++) {
        const struct machine_access *access = &run->access[i];
        uint32_t from = access->address - first;
        if (!executed || !transfers(trial) || from + access->size_bytes > trial->op->length_bytes ||
            access->write != (trial->op->kind == CODE_STORE))
            return false;
        whole = whole && is_whole(access);
        for (uint32_t at = from; at < from + access->size_bytes; at += 4)
            words |= 1u << at / 4;
    }
    return !executed || !transfers(trial) || !whole ||
           words == (uint32_t)((1ull << trial->op->length_bytes / 4) - 1);
}

/* ---- control flow ---------------------------------------------------------------------------- */

static uint32_t loaded_pc(const struct trial *trial)
{
    return machine_word(trial->machine,
                        base(trial) + (uint32_t)trial->op->offset + trial->op->length_bytes - 4);
}

/* Compares without the two lowest bits, which select the state. */
static bool goes_to(const struct trial *trial, uint32_t address)
{
    return (trial->run->after.r[BOBBIN_PC] ^ address) < 4;
}

static bool goes_where_said(const struct trial *trial)
{
    const struct code_op *op = trial->op;
    uint32_t pc = trial->run->after.r[BOBBIN_PC];

    switch (op->kind) {
    case CODE_BRANCH:
        return pc == trial->at->address + (uint32_t)op->offset;
    case CODE_CALL:
        return trial->run->after.r[BOBBIN_LR] == (next(trial) | trial->at->thumb);
    case CODE_JUMP:
        return goes_to(trial, operand(trial, op->target));
    case CODE_LOAD:
        if (op->registers & BOBBIN_VALID_R(BOBBIN_PC))
            return goes_to(trial, loaded_pc(trial));
        /* fallthrough */
    default:
        return pc == next(trial);
    }
}

/* CBZ and CBNZ (ARM ARM A8.8.29) test a register, not the flags. */
static bool is_executed(const struct trial *trial, const struct word *word)
{
    uint32_t half = word->bits;

    if (word->thumb && word->size_bytes == 2 && (half & 0xf500) == 0xb100)
        return (trial->run->before.r[half & 7] == 0) == !(half & 0x800);
    return trial->op->condition >= CODE_ALWAYS ||
           condition_holds(trial->op->condition, trial->run->before.cpsr);
}

enum finding claims_executed(const struct code_op *op, const struct word *word,
                             const struct image_instruction *at, struct machine *machine,
                             const struct machine_run *run)
{
    struct trial trial = {op, at, machine, run};
    bool executed = is_executed(&trial, word);
    uint32_t more = changed(run) & ~(executed ? may_change(&trial) : 0);

    if (more)
        return more & BOBBIN_VALID_R(BOBBIN_SP) ? FINDING_SP_MOVED : FINDING_REGISTER;
    if (executed && !values_are_right(&trial))
        return FINDING_VALUE;
    if (!addresses_are_right(&trial, executed))
        return FINDING_ADDRESS;
    if (executed ? !goes_where_said(&trial) : run->after.r[BOBBIN_PC] != next(&trial))
        return FINDING_NEXT;
    return FINDING_NONE;
}
