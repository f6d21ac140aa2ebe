/* SPDX-License-Identifier: MIT */
/*
 * Traverses pieces until none is left, and decides which calls return. A call is *pending* until
 * its function is known to return; the code after it is traversed only then.
 */
#include "discover/worklist.h"

#include <stdlib.h>
#include <string.h>

#include "insn/function_start.h"
#include "util/memory.h"

int worklist_open(struct worklist *worklist, struct image *image)
{
    memset(worklist, 0, sizeof(*worklist));
    worklist->image = image;
    claim_map_make(&worklist->claims, image);
    landing_pads_find(&worklist->pads, image);
    return traversal_open(&worklist->traversal, &worklist->claims);
}

void worklist_close(struct worklist *worklist)
{
    traversal_close(&worklist->traversal);
    landing_pads_free(&worklist->pads);
    claim_map_free(&worklist->claims);
    free(worklist->piece);
    free(worklist->pending);
    free(worklist->tail);
    free(worklist->jump);
    free(worklist->loose);
    free(worklist->pointer);
    memset(worklist, 0, sizeof(*worklist));
}

static bool is_start(const struct worklist *worklist, uint32_t address)
{
    return claim_map_at(&worklist->claims, address) & CLAIM_START;
}

uint32_t worklist_owner(const struct worklist *worklist, uint32_t address)
{
    uint32_t at = address;

    while (claim_map_has(&worklist->claims, at) && !is_start(worklist, at))
        at -= 2;
    return claim_map_has(&worklist->claims, at) ? at : address;
}

static void add_piece(struct worklist *worklist, const struct piece *piece)
{
    array_push(worklist->piece, worklist->pieces_count, worklist->pieces_capacity, *piece);
}

void worklist_function(struct worklist *worklist, uint32_t address, bool thumb)
{
    struct piece piece = piece_of_function(address, thumb, PIECE_FUNCTION);
    struct found_tail within = {address, claim_map_owner(&worklist->claims, address)};

    if (!claim_map_has(&worklist->claims, address) || is_start(worklist, address))
        return;
    claim_map_mark(&worklist->claims, address, CLAIM_START);
    if (claim_map_kind(&worklist->claims, address) == CLAIM_NONE)
        add_piece(worklist, &piece);
    else
        array_push(worklist->tail, worklist->tails_count, worklist->tails_capacity, within);
    claim_map_commit(&worklist->claims);
}

/* ---- pieces --------------------------------------------------------------------------------- */

/*
 * True if every target that the piece calls is a function in this state (ARM or Thumb), or code
 * that may be one.
 */
static bool calls_functions(const struct worklist *worklist)
{
    const struct traversal *traversal = &worklist->traversal;

    for (size_t i = 0; i < traversal->calls_count; i++) {
        const struct found_call *call = &traversal->call[i];
        enum claim kind = call->target == NO_TARGET
                              ? CLAIM_NONE
                              : claim_map_kind(&worklist->claims, call->target);
        if (kind != CLAIM_NONE && kind != claim_of(call->target_thumb))
            return false;
    }
    return true;
}

static void keep_call(struct worklist *worklist, const struct piece *piece,
                      const struct found_call *call)
{
    const struct landing_pad *site = landing_pads_at(&worklist->pads, call->site);
    struct pending_call pending = {*call, piece->owner};
    struct piece pad = {0, piece->owner, PIECE_AFTER_CALL, call->thumb, call->trace};
    struct found_jump jump = {.site = call->site};

    if (call->target != NO_TARGET)
        worklist_function(worklist, call->target, call->target_thumb);
    if (call->return_address != NO_TARGET)
        array_push(worklist->pending, worklist->pending_count, worklist->pending_capacity, pending);
    if (site) {
        jump.address = pad.address = site->pad;
        add_piece(worklist, &pad);
        array_push(worklist->jump, worklist->jumps_count, worklist->jumps_capacity, jump);
    }
}

/* Makes the function at OWNER loose: the path from SITE is not known. */
static void add_loose(struct worklist *worklist, uint32_t owner, uint32_t site)
{
    claim_map_mark(&worklist->claims, owner, CLAIM_LOOSE);
    array_push(worklist->loose, worklist->loose_count, worklist->loose_capacity, site);
}

/* Commits the claims of PIECE, and adds its calls, jumps and pointers to the worklist. */
static void keep(struct worklist *worklist, const struct piece *piece)
{
    const struct traversal *traversal = &worklist->traversal;

    for (size_t i = 0; i < traversal->loose_count; i++)
        add_loose(worklist, piece->owner, traversal->loose[i]);
    if (traversal->returns)
        claim_map_mark(&worklist->claims, piece->owner, CLAIM_RETURNS);
    claim_map_commit(&worklist->claims);
    for (size_t i = 0; i < traversal->calls_count; i++)
        keep_call(worklist, piece, &traversal->call[i]);
    for (size_t i = 0; i < traversal->tails_count; i++)
        array_push(worklist->tail, worklist->tails_count, worklist->tails_capacity,
                   traversal->tail[i]);
    for (size_t i = 0; i < traversal->jumps_count; i++)
        array_push(worklist->jump, worklist->jumps_count, worklist->jumps_capacity,
                   traversal->jump[i]);
    for (size_t i = 0; i < traversal->literals_count; i++)
        array_push(worklist->pointer, worklist->pointers_count, worklist->pointers_capacity,
                   traversal->literal[i]);
}

/* True if the piece at ADDRESS jumps into the middle of other functions. */
static bool jumps_inside_others(const struct worklist *worklist, uint32_t address)
{
    const struct traversal *traversal = &worklist->traversal;

    for (size_t i = 0; i < traversal->jumps_count; i++) {
        uint32_t to = traversal->jump[i].address;
        enum claim kind = claim_map_kind(&worklist->claims, to);
        if (!is_start(worklist, to) && (kind == CLAIM_ARM || kind == CLAIM_THUMB) &&
            claim_map_owner(&worklist->claims, to) != address)
            return true;
    }
    return false;
}

/*
 * Traverses PIECE without a commit. True if PIECE is valid. A guess must also save lr, return, or
 * call a known function, and must not jump into other functions.
 */
static bool traverse_piece(struct worklist *worklist, const struct piece *piece)
{
    struct traversal *traversal = &worklist->traversal;
    enum function_start start = FUNCTION_START_PROLOGUE;

    if (piece->kind == PIECE_GUESS)
        start =
            function_start_judge(&traversal->reader, worklist->image, piece->address, piece->thumb);
    if (start == FUNCTION_START_NOT || !traverse(traversal, piece) || !calls_functions(worklist))
        return false;
    return piece->kind != PIECE_GUESS ||
           ((start == FUNCTION_START_PROLOGUE || traversal->evidence) &&
            !jumps_inside_others(worklist, piece->address));
}

bool worklist_looks_good(struct worklist *worklist, const struct piece *piece)
{
    bool good = traverse_piece(worklist, piece);

    claim_map_undo(&worklist->claims);
    return good;
}

bool worklist_try(struct worklist *worklist, const struct piece *piece)
{
    bool good = traverse_piece(worklist, piece);

    if (good)
        keep(worklist, piece);
    else
        claim_map_undo(&worklist->claims);
    return good;
}

/* ---- calls that certainly return ------------------------------------------------------------ */

/*
 * Marks functions that continue in a function that returns: they return too. Removes such tails
 * from the list. True if a function was marked.
 */
static bool pass_returns(struct worklist *worklist)
{
    struct claim_map *claims = &worklist->claims;
    size_t kept = 0;
    bool changed = false;

    for (size_t i = 0; i < worklist->tails_count; i++) {
        struct found_tail tail = worklist->tail[i];
        if (claim_map_at(claims, tail.from) & CLAIM_RETURNS)
            continue;
        if (claim_map_at(claims, tail.to) & CLAIM_RETURNS) {
            claim_map_mark(claims, tail.from, CLAIM_RETURNS);
            changed = true;
        } else {
            worklist->tail[kept++] = tail;
        }
    }
    worklist->tails_count = kept;
    claim_map_commit(claims);
    return changed;
}

/*
 * True if the code after CALL cannot be its continuation: there is no code, or another function
 * starts. Then the call does not return.
 */
static bool is_end(struct worklist *worklist, const struct found_call *call)
{
    uint16_t known = claim_map_at(&worklist->claims, call->return_address);
    uint32_t word;

    return !claim_map_has(&worklist->claims, call->return_address) ||
           (known & (CLAIM_START | CLAIM_BOUNDARY)) || (known & CLAIM_MASK) == CLAIM_DATA ||
           (image_read_number(worklist->image, call->return_address, 4, &word) && word == 0) ||
           function_start_judge(&worklist->traversal.reader, worklist->image, call->return_address,
                                call->thumb) == FUNCTION_START_PROLOGUE;
}

static void continue_after(struct worklist *worklist, const struct pending_call *pending)
{
    const struct found_call *call = &pending->call;
    struct piece piece = {call->return_address, pending->owner, PIECE_AFTER_CALL, call->thumb,
                          call->trace};

    if (is_end(worklist, call))
        return;
    if (worklist_try(worklist, &piece))
        claim_map_mark(&worklist->claims, call->return_address, CLAIM_FALL_THROUGH);
    else
        add_loose(worklist, pending->owner, call->site);
    claim_map_commit(&worklist->claims);
}

/*
 * Traverses the code after pending calls whose target has one of BITS (enum claim_bit). If UNKNOWN,
 * also after calls with unknown targets. True if there was such a call.
 */
static bool resume(struct worklist *worklist, unsigned bits, bool unknown)
{
    size_t count = worklist->pending_count;
    size_t kept = 0;
    bool changed = false;

    for (size_t i = 0; i < count; i++) {
        struct pending_call pending = worklist->pending[i];
        uint32_t target = pending.call.target;
        bool comes_back =
            target == NO_TARGET ? unknown : claim_map_at(&worklist->claims, target) & bits;
        if (comes_back) {
            continue_after(worklist, &pending);
            changed = true;
        } else {
            worklist->pending[kept++] = pending;
        }
    }
    for (size_t i = count; i < worklist->pending_count; i++)
        worklist->pending[kept++] = worklist->pending[i];
    worklist->pending_count = kept;
    return changed;
}

static void traverse_all(struct worklist *worklist)
{
    while (worklist->pieces_count) {
        struct piece piece = worklist->piece[--worklist->pieces_count];
        if (worklist_try(worklist, &piece) || piece.kind != PIECE_FUNCTION)
            continue;
        claim_map_unmark(&worklist->claims, piece.address, CLAIM_START);
        claim_map_commit(&worklist->claims);
    }
}

void worklist_drain(struct worklist *worklist)
{
    do {
        do
            traverse_all(worklist);
        while (pass_returns(worklist));
    } while (resume(worklist, CLAIM_RETURNS, false));
}

/* ---- calls that may return ------------------------------------------------------------------ */

/*
 * The function at OWNER calls or continues in TARGET. If it is not known whether TARGET returns,
 * marks OWNER as unsure too. True if OWNER was marked.
 */
static bool pass_unsure(struct worklist *worklist, uint32_t owner, uint32_t target)
{
    struct claim_map *claims = &worklist->claims;
    uint16_t known = claim_map_at(claims, target);
    bool sure = (known & CLAIM_START) && (known & CLAIM_MASK) != CLAIM_NONE &&
                !(known & (CLAIM_LOOSE | CLAIM_UNSURE));

    if (sure || (claim_map_at(claims, owner) & (CLAIM_RETURNS | CLAIM_UNSURE)))
        return false;
    claim_map_mark(claims, owner, CLAIM_UNSURE);
    claim_map_commit(claims);
    return true;
}

/*
 * Marks unsure functions: those of which it is not known whether they return. A function without a
 * known return never returns, unless it calls or continues in a function that is loose, unsure or
 * not known.
 */
static void find_unsure(struct worklist *worklist)
{
    bool changed = true;

    while (changed) {
        changed = false;
        for (size_t i = 0; i < worklist->pending_count; i++)
            changed |=
                pass_unsure(worklist, worklist->pending[i].owner, worklist->pending[i].call.target);
        for (size_t i = 0; i < worklist->tails_count; i++)
            changed |= pass_unsure(worklist, worklist->tail[i].from, worklist->tail[i].to);
    }
}

bool worklist_continue_after_calls(struct worklist *worklist)
{
    if (resume(worklist, 0, true))
        return true;
    find_unsure(worklist);
    return resume(worklist, CLAIM_LOOSE | CLAIM_UNSURE, false);
}
