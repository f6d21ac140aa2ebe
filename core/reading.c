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

/* A word that has everything in slots: for a rule that is no word. */
#define ALL_SAVED (FORMAT_RULE_RA | FORMAT_RULE_MASK | 8u << FORMAT_RULE_VFP_SHIFT)

/* A path straight forward from a pc. */
struct forward {
    struct path path;
    uint32_t pushed; /* what has been saved where the body rule has it */
    uint32_t stored; /* what has been stored on the stack without moving sp, up to lr */
    int32_t end;     /* of the slot of lr, or of all that is saved */
};

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

static __attribute__((noinline)) bool is_same_entry(const struct bobbin_range *range, uint32_t from,
                                                    uint32_t to)
{
    const uint8_t *behind = table_number_at(range, from >> range->unit_shift);

    return table_number_at(range, to >> range->unit_shift) == behind;
}

static __attribute__((noinline)) bool is_inside(const struct reading *reading, uint32_t target)
{
    const struct table_answer *answer = &reading->answer;
    const struct bobbin_table *table = reading->env->tables;
    uint32_t from = reading->cursor->r[BOBBIN_PC] + 2 - table->quick_start;
    uint32_t to = target + 2 - table->quick_start;

    if (answer->start | answer->end)
        return target - answer->start < answer->end - answer->start;
    if (to >= table->quick_size_bytes)
        return false;
    return is_same_entry(&table->first, from, to);
}

/* What the body rule has in slots. */
static uint32_t body_word(const struct reading *reading)
{
    return reading->rule.at ? ALL_SAVED : reading->rule.word;
}

/* Out of the function, or not always. */
static enum outcome branch(struct path *path, const struct code_op *op,
                           const struct reading *reading)
{
    if (op->condition != CODE_ALWAYS) {
        path->scan.branches |= PATH_PASSED;
        return GO_ON;
    }
    /* To go on with only a part of what was saved is to go on in a part of this function that lies elsewhere. */
    if (path->stack && !(path->stack & LR) && (body_word(reading) & FORMAT_RULE_RA))
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

/* What the body rule has in slots goes down from the highest register to the lowest, and that is saved first. */
static enum outcome store(struct forward *forward, const struct code_op *op,
                          const struct reading *reading)
{
    struct path *path = &forward->path;
    uint32_t word = body_word(reading);
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
static __attribute__((noinline)) enum outcome
go_forward(struct forward *forward, const struct code_op *op, const struct reading *reading)
{
    switch (op->kind) {
    case CODE_LOAD:
        return load(&forward->path, op);
    case CODE_STORE:
        return store(forward, op, reading);
    case CODE_ADD:
        return op->condition == CODE_ALWAYS && path_add(&forward->path, op) ? GO_ON : REFUSED;
    case CODE_BRANCH:
        return branch(&forward->path, op, reading);
    case CODE_JUMP:
        return leave(&forward->path, BOBBIN_VALID_R(op->target));
    case CODE_OTHER:
        return GO_ON;
    default:
        return REFUSED;
    }
}

static void tell(struct reading *reading, uint32_t saved, uint32_t cfa_register, int32_t cfa_offset)
{
    reading->answer.trust = BOBBIN_TRUST_CODE;
    reading->rule.form = BOBBIN_FORM_FRAME;
    reading->rule.keep = saved;
    reading->rule.cfa_offset = cfa_offset;
    reading->rule.cfa_register = (uint8_t)cfa_register;
}

/* What is left of a prologue has been executed, as it seems: the body rule holds behind it. */
static __attribute__((noinline)) void go_back(struct forward *forward, struct reading *reading)
{
    struct path *path = &forward->path;
    uint32_t word = body_word(reading);
    uint32_t cfa_register = reading->rule.cfa_register;
    int32_t cfa_offset = reading->rule.cfa_offset;

    if ((path->stack & ~PATH_SCRATCH) || path->base != BOBBIN_SP)
        return;
    if (cfa_register == BOBBIN_SP) {
        cfa_offset = code_sum(cfa_offset, path->sp);
        if ((forward->stored & LR) && code_sum(forward->end, home_bytes(word)) == cfa_offset)
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
        tell(reading, rule_saved(word) & ~forward->pushed, cfa_register, cfa_offset);
}

/*
 * Whether WORD, the first Thumb instruction that may matter, says at once that the body rule holds: there is none, or it is a call,
 * or a B of 16 bits to somewhere else in the function, which is frequent, and seldom leaves that.
 */
static inline bool is_dull(const struct reading *reading, const struct path_scan *scan,
                           uint32_t word)
{
    if (word >> 27 == 0x1c)
        return !scan->it_left &&
               is_inside(reading, scan->at + 2 + (uint32_t)((int32_t)(word << 5) >> 20));
    return !word || (word >> 27 == 0x1e && (word & 0xc000) == 0xc000) || word >> 23 == 0x8f;
}

/* Whether OP, the last one of SCAN, always goes to somewhere else in the function. */
static inline bool stays_inside(const struct reading *reading, const struct path_scan *scan,
                                const struct code_op *op)
{
    uint32_t kind = op->kind;

    FIND_HIDE(kind); /* else both are compared as one, with a constant that takes a register */
    return kind == CODE_BRANCH && op->condition == CODE_ALWAYS &&
           is_inside(reading, scan->at - op->size_bytes + (uint32_t)op->offset);
}

/* The next instruction of SCAN that may matter, in CODE, which stands at the pc; 0: there is none. */
static uint32_t next(const struct reading *reading, struct path_scan *scan, const uint8_t *code)
{
    const struct bobbin_cursor *cursor = reading->cursor;

    code += scan->at - (cursor->r[BOBBIN_PC] & ~1u);
    if (!scan->left)
        return 0;
    return cursor->cpsr & BOBBIN_CPSR_T ? path_pass(scan, code, 0) : path_pass_arm(scan, code, 0);
}

bool reading_forward(struct reading *reading, const uint8_t *code, uint32_t size_bytes)
{
    uint32_t end = (reading->cursor->r[BOBBIN_PC] & ~1u) + size_bytes;
    struct forward forward;
    struct path *path = &forward.path;
    enum outcome outcome;
    struct code_op op;
    uint32_t word;

    path_begin_scan(&path->scan, end - size_bytes, READING_FORWARD_MAX,
                    PATH_PASSES | READING_FORWARD_MORE * PATH_MORE);
    if (reading->cursor->cpsr & BOBBIN_CPSR_T) {
        word = path_pass(&path->scan, code, 0);
        if ((int32_t)(end - path->scan.at) >= 0 && is_dull(reading, &path->scan, word))
            return true;
    } else {
        word = path_pass_arm(&path->scan, code, 0);
    }
    path_begin(path);
    forward.pushed = 0;
    forward.stored = 0;
    for (;;) {
        if ((int32_t)(end - path->scan.at) < 0)
            return false;
        path_take(&path->scan, word, &op, reading->cursor->cpsr & BOBBIN_CPSR_T);
        outcome =
            stays_inside(reading, &path->scan, &op) ? REFUSED : go_forward(&forward, &op, reading);
        if (outcome != GO_ON)
            break;
        if (op.kind != CODE_OTHER && path->scan.branches >= PATH_MORE) {
            path->scan.branches -= PATH_MORE;
            path->scan.left++;
            path->scan.it_left++; /* IT counts from there */
        }
        word = next(reading, &path->scan, code);
    }
    if (outcome == REFUSED)
        go_back(&forward, reading);
    else if (!(path->scan.branches & PATH_PASSED))
        tell(reading, path->stack, path->base, path->sp);
    return true;
}
