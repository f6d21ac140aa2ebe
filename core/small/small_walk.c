/* SPDX-License-Identifier: MIT */
/*
 * Derives the rule at a pc from a path that leads to a return. Follows the code forward, across
 * calls and branches. By the procedure-call standard (AAPCS32 6.1, 6.2) a call returns with sp and
 * the callee-saved registers unchanged. All paths to a return restore the same registers of the
 * caller.
 */
#include "layout.h"
#include "small.h"

#define OF_INTEREST (LAYOUT_SAVED | LAYOUT_RETURN)
#define LR          BOBBIN_VALID_R(BOBBIN_LR)

enum outcome {
    GO_ON,
    RETURNED, /* the path leads to a return */
    REFUSED,  /* the path cannot be followed */
};

/* A path, and the branches that it has not taken (`ways`). */
struct walk {
    struct layout layout;
    int32_t pushed;                /* the path itself has pushed all slots below this offset */
    uint8_t assumed;               /* the condition that is assumed to hold, or CODE_ALWAYS */
    bool called;                   /* a call has destroyed lr */
    bool kept;                     /* lr was pushed before */
    uint32_t ways[SMALL_WAYS_MAX]; /* addresses; bit 0: a call had been made */
    uint32_t ways_count;
};

static void begin(struct walk *walk, uint32_t at, bool called, uint32_t steps_max)
{
    layout_begin(&walk->layout, at, steps_max);
    walk->pushed = 0;
    walk->assumed = CODE_ALWAYS;
    walk->called = called;
    walk->kept = false;
}

static enum outcome store(struct walk *walk, const struct code_op *op)
{
    struct path *path = &walk->layout.path;

    if (op->base != BOBBIN_SP)
        return GO_ON;
    if (op->writeback < 0 && path->sp > walk->pushed)
        walk->pushed = path->sp;
    path->sp = code_sum(path->sp, op->writeback);
    if ((op->registers & LR) && (!walk->called || (path->stack & LR)))
        walk->kept = true;
    return GO_ON;
}

/*
 * Loads back REGISTERS that the path itself has pushed. So they have their values of the start
 * again.
 */
static enum outcome load_back(struct walk *walk, uint32_t registers)
{
    struct path *path = &walk->layout.path;

    if (!(registers & LAYOUT_RETURN))
        return GO_ON;
    if (!walk->kept)
        return REFUSED;
    walk->called = false;
    if (!(registers & PATH_RETURN))
        return GO_ON;
    if (path->stack & LR)
        path->stack |= PATH_RETURN;
    return RETURNED;
}

/*
 * Notes that a load from the stack restores REGISTERS. If a register is loaded twice, the last load
 * counts.
 */
static void note(struct layout *layout, uint32_t registers, int32_t at, int32_t end)
{
    if (!(registers >> 16) && (registers & OF_INTEREST) && at == layout->doubles_end)
        layout->gap = registers & 0x000fu;
    layout_note(layout, registers, at, end);
    layout->top = end;
}

static enum outcome load(struct walk *walk, const struct code_op *op)
{
    struct path *path = &walk->layout.path;
    int32_t at = code_sum(path->sp, op->offset);
    int32_t end = code_sum(at, op->length_bytes);

    if (op->base != BOBBIN_SP)
        return op->registers & PATH_RETURN ? REFUSED : GO_ON;
    path->sp = code_sum(path->sp, op->writeback);
    if (path->base == BOBBIN_SP && at < walk->pushed)
        return end > walk->pushed ? REFUSED : load_back(walk, op->registers);
    if ((op->registers & OF_INTEREST) || op->writeback)
        note(&walk->layout, op->registers, at, end);
    return op->registers & PATH_RETURN ? RETURNED : GO_ON;
}

/*
 * Handles a jump to r[TARGET] as a return, or as a tail call, which returns to the caller. A
 * computed goto looks the same, but is rarer.
 */
static enum outcome jump(struct walk *walk, uint32_t target)
{
    struct path *path = &walk->layout.path;

    if (path->stack & (BOBBIN_VALID_R(target) | LR))
        path->stack |= PATH_RETURN;
    else if (walk->called || target == BOBBIN_PC)
        return REFUSED;
    return RETURNED;
}

/*
 * Whether the path has changed nothing yet. Then a branch can be resumed later with only its target
 * and CALLED as state.
 */
static bool is_clean(const struct walk *walk)
{
    const struct path *path = &walk->layout.path;

    return path->sp == 0 && path->base == BOBBIN_SP && path->stack == 0 &&
           walk->assumed == CODE_ALWAYS;
}

static void keep_way(struct walk *walk, uint32_t target)
{
    if (is_clean(walk) && walk->ways_count < SMALL_WAYS_MAX)
        walk->ways[walk->ways_count++] = target | walk->called;
}

static enum outcome branch(struct walk *walk, const struct code_op *op)
{
    struct scan *scan = &walk->layout.scan;
    uint32_t target = scan->at - op->size_bytes + (uint32_t)op->offset;
    bool back = op->offset <= 0;

    if (op->condition != CODE_ALWAYS && op->condition != walk->assumed) {
        if (!back && op->condition != (walk->assumed ^ 1))
            keep_way(walk, target);
        return GO_ON;
    }
    if (back && walk->ways_count)
        return REFUSED; /* other branches are better than a loop */
    scan->at = target;
    return GO_ON;
}

static enum outcome call(struct walk *walk)
{
    walk->called = true;
    walk->layout.path.stack &= walk->kept ? LAYOUT_SAVED | LR : LAYOUT_SAVED;
    return GO_ON;
}

static bool matters(const struct code_op *op)
{
    if (op->kind == CODE_ADD)
        return op->target == BOBBIN_SP;
    return (op->writeback || (op->registers & OF_INTEREST)) && op->base == BOBBIN_SP;
}

static enum outcome execute(struct walk *walk, const struct code_op *op)
{
    switch (op->kind) {
    case CODE_STORE:
        return store(walk, op);
    case CODE_LOAD:
        return load(walk, op);
    case CODE_ADD:
        return path_add(&walk->layout.path, op) ? GO_ON : REFUSED;
    case CODE_BRANCH:
        return branch(walk, op);
    case CODE_CALL:
        return call(walk);
    case CODE_JUMP:
        return jump(walk, op->target);
    case CODE_OTHER:
        return GO_ON;
    default:
        return REFUSED;
    }
}

/*
 * Handles conditional instructions. At the first one that affects the frame, the path assumes that
 * its condition holds, and keeps this assumption.
 */
static enum outcome consider(struct walk *walk, const struct code_op *op)
{
    if (op->condition == CODE_ALWAYS || op->kind == CODE_BRANCH || op->kind == CODE_CALL)
        return execute(walk, op);
    if (op->kind == CODE_STOP)
        return REFUSED;
    if (op->kind != CODE_JUMP && !matters(op))
        return GO_ON;
    if (walk->assumed == CODE_ALWAYS)
        walk->assumed = op->condition;
    if (walk->assumed == (op->condition ^ 1))
        return GO_ON;
    return walk->assumed == op->condition ? execute(walk, op) : REFUSED;
}

/* Resumes at the last branch not taken. Returns false if there is none. */
static bool turn_back(struct walk *walk)
{
    uint32_t way;

    if (!walk->ways_count)
        return false;
    way = walk->ways[--walk->ways_count];
    begin(walk, way, way & 1, walk->layout.scan.left);
    return true;
}

enum bobbin_stop small_walk(struct bobbin_cursor *cursor)
{
    struct walk walk;
    struct path *path = &walk.layout.path;

    walk.ways_count = 0;
    begin(&walk, cursor->r[BOBBIN_PC], cursor->kind == BOBBIN_KIND_CALL, SMALL_WALK_MAX);
    for (;;) {
        struct code_op op;
        enum bobbin_stop stop = small_fetch(cursor, &walk.layout.scan, &op);
        enum outcome outcome;
        if (stop != BOBBIN_STOP_NONE)
            return stop;
        outcome = consider(&walk, &op);
        if (outcome == RETURNED) {
            layout_rule(&walk.layout, path->sp, path->sp, cursor);
            break;
        }
        if (outcome == REFUSED && !turn_back(&walk))
            break;
    }
    return BOBBIN_STOP_NONE;
}
