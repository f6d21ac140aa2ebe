/* SPDX-License-Identifier: MIT */
/*
 * The core on hostile tables, registers, stacks and code. It must read only what read allows, in the
 * way bobbin.h says, tables, windows and the cache only inside their length (which ends where their allocation
 * does); every trace must end; the same question must get the same answer, with windows and a cache as without.
 */
#include <stdlib.h>
#include <string.h>

#include "bobbin.h"
#include "fuzz.h"
#include "fuzz_table.h"
#include "lookup.h"
#include "model.h"
#include "quick.h"
#include "small.h"

#define STACK       0x20000000u
#define STACK_WORDS 160u
#define FRAMES_MAX  8u
#define TRACES      8u

/*
 * bobbin.h: the return address, r4-r11, twice d8-d15, the cfa's pointer; before that, halfwords of code; more of them
 * by a small table.
 */
#define READS_PER_STEP_MAX       (26u + READING_CODE_BYTES / 2)
#define READS_PER_STEP_SMALL_MAX (2u * (SMALL_WALK_MAX + SMALL_PROLOGUE_MAX))
/* A return address from the stack moves sp by at least a word while there is stack; between two such steps
   there may be a few that take it from a register. */
#define STEPS_MAX ((STACK_WORDS + 1) * (1 + BOBBIN_REGISTER_STEPS_MAX))

#define COUNT_OF(array) (uint32_t)(sizeof(array) / sizeof((array)[0]))

struct arena {
    struct fuzz_source source;
    uint32_t *stack;
    uint8_t *code;
    uint32_t hole; /* an address that read refuses; a window may have it */
    /* in the cache, or the header of the rules: what is found is not true, but every promise holds */
    bool lies;
    bool nonsense; /* in this trace: the same of rules of a damaged table */
    const struct bobbin_cursor *cursor;
    uint32_t reads;
    struct bobbin_table tables[2];
    uint8_t *bytes[2]; /* exactly as long as the table */
    struct bobbin_env env;
};

/* A value that is interesting as a register or a word of the stack. */
static uint32_t pick_word(struct fuzz_source *source)
{
    switch (fuzz_below(source, 6)) {
    case 0:
        return FUZZ_CODE + (fuzz_below(source, FUZZ_CODE_BYTES + 4) & ~3u);
    case 1:
        return FUZZ_CODE + (fuzz_below(source, FUZZ_CODE_BYTES + 4) | 1);
    case 2:
    case 3:
        return STACK + 4 * fuzz_below(source, STACK_WORDS + 2);
    case 4:
        return fuzz_below(source, 8) - 4;
    default:
        return fuzz_u32(source);
    }
}

/* One of the stack: every other one is a return address. */
static uint32_t pick_saved(struct fuzz_source *source)
{
    return fuzz_one_in(source, 2) ? FUZZ_CODE + (fuzz_below(source, FUZZ_CODE_BYTES) | 1)
                                  : pick_word(source);
}

static bool read_code(struct arena *arena, uint32_t address, void *out, uint32_t size_bytes)
{
    uint32_t offset = address - FUZZ_CODE;

    fuzz_check(size_bytes == 2 || size_bytes == 4);
    fuzz_check(address % 2 == 0);
    if (offset > FUZZ_CODE_BYTES - size_bytes)
        return false;
    memcpy(out, arena->code + offset, size_bytes);
    return true;
}

static bool read_memory(void *context, enum bobbin_space space, uint32_t address, void *out,
                        uint32_t size_bytes)
{
    struct arena *arena = context;
    uint32_t offset = address - STACK;

    arena->reads++;
    if (space == BOBBIN_SPACE_CODE)
        return read_code(arena, address, out, size_bytes);
    fuzz_check(space == BOBBIN_SPACE_STACK);
    fuzz_check(size_bytes == 4 && address % 4 == 0);
    fuzz_check(arena->cursor && address >= arena->cursor->r[BOBBIN_SP]);
    if (offset >= 4 * STACK_WORDS || address == arena->hole)
        return false;
    memcpy(out, &arena->stack[offset / 4], 4);
    return true;
}

/* Instructions of frames, as halfwords with a mask of what may differ; the higher half is the first one. */
static const struct {
    uint32_t word, random;
} thumb_words[] =
    {
        {0xb510b500, 0x00ff00ff}, /* push */
        {0xbd10bc10, 0x00ff01ff}, /* pop */
        {0xb082b002, 0x007f007f}, /* sub sp, add sp */
        {0xaf00466f, 0x07ff0078}, /* add rN, sp; mov r7, sp */
        {0x47704770, 0x0078},     /* bx lr, bx rN */
        {0x46bd4685, 0x0038},     /* mov sp, rN */
        {0xd000e000, 0x0fff07ff}, /* branches */
        {0xb10046f7, 0x0aff0000}, /* cbz */
        {0xf000f800, 0x07ff07ff}, /* bl */
        {0xe92d4ff0, 0x0000ffff}, /* push.w */
        {0xe8bd8ff0, 0x0000ffff}, /* pop.w */
        {0xf84ded04, 0x000000ff}, /* str lr, [sp, #-N]! */
        {0xf85dfb04, 0x000000ff}, /* ldr pc, [sp], #N */
        {0xed2d8b02, 0x0000000f}, /* vpush */
        {0xecbd8b02, 0x0000000f}, /* vpop */
        {0xf5ad7d00, 0x000070ff}, /* sub sp, #N */
        {0xf10d0d00, 0x040070ff}, /* add sp, #N */
        {0xe9cd4502, 0x00007fff}, /* strd */
        {0xe8fd4502, 0x00007fff}, /* ldrd rN, rM, [sp], #N */
        {0xbf08bf00, 0x00f700ff}, /* it; nop */
        {0xe8dff000, 0x0000001f}, /* tbb, tbh */
},
  arm_words[] = {
      {0x092d4000, 0xe0004ff0}, /* push */
      {0x08bd8000, 0xe000cff0}, /* pop */
      {0x024dd000, 0xe0000fff}, /* sub sp */
      {0x028dd000, 0xe0000fff}, /* add sp */
      {0x012fff10, 0xe000000f}, /* bx */
      {0x0a000000, 0xe0ffffff}, /* b */
      {0x0b000000, 0xe0ffffff}, /* bl */
      {0x01a0d000, 0xe000000f}, /* mov sp, rN */
      {0x028db000, 0xe0000fff}, /* add r11, sp */
      {0x0d2d8b00, 0xe000001f}, /* vpush */
      {0x0cbd8b00, 0xe000001f}, /* vpop */
      {0x01cd40f0, 0xe0000f0f}, /* strd */
      {0x00cd40d0, 0xe0000f0f}, /* ldrd rN, rM, [sp], #N */
      {0x024bd000, 0xe00000ff}, /* sub sp, r11 */
      {0x049df004, 0xe0000000}, /* ldr pc, [sp], #4 */
};

/* Anything, or what functions are made of. */
static void pick_code(struct arena *arena)
{
    struct fuzz_source *source = &arena->source;
    bool thumb = fuzz_one_in(source, 2);
    uint32_t nonsense = 1 + fuzz_below(source, 30);

    for (uint32_t at = 0; at < FUZZ_CODE_BYTES; at += 4) {
        uint32_t any = fuzz_u32(source);
        uint32_t i = fuzz_below(source, thumb ? COUNT_OF(thumb_words) : COUNT_OF(arm_words));
        uint32_t word = thumb ? thumb_words[i].word ^ (any & thumb_words[i].random)
                              : arm_words[i].word ^ (any & arm_words[i].random);
        if (fuzz_one_in(source, nonsense))
            word = any;
        else if (thumb)
            word = word >> 16 | word << 16;
        else if (!fuzz_one_in(source, 4))
            word = (word & 0x0fffffff) | 0xe0000000;
        for (uint32_t k = 0; k < 4; k++)
            arena->code[at + k] = (uint8_t)(word >> 8 * k);
    }
}

static bool open_table(struct arena *arena, const uint8_t *bytes, uint32_t size)
{
    struct fuzz_source *source = &arena->source;
    uint32_t i = arena->env.tables_count;
    uint32_t bias = fuzz_one_in(source, 8) ? fuzz_u32(source) & ~1u : 0;
    uint32_t id_size = fuzz_one_in(source, 4) ? fuzz_below(source, FUZZ_BUILD_ID_BYTES + 1) : 0;
    uint8_t *copy = malloc(size ? size : 1);

    fuzz_check(copy != NULL);
    memcpy(copy, bytes, size);
    if (bobbin_table_open(&arena->tables[i], copy, size, bias, fuzz_build_id, id_size) !=
        BOBBIN_TABLE_OK) {
        free(copy);
        return false;
    }
    (void)bobbin_table_verify(&arena->tables[i]);
    arena->bytes[i] = copy;
    arena->env.tables_count++;
    return true;
}

/* One that was mutated, if it opens; else it as it was, so that there is something to step by. */
static void add_table(struct arena *arena)
{
    struct fuzz_source *source = &arena->source;
    uint8_t good[HANDMADE_SIZE_MAX], bytes[HANDMADE_SIZE_MAX];
    uint32_t size = fuzz_write_table(source, good);

    memcpy(bytes, good, size);
    fuzz_mutate(source, bytes, size);
    if (fuzz_one_in(source, 2) ||
        !open_table(arena, bytes, fuzz_one_in(source, 8) ? fuzz_below(source, size + 1) : size))
        (void)open_table(arena, good, size);
}

static void *allocate(size_t size_bytes)
{
    void *bytes = calloc(1, size_bytes);

    fuzz_check(bytes != NULL);
    return bytes;
}

/* A part of memory, mostly all of it, in an allocation of its own. */
static struct bobbin_window pick_window(struct fuzz_source *source, const void *bytes,
                                        uint32_t start, uint32_t size_bytes)
{
    uint32_t first = fuzz_one_in(source, 3) ? fuzz_below(source, size_bytes) & ~3u : 0;
    uint32_t size = size_bytes - first;

    if (fuzz_one_in(source, 3))
        size = fuzz_below(source, size + 1) & ~3u;
    uint8_t *copy = allocate(size ? size : 1);
    memcpy(copy, (const uint8_t *)bytes + first, size);
    return (struct bobbin_window){copy, start + first, size};
}

/* Zeros, or what nobody put there: half of it looks as if it belonged to the code. */
static void give_cache(struct arena *arena)
{
    struct fuzz_source *source = &arena->source;
    uint32_t words = 128u << fuzz_below(source, 4);

    arena->env.cache = allocate(sizeof(struct bobbin_kept) * words);
    arena->env.cache_mask = words - 1;
    arena->lies = fuzz_one_in(source, 4);
    for (uint32_t i = 0; i < words && arena->lies; i++) {
        uint32_t address = pick_word(source);
        uint32_t word = fuzz_u32(source) >> fuzz_below(source, 32);
        if (fuzz_one_in(source, 2))
            word |= KNOWN_RULE | FORMAT_RULE_RA;
        arena->env.cache[address >> 1 & arena->env.cache_mask] =
            (struct bobbin_kept){address, word};
    }
}

/* What reads tables of another format; with a cache of its own, which is as long as it has to be. */
static void give_foreign(struct arena *arena)
{
    static const struct bobbin_foreign *const readers[] = {
        &bobbin_chrome1, &bobbin_chrome1_profiler, &bobbin_chrome2, &bobbin_chrome2_simulating,
        &bobbin_groups};
    struct fuzz_source *source = &arena->source;

    if (!fuzz_one_in(source, 4))
        arena->env.foreign = readers[fuzz_below(source, 5)];
    if (fuzz_one_in(source, 3))
        arena->env.foreign_cache = allocate(sizeof(struct bobbin_kept) * BOBBIN_CHROME1_CACHE);
}

static void give_windows(struct arena *arena)
{
    struct fuzz_source *source = &arena->source;

    if (!fuzz_one_in(source, 3))
        arena->env.window[BOBBIN_SPACE_STACK] =
            pick_window(source, arena->stack, STACK, 4 * STACK_WORDS);
    if (fuzz_one_in(source, 2))
        arena->env.window[BOBBIN_SPACE_CODE] =
            pick_window(source, arena->code, FUZZ_CODE, FUZZ_CODE_BYTES);
    if (fuzz_one_in(source, 2))
        give_cache(arena);
}

/* Whether TABLE has runs that are none, or that come from .ARM.exidx. */
static bool header_lies(const struct bobbin_table *table)
{
    for (uint32_t i = 0; i < table->quick_runs; i++)
        if (bytes_half(table->shorts + 2 * i) & FORMAT_HALF_MASK)
            return true;
    return table->quick_runs > table->quick_rules;
}

static void set_up(struct arena *arena, const uint8_t *data, size_t size)
{
    memset(arena, 0, sizeof(*arena));
    arena->stack = allocate(4 * STACK_WORDS);
    arena->code = allocate(FUZZ_CODE_BYTES);
    fuzz_source_begin(&arena->source, data, size);
    arena->env.context = arena;
    arena->env.read = read_memory;
    arena->env.tables = arena->tables;
    arena->env.small = fuzz_one_in(&arena->source, 4) ? NULL : &bobbin_small;
    for (uint32_t i = 0; i < STACK_WORDS; i++)
        arena->stack[i] = pick_saved(&arena->source);
    pick_code(arena);
    arena->hole = STACK + 4 * fuzz_below(&arena->source, 4 * STACK_WORDS);
    add_table(arena);
    if (fuzz_one_in(&arena->source, 3))
        add_table(arena);
    if (fuzz_one_in(&arena->source, 4))
        arena->env.reads_max =
            1 + fuzz_below(&arena->source, fuzz_one_in(&arena->source, 2) ? 40 : 400);
    give_windows(arena);
    give_foreign(arena);
    arena->lies = arena->lies || header_lies(&arena->tables[0]);
}

static void tear_down(struct arena *arena)
{
    for (uint32_t i = 0; i < 2; i++) {
        free(arena->bytes[i]);
        free((void *)(uintptr_t)arena->env.window[i].bytes);
    }
    free(arena->env.cache);
    free(arena->env.foreign_cache);
    free(arena->stack);
    free(arena->code);
}

static void begin(struct arena *arena, const uint32_t r[16], uint32_t cpsr, bool wild,
                  struct bobbin_cursor *cursor)
{
    bobbin_begin(cursor, &arena->env, r, cpsr);
    if (wild)
        bobbin_begin_wild(cursor);
    arena->cursor = cursor;
    arena->reads = 0;
}

static bool read_word(void *context, uint32_t address, uint32_t *out)
{
    const struct arena *arena = context;
    const struct bobbin_window *window = &arena->env.window[BOBBIN_SPACE_STACK];
    uint32_t offset = address - window->start;

    if (offset < window->size_bytes) {
        memcpy(out, (const uint8_t *)window->bytes + offset, 4);
        return true;
    }
    offset = address - STACK;
    if (offset >= 4 * STACK_WORDS || address == arena->hole)
        return false;
    *out = arena->stack[offset / 4];
    return true;
}

/* Whether PLACE makes sense: in a damaged table it need not. What another place has is no register to keep one in. */
static bool place_is_right(const struct rule_place *place)
{
    bool is_double = place->place >= BOBBIN_PLACE_D8 && place->place < BOBBIN_PLACE_RA;
    uint32_t value = (uint32_t)place->value;

    if (place->kind == BOBBIN_REGISTER)
        return !is_double && (value < 4 || value == 12 || value == BOBBIN_LR ||
                              (place->place == BOBBIN_PLACE_RA && value < 12));
    return place->kind != BOBBIN_SAME &&
           place->kind <= (is_double ? BOBBIN_SLOT_HIGH : BOBBIN_SLOT);
}

/*
 * Whether PLACE of RULE, as no good table has one, is saved below sp: by a short way it is what stands there, by a long
 * one unknown.
 */
static bool is_below_sp(const struct rule *rule, const struct rule_place *place)
{
    return rule->form == BOBBIN_FORM_FRAME && rule->cfa_register == BOBBIN_SP &&
           place->kind == BOBBIN_SLOT && (int64_t)rule->cfa_offset + place->value < 0;
}

/* Whether all places do that the rule for CURSOR has in a table of Bobbin's own. */
static bool is_right(struct arena *arena, const struct bobbin_cursor *cursor)
{
    struct bobbin_cursor copy = *cursor;
    struct reading reading = {.cursor = &copy, .env = &arena->env};
    uint32_t reads = arena->reads;
    bool right = true;
    struct rule_place place;
    struct rule rule;

    if (lookup_rule(&reading) == BOBBIN_STOP_NONE) {
        reading_open(&reading, &rule);
        while (rule.form != BOBBIN_FORM_NONE && rule_next_place(&rule, &place))
            right = right && place_is_right(&place) && !is_below_sp(&rule, &place);
    }
    arena->reads = reads;
    return right;
}

/* AFTER is what the rule for BEFORE makes of it, register by register. */
static void check_frame(struct arena *arena, const struct bobbin_cursor *before,
                        const struct bobbin_cursor *after)
{
    struct bobbin_rule rule;
    enum bobbin_trust trust;
    struct model_frame frame;
    uint32_t reads = arena->reads;

    if (after->trust == BOBBIN_TRUST_LR || arena->nonsense)
        return;
    fuzz_check(bobbin_rule_at(&arena->env, before->r[BOBBIN_PC], (enum bobbin_kind)before->kind,
                              before->cpsr, &rule, &trust) == BOBBIN_STOP_NONE);
    arena->reads = reads;
    fuzz_check(trust == after->trust);
    fuzz_check(model_step(before, &rule, read_word, arena, &frame));
    fuzz_check(after->valid == (frame.valid | BOBBIN_VALID_CPSR));
    fuzz_check(frame.thumb == !!(after->cpsr & BOBBIN_CPSR_T));
    for (uint32_t i = 0; i < 16; i++)
        fuzz_check(!(frame.valid & BOBBIN_VALID_R(i)) || frame.r[i] == after->r[i]);
    for (uint32_t i = 8; i < 16; i++)
        fuzz_check(!(frame.valid & BOBBIN_VALID_D(i)) || frame.d[i - 8] == after->d[i - 8]);
}

static void check_step(struct arena *arena, struct bobbin_cursor *cursor)
{
    struct bobbin_cursor before = *cursor;
    uint32_t reads = arena->reads;
    bool stepped;

    if (!arena->lies && !is_right(arena, cursor))
        arena->nonsense = true;
    stepped = bobbin_step(cursor, &arena->env);

    fuzz_check(arena->reads - reads <=
               READS_PER_STEP_MAX + (arena->env.small ? READS_PER_STEP_SMALL_MAX : 0));
    fuzz_check(cursor->reads == arena->reads);
    fuzz_check(!arena->env.reads_max || arena->reads <= arena->env.reads_max);
    fuzz_check(stepped == (cursor->stop == BOBBIN_STOP_NONE));
    fuzz_check(cursor->stop < BOBBIN_STOPS && cursor->stop != BOBBIN_STOP_DEPTH);
    fuzz_check(cursor->r[BOBBIN_SP] >= before.r[BOBBIN_SP]);
    fuzz_check(cursor->r[BOBBIN_PC] % 2 == 0);
    if (stepped) {
        fuzz_check(cursor->r[BOBBIN_SP] % 4 == 0 && cursor->kind == BOBBIN_KIND_CALL);
        fuzz_check(cursor->trust != BOBBIN_TRUST_CONTEXT);
        check_frame(arena, &before, cursor);
    } else {
        fuzz_check(cursor->r[BOBBIN_PC] == before.r[BOBBIN_PC]);
        fuzz_check(cursor->r[BOBBIN_SP] == before.r[BOBBIN_SP]);
    }
}

/* Registers as a call through one of them leaves them, nearly. */
static void pick_call(struct arena *arena, uint32_t r[16])
{
    struct fuzz_source *source = &arena->source;
    uint32_t number = fuzz_below(source, 16), at = 4 * fuzz_below(source, FUZZ_CODE_BYTES / 4);
    bool thumb = fuzz_one_in(source, 2);
    uint32_t blx = thumb ? 0x4780 | number << 3 : 0xe12fff30 | number;

    for (uint32_t i = 0; i < (thumb ? 2u : 4u); i++)
        arena->code[at + i] = (uint8_t)(blx >> 8 * i);
    r[number] = fuzz_u32(source);
    r[BOBBIN_LR] = FUZZ_CODE + at + (thumb ? 3 : 4);
    r[BOBBIN_PC] = r[number] & ~1u;
    if (fuzz_one_in(source, 4))
        r[fuzz_below(source, 16)] ^= 1u << fuzz_below(source, 32);
}

static void pick_registers(struct arena *arena, uint32_t r[16])
{
    struct fuzz_source *source = &arena->source;

    for (uint32_t i = 0; i < 16; i++)
        r[i] = pick_word(source);
    if (!fuzz_one_in(source, 8))
        r[BOBBIN_SP] = STACK + 4 * fuzz_below(source, STACK_WORDS);
    if (!fuzz_one_in(source, 8))
        r[BOBBIN_PC] = FUZZ_CODE + fuzz_below(source, FUZZ_CODE_BYTES);
    if (fuzz_one_in(source, 8))
        pick_call(arena, r);
}

static void trace(struct arena *arena)
{
    struct fuzz_source *source = &arena->source;
    struct bobbin_cursor cursor, again;
    struct bobbin_frame frames[FRAMES_MAX];
    uint32_t r[16], cpsr = fuzz_u32(source), steps = 0, count = 0;
    bool wild = fuzz_one_in(source, 8);

    pick_registers(arena, r);
    memset(&cursor, 0x00, sizeof(cursor));
    memset(&again, 0xff, sizeof(again));
    begin(arena, r, cpsr, wild, &cursor);
    arena->nonsense = arena->lies;
    do {
        fuzz_check(++steps <= STEPS_MAX);
        check_step(arena, &cursor);
    } while (cursor.stop == BOBBIN_STOP_NONE);

    if (arena->nonsense)
        return;
    begin(arena, r, cpsr, wild, &again);
    do {
        again.stop = BOBBIN_STOP_NONE;
        count += bobbin_walk(&again, &arena->env, frames, FRAMES_MAX);
    } while (again.stop == BOBBIN_STOP_DEPTH);
    fuzz_check(count == steps);
    fuzz_check(again.stop == cursor.stop && again.stop_value == cursor.stop_value);
    fuzz_check(again.valid == cursor.valid && again.reads == cursor.reads);
    fuzz_check(memcmp(again.r, cursor.r, sizeof(again.r)) == 0);
}

static void ask(struct arena *arena)
{
    struct bobbin_rule rule;
    enum bobbin_trust trust;

    for (uint32_t i = 0; i < 8; i++)
        (void)bobbin_rule_at(&arena->env, pick_word(&arena->source),
                             (enum bobbin_kind)fuzz_below(&arena->source, 2),
                             fuzz_u32(&arena->source), &rule, &trust);
}

static void check_code(struct arena *arena)
{
    struct bobbin_code_check check = {0};
    uint32_t piece = 2 + fuzz_below(&arena->source, 300);

    if (arena->env.tables_count == 0)
        return;
    for (uint32_t i = 0; i < 8 && !check.done; i++) {
        arena->reads = 0;
        if (bobbin_code_check_step(&check, &arena->tables[0], &arena->env, piece) !=
            BOBBIN_TABLE_OK)
            break;
        fuzz_check(2 * arena->reads <= piece);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena arena;

    set_up(&arena, data, size);
    for (uint32_t i = 0; i < TRACES; i++)
        trace(&arena);
    ask(&arena);
    check_code(&arena);
    tear_down(&arena);
    return 0;
}
