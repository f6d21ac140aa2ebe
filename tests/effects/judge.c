/* SPDX-License-Identifier: MIT */
#include "judge.h"

struct trial {
    const struct effect *effect;
    const struct image_instruction *at;
    struct machine *machine;
    const struct machine_run *run;
    bool executed;
    uint32_t *number;
};

static uint32_t next(const struct trial *trial)
{
    return trial->at->address + trial->at->size_bytes;
}

/* Register NUMBER as an operand. pc reads as its address + 4 or + 8 (ARM ARM A2.3). */
static uint32_t operand(const struct trial *trial, unsigned number)
{
    if (number == BOBBIN_PC)
        return trial->at->address + (trial->at->thumb ? 4 : 8);
    return trial->run->before.r[number];
}

static uint32_t base(const struct trial *trial)
{
    return operand(trial, trial->effect->rn) & (trial->effect->rn == BOBBIN_PC ? ~3u : ~0u);
}

static uint32_t register_of(const struct machine_state *state, unsigned number)
{
    return number < EFFECT_S0 ? state->r[number] : state->s[number - EFFECT_S0];
}

/* ---- registers ------------------------------------------------------------------------------- */

uint64_t judge_named(const struct effect *effect)
{
    uint64_t mask = effect_written(effect);

    if (effect->flow == FLOW_CALL || effect->flow == FLOW_CALL_INDIRECT)
        mask |= EFFECT_BIT(BOBBIN_LR);
    return mask;
}

/* The analysis tracks r0-r14 and s16-s31. */
static bool registers_are_named(const struct trial *trial)
{
    uint64_t mask = trial->executed ? judge_named(trial->effect) : 0;

    for (unsigned i = 0; i < EFFECT_REGISTERS; i++) {
        bool followed = i < BOBBIN_PC || i >= EFFECT_S16;
        *trial->number = i;
        if (followed && !(mask >> i & 1) &&
            register_of(&trial->run->before, i) != register_of(&trial->run->after, i))
            return false;
    }
    return true;
}

/* ---- values ---------------------------------------------------------------------------------- */

static bool becomes(const struct trial *trial, unsigned number, uint32_t value)
{
    *trial->number = number;
    return number == BOBBIN_PC || register_of(&trial->run->after, number) == value;
}

/* The listed registers and memory hold the same values. The base has moved unless it was loaded. */
static bool list_is_right(const struct trial *trial, const struct machine_state *state)
{
    const struct effect *effect = trial->effect;
    uint32_t address = base(trial) + (uint32_t)effect->imm;
    bool loads_base = effect->kind == EFFECT_LOAD && (effect->list & EFFECT_BIT(effect->rn));

    for (uint64_t list = effect->list; list; address += 4) {
        unsigned i =
            (unsigned)(effect->swapped ? 63 - __builtin_clzll(list) : __builtin_ctzll(list));
        list &= ~EFFECT_BIT(i);
        *trial->number = i;
        if (i != BOBBIN_PC && register_of(state, i) != machine_word(trial->machine, address))
            return false;
    }
    return loads_base || !effect->writeback ||
           becomes(trial, effect->rn, base(trial) + (uint32_t)effect->writeback);
}

static bool values_are_right(const struct trial *trial)
{
    const struct effect *effect = trial->effect;
    uint32_t imm = (uint32_t)effect->imm;

    switch (effect->kind) {
    case EFFECT_MOVE:
        return becomes(trial, effect->rd, operand(trial, effect->rn) + imm);
    case EFFECT_CONST:
        return becomes(trial, effect->rd, imm);
    case EFFECT_MOVT:
        return becomes(trial, effect->rd, (operand(trial, effect->rd) & 0xffff) | imm << 16);
    case EFFECT_ADD:
        return effect->rm > BOBBIN_PC ||
               becomes(trial, effect->rd, operand(trial, effect->rn) + operand(trial, effect->rm));
    case EFFECT_SUB:
        return effect->rm > BOBBIN_PC ||
               becomes(trial, effect->rd, operand(trial, effect->rn) - operand(trial, effect->rm));
    case EFFECT_BIC:
        return becomes(trial, effect->rd, operand(trial, effect->rn) & ~imm);
    case EFFECT_ORR:
        return becomes(trial, effect->rd, operand(trial, effect->rn) | imm);
    case EFFECT_LOAD:
        return list_is_right(trial, &trial->run->after);
    case EFFECT_STORE:
        return list_is_right(trial, &trial->run->before);
    case EFFECT_SPOIL:
        return !effect->writeback ||
               becomes(trial, effect->rn, base(trial) + (uint32_t)effect->writeback);
    default:
        return true;
    }
}

/* ---- memory ---------------------------------------------------------------------------------- */

/* The addresses that an instruction may access: SIZE_BYTES from FIRST. */
struct extent {
    uint32_t first, size_bytes;
};

static struct extent extent_of(const struct trial *trial)
{
    uint32_t first = base(trial) + (uint32_t)trial->effect->imm;

    if (trial->effect->kind == EFFECT_SPOIL)
        return (struct extent){first, trial->effect->spoiled_bytes};
    return (struct extent){first, 4 * (uint32_t)__builtin_popcountll(trial->effect->list)};
}

/*
 * An instruction of kind OTHER, or a load without a list, may read any address: the analysis treats
 * the loaded value as unknown.
 */
static bool access_is_within(const struct trial *trial, const struct machine_access *access)
{
    uint8_t kind = trial->effect->kind;
    bool store = kind == EFFECT_STORE || kind == EFFECT_SPOIL;
    struct extent extent = {0, 0};

    if (!trial->executed)
        return false;
    if (!access->write && (kind != EFFECT_LOAD || !trial->effect->list))
        return kind == EFFECT_OTHER || kind == EFFECT_LOAD;
    if (access->write && !store)
        return trial->effect->elsewhere;
    extent = extent_of(trial);
    return access->address - extent.first + access->size_bytes <= extent.size_bytes;
}

static bool memory_is_within(const struct trial *trial)
{
    for (uint32_t i = 0; i < trial->run->accesses_count; i++) {
        *trial->number = trial->run->access[i].address;
        if (!access_is_within(trial, &trial->run->access[i]))
            return false;
    }
    return true;
}

/* ---- control flow and flags ------------------------------------------------------------------ */

static uint32_t loaded_pc(const struct trial *trial)
{
    uint64_t below = trial->effect->list & (EFFECT_BIT(BOBBIN_PC) - 1);

    return machine_word(trial->machine, base(trial) + (uint32_t)trial->effect->imm +
                                            4 * (uint32_t)__builtin_popcountll(below));
}

static bool goes_where_said(const struct trial *trial)
{
    const struct effect *effect = trial->effect;
    uint32_t pc = trial->run->after.r[BOBBIN_PC];

    *trial->number = pc;
    if (!trial->executed || (pc == next(trial) && effect->condition == CONDITION_REGISTER))
        return pc == next(trial);
    if (effect->flow == FLOW_CALL || effect->flow == FLOW_CALL_INDIRECT)
        if (trial->run->after.r[BOBBIN_LR] != (next(trial) | trial->at->thumb))
            return false;
    switch (effect->flow) {
    case FLOW_JUMP:
    case FLOW_CALL:
        return pc == effect->target;
    case FLOW_CALL_INDIRECT:
    case FLOW_INDIRECT:
        return (pc ^ operand(trial, effect->rn)) < 4;
    case FLOW_LOADED:
        return (pc ^ loaded_pc(trial)) < 4;
    case FLOW_TABLE:
        return true;
    default:
        return pc == next(trial);
    }
}

static bool flags_are_right(const struct trial *trial)
{
    uint32_t changed = (trial->run->before.cpsr ^ trial->run->after.cpsr) >> 28;

    *trial->number = changed;
    return !changed || (trial->executed && trial->effect->sets_flags);
}

enum judge_finding judge(const struct effect *effect, const struct image_instruction *at,
                         struct machine *machine, const struct machine_run *run, uint32_t *number)
{
    bool executed = effect->condition >= CONDITION_ALWAYS ||
                    condition_holds(effect->condition, run->before.cpsr);
    struct trial trial = {effect, at, machine, run, executed, number};

    if (!registers_are_named(&trial))
        return JUDGE_REGISTER;
    if (executed && !values_are_right(&trial))
        return JUDGE_VALUE;
    if (!memory_is_within(&trial))
        return JUDGE_MEMORY;
    if (!goes_where_said(&trial))
        return JUDGE_FLOW;
    return flags_are_right(&trial) ? JUDGE_GOOD : JUDGE_FLAGS;
}

/* ---- accesses -------------------------------------------------------------------------------- */

bool judge_access(const struct memory_access *access, const struct machine_run *run,
                  uint32_t *number)
{
    uint32_t first = UINT32_MAX, end = 0; /* in bytes from the stated address */
    bool reads = false, writes = false;

    for (uint32_t i = 0; i < run->accesses_count; i++) {
        const struct machine_access *part = &run->access[i];
        uint32_t from = part->address - access->address;
        first = from < first ? from : first;
        end = from + part->size_bytes > end ? from + part->size_bytes : end;
        reads = reads || !part->write;
        writes = writes || part->write;
    }
    *number = access->address;
    if (!run->accesses_count || !access->address_known)
        return true;
    return first == 0 && (!access->size_bytes || access->size_bytes == end) &&
           reads == (access->kind != MEMORY_ACCESS_WRITE) &&
           writes == (access->kind != MEMORY_ACCESS_READ);
}
