/* SPDX-License-Identifier: MIT */
#include "tasks/restore_points.h"

#include <stdlib.h>

#include "analysis/regions.h"
#include "exceptions/bank_effect.h"
#include "exceptions/entry_jump.h"
#include "util/memory.h"

/* A copy of sp may be stored this many instructions later. */
enum { COPY_USED_WITHIN = 8 };

/* The registers that may be copies of sp. */
struct copies {
    uint32_t registers; /* bit N: rN */
    unsigned age;       /* instructions since the last copy */
};

/* The search, in ascending order of addresses. */
struct search {
    const struct reference *reference;
    const struct exceptions *exceptions;
    struct restore_points *points;
    uint32_t
        start; /* the code from here on falls through to the current instruction, without calls */
    bool ends; /* the instruction before the current one is a call, or does not fall through */
    struct far_edge *jump; /* all jumps; from 0: unknown code leads to TO */
    size_t jumps_count, jumps_capacity;
    struct copies copies;
};

void restore_points_free(struct restore_points *points)
{
    free(points->point);
    free(points->function);
}

const struct entry_node *restore_points_entry(const struct exceptions *exceptions, uint32_t address)
{
    const struct entry_code *code = exceptions->code;
    size_t low = 0, high = code->count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (code->node[middle]->in.at.address < address)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == code->count || code->node[low]->in.at.address != address ||
        !code->node[low]->before.count)
        return NULL;
    return code->node[low];
}

/* ---- whose memory a register points to ------------------------------------------------------- */

static bool is_stack_of(const struct exceptions *exceptions, struct bank_value value)
{
    const struct bank_base *base = &exceptions->bases.base[value.base];

    return value.kind == BANK_ADDRESS &&
           (base->kind == BANK_BASE_STACK || base->kind == BANK_BASE_ALIGNED);
}

/* Whether register NUMBER points to the stack on which the code runs itself. */
static bool points_to_frame(const struct search *search, uint32_t address,
                            const struct frame_path *before, unsigned number)
{
    const struct entry_node *entry = restore_points_entry(search->exceptions, address);
    struct frame_state state;
    uint32_t kind;

    if (entry)
        return is_stack_of(search->exceptions, bank_state_value(entry->before.state[0], number));
    if (!before)
        return false;
    state = frame_path_joined(before);
    kind = frame_state_register(&state, number).kind;
    return frame_state_has_caller(&state) && (kind == VALUE_CFA || kind == VALUE_BELOW);
}

/* The last instruction of the region with ADDRESS, up to ADDRESS, that others call. */
static uint32_t called_start(const struct regions *regions, uint32_t address)
{
    const struct region *region = &regions->region[regions_at(regions, address)];
    uint32_t start = region->start;

    for (uint32_t at = region->entry; at;) {
        const struct region_entry *entry = region_entries_at(&regions->entries, at - 1);
        uint32_t called = entry->node.at.address;
        if (region_entry_is_function(entry) && called > start && called <= address)
            start = called;
        at = entry->next;
    }
    return start;
}

/* ---- what may take or save registers --------------------------------------------------------- */

static uint8_t mode_at(const struct search *search, uint32_t address)
{
    const struct entry_node *entry = restore_points_entry(search->exceptions, address);

    if (!entry || bank_alternatives_modes_differ(&entry->before) ||
        entry->before.state[0]->mode >= BANK_MODE_DIFFERS)
        return CROSSING_MODE_ANY;
    return entry->before.state[0]->mode;
}

static struct bank_effect bank_effect_of(const struct search *search, const struct node *node)
{
    uint32_t code = 0;

    image_read_number(search->reference->image, node->at.address, node->at.size_bytes, &code);
    return bank_effect_read(&node->at, code);
}

/* The register from which NODE takes sp, or all registers; NO_CORE: none. */
static unsigned taken_through(const struct search *search, const struct node *node)
{
    const struct effect *effect = &node->effect;
    struct bank_effect bank = bank_effect_of(search, node);

    if (bank.kind == BANK_EFFECT_RFE || bank.kind == BANK_EFFECT_LOAD_USER)
        return bank.rn;
    if (bank.kind == BANK_EFFECT_LOAD_RETURN ||
        (effect->kind == EFFECT_LOAD && (effect->list & EFFECT_BIT(BOBBIN_SP))) ||
        (effect->kind == EFFECT_MOVE && effect->rd == BOBBIN_SP))
        return effect->rn;
    return BANK_EFFECT_NO_CORE;
}

/* Handlers may call FUNCTION, which has a point, to switch tasks. */
static void note_switch(struct search *search, uint32_t function)
{
    struct entry_switches *switches = &search->points->switches;

    if (switches->count == ENTRY_SWITCHES_MAX ||
        (switches->count && switches->function[switches->count - 1] == function) ||
        !entry_jump_may_switch(search->exceptions->code, function))
        return;
    switches->function[switches->count++] = function;
}

static void note_restore(struct search *search, const struct node *node,
                         const struct frame_path *before)
{
    unsigned rn = taken_through(search, node);
    struct restore_point point = {.at = node->at.address, .start = search->start};

    if (rn > BOBBIN_LR || rn == BOBBIN_SP || points_to_frame(search, node->at.address, before, rn))
        return;
    point.function = called_start(search->reference->analysis.regions, node->at.address);
    note_switch(search, point.function);
    array_push(search->points->point, search->points->count, search->points->capacity, point);
}

/* Adds the function with NODE, if it has a caller. */
static void note_function(struct search *search, const struct node *node,
                          const struct frame_path *before)
{
    struct restore_points *points = search->points;
    const struct regions *regions = search->reference->analysis.regions;
    uint32_t start = called_start(regions, node->at.address);

    if (!before || !frame_state_has_caller(&before->state))
        return;
    if (!points->functions_count || points->function[points->functions_count - 1] != start)
        array_push(points->function, points->functions_count, points->functions_capacity, start);
}

/* Whether NODE stores sp, or a copy of it, to memory that is not at sp. Then updates COPIES. */
static bool stores_sp(struct copies *copies, const struct node *node)
{
    const struct effect *effect = &node->effect;
    uint32_t sources = copies->registers | 1u << BOBBIN_SP;
    bool stores = effect->kind == EFFECT_STORE && effect->rn != BOBBIN_SP &&
                  (effect->list & sources & 0x7fff);

    if (copies->age++ >= COPY_USED_WITHIN)
        copies->registers = 0;
    if (effect->kind == EFFECT_MOVE && effect->rn == BOBBIN_SP && effect->rd < BOBBIN_SP) {
        copies->registers |= 1u << effect->rd;
        copies->age = 0;
    }
    return stores;
}

/* ---- where straight code starts -------------------------------------------------------------- */

static void note_jumps(struct search *search, const struct node *node)
{
    const struct regions *regions = search->reference->analysis.regions;
    struct far_edge jump = {node->at.address, node->effect.target & ~1u};
    struct far_edge entry = {0, node->at.address};

    if (node->effect.flow == FLOW_JUMP)
        array_push(search->jump, search->jumps_count, search->jumps_capacity, jump);
    if ((code_map_bits(&regions->map, node->at.address) & CODE_LABEL) ||
        region_entries_find(&regions->entries, node->at.address))
        array_push(search->jump, search->jumps_count, search->jumps_capacity, entry);
}

/* Moves the start of POINT up to the last instruction to which other code jumps. */
static void settle_start(const struct search *search, struct restore_point *point)
{
    for (size_t i = 0; i < search->jumps_count; i++) {
        const struct far_edge *jump = &search->jump[i];
        bool is_inside = jump->from >= point->start && jump->from <= point->at;
        if (is_inside || jump->to <= point->start || jump->to > point->at)
            continue;
        point->start = jump->to;
        i = (size_t)-1; /* jumps that were inside may be outside now */
    }
    point->mode = mode_at(search, point->start);
}

static void visit(void *context, const struct node *node, const struct frame_path *before)
{
    struct search *search = context;

    if (search->ends)
        search->start = node->at.address;
    note_jumps(search, node);
    note_restore(search, node, before);
    if (stores_sp(&search->copies, node))
        note_function(search, node, before);
    search->ends = !effect_continues_straight(&node->effect);
}

/* Whether one of the COUNT instructions from NODE on may be a restore point, or may save sp. */
static bool may_switch(const void *context, const struct node *node, size_t count)
{
    struct copies copies = {0};

    for (; count; count--, node++) {
        unsigned rn = taken_through(context, node);
        if ((rn <= BOBBIN_LR && rn != BOBBIN_SP) || stores_sp(&copies, node))
            return true;
    }
    return false;
}

void restore_points_find(struct restore_points *points, const struct reference *reference,
                         const struct exceptions *exceptions)
{
    struct search search = {reference, exceptions, points, .ends = true};

    *points = (struct restore_points){0};
    analysis_visit_where(&reference->analysis, may_switch, visit, &search);
    for (size_t i = 0; i < points->count; i++)
        settle_start(&search, &points->point[i]);
    free(search.jump);
}
