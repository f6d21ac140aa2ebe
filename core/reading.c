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

static enum outcome branch(struct path *path, const struct code_op *op, const struct rule *body)
{
    const struct reading *reading = path->reading;
    uint32_t target = path->at - op->size_bytes + (uint32_t)op->offset;

    if (op->condition != CODE_ALWAYS)
        return REFUSED;
    if (target - reading->start < reading->end - reading->start) {
        path->at = target;
        return GO_ON;
    }
    /* To go on with only a part of what was saved is to go on in a part of this function that lies elsewhere. */
    if (path->stack && !(path->stack & LR) && (body->word & FORMAT_RULE_RA))
        return REFUSED;
    return leave(path, 0);
}

static enum outcome go_forward(struct path *path, const struct code_op *op, const struct rule *body)
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
        return branch(path, op, body);
    case CODE_JUMP:
        return leave(path, BOBBIN_VALID_R(op->target));
    case CODE_CALL:
    case CODE_STOP:
        return REFUSED;
    default:
        return GO_ON;
    }
}

/* What a compact WORD says is saved, as bits of path.stack. */
static uint32_t saved_by(uint32_t word)
{
    uint32_t doubles = (1u << (word >> FORMAT_RULE_VFP_SHIFT & 15)) - 1;

    return (word & 0x0ff0u) | (word & FORMAT_RULE_RA ? LR : 0) | doubles << 24;
}

/* Whether BODY holds after PATH, a prologue. */
static bool is_body(const struct path *path, const struct rule *body)
{
    int32_t at = path->sp;

    if (body->cfa_register != BOBBIN_SP) {
        if (body->cfa_register != path->frame)
            return false;
        at = path->frame_at;
    }
    return code_sum(at, body->cfa_offset) == 0 && (saved_by(body->word) & ~path->stack) == 0;
}

static enum outcome go_through_prologue(struct path *path, const struct code_op *op)
{
    bool begun = path->stack || path->sp;

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

/* RULE, the body rule, where only what PATH has in the stack is there. */
static void restrict_rule(struct rule *rule, const struct path *path, int32_t cfa_offset)
{
    rule->form = BOBBIN_FORM_FRAME;
    rule->cfa_register = path->base;
    rule->cfa_offset = cfa_offset;
    rule->keep = path->stack;
}

static enum bobbin_stop read_forward(const struct reading *reading, struct rule *rule, bool *found)
{
    struct path path;

    path_begin(&path, reading, reading->cursor->r[BOBBIN_PC]);
    for (uint32_t steps = 0; steps < READING_FORWARD_MAX; steps++) {
        struct code_op op;
        enum bobbin_stop stop = path_fetch(&path, &op);
        enum outcome outcome;
        if (stop != BOBBIN_STOP_NONE)
            return stop;
        outcome = go_forward(&path, &op, rule);
        if (outcome == FOUND) {
            restrict_rule(rule, &path, path.sp);
            *found = true;
        }
        if (outcome != GO_ON)
            break;
    }
    return BOBBIN_STOP_NONE;
}

static enum bobbin_stop read_prologue(const struct reading *reading, struct rule *rule)
{
    struct path path;

    path_begin(&path, reading, reading->start);
    for (uint32_t steps = 0; steps < READING_PROLOGUE_MAX && !is_body(&path, rule); steps++) {
        struct code_op op;
        enum bobbin_stop stop;
        if (path.at - reading->cursor->r[BOBBIN_PC] < 0x80000000u) {
            restrict_rule(rule, &path, (int32_t)(0 - (uint32_t)path.sp));
            break;
        }
        stop = path_fetch(&path, &op);
        if (stop != BOBBIN_STOP_NONE)
            return stop;
        if (go_through_prologue(&path, &op) != GO_ON)
            break;
    }
    return BOBBIN_STOP_NONE;
}

enum bobbin_stop reading_adapt(const struct reading *reading, uint32_t how, struct rule *rule)
{
    bool found = false;
    enum bobbin_stop stop = BOBBIN_STOP_NONE;

    if (how & FORMAT_HOW_FORWARD)
        stop = read_forward(reading, rule, &found);
    if (stop == BOBBIN_STOP_NONE && !found && (how & FORMAT_HOW_PROLOGUE))
        stop = read_prologue(reading, rule);
    return stop;
}
