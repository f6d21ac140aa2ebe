/* SPDX-License-Identifier: MIT */
/*
 * Around a body rule, by the code from the pc on. What the instructions up to a return do together is to re-create the
 * caller's registers (AAPCS32 6.1, 6.2): what they load is still in the stack, all else is in place. And what they
 * save first, as the rest of a prologue, is not in the stack yet.
 */
#include "reading.h"

#include "find.h"
#include "format.h"

#define LR BOBBIN_VALID_R(BOBBIN_LR)

enum outcome {
    GO_ON,
    RETURNED,
    REFUSED, /* this way does not lead on */
};

/* A jump out of the function, by a register or not: a return, or a call that returns to our caller. */
static enum outcome leave(struct path *path, uint32_t register_bit)
{
    if (path->stack & (register_bit | LR))
        path->stack |= PATH_RETURN;
    return RETURNED;
}

static bool is_inside(const struct reading *reading, uint32_t target)
{
    const struct bobbin_table *table = reading->env->tables;
    const struct bobbin_range *range = &table->first;
    uint32_t from = reading->cursor->r[BOBBIN_PC] + 2 - table->quick_start;
    uint32_t to = target + 2 - table->quick_start;

    if (reading->start | reading->end)
        return target - reading->start < reading->end - reading->start;
    return to < table->quick_size_bytes && table_number_at(range, to >> range->unit_shift) ==
                                               table_number_at(range, from >> range->unit_shift);
}

/* WORD is the body rule's. */
static enum outcome branch(struct path *path, const struct code_op *op, uint32_t word)
{
    if (op->condition != CODE_ALWAYS) {
        path->scan.branches |= PATH_PASSED;
        return GO_ON;
    }
    if (is_inside(path->reading, path->scan.at - op->size_bytes + (uint32_t)op->offset))
        return REFUSED;
    /* To go on with only a part of what was saved is to go on in a part of this function that lies elsewhere. */
    if (path->stack && !(path->stack & LR) && (word & FORMAT_RULE_RA))
        return REFUSED;
    return leave(path, 0);
}

static int32_t home_bytes(uint32_t word)
{
    return (int32_t)(4 * bytes_field(word, FORMAT_RULE_HOME_SHIFT, FORMAT_RULE_HOME_BITS));
}

/* The lowest of r4-r11 that WORD has in slots. */
static uint32_t lowest(uint32_t word)
{
    uint32_t mask = (word & FORMAT_RULE_MASK) << 4;

    return mask & -mask;
}

/* WORD is the body rule's: what it has in slots goes down from the highest register to the lowest, and that is saved first. */
static enum outcome store(struct forward *forward, const struct code_op *op, uint32_t word)
{
    struct path *path = &forward->path;
    int32_t end = path->sp;

    if (op->base != BOBBIN_SP)
        return GO_ON;
    if (op->registers & LR)
        end = code_sum(code_sum(end, op->offset), op->length_bytes);
    if (!op->writeback) {
        if (!(forward->stored & LR)) {
            forward->stored |= op->registers;
            forward->end = end;
        }
        return GO_ON;
    }
    if (op->condition != CODE_ALWAYS || (path->stack & ~PATH_SCRATCH) || path->base != BOBBIN_SP)
        return REFUSED;
    path->sp = code_sum(path->sp, op->writeback);
    if (op->registers & (LR | lowest(word))) {
        /* What is saved first of all: as where a path returns, behind whatever branches, that has loaded nothing. */
        path->sp = code_sum(end, home_bytes(word));
        path->scan.branches = 0;
        path->stack = 0;
        return RETURNED;
    }
    forward->pushed |= op->registers;
    return GO_ON;
}

static enum outcome load(struct path *path, const struct code_op *op)
{
    if (op->base != BOBBIN_SP)
        return op->registers & PATH_RETURN ? REFUSED : GO_ON;
    if (op->condition != CODE_ALWAYS && !(op->registers & PATH_RETURN))
        return op->writeback ? REFUSED : GO_ON;
    if (path->sp >= 0 || path->base != BOBBIN_SP) /* else it is what this path has stored itself */
        path->stack |= op->registers;
    path->sp = code_sum(path->sp, op->writeback);
    return op->registers & PATH_RETURN ? RETURNED : GO_ON;
}

/* By itself: what it needs of the stack is not needed while code is fetched. */
static __attribute__((noinline)) enum outcome go_forward(struct forward *forward,
                                                         const struct code_op *op, uint32_t word)
{
    switch (op->kind) {
    case CODE_LOAD:
        return load(&forward->path, op);
    case CODE_STORE:
        return store(forward, op, word);
    case CODE_ADD:
        return op->condition == CODE_ALWAYS && path_add(&forward->path, op) ? GO_ON : REFUSED;
    case CODE_BRANCH:
        return branch(&forward->path, op, word);
    case CODE_JUMP:
        return leave(&forward->path, BOBBIN_VALID_R(op->target));
    case CODE_OTHER:
        return GO_ON;
    default:
        return REFUSED;
    }
}

static void tell(struct reading_frame *frame, uint32_t saved, uint8_t cfa_register,
                 int32_t cfa_offset)
{
    frame->saved = saved;
    frame->cfa_offset = cfa_offset;
    frame->cfa_register = cfa_register;
    frame->found = true;
}

/* What is left of a prologue has been executed, as it seems: the body rule holds behind it. */
static __attribute__((noinline)) void go_back(struct forward *forward, struct reading_frame *frame)
{
    struct path *path = &forward->path;
    uint32_t cfa_register = rule_register(frame->word);
    int32_t cfa_offset = frame->cfa_offset;

    if ((path->stack & ~PATH_SCRATCH) || path->base != BOBBIN_SP)
        return;
    if (cfa_register == BOBBIN_SP) {
        cfa_offset = code_sum(cfa_offset, path->sp);
        if ((forward->stored & LR) && code_sum(forward->end, home_bytes(frame->word)) == cfa_offset)
            forward->pushed |= forward->stored | RULE_RETURN;
        else if (path->sp >= 0)
            return;
    } else if (cfa_register == path->frame && !path->frame_moved) {
        cfa_register = BOBBIN_SP;
        cfa_offset = code_sum(cfa_offset, path->frame_at);
    } else if (!forward->pushed) {
        return;
    }
    if (cfa_offset >= 0)
        tell(frame, rule_saved(frame->word) & ~forward->pushed, (uint8_t)cfa_register, cfa_offset);
}

enum bobbin_stop reading_go_on(struct forward *forward, const struct reading *reading,
                               struct reading_frame *frame, uint32_t word)
{
    struct path *path = &forward->path;
    enum outcome outcome;
    struct code_op op;

    path_begin(path, reading);
    /* B of 16 bits, at once: it is frequent, and seldom leaves the function. */
    if (word >> 27 == 0x1c && !path->scan.it_left &&
        is_inside(reading, path->scan.at + 2 + (uint32_t)((int32_t)(word << 5) >> 20)))
        return BOBBIN_STOP_NONE;
    forward->pushed = 0;
    forward->stored = 0;
    do {
        enum bobbin_stop stop = path_fetch(path, &op, word);
        if (stop != BOBBIN_STOP_NONE)
            return stop;
        word = 0;
        outcome = go_forward(forward, &op, frame->word);
    } while (outcome == GO_ON);
    if (outcome == REFUSED)
        go_back(forward, frame);
    else if (!(path->scan.branches & PATH_PASSED))
        tell(frame, path->stack, path->base, path->sp);
    return BOBBIN_STOP_NONE;
}

enum bobbin_stop reading_forward(const struct reading *reading, struct reading_frame *frame)
{
    struct forward forward;

    path_begin_scan(&forward.path.scan, reading->cursor->r[BOBBIN_PC] & ~1u, READING_FORWARD_MAX,
                    PATH_PASSES);
    return reading_go_on(&forward, reading, frame, 0);
}
