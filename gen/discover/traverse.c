/* SPDX-License-Identifier: MIT */
#include "discover/traverse.h"

#include <stdlib.h>
#include <string.h>

#include "core/format/bytes.h"
#include "util/diag.h"

/* Where a piece goes on. */
struct place {
    uint32_t address;
    bool thumb;
    struct limit limit;
    struct trace trace;
};

int follower_open(struct follower *follower, struct claims *claims)
{
    memset(follower, 0, sizeof(*follower));
    follower->claims = claims;
    return effect_reader_open(&follower->reader, NULL);
}

void follower_close(struct follower *follower)
{
    effect_reader_close(&follower->reader);
    free(follower->place);
    free(follower->call);
    free(follower->tail);
    free(follower->jump);
    free(follower->loose);
    free(follower->literal);
    memset(follower, 0, sizeof(*follower));
}

/* ---- what is found --------------------------------------------------------------------------------- */

/* What RUN jumps to in its own function. */
static void add_place(struct follower *follower, const struct run *run, uint32_t address,
                      struct limit limit)
{
    struct place place = {address, run->at.thumb, limit, run->trace};

    array_push(follower->place, follower->places_count, follower->places_capacity, place);
}

static void add_call(struct follower *follower, const struct run *run, uint32_t target, bool thumb)
{
    struct found_call call = {.site = run->at.address,
                              .back = run->at.address + run->at.size_bytes,
                              .target = target,
                              .thumb = run->at.thumb,
                              .target_thumb = thumb,
                              .trace = run->trace};
    uint16_t known = target == NO_TARGET ? 0 : claims_at(follower->claims, target);

    follower->evidence += (known & CLAIM_START) && (known & CLAIM_MASK) == claim_of(thumb);
    array_push(follower->call, follower->calls_count, follower->calls_capacity, call);
}

/* The function at OWNER goes on at ADDRESS, where another begins, or in the middle of another that is claimed. */
static void add_tail(struct follower *follower, uint32_t owner, uint32_t address)
{
    uint16_t known = claims_at(follower->claims, address);
    bool inside = !(known & CLAIM_START) && (known & CLAIM_MASK) != CLAIM_NONE;
    struct found_tail tail = {owner, inside ? claims_owner(follower->claims, address) : address};

    if (tail.from != tail.to)
        array_push(follower->tail, follower->tails_count, follower->tails_capacity, tail);
}

static void add_jump(struct follower *follower, const struct run *run, uint32_t address)
{
    struct found_jump jump = {run->at.address, address};

    array_push(follower->jump, follower->jumps_count, follower->jumps_capacity, jump);
}

static void add_loose(struct follower *follower, uint32_t address)
{
    array_push(follower->loose, follower->loose_count, follower->loose_capacity, address);
}

static void add_literal(struct follower *follower, uint32_t value)
{
    if (claims_has(follower->claims, value & ~1u))
        array_push(follower->literal, follower->literals_count, follower->literals_capacity, value);
}

/* ---- one instruction ----------------------------------------------------------------------------------- */

static bool measure(struct run *run)
{
    uint32_t first;

    if (!image_read_number(run->image, run->at.address, 2, &first))
        return false;
    run->at.size_bytes = run->at.thumb && first >> 11 < 0x1d ? 2 : 4;
    return run->at.thumb || run->at.address % 4 == 0;
}

/* Claims the instruction at hand and reads it. */
static bool take(struct follower *follower, struct run *run, uint32_t owner)
{
    struct claims *claims = follower->claims;
    uint32_t address = run->at.address;

    if (!measure(run) || image_is_empty(run->image, run->at.address))
        return false;
    for (uint32_t at = address; at < address + run->at.size_bytes; at += 2)
        if (!claims_has(claims, at) || claims_kind(claims, at) != CLAIM_NONE ||
            (at != address && (claims_at(claims, at) & (CLAIM_START | CLAIM_BOUNDARY))))
            return false;
    claims_set(claims, address, claim_of(run->at.thumb));
    claims_own(claims, address, owner);
    if (run->at.size_bytes == 4)
        claims_set(claims, address + 2, CLAIM_REST);
    effect_read(&follower->reader, run->image, &run->at, &run->effect);
    return run->effect.kind != EFFECT_UNKNOWN;
}

/* What the instruction at hand reads from beside the code is data. */
static bool take_literal(struct follower *follower, const struct run *run)
{
    const struct effect *effect = &run->effect;
    uint32_t literal = image_literal_base(&run->at) + (uint32_t)effect->imm;
    uint32_t words = (uint32_t)__builtin_popcountll(effect->list);
    uint32_t value;

    if (effect->kind != EFFECT_LOAD || effect->rn != BOBBIN_PC ||
        !claims_has(follower->claims, literal & ~1u))
        return true;
    if (image_read_number(run->image, literal, 4, &value))
        add_literal(follower, value);
    return claims_data(follower->claims, literal, 4 * words);
}

static void take_built(struct follower *follower, const struct run *run)
{
    if (run->effect.kind == EFFECT_MOVT && run_knows(run, run->effect.rd))
        add_literal(follower,
                    (run->value[run->effect.rd] & 0xffff) | (uint32_t)run->effect.imm << 16);
}

/* ---- jumps ------------------------------------------------------------------------------------------- */

static bool take_table(struct follower *follower, const struct run *run)
{
    struct jump_table table;

    if (!run_table(run, &table)) {
        add_loose(follower, run->at.address);
        return true;
    }
    if (table.size_bytes &&
        !claims_data(follower->claims, table.base, table.entries * table.size_bytes))
        return false;
    for (uint32_t i = 0; i < table.entries; i++) {
        uint32_t target = run_table_target(run, &table, i);
        if (!claims_has(follower->claims, target))
            return false;
        add_jump(follower, run, target);
        add_place(follower, run, target, (struct limit){0});
    }
    return true;
}

/* mov lr, pc before a jump: the call of a processor, or a compiler, that has no blx to use. */
static bool is_linked(const struct run *run)
{
    uint32_t behind = run->at.address + run->at.size_bytes;

    return run->aims && (run->value[BOBBIN_LR] & ~1u) == behind;
}

/* A jump to a place that is not a function's start; with another stack, into another's middle. */
static void take_label(struct follower *follower, const struct run *run, uint32_t address)
{
    if (run->other_stack) {
        add_loose(follower, address);
    } else {
        add_jump(follower, run, address);
        add_place(follower, run, address, (struct limit){0});
    }
}

/* A call, or a jump out of the function if not LINKED, to a TARGET that is known. */
static bool take_aim(struct follower *follower, const struct run *run, uint32_t target, bool linked,
                     uint32_t owner)
{
    bool thumb = target & 1;
    uint32_t address = target & (thumb ? ~1u : ~0u);

    if (!claims_has(follower->claims, address)) {
        follower->returns |= !linked;
        if (linked)
            add_call(follower, run, NO_TARGET, false);
        return true;
    }
    if (!linked && !run_exchanges(run)) {
        take_label(follower, run, address);
        return true;
    }
    if (!thumb && address % 4)
        return false;
    add_call(follower, run, address, thumb);
    if (!linked) {
        follower->call[follower->calls_count - 1].back = NO_TARGET;
        add_tail(follower, owner, address);
    }
    return true;
}

/* Whether the jump at hand, by a register or what it loads, leaves the function. */
static bool leaves(const struct run *run)
{
    const struct effect *effect = &run->effect;
    bool popped = effect->flow == FLOW_LOADED && (effect->rn == BOBBIN_SP || effect->rn == 11);
    bool moves = !run_exchanges(run);

    return popped || effect->rn == BOBBIN_LR || run->other_stack ||
           (trace_is_undone(&run->trace) && !moves);
}

static void take_return(struct follower *follower, const struct run *run)
{
    const struct effect *effect = &run->effect;

    if (!leaves(run)) {
        add_loose(follower, run->at.address);
    } else if (!run->other_stack) {
        follower->returns = true;
        follower->evidence += effect->flow == FLOW_LOADED || effect->rn == BOBBIN_LR;
    }
}

/* A branch, in the same state, to what may be another function. */
static void take_jump(struct follower *follower, const struct run *run, uint32_t owner)
{
    uint32_t target = run->effect.target;

    add_jump(follower, run, target);
    if (!claims_has(follower->claims, target))
        follower->returns = true;
    else if ((claims_at(follower->claims, target) & CLAIM_START) && target != owner)
        add_tail(follower, owner, target);
    else
        add_place(follower, run, target, run_limit(run, true));
}

static bool take_flow(struct follower *follower, const struct run *run, const struct piece *piece)
{
    const struct effect *effect = &run->effect;
    bool linked = is_linked(run);
    uint32_t target;

    switch (effect->flow) {
    case FLOW_JUMP:
        if (!linked)
            take_jump(follower, run, piece->owner);
        else
            add_call(follower, run, effect->target, run->at.thumb);
        return true;
    case FLOW_CALL:
        if (!claims_has(follower->claims, effect->target))
            add_call(follower, run, NO_TARGET, false);
        else
            add_call(follower, run, effect->target, run->at.thumb != effect->exchanges);
        return true;
    case FLOW_CALL_INDIRECT:
    case FLOW_INDIRECT:
    case FLOW_LOADED:
        linked |= effect->flow == FLOW_CALL_INDIRECT;
        if (run_aim(run, &target))
            return take_aim(follower, run, target, linked, piece->owner);
        if (linked)
            add_call(follower, run, NO_TARGET, false);
        else
            take_return(follower, run);
        return true;
    case FLOW_TABLE:
        return take_table(follower, run);
    default:
        return true;
    }
}

/* Whether the instruction behind the one at hand is next without a doubt. */
static bool goes_on(const struct run *run)
{
    return effect_is_conditional(&run->effect) || run->effect.flow == FLOW_NEXT;
}

/* ---- pieces ------------------------------------------------------------------------------------------- */

/* Whether the way ends at code that is known, and well; *GOOD says so. */
static bool arrives(struct follower *follower, const struct run *run, const struct piece *piece,
                    bool fallen, bool *good)
{
    uint32_t address = run->at.address;
    uint16_t known = claims_at(follower->claims, address);
    bool function = (known & (CLAIM_START | CLAIM_BOUNDARY)) && address != piece->address;

    bool claimed = (known & CLAIM_MASK) == claim_of(run->at.thumb);

    *good = !function || !fallen || piece->kind == PIECE_FUNCTION;
    if (fallen)
        claims_mark(follower->claims, address, CLAIM_FALLEN);
    if (!claimed && (!function || !fallen))
        return false;
    add_tail(follower, piece->owner, address);
    return true;
}

static bool run_on(struct follower *follower, const struct place *place, const struct piece *piece)
{
    struct run run = {.image = follower->claims->image};
    bool fallen = false;
    uint32_t at;
    bool good;

    run_start(&run, place->address, place->thumb, &place->limit, &place->trace);
    follower->reader.it_state = 0;
    do {
        if (arrives(follower, &run, piece, fallen, &good))
            return good;
        if (!take(follower, &run, piece->owner) || !take_literal(follower, &run))
            return false;
        take_built(follower, &run);
        if (!take_flow(follower, &run, piece))
            return false;
        good = goes_on(&run);
        at = run.at.address;
        run_pass(&run);
        if (trace_is_overdrawn(&run.trace))
            add_loose(follower, at);
        fallen = true;
    } while (good);
    return true;
}

struct piece piece_of_function(uint32_t address, bool thumb, enum piece_kind kind)
{
    return (struct piece){address, address, kind, thumb, {.known = {true}}};
}

bool follow(struct follower *follower, const struct piece *piece)
{
    struct place first = {piece->address, piece->thumb, {0}, piece->trace};
    bool good = true;

    follower->calls_count = follower->tails_count = follower->jumps_count = 0;
    follower->literals_count = follower->loose_count = follower->places_count = 0;
    follower->returns = false;
    follower->evidence = 0;
    array_push(follower->place, follower->places_count, follower->places_capacity, first);
    while (good && follower->places_count) {
        struct place place = follower->place[--follower->places_count];
        good = run_on(follower, &place, piece);
    }
    return good;
}
