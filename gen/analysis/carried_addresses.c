/* SPDX-License-Identifier: MIT */
/* Finds addresses that code carries to a jump, and follows them; see carried_addresses.h. */
#include "analysis/carried_addresses.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/fixpoint.h"
#include "analysis/regions.h"
#include "analysis/transfer.h"
#include "util/memory.h"

/* ---- from the load of an address to the jump ------------------------------------------------- */

/* The instructions that are read after the load of one address, and the paths that are followed. */
enum { INSTRUCTIONS_MAX = 64, PATHS_MAX = 8 };

/* r4-r11, which a call keeps */
#define CALLEE_SAVED 0x0ff0ull

/* A path continues at ADDRESS with the carried address in the registers HELD (EFFECT_BITs). */
struct carried_path {
    uint32_t address;
    uint64_t held;
    bool fresh; /* sp is that of another stack, and lr is older than sp */
};

struct carried_walk {
    struct analysis *analysis;
    struct carried_address found; /* JUMP is filled in when a jump is found */
    struct carried_path path[PATHS_MAX];
    size_t paths;
    unsigned left; /* instructions */
};

static void continue_at(struct carried_walk *walk, const struct carried_path *path)
{
    if (walk->paths < PATHS_MAX && path->held)
        walk->path[walk->paths++] = *path;
}

/* Reads the instruction at ADDRESS. False if the image has none there. */
static bool read_at(const struct carried_walk *walk, uint32_t address, struct image_instruction *at,
                    struct effect *effect)
{
    struct analysis *analysis = walk->analysis;
    const struct node *own = analysis_own(analysis, address);

    if (own) {
        *at = own->at;
        *effect = own->effect;
        return true;
    }
    if (!(code_map_bits(&analysis->regions->map, address) & CODE_STARTS) ||
        !image_next_instruction(analysis->image, image_section_at(analysis->image, address),
                                address, at))
        return false;
    effect_read(&analysis->reader, analysis->image, at, effect);
    return true;
}

/*
 * The registers that hold the carried address after the instruction AT with EFFECT, if HELD do
 * before. If it sets lr to a constant, the next jump is a call (linked_calls.c).
 */
static uint64_t held_after(const struct image *image, const struct image_instruction *at,
                           const struct effect *effect, uint64_t held)
{
    uint64_t kept = held;
    uint32_t back;

    if (effect->kind == EFFECT_UNKNOWN || effect_sets_constant(effect, image, at, BOBBIN_LR, &back))
        return 0;
    if (!effect_is_conditional(effect))
        kept &= ~effect_written(effect);
    if (effect->kind == EFFECT_MOVE && effect->imm == 0 && (held >> effect->rn & 1))
        kept |= EFFECT_BIT(effect->rd);
    return effect_is_call(effect) ? kept & CALLEE_SAVED : kept;
}

static void add_jump(struct carried_addresses *carried, uint32_t address)
{
    size_t at = array_lower_bound(carried->jump, carried->jumps_count, address, address);
    struct carrying_jump jump = {address, false};

    if (at < carried->jumps_count && carried->jump[at].address == address)
        return;
    array_push(carried->jump, carried->jumps_count, carried->jumps_capacity, jump);
    memmove(&carried->jump[at + 1], &carried->jump[at],
            (carried->jumps_count - 1 - at) * sizeof(jump));
    carried->jump[at] = jump;
}

/*
 * Whether sp is that of another stack after EFFECT, and no later instruction has set lr. FRESH:
 * whether this is so before EFFECT.
 */
static bool is_fresh_after(const struct effect *effect, bool fresh)
{
    const uint64_t sp = EFFECT_BIT(BOBBIN_SP);

    if (effect->kind == EFFECT_CONST && effect->rd == BOBBIN_SP)
        return true;
    if (effect->kind == EFFECT_LOAD && effect->list == sp && effect->rn != BOBBIN_SP)
        return true;
    return fresh && !(effect_written(effect) & EFFECT_BIT(BOBBIN_LR));
}

static void note_jump(struct carried_walk *walk, uint32_t jump, bool fresh)
{
    struct carried_addresses *carried = &walk->analysis->regions->carried;

    walk->found.jump = jump;
    walk->found.fresh = fresh && image_function_starts(walk->analysis->image, walk->found.to);
    array_push(carried->address, carried->count, carried->capacity, walk->found);
    add_jump(carried, jump);
}

/* Follows one path up to its end, and puts its branches into the list of paths. */
static void follow_path(struct carried_walk *walk, struct carried_path path)
{
    struct image_instruction at;
    struct effect effect;

    walk->analysis->reader.it_state = 0;
    while (path.held && walk->left && read_at(walk, path.address, &at, &effect)) {
        walk->left--;
        if (effect.flow == FLOW_INDIRECT && effect.rn < BOBBIN_PC && (path.held >> effect.rn & 1))
            note_jump(walk, at.address, path.fresh);
        path.held = held_after(walk->analysis->image, &at, &effect, path.held);
        path.fresh = is_fresh_after(&effect, path.fresh);
        if (effect.flow == FLOW_JUMP) {
            path.address = effect.target;
            continue_at(walk, &path);
        }
        if (!effect_may_go_on(&effect))
            return;
        path.address = at.address + at.size_bytes;
    }
}

/* ---- addresses that code loads --------------------------------------------------------------- */

/* Whether instruction number I of the current region completes a constant in a register: *WORD. */
static bool loads_constant(const struct analysis *analysis, size_t i, uint32_t *word)
{
    const struct node *node = &analysis->node[i];
    const struct effect *effect = &node->effect;

    if (effect->flow == FLOW_NEXT && effect_read_literal(effect, analysis->image, &node->at, word))
        return true;
    *word = (uint32_t)effect->imm;
    if (effect->kind != EFFECT_MOVT)
        return effect->kind == EFFECT_CONST;
    for (size_t back = 1; back <= i && back < 6; back++) {
        const struct effect *low = &analysis->node[i - back].effect;
        if (low->kind != EFFECT_CONST || low->rd != effect->rd)
            continue;
        *word = ((uint32_t)low->imm & 0xffff) | (uint32_t)effect->imm << 16;
        return true;
    }
    return false;
}

/* Whether WORD is a pointer to an instruction. */
static bool is_code_pointer(const struct analysis *analysis, uint32_t word)
{
    uint32_t address = word & ~1u;

    return (code_map_bits(&analysis->regions->map, address) & CODE_STARTS) &&
           (image_state_at(analysis->image, address) == IMAGE_THUMB) == (word & 1);
}

void carried_addresses_find(struct analysis *analysis)
{
    for (size_t i = 0; i < analysis->count; i++) {
        const struct node *node = &analysis->node[i];
        struct carried_walk walk = {.analysis = analysis, .left = INSTRUCTIONS_MAX};
        uint32_t word;

        if (!loads_constant(analysis, i, &word) || !is_code_pointer(analysis, word))
            continue;
        walk.found = (struct carried_address){.from = node->at.address, .to = word & ~1u};
        walk.path[walk.paths++] = (struct carried_path){node->at.address + node->at.size_bytes,
                                                        effect_written(&node->effect), false};
        while (walk.paths)
            follow_path(&walk, walk.path[--walk.paths]);
    }
}

/* ---- states ---------------------------------------------------------------------------------- */

static void mark(struct analysis *analysis, uint32_t address)
{
    struct node *node = analysis_own(analysis, address);

    if (node)
        node->carries = true;
}

void carried_addresses_mark(struct analysis *analysis)
{
    const struct carried_addresses *carried = &analysis->regions->carried;
    const struct region *region = &analysis->regions->region[analysis->region];
    size_t i = array_lower_bound(carried->address, carried->count, from, region->start);
    size_t j = array_lower_bound(carried->jump, carried->jumps_count, address, region->start);

    for (; i < carried->count && carried->address[i].from < region->end; i++)
        mark(analysis, carried->address[i].from);
    for (; j < carried->jumps_count && carried->jump[j].address < region->end; j++)
        mark(analysis, carried->jump[j].address);
}

/* The jump at ADDRESS. NULL if it is no jump to a carried address. */
static struct carrying_jump *jump_at(const struct carried_addresses *carried, uint32_t address)
{
    size_t at = array_lower_bound(carried->jump, carried->jumps_count, address, address);

    return at < carried->jumps_count && carried->jump[at].address == address ? &carried->jump[at]
                                                                             : NULL;
}

/* The jump at ADDRESS is executed in a state without a known caller. */
static void note_blind(struct analysis *analysis, uint32_t address)
{
    struct regions *regions = analysis->regions;
    const struct carried_addresses *carried = &regions->carried;
    struct carrying_jump *jump = jump_at(carried, address);

    if (!jump || jump->blind || regions->settled || analysis->assuming)
        return;
    jump->blind = true;
    for (size_t i = 0; i < carried->count; i++)
        if (carried->address[i].jump == address)
            regions_enqueue(regions, regions_at(regions, carried->address[i].from));
}

/*
 * The context in which the code at CARRIED starts, if the load of its address is executed in
 * CONTEXT. HOME: nothing is known, as both the load and the jump have a caller.
 */
static enum frame_context context_at(const struct carried_addresses *all,
                                     const struct carried_address *carried, uint32_t context)
{
    if (context == FRAME_ROOT || context == FRAME_HANDLER)
        return context;
    if (context != FRAME_UNKNOWN && !jump_at(all, carried->jump)->blind)
        return FRAME_HOME;
    return carried->fresh ? FRAME_ROOT : FRAME_DISPUTED;
}

bool carried_addresses_lead(const struct analysis *analysis, const struct node *node,
                            const struct frame_state *executed)
{
    const struct carried_addresses *carried = &analysis->regions->carried;
    uint32_t from = node->at.address;
    size_t i = array_lower_bound(carried->address, carried->count, from, from);

    for (; i < carried->count && carried->address[i].from == from; i++)
        if (context_at(carried, &carried->address[i], executed->context) != FRAME_HOME)
            return true;
    return false;
}

void carried_addresses_follow(struct analysis *analysis, struct node *node,
                              const struct frame_path *before)
{
    const struct carried_addresses *carried = &analysis->regions->carried;
    struct frame_state spare, state;
    const struct frame_state *executed = analysis_executed(node, before, &spare);
    uint32_t from = node->at.address;
    size_t i = array_lower_bound(carried->address, carried->count, from, from);
    struct arrival arrival = {analysis, node, &state};

    if (!frame_state_has_caller(executed))
        note_blind(analysis, from);
    for (; i < carried->count && carried->address[i].from == from; i++) {
        enum frame_context context = context_at(carried, &carried->address[i], executed->context);
        struct node *target = analysis_find(analysis, carried->address[i].to);
        if (!target || context == FRAME_HOME)
            continue;
        frame_state_without_caller(&state, context);
        fixpoint_arrive_at(&arrival, target);
    }
}

void carried_addresses_free(struct carried_addresses *carried)
{
    free(carried->address);
    free(carried->jump);
    *carried = (struct carried_addresses){0};
}
