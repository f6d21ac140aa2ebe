/* SPDX-License-Identifier: MIT */
/* A prologue says, instruction by instruction, what has been saved so far. */
#include "format.h"
#include "path.h"

#define SAVED_REGISTERS (0x0ff0u | BOBBIN_VALID_R(BOBBIN_LR) | 0xffu << 24)
#define LOW_REGISTERS   0x00f0u
#define HIGH_REGISTERS  0x0f00u

/* Only the first store of a register saves it; the highest of them is the first push. */
static bool save(struct path *path, const struct code_op *op)
{
    uint32_t saved = op->registers & SAVED_REGISTERS & ~path->stack;
    int32_t end = code_sum(path->sp, op->offset);

    if (op->base != BOBBIN_SP)
        return true;
    path->sp = code_sum(path->sp, op->writeback);
    if (!saved)
        return true;
    for (uint32_t left = op->registers & 0xffff; left; left &= left - 1)
        end = code_sum(end, 4);
    for (uint32_t left = op->registers >> 16; left; left &= left - 1)
        end = code_sum(end, 8);
    if (saved & LOW_REGISTERS)
        path->low_at = end;
    if (saved & HIGH_REGISTERS)
        path->high_at = end;
    if (saved & 0xffffu)
        path->gap = op->registers & 0x000fu;
    if (!path->stack || end > path->top)
        path->top = end;
    path->stack |= saved;
    return true;
}

/* Goes on through OP; false where the prologue has ended. */
static bool execute(struct path *path, const struct code_op *op)
{
    if (op->condition != CODE_ALWAYS)
        return op->kind != CODE_STOP;
    switch (op->kind) {
    case CODE_STORE:
        return save(path, op);
    case CODE_ADD:
        return op->target != BOBBIN_SP || op->base == BOBBIN_SP ? path_add(path, op) : false;
    case CODE_LOAD:
        return op->base != BOBBIN_SP || !op->writeback;
    case CODE_BRANCH:
    case CODE_JUMP: /* an early return, before anything has been saved */
        return !path->stack && !path->sp;
    case CODE_CALL:
    case CODE_STOP:
        return false;
    default:
        return true;
    }
}

/* What BODY saves, as bits of path.stack. */
static uint32_t saved_by(const struct rule *body)
{
    uint32_t doubles = (1u << (body->word >> FORMAT_RULE_VFP_SHIFT & 15)) - 1;

    return (body->word & 0x0ff0u) | (body->word & FORMAT_RULE_RA ? BOBBIN_VALID_R(BOBBIN_LR) : 0) |
           doubles << 24;
}

/* Whether BODY holds where PATH is. */
static bool is_body(const struct path *path, const struct rule *body)
{
    uint32_t saved = saved_by(body);
    int32_t at = body->cfa_register == BOBBIN_SP ? path->sp : path->frame_at;

    return (body->cfa_register == BOBBIN_SP || body->cfa_register == path->frame) &&
           code_sum(at, body->cfa_offset) == 0 && (path->stack & saved) == saved;
}

enum bobbin_stop reading_prologue(const struct reading *reading, const struct rule *body,
                                  struct rule *rule, bool *found)
{
    const struct bobbin_cursor *cursor = reading->cursor;
    uint32_t pc = cursor->r[BOBBIN_PC];
    struct path path;

    *found = false;
    path_begin(&path, reading, reading->start);
    for (uint32_t steps = 0; !body || !is_body(&path, body); steps++) {
        struct code_op op;
        enum bobbin_stop stop;
        if (path.at >= pc) {
            *found = true;
            break;
        }
        if (steps == READING_PROLOGUE_MAX)
            break;
        stop = path_fetch(&path, &op);
        if (stop != BOBBIN_STOP_NONE)
            return stop;
        if (!execute(&path, &op))
            break;
    }
    if (body && !*found)
        return BOBBIN_STOP_NONE;
    if (path.stack & BOBBIN_VALID_R(BOBBIN_LR))
        path.stack |= BOBBIN_VALID_R(BOBBIN_PC);
    *found = path_rule(&path, BOBBIN_SP, (int32_t)(0 - (uint32_t)path.sp), 0, rule);
    return BOBBIN_STOP_NONE;
}
