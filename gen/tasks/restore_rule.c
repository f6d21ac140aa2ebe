/* SPDX-License-Identifier: MIT */
#include "tasks/restore_rule.h"

#include <string.h>

/* The bases of the words that a rule describes. 0: there is none. */
struct origin {
    struct task_walk *walk;
    uint8_t pointer, block;
};

static const struct bank_base *base_of(const struct task_walk *walk, uint8_t number)
{
    return &walk->bases.base[number];
}

/* Whether VALUE is a word of memory as it was loaded, without anything added. */
static bool is_plain_word(const struct task_walk *walk, struct bank_value value)
{
    return value.kind == BANK_ADDRESS && value.number == 0 &&
           base_of(walk, value.base)->kind == BANK_BASE_WORD;
}

/* ---- values ---------------------------------------------------------------------------------- */

static struct task_value describe(const struct origin *origin, struct bank_value value)
{
    struct task_value result = {.kind = TASK_LOST};
    const struct bank_base *base = base_of(origin->walk, value.base);

    if (value.kind != BANK_ADDRESS)
        return result;
    if (value.base == origin->pointer || (origin->block && value.base == origin->block)) {
        result.kind = TASK_ADDRESS;
        result.of_block = value.base != origin->pointer;
        result.offset = value.number;
    } else if (is_plain_word(origin->walk, value) &&
               (base->parent == origin->pointer ||
                (origin->block && base->parent == origin->block))) {
        result.kind = TASK_WORD;
        result.of_block = base->parent != origin->pointer;
        result.offset = base->number;
    }
    return result;
}

/* ---- where pc comes from --------------------------------------------------------------------- */

/* Finds POINTER and BLOCK from the word that EXIT takes pc from. False: no word of a task. */
static bool find_origin(struct origin *origin, const struct task_exit *exit)
{
    struct task_walk *walk = origin->walk;
    const struct bank_base *pointer;

    if (!is_plain_word(walk, exit->pc))
        return false;
    origin->pointer = base_of(walk, exit->pc.base)->parent;
    pointer = base_of(walk, origin->pointer);
    if (origin->pointer == walk->old_stack ||
        (pointer->kind != BANK_BASE_WORD && pointer->kind != BANK_BASE_FOREIGN))
        return false;
    origin->block = 0;
    if (pointer->kind == BANK_BASE_WORD && pointer->parent != BANK_ABSOLUTE &&
        pointer->parent != walk->old_stack)
        origin->block = pointer->parent;
    return true;
}

/* Whether EXIT leaves to a task: its sp, or all registers by an exception return, are new. */
static bool is_resuming(struct origin *origin, const struct task_exit *exit)
{
    struct bank_value sp = bank_state_value(&exit->state, BOBBIN_SP);

    if (exit->is_jump || !find_origin(origin, exit))
        return false;
    return exit->is_exception || describe(origin, sp).kind != TASK_LOST;
}

/*
 * The address of the variable that leads to the handle, whose base number is LEADS; 0: unknown.
 * Prefers one that the code has set: that of the running task.
 */
static uint32_t find_cell(const struct origin *origin, const struct bank_state *state,
                          uint8_t leads)
{
    const struct bank_base *base = base_of(origin->walk, leads);
    bool is_variable = base->kind == BANK_BASE_WORD && base->parent == BANK_ABSOLUTE;
    uint32_t cell = is_variable ? (uint32_t)base->number : 0;

    for (uint32_t i = 0; i < state->slots_count; i++) {
        const struct bank_slot *slot = &state->slot[i];
        if (slot->base == BANK_ABSOLUTE && slot->value.kind == BANK_ADDRESS &&
            slot->value.base == leads && slot->value.number == 0 && (uint32_t)slot->offset != cell)
            return (uint32_t)slot->offset;
    }
    return cell;
}

static void set_handle(const struct origin *origin, const struct bank_state *state,
                       struct task_rule *rule)
{
    rule->handle = origin->block ? TASK_HANDLE_BLOCK : TASK_HANDLE_POINTER;
    rule->block_offset = origin->block ? base_of(origin->walk, origin->pointer)->number : 0;
    rule->cell = find_cell(origin, state, origin->block ? origin->block : origin->pointer);
}

/* ---- layouts --------------------------------------------------------------------------------- */

static void add_tests(const struct origin *origin, const struct bank_state *state,
                      struct task_layout *layout)
{
    for (uint32_t i = 0; i < state->tests_count; i++) {
        struct bank_value value = state->test[i].value;
        bool has_mask = value.kind == BANK_BITS;
        struct bank_value word = {.kind = BANK_ADDRESS, .base = value.base};
        struct task_value known = describe(origin, word);
        if ((value.kind == BANK_ADDRESS || has_mask) && known.kind == TASK_WORD)
            layout->test[layout->tests_count++] = (struct task_test){
                known.of_block, state->test[i].is_zero, known.offset, has_mask ? 0 : -value.number,
                has_mask ? (uint32_t)value.number : 0};
    }
}

/*
 * Forgets what the restoring code has left in registers without taking it from the task: addresses
 * in all but sp, and in a switch that is called the registers that no call keeps (AAPCS32 6.1.1).
 */
static void drop_leftovers(struct task_layout *layout)
{
    for (unsigned i = 0; i < TASK_PLACES; i++) {
        bool is_scratch = i < 4 || i == 12 || i == TASK_LR;
        bool is_sp = i == TASK_SP || i == TASK_USER_SP;
        if ((layout->is_call && is_scratch) || (!is_sp && layout->value[i].kind == TASK_ADDRESS))
            layout->value[i] = (struct task_value){.kind = TASK_LOST};
    }
}

static void fill_layout(const struct origin *origin, const struct task_exit *exit, bool is_any_mode,
                        struct task_layout *layout)
{
    const struct bank_state *state = &exit->state;
    uint8_t bank = bank_of_mode(state->mode);

    memset(layout, 0, sizeof(*layout));
    layout->bank = is_any_mode && bank != BOBBIN_BANK_USR ? BANK_ENTERED : bank;
    layout->is_call = !exit->is_exception;
    for (unsigned i = 0; i <= TASK_LR; i++)
        layout->value[i] = describe(origin, bank_state_value(state, i));
    layout->value[TASK_PC] = describe(origin, exit->pc);
    if (exit->is_exception)
        layout->value[TASK_PSR] = describe(origin, exit->psr);
    for (unsigned i = 0; i < 16; i++)
        layout->value[TASK_S16 + i] = describe(origin, state->s[i]);
    if (bank != BOBBIN_BANK_USR) {
        layout->value[TASK_USER_SP] = describe(origin, state->sp[BOBBIN_BANK_USR]);
        layout->value[TASK_USER_LR] = describe(origin, state->lr[BOBBIN_BANK_USR]);
    }
    drop_leftovers(layout);
    add_tests(origin, state, layout);
}

static bool same_test(const struct task_test *a, const struct task_test *b)
{
    return a->of_block == b->of_block && a->is_equal == b->is_equal && a->offset == b->offset &&
           a->number == b->number && a->mask == b->mask;
}

/* Keeps those tests of LAYOUT that WITH has too. */
static void intersect_tests(struct task_layout *layout, const struct task_layout *with)
{
    unsigned kept = 0;

    for (unsigned i = 0; i < layout->tests_count; i++)
        for (unsigned j = 0; j < with->tests_count; j++)
            if (same_test(&layout->test[i], &with->test[j])) {
                layout->test[kept++] = layout->test[i];
                break;
            }
    layout->tests_count = kept;
}

static const char *add_layout(struct task_rule *rule, const struct task_layout *layout)
{
    for (unsigned i = 0; i < rule->layouts_count; i++) {
        struct task_layout *known = &rule->layout[i];
        if (memcmp(known->value, layout->value, sizeof(known->value)) == 0 &&
            known->bank == layout->bank && known->is_call == layout->is_call) {
            intersect_tests(known, layout);
            return NULL;
        }
    }
    if (rule->layouts_count == TASK_LAYOUTS_MAX)
        return "more than four layouts";
    rule->layout[rule->layouts_count++] = *layout;
    return NULL;
}

/* Whether the tests of A and B never hold both. */
static bool excludes(const struct task_layout *a, const struct task_layout *b)
{
    for (unsigned i = 0; i < a->tests_count; i++)
        for (unsigned j = 0; j < b->tests_count; j++) {
            struct task_test opposite = b->test[j];
            opposite.is_equal = !opposite.is_equal;
            if (same_test(&a->test[i], &opposite))
                return true;
        }
    return false;
}

const char *restore_rule_judge(const struct task_rule *rule)
{
    for (unsigned i = 0; i < rule->layouts_count; i++) {
        const struct task_value *value = rule->layout[i].value;
        if (value[TASK_SP].kind == TASK_LOST && value[TASK_USER_SP].kind == TASK_LOST)
            return "the code does not set sp from the saved registers";
        for (unsigned j = i + 1; j < rule->layouts_count; j++)
            if (!excludes(&rule->layout[i], &rule->layout[j]))
                return "two ways to restore differ, and no word of the task tells them apart";
    }
    return NULL;
}

/* ---- exits ----------------------------------------------------------------------------------- */

/* What the exits of a walk have in common. */
struct exits {
    struct origin origin;
    struct task_rule *rule;
    bool is_any_mode, found;
    const char *reason;
    uint32_t culprit;
};

static void refuse(struct exits *exits, const char *reason, uint32_t culprit)
{
    if (exits->reason || !reason)
        return;
    exits->reason = reason;
    exits->culprit = culprit;
}

/* Whether EXIT leaves before another stack is taken: as any function returns or calls. */
static bool is_before_point(const struct task_walk *walk, const struct task_exit *exit)
{
    struct bank_value sp = bank_state_value(&exit->state, BOBBIN_SP);
    bool is_own =
        task_walk_register(&walk->bases, exit->pc) == BOBBIN_LR ||
        (is_plain_word(walk, exit->pc) && base_of(walk, exit->pc.base)->parent == walk->old_stack);

    return !exit->is_exception && sp.kind == BANK_ADDRESS && sp.base == walk->old_stack &&
           (exit->is_jump || is_own);
}

static void take_exit(struct exits *exits, const struct task_exit *exit, uint32_t address)
{
    struct origin origin = {.walk = exits->origin.walk};
    struct task_layout layout;

    if (is_before_point(exits->origin.walk, exit))
        return;
    if (!is_resuming(&origin, exit)) {
        refuse(exits,
               exit->is_jump ? "a path jumps to another function before it resumes the task"
                             : "a path leaves without the saved pc of the task",
               address);
        return;
    }
    if (exits->found && origin.pointer != exits->origin.pointer) {
        refuse(exits, "two paths resume tasks through different pointers", address);
        return;
    }
    exits->origin = origin;
    exits->found = true;
    set_handle(&origin, &exit->state, exits->rule);
    fill_layout(&origin, exit, exits->is_any_mode, &layout);
    refuse(exits, add_layout(exits->rule, &layout), address);
}

bool restore_rule_find(struct task_walk *walk, const struct restore_point *point,
                       struct task_rule *rule)
{
    struct exits exits = {
        .origin = {.walk = walk}, .rule = rule, .is_any_mode = point->mode == CROSSING_MODE_ANY};
    struct task_exit exit;

    *rule = (struct task_rule){.point = point->at, .culprit_place = TASK_PLACES};
    for (size_t i = 0; i < walk->code.count; i++) {
        const struct entry_node *node = walk->code.node[i];
        for (uint32_t j = 0; j < node->before.count; j++)
            if (task_walk_leaves(walk, node, node->before.state[j], &exit))
                take_exit(&exits, &exit, node->in.at.address);
    }
    if (!exits.found)
        return false;
    rule->reason = exits.reason ? exits.reason : restore_rule_judge(rule);
    rule->culprit = exits.culprit;
    return true;
}
