/* SPDX-License-Identifier: MIT */
#include "witness.h"

#include <stdlib.h>
#include <string.h>

#include "rows/rows.h"
#include "util/diag.h"
#include "util/memory.h"

int witness_open(struct witness *witness, const struct image *image, const struct bobbin_env *good)
{
    int status;

    memset(witness, 0, sizeof(*witness));
    witness->good = good;
    status = points_open(&witness->points, image);
    if (status == STATUS_GOOD) {
        witness->seen = must_realloc(NULL, witness->points.count + 1, sizeof(*witness->seen));
        witness->queue = must_realloc(NULL, witness->points.count + 1, sizeof(*witness->queue));
    }
    return status;
}

void witness_close(struct witness *witness)
{
    points_close(&witness->points);
    free(witness->seen);
    free(witness->queue);
}

/* ---- claims ---------------------------------------------------------------------------------- */

/* A claim: what a rule states about one location or about the cfa. */
struct claim {
    unsigned place; /* BOBBIN_PLACE_...; for the cfa BOBBIN_PLACES */
    uint8_t kind;   /* enum bobbin_place_kind; for the cfa its register */
    int32_t value;  /* for the cfa its offset */
};

static struct claim claim_of(const struct bobbin_rule *rule, unsigned place)
{
    if (place == BOBBIN_PLACES)
        return (struct claim){place, rule->cfa_register, rule->cfa_offset};
    return (struct claim){place, rule->place_kind[place], rule->place_value[place]};
}

static bool says(const struct bobbin_rule *rule, const struct claim *claim)
{
    struct claim said = claim_of(rule, claim->place);

    return rule->form == BOBBIN_FORM_FRAME && said.kind == claim->kind &&
           said.value == claim->value;
}

/*
 * The registers on which CLAIM depends. A slot depends on sp, because memory below sp is not kept.
 */
static uint32_t registers_of(const struct claim *claim)
{
    if (claim->place == BOBBIN_PLACES)
        return BOBBIN_VALID_R(claim->kind);
    if (claim->kind == BOBBIN_REGISTER)
        return BOBBIN_VALID_R(rule_register_of(claim->value));
    if (claim->kind == BOBBIN_SLOT)
        return BOBBIN_VALID_R(BOBBIN_SP);
    if (claim->kind != BOBBIN_SAME)
        return 0;
    if (claim->place == BOBBIN_PLACE_RA)
        return BOBBIN_VALID_R(BOBBIN_LR);
    return claim->place < BOBBIN_PLACE_D8 ? BOBBIN_VALID_R(claim->place + 4)
                                          : BOBBIN_VALID_D(claim->place);
}

/*
 * Whether CLAIM, if true before POINT, is still true after it. "Lost" never is: only the good table
 * may state it.
 */
static bool survives(const struct claim *claim, const struct point *point)
{
    bool is_slot = claim->place != BOBBIN_PLACES && claim->kind == BOBBIN_SLOT;
    bool is_lost = claim->place != BOBBIN_PLACES && claim->kind == BOBBIN_LOST;

    return !is_lost && !(is_slot && point->stores) && !(registers_of(claim) & point->writes);
}

/* ---- paths ----------------------------------------------------------------------------------- */

struct search {
    struct witness *witness;
    const struct claim *claim;
    size_t queued, done;
    size_t at;    /* the point that is searched now */
    bool found;   /* an instruction that leads to it was found */
    bool outside; /* the search for padding started outside all functions */
};

static void enqueue(struct search *search, size_t index)
{
    if (search->witness->seen[index])
        return;
    search->witness->seen[index] = true;
    search->witness->queue[search->queued++] = index;
}

/*
 * Whether the good table states CLAIM with each of these flags; the flags on the searched path are
 * unknown.
 */
static bool good_table_says(const struct search *search, size_t index, const struct claim *claim)
{
    /* each condition holds with some of these values and fails with others (ARM ARM A8.3) */
    static const uint32_t flags[] = {0x00000000, 0xf0000000, 0x20000000, 0x80000000};
    const struct point *point = &search->witness->points.point[index];

    for (size_t i = 0; i < sizeof(flags) / sizeof(flags[0]); i++) {
        struct place place = {.address = point->address,
                              .kind = BOBBIN_KIND_INTERRUPTED,
                              .cpsr = flags[i] | (point->thumb ? BOBBIN_CPSR_T : 0)};
        struct answer answer = answer_at(search->witness->good, &place);
        if (answer.stop != BOBBIN_STOP_NONE || !says(&answer.rule, claim))
            return false;
    }
    return true;
}

/*
 * Whether the instruction INDEX, which leads to the current point, stores the caller's register to
 * the claim's slot.
 */
static bool saves_it(const struct search *search, size_t index)
{
    const struct claim *claim = search->claim;
    const struct point *point = &search->witness->points.point[index];
    struct claim same = {claim->place, BOBBIN_SAME, 0};
    uint32_t bit = registers_of(&same);
    struct claim cfa = {BOBBIN_PLACES, BOBBIN_SP, point->saved_at - claim->value};

    if (claim->place == BOBBIN_PLACES || claim->kind != BOBBIN_SLOT || !(point->saved & bit))
        return false;
    for (uint32_t below = point->saved & (bit - 1); below; below &= below - 1)
        cfa.value += 4;
    return good_table_says(search, search->at, &cfa) && good_table_says(search, index, &same);
}

/*
 * Whether the instruction INDEX sets the frame pointer of the claim's cfa, and the good table gives
 * the same cfa relative to sp before it.
 */
static bool sets_it(const struct search *search, size_t index)
{
    const struct claim *claim = search->claim;
    const struct point *point = &search->witness->points.point[index];
    struct claim of_sp = {BOBBIN_PLACES, BOBBIN_SP, claim->value + point->frame_offset};

    return claim->place == BOBBIN_PLACES && claim->kind != BOBBIN_SP &&
           point->framed == BOBBIN_VALID_R(claim->kind) && good_table_says(search, index, &of_sp);
}

static bool go_back_over(void *context, size_t index)
{
    struct search *search = context;

    search->found = true;
    if (saves_it(search, index) || sets_it(search, index))
        return true;
    if (!survives(search->claim, &search->witness->points.point[index]))
        return false;
    enqueue(search, index);
    return true;
}

static bool is_shown(struct search *search)
{
    const struct points *points = &search->witness->points;

    while (search->done < search->queued) {
        size_t index = search->witness->queue[search->done++];
        if (good_table_says(search, index, search->claim))
            continue;
        search->at = index;
        search->found = false;
        if (points_is_start(points, index) || !points_before(points, index, go_back_over, search) ||
            !search->found)
            return false;
    }
    return true;
}

static bool claim_holds(struct witness *witness, const struct place *place,
                        const struct claim *claim)
{
    const struct points *points = &witness->points;
    struct search search = {.witness = witness, .claim = claim};
    size_t index = points_find(points, place->address);

    memset(witness->seen, 0, points->count * sizeof(*witness->seen));
    if (place->kind == BOBBIN_KIND_CALL) {
        search.at = index;
        if (index == 0 || index == points->count || !points->point[index - 1].is_call ||
            !go_back_over(&search, index - 1))
            return false;
    } else {
        if (index == points->count || points->point[index].address != place->address)
            return false;
        enqueue(&search, index);
    }
    return is_shown(&search);
}

/* TRUST if the machine code does not prove the rules of that trust, else 0. */
static enum bobbin_trust unproved(enum bobbin_trust trust)
{
    return trust == BOBBIN_TRUST_EXIDX || trust == BOBBIN_TRUST_CFI ? trust : 0;
}

bool witness_same(struct witness *witness, const struct place *place, const struct answer *answer)
{
    struct answer good = answer_at(witness->good, place);

    /* A rule read from code is as true as one from the table, so the trust may differ. */
    if (good.stop != BOBBIN_STOP_NONE || answer->stop != BOBBIN_STOP_NONE ||
        unproved(good.trust) != unproved(answer->trust) || good.rule.form != BOBBIN_FORM_FRAME ||
        answer->rule.form != BOBBIN_FORM_FRAME)
        return false;
    /* with a damaged table, equal rules may give different steps */
    if (rule_equal(&good.rule, &answer->rule))
        return good.caller == answer->caller;
    for (unsigned part = 0; part <= BOBBIN_PLACES; part++) {
        struct claim claim = claim_of(&answer->rule, part);
        if (!says(&good.rule, &claim) && !claim_holds(witness, place, &claim))
            return false;
    }
    return true;
}

/* ---- padding --------------------------------------------------------------------------------- */

static bool is_filler(const struct points *points, size_t index)
{
    const struct point *point = &points->point[index];

    if (!image_function_at(points->image, point->address))
        return true;
    return !points_is_start(points, index) && (point->is_nop || point[-1].is_trap);
}

static bool only_after_filler(void *context, size_t index)
{
    struct search *search = context;

    /* A call that ends its function does not return to the padding after it. */
    if (search->outside && search->witness->points.point[index].is_call)
        return true;
    if (!is_filler(&search->witness->points, index))
        return false;
    enqueue(search, index);
    return true;
}

/* If code came here, it would run on into data. So nothing comes here, not even a table branch. */
static bool goes_into_data(const struct points *points, size_t index)
{
    const struct point *point = &points->point[index];

    for (; point->is_nop; point++) {
        if (++index == points->count || point[1].address != point->address + point->size_bytes)
            return true;
    }
    return false;
}

bool witness_is_padding(struct witness *witness, uint32_t address)
{
    const struct points *points = &witness->points;
    struct search search = {.witness = witness};
    size_t index = points_find(points, address);

    if (index == points->count || points->point[index].address != address)
        return false;
    if (goes_into_data(points, index))
        return true;
    search.outside = !image_function_at(points->image, address);
    memset(witness->seen, 0, points->count * sizeof(*witness->seen));
    enqueue(&search, index);
    while (search.done < search.queued) {
        index = witness->queue[search.done++];
        if (!is_filler(points, index) || !points_before(points, index, only_after_filler, &search))
            return false;
    }
    return true;
}
