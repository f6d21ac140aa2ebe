/* SPDX-License-Identifier: MIT */
/*
 * Around a body rule. What the instructions from the pc up to a return do together is to re-create the
 * caller's registers (AAPCS32 6.1, 6.2): what they load is still in the stack, all else is in place. And a prologue says,
 * instruction by instruction, what has been saved so far.
 */
#include "reading.h"

#include "format.h"
#include "path.h"

#define LR BOBBIN_VALID_R(BOBBIN_LR)

enum outcome {
    GO_ON,
    FOUND,
    REFUSED, /* this way does not lead on */
};

/* A jump out of the function, by a register or not: a return, or a call that returns to our caller. */
static enum outcome leave(struct path *path, uint32_t register_bit)
{
    if (path->stack & (register_bit | LR))
        path->stack |= PATH_RETURN;
    return FOUND;
}

static enum outcome branch(struct path *path, const struct code_op *op, uint32_t saved)
{
    const struct reading *reading = path->reading;
    uint32_t target = path->at - op->size_bytes + (uint32_t)op->offset;

    if (op->condition != CODE_ALWAYS || target - reading->start < reading->end - reading->start)
        return REFUSED;
    /* To go on with only a part of what was saved is to go on in a part of this function that lies elsewhere. */
    if (path->stack && !(path->stack & LR) && (saved & RULE_RETURN))
        return REFUSED;
    return leave(path, 0);
}

/* SAVED: what the body rule has in slots. */
static enum outcome go_forward(struct path *path, const struct code_op *op, uint32_t saved)
{
    switch (op->kind) {
    case CODE_LOAD:
        if (op->base != BOBBIN_SP)
            return op->registers & PATH_RETURN ? REFUSED : GO_ON;
        if (op->condition != CODE_ALWAYS && !(op->registers & PATH_RETURN))
            return op->writeback ? REFUSED : GO_ON;
        path->stack |= op->registers;
        path->sp = code_sum(path->sp, op->writeback);
        return op->registers & PATH_RETURN ? FOUND : GO_ON;
    case CODE_STORE:
        return op->base == BOBBIN_SP && op->writeback ? REFUSED : GO_ON;
    case CODE_ADD:
        return op->condition == CODE_ALWAYS && path_add(path, op) ? GO_ON : REFUSED;
    case CODE_BRANCH:
        return branch(path, op, saved);
    case CODE_JUMP:
        return leave(path, BOBBIN_VALID_R(op->target));
    case CODE_OTHER:
    case CODE_IT:
        return GO_ON;
    default:
        return REFUSED;
    }
}

static enum outcome go_through_prologue(struct path *path, const struct code_op *op)
{
    bool begun = path->stack || path->sp;

    if (op->kind == CODE_END)
        return FOUND;
    if (op->condition != CODE_ALWAYS)
        return GO_ON;
    switch (op->kind) {
    case CODE_STORE:
        if (op->base != BOBBIN_SP)
            return GO_ON;
        path->stack |= op->registers;
        if (op->registers & LR)
            path->stack |= PATH_RETURN;
        path->sp = code_sum(path->sp, op->writeback);
        return GO_ON;
    case CODE_LOAD:
        if (op->registers & PATH_RETURN)
            return begun ? REFUSED : GO_ON;
        return op->base == BOBBIN_SP && op->writeback ? REFUSED : GO_ON;
    case CODE_ADD:
        return path_add(path, op) && path->base == BOBBIN_SP ? GO_ON : REFUSED;
    case CODE_BRANCH:
    case CODE_JUMP: /* an early return, before anything has been saved */
        return begun ? REFUSED : GO_ON;
    case CODE_CALL:
    case CODE_STOP:
        return REFUSED;
    default:
        return GO_ON;
    }
}

static void tell(struct reading_frame *frame, const struct path *path, int32_t cfa_offset)
{
    frame->saved = path->stack;
    frame->cfa_offset = cfa_offset;
    frame->cfa_register = path->base;
    frame->found = true;
}

static enum bobbin_stop read_forward(const struct reading *reading, struct reading_frame *frame)
{
    uint32_t pc = reading->cursor->r[BOBBIN_PC];
    enum outcome outcome;
    struct path path;
    struct code_op op;

    path_begin(&path, reading, pc, pc + PATH_ENDLESS, READING_FORWARD_MAX);
    do {
        enum bobbin_stop stop = path_fetch(&path, &op);
        if (stop != BOBBIN_STOP_NONE)
            return stop;
        outcome = go_forward(&path, &op, frame->saved);
    } while (outcome == GO_ON);
    if (outcome == FOUND)
        tell(frame, &path, path.sp);
    return BOBBIN_STOP_NONE;
}

/* Whether FRAME is what PATH, a prologue, has come to. */
static bool is_complete(const struct path *path, const struct reading_frame *frame)
{
    if (frame->saved & ~path->stack)
        return false;
    if (frame->cfa_register == BOBBIN_SP)
        return code_sum(path->sp, frame->cfa_offset) == 0;
    return frame->cfa_register == path->frame && code_sum(path->frame_at, frame->cfa_offset) == 0;
}

static enum bobbin_stop read_prologue(const struct reading *reading, struct reading_frame *frame)
{
    uint32_t pc = reading->cursor->r[BOBBIN_PC];
    enum outcome outcome;
    struct path path;
    struct code_op op;

    path_begin(&path, reading, reading->start, pc, READING_PROLOGUE_BYTES_MAX);
    do {
        enum bobbin_stop stop = path_fetch(&path, &op);
        if (stop != BOBBIN_STOP_NONE)
            return stop;
        outcome = go_through_prologue(&path, &op);
    } while (outcome == GO_ON && !is_complete(&path, frame));
    if (outcome == FOUND && path.at == pc)
        tell(frame, &path, (int32_t)(0 - (uint32_t)path.sp));
    return BOBBIN_STOP_NONE;
}

enum bobbin_stop reading_adapt(const struct reading *reading, uint32_t how,
                               struct reading_frame *frame)
{
    enum bobbin_stop stop = BOBBIN_STOP_NONE;

    frame->found = false;
    if (how & FORMAT_HOW_FORWARD)
        stop = read_forward(reading, frame);
    if (stop == BOBBIN_STOP_NONE && !frame->found && (how & FORMAT_HOW_PROLOGUE) &&
        reading->cursor->r[BOBBIN_PC] - reading->start <= READING_PROLOGUE_BYTES_MAX)
        stop = read_prologue(reading, frame);
    return stop;
}
