/* SPDX-License-Identifier: MIT */
#include "discover/worklist.h"

#include <stdlib.h>
#include <string.h>

#include "discover/function_start.h"
#include "util/diag.h"

int discoverer_open(struct discoverer *discoverer, struct image *image)
{
    memset(discoverer, 0, sizeof(*discoverer));
    discoverer->image = image;
    claims_make(&discoverer->claims, image);
    landing_pads_find(&discoverer->pads, image);
    return follower_open(&discoverer->follower, &discoverer->claims);
}

void discoverer_close(struct discoverer *discoverer)
{
    follower_close(&discoverer->follower);
    landing_pads_free(&discoverer->pads);
    claims_free(&discoverer->claims);
    free(discoverer->piece);
    free(discoverer->pending);
    free(discoverer->tail);
    free(discoverer->jump);
    free(discoverer->loose);
    free(discoverer->pointer);
    memset(discoverer, 0, sizeof(*discoverer));
}

static bool is_start(const struct discoverer *discoverer, uint32_t address)
{
    return claims_at(&discoverer->claims, address) & CLAIM_START;
}

uint32_t discoverer_owner(const struct discoverer *discoverer, uint32_t address)
{
    uint32_t at = address;

    while (claims_has(&discoverer->claims, at) && !is_start(discoverer, at))
        at -= 2;
    return claims_has(&discoverer->claims, at) ? at : address;
}

static void add_piece(struct discoverer *discoverer, const struct piece *piece)
{
    array_push(discoverer->piece, discoverer->pieces_count, discoverer->pieces_capacity, *piece);
}

void discoverer_function(struct discoverer *discoverer, uint32_t address, bool thumb)
{
    struct piece piece = piece_of_function(address, thumb, PIECE_FUNCTION);
    struct found_tail within = {address, claims_owner(&discoverer->claims, address)};

    if (!claims_has(&discoverer->claims, address) || is_start(discoverer, address))
        return;
    claims_mark(&discoverer->claims, address, CLAIM_START);
    if (claims_kind(&discoverer->claims, address) == CLAIM_NONE)
        add_piece(discoverer, &piece);
    else
        array_push(discoverer->tail, discoverer->tails_count, discoverer->tails_capacity, within);
    claims_commit(&discoverer->claims);
}

/* ---- pieces --------------------------------------------------------------------------------------------- */

/* Whether what PIECE calls is a function in that state, or may be one. */
static bool calls_functions(const struct discoverer *discoverer)
{
    const struct follower *follower = &discoverer->follower;

    for (size_t i = 0; i < follower->calls_count; i++) {
        const struct found_call *call = &follower->call[i];
        enum claim kind =
            call->target == NO_TARGET ? CLAIM_NONE : claims_kind(&discoverer->claims, call->target);
        if (kind != CLAIM_NONE && kind != claim_of(call->target_thumb))
            return false;
    }
    return true;
}

static void keep_call(struct discoverer *discoverer, const struct piece *piece,
                      const struct found_call *call)
{
    const struct landing_pad *site = landing_pads_at(&discoverer->pads, call->site);
    struct pending_call pending = {*call, piece->owner};
    struct piece pad = {0, piece->owner, PIECE_BEHIND, call->thumb, call->trace};
    struct found_jump jump = {.site = call->site};

    if (call->target != NO_TARGET)
        discoverer_function(discoverer, call->target, call->target_thumb);
    if (call->back != NO_TARGET)
        array_push(discoverer->pending, discoverer->pending_count, discoverer->pending_capacity,
                   pending);
    if (site) {
        jump.address = pad.address = site->pad;
        add_piece(discoverer, &pad);
        array_push(discoverer->jump, discoverer->jumps_count, discoverer->jumps_capacity, jump);
    }
}

/* Nobody knows where the function at OWNER goes on from SITE. */
static void add_loose(struct discoverer *discoverer, uint32_t owner, uint32_t site)
{
    claims_mark(&discoverer->claims, owner, CLAIM_LOOSE);
    array_push(discoverer->loose, discoverer->loose_count, discoverer->loose_capacity, site);
}

static void keep(struct discoverer *discoverer, const struct piece *piece)
{
    const struct follower *follower = &discoverer->follower;

    for (size_t i = 0; i < follower->loose_count; i++)
        add_loose(discoverer, piece->owner, follower->loose[i]);
    if (follower->returns)
        claims_mark(&discoverer->claims, piece->owner, CLAIM_RETURNS);
    claims_commit(&discoverer->claims);
    for (size_t i = 0; i < follower->calls_count; i++)
        keep_call(discoverer, piece, &follower->call[i]);
    for (size_t i = 0; i < follower->tails_count; i++)
        array_push(discoverer->tail, discoverer->tails_count, discoverer->tails_capacity,
                   follower->tail[i]);
    for (size_t i = 0; i < follower->jumps_count; i++)
        array_push(discoverer->jump, discoverer->jumps_count, discoverer->jumps_capacity,
                   follower->jump[i]);
    for (size_t i = 0; i < follower->literals_count; i++)
        array_push(discoverer->pointer, discoverer->pointers_count, discoverer->pointers_capacity,
                   follower->literal[i]);
}

/* Whether what is guessed to be a function jumps into the middle of others. */
static bool jumps_inside_others(const struct discoverer *discoverer, uint32_t address)
{
    const struct follower *follower = &discoverer->follower;

    for (size_t i = 0; i < follower->jumps_count; i++) {
        uint32_t to = follower->jump[i].address;
        enum claim kind = claims_kind(&discoverer->claims, to);
        if (!is_start(discoverer, to) && (kind == CLAIM_ARM || kind == CLAIM_THUMB) &&
            claims_owner(&discoverer->claims, to) != address)
            return true;
    }
    return false;
}

/* Whether PIECE makes sense; and, when it is a guess, something speaks for it. Nothing is committed. */
static bool follow_piece(struct discoverer *discoverer, const struct piece *piece)
{
    struct follower *follower = &discoverer->follower;
    enum guess guess = GUESS_PROLOGUE;

    if (piece->kind == PIECE_GUESS)
        guess = guess_function(&follower->reader, discoverer->image, piece->address, piece->thumb);
    if (guess == GUESS_NOT || !follow(follower, piece) || !calls_functions(discoverer))
        return false;
    return piece->kind != PIECE_GUESS || ((guess == GUESS_PROLOGUE || follower->evidence) &&
                                          !jumps_inside_others(discoverer, piece->address));
}

bool discoverer_looks_good(struct discoverer *discoverer, const struct piece *piece)
{
    bool good = follow_piece(discoverer, piece);

    claims_undo(&discoverer->claims);
    return good;
}

bool discoverer_try(struct discoverer *discoverer, const struct piece *piece)
{
    bool good = follow_piece(discoverer, piece);

    if (good)
        keep(discoverer, piece);
    else
        claims_undo(&discoverer->claims);
    return good;
}

/* ---- what is certain ------------------------------------------------------------------------------------ */

/* Whether a function that goes on in another now is known to return: true when that is news. */
static bool pass_returns(struct discoverer *discoverer)
{
    struct claims *claims = &discoverer->claims;
    size_t kept = 0;
    bool news = false;

    for (size_t i = 0; i < discoverer->tails_count; i++) {
        struct found_tail tail = discoverer->tail[i];
        if (claims_at(claims, tail.from) & CLAIM_RETURNS)
            continue;
        if (claims_at(claims, tail.to) & CLAIM_RETURNS) {
            claims_mark(claims, tail.from, CLAIM_RETURNS);
            news = true;
        } else {
            discoverer->tail[kept++] = tail;
        }
    }
    discoverer->tails_count = kept;
    claims_commit(claims);
    return news;
}

/* Whether another function begins behind a call, or none: then the call does not come back. */
static bool is_end(struct discoverer *discoverer, const struct found_call *call)
{
    uint16_t known = claims_at(&discoverer->claims, call->back);
    uint32_t word;

    return !claims_has(&discoverer->claims, call->back) ||
           (known & (CLAIM_START | CLAIM_BOUNDARY)) || (known & CLAIM_MASK) == CLAIM_DATA ||
           (image_read_number(discoverer->image, call->back, 4, &word) && word == 0) ||
           guess_function(&discoverer->follower.reader, discoverer->image, call->back,
                          call->thumb) == GUESS_PROLOGUE;
}

static void go_on_behind(struct discoverer *discoverer, const struct pending_call *pending)
{
    const struct found_call *call = &pending->call;
    struct piece piece = {call->back, pending->owner, PIECE_BEHIND, call->thumb, call->trace};

    if (is_end(discoverer, call))
        return;
    if (discoverer_try(discoverer, &piece))
        claims_mark(&discoverer->claims, call->back, CLAIM_FALLEN);
    else
        add_loose(discoverer, pending->owner, call->site);
    claims_commit(&discoverer->claims);
}

/* Goes on behind calls of functions of which one of BITS is known, and, if UNKNOWN, of who knows what. */
static bool resume(struct discoverer *discoverer, unsigned bits, bool unknown)
{
    size_t count = discoverer->pending_count;
    size_t kept = 0;
    bool news = false;

    for (size_t i = 0; i < count; i++) {
        struct pending_call pending = discoverer->pending[i];
        uint32_t target = pending.call.target;
        bool comes_back =
            target == NO_TARGET ? unknown : claims_at(&discoverer->claims, target) & bits;
        if (comes_back) {
            go_on_behind(discoverer, &pending);
            news = true;
        } else {
            discoverer->pending[kept++] = pending;
        }
    }
    for (size_t i = count; i < discoverer->pending_count; i++)
        discoverer->pending[kept++] = discoverer->pending[i];
    discoverer->pending_count = kept;
    return news;
}

static void follow_all(struct discoverer *discoverer)
{
    while (discoverer->pieces_count) {
        struct piece piece = discoverer->piece[--discoverer->pieces_count];
        if (discoverer_try(discoverer, &piece) || piece.kind != PIECE_FUNCTION)
            continue;
        claims_unmark(&discoverer->claims, piece.address, CLAIM_START);
        claims_commit(&discoverer->claims);
    }
}

void discoverer_drain(struct discoverer *discoverer)
{
    do {
        do
            follow_all(discoverer);
        while (pass_returns(discoverer));
    } while (resume(discoverer, CLAIM_RETURNS, false));
}

/* ---- what is likely -------------------------------------------------------------------------------------- */

/* Whether the function at OWNER gets to be unsure for what it does with the one at TARGET. */
static bool pass_unsure(struct discoverer *discoverer, uint32_t owner, uint32_t target)
{
    struct claims *claims = &discoverer->claims;
    uint16_t known = claims_at(claims, target);
    bool sure = (known & CLAIM_START) && (known & CLAIM_MASK) != CLAIM_NONE &&
                !(known & (CLAIM_LOOSE | CLAIM_UNSURE));

    if (sure || (claims_at(claims, owner) & (CLAIM_RETURNS | CLAIM_UNSURE)))
        return false;
    claims_mark(claims, owner, CLAIM_UNSURE);
    claims_commit(claims);
    return true;
}

/* All functions that have not come back are sure not to, but for those with a way that is not known. */
static void find_unsure(struct discoverer *discoverer)
{
    bool news = true;

    while (news) {
        news = false;
        for (size_t i = 0; i < discoverer->pending_count; i++)
            news |= pass_unsure(discoverer, discoverer->pending[i].owner,
                                discoverer->pending[i].call.target);
        for (size_t i = 0; i < discoverer->tails_count; i++)
            news |= pass_unsure(discoverer, discoverer->tail[i].from, discoverer->tail[i].to);
    }
}

bool discoverer_go_on_behind_calls(struct discoverer *discoverer)
{
    if (resume(discoverer, 0, true))
        return true;
    find_unsure(discoverer);
    return resume(discoverer, CLAIM_LOOSE | CLAIM_UNSURE, false);
}
