/* SPDX-License-Identifier: MIT */
#include "places.h"

#include <stdio.h>
#include <string.h>

#include "core/format/bytes.h"
#include "core/format/table_format.h"
#include "rows/rows.h"
#include <bobbin/report.h>

/* ---- calls ----------------------------------------------------------------------------------- */

/* ARM ARM A8.8.25 BL, BLX (immediate) T1, T2; A8.8.26 BLX (register) T1 */
static bool is_thumb_call(const uint8_t *bytes, uint32_t size_bytes)
{
    uint32_t first = bytes_u16(bytes);
    uint32_t second = size_bytes == 4 ? bytes_u16(bytes + 2) : 0;

    if (size_bytes == 2)
        return (first & 0xff87) == 0x4780;
    return (first & 0xf800) == 0xf000 &&
           ((second & 0xd000) == 0xd000 || (second & 0xd001) == 0xc000);
}

/* The same, encodings A1 and A2. */
static bool is_arm_call(const uint8_t *bytes)
{
    uint32_t word = bytes_u32(bytes);

    if (word >> 28 == 15)
        return (word & 0x0e000000) == 0x0a000000;
    return (word & 0x0f000000) == 0x0b000000 || (word & 0x0ffffff0) == 0x012fff30;
}

/* MOV lr, pc (A8.8.104 A1): the instruction before the return address is the call. */
static bool is_arm_call_ahead(const uint8_t *bytes)
{
    return (bytes_u32(bytes) & 0x0fffffff) == 0x01a0e00f;
}

/* The return address if the instruction AT calls; 0 if it does not. */
static uint32_t return_address(const struct image *image, const struct image_instruction *at)
{
    uint8_t bytes[4];

    if (!image_read(image, at->address, bytes, at->size_bytes))
        return 0;
    if (!at->thumb && is_arm_call_ahead(bytes))
        return at->address + 8;
    return (at->thumb ? is_thumb_call(bytes, at->size_bytes) : is_arm_call(bytes))
               ? at->address + at->size_bytes
               : 0;
}

void visit_places(const struct image *image, uint32_t flags_count,
                  void (*visit)(void *context, const struct place *place), void *context)
{
    struct image_walk walk = {.image = image};

    while (image_walk_next(&walk)) {
        uint32_t state = walk.instruction.thumb ? BOBBIN_CPSR_T : 0;
        struct place place = {.address = return_address(image, &walk.instruction),
                              .kind = BOBBIN_KIND_CALL,
                              .cpsr = state};
        if (place.address != 0)
            visit(context, &place);
        for (uint32_t flags = 0; flags < flags_count; flags++) {
            place = (struct place){walk.instruction.address, BOBBIN_KIND_INTERRUPTED,
                                   flags << 28 | state};
            visit(context, &place);
        }
    }
}

/* ---- steps ----------------------------------------------------------------------------------- */

/*
 * A step's made-up world: a stack at WORLD_SP and the image's code. All words in memory are
 * addresses of code.
 */
struct world {
    const struct bobbin_env *env; /* the original, for reading code */
    uint32_t code, code_bytes;
    uint32_t stack[64]; /* contents of the stack window */
    /* r0-r12 hold addresses of code, as a register with the return address does; else of a frame */
    bool code_in_registers;
};
#define WORLD_SP 0x40000000u

/*
 * An address in ARM code that is a possible cfa. Neighbouring words and registers get different
 * addresses.
 */
static uint32_t made_up(const struct world *world, uint32_t number)
{
    return world->code + 4 * (number * 0x9e3779b1u % (world->code_bytes / 4));
}

static bool read_made_up(void *context, enum bobbin_space space, uint32_t address, void *out,
                         uint32_t size_bytes)
{
    const struct world *world = context;
    uint32_t word = made_up(world, address / 4);

    if (space == BOBBIN_SPACE_CODE)
        return world->env->read(world->env->context, space, address, out, size_bytes);
    memcpy(out, &word, size_bytes);
    return true;
}

/*
 * A table with one leaf, at LEAF_AT. A step from there leads to a call frame, as in a trace
 * (core/format/table_format.h).
 */
#define LEAF_AT 0xfffffff0u
static const uint32_t leaf_table[] = {
    FORMAT_MAGIC,
    FORMAT_MAJOR,
    68, /* size of the table in bytes */
    0,
    0,
    1, /* one range: */
    LEAF_AT,
    4,  /* bytes of code with fast entries */
    62, /* offsets of its groups, counts and entries */
    64,
    60,
    1, /* units of 2 bytes */
    4, /* bytes of code */
    0,
    FORMAT_RULE_WORD | FORMAT_RULE_EXPLICIT, /* the rule of a leaf */
    0,                                       /* its entry; a group with no entries before it */
    1 << 8,                                  /* counts: none, then one entry */
};
_Static_assert(FORMAT_HEADER_BYTES + FORMAT_RANGE_BYTES + 4 == 60, "the offsets are right");

static uint32_t fold(uint32_t hash, uint32_t word)
{
    return (hash ^ word) * 0x01000193u;
}

static uint32_t fold_cursor(const struct bobbin_cursor *cursor)
{
    uint32_t hash = fold(fold(1, cursor->kind), cursor->stop);

    if (cursor->stop != BOBBIN_STOP_NONE)
        return hash;
    hash = fold(fold(hash, cursor->valid), cursor->cpsr & BOBBIN_CPSR_T);
    for (unsigned number = 0; number < 16; number++)
        if (cursor->valid >> number & 1)
            hash = fold(hash, cursor->r[number]);
    for (unsigned i = 0; i < 8; i++)
        if (cursor->valid & BOBBIN_VALID_D(8 + i))
            hash = fold(fold(hash, (uint32_t)cursor->d[i]), (uint32_t)(cursor->d[i] >> 32));
    return hash;
}

/* Begins at PLACE, or in a leaf that was called there. */
static void begin(struct bobbin_cursor *cursor, const struct bobbin_env *env,
                  const struct world *world, const struct place *place)
{
    bool is_call = place->kind == BOBBIN_KIND_CALL;
    uint32_t r[16];

    for (uint32_t i = 0; i < BOBBIN_SP; i++)
        r[i] = world->code_in_registers ? made_up(world, i)
                                        : WORLD_SP + 512 + 4 * i; /* a frame's size above sp */
    r[BOBBIN_SP] = WORLD_SP;
    r[BOBBIN_LR] = made_up(world, BOBBIN_LR);
    r[BOBBIN_PC] = is_call ? LEAF_AT : place->address;
    if (is_call)
        r[BOBBIN_LR] = place->address | (place->cpsr & BOBBIN_CPSR_T) >> 5;
    bobbin_begin(cursor, env, r, place->cpsr);
    for (uint32_t i = 0; i < 8; i++) {
        cursor->d[i] = (uint64_t)made_up(world, 100 + i) << 32 | made_up(world, 200 + i);
        cursor->valid |= BOBBIN_VALID_D(8 + i);
    }
}

/* Hash of the cursor after one step from PLACE. */
static uint32_t step_from(const struct bobbin_env *env, const struct world *world,
                          const struct place *place)
{
    struct bobbin_cursor cursor;

    begin(&cursor, env, world, place);
    if (place->kind == BOBBIN_KIND_INTERRUPTED || bobbin_step(&cursor, env))
        bobbin_step(&cursor, env);
    return fold_cursor(&cursor);
}

/*
 * The same with the table of ENV: with memory read by the callback, with a stack window, and with
 * addresses of code in registers.
 */
static uint32_t find_caller(const struct bobbin_env *env, const struct place *place)
{
    const struct image_section *section =
        image_section_at(env->context, bobbin_lookup_address(place->address, place->kind));
    struct world world = {.env = env};
    struct bobbin_table tables[2] = {*env->tables};
    struct bobbin_env made = *env;
    uint32_t caller;

    if (!section || section->size_bytes < 4)
        return 0;
    world.code = (section->address + 3) & ~3u;
    world.code_bytes = section->size_bytes & ~3u;
    made.context = &world;
    made.read = read_made_up;
    made.tables = tables;
    made.tables_count = 2;
    bobbin_table_open(&tables[1], leaf_table, sizeof(leaf_table), 0);
    caller = step_from(&made, &world, place);
    for (uint32_t i = 0; i < sizeof(world.stack) / 4; i++)
        world.stack[i] = made_up(&world, WORLD_SP / 4 + i);
    made.window[BOBBIN_SPACE_STACK] =
        (struct bobbin_window){world.stack, WORLD_SP, sizeof(world.stack)};
    caller = fold(fold(1, caller), step_from(&made, &world, place));
    world.code_in_registers = true;
    return fold(caller, step_from(&made, &world, place));
}

/* ---- answers --------------------------------------------------------------------------------- */

struct answer answer_at(const struct bobbin_env *env, const struct place *place)
{
    struct answer answer = {.caller = find_caller(env, place)};

    answer.stop =
        bobbin_rule_at(env, place->address, place->kind, place->cpsr, &answer.rule, &answer.trust);
    return answer;
}

bool answer_equal(const struct answer *a, const struct answer *b)
{
    if (a->stop != b->stop || a->caller != b->caller)
        return false;
    return a->stop != BOBBIN_STOP_NONE || (a->trust == b->trust && rule_equal(&a->rule, &b->rule));
}

const char *answer_text(const struct answer *answer, char *text, size_t text_size)
{
    char rule[RULE_TEXT_MAX];

    if (answer->stop != BOBBIN_STOP_NONE)
        snprintf(text, text_size, "%s", bobbin_stop_name(answer->stop));
    else
        snprintf(text, text_size, "%s by %s (%08x)", rule_text(&answer->rule, rule, sizeof(rule)),
                 bobbin_trust_name(answer->trust), answer->caller);
    return text;
}
