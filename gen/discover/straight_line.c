/* SPDX-License-Identifier: MIT */
/*
 * Tracks constants, limits of compared registers, and stack depth along one straight path. With
 * these it finds the targets of indirect jumps and the length of jump tables.
 */
#include "discover/straight_line.h"

#include <string.h>

#include "core/format/bytes.h"

enum { CONDITION_CS = 2, CONDITION_CC = 3, CONDITION_HI = 8, CONDITION_LS = 9 };

void run_start(struct run *run, uint32_t address, bool thumb, const struct limit *limit,
               const struct trace *trace)
{
    run->at = (struct image_instruction){.address = address, .thumb = thumb};
    run->known = 0;
    run->compared = (struct limit){0};
    run->limit = *limit;
    run->trace = *trace;
    run->other_stack = false;
    run->lr_just_set = false;
}

/* ---- comparisons ---------------------------------------------------------------------------- */

/*
 * If the current instruction is CMP rN, #n with n up to 255, sets LIMIT to 0 .. n (ARM ARM A8.8.37:
 * encodings T1, T2, A1).
 */
static bool compares(const struct run *run, struct limit *limit)
{
    uint8_t bytes[4] = {0};
    uint32_t first, word;

    image_read(run->image, run->at.address, bytes, run->at.size_bytes);
    first = bytes_u16(bytes);
    word = bytes_u32(bytes);
    if (run->at.thumb && run->at.size_bytes == 2 && first >> 11 == 5)
        *limit = (struct limit){EFFECT_BIT(first >> 8 & 7), (first & 0xff) + 1};
    else if (run->at.thumb && (first & 0xfff0) == 0xf1b0 && bytes_u16(bytes + 2) >> 8 == 0x0f)
        *limit = (struct limit){EFFECT_BIT(first & 15), bytes[2] + 1u};
    else if (!run->at.thumb && (word & 0x0ff0ff00) == 0x03500000)
        *limit = (struct limit){EFFECT_BIT(word >> 16 & 15), (word & 0xff) + 1};
    else
        return false;
    return true;
}

struct limit run_limit(const struct run *run, bool taken)
{
    struct limit limit = run->compared;
    unsigned condition = run->effect.condition ^ !taken;

    if (!limit.count || run->effect.condition >= CONDITION_ALWAYS ||
        (condition != CONDITION_LS && condition != CONDITION_CC))
        return taken ? (struct limit){0} : run->limit;
    limit.count -= condition == CONDITION_CC;
    return limit;
}

static bool is_limited(const struct limit *limit, unsigned number)
{
    return limit->count && number < EFFECT_REGISTERS && (limit->registers >> number & 1);
}

/* Updates LIMIT after EFFECT, which writes WRITTEN. A copy of a limited register is limited too. */
static void pass_limit(struct limit *limit, const struct effect *effect, uint64_t written)
{
    bool copies = effect->kind == EFFECT_MOVE && effect->imm == 0 &&
                  is_limited(limit, effect->rn) && !effect_is_conditional(effect);

    limit->registers &= ~written;
    if (copies)
        limit->registers |= EFFECT_BIT(effect->rd);
}

/* ---- registers ------------------------------------------------------------------------------ */

static uint64_t written_by(const struct effect *effect)
{
    return effect->kind == EFFECT_UNKNOWN ? UINT64_MAX : effect_written(effect);
}

/* Computes the value that the current instruction writes to its register. False if it is
   unknown. */
static bool result(const struct run *run, uint32_t *value)
{
    const struct effect *effect = &run->effect;
    uint32_t imm = (uint32_t)effect->imm;

    if (effect_is_conditional(effect))
        return false;
    switch (effect->kind) {
    case EFFECT_CONST:
        *value = imm;
        return true;
    case EFFECT_MOVT:
        *value = (run->value[effect->rd] & 0xffff) | imm << 16;
        return run_knows(run, effect->rd);
    case EFFECT_MOVE:
        *value = run->value[effect->rn & 15] + imm;
        return run_knows(run, effect->rn);
    case EFFECT_ADD:
        *value = run->value[effect->rn & 15] +
                 (effect->rm == BOBBIN_PC ? image_pc_value(&run->at) : run->value[effect->rm & 15]);
        return run_knows(run, effect->rn) &&
               (effect->rm == BOBBIN_PC || run_knows(run, effect->rm));
    case EFFECT_LOAD:
        return __builtin_popcountll(effect->list) == 1 &&
               effect_read_literal(effect, run->image, &run->at, value);
    default:
        return false;
    }
}

/* The TRACE_... of register NUMBER, or TRACES if the register is not traced. */
static unsigned trace_index(unsigned number)
{
    static const uint8_t numbers[TRACES] = {BOBBIN_SP, 7, 11};
    unsigned which = 0;

    while (which < TRACES && numbers[which] != number)
        which++;
    return which;
}

/* rd = rn + imm */
static void trace_move(struct trace *trace, const struct effect *effect)
{
    unsigned to = trace_index(effect->rd);
    unsigned from = trace_index(effect->rn);

    if (to == TRACES)
        return;
    trace->known[to] = from != TRACES && trace->known[from] && !effect_is_conditional(effect);
    if (trace->known[to])
        trace->depth[to] = trace->depth[from] - effect->imm;
}

void trace_pass(struct trace *trace, const struct effect *effect)
{
    uint64_t written = written_by(effect);
    unsigned base = trace_index(effect->rn);
    bool moves = effect->writeback && base != TRACES && !effect_is_conditional(effect);
    int32_t depth = moves ? trace->depth[base] - effect->writeback : 0;
    bool known = moves && trace->known[base];

    if (effect->kind == EFFECT_MOVE) {
        trace_move(trace, effect);
        return;
    }
    for (unsigned number = 0; number < 16; number++)
        if ((written >> number & 1) && trace_index(number) != TRACES)
            trace->known[trace_index(number)] = false;
    if (known && !(effect->kind == EFFECT_LOAD && (effect->list >> effect->rn & 1))) {
        trace->known[base] = true;
        trace->depth[base] = depth;
    }
}

/*
 * True if EFFECT switches to another stack: it loads sp through a register other than sp, r7 and
 * r11, or moves r12 to sp.
 */
static bool changes_stack(const struct effect *effect)
{
    bool frame = effect->rn == 7 || effect->rn == 11 || effect->rn == BOBBIN_SP;

    if (effect->kind == EFFECT_LOAD && (effect->list & EFFECT_BIT(BOBBIN_SP)))
        return !frame;
    return effect->kind == EFFECT_MOVE && effect->rd == BOBBIN_SP && effect->rn == 12;
}

/* EFFECT, with a register of known value as a number: ADD sp, sp, rN and SUB sp, sp, rN. */
static struct effect with_number(const struct run *run)
{
    struct effect effect = run->effect;

    if ((effect.kind == EFFECT_ADD || effect.kind == EFFECT_SUB) && run_knows(run, effect.rm)) {
        effect.imm = (int32_t)(effect.kind == EFFECT_ADD ? run->value[effect.rm]
                                                         : 0 - run->value[effect.rm]);
        effect.kind = EFFECT_MOVE;
    }
    return effect;
}

void run_pass(struct run *run)
{
    const struct effect *effect = &run->effect;
    const struct effect plain = with_number(run);
    uint64_t written = written_by(effect);
    uint32_t value = 0;
    bool known = result(run, &value);
    unsigned rd = effect->kind == EFFECT_LOAD ? (unsigned)__builtin_ctzll(effect->list | 1ull << 63)
                                              : effect->rd;

    pass_limit(&run->compared, effect, written);
    pass_limit(&run->limit, effect, written);
    if (effect->flow == FLOW_JUMP)
        run->limit = run_limit(run, false);
    if (effect->sets_flags)
        run->compared.count = 0;
    if (compares(run, &run->compared) && effect_is_conditional(effect))
        run->compared.count = 0;
    run->known &= ~(uint32_t)written;
    if (known && rd < 16) {
        run->known |= 1u << rd;
        run->value[rd] = value;
    }
    run->other_stack |= changes_stack(effect);
    trace_pass(&run->trace, &plain);
    run->at.address += run->at.size_bytes;
    run->lr_just_set = run_knows(run, BOBBIN_LR) && (written >> BOBBIN_LR & 1);
}

/* ---- targets -------------------------------------------------------------------------------- */

bool run_target(const struct run *run, uint32_t *target)
{
    const struct effect *effect = &run->effect;

    switch (effect->flow) {
    case FLOW_CALL_INDIRECT:
    case FLOW_INDIRECT:
        if (effect->rn == BOBBIN_PC && run->at.thumb) {
            *target = image_literal_base(&run->at);
            return true;
        }
        *target = run->value[effect->rn & 15];
        return run_knows(run, effect->rn);
    case FLOW_LOADED:
        return effect_sets_constant(effect, run->image, &run->at, BOBBIN_PC, target);
    default:
        return false;
    }
}

bool run_exchanges(const struct run *run)
{
    uint32_t word;

    if (run->effect.flow == FLOW_LOADED)
        return true;
    image_read_number(run->image, run->at.address, run->at.size_bytes, &word);
    return run->at.thumb ? (word & 0xff87) == 0x4700 : (word & 0x0ffffff0) == 0x012fff10;
}

/* ---- jump tables ---------------------------------------------------------------------------- */

#define BRANCH_BYTES 4

/*
 * The size of an entry of the jump table that the current instruction uses. 0: the table is a row
 * of branches at pc + 8. False if the instruction is not TBB, TBH, ADD pc, pc, rM, LSL #2 or LDR
 * pc, [rN, rM, LSL #2] (ARM ARM A8.8.7 A1, A8.8.66 A1 and T2).
 */
static bool entry_size(const struct run *run, uint32_t *size_bytes)
{
    uint8_t bytes[4] = {0};
    uint32_t word;

    image_read(run->image, run->at.address, bytes, 4);
    word = bytes_u32(bytes);
    *size_bytes = 1u << run->effect.table_shift;
    if (run->effect.table_shift < 2)
        return true;
    if (run->at.thumb)
        return (word & 0xfff0fff0) == 0xf020f850;
    if ((word & 0x0ffffff0) == 0x008ff100)
        *size_bytes = 0;
    return *size_bytes == 0 || (word & 0x0ff0fff0) == 0x0790f100;
}

bool run_table(const struct run *run, struct jump_table *table)
{
    const struct effect *effect = &run->effect;
    struct limit limit = run->limit;

    if (effect_is_conditional(effect))
        limit = run_limit(run, true);
    if (!is_limited(&limit, effect->rm) || !entry_size(run, &table->size_bytes))
        return false;
    table->entries = limit.count;
    if (effect->rn == BOBBIN_PC)
        table->base = image_pc_value(&run->at);
    else
        table->base = run->value[effect->rn & 15];
    return effect->rn == BOBBIN_PC || run_knows(run, effect->rn);
}

uint32_t run_table_target(const struct run *run, const struct jump_table *table, uint32_t i)
{
    uint32_t entry;

    if (table->size_bytes == 0)
        return table->base + i * BRANCH_BYTES;
    if (!image_read_number(run->image, table->base + i * table->size_bytes, table->size_bytes,
                           &entry))
        return 1;
    return table->size_bytes == 4 ? entry & ~1u : table->base + 2 * entry;
}
