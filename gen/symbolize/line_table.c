/* SPDX-License-Identifier: MIT */
/* Runs DWARF line number programs, and stores each sequence of rows separately. */
#include "symbolize/line_table.h"

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

#include "util/byte_reader.h"
#include "util/memory.h"

/* ---- the header ------------------------------------------------------------------------------ */

struct program {
    struct byte_reader code;
    const uint8_t *opcode_lengths; /* of opcodes 1, 2, ... */
    uint32_t opcode_base, line_range, instruction_bytes;
    int32_t line_base;
    bool default_is_stmt;
};

/*
 * Reads the header of a line number program (DWARF 5, section 6.2.4). Skips the tables of
 * directories and files, because libdw reads them.
 */
static bool read_header(struct program *program, struct byte_reader *in)
{
    unsigned offset_bytes = 4;
    uint64_t length = byte_reader_number(in, 4);
    uint64_t version;

    if (length == 0xffffffff) {
        offset_bytes = 8;
        length = byte_reader_number(in, 8);
    }
    if (in->failed || length > (size_t)(in->end - in->at))
        return false;
    in->end = in->at + length;
    version = byte_reader_number(in, 2);
    if (version < 2 || version > 5)
        return false;
    if (version == 5)
        byte_reader_number(in, 2); /* sizes of an address and of a segment selector */
    length = byte_reader_number(in, offset_bytes);
    if (in->failed || length > (size_t)(in->end - in->at))
        return false;
    program->code = (struct byte_reader){in->at + length, in->end, false};
    in->end = program->code.at;
    program->instruction_bytes = (uint32_t)byte_reader_number(in, 1);
    if (version >= 4)
        byte_reader_number(in, 1); /* operations per instruction, for VLIW only */
    program->default_is_stmt = byte_reader_number(in, 1) != 0;
    program->line_base = (int8_t)byte_reader_number(in, 1);
    program->line_range = (uint32_t)byte_reader_number(in, 1);
    program->opcode_base = (uint32_t)byte_reader_number(in, 1);
    program->opcode_lengths = in->at;
    return !in->failed && program->line_range > 0 && program->opcode_base > 0 &&
           program->opcode_base - 1 <= (size_t)(in->end - in->at);
}

/* ---- the program ----------------------------------------------------------------------------- */

struct state {
    struct line_table *table;
    size_t unit;
    size_t first_row; /* of the current sequence */
    bool bad;         /* the sequence runs backwards or exceeds 32 bits */
    uint64_t address, file, line;
    bool is_stmt;
};

static void start_sequence(struct state *state, const struct program *program)
{
    state->first_row = state->table->rows_count;
    state->bad = false;
    state->address = 0;
    state->file = 1;
    state->line = 1;
    state->is_stmt = program->default_is_stmt;
}

static void add_row(struct state *state)
{
    struct line_table *table = state->table;
    struct line_row row = {
        .address = (uint32_t)state->address,
        .file = (uint32_t)state->file,
        .line = (uint32_t)state->line,
        .is_stmt = state->is_stmt,
    };

    if (state->address > UINT32_MAX || (table->rows_count > state->first_row &&
                                        row.address < table->rows[table->rows_count - 1].address))
        state->bad = true;
    array_push(table->rows, table->rows_count, table->rows_capacity, row);
}

/* Whether the rows of the current sequence are valid. The sequence ends at the address in STATE. */
static bool is_sequence(const struct state *state)
{
    const struct line_table *table = state->table;

    return table->rows_count > state->first_row && !state->bad && state->address <= UINT32_MAX &&
           state->address > table->rows[state->first_row].address &&
           state->address >= table->rows[table->rows_count - 1].address;
}

static void end_sequence(struct state *state, const struct program *program)
{
    struct line_table *table = state->table;

    if (is_sequence(state)) {
        struct line_sequence sequence = {
            .low = table->rows[state->first_row].address,
            .high = (uint32_t)state->address,
            .first_row = state->first_row,
            .rows_count = table->rows_count - state->first_row,
            .unit = state->unit,
        };
        array_push(table->sequences, table->sequences_count, table->sequences_capacity, sequence);
    } else {
        table->rows_count = state->first_row;
    }
    start_sequence(state, program);
}

/* DWARF 5, section 6.2.5.3 */
static void run_extended(struct state *state, const struct program *program,
                         struct byte_reader *code)
{
    uint64_t length = byte_reader_uleb128(code);
    const uint8_t *next;

    if (length == 0 || length > (size_t)(code->end - code->at)) {
        code->failed = true;
        return;
    }
    next = code->at + length;
    switch (byte_reader_number(code, 1)) {
    case DW_LNE_end_sequence:
        end_sequence(state, program);
        break;
    case DW_LNE_set_address:
        state->address = byte_reader_number(code, length - 1 > 8 ? 8 : (unsigned)length - 1);
        break;
    default:
        break;
    }
    code->at = next;
}

/* Executes a standard opcode (DWARF 5, section 6.2.5.2). Skips opcodes that only debuggers need. */
static void run_standard(struct state *state, const struct program *program,
                         struct byte_reader *code, uint32_t opcode)
{
    switch (opcode) {
    case DW_LNS_copy:
        add_row(state);
        break;
    case DW_LNS_advance_pc:
        state->address += byte_reader_uleb128(code) * program->instruction_bytes;
        break;
    case DW_LNS_advance_line:
        state->line += (uint64_t)byte_reader_sleb128(code);
        break;
    case DW_LNS_set_file:
        state->file = byte_reader_uleb128(code);
        break;
    case DW_LNS_negate_stmt:
        state->is_stmt = !state->is_stmt;
        break;
    case DW_LNS_const_add_pc:
        state->address += (uint64_t)((255 - program->opcode_base) / program->line_range) *
                          program->instruction_bytes;
        break;
    case DW_LNS_fixed_advance_pc:
        state->address += byte_reader_number(code, 2);
        break;
    default:
        for (uint32_t i = program->opcode_lengths[opcode - 1]; i > 0; i--)
            byte_reader_uleb128(code);
        break;
    }
}

/* DWARF 5, section 6.2.5.1 */
static void run_special(struct state *state, const struct program *program, uint32_t opcode)
{
    uint32_t adjusted = opcode - program->opcode_base;

    state->address += (uint64_t)(adjusted / program->line_range) * program->instruction_bytes;
    state->line +=
        (uint64_t)(int64_t)(program->line_base + (int32_t)(adjusted % program->line_range));
    add_row(state);
}

bool line_table_add(struct line_table *table, const uint8_t *bytes, size_t size, uint64_t offset,
                    size_t unit)
{
    struct program program;
    struct state state = {.table = table, .unit = unit};
    struct byte_reader in = {bytes, bytes + size, false};
    struct byte_reader *code = &program.code;

    if (offset > size)
        return false;
    in.at += offset;
    if (!read_header(&program, &in))
        return false;
    start_sequence(&state, &program);
    while (code->at < code->end && !code->failed) {
        uint32_t opcode = (uint32_t)byte_reader_number(code, 1);
        if (opcode >= program.opcode_base)
            run_special(&state, &program, opcode);
        else if (opcode == 0)
            run_extended(&state, &program, code);
        else
            run_standard(&state, &program, code, opcode);
    }
    table->rows_count = state.first_row;
    return !code->failed;
}

void line_table_free(struct line_table *table)
{
    free(table->rows);
    free(table->sequences);
    memset(table, 0, sizeof(*table));
}

/*
 * Chooses the row that gdb chooses. Of several rows at one address, the last one that begins a
 * statement is used, or else the last one. Code without a line belongs to the line before it.
 */
const struct line_row *line_table_row(const struct line_table *table,
                                      const struct line_sequence *sequence, uint32_t address)
{
    const struct line_row *rows = table->rows + sequence->first_row;
    size_t count = array_upper_bound(rows, sequence->rows_count, address, address);
    size_t low = count ? count - 1 : 0;
    size_t found;

    while (low > 0 && rows[low].line == 0)
        low--;
    for (found = low; found > 0 && !rows[found].is_stmt; found--)
        if (rows[found - 1].address != rows[low].address)
            break;
    return rows[found].is_stmt ? &rows[found] : &rows[low];
}
