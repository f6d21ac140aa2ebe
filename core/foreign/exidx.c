/* SPDX-License-Identifier: MIT */
/* The reader of .ARM.exidx and .ARM.extab: finds the entry and executes its instructions. */
#include "exidx.h"

#include "../unwind/gate.h"

/*
 * A larger frame is CORRUPT. vsp is checked after each instruction, and one instruction adds at
 * most four times this, so vsp cannot overflow.
 */
#define OFFSET_MAX  0x10000000
#define PLACES_MASK (0xffu << 4 | 1u << BOBBIN_LR | 1u << BOBBIN_PC)

/* The instruction bytes of an entry that are not executed yet. */
struct program {
    const struct exidx *exidx;
    uint32_t address; /* of the next word in .ARM.extab */
    uint32_t word, bytes_left;
    uint32_t words_left;
    enum bobbin_stop stop;
};

/*
 * vsp, as an offset in bytes from the start of the cfa: a register or a loaded word. Until
 * finish_vsp(), the offsets of slots are relative to that start too.
 */
struct vsp {
    struct bobbin_rule *rule;
    int32_t offset;
    bool any_popped, pc_popped;
};

static enum bobbin_stop read_word(const struct exidx *exidx, uint32_t address, uint32_t *out)
{
    if (address & 3)
        return BOBBIN_STOP_CORRUPT;
    return gate_read(exidx->cursor, GATE_CODE_WORD, address + exidx->load_bias, out);
}

static enum bobbin_stop read_data(const struct exidx *exidx, uint32_t address, uint32_t *out)
{
    uint32_t offset = address - exidx->data;

    if (offset >= exidx->data_bytes || exidx->data_bytes - offset < 4)
        return BOBBIN_STOP_CORRUPT;
    return read_word(exidx, address, out);
}

/* ---- instructions --------------------------------------------------------------------------- */

static uint32_t next_program_byte(struct program *program)
{
    if (program->bytes_left == 0 && program->words_left > 0) {
        program->stop = read_data(program->exidx, program->address, &program->word);
        program->address += 4;
        program->words_left--;
        program->bytes_left = 4;
    }
    if (program->bytes_left == 0 || program->stop != BOBBIN_STOP_NONE)
        return EXIDX_FINISH;
    program->bytes_left--;
    return program->word >> 8 * program->bytes_left & 0xff;
}

static uint32_t next_uleb128(struct program *program)
{
    uint32_t value = 0;
    uint32_t shift = 0;
    uint32_t byte;

    do {
        byte = next_program_byte(program);
        value |= (byte & 0x7f) << shift;
        shift += 7;
    } while ((byte & 0x80) && shift < 28);
    if (byte & 0x80)
        program->stop = BOBBIN_STOP_CORRUPT;
    return value;
}

static void pop_place(struct vsp *vsp, uint32_t place)
{
    vsp->rule->place_kind[place] = BOBBIN_SLOT;
    vsp->rule->place_value[place] = vsp->offset;
    vsp->any_popped = true;
}

/*
 * Pops sp. No other register of the caller may be popped with it or before it: slots have offsets
 * from the new vsp only.
 */
static enum bobbin_stop pop_sp(struct vsp *vsp, uint32_t mask)
{
    if (vsp->any_popped || (mask & PLACES_MASK) || vsp->rule->form != BOBBIN_FORM_FRAME)
        return BOBBIN_STOP_NO_RULE;
    vsp->rule->form = BOBBIN_FORM_DEREF;
    vsp->rule->cfa_offset = vsp->offset + (mask >> 12 & 1 ? 4 : 0);
    vsp->offset = 0;
    return BOBBIN_STOP_NONE;
}

/* Pops the core registers of MASK, bit n for rn. */
static enum bobbin_stop pop_core(struct vsp *vsp, uint32_t mask)
{
    if (mask >> BOBBIN_SP & 1)
        return pop_sp(vsp, mask);
    for (uint32_t number = 0; number < 16; number++) {
        if (!(mask >> number & 1))
            continue;
        if (number >= 4 && number <= 11)
            pop_place(vsp, BOBBIN_PLACE_R4 + number - 4);
        if (number == BOBBIN_PC || (number == BOBBIN_LR && !vsp->pc_popped))
            pop_place(vsp, BOBBIN_PLACE_RA);
        vsp->pc_popped |= number == BOBBIN_PC;
        vsp->offset += 4;
    }
    return BOBBIN_STOP_NONE;
}

static enum bobbin_stop pop_doubles(struct vsp *vsp, uint32_t first, uint32_t count)
{
    for (uint32_t number = first; number < first + count; number++, vsp->offset += 8)
        if (number >= 8 && number <= 15)
            pop_place(vsp, BOBBIN_PLACE_D8 + number - 8);
    return BOBBIN_STOP_NONE;
}

static enum bobbin_stop move(struct vsp *vsp, int32_t bytes)
{
    vsp->offset += bytes;
    return BOBBIN_STOP_NONE;
}

static enum bobbin_stop set(struct vsp *vsp, uint32_t number)
{
    if (number == BOBBIN_SP || number == BOBBIN_PC)
        return BOBBIN_STOP_CORRUPT;
    if (vsp->any_popped || vsp->rule->form != BOBBIN_FORM_FRAME)
        return BOBBIN_STOP_NO_RULE;
    vsp->rule->cfa_register = (uint8_t)number;
    vsp->offset = 0;
    return BOBBIN_STOP_NONE;
}

/* Executes the instruction BYTE with the operand MASK: 4 bits, not 0. */
static enum bobbin_stop run_mask(struct vsp *vsp, uint32_t byte, uint32_t mask)
{
    if (mask == 0 || mask > 15)
        return BOBBIN_STOP_CORRUPT;
    if (byte == EXIDX_POP_LOW)
        return pop_core(vsp, mask);
    for (; mask; mask >>= 1)
        vsp->offset += mask & 1 ? 4 : 0;
    return BOBBIN_STOP_NONE;
}

/* Executes the instruction BYTE, for BYTE >= EXIDX_POP_LOW. */
static enum bobbin_stop run_high(struct program *program, struct vsp *vsp, uint32_t byte)
{
    uint32_t operand;

    switch (byte) {
    case EXIDX_ADD_LONG:
        return move(vsp, (int32_t)(4 * next_uleb128(program) + EXIDX_ADD_LONG_BYTES));
    case EXIDX_POP_AUTH:
        return move(vsp, 4);
    case EXIDX_AUTH_BY_VSP:
        return BOBBIN_STOP_NONE;
    case EXIDX_POP_LOW:
    case EXIDX_POP_WMMX_C:
        return run_mask(vsp, byte, next_program_byte(program));
    case EXIDX_POP_FSTMX:
    case EXIDX_POP_D0:
        operand = next_program_byte(program);
        pop_doubles(vsp, operand >> 4, (operand & 15) + 1);
        return move(vsp, byte == EXIDX_POP_FSTMX ? 4 : 0);
    case EXIDX_POP_WMMX: /* wR and d16-d31 have 8 bytes each, and are not callee-saved */
    case EXIDX_POP_D16:
        return move(vsp, 8 * (int32_t)(next_program_byte(program) & 15) + 8);
    }
    if (byte >= EXIDX_SPARE || (byte > EXIDX_POP_D0 && byte < EXIDX_POP_D8) ||
        (byte > EXIDX_AUTH_BY_VSP && byte < EXIDX_POP_FSTMX_D8))
        return BOBBIN_STOP_CORRUPT;
    if (byte >= EXIDX_POP_WMMX_10 && byte < EXIDX_POP_WMMX)
        return move(vsp, 8 * (int32_t)(byte & 7) + 8);
    pop_doubles(vsp, 8, (byte & 7) + 1);
    return move(vsp, byte < EXIDX_POP_D8 ? 4 : 0);
}

static enum bobbin_stop run_one(struct program *program, struct vsp *vsp, uint32_t byte)
{
    uint32_t mask;

    if (byte < EXIDX_SUBTRACT)
        return move(vsp, 4 * (int32_t)byte + 4);
    if (byte < EXIDX_POP_MASK)
        return move(vsp, -4 * (int32_t)(byte - EXIDX_SUBTRACT) - 4);
    if (byte < EXIDX_SET) {
        mask = (byte & 15) << 8 | next_program_byte(program);
        return mask ? pop_core(vsp, mask << 4) : BOBBIN_STOP_NO_RULE;
    }
    if (byte < EXIDX_POP_RUN)
        return set(vsp, byte & 15);
    if (byte < EXIDX_FINISH)
        return pop_core(vsp, ((2u << (byte & 7)) - 1) << 4 | (byte & 8) << 11);
    return run_high(program, vsp, byte);
}

/* Makes the slots relative to the cfa: vsp, after the last instruction, is the cfa. */
static void finish_vsp(struct vsp *vsp)
{
    struct bobbin_rule *rule = vsp->rule;

    for (uint32_t place = 0; place < BOBBIN_PLACES; place++)
        if (rule->place_kind[place] == BOBBIN_SLOT)
            rule->place_value[place] -= vsp->offset;
    if (rule->form == BOBBIN_FORM_FRAME)
        rule->cfa_offset = vsp->offset;
    else
        rule->cfa_add = vsp->offset;
}

static enum bobbin_stop run(struct program *program, struct bobbin_rule *rule)
{
    struct vsp vsp = {rule, 0, false, false};
    enum bobbin_stop stop;
    uint32_t byte;

    while ((byte = next_program_byte(program)) != EXIDX_FINISH) {
        stop = run_one(program, &vsp, byte);
        if (stop != BOBBIN_STOP_NONE)
            return stop;
        if (vsp.offset > OFFSET_MAX || vsp.offset < -OFFSET_MAX)
            return BOBBIN_STOP_CORRUPT;
    }
    finish_vsp(&vsp);
    return program->stop;
}

/* ---- entries -------------------------------------------------------------------------------- */

/* Finds the instructions. PROGRAM->word is the first word, from .ARM.extab or from .ARM.exidx. */
static void open_program(struct program *program)
{
    uint32_t how = program->word >> 24;

    if (how < EXIDX_SHORT) { /* any personality routine has this form */
        program->stop = read_data(program->exidx, program->address, &program->word);
        program->address += 4;
        program->words_left = program->word >> 24;
        program->bytes_left = 3;
    } else if (how == EXIDX_SHORT) {
        program->bytes_left = 3;
    } else if (how == EXIDX_LONG_16 || how == EXIDX_LONG_32) {
        program->words_left = program->word >> 16 & 0xff;
        program->bytes_left = 2;
    } else {
        program->stop = BOBBIN_STOP_CORRUPT;
    }
}

enum bobbin_stop exidx_read_entry(const struct exidx *exidx, uint32_t address, uint32_t word,
                                  struct bobbin_rule *rule)
{
    struct program program;
    bool inside = word >> 31;

    if (word == EXIDX_CANT_UNWIND)
        return BOBBIN_STOP_NO_RULE;
    program.exidx = exidx;
    program.word = word;
    program.address = program.words_left = 0;
    program.stop = BOBBIN_STOP_NONE;
    if (!inside) {
        program.address = exidx_prel31(address, word);
        program.stop = read_data(exidx, program.address, &program.word);
        program.address += 4;
    }
    if (program.stop == BOBBIN_STOP_NONE)
        open_program(&program);
    if (program.stop == BOBBIN_STOP_NONE && inside && program.words_left)
        program.stop = BOBBIN_STOP_CORRUPT;
    return program.stop == BOBBIN_STOP_NONE ? run(&program, rule) : program.stop;
}

/* Reads the address of the code that the entry at ADDRESS describes. */
static enum bobbin_stop read_start(const struct exidx *exidx, uint32_t address, uint32_t *start)
{
    uint32_t word = 0;
    enum bobbin_stop stop = read_word(exidx, address, &word);

    *start = exidx_prel31(address, word) & ~1u;
    if (stop == BOBBIN_STOP_NONE && word >> 31)
        return BOBBIN_STOP_CORRUPT;
    return stop;
}

/* Finds the address of the entry for the code address CODE. */
static enum bobbin_stop find_entry(const struct exidx *exidx, uint32_t code, uint32_t *address)
{
    uint32_t low = 0;
    uint32_t high = exidx->index_bytes / EXIDX_ENTRY_BYTES;
    uint32_t start;

    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        enum bobbin_stop stop =
            read_start(exidx, exidx->index + middle * EXIDX_ENTRY_BYTES, &start);
        if (stop != BOBBIN_STOP_NONE)
            return stop;
        if (start <= code)
            low = middle + 1;
        else
            high = middle;
    }
    *address = exidx->index + (low - 1) * EXIDX_ENTRY_BYTES;
    return low ? BOBBIN_STOP_NONE : BOBBIN_STOP_NO_RULE;
}

static enum bobbin_stop read_table(const struct foreign_table *table,
                                   const struct foreign_question *question,
                                   struct bobbin_rule *rule)
{
    const uint8_t *part = table->part[0].bytes;
    struct exidx exidx;
    enum bobbin_stop stop;
    uint32_t address, word = 0;

    if (table->part[0].size_bytes != EXIDX_PART_BYTES)
        return BOBBIN_STOP_CORRUPT;
    exidx.cursor = table->cursor;
    exidx.load_bias = table->load_bias;
    exidx.index = bytes_word(part + EXIDX_PART_INDEX);
    exidx.index_bytes = bytes_word(part + EXIDX_PART_INDEX_SIZE);
    exidx.data = bytes_word(part + EXIDX_PART_DATA);
    exidx.data_bytes = bytes_word(part + EXIDX_PART_DATA_SIZE);
    stop = find_entry(&exidx, question->address, &address);
    if (stop == BOBBIN_STOP_NONE)
        stop = read_word(&exidx, address + 4, &word);
    return stop == BOBBIN_STOP_NONE ? exidx_read_entry(&exidx, address + 4, word, rule) : stop;
}

static bool step(struct bobbin_cursor *cursor, const struct bobbin_env *env)
{
    bool found = foreign_step(cursor, env);

    if (found)
        cursor->trust = BOBBIN_TRUST_EXIDX;
    return found;
}

static enum bobbin_stop rule_at(struct bobbin_cursor *cursor, const struct bobbin_env *env,
                                struct bobbin_rule *rule, enum bobbin_trust *trust)
{
    *trust = BOBBIN_TRUST_EXIDX;
    return foreign_rule_at(cursor, env, rule, trust);
}

const struct bobbin_foreign bobbin_exidx = {FORMAT_FOREIGN_EXIDX, (1u << BOBBIN_PLACES) - 1,
                                            read_table, step, rule_at};
