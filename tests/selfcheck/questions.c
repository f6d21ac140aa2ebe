/* SPDX-License-Identifier: MIT */
#include "questions.h"

#include <stddef.h>

#include "world.h"

/* Address and state (T) where a function without a frame may have been interrupted. */
struct leaf {
    uint32_t address, cpsr;
};

/*
 * Whether RULE is that of a function's first instruction: cfa = sp, all values still in registers.
 */
static bool is_leaf(const struct bobbin_rule *rule)
{
    if (rule->form != BOBBIN_FORM_FRAME || rule->cfa_register != BOBBIN_SP || rule->cfa_offset != 0)
        return false;
    for (uint32_t place = 0; place < BOBBIN_PLACES; place++)
        if (rule->place_kind[place] != BOBBIN_SAME)
            return false;
    return true;
}

/* The leaf may have either state; the core does not check that the code there has it. */
static bool find_leaf(const struct world *world, struct leaf *leaf)
{
    struct bobbin_rule rule;
    enum bobbin_trust trust;

    for (uint32_t i = 0; i < 2 * world->code->halfwords; i++) {
        leaf->address = code_address(world->code, i / 2);
        leaf->cpsr = i % 2 ? 0 : BOBBIN_CPSR_T;
        if (bobbin_rule_at(&world->env, leaf->address, BOBBIN_KIND_INTERRUPTED, leaf->cpsr, &rule,
                           &trust) == BOBBIN_STOP_NONE &&
            is_leaf(&rule))
            return true;
    }
    return false;
}

static void ask_rule(struct answers *answers, const struct world *world, uint32_t pc,
                     enum bobbin_kind kind, uint32_t cpsr)
{
    struct bobbin_rule rule;
    enum bobbin_trust trust;
    enum bobbin_stop stop = bobbin_rule_at(&world->env, pc, kind, cpsr, &rule, &trust);

    answers_add_rule(answers, stop, &rule, trust);
}

static void ask_step(struct answers *answers, const struct world *world,
                     struct bobbin_cursor *cursor)
{
    bool found = bobbin_step(cursor, &world->env);

    answers_add_step(answers, found, cursor);
}

static void ask_interrupted(struct answers *answers, const struct world *world,
                            const struct machine *machine)
{
    struct bobbin_cursor cursor;

    world_begin(world, machine, &cursor);
    ask_step(answers, world, &cursor);
}

/* Only a step can produce a caller's frame, so the trace starts in a leaf. */
static void ask_called(struct answers *answers, const struct world *world, struct machine *machine,
                       const struct leaf *leaf)
{
    struct bobbin_cursor cursor;

    machine->r[BOBBIN_PC] = leaf->address;
    machine->cpsr = (machine->cpsr & ~BOBBIN_CPSR_T) | leaf->cpsr;
    world_begin(world, machine, &cursor);
    bobbin_step(&cursor, &world->env);
    ask_step(answers, world, &cursor);
}

/* All registers hold the pc, so the register of any BLX before the return address does too. */
static void ask_wild(struct answers *answers, const struct world *world, struct machine *machine)
{
    struct bobbin_cursor cursor;

    for (uint32_t i = 0; i < BOBBIN_SP; i++)
        machine->r[i] = machine->r[BOBBIN_PC];
    world_begin(world, machine, &cursor);
    bobbin_begin_wild(&cursor);
    ask_step(answers, world, &cursor);
}

bool ask_all(struct answers *answers, const struct code *code, uint32_t step)
{
    struct world world;
    struct machine machine;
    struct leaf leaf;
    bool has_leaf;

    answers_begin(answers);
    world_open(&world, code);
    has_leaf = find_leaf(&world, &leaf);
    for (uint32_t i = 0; i < code->halfwords; i += step) {
        uint32_t address = code_address(code, i);
        world_machine(&world, &machine, address);
        ask_rule(answers, &world, address, BOBBIN_KIND_CALL, machine.cpsr);
        ask_rule(answers, &world, address, BOBBIN_KIND_INTERRUPTED, machine.cpsr);
        ask_interrupted(answers, &world, &machine);
        machine.r[BOBBIN_LR] = world_return_address(&world, address);
        machine.valid |= BOBBIN_VALID_R(BOBBIN_LR);
        if (has_leaf)
            ask_called(answers, &world, &machine, &leaf);
        ask_wild(answers, &world, &machine);
    }
    return has_leaf;
}
