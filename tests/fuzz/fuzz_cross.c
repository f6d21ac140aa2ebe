/* SPDX-License-Identifier: MIT */
/*
 * Runs bobbin_cross on tables with programs of nonsense, banks and stacks of nonsense.
 *
 * The core must read only what env permits, inside the allocation of the table. Every trace must
 * end. A step that fails must leave the frame. After a crossing the frame must be one that code can
 * have. If the table is not damaged, the trace must be the same with a window and without.
 */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "handmade_crossings.h"
#include <bobbin/cross.h>

#define HANDLERS      0x00008000u
#define HANDLER_BYTES 64u
#define CODE          0x00009000u
#define CODE_END      0x0000a000u
#define STACK         0x20000000u
#define STACK_WORDS   96u
#define WORDS_MAX     48u
#define BLOCKS        4u
#define STEPS_MAX     10000u

struct arena {
    struct fuzz_source source;
    uint32_t stack[STACK_WORDS];
    uint32_t banked[32][17]; /* 1: refused */
    uint8_t *bytes;          /* has the exact size of the table */
    uint8_t *window;
    struct bobbin_table table;
    struct bobbin_env env, plain; /* plain: without a window */
    bool damaged;                 /* the table */
    uint32_t reads, asked;
};

/* ---- the target ------------------------------------------------------------------------------ */

static bool read_memory(void *context, enum bobbin_space space, uint32_t address, void *out,
                        uint32_t size_bytes)
{
    struct arena *arena = context;
    uint32_t offset = address - STACK;

    arena->reads++;
    if (space == BOBBIN_SPACE_CODE)
        return false;
    fuzz_check(size_bytes == 4 && address % 4 == 0);
    if (offset >= sizeof(arena->stack))
        return false;
    memcpy(out, &arena->stack[offset / 4], 4);
    return true;
}

static bool read_bank(void *context, uint32_t mode, uint32_t number, uint32_t *out)
{
    struct arena *arena = context;

    arena->asked++;
    fuzz_check(mode < 32 && *bobbin_mode_name(mode) != '?' && mode != 0x1f);
    fuzz_check((number >= 13 && number <= 16 && number != 15) ||
               (number >= 8 && number <= 12 && (mode == 0x10 || mode == 0x11)));
    *out = arena->banked[mode][number];
    return arena->banked[mode][number] != 1;
}

static uint32_t pick_psr(struct fuzz_source *source)
{
    static const uint8_t modes[] = {0x10, 0x11, 0x12, 0x13, 0x16, 0x17, 0x1a, 0x1b, 0x1f};

    return fuzz_one_in(source, 8) ? fuzz_u32(source)
                                  : modes[fuzz_below(source, sizeof(modes))] |
                                        fuzz_below(source, 2) << 5 | fuzz_u32(source) << 28;
}

static uint32_t pick_code(struct fuzz_source *source)
{
    if (fuzz_one_in(source, 2))
        return HANDLERS + 4 * fuzz_below(source, BLOCKS * HANDLER_BYTES / 4);
    return CODE + 2 * fuzz_below(source, (CODE_END - CODE) / 2);
}

static uint32_t pick_word(struct fuzz_source *source)
{
    switch (fuzz_below(source, 4)) {
    case 0:
        return pick_psr(source);
    case 1:
        return pick_code(source);
    case 2:
        return STACK + 4 * fuzz_below(source, STACK_WORDS + 2);
    default:
        return fuzz_one_in(source, 2) ? fuzz_below(source, 8) : fuzz_u32(source);
    }
}

/* ---- the table ------------------------------------------------------------------------------- */

/* A step of any bits, or one that a program may have. */
static uint32_t pick_step(struct fuzz_source *source)
{
    static const uint8_t common[] = {13,      14,   AT_PC,       AT_PSR,
                                     AT_BASE, PLUS, AT_SP + SVC, AT_LR + IRQ};
    uint32_t place = fuzz_one_in(source, 2) ? common[fuzz_below(source, sizeof(common))]
                                            : fuzz_below(source, 64);
    uint32_t kind = fuzz_below(source, 4), words = fuzz_below(source, 16);

    if (fuzz_one_in(source, 8))
        return fuzz_u32(source);
    if (fuzz_one_in(source, 3))
        return CROSS_LIST(fuzz_below(source, 3), fuzz_u32(source) & fuzz_u32(source) & 0xffff,
                          words);
    if (kind == BY_REGISTER)
        return CROSS(place, kind, fuzz_below(source, PLUS + 1));
    return CROSS_SKIP(place, kind, 4 * words, fuzz_below(source, 4));
}

static uint32_t pick_end(struct fuzz_source *source)
{
    static const uint32_t subtracted[] = {0, 2, 4, 8};

    return CROSS_END(subtracted[fuzz_below(source, 4)], subtracted[fuzz_below(source, 4)],
                     fuzz_below(source, BANKS), fuzz_below(source, 8), fuzz_below(source, 2));
}

static uint32_t write_table(struct fuzz_source *source, uint8_t *out)
{
    static const struct handmade_entry entries[] = {ENTRY((CODE - HANDLERS) / 2, 0),
                                                    ENTRY((CODE_END - CODE) / 2, 1)};
    static const struct handmade_range range[] = {RANGE(HANDLERS, entries, 2)};
    static const uint32_t rules[] = {RULE_NONE, RULE_LEAF};
    static const struct handmade base = {
        .ranges = range, .ranges_count = 1, .rules = rules, .rules_count = 2};
    struct handmade_crossing rows[BLOCKS];
    struct handmade_block blocks[BLOCKS];
    uint32_t words[WORDS_MAX], words_count = 1 + fuzz_below(source, WORDS_MAX);
    const struct handmade_crossings crossings = {blocks, BLOCKS, words, words_count};

    for (uint32_t i = 0; i < words_count; i++)
        words[i] = fuzz_one_in(source, 4) ? pick_end(source) : pick_step(source);
    if (!fuzz_one_in(source, 8))
        words[words_count - 1] = pick_end(source);
    for (uint32_t i = 0; i < BLOCKS; i++) {
        rows[i] = (struct handmade_crossing){HANDLER_BYTES / 2, fuzz_below(source, 16),
                                             fuzz_below(source, words_count)};
        if (fuzz_one_in(source, 2))
            rows[i].mode = CROSS_ANY;
        blocks[i] = (struct handmade_block){HANDLERS + HANDLER_BYTES * i, &rows[i], 1};
    }
    return handmade_cross(out, handmade_write(&base, out), &crossings);
}

/* Opens a table, which may be damaged. Returns false if the core refuses it. */
static bool open_table(struct arena *arena)
{
    uint8_t bytes[HANDMADE_SIZE_MAX];
    uint32_t size = write_table(&arena->source, bytes);

    arena->damaged = fuzz_one_in(&arena->source, 4);
    if (arena->damaged)
        fuzz_mutate(&arena->source, bytes, size);
    arena->bytes = malloc(size);
    fuzz_check(arena->bytes != NULL);
    memcpy(arena->bytes, bytes, size);
    return bobbin_table_open(&arena->table, arena->bytes, size, 0) == BOBBIN_TABLE_OK;
}

static bool set_up(struct arena *arena, const uint8_t *data, size_t size)
{
    struct fuzz_source *source = &arena->source;
    uint32_t window_bytes;

    memset(arena, 0, sizeof(*arena));
    fuzz_source_begin(source, data, size);
    for (uint32_t i = 0; i < STACK_WORDS; i++)
        arena->stack[i] = pick_word(source);
    for (uint32_t mode = 0; mode < 32; mode++)
        for (uint32_t number = 8; number <= 16; number++)
            arena->banked[mode][number] = fuzz_one_in(source, 8) ? 1
                                          : number == 16         ? pick_psr(source)
                                                                 : pick_word(source);
    arena->plain = (struct bobbin_env){.context = arena,
                                       .read = read_memory,
                                       .foreign = &bobbin_cross,
                                       .tables = &arena->table,
                                       .tables_count = 1};
    if (!fuzz_one_in(source, 8))
        arena->plain.read_bank = read_bank;
    if (fuzz_one_in(source, 2))
        arena->plain.guess = bobbin_guess;
    arena->env = arena->plain;
    window_bytes = 4 * fuzz_below(source, STACK_WORDS + 1);
    arena->window = malloc(window_bytes ? window_bytes : 1);
    fuzz_check(arena->window != NULL);
    memcpy(arena->window, arena->stack, window_bytes);
    arena->env.window[BOBBIN_SPACE_STACK] =
        (struct bobbin_window){arena->window, STACK, window_bytes};
    return open_table(arena);
}

/* ---- traces ---------------------------------------------------------------------------------- */

static void check_left(const struct bobbin_cursor *before, const struct bobbin_cursor *after)
{
    fuzz_check(after->stop > BOBBIN_STOP_NONE && after->stop < BOBBIN_STOPS);
    fuzz_check(after->r[BOBBIN_PC] == before->r[BOBBIN_PC]);
    fuzz_check(after->r[BOBBIN_SP] == before->r[BOBBIN_SP]);
    fuzz_check(after->cpsr == before->cpsr && after->kind == before->kind);
    fuzz_check(after->trust == before->trust);
}

static void check_crossed(const struct arena *arena, const struct bobbin_cursor *cursor)
{
    const struct bobbin_banks *banks = cursor->banks;
    uint32_t pc = cursor->r[BOBBIN_PC], end = CODE_END + (cursor->kind == BOBBIN_KIND_CALL);
    const uint32_t needed =
        BOBBIN_VALID_R(BOBBIN_SP) | BOBBIN_VALID_R(BOBBIN_PC) | BOBBIN_VALID_CPSR;

    fuzz_check(banks->crossings <= BOBBIN_CROSSINGS_MAX && banks->vector < BOBBIN_VECTORS);
    fuzz_check(*bobbin_mode_name(cursor->cpsr) != '?');
    fuzz_check((cursor->cpsr & 1u << 24) == 0 || !(cursor->cpsr & BOBBIN_CPSR_T));
    fuzz_check(pc % (cursor->cpsr & BOBBIN_CPSR_T ? 2 : 4) == 0);
    fuzz_check(cursor->r[BOBBIN_SP] % 4 == 0);
    fuzz_check((cursor->valid & needed) == needed);
    fuzz_check(cursor->kind == BOBBIN_KIND_CALL || cursor->kind == BOBBIN_KIND_INTERRUPTED);
    fuzz_check(cursor->trust == BOBBIN_TRUST_TABLE && cursor->stop == BOBBIN_STOP_NONE);
    fuzz_check((pc >= HANDLERS && pc < end) || arena->env.guess || arena->damaged);
}

/* Makes a step with ENV. Returns false if the trace has ended. */
static bool step(struct arena *arena, const struct bobbin_env *env, struct bobbin_cursor *cursor)
{
    struct bobbin_cursor before = *cursor;
    uint32_t crossings = cursor->banks->crossings, reads = cursor->reads;

    arena->reads = arena->asked = 0;
    if (!bobbin_step(cursor, env)) {
        check_left(&before, cursor);
        fuzz_check(cursor->banks->crossings == crossings);
        return false;
    }
    fuzz_check(cursor->reads == reads + arena->reads && arena->asked <= 9 + WORDS_MAX);
    if (cursor->banks->crossings != crossings) {
        fuzz_check(cursor->banks->crossings == crossings + 1);
        check_crossed(arena, cursor);
    }
    return true;
}

/* All that is known: words of unknown registers may differ. */
static void check_equal(const struct bobbin_cursor *a, const struct bobbin_cursor *b)
{
    fuzz_check(a->stop == b->stop);
    fuzz_check(a->stop == BOBBIN_STOP_NONE || a->stop_value == b->stop_value);
    fuzz_check(a->cpsr == b->cpsr && a->kind == b->kind);
    fuzz_check(a->r[BOBBIN_PC] == b->r[BOBBIN_PC] && a->r[BOBBIN_SP] == b->r[BOBBIN_SP]);
    if (a->stop != BOBBIN_STOP_NONE)
        return;
    fuzz_check(a->valid == b->valid);
    for (uint32_t i = 0; i < 16; i++)
        fuzz_check(!(a->valid >> i & 1) || a->r[i] == b->r[i]);
    fuzz_check(!memcmp(a->banks->state, b->banks->state, sizeof(a->banks->state)) &&
               a->banks->crossings == b->banks->crossings);
}

static void trace(struct arena *arena)
{
    struct fuzz_source *source = &arena->source;
    struct bobbin_cursor cursor, plain;
    struct bobbin_banks banks, plain_banks;
    uint32_t r[16], cpsr = pick_psr(source), steps = 0;
    bool more;

    for (uint32_t i = 0; i < 13; i++)
        r[i] = pick_word(source);
    r[13] = STACK + 4 * fuzz_below(source, STACK_WORDS / 2);
    r[14] = pick_code(source);
    r[15] = HANDLERS + 4 * fuzz_below(source, BLOCKS * HANDLER_BYTES / 4);
    memset(&cursor, 0, sizeof(cursor));
    bobbin_begin_across(&cursor, &arena->env, &banks, r, cpsr);
    plain = cursor;
    bobbin_begin_across(&plain, &arena->plain, &plain_banks, r, cpsr);
    cursor.valid &= ~(fuzz_u32(source) & fuzz_u32(source) & fuzz_u32(source) & 0x5fff);
    plain.valid = cursor.valid;
    do {
        fuzz_check(steps++ < STEPS_MAX);
        more = step(arena, &arena->env, &cursor);
        if (arena->damaged)
            continue;
        fuzz_check(step(arena, &arena->plain, &plain) == more);
        check_equal(&cursor, &plain);
    } while (more);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena arena;

    if (set_up(&arena, data, size))
        for (uint32_t i = 0; i < 8; i++)
            trace(&arena);
    free(arena.bytes);
    free(arena.window);
    return 0;
}
