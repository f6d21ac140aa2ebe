/* SPDX-License-Identifier: MIT */
/*
 * Around a body rule, by the code from the pc on. What the instructions up to a return do together is to re-create the
 * caller's registers (AAPCS32 6.1, 6.2): what they load is still in the stack, all else is in place. And what they
 * save first, as the rest of a prologue, is not in the stack yet.
 */
#include "reading.h"

#include "bytes.h"
#include "code_plain.h"
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
    PLAIN, /* nothing has been done */
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
        path->passed = true;
        return PLAIN;
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

/* Whether OP, on sp, only loads or stores what nobody follows. */
static bool moves_scratch(const struct code_op *op)
{
    return !op->writeback && !(op->registers & ~PATH_SCRATCH);
}

/* What the body rule has in slots goes down from the highest register to the lowest, and that is saved first. */
static enum outcome store(struct forward *forward, const struct code_op *op,
                          const struct reading *reading)
{
    struct path *path = &forward->path;
    uint32_t word = body_word(reading);
    int32_t end = path->sp;

    if (op->base != BOBBIN_SP || moves_scratch(op))
        return PLAIN;
    if (op->registers & LR)
        end = code_sum(code_sum(end, op->offset), op->length_bytes);
    if (!op->writeback) {
        if (!(forward->stored & LR)) {
            forward->stored |= op->registers;
            forward->end = end;
        }
        return GO_ON;
    }
    if ((path->stack & ~PATH_SCRATCH) || path->base != BOBBIN_SP)
        return REFUSED;
    path->sp = code_sum(path->sp, op->writeback);
    if (op->registers & (LR | lowest(word))) {
        /* What is saved first of all: as where a path returns, behind whatever branches, that has loaded nothing. */
        path->sp = code_sum(end, home_bytes(word));
        path->passed = false;
        path->stack = 0;
        return RETURNED;
    }
    forward->pushed |= op->registers;
    return GO_ON;
}

static enum outcome load(struct path *path, const struct code_op *op)
{
    if (op->base != BOBBIN_SP)
        return op->registers & PATH_RETURN ? REFUSED : PLAIN;
    if (moves_scratch(op))
        return PLAIN;
    if (path->sp >= 0 || path->base != BOBBIN_SP) /* else it is what this path has stored itself */
        path->stack |= op->registers;
    path->sp = code_sum(path->sp, op->writeback);
    return op->registers & PATH_RETURN ? RETURNED : GO_ON;
}

/* Of other registers than sp only r7 and r11 are frames, in what compilers make. */
static enum outcome add(struct path *path, const struct code_op *op)
{
    bool is_frame = op->target == 7 || op->target == 11;

    if (op->target != BOBBIN_SP &&
        !(is_frame && (op->base == BOBBIN_SP || (op->base == op->target && op->offset))))
        return PLAIN;
    return path_add(path, op) ? GO_ON : REFUSED;
}

/* By itself: what it needs of the stack is not needed while entries are looked for. */
static __attribute__((noinline)) enum outcome
go_forward(struct forward *forward, const struct code_op *op, const struct reading *reading)
{
    switch (op->kind) {
    case CODE_LOAD:
        return load(&forward->path, op);
    case CODE_STORE:
        return store(forward, op, reading);
    case CODE_ADD:
        return add(&forward->path, op);
    case CODE_BRANCH:
        return branch(&forward->path, op, reading);
    case CODE_JUMP:
        return leave(&forward->path, BOBBIN_VALID_R(op->target));
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

static inline uint32_t thumb_state(const struct reading *reading)
{
    return reading->cursor->cpsr & BOBBIN_CPSR_T;
}

/* The instruction at CODE, as code_decode takes it. */
static inline uint32_t fetch(const struct reading *reading, const uint8_t *code)
{
    uint32_t word;

    if (!thumb_state(reading))
        return bytes_word(code);
    word = bytes_half(code) << 16;
    return code_is_wide(word >> 16) ? word | bytes_half(code + 2) : word;
}

/* Whether it is known without being decoded that WORD, of Thumb, does nothing to a frame. */
static inline bool is_plain(uint32_t word)
{
    return code_is_plain_narrow(word >> 16) || code_is_plain_high(word >> 16);
}

/* The same of BL and BLX, which most often end a path. */
static inline bool is_call(uint32_t word)
{
    return word >> 27 == 0x1e && (word & 0xc000) == 0xc000;
}

/* Whether OP, which stands DISTANCE behind the pc, always goes to somewhere else in the function. */
static inline bool stays_inside(const struct reading *reading, const struct code_op *op,
                                uint32_t distance)
{
    return op->kind == CODE_BRANCH && op->condition == CODE_ALWAYS &&
           is_inside(reading, reading->cursor->r[BOBBIN_PC] + distance + (uint32_t)op->offset);
}

/* How far a path may still go: so much for each instruction, but 1 of the rest, while there is one, for what does something to a frame. */
#define EACH     4u
#define AT_FIRST (EACH * READING_FORWARD_MAX + READING_FORWARD_MORE)
_Static_assert(READING_FORWARD_MORE < (int)EACH, "a rest");

bool reading_forward(struct reading *reading, const uint8_t *code, uint32_t size_bytes)
{
    const uint8_t *at = code;
    uint32_t left = AT_FIRST;
    struct forward forward;
    enum outcome outcome;

    path_begin(&forward.path);
    forward.pushed = 0;
    forward.stored = 0;
    do {
        uint32_t word = fetch(reading, at);
        uint32_t size = 2;
        struct code_op op;
        outcome = PLAIN;
        if (!thumb_state(reading) || !is_plain(word)) {
            outcome = REFUSED;
            if (thumb_state(reading) && is_call(word))
                break;
            code_decode(word, &op, thumb_state(reading));
            size = op.size_bytes;
            if ((uint32_t)(at - code) + size > size_bytes)
                return false;
            if (op.kind == CODE_OTHER)
                outcome = PLAIN;
            else if (!stays_inside(reading, &op, (uint32_t)(at - code)))
                outcome = go_forward(&forward, &op, reading);
        }
        at += size;
        left -= outcome == GO_ON && left % EACH ? 1 : EACH;
    } while (left >= EACH && outcome <= GO_ON);
    if ((uint32_t)(at - code) > size_bytes)
        return false;
    if (outcome == RETURNED && !forward.path.passed)
        tell(reading, forward.path.stack, forward.path.base, forward.path.sp);
    else if (outcome != RETURNED && left % EACH != AT_FIRST % EACH) /* else nothing has been done */
        go_back(&forward, reading);
    return true;
}
