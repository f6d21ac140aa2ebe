/* SPDX-License-Identifier: MIT */
/*
 * Finds the edges of the control-flow graph: where an instruction continues, and whether it returns
 * to the caller.
 */
#include "analysis/cfg_edges.h"

#include "analysis/analysis.h"
#include "analysis/regions.h"
#include "analysis/transfer.h"
#include "frame/frame_call.h"
#include "frame/frame_effect.h"
#include "frame/frame_place.h"
#include "util/memory.h"

/* Returns 0 if the image does not contain the bytes. */
static uint32_t number_at(const struct image *image, uint32_t address, uint32_t size_bytes)
{
    uint32_t number;

    image_read_number(image, address, size_bytes, &number);
    return number;
}

static void visit_address(const struct analysis *analysis, uint32_t address, cfg_visitor *visit,
                          void *context)
{
    struct node *target = analysis_find(analysis, address & ~1u);

    if (target)
        visit(context, target);
}

static const struct image_function *function_of(const struct analysis *analysis,
                                                const struct node *node)
{
    return image_function_at(analysis->image, node->at.address);
}

struct extent {
    uint32_t start, end;
};

/* The function of NODE. If no symbol names it: the code between the functions before and after. */
static struct extent extent_of(const struct analysis *analysis, const struct node *node)
{
    const struct image *image = analysis->image;
    const struct image_function *function = function_of(analysis, node);
    size_t next;

    if (function)
        return (struct extent){function->address, image_function_end(image, function)};
    next = array_upper_bound(image->functions, image->functions_count, address, node->at.address);
    return (struct extent){next ? image_function_end(image, &image->functions[next - 1]) : 0,
                           next < image->functions_count ? image->functions[next].address
                                                         : UINT32_MAX};
}

static bool is_inside(const struct extent *extent, uint32_t address)
{
    return address >= extent->start && address < extent->end;
}

/* ---- jump tables ----------------------------------------------------------------------------- */

/* Whether ADDRESS is data, and no instruction loads it as a literal. */
static bool is_table_data(const struct analysis *analysis, uint32_t address)
{
    return image_state_at(analysis->image, address) == IMAGE_DATA &&
           image_section_at(analysis->image, address) &&
           !(code_map_bits(&analysis->regions->map, address & ~1u) & CODE_LITERAL);
}

/*
 * TBB and TBH: the table follows the instruction and has distances of one or two bytes. It ends
 * with the data, or where literals begin. An entry that the switch never uses may point past the
 * end of the function; it is ignored.
 */
static void visit_halfword_table(const struct analysis *analysis, const struct node *node,
                                 cfg_visitor *visit, void *context)
{
    const struct extent extent = extent_of(analysis, node);
    uint32_t base = node->at.address + 4;
    uint32_t unit = 1u << node->effect.table_shift;

    for (uint32_t at = base; is_table_data(analysis, at); at += unit) {
        uint32_t target = base + 2 * number_at(analysis->image, at, unit);
        if (is_inside(&extent, target))
            visit_address(analysis, target, visit, context);
    }
}

/* A table of words after the instruction. Each word is an address, or a distance from the table. */
static void visit_word_table(const struct analysis *analysis, const struct node *node,
                             cfg_visitor *visit, void *context)
{
    const struct extent extent = extent_of(analysis, node);
    uint32_t at = node->at.address + node->at.size_bytes;

    while (is_inside(&extent, at) && image_state_at(analysis->image, at) != IMAGE_DATA)
        at += 2;
    at = (at + 3) & ~3u;
    for (uint32_t base = at;
         is_inside(&extent, at) && image_state_at(analysis->image, at) == IMAGE_DATA; at += 4) {
        uint32_t word = number_at(analysis->image, at, 4);
        if (is_inside(&extent, word))
            visit_address(analysis, word, visit, context);
        else if (is_inside(&extent, base + word))
            visit_address(analysis, base + word, visit, context);
    }
}

/* The farthest instruction before a jump that may compute the address of its table. */
enum { TABLE_INSTRUCTIONS_MAX = 8 };

/*
 * The table of position-independent code before NODE: ADR rA, table; LDR rB, [rA, rB, LSL #2];
 * ADD rA, rB; BX rA. 0 if there is none.
 */
static uint32_t find_distance_table(const struct analysis *analysis, const struct node *node)
{
    const struct extent extent = extent_of(analysis, node);
    const struct node *first = analysis->node;

    if (node - first > TABLE_INSTRUCTIONS_MAX)
        first = node - TABLE_INSTRUCTIONS_MAX;
    for (const struct node *before = node; before-- > first;) {
        uint32_t table = (uint32_t)before->effect.imm;
        if (before->effect.kind == EFFECT_CONST && table % 4 == 0 && is_inside(&extent, table) &&
            image_state_at(analysis->image, table) == IMAGE_DATA)
            return table;
    }
    return 0;
}

/* A table of distances from the table itself. */
static void visit_distance_table(const struct analysis *analysis, const struct node *node,
                                 cfg_visitor *visit, void *context)
{
    const struct extent extent = extent_of(analysis, node);
    uint32_t table = find_distance_table(analysis, node);

    for (uint32_t at = table; table && is_table_data(analysis, at); at += 4) {
        uint32_t target = table + number_at(analysis->image, at, 4);
        if (!is_inside(&extent, target))
            break;
        visit_address(analysis, target, visit, context);
    }
}

/* ADD pc, pc, rN, LSL #2 jumps into a row of branches. */
static void visit_branch_row(const struct analysis *analysis, const struct node *node,
                             cfg_visitor *visit, void *context)
{
    struct node *target = analysis_find(analysis, node->at.address + 8);

    while (target && target->effect.flow == FLOW_JUMP && !effect_is_conditional(&target->effect)) {
        visit(context, target);
        target = analysis_find(analysis, target->at.address + target->at.size_bytes);
    }
}

/* ---- computed jumps -------------------------------------------------------------------------- */

/*
 * A computed goto may go to each label of the function whose address is in memory or is built by
 * instructions.
 */
static void visit_taken(const struct analysis *analysis, const struct node *node,
                        cfg_visitor *visit, void *context)
{
    const struct image_function *function = function_of(analysis, node);
    struct node *end = analysis->node + analysis->count;

    if (!function)
        return;
    for (struct node *target = analysis_own(analysis, function->address);
         target && target < end && target->at.address - function->address < function->size_bytes;
         target++)
        if (target->label && target->at.address != function->address)
            visit(context, target);
}

/* Whether NODE, a table jump, names its table by registers: the table may be anywhere. */
static bool has_table_anywhere(const struct node *node)
{
    return node->effect.table_shift == 2 && node->effect.rn != BOBBIN_PC;
}

static void visit_table(const struct analysis *analysis, const struct node *node,
                        cfg_visitor *visit, void *context)
{
    if (node->effect.table_shift < 2) {
        visit_halfword_table(analysis, node, visit, context);
    } else {
        visit_word_table(analysis, node, visit, context);
        visit_branch_row(analysis, node, visit, context);
    }
    if (has_table_anywhere(node))
        visit_taken(analysis, node, visit, context);
}

bool cfg_has_distance_table(const struct analysis *analysis, const struct node *node)
{
    return find_distance_table(analysis, node) != 0;
}

static bool is_literal_load(const struct node *node)
{
    return node->effect.flow == FLOW_LOADED && node->effect.rn == BOBBIN_PC;
}

/* Of the words that a load reads, pc gets the last one. */
struct value cfg_pc_value(const struct analysis *analysis, const struct node *node,
                          const struct frame_state *state)
{
    const struct value unknown = {VALUE_OTHER, 0};
    int32_t words = __builtin_popcountll(node->effect.list);

    if (node->effect.flow == FLOW_INDIRECT)
        return node->effect.rn < BOBBIN_PC ? frame_state_register(state, node->effect.rn) : unknown;
    if (node->effect.flow == FLOW_TABLE)
        return unknown;
    if (is_literal_load(node)) {
        uint32_t word = number_at(analysis->image, effect_literal(&node->effect, &node->at), 4);
        return (struct value){VALUE_CONST, (int32_t)word};
    }
    return frame_state_memory(state, node->effect.rn, node->effect.imm + 4 * (words - 1));
}

static bool is_in_other_frame(const struct frame_state *state)
{
    return frame_state_register(state, BOBBIN_SP).kind == VALUE_OTHER;
}

struct node *cfg_other_frame(const struct analysis *analysis, const struct node *node,
                             const struct frame_state *state)
{
    struct value pc = {VALUE_OTHER, 0};

    if (node->effect.flow == FLOW_INDIRECT && is_in_other_frame(state))
        pc = cfg_pc_value(analysis, node, state);
    return pc.kind == VALUE_CONST ? analysis_find(analysis, (uint32_t)pc.number & ~1u) : NULL;
}

static void visit_local_returns(const struct analysis *analysis, struct value calls,
                                cfg_visitor *visit, void *context)
{
    uint32_t group = calls.kind >> VALUE_OWNER_SHIFT;

    for (uint32_t left = (uint32_t)calls.number; left; left &= left - 1)
        visit_address(
            analysis,
            local_calls_back(&analysis->regions->locals, group, (uint32_t)__builtin_ctz(left)),
            visit, context);
}

static bool is_return(const struct analysis *analysis, const struct node *node,
                      const struct frame_state *state);

static void visit_indirect(const struct analysis *analysis, const struct node *node,
                           const struct frame_state *state, cfg_visitor *visit, void *context)
{
    struct value pc = cfg_pc_value(analysis, node, state);

    /*
     * With an sp that is not of this frame, the jump goes to another frame: to that of setjmp, or
     * by a non-local goto of GCC.
     */
    if (is_in_other_frame(state))
        return;
    if (value_is_local(pc)) {
        visit_local_returns(analysis, pc, visit, context);
    } else if (pc.kind == VALUE_CONST) {
        visit_address(analysis, (uint32_t)pc.number, visit, context);
    } else if (!is_return(analysis, node, state)) {
        if (node->effect.flow == FLOW_INDIRECT)
            visit_distance_table(analysis, node, visit, context);
        if (!cfg_returns(analysis, node, state))
            visit_taken(analysis, node, visit, context);
    }
}

bool cfg_is_static(const struct node *node)
{
    return node->effect.flow == FLOW_JUMP || node->effect.flow == FLOW_TABLE ||
           (analysis_is_call(node) && !node->effect.back) || is_literal_load(node);
}

/*
 * To the frame of the call, an exception that is caught here is another way for the call to return.
 */
static void visit_landing_pad(const struct analysis *analysis, const struct node *node,
                              cfg_visitor *visit, void *context)
{
    const struct landing_pad *site = landing_pads_at(&analysis->pads, node->at.address);

    if (site)
        visit_address(analysis, site->pad, visit, context);
}

void cfg_targets(const struct analysis *analysis, const struct node *node,
                 const struct frame_state *state, cfg_visitor *visit, void *context)
{
    switch (node->effect.flow) {
    case FLOW_JUMP:
        visit_address(analysis, node->effect.target, visit, context);
        break;
    case FLOW_TABLE:
        visit_table(analysis, node, visit, context);
        break;
    case FLOW_CALL:
    case FLOW_CALL_INDIRECT:
        visit_landing_pad(analysis, node, visit, context);
        if (node->effect.back && (!node->callee || node->callee->returns.any))
            visit_address(analysis, node->effect.back, visit, context);
        break;
    case FLOW_INDIRECT:
    case FLOW_LOADED:
        visit_indirect(analysis, node, state, visit, context);
        break;
    default:
        break;
    }
}

/*
 * Whether NODE pops pc. The popped word is a return address, even if the state does not know it as
 * the one of this frame. An sp in another stack is the exception, as in a context switch.
 */
static bool is_pop(const struct node *node, const struct frame_state *state)
{
    return node->effect.flow == FLOW_LOADED && node->effect.rn == BOBBIN_SP &&
           !frame_is_other_stack(frame_state_register(state, BOBBIN_SP));
}

static void note_target(void *context, struct node *target)
{
    (void)target;
    *(bool *)context = true;
}

/* Whether some code of its own function is known, or assumed, to be a target of the jump NODE. */
static bool has_targets(const struct analysis *analysis, const struct node *node)
{
    bool found = regions_has_assumed_targets(analysis->regions, node->at.address);

    visit_distance_table(analysis, node, note_target, &found);
    visit_taken(analysis, node, note_target, &found);
    return found;
}

/*
 * Whether NODE jumps to an address that was computed, with sp as at the entry. If it is in lr, then
 * it is the return address: it was kept where the analysis does not follow, as in a VFP or system
 * register. So is an address in another register, if the analysis has seen that, and if all other
 * registers are as at the entry.
 */
static bool returns_by_computed_address(const struct analysis *analysis, const struct node *node,
                                        const struct frame_state *state)
{
    const uint32_t ra = 1u << BOBBIN_PLACE_RA;
    uint32_t restored;

    if (node->effect.flow != FLOW_INDIRECT || node->effect.rn > BOBBIN_LR ||
        frame_state_register(state, node->effect.rn).kind != VALUE_OTHER)
        return false;
    restored = frame_state_restored(state);
    if (node->effect.rn == BOBBIN_LR)
        return restored & FRAME_SP_RESTORED;
    return (state->torn & ra) && restored == (FRAME_ALL_RESTORED & ~ra) &&
           !frame_places_found(state, ra) && !has_targets(analysis, node);
}

/*
 * Whether NODE writes the return address of this frame to pc, or a value that may be it. The second
 * is no return while sp is below or above the cfa.
 */
static bool is_return(const struct analysis *analysis, const struct node *node,
                      const struct frame_state *state)
{
    struct value pc = cfg_pc_value(analysis, node, state);
    struct value sp = frame_state_register(state, BOBBIN_SP);

    if (pc.kind == VALUE_MIXED)
        return sp.kind != VALUE_CFA || sp.number == 0;
    return ((pc.kind == VALUE_ENTRY || pc.kind == VALUE_LENT) && pc.number == BOBBIN_LR) ||
           returns_by_computed_address(analysis, node, state);
}

/*
 * Whether NODE returns with lr, in another mode that has changed no register. Then the mode has no
 * lr of its own: it is the mode of the entry after all. HOME becomes the state in that mode.
 */
static bool returns_unbanked(const struct node *node, const struct frame_state *state,
                             struct frame_state *home)
{
    if (state->context != FRAME_AWAY || node->effect.flow != FLOW_INDIRECT ||
        node->effect.rn != BOBBIN_LR)
        return false;
    frame_state_copy(home, state);
    return frame_state_come_home(home) && frame_is_entry(home->core[BOBBIN_LR], BOBBIN_LR);
}

/* Whether NODE jumps with sp and lr as at the entry. Callee-saved registers may be lost. */
static bool leaves_frame(const struct node *node, const struct frame_state *state)
{
    const uint32_t needed = FRAME_SP_RESTORED | 1u << BOBBIN_PLACE_RA;
    bool by_pointer = node->effect.flow == FLOW_INDIRECT ||
                      (node->effect.flow == FLOW_LOADED && node->effect.rn < BOBBIN_SP);

    return by_pointer && (frame_state_restored(state) & needed) == needed;
}

bool cfg_may_be_tail_call(const struct analysis *analysis, const struct node *node,
                          const struct frame_state *state)
{
    return leaves_frame(node, state) && !frame_state_undone(state) && !has_targets(analysis, node);
}

bool cfg_returns(const struct analysis *analysis, const struct node *node,
                 const struct frame_state *state)
{
    struct frame_state home;
    struct value pc;

    if (frame_state_is_disputed(state) && !analysis->regions->trusting)
        return false;
    if (node->effect.flow == FLOW_JUMP)
        return !analysis_find(analysis, node->effect.target);
    if (node->effect.flow == FLOW_TABLE)
        return has_table_anywhere(node) && frame_state_undone(state);
    if (node->effect.flow != FLOW_INDIRECT && node->effect.flow != FLOW_LOADED)
        return false;
    if (returns_unbanked(node, state, &home))
        return true;
    pc = cfg_pc_value(analysis, node, state);
    if (pc.kind == VALUE_CONST)
        return !analysis_find(analysis, (uint32_t)pc.number & ~1u);
    return is_return(analysis, node, state) || frame_state_undone(state) || is_pop(node, state) ||
           (analysis->regions->trusting && cfg_may_be_tail_call(analysis, node, state));
}

/*
 * What NODE may restore by a pop of pc from an unknown sp: what it pops or has popped, and what the
 * frame has not changed.
 */
static uint32_t restored_by_pop(const struct analysis *analysis, const struct node *node,
                                const struct frame_state *state)
{
    uint32_t restored = FRAME_SP_RESTORED | 1u << BOBBIN_PLACE_RA | state->given_up;
    struct frame_state after;

    frame_state_copy(&after, state);
    frame_state_apply(&after, &node->effect, analysis->image, &node->at);
    for (unsigned place = 0; place < BOBBIN_PLACE_RA; place++) {
        unsigned word = frame_word_of_place(place);
        struct value value = frame_state_register(&after, word);
        if (value.kind == VALUE_MIXED || value.kind == VALUE_AWAY || frame_is_entry(value, word))
            restored |= 1u << place;
    }
    return restored;
}

uint32_t cfg_restored(const struct analysis *analysis, const struct node *node,
                      const struct frame_state *state)
{
    struct frame_state after, home;
    uint32_t restored;

    if (returns_unbanked(node, state, &home))
        state = &home;
    if (!frame_state_has_caller(state))
        return FRAME_ALL_RESTORED;
    if (!is_return(analysis, node, state) && is_pop(node, state))
        return restored_by_pop(analysis, node, state);
    if (!is_return(analysis, node, state))
        return leaves_frame(node, state) ? frame_state_restored(state) : FRAME_ALL_RESTORED;
    frame_state_copy(&after, state);
    frame_state_apply(&after, &node->effect, analysis->image, &node->at);
    restored = frame_state_restored(&after) & ~(1u << BOBBIN_PLACE_RA);
    return cfg_pc_value(analysis, node, state).kind == VALUE_LENT
               ? restored
               : restored | 1u << BOBBIN_PLACE_RA;
}

/* ---- the next instruction -------------------------------------------------------------------- */

static struct node *instruction_after(const struct analysis *analysis, const struct node *node)
{
    uint32_t end = node->at.address + node->at.size_bytes;
    const struct node *next = node + 1;

    if (node->outside || next == analysis->node + analysis->count)
        return analysis_find(analysis, end);
    return next->at.address == end ? (struct node *)(uintptr_t)next : NULL;
}

/*
 * Whether the function ends after the call NODE, whose callee is unknown. Then the call does not
 * return: the next instruction, after the padding, belongs to another function.
 */
static bool leaves_function(const struct analysis *analysis, const struct node *node,
                            const struct node *next)
{
    const struct image_function *function;

    while (next && next->effect.nop)
        next = instruction_after(analysis, next);
    function = next ? function_of(analysis, next) : NULL;
    return !next || (function && function->address == next->at.address &&
                     function != function_of(analysis, node));
}

/*
 * Whether the function after the call NODE is called, or jumped to, from elsewhere. Code does not
 * fall into such a function, so the call does not come back, although its callee may return.
 * Hand-written start-up code may fall into the next function, but gives it no size.
 */
static bool is_last_call(const struct analysis *analysis, const struct node *node,
                         const struct node *next)
{
    const struct image_function *function;
    const struct region_entry *entry;

    while (next && next->effect.nop && !next->outside)
        next = instruction_after(analysis, next);
    if (!next || !next->outside || !leaves_function(analysis, node, next))
        return false;
    function = function_of(analysis, next);
    entry = region_entries_find(&analysis->regions->entries, next->at.address);
    return function->size_bytes &&
           ((entry && entry->by_call) ||
            (code_map_bits(&analysis->regions->map, next->at.address) & CODE_JUMPED));
}

struct node *cfg_next(const struct analysis *analysis, const struct node *node)
{
    struct node *next = instruction_after(analysis, node);
    const struct node *callee;

    if (!next || node->effect.flow == FLOW_NEXT ||
        (effect_is_conditional(&node->effect) && !node->sure))
        return next;
    if (!effect_is_call(&node->effect) || node->effect.back)
        return NULL;
    callee = node->callee;
    if (callee && !callee->returns.any)
        return NULL;
    if (callee && callee->returns.firm && !is_last_call(analysis, node, next))
        return next;
    return leaves_function(analysis, node, next) ? NULL : next;
}

bool cfg_is_computed(const struct analysis *analysis, const struct node *node,
                     const struct frame_state *state)
{
    return node->effect.flow == FLOW_TABLE ||
           (node->effect.flow == FLOW_INDIRECT && !is_return(analysis, node, state));
}
