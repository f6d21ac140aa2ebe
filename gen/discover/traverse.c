/* SPDX-License-Identifier: MIT */
/*
 * Follows the paths of one piece, claims its instructions and data, and collects the calls, jumps
 * and literals that lead out of it.
 */
#include "discover/traverse.h"

#include <stdlib.h>
#include <string.h>

#include "core/format/bytes.h"
#include "util/memory.h"

/* A path of the piece that is still to be followed. */
struct pending_path {
    uint32_t address;
    bool thumb;
    struct limit limit;
    struct trace trace;
};

int traversal_open(struct traversal *traversal, struct claim_map *claims)
{
    memset(traversal, 0, sizeof(*traversal));
    traversal->claims = claims;
    return effect_reader_open(&traversal->reader, NULL);
}

void traversal_close(struct traversal *traversal)
{
    effect_reader_close(&traversal->reader);
    free(traversal->pending);
    free(traversal->call);
    free(traversal->tail);
    free(traversal->jump);
    free(traversal->loose);
    free(traversal->literal);
    memset(traversal, 0, sizeof(*traversal));
}

/* ---- results of a piece --------------------------------------------------------------------- */

/* Adds ADDRESS, to which RUN jumps inside its function. THUMB: the state of the code there. */
static void add_path(struct traversal *traversal, const struct run *run, uint32_t address,
                     bool thumb, struct limit limit)
{
    struct pending_path path = {address, thumb, limit, run->trace};

    array_push(traversal->pending, traversal->pending_count, traversal->pending_capacity, path);
}

static void add_call(struct traversal *traversal, const struct run *run, uint32_t target,
                     bool thumb)
{
    struct found_call call = {.site = run->at.address,
                              .return_address = run->at.address + run->at.size_bytes,
                              .target = target,
                              .thumb = run->at.thumb,
                              .target_thumb = thumb,
                              .trace = run->trace};
    uint16_t known = target == NO_TARGET ? 0 : claim_map_at(traversal->claims, target);

    traversal->evidence += (known & CLAIM_START) && (known & CLAIM_MASK) == claim_of(thumb);
    array_push(traversal->call, traversal->calls_count, traversal->calls_capacity, call);
}

/*
 * Notes that the function at OWNER continues at ADDRESS: at the start of another function, or in
 * its middle, which is claimed already.
 */
static void add_tail(struct traversal *traversal, uint32_t owner, uint32_t address)
{
    uint16_t known = claim_map_at(traversal->claims, address);
    bool inside = !(known & CLAIM_START) && (known & CLAIM_MASK) != CLAIM_NONE;
    struct found_tail tail = {owner,
                              inside ? claim_map_owner(traversal->claims, address) : address};

    if (tail.from != tail.to)
        array_push(traversal->tail, traversal->tails_count, traversal->tails_capacity, tail);
}

static void add_jump(struct traversal *traversal, const struct run *run, uint32_t address)
{
    struct found_jump jump = {run->at.address, address};

    array_push(traversal->jump, traversal->jumps_count, traversal->jumps_capacity, jump);
}

static void add_loose(struct traversal *traversal, uint32_t address)
{
    array_push(traversal->loose, traversal->loose_count, traversal->loose_capacity, address);
}

static void add_literal(struct traversal *traversal, uint32_t value)
{
    if (claim_map_has(traversal->claims, value & ~1u))
        array_push(traversal->literal, traversal->literals_count, traversal->literals_capacity,
                   value);
}

/* ---- one instruction ------------------------------------------------------------------------ */

static bool find_size(struct run *run)
{
    uint32_t first;

    if (!image_read_number(run->image, run->at.address, 2, &first))
        return false;
    run->at.size_bytes = run->at.thumb && first >> 11 < 0x1d ? 2 : 4;
    return run->at.thumb || run->at.address % 4 == 0;
}

/*
 * Claims the current instruction and reads its effect. False if it is invalid, already claimed, or
 * contains the start of a function.
 */
static bool claim_instruction(struct traversal *traversal, struct run *run, uint32_t owner)
{
    struct claim_map *claims = traversal->claims;
    uint32_t address = run->at.address;

    if (!find_size(run) || image_is_empty(run->image, run->at.address))
        return false;
    for (uint32_t at = address; at < address + run->at.size_bytes; at += 2)
        if (!claim_map_has(claims, at) || claim_map_kind(claims, at) != CLAIM_NONE ||
            (at != address && (claim_map_at(claims, at) & (CLAIM_START | CLAIM_BOUNDARY))))
            return false;
    claim_map_set(claims, address, claim_of(run->at.thumb));
    claim_map_own(claims, address, owner);
    if (run->at.size_bytes == 4)
        claim_map_set(claims, address + 2, CLAIM_REST);
    effect_read(&traversal->reader, run->image, &run->at, &run->effect);
    return run->effect.kind != EFFECT_UNKNOWN;
}

/*
 * Claims as data the literals that the current instruction loads. False if they are claimed as
 * code.
 */
static bool take_literal(struct traversal *traversal, const struct run *run)
{
    const struct effect *effect = &run->effect;
    uint32_t literal = effect_literal(effect, &run->at);
    uint32_t words = (uint32_t)__builtin_popcountll(effect->list);
    uint32_t value;

    if (effect->kind != EFFECT_LOAD || effect->rn != BOBBIN_PC ||
        !claim_map_has(traversal->claims, literal & ~1u))
        return true;
    if (image_read_number(run->image, literal, 4, &value))
        add_literal(traversal, value);
    return claim_map_data(traversal->claims, literal, 4 * words);
}

/* A MOVW and MOVT pair builds a constant, which may be the address of a function. */
static void take_constant(struct traversal *traversal, const struct run *run)
{
    if (run->effect.kind == EFFECT_MOVT && run_knows(run, run->effect.rd))
        add_literal(traversal,
                    (run->value[run->effect.rd] & 0xffff) | (uint32_t)run->effect.imm << 16);
}

/* ---- jumps ---------------------------------------------------------------------------------- */

static bool take_table(struct traversal *traversal, const struct run *run)
{
    struct jump_table table;

    if (!run_table(run, &table)) {
        add_loose(traversal, run->at.address);
        return true;
    }
    if (table.size_bytes &&
        !claim_map_data(traversal->claims, table.base, table.entries * table.size_bytes))
        return false;
    for (uint32_t i = 0; i < table.entries; i++) {
        uint32_t target = run_table_target(run, &table, i);
        if (!claim_map_has(traversal->claims, target))
            return false;
        add_jump(traversal, run, target);
        add_path(traversal, run, target, run->at.thumb, (struct limit){0});
    }
    return true;
}

/* True for a jump after MOV lr, pc. This is a call in code for processors without BLX. */
static bool is_linked(const struct run *run)
{
    uint32_t next = run->at.address + run->at.size_bytes;

    return run->lr_just_set && (run->value[BOBBIN_LR] & ~1u) == next;
}

/*
 * Handles a jump to ADDRESS inside the function. If sp has switched to another stack, ADDRESS is in
 * the middle of some other function; both functions then become loose (not all their paths are
 * known).
 */
static void take_inner_jump(struct traversal *traversal, const struct run *run, uint32_t address,
                            bool thumb)
{
    if (run->other_stack) {
        add_loose(traversal, address);
    } else {
        add_jump(traversal, run, address);
        add_path(traversal, run, address, thumb, (struct limit){0});
    }
}

/*
 * Handles a call of the known address TARGET if LINKED, otherwise a jump there. False if TARGET is
 * misaligned.
 */
static bool take_known_target(struct traversal *traversal, const struct run *run, uint32_t target,
                              bool linked, uint32_t owner)
{
    bool thumb = target & 1;
    uint32_t address = target & (thumb ? ~1u : ~0u);

    if (!claim_map_has(traversal->claims, address)) {
        traversal->returns |= !linked;
        if (linked)
            add_call(traversal, run, NO_TARGET, false);
        return true;
    }
    if (!linked && !run_exchanges(run)) {
        take_inner_jump(traversal, run, address, run->at.thumb);
        return true;
    }
    if (!thumb && address % 4)
        return false;
    if (!linked && !trace_is_undone(&run->trace)) {
        take_inner_jump(traversal, run, address, thumb);
        return true;
    }
    add_call(traversal, run, address, thumb);
    if (!linked) {
        traversal->call[traversal->calls_count - 1].return_address = NO_TARGET;
        add_tail(traversal, owner, address);
    }
    return true;
}

/* True if the current jump, by a register or by a load of pc, leaves the function. */
static bool leaves(const struct run *run)
{
    const struct effect *effect = &run->effect;
    bool popped = effect->flow == FLOW_LOADED && (effect->rn == BOBBIN_SP || effect->rn == 11);
    bool moves = !run_exchanges(run);

    return popped || effect->rn == BOBBIN_LR || run->other_stack ||
           (trace_is_undone(&run->trace) && !moves);
}

/* True if sp is known to be as at the entry after the current instruction, which returns. */
static bool restores_sp(const struct run *run)
{
    struct effect returns = run->effect;
    struct trace after = run->trace;

    returns.condition = CONDITION_ALWAYS;
    trace_pass(&after, &returns);
    return trace_is_undone(&after);
}

/* A guess may be the middle of a function: all its returns must be those of a whole function. */
static void take_return(struct traversal *traversal, const struct run *run,
                        const struct piece *piece)
{
    const struct effect *effect = &run->effect;

    if (!leaves(run) || (piece->kind == PIECE_GUESS && !restores_sp(run))) {
        add_loose(traversal, run->at.address);
    } else if (!run->other_stack) {
        traversal->returns = true;
        traversal->evidence += effect->flow == FLOW_LOADED || effect->rn == BOBBIN_LR;
    }
}

/*
 * Handles a branch that does not change between ARM and Thumb state. Its target is in this function
 * or starts another one.
 */
static void take_jump(struct traversal *traversal, const struct run *run, uint32_t owner)
{
    uint32_t target = run->effect.target;

    add_jump(traversal, run, target);
    if (!claim_map_has(traversal->claims, target))
        traversal->returns = true;
    else if ((claim_map_at(traversal->claims, target) & CLAIM_START) && target != owner)
        add_tail(traversal, owner, target);
    else
        add_path(traversal, run, target, run->at.thumb, run_limit(run, true));
}

/* Handles the control flow of the current instruction. False if it makes the piece invalid. */
static bool take_flow(struct traversal *traversal, const struct run *run, const struct piece *piece)
{
    const struct effect *effect = &run->effect;
    bool linked = is_linked(run);
    uint32_t target;

    switch (effect->flow) {
    case FLOW_JUMP:
        if (!linked)
            take_jump(traversal, run, piece->owner);
        else
            add_call(traversal, run, effect->target, run->at.thumb);
        return true;
    case FLOW_CALL:
        if (!claim_map_has(traversal->claims, effect->target))
            add_call(traversal, run, NO_TARGET, false);
        else
            add_call(traversal, run, effect->target, run->at.thumb != effect->exchanges);
        return true;
    case FLOW_CALL_INDIRECT:
    case FLOW_INDIRECT:
    case FLOW_LOADED:
        linked |= effect->flow == FLOW_CALL_INDIRECT;
        if (run_target(run, &target))
            return take_known_target(traversal, run, target, linked, piece->owner);
        if (linked)
            add_call(traversal, run, NO_TARGET, false);
        else
            take_return(traversal, run, piece);
        return true;
    case FLOW_TABLE:
        return take_table(traversal, run);
    default:
        return true;
    }
}

/* True if the path certainly continues at the next instruction. */
static bool continues(const struct run *run)
{
    return effect_falls_through(&run->effect);
}

/* ---- pieces --------------------------------------------------------------------------------- */

/*
 * True if the path ends here, because the code is claimed already or another function starts.
 * FALLEN: the path came here from the previous instruction. *GOOD is false if the piece is invalid:
 * only a certain function (PIECE_FUNCTION) may fall through into another function.
 */
static bool reaches_known_code(struct traversal *traversal, const struct run *run,
                               const struct piece *piece, bool fallen, bool *good)
{
    uint32_t address = run->at.address;
    uint16_t known = claim_map_at(traversal->claims, address);
    bool function = (known & (CLAIM_START | CLAIM_BOUNDARY)) && address != piece->address;

    bool claimed = (known & CLAIM_MASK) == claim_of(run->at.thumb);

    *good = !function || !fallen || piece->kind == PIECE_FUNCTION;
    if (fallen)
        claim_map_mark(traversal->claims, address, CLAIM_FALL_THROUGH);
    if (!claimed && (!function || !fallen))
        return false;
    add_tail(traversal, piece->owner, address);
    return true;
}

static bool follow_path(struct traversal *traversal, const struct pending_path *path,
                        const struct piece *piece)
{
    struct run run = {.image = traversal->claims->image};
    bool fallen = false;
    uint32_t at;
    bool good;

    run_start(&run, path->address, path->thumb, &path->limit, &path->trace);
    traversal->reader.it_state = 0;
    do {
        if (reaches_known_code(traversal, &run, piece, fallen, &good))
            return good;
        if (!claim_instruction(traversal, &run, piece->owner) || !take_literal(traversal, &run))
            return false;
        take_constant(traversal, &run);
        if (!take_flow(traversal, &run, piece))
            return false;
        good = continues(&run);
        at = run.at.address;
        run_pass(&run);
        if (trace_is_overdrawn(&run.trace))
            add_loose(traversal, at);
        fallen = true;
    } while (good);
    return true;
}

struct piece piece_of_function(uint32_t address, bool thumb, enum piece_kind kind)
{
    return (struct piece){address, address, kind, thumb, {.known = {true}}};
}

bool traverse(struct traversal *traversal, const struct piece *piece)
{
    struct pending_path first = {piece->address, piece->thumb, {0}, piece->trace};
    bool good = true;

    traversal->calls_count = traversal->tails_count = traversal->jumps_count = 0;
    traversal->literals_count = traversal->loose_count = traversal->pending_count = 0;
    traversal->returns = false;
    traversal->evidence = 0;
    array_push(traversal->pending, traversal->pending_count, traversal->pending_capacity, first);
    while (good && traversal->pending_count) {
        struct pending_path path = traversal->pending[--traversal->pending_count];
        good = follow_path(traversal, &path, piece);
    }
    return good;
}
