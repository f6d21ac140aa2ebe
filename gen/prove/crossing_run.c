/* SPDX-License-Identifier: MIT */
#include "prove/crossing_run.h"

#include <string.h>

#include "core/unwind/apply.h"

/* Words around sp that are in the window. The core reads all others with the callback. */
enum { WINDOW_WORDS = 96, WINDOW_BELOW = 32 };

struct crosser {
    const struct crossing_run *run;
    struct bobbin_env env;
    struct bobbin_cursor cursor;
    struct bobbin_banks banks;
    uint32_t window_start;
    uint32_t window[WINDOW_WORDS]; /* the words that have been read; others are 0 */
    bool loses;
    const char *why;
};

/* ---- the processor --------------------------------------------------------------------------- */

static bool read(void *context, enum bobbin_space space, uint32_t address, void *out,
                 uint32_t size_bytes)
{
    struct crosser *crosser = context;
    const struct bobbin_env *env = crosser->run->env;
    uint32_t offset = address - crosser->window_start, word;

    if (space == BOBBIN_SPACE_CODE)
        return env->read(env->context, space, address, out, size_bytes);
    if (address % 4 || size_bytes != 4)
        return false;
    word = bank_world_word(crosser->run->world, address);
    if (offset < sizeof(crosser->window))
        crosser->window[offset / 4] = word;
    memcpy(out, &word, sizeof(word));
    return true;
}

static bool read_bank(void *context, uint32_t mode, uint32_t number, uint32_t *out)
{
    const struct crosser *crosser = context;
    const struct bank_world *world = crosser->run->world;
    unsigned bank = bank_of_mode(mode & 15);
    bool is_other = (bank == BOBBIN_BANK_FIQ) != (bank_world_bank(world) == BOBBIN_BANK_FIQ);
    unsigned place;

    if (number < BOBBIN_SP)
        place = is_other ? CROSSING_OTHER + number - 8 : number;
    else if (number == 16)
        place = CROSSING_BANK_SPSR + bank;
    else
        place = (number == BOBBIN_SP ? CROSSING_BANK_SP : CROSSING_BANK_LR) + bank;
    *out = bank_world_now(world, place);
    return true;
}

/* ---- the start ------------------------------------------------------------------------------- */

static uint32_t cpsr_of(const struct crossing_run *run)
{
    uint8_t mode = run->world->state->mode;

    if (mode == CROSSING_MODE_ANY)
        mode = bank_mode(run->world->entered);
    return 0x50000010u | mode | (run->at.thumb ? BOBBIN_CPSR_T : 0);
}

/* Makes the registers unknown that a crossing of SVC, SMC or HVC has found overwritten. */
static void forget_supervised(struct crosser *crosser)
{
    const struct bank_world *world = crosser->run->world;

    for (unsigned place = CROSSING_BANK_LR; place < CROSSING_PLACES; place++)
        if (!bank_world_knows(world, place))
            crosser->banks.state[place - CROSSING_OTHER] = BOBBIN_BANKED_LOST;
    if (!bank_world_knows(world, BOBBIN_LR))
        crosser->cursor.valid &= ~BOBBIN_VALID_R(BOBBIN_LR);
}

static void begin(struct crosser *crosser)
{
    const struct crossing_run *run = crosser->run;
    struct bobbin_cursor *cursor = &crosser->cursor;
    uint32_t r[16];

    for (unsigned i = 0; i < BOBBIN_PC; i++)
        r[i] = bank_world_now(run->world, i);
    r[BOBBIN_PC] = run->at.address;
    bobbin_begin_across(cursor, &crosser->env, &crosser->banks, r, cpsr_of(run));
    crosser->banks.crossings = run->world->nested;
    for (unsigned i = 0; i < 8; i++)
        cursor->d[i] = bank_world_double_now(run->world, i);
    cursor->valid |= BOBBIN_VALID_D(8) * 0xffu;
    if (run->frame == CROSSING_INTERRUPTED)
        return;
    cursor->r[BOBBIN_PC] += run->at.size_bytes;
    cursor->kind = BOBBIN_KIND_CALL;
    if (run->frame == CROSSING_CALLED)
        cursor->valid &= APPLY_KEPT;
    else
        forget_supervised(crosser);
}

/* The caller knows all banked registers of which the state says something. */
static void preload(struct crosser *crosser)
{
    const struct bank_world *world = crosser->run->world;
    uint32_t *banked[] = {crosser->banks.sp, crosser->banks.lr, crosser->banks.spsr};

    for (unsigned place = CROSSING_OTHER; place < CROSSING_PLACES; place++) {
        uint8_t *state = &crosser->banks.state[place - CROSSING_OTHER];
        uint32_t now = bank_world_now(world, place);
        if (place < CROSSING_BANK_SP)
            crosser->banks.r8[place - CROSSING_OTHER] = now;
        else
            banked[(place - CROSSING_BANK_SP) / BOBBIN_BANKS][CROSSING_BANK_OF(place)] = now;
        if (bank_world_knows(world, place) && *state != BOBBIN_BANKED_LOST)
            *state = BOBBIN_BANKED_KNOWN;
        else
            *state = BOBBIN_BANKED_LOST;
    }
}

/* ---- comparison ------------------------------------------------------------------------------ */

static bool differs(struct crosser *crosser, const char *why)
{
    crosser->why = why;
    return false;
}

/* Registers that a call destroys: r0-r3, r12, and lr in all modes. */
static bool is_destroyed(unsigned place)
{
    return place < 4 || place == 12 ||
           (place >= CROSSING_BANK_LR && place < CROSSING_BANK_LR + BOBBIN_BANKS);
}

/*
 * A register of the interrupted code, which was in PLACE, is unknown: no location holds it any
 * more. Calls of two bytes have one rule for both frames, so there the rule may ignore a location.
 */
static bool may_lose(struct crosser *crosser, unsigned place)
{
    bool is_call = crosser->run->frame == CROSSING_CALLED;

    if (bank_world_keeps(crosser->run->world, place) && !(is_call && is_destroyed(place)))
        return false;
    return crosser->loses = true;
}

static uint8_t bank_of_psr(const struct crosser *crosser)
{
    return bank_of_mode(crosser->run->world->psr & 15);
}

/* Whether the interrupted code has the set of r8-r12 that the entry code has. */
static bool same_set(const struct crosser *crosser)
{
    return (bank_of_psr(crosser) == BOBBIN_BANK_FIQ) ==
           (bank_world_bank(crosser->run->world) == BOBBIN_BANK_FIQ);
}

static bool core_registers_agree(struct crosser *crosser)
{
    const struct bobbin_cursor *cursor = &crosser->cursor;

    for (unsigned i = 0; i < BOBBIN_SP; i++) {
        unsigned place = i < 8 || same_set(crosser) ? i : CROSSING_OTHER + i - 8;
        if (cursor->valid & BOBBIN_VALID_R(i)
                ? cursor->r[i] != bank_world_wanted(crosser->run->world, place)
                : !may_lose(crosser, place))
            return differs(crosser, "the core finds another value of one of r0-r12");
    }
    return true;
}

static bool sp_and_lr_agree(struct crosser *crosser)
{
    const struct bobbin_cursor *cursor = &crosser->cursor;
    const struct bank_world *world = crosser->run->world;
    uint8_t bank = bank_of_psr(crosser), lr_bank = bank_of_lr(world->psr & 15);
    bool lr_known = cursor->valid & BOBBIN_VALID_R(BOBBIN_LR);

    if (cursor->r[BOBBIN_SP] != bank_world_wanted(world, CROSSING_BANK_SP + bank))
        return differs(crosser, "the core finds another sp");
    if (lr_bank == world->entered)
        return !lr_known || differs(crosser, "the core finds an lr that the exception overwrote");
    if (lr_known ? cursor->r[BOBBIN_LR] != bank_world_wanted(world, CROSSING_BANK_LR + lr_bank)
                 : !may_lose(crosser, CROSSING_BANK_LR + lr_bank))
        return differs(crosser, "the core finds another lr");
    return true;
}

/* What the core knows of PLACE, a banked register, now; reads it like the core where it has not. */
static bool known_banked(struct crosser *crosser, unsigned place, uint32_t *value)
{
    const struct bobbin_banks *banks = &crosser->banks;
    const uint32_t *banked[] = {banks->sp, banks->lr, banks->spsr};
    uint8_t state = banks->state[place - CROSSING_OTHER];

    if (state == BOBBIN_BANKED_UNREAD) {
        *value = bank_world_now(crosser->run->world, place);
        return crosser->env.read_bank != NULL;
    }
    *value = place < CROSSING_BANK_SP
                 ? banks->r8[place - CROSSING_OTHER]
                 : banked[(place - CROSSING_BANK_SP) / BOBBIN_BANKS][CROSSING_BANK_OF(place)];
    return state == BOBBIN_BANKED_KNOWN;
}

static bool banked_agrees(struct crosser *crosser, unsigned place, unsigned wanted)
{
    uint32_t value;
    bool known = known_banked(crosser, place, &value);

    if (known ? value != bank_world_wanted(crosser->run->world, wanted)
              : crosser->env.read_bank && !may_lose(crosser, wanted))
        return differs(crosser, "the core finds another value of a register of another mode");
    return true;
}

/*
 * sp, lr and SPSR of all banks, but for those that the exception has overwritten, and sp and lr of
 * the interrupted mode.
 */
static bool banks_agree(struct crosser *crosser)
{
    uint8_t lr_bank = bank_of_lr(crosser->run->world->psr & 15);

    for (unsigned bank = 0; bank < BOBBIN_BANKS; bank++) {
        bool entered = bank == crosser->run->world->entered;
        uint32_t value;
        if (bank != bank_of_psr(crosser) &&
            !banked_agrees(crosser, CROSSING_BANK_SP + bank, CROSSING_BANK_SP + bank))
            return false;
        if (entered && (known_banked(crosser, CROSSING_BANK_LR + bank, &value) ||
                        known_banked(crosser, CROSSING_BANK_SPSR + bank, &value)))
            return differs(crosser, "the core finds an lr or SPSR that the exception overwrote");
        if (entered)
            continue;
        if ((bank != lr_bank &&
             !banked_agrees(crosser, CROSSING_BANK_LR + bank, CROSSING_BANK_LR + bank)) ||
            (bank != BOBBIN_BANK_USR &&
             !banked_agrees(crosser, CROSSING_BANK_SPSR + bank, CROSSING_BANK_SPSR + bank)))
            return false;
    }
    for (unsigned i = 8; i < BOBBIN_SP; i++)
        if (known_banked(crosser, CROSSING_OTHER + i - 8, &(uint32_t){0}) &&
            !banked_agrees(crosser, CROSSING_OTHER + i - 8,
                           same_set(crosser) ? CROSSING_OTHER + i - 8 : i))
            return false;
    return true;
}

static bool doubles_agree(struct crosser *crosser)
{
    uint32_t all = BOBBIN_VALID_D(8) * 0xffu;

    for (unsigned i = 0; i < 8; i++)
        if (crosser->cursor.d[i] != bank_world_double_wanted(i) ||
            (crosser->cursor.valid & all) != all)
            return differs(crosser, "the core finds other d8-d15");
    return true;
}

static bool frame_agrees(struct crosser *crosser)
{
    const struct bobbin_cursor *cursor = &crosser->cursor;
    const struct bank_world *world = crosser->run->world;
    enum bobbin_kind kind = world->state->returns ? BOBBIN_KIND_CALL : BOBBIN_KIND_INTERRUPTED;

    if (cursor->cpsr != world->psr)
        return differs(crosser, "the core finds another psr");
    if (cursor->r[BOBBIN_PC] != world->pc)
        return differs(crosser, "the core finds another pc of the interrupted code");
    if (cursor->kind != kind || crosser->banks.vector != world->state->vector)
        return differs(crosser, "the core finds another kind of exception");
    return core_registers_agree(crosser) && sp_and_lr_agree(crosser) && banks_agree(crosser) &&
           doubles_agree(crosser);
}

/* Whether the interrupted code may be in another world or guest, where the core stops. */
static bool is_boundary(const struct crosser *crosser)
{
    const struct bank_world *world = crosser->run->world;

    return world->entered == BOBBIN_BANK_MON ||
           (world->entered == BOBBIN_BANK_HYP && bank_of_psr(crosser) != BOBBIN_BANK_HYP);
}

static enum crossing_outcome judge_stop(struct crosser *crosser)
{
    const struct bobbin_cursor *cursor = &crosser->cursor;
    uint32_t sp = CROSSING_BANK_SP + (uint32_t)bank_of_psr(crosser);

    if (cursor->stop == BOBBIN_STOP_NO_RULE)
        return CROSSING_STOPS;
    if (cursor->stop == BOBBIN_STOP_WORLD_BOUNDARY && is_boundary(crosser) &&
        cursor->stop_value == crosser->run->world->pc)
        return CROSSING_RIGHT;
    if (cursor->stop == BOBBIN_STOP_LOST && cursor->stop_value == sp && may_lose(crosser, sp))
        return CROSSING_LOSES;
    crosser->why = "the core does not find the interrupted code";
    return CROSSING_WRONG;
}

static enum crossing_outcome cross(struct crosser *crosser)
{
    if (!bobbin_step(&crosser->cursor, &crosser->env))
        return judge_stop(crosser);
    if (crosser->banks.crossings != crosser->run->world->nested + 1u) {
        crosser->why = "the table has a rule that nothing proves";
        return CROSSING_WRONG;
    }
    if (is_boundary(crosser)) {
        crosser->why = "the core crosses into another world";
        return CROSSING_WRONG;
    }
    if (!frame_agrees(crosser))
        return CROSSING_WRONG;
    return crosser->loses ? CROSSING_LOSES : CROSSING_RIGHT;
}

enum crossing_outcome crossing_run(const struct crossing_run *run, const char **why)
{
    struct crosser crosser = {.run = run, .env = *run->env};
    enum crossing_outcome first, second;

    crosser.env.context = &crosser;
    crosser.env.read = read;
    crosser.env.read_bank = read_bank;
    crosser.env.foreign = &bobbin_cross;
    crosser.window_start = (bank_world_now(run->world, BOBBIN_SP) & ~3u) - 4 * WINDOW_BELOW;
    begin(&crosser);
    first = cross(&crosser);
    *why = crosser.why;
    if (first == CROSSING_WRONG)
        return first;
    crosser.env.read_bank = NULL;
    crosser.env.window[BOBBIN_SPACE_STACK] =
        (struct bobbin_window){crosser.window, crosser.window_start, sizeof(crosser.window)};
    begin(&crosser);
    preload(&crosser);
    second = cross(&crosser);
    *why = crosser.why;
    return second > first ? second : first;
}
