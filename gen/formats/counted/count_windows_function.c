/* SPDX-License-Identifier: MIT */
/*
 * Reads a function as instructions with rules. Converts rules relative to a frame register to rules
 * relative to sp.
 */
#include "formats/counted/count_windows_function.h"

#include "core/insn/code.h"
#include "util/memory.h"

static void decode(const struct image *image, const struct windows_instruction *at, bool thumb,
                   struct code_op *op)
{
    uint32_t first = 0, second = 0;

    if (thumb) {
        image_read_number(image, at->address, 2, &first);
        if (at->size_bytes == 4)
            image_read_number(image, at->address + 2, 2, &second);
        first = first << 16 | second;
    } else {
        image_read_number(image, at->address, 4, &first);
    }
    code_decode(first, op, thumb);
}

bool windows_holds_body(const struct windows_function *function, size_t i)
{
    return function->instruction[i].has_rule &&
           rule_equal(&function->instruction[i].rule, &function->body);
}

uint32_t windows_bytes(const struct windows_function *function, size_t first, size_t end)
{
    uint32_t bytes = 0;

    for (; first < end; first++)
        if (!function->instruction[first].is_data)
            bytes += function->instruction[first].size_bytes;
    return bytes;
}

static void read_instructions(struct windows_function *function, const struct image *image,
                              const struct span *span)
{
    const struct image_section *section = image_section_at(image, span->start);
    struct image_instruction next = {.address = span->start};
    const struct row *row = span->row;

    while (section && image_next_instruction(image, section, next.address, &next) &&
           next.address < span->end) {
        struct windows_instruction instruction = {next.address, next.size_bytes, false, false, {0}};
        while (row < span->row_end && row->end <= next.address)
            row++;
        if (row == span->row_end)
            break;
        instruction.has_rule = row_is_plain(row);
        instruction.is_data = row->rule.form == BOBBIN_FORM_NONE;
        instruction.rule = row->rule;
        array_push(function->instruction, function->count, function->capacity, instruction);
        next.address += next.size_bytes;
        function->end = next.address;
    }
}

/* ---- sp instead of a frame register ---------------------------------------------------------- */

/* Bytes from sp to the cfa, if KNOWN. */
struct depth {
    int32_t bytes;
    bool known;
};

static bool is_by_register(const struct windows_instruction *at)
{
    return at->has_rule && at->rule.form == BOBBIN_FORM_FRAME && at->rule.cfa_register != BOBBIN_SP;
}

/* Updates DEPTH for the instruction AT, whose effect is OP. */
static void move(struct depth *depth, const struct windows_instruction *at,
                 const struct code_op *op)
{
    bool loads = op->kind == CODE_LOAD || op->kind == CODE_STORE;

    if (loads && op->base == BOBBIN_SP) {
        depth->bytes -= op->writeback;
    } else if (op->kind == CODE_ADD && op->target == BOBBIN_SP && op->base == BOBBIN_SP) {
        depth->bytes -= op->offset;
    } else if (op->kind == CODE_ADD && op->target == BOBBIN_SP) {
        depth->known = is_by_register(at) && at->rule.cfa_register == op->base;
        depth->bytes = at->rule.cfa_offset - op->offset;
    } else if (op->kind == CODE_STOP) {
        depth->known = false;
    }
}

static bool leaves(const struct code_op *op)
{
    return op->kind == CODE_BRANCH || op->kind == CODE_CALL || op->kind == CODE_JUMP ||
           op->kind == CODE_STOP ||
           (op->kind == CODE_LOAD && (op->registers & BOBBIN_VALID_R(BOBBIN_PC)));
}

/* Whether control never continues from OP to the next instruction. */
static bool is_way_out(const struct code_op *op)
{
    return leaves(op) && op->kind != CODE_CALL && op->condition == CODE_ALWAYS;
}

/*
 * Returns the distance in bytes from sp to the cfa in the body, whose rule is relative to another
 * register. The distance is taken at the first branch, call or return in the body.
 */
static struct depth find_body(const struct windows_function *function, const struct image *image,
                              bool thumb)
{
    struct depth depth = {0, true};
    struct code_op op;

    for (size_t i = 0; i < function->count && depth.known; i++) {
        const struct windows_instruction *at = &function->instruction[i];
        if (at->has_rule && !is_by_register(at))
            depth.bytes = at->rule.cfa_offset;
        decode(image, at, thumb, &op);
        if (windows_holds_body(function, i) && leaves(&op))
            return depth;
        move(&depth, at, &op);
    }
    depth.known = false;
    return depth;
}

/*
 * Converts rules relative to another register to rules relative to sp, where the distance is known.
 */
static void convert_to_sp(struct windows_function *function, const struct image *image, bool thumb)
{
    struct depth body = find_body(function, image, thumb);
    struct depth depth = {0, true};
    bool before = false; /* the instruction before falls through to this one */
    struct code_op op;

    for (size_t i = 0; i < function->count; i++) {
        struct windows_instruction *at = &function->instruction[i];
        if (at->has_rule && !is_by_register(at))
            depth = (struct depth){at->rule.cfa_offset, true};
        else if (!before && i > 0)
            depth = body;
        decode(image, at, thumb, &op);
        before = !is_way_out(&op);
        if (is_by_register(at) && depth.known) {
            struct depth now = depth;
            move(&depth, at, &op);
            at->rule.cfa_register = BOBBIN_SP;
            at->rule.cfa_offset = now.bytes;
        } else {
            move(&depth, at, &op);
        }
    }
    if (body.known) {
        function->body.cfa_register = BOBBIN_SP;
        function->body.cfa_offset = body.bytes;
    }
}

void windows_function_read(struct windows_function *function, const struct image *image,
                           const struct span *span, const struct row *body)
{
    *function = (struct windows_function){.body = body->rule};
    read_instructions(function, image, span);
    if (body->rule.form == BOBBIN_FORM_FRAME && body->rule.cfa_register != BOBBIN_SP)
        convert_to_sp(function, image, span->thumb);
}
