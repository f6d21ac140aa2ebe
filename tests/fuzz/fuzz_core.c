/* SPDX-License-Identifier: MIT */
/*
 * Runs the core on hostile tables, registers, stacks and code.
 *
 * The core must read memory only through read, as bobbin.h states. It must stay inside tables,
 * windows and the cache, whose allocations have their exact size. Every trace must end. Windows and
 * the cache must not change the result.
 */
#include <stdlib.h>
#include <string.h>

#include <valgrind/memcheck.h>

#include "core/small/small.h"
#include "fuzz.h"
#include "fuzz_reader.h"
#include "fuzz_table.h"
#include "model.h"
#include <bobbin/bobbin.h>
#include <bobbin/formats.h>

#define STACK       0x20000000u
#define STACK_WORDS 160u
#define FRAMES_MAX  8u
#define TRACES      8u

/*
 * Limits of bobbin.h: return address, r4-r11, two words each for d8-d15, the pointer to the cfa,
 * and before that halfwords of code. Small tables read more code. A damaged rule may have more
 * steps.
 */
#define READS_PER_STEP_MAX       (26u + 2 * (READING_MAX + READING_AHEAD_MAX))
#define READS_PER_STEP_SMALL_MAX (2u * (SMALL_WALK_MAX + SMALL_PROLOGUE_MAX))
#define READS_PER_STEP_DAMAGED   127u
#define READS_PER_CALL           6u /* of bobbin_follows_call */
/*
 * A step with the return address on the stack moves sp up by at least one word. A few steps with
 * the return address in a register may come between two of these.
 */
#define STEPS_MAX ((STACK_WORDS + 1) * (1 + BOBBIN_REGISTER_STEPS_MAX))

#define COUNT_OF(array) (uint32_t)(sizeof(array) / sizeof((array)[0]))

struct arena {
    struct fuzz_source source;
    uint32_t *stack;
    uint8_t *code;
    uint32_t hole; /* read refuses this address, and no window contains it */
    bool lies;     /* the cache has false entries, but all promises must hold */
    bool nonsense; /* in this trace, a rule of a damaged table was false */
    const struct bobbin_cursor *cursor;
    uint32_t reads;
    uint32_t register_frames; /* consecutive frames with the return address in a register */
    struct bobbin_table tables[2];
    uint8_t *bytes[2];            /* allocations have the exact size of the table */
    struct bobbin_env env, plain; /* plain: without windows, cache and budget */
};

/*
 * Under valgrind, the SIZE_BYTES at BYTES count as never written until something writes them.
 * unwritten.sh uses this.
 */
static void call_unwritten(void *bytes, size_t size_bytes)
{
    (void)VALGRIND_MAKE_MEM_UNDEFINED(bytes, size_bytes);
}

/* A value for a register or a stack word that is likely to be interesting. */
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

/* A value for a stack word: half of them are return addresses. */
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

/* Reads through the window where it has the address, else from memory. */
static bool read_plain(void *context, enum bobbin_space space, uint32_t address, void *out,
                       uint32_t size_bytes)
{
    struct arena *arena = context;
    const struct bobbin_window *window = &arena->env.window[space];
    uint32_t offset = address - window->start, reads = arena->reads;
    bool found;

    if (offset < window->size_bytes && offset % size_bytes == 0) {
        memcpy(out, (const uint8_t *)window->bytes + offset, size_bytes);
        return true;
    }
    found = read_memory(context, space, address, out, size_bytes);
    arena->reads = reads;
    return found;
}

/*
 * Instructions of prologues and epilogues, with a mask of the bits to randomise. Halfwords: the
 * first is in bits 31-16.
 */
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

/* Fills the code with typical instructions and some random words. */
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
    if (bobbin_table_open(&arena->tables[i], copy, size, bias) != BOBBIN_TABLE_OK ||
        bobbin_table_match(&arena->tables[i], fuzz_build_id, id_size) != BOBBIN_TABLE_OK) {
        free(copy);
        return false;
    }
    (void)bobbin_table_verify(&arena->tables[i]);
    arena->bytes[i] = copy;
    arena->env.tables_count++;
    return true;
}

/* Adds a mutated table. If it does not open, adds the original, so that traces have a table. */
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

/* A window on a part of memory, often on all of it, in an allocation of its own. */
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

/* Gives a cache that is empty or has random entries. Half of the random entries look like rules. */
static void give_cache(struct arena *arena)
{
    struct fuzz_source *source = &arena->source;
    uint32_t words = 2u << fuzz_below(source, 9);

    arena->env.cache = allocate(sizeof(struct bobbin_kept) * words);
    arena->env.cache_mask = words - 1;
    arena->lies = fuzz_one_in(source, 4);
    for (uint32_t i = 0; i < words && arena->lies; i++) {
        uint32_t address = pick_word(source);
        uint32_t word = fuzz_u32(source) >> fuzz_below(source, 32);
        if (fuzz_one_in(source, 2))
            word |= FORMAT_RULE_WORD | FORMAT_RULE_RA;
        arena->env.cache[address >> 1 & arena->env.cache_mask] =
            (struct bobbin_kept){address, word};
    }
}

/*
 * Gives a reader for another format and, in one of three inputs, a cache of the required size for
 * it.
 */
static void give_foreign(struct arena *arena)
{
    static const struct bobbin_foreign *const readers[] = {
        &bobbin_chrome1, &bobbin_chrome1_profiler,
        &bobbin_chrome2, &bobbin_chrome2_simulating,
        &bobbin_groups,  &fuzz_reader};
    struct fuzz_source *source = &arena->source;

    if (!fuzz_one_in(source, 4))
        arena->env.foreign = readers[fuzz_below(source, COUNT_OF(readers))];
    if (fuzz_one_in(source, 3))
        arena->env.foreign_cache = allocate(sizeof(struct bobbin_kept) * BOBBIN_CHROME1_CACHE);
}

static void give_windows(struct arena *arena)
{
    struct fuzz_source *source = &arena->source;

    if (!fuzz_one_in(source, 3))
        arena->env.window[BOBBIN_SPACE_STACK] =
            pick_window(source, arena->stack, STACK, 4 * STACK_WORDS);
    if (arena->hole - arena->env.window[BOBBIN_SPACE_STACK].start <
        arena->env.window[BOBBIN_SPACE_STACK].size_bytes)
        arena->hole = 0;
    if (fuzz_one_in(source, 2))
        arena->env.window[BOBBIN_SPACE_CODE] =
            pick_window(source, arena->code, FUZZ_CODE, FUZZ_CODE_BYTES);
    if (fuzz_one_in(source, 2))
        give_cache(arena);
}

static void set_up(struct arena *arena, const uint8_t *data, size_t size)
{
    memset(arena, 0, sizeof(*arena));
    call_unwritten(arena->tables, sizeof(arena->tables));
    arena->stack = allocate(4 * STACK_WORDS);
    arena->code = allocate(FUZZ_CODE_BYTES);
    fuzz_source_begin(&arena->source, data, size);
    arena->env.context = arena;
    arena->env.read = read_memory;
    arena->env.tables = arena->tables;
    arena->env.small = fuzz_one_in(&arena->source, 4) ? NULL : &bobbin_small;
    arena->env.guess = fuzz_one_in(&arena->source, 4) ? NULL : bobbin_guess;
    for (uint32_t i = 0; i < STACK_WORDS; i++)
        arena->stack[i] = pick_saved(&arena->source);
    pick_code(arena);
    arena->hole = STACK + 4 * fuzz_below(&arena->source, 4 * STACK_WORDS);
    add_table(arena);
    if (fuzz_one_in(&arena->source, 3))
        add_table(arena);
    if (fuzz_one_in(&arena->source, 64)) /* the tables exist, but the core must not search them */
        arena->env.tables_count = 0;
    if (fuzz_one_in(&arena->source, 4))
        arena->env.reads_max =
            1 + fuzz_below(&arena->source, fuzz_one_in(&arena->source, 2) ? 40 : 400);
    give_windows(arena);
    give_foreign(arena);
    arena->plain = arena->env;
    arena->plain.read = read_plain;
    memset(arena->plain.window, 0, sizeof(arena->plain.window));
    arena->plain.cache = NULL;
    arena->plain.reads_max = 0;
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

/* ---- rules of damaged tables ----------------------------------------------------------------- */

/*
 * Words of the cursor that steps have written, and words that have a slot in the rule word. One bit
 * per place.
 */
struct places {
    uint64_t written, saved;
};

static bool takes_slot(uint32_t step)
{
    return !(step & FORMAT_STEP_REGISTER);
}

static uint32_t place_of(uint32_t step)
{
    return bytes_field(step, 0, FORMAT_STEP_PLACE_BITS);
}

/* The offset of the slot, or the number of the source register. */
static int32_t value_of(uint32_t step)
{
    return (int32_t)step >> FORMAT_STEP_VALUE_SHIFT;
}

/*
 * STEP restores a half of a double and no step has restored the other half. Or STEP restores the
 * high half of a whole double, and NEXT restores the low half.
 */
static bool half_is_right(const struct places *places, uint32_t step, uint32_t next)
{
    uint32_t place = place_of(step);
    bool is_high = (place - FORMAT_STEP_D8) % 2;

    if (!takes_slot(step) || (places->written >> (is_high ? place - 1 : place + 1) & 1))
        return false;
    return (step & FORMAT_STEP_HALF) ||
           (is_high && takes_slot(next) && (next & FORMAT_STEP_HALF) &&
            place_of(next) == place - 1 && value_of(next) == value_of(step) - 4);
}

/*
 * The source register must not have been written by an earlier step. A good table has no step that
 * copies a register to itself.
 */
static bool source_is_right(const struct places *places, uint32_t step)
{
    int32_t source = value_of(step);

    return source == FORMAT_STEP_NOBODY || source == FORMAT_STEP_INNER + 2 ||
           source == FORMAT_STEP_INNER + 3 ||
           (source >= 0 && source <= BOBBIN_LR && (uint32_t)source != place_of(step) &&
            !(places->written >> source & 1));
}

/* STEP marks the register that it restores as valid, and no other. */
static bool bit_is_right(uint32_t step)
{
    uint32_t place = place_of(step), bit = place;

    if (place >= FORMAT_STEP_D8)
        bit = 24 + (place - FORMAT_STEP_D8) / 2;
    if ((step & FORMAT_STEP_HALF) || place == BOBBIN_SP)
        bit = FORMAT_STEP_NO_BIT;
    return bytes_field(step, FORMAT_STEP_BIT_SHIFT, FORMAT_STEP_BIT_BITS) == bit;
}

/*
 * STEP could be in a good table. AGAIN: this is not the first step, so it must not change the cfa.
 */
static bool step_is_right(const struct places *places, uint32_t step, uint32_t next, bool again)
{
    uint32_t place = place_of(step);

    if (place >= FORMAT_STEP_PLACES || !bit_is_right(step) ||
        ((places->written | places->saved) >> place & 1))
        return false;
    if (place >= FORMAT_STEP_D8)
        return half_is_right(places, step, next);
    if (step & FORMAT_STEP_HALF)
        return false;
    if (place == BOBBIN_SP)
        return takes_slot(step) && !again;
    if ((place < 4 || place > 11) && place != BOBBIN_LR)
        return false;
    return takes_slot(step) || source_is_right(places, step);
}

static struct places places_of(uint32_t word)
{
    struct places places = {0, (uint64_t)rule_turn(word, rule_mask(word)) << 4};

    if (word & FORMAT_RULE_RA)
        places.saved |= 1u << BOBBIN_LR;
    places.saved |= ((1ull << 2 * rule_doubles(word)) - 1) << FORMAT_STEP_D8;
    return places;
}

static bool rule_is_right(const struct bobbin_reading *reading)
{
    struct places places = places_of(reading->word);

    if (rule_doubles(reading->word) > 8 ||
        (reading->lost & ~(0xffu * (BOBBIN_VALID_R(4) | BOBBIN_VALID_D(8)))))
        return false;
    for (uint32_t i = 0; i < reading->steps_count; i++) {
        uint32_t step = bytes_word(reading->step + 4 * i);
        uint32_t next =
            i + 1u < reading->steps_count ? bytes_word(reading->step + 4 * (i + 1)) : ~0u;
        if (!step_is_right(&places, step, next, i > 0))
            return false;
        places.written |= 1ull << place_of(step);
        if (place_of(step) >= FORMAT_STEP_D8 && !(step & FORMAT_STEP_HALF)) {
            places.written |= 1ull << place_of(next);
            i++;
        }
    }
    return true;
}

/* All slots of RUN are at or above sp. WORD is the expanded form of RUN. */
static bool run_is_right(uint32_t run, uint32_t word)
{
    bool is_rest = known_run_count(run) == FORMAT_RUN_REST;

    return (is_rest || (known_run_count(run) <= 8 && !(run >> FORMAT_RUN_VFP_SHIFT & 0x3fff))) &&
           known_run_bytes(run) >= rule_slots_bytes(word);
}

static bool read_nothing(void *context, enum bobbin_space space, uint32_t address, void *out,
                         uint32_t size_bytes)
{
    (void)context, (void)space, (void)address;
    memset(out, 0, size_bytes);
    return true;
}

static enum bobbin_stop look_up(const struct bobbin_env *env, struct bobbin_cursor *cursor,
                                uint32_t *known)
{
    *known = reading_begin(cursor, env, KNOWN_LATER);
    return reading_take(cursor, *known);
}

/*
 * True if the rule for CURSOR could be in a good Bobbin table, or if no rule exists. Bobbin's own
 * tables never contain the reason "unreadable".
 */
static bool is_right(struct arena *arena, const struct bobbin_cursor *cursor)
{
    struct bobbin_cursor copy = *cursor;
    struct bobbin_env readable = arena->plain;
    uint32_t known;
    enum bobbin_stop stop = look_up(&arena->plain, &copy, &known);

    readable.read = read_nothing;
    if (stop == BOBBIN_STOP_UNREADABLE)
        return look_up(&readable, &copy, &known) != stop;
    if (stop != BOBBIN_STOP_NONE)
        return true;
    if (known_is_run(known) && copy.reading.trust == BOBBIN_TRUST_TABLE &&
        !run_is_right(known, copy.reading.word))
        return false;
    return rule_is_right(&copy.reading);
}

/* ---- the model ------------------------------------------------------------------------------- */

static bool is_same_place(const struct bobbin_cursor *a, const struct bobbin_cursor *b)
{
    return a->r[BOBBIN_PC] == b->r[BOBBIN_PC] && a->r[BOBBIN_SP] == b->r[BOBBIN_SP] &&
           a->kind == b->kind && a->trust == b->trust;
}

/* AFTER must equal FRAME, the model's result, in every register. */
static void check_frame(const struct bobbin_cursor *after, const struct model_frame *frame)
{
    fuzz_check(after->valid == (frame->valid | BOBBIN_VALID_CPSR));
    fuzz_check(frame->thumb == !!(after->cpsr & BOBBIN_CPSR_T));
    for (uint32_t i = 0; i < 16; i++)
        fuzz_check(!(frame->valid & BOBBIN_VALID_R(i)) || frame->r[i] == after->r[i]);
    for (uint32_t i = 8; i < 16; i++)
        fuzz_check(!(frame->valid & BOBBIN_VALID_D(i)) || frame->d[i - 8] == after->d[i - 8]);
}

static bool loses_any(const struct bobbin_rule *rule)
{
    for (uint32_t i = 0; i < BOBBIN_PLACES; i++)
        if (rule->place_kind[i] == BOBBIN_LOST)
            return true;
    return false;
}

/* AFTER has stopped, although BEFORE has RULE. The stop reason must agree with the model. */
static void check_end(struct arena *arena, const struct bobbin_cursor *before,
                      const struct bobbin_cursor *after, const struct bobbin_rule *rule)
{
    struct model_frame frame;
    bool made = model_step(before, rule, read_word, arena, &frame);
    bool in_slot = rule->place_kind[BOBBIN_PLACE_RA] == BOBBIN_SLOT;

    switch (after->stop) {
    case BOBBIN_STOP_OUTERMOST:
        fuzz_check(rule->form == BOBBIN_FORM_ROOT);
        break;
    case BOBBIN_STOP_UNREADABLE: /* also the slot of a lost register, or of a gap */
        fuzz_check(!made || loses_any(rule) || (after->reading.word & FORMAT_RULE_GAP));
        break;
    case BOBBIN_STOP_PC_OUTSIDE:
        fuzz_check(!made || after->stop_value == (frame.r[BOBBIN_PC] | frame.thumb));
        break;
    case BOBBIN_STOP_THREAD_BASE:
        fuzz_check(after->stop_value <= 1 && (!made || frame.r[BOBBIN_PC] == 0));
        break;
    case BOBBIN_STOP_BAD_SP:
        fuzz_check(!made || frame.r[BOBBIN_SP] % 4 || frame.r[BOBBIN_SP] < before->r[BOBBIN_SP]);
        break;
    case BOBBIN_STOP_LOST:
        fuzz_check(!made);
        break;
    case BOBBIN_STOP_NO_PROGRESS:
        fuzz_check(in_slot ? !made || frame.r[BOBBIN_SP] == before->r[BOBBIN_SP]
                           : arena->register_frames == BOBBIN_REGISTER_STEPS_MAX);
        break;
    default:
        fuzz_check(after->stop == BOBBIN_STOP_BUDGET);
        break;
    }
}

/* AFTER must be the caller of BEFORE by its rule, or must state why there is no caller. */
static void check_rule(struct arena *arena, const struct bobbin_cursor *before,
                       const struct bobbin_cursor *after)
{
    struct bobbin_rule rule;
    enum bobbin_trust trust;
    struct model_frame frame;
    enum bobbin_stop stop =
        bobbin_rule_at(&arena->plain, before->r[BOBBIN_PC], (enum bobbin_kind)before->kind,
                       before->cpsr, &rule, &trust);

    if (after->stop == BOBBIN_STOP_NONE) {
        fuzz_check(stop == BOBBIN_STOP_NONE && trust == after->trust);
        fuzz_check(model_step(before, &rule, read_word, arena, &frame));
        check_frame(after, &frame);
        arena->register_frames++;
        if (rule.place_kind[BOBBIN_PLACE_RA] == BOBBIN_SLOT)
            arena->register_frames = 0;
    } else if (stop == BOBBIN_STOP_NONE) {
        check_end(arena, before, after, &rule);
    } else if (stop != BOBBIN_STOP_PC_OUTSIDE || before->kind != BOBBIN_KIND_INTERRUPTED) {
        fuzz_check(after->stop == stop || after->stop == BOBBIN_STOP_BUDGET);
    } /* else the core guessed by lr */
}

/* PLAIN is at the frame before CURSOR's step. Its own step must give the same result. */
static void check_plain(struct arena *arena, const struct bobbin_cursor *cursor,
                        struct bobbin_cursor *plain)
{
    bool stepped;

    if (cursor->stop == BOBBIN_STOP_BUDGET)
        return;
    arena->cursor = plain;
    stepped = bobbin_step(plain, &arena->plain);
    arena->cursor = cursor;
    fuzz_check(stepped == (cursor->stop == BOBBIN_STOP_NONE));
    fuzz_check(is_same_place(cursor, plain) && plain->stop == cursor->stop);
    if (!stepped) {
        fuzz_check(plain->stop_value == cursor->stop_value);
        return;
    }
    fuzz_check(plain->valid == cursor->valid && plain->cpsr == cursor->cpsr);
    for (uint32_t i = 0; i < 16; i++)
        fuzz_check(!(cursor->valid & BOBBIN_VALID_R(i)) || plain->r[i] == cursor->r[i]);
    for (uint32_t i = 8; i < 16; i++)
        fuzz_check(!(cursor->valid & BOBBIN_VALID_D(i)) || plain->d[i - 8] == cursor->d[i - 8]);
}

static uint32_t reads_max(const struct arena *arena)
{
    return READS_PER_STEP_MAX + (arena->env.small ? READS_PER_STEP_SMALL_MAX : 0) +
           (arena->nonsense ? READS_PER_STEP_DAMAGED : 0);
}

/* Checks what every step guarantees, whatever the table contains. */
static void check_promises(const struct arena *arena, const struct bobbin_cursor *before,
                           const struct bobbin_cursor *after)
{
    fuzz_check(after->stop < BOBBIN_STOPS && after->stop != BOBBIN_STOP_DEPTH);
    fuzz_check(after->r[BOBBIN_SP] >= before->r[BOBBIN_SP]);
    fuzz_check(after->r[BOBBIN_PC] % 2 == 0);
    fuzz_check(arena->env.tables_count || after->stop == BOBBIN_STOP_PC_OUTSIDE ||
               after->stop == BOBBIN_STOP_BUDGET);
    if (after->stop == BOBBIN_STOP_NONE) {
        fuzz_check(after->r[BOBBIN_SP] % 4 == 0 && after->kind == BOBBIN_KIND_CALL);
        fuzz_check(after->trust != BOBBIN_TRUST_CONTEXT);
    } else {
        fuzz_check(is_same_place(before, after));
    }
    if (!arena->nonsense) { /* a damaged run may have more registers than exist */
        fuzz_check(after->reads == arena->reads);
        fuzz_check(!arena->env.reads_max || arena->reads <= arena->env.reads_max);
    }
}

/* Checks that bobbin_follows_call changes nothing in the frame of CURSOR but its stop. */
static void check_call(struct arena *arena, const struct bobbin_cursor *cursor)
{
    struct bobbin_cursor copy = *cursor;
    uint32_t reads = arena->reads;
    bool is_call = bobbin_follows_call(&copy, &arena->env);

    fuzz_check(arena->reads - reads <= reads_max(arena) + READS_PER_CALL);
    fuzz_check(is_same_place(cursor, &copy) && copy.valid == cursor->valid);
    fuzz_check(memcmp(copy.r, cursor->r, sizeof(copy.r)) == 0 && copy.word == cursor->word);
    fuzz_check(copy.stop == (is_call ? BOBBIN_STOP_NONE : BOBBIN_STOP_NO_CALL));
    fuzz_check(is_call || copy.stop_value == cursor->r[BOBBIN_PC]);
    arena->reads = reads;
}

/* Steps CURSOR and checks the result. PLAIN, at the same frame, steps without windows and cache. */
static void check_step(struct arena *arena, struct bobbin_cursor *cursor,
                       struct bobbin_cursor *plain)
{
    struct bobbin_cursor before = *cursor;
    bool wild = cursor->word == BOBBIN_STOP_PC_OUTSIDE && cursor->kind == BOBBIN_KIND_INTERRUPTED;
    uint32_t reads = arena->reads;
    bool stepped;

    if (!arena->lies && !is_right(arena, cursor))
        arena->nonsense = true;
    stepped = bobbin_step(cursor, &arena->env);

    fuzz_check(stepped == (cursor->stop == BOBBIN_STOP_NONE));
    fuzz_check(arena->reads - reads <= reads_max(arena));
    check_promises(arena, &before, cursor);
    if (stepped)
        check_call(arena, cursor);
    if (arena->nonsense)
        return;
    check_plain(arena, cursor, plain);
    if (!wild && cursor->trust != BOBBIN_TRUST_LR)
        check_rule(arena, &before, cursor);
    else
        arena->register_frames = 1; /* the guess takes the return address from lr */
}

/* Sets the code byte at offset AT, also in the window if it contains that byte. */
static void put_code(struct arena *arena, uint32_t at, uint8_t byte)
{
    const struct bobbin_window *window = &arena->env.window[BOBBIN_SPACE_CODE];
    uint32_t offset = FUZZ_CODE + at - window->start;

    arena->code[at] = byte;
    if (offset < window->size_bytes)
        ((uint8_t *)(uintptr_t)window->bytes)[offset] = byte;
}

/* Registers as after a call through one of them. In one of four cases, one bit is wrong. */
static void pick_call(struct arena *arena, uint32_t r[16])
{
    struct fuzz_source *source = &arena->source;
    uint32_t number = fuzz_below(source, 16), at = 4 * fuzz_below(source, FUZZ_CODE_BYTES / 4);
    bool thumb = fuzz_one_in(source, 2);
    uint32_t blx = thumb ? 0x4780 | number << 3 : 0xe12fff30 | number;

    for (uint32_t i = 0; i < (thumb ? 2u : 4u); i++)
        put_code(arena, at + i, (uint8_t)(blx >> 8 * i));
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
    struct bobbin_cursor cursor, plain, again;
    struct bobbin_frame frames[FRAMES_MAX];
    uint32_t r[16], cpsr = fuzz_u32(source), steps = 0, count = 0;
    bool wild = fuzz_one_in(source, 8);

    pick_registers(arena, r);
    memset(&cursor, 0x00, sizeof(cursor));
    memset(&plain, 0x55, sizeof(plain));
    memset(&again, 0xff, sizeof(again));
    call_unwritten(&cursor, sizeof(cursor));
    call_unwritten(&plain, sizeof(plain));
    call_unwritten(&again, sizeof(again));
    begin(arena, r, cpsr, wild, &plain);
    begin(arena, r, cpsr, wild, &cursor);
    arena->nonsense = arena->lies;
    arena->register_frames = 0;
    do {
        fuzz_check(++steps <= STEPS_MAX);
        check_step(arena, &cursor, &plain);
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
