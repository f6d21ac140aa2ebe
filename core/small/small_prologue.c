/* SPDX-License-Identifier: MIT */
/*
 * Derives the rule at a pc from the prologue: follows the code from the start of the function and
 * notes which registers it saves.
 */
#include "layout.h"
#include "small.h"

#define LR BOBBIN_VALID_R(BOBBIN_LR)

/* Notes the registers that OP pushes. Only the first store of a register saves it. */
static void save(struct layout *layout, const struct code_op *op)
{
    struct path *path = &layout->path;
    uint32_t saved = op->registers & (LAYOUT_SAVED | LR) & ~path->stack;
    int32_t end = code_sum(code_sum(path->sp, op->offset), op->length_bytes);

    path->sp = code_sum(path->sp, op->writeback);
    if (!saved)
        return;
    if (saved & 0xffffu)
        layout->gap = op->registers & 0x000fu;
    if (!path->stack || end > layout->top)
        layout->top = end;
    if (saved & LR)
        saved |= PATH_RETURN;
    layout_note(layout, saved, end, end);
}

/* Adds the effect of OP to LAYOUT. Returns false if the prologue has ended before OP. */
static bool execute_prologue(struct layout *layout, const struct code_op *op)
{
    struct path *path = &layout->path;

    if (op->kind == CODE_END)
        return false;
    if (op->condition != CODE_ALWAYS)
        return true;
    switch (op->kind) {
    case CODE_STORE:
        if (op->base == BOBBIN_SP)
            save(layout, op);
        return true;
    case CODE_ADD:
        return path_add(path, op) && path->base == BOBBIN_SP;
    case CODE_LOAD:
        if (op->registers & PATH_RETURN)
            return !path->stack && !path->sp;
        return op->base != BOBBIN_SP || !op->writeback;
    case CODE_BRANCH:
    case CODE_JUMP: /* may be an early return, before anything is saved */
        return !path->stack && !path->sp;
    case CODE_CALL:
    case CODE_STOP:
        return false;
    default:
        return true;
    }
}

enum bobbin_stop small_prologue(struct bobbin_cursor *cursor, uint32_t start)
{
    uint32_t pc = cursor->r[BOBBIN_PC];
    struct layout layout;
    struct path *path = &layout.path;

    layout_begin(&layout, start, SMALL_PROLOGUE_MAX);
    while ((int32_t)(pc - layout.scan.at) > 0) {
        struct code_op op;
        enum bobbin_stop stop = small_fetch(cursor, &layout.scan, &op);
        if (stop != BOBBIN_STOP_NONE)
            return stop;
        if ((int32_t)(pc - layout.scan.at) < 0 || !execute_prologue(&layout, &op))
            break;
    }
    layout_rule(&layout, 0, (int32_t)(0 - (uint32_t)path->sp), cursor);
    return BOBBIN_STOP_NONE;
}
