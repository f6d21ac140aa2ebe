/* SPDX-License-Identifier: MIT */
/*
 * Forward, to a return. By the procedure-call standard (AAPCS32 6.1, 6.2) what the instructions up to a
 * return do together is to re-create the caller's registers: that is the rule.
 */
#include "reading.h"

#include "format.h"
#include "path.h"

#define LOW_REGISTERS    0x00f0u
#define HIGH_REGISTERS   0x0f00u
#define RETURN_REGISTERS (BOBBIN_VALID_R(BOBBIN_LR) | BOBBIN_VALID_R(BOBBIN_PC))
#define SAVED_REGISTERS  (LOW_REGISTERS | HIGH_REGISTERS | 0xffu << 24)
#define OF_INTEREST      (SAVED_REGISTERS | RETURN_REGISTERS)

enum outcome {
    GO_ON,
    RETURNED, /* the path is one to a return */
    REFUSED,  /* it cannot be followed */
};

/* A forward path, and in a walk the ways that it has not gone. */
struct forward {
    struct path path;
    const struct rule *body; /* NULL in a walk */
    uint32_t ways[READING_WAYS_MAX]; /* addresses; bit 0: a call had been made */
    uint32_t ways_count;
};

static int32_t length_of(uint32_t registers)
{
    int32_t length = 0;

    for (uint32_t left = registers & 0xffff; left; left &= left - 1)
        length += 4;
    for (uint32_t left = registers >> 16; left; left &= left - 1)
        length += 8;
    return length;
}

static enum outcome store(struct path *path, const struct code_op *op)
{
    if (op->base != BOBBIN_SP)
        return GO_ON;
    if (op->writeback < 0 && path->sp > path->pushed)
        path->pushed = path->sp;
    path->sp = code_sum(path->sp, op->writeback);
    if ((op->registers & BOBBIN_VALID_R(BOBBIN_LR)) &&
        (!path->called || (path->stack & BOBBIN_VALID_R(BOBBIN_LR))))
        path->kept = true;
    return GO_ON;
}

/* What the path itself has pushed comes back: the registers are again what they were. */
static enum outcome load_back(struct path *path, uint32_t registers)
{
    if (!(registers & RETURN_REGISTERS))
        return GO_ON;
    if (!path->kept)
        return REFUSED;
    path->called = false;
    if (!(registers & BOBBIN_VALID_R(BOBBIN_PC)))
        return GO_ON;
    if (path->stack & BOBBIN_VALID_R(BOBBIN_LR))
        path->stack |= BOBBIN_VALID_R(BOBBIN_PC);
    return RETURNED;
}

/* Where the registers of a load stand tells in which order they were saved. */
static void note(struct path *path, uint32_t registers, int32_t at, int32_t end)
{
    if (registers & LOW_REGISTERS)
        path->low_at = at;
    if (registers & HIGH_REGISTERS)
        path->high_at = at;
    if (registers >> 24)
        path->doubles_end = end;
    else if ((registers & OF_INTEREST) && at == path->doubles_end)
        path->gap = registers & 0x000fu;
    path->stack |= registers;
    path->top = end;
}

static enum outcome load(struct path *path, const struct code_op *op)
{
    int32_t at = code_sum(path->sp, op->offset);
    int32_t end = code_sum(at, length_of(op->registers));

    if (op->base != BOBBIN_SP)
        return op->registers & BOBBIN_VALID_R(BOBBIN_PC) ? REFUSED : GO_ON;
    path->sp = code_sum(path->sp, op->writeback);
    if (path->base == BOBBIN_SP && at < path->pushed)
        return end > path->pushed ? REFUSED : load_back(path, op->registers);
    if ((op->registers & OF_INTEREST) || op->writeback)
        note(path, op->registers, at, end);
    return op->registers & BOBBIN_VALID_R(BOBBIN_PC) ? RETURNED : GO_ON;
}

/*
 * A return, or a call that returns to our caller: nothing else is taken for it that a computed goto may be, which is
 * rarer.
 */
static enum outcome jump(struct path *path, uint32_t target)
{
    if (path->stack & (BOBBIN_VALID_R(target) | BOBBIN_VALID_R(BOBBIN_LR)))
        path->stack |= BOBBIN_VALID_R(BOBBIN_PC);
    else if (path->called || target == BOBBIN_PC)
        return REFUSED;
    return RETURNED;
}

/* A branch out of the function: a call that returns to our caller, if all that BODY saved has been undone. */
static enum outcome leave(struct path *path, const struct rule *body)
{
    uint32_t saved = body->word & SAVED_REGISTERS & 0xffff;

    if (body->word & FORMAT_RULE_RA)
        saved |= BOBBIN_VALID_R(BOBBIN_LR);
    if (path->stack && (path->stack & BOBBIN_VALID_R(BOBBIN_LR)) == 0 && (saved & BOBBIN_VALID_R(BOBBIN_LR)))
        return REFUSED;
    if (path->stack & BOBBIN_VALID_R(BOBBIN_LR))
        path->stack |= BOBBIN_VALID_R(BOBBIN_PC);
    return RETURNED;
}

/* Nothing has been done yet: a way that starts here need not remember anything but a call. */
static bool is_clean(const struct path *path)
{
    return path->sp == 0 && path->base == BOBBIN_SP && path->stack == 0 &&
           path->assumed == CODE_ALWAYS;
}

static void keep_way(struct forward *forward, uint32_t target)
{
    struct path *path = &forward->path;

    if (is_clean(path) && forward->ways_count < READING_WAYS_MAX)
        forward->ways[forward->ways_count++] = target | path->called;
}

static enum outcome branch(struct forward *forward, const struct code_op *op)
{
    struct path *path = &forward->path;
    uint32_t target = path->at - op->size_bytes + (uint32_t)op->offset;
    bool back = op->offset <= 0;

    if (op->condition != CODE_ALWAYS && op->condition != path->assumed) {
        if (forward->body)
            return op->condition == (path->assumed ^ 1) ? GO_ON : REFUSED;
        if (!back && op->condition != (path->assumed ^ 1))
            keep_way(forward, target);
        return GO_ON;
    }
    if (forward->body && target - path->reading->start >= path->reading->end - path->reading->start)
        return leave(path, forward->body);
    if (back && forward->ways_count)
        return REFUSED; /* there are better ways than round a loop */
    path->at = target;
    return GO_ON;
}

static enum outcome call(struct forward *forward)
{
    if (forward->body)
        return REFUSED;
    forward->path.called = true;
    forward->path.stack &= forward->path.kept ? SAVED_REGISTERS | BOBBIN_VALID_R(BOBBIN_LR)
                                              : SAVED_REGISTERS;
    return GO_ON;
}

static bool matters(const struct code_op *op)
{
    if (op->kind == CODE_ADD)
        return op->target == BOBBIN_SP;
    return op->base == BOBBIN_SP && (op->writeback || (op->registers & OF_INTEREST));
}

static enum outcome execute(struct forward *forward, const struct code_op *op)
{
    struct path *path = &forward->path;

    switch (op->kind) {
    case CODE_STORE:
        return store(path, op);
    case CODE_LOAD:
        return load(path, op);
    case CODE_ADD:
        return path_add(path, op) ? GO_ON : REFUSED;
    case CODE_BRANCH:
        return branch(forward, op);
    case CODE_CALL:
        return call(forward);
    case CODE_JUMP:
        return jump(path, op->target);
    case CODE_STOP:
        return REFUSED;
    default:
        return GO_ON;
    }
}

/* What depends on the flags: a return may be made; of all else one condition is taken to hold, and stays so. */
static enum outcome consider(struct forward *forward, const struct code_op *op)
{
    struct path *path = &forward->path;

    if (op->condition == CODE_ALWAYS || op->kind == CODE_BRANCH || op->kind == CODE_CALL)
        return execute(forward, op);
    if (op->kind == CODE_STOP)
        return REFUSED;
    if (op->kind != CODE_JUMP && !matters(op))
        return GO_ON;
    if (path->assumed == CODE_ALWAYS)
        path->assumed = op->condition;
    if (path->assumed == (op->condition ^ 1))
        return GO_ON;
    return path->assumed == op->condition ? execute(forward, op) : REFUSED;
}

/* Goes back to the last way not gone; false when there is none. */
static bool turn_back(struct forward *forward)
{
    uint32_t way;

    if (!forward->ways_count)
        return false;
    way = forward->ways[--forward->ways_count];
    path_begin(&forward->path, forward->path.reading, way & ~1u);
    forward->path.called = way & 1;
    return true;
}

static enum bobbin_stop go(struct forward *forward, uint32_t steps_max, struct rule *rule,
                           bool *found)
{
    struct path *path = &forward->path;

    *found = false;
    for (uint32_t steps = 0; steps < steps_max; steps++) {
        struct code_op op;
        enum bobbin_stop stop = path_fetch(path, &op);
        enum outcome outcome = stop == BOBBIN_STOP_NONE ? consider(forward, &op) : REFUSED;

        if (stop == BOBBIN_STOP_BUDGET)
            return stop;
        if (outcome == RETURNED) {
            *found = path_rule(path, path->base, path->sp, path->sp, rule);
            return BOBBIN_STOP_NONE;
        }
        if (outcome == REFUSED && !turn_back(forward))
            return stop;
    }
    return BOBBIN_STOP_NONE;
}

enum bobbin_stop reading_forward(const struct reading *reading, const struct rule *body,
                                 struct rule *rule, bool *found)
{
    struct forward forward;

    path_begin(&forward.path, reading, reading->cursor->r[BOBBIN_PC]);
    forward.body = body;
    forward.ways_count = 0;
    return go(&forward, READING_FORWARD_MAX, rule, found);
}

enum bobbin_stop reading_walk(const struct reading *reading, struct rule *rule, bool *found)
{
    struct forward forward;

    path_begin(&forward.path, reading, reading->cursor->r[BOBBIN_PC]);
    forward.path.called = reading->cursor->kind == BOBBIN_KIND_CALL;
    forward.body = 0;
    forward.ways_count = 0;
    return go(&forward, READING_WALK_MAX, rule, found);
}
