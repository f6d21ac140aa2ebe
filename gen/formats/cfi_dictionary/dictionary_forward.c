/* SPDX-License-Identifier: MIT */
/*
 * Converts a rule that holds after a prologue to the rule at a pc in the prologue: follows the
 * instructions from the pc on, and undoes their stores in the rule.
 */
#include "formats/cfi_dictionary/dictionary_forward.h"

#include "core/insn/code.h"

enum { FORWARD_STEPS_MAX = 16, STORES_MAX = 32 };

/*
 * Effects of the instructions from the pc on, as far as they can belong to a prologue. Offsets are
 * relative to sp at the pc.
 */
struct forward {
    uint32_t at;
    int32_t sp;
    int32_t store[STORES_MAX]; /* offset where each register is stored, by its bit in `valid` */
    uint32_t stored;
    uint32_t frame; /* register that is set to an address in the stack; 0: none */
    int32_t frame_at;
};

/* Executes a store. d0 to d15 are the high half of op->registers. */
static void store(struct forward *forward, const struct code_op *op)
{
    int32_t at = code_sum(forward->sp, op->offset);

    for (uint32_t bit = 0; bit < STORES_MAX; bit++) {
        if (!(op->registers >> bit & 1))
            continue;
        if (!(forward->stored >> bit & 1))
            forward->store[bit] = at;
        forward->stored |= 1u << bit;
        at += bit < 16 ? 4 : 8;
    }
    forward->sp = code_sum(forward->sp, op->writeback);
}

/* Executes OP if it can belong to a prologue, else returns false. */
static bool execute(struct forward *forward, const struct code_op *op)
{
    if (op->kind == CODE_OTHER)
        return true;
    if (op->condition != CODE_ALWAYS)
        return false;
    if (op->kind == CODE_STORE && op->base == BOBBIN_SP && op->writeback <= 0)
        store(forward, op);
    else if (op->kind == CODE_ADD && op->target == BOBBIN_SP && op->base == BOBBIN_SP &&
             op->offset < 0)
        forward->sp = code_sum(forward->sp, op->offset);
    else if (op->kind == CODE_ADD && op->base == BOBBIN_SP && op->target != BOBBIN_SP) {
        forward->frame = op->target;
        forward->frame_at = code_sum(forward->sp, op->offset);
    } else
        return (op->kind == CODE_STORE || op->kind == CODE_LOAD) && op->base != BOBBIN_SP &&
               !(op->registers & BOBBIN_VALID_R(BOBBIN_PC));
    return true;
}

static uint32_t bit_of(unsigned place)
{
    if (place == BOBBIN_PLACE_RA)
        return BOBBIN_LR;
    return place + (place < BOBBIN_PLACE_D8 ? 4 : 16);
}

/*
 * Finds the cfa of RULE relative to sp at the pc. Returns false if the followed instructions do not
 * set its register, or if it would be below sp.
 */
static bool find_cfa(const struct forward *forward, const struct bobbin_rule *rule, int32_t *cfa)
{
    if (rule->cfa_register == BOBBIN_SP)
        *cfa = forward->sp + rule->cfa_offset;
    else if (rule->cfa_register == forward->frame)
        *cfa = forward->frame_at + rule->cfa_offset;
    else
        return false;
    return *cfa >= 0;
}

/* Whether the followed instructions store PLACE in its slot of RULE, whose cfa is at CFA. */
static bool is_stored(const struct forward *forward, const struct bobbin_rule *rule, unsigned place,
                      int32_t cfa)
{
    uint32_t bit = bit_of(place);

    return rule->place_kind[place] == BOBBIN_SLOT && (forward->stored >> bit & 1) &&
           forward->store[bit] == cfa + rule->place_value[place];
}

static void undo(const struct forward *forward, struct bobbin_rule *rule)
{
    int32_t cfa;

    if (!find_cfa(forward, rule, &cfa))
        return;
    for (unsigned place = 0; place < BOBBIN_PLACES; place++)
        if (is_stored(forward, rule, place, cfa)) {
            rule->place_kind[place] = BOBBIN_SAME;
            rule->place_value[place] = 0;
        }
    rule->cfa_register = BOBBIN_SP;
    rule->cfa_offset = cfa;
}

enum bobbin_stop cfi_move_forward(const struct foreign_table *table, struct bobbin_rule *rule)
{
    struct forward forward = {.at = table->cursor->r[BOBBIN_PC]};
    struct code_op op;

    for (unsigned step = 0; step < FORWARD_STEPS_MAX; step++) {
        enum bobbin_stop stop = foreign_instruction(table, forward.at, &op);
        if (stop != BOBBIN_STOP_NONE)
            return stop;
        forward.at += op.size_bytes;
        if (!execute(&forward, &op))
            break;
    }
    if (forward.sp || forward.frame)
        undo(&forward, rule);
    return BOBBIN_STOP_NONE;
}
