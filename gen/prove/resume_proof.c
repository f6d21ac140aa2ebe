/* SPDX-License-Identifier: MIT */
#include "prove/resume_proof.h"

#include <string.h>

#include <bobbin/tasks.h>

/* Addresses of the made-up task. */
enum { BLOCK = 0x20000000, POINTER = 0x30000000 };

/* One layout of a rule, and the memory of a task that it describes. */
struct world {
    const struct task_rule *rule;
    const struct task_layout *layout;
    uint32_t pc, psr;
};

/* ---- made-up memory -------------------------------------------------------------------------- */

static uint32_t address_of(const struct world *world, bool of_block, int32_t offset)
{
    uint32_t block = world->rule->handle == TASK_HANDLE_BLOCK ? BLOCK : POINTER;

    return (of_block ? block : (uint32_t)POINTER) + (uint32_t)offset;
}

/* The word that the value of PLACE is in; 0: none. */
static uint32_t word_of(const struct world *world, unsigned place)
{
    const struct task_value *value = &world->layout->value[place];

    return value->kind == TASK_WORD ? address_of(world, value->of_block, value->offset) : 0;
}

static uint32_t memory_word(const struct world *world, uint32_t address)
{
    const struct task_layout *layout = world->layout;

    if (world->rule->handle == TASK_HANDLE_BLOCK &&
        address == BLOCK + (uint32_t)world->rule->block_offset)
        return POINTER;
    if (address == word_of(world, TASK_PC))
        return world->pc;
    if (address == word_of(world, TASK_PSR))
        return world->psr;
    for (unsigned i = 0; i < layout->tests_count; i++) {
        const struct task_test *test = &layout->test[i];
        if (address != address_of(world, test->of_block, test->offset))
            continue;
        if (test->mask)
            return test->is_equal ? ~test->mask : test->mask;
        return (uint32_t)test->number + (test->is_equal ? 0 : 1);
    }
    return address * 4 + 0x40000;
}

static bool read_memory(void *context, enum bobbin_space space, uint32_t address, void *out,
                        uint32_t size_bytes)
{
    uint32_t word = memory_word(context, address);

    if (space != BOBBIN_SPACE_STACK || size_bytes != 4)
        return false;
    memcpy(out, &word, 4);
    return true;
}

/* ---- registers ------------------------------------------------------------------------------- */

static uint32_t wanted(const struct world *world, unsigned place)
{
    const struct task_value *value = &world->layout->value[place];

    if (value->kind == TASK_ADDRESS)
        return address_of(world, value->of_block, value->offset);
    return memory_word(world, word_of(world, place));
}

/* The place that r13 or r14 must come from, in the mode of WORLD. */
static unsigned place_of(const struct world *world, unsigned number)
{
    bool is_user = world->layout->value[TASK_USER_SP].kind != TASK_LOST;

    return is_user && number >= TASK_SP ? number - TASK_SP + TASK_USER_SP : number;
}

/* Whether r0-r14 of CURSOR are right. */
static bool has_core(const struct world *world, const struct bobbin_cursor *cursor)
{
    for (unsigned number = 0; number < 15; number++) {
        unsigned place = place_of(world, number);
        bool known = world->layout->value[place].kind != TASK_LOST;
        if (known != (cursor->valid >> number & 1) ||
            (known && cursor->r[number] != wanted(world, place)))
            return false;
    }
    return true;
}

/* Whether d8-d15 of CURSOR are right. */
static bool has_doubles(const struct world *world, const struct bobbin_cursor *cursor)
{
    for (unsigned number = 0; number < 8; number++) {
        unsigned place = TASK_S16 + 2 * number;
        bool known = world->layout->value[place].kind != TASK_LOST;
        uint64_t value =
            known ? (uint64_t)wanted(world, place + 1) << 32 | wanted(world, place) : 0;
        if (known != (cursor->valid >> (24 + number) & 1) || (known && cursor->d[number] != value))
            return false;
    }
    return true;
}

/* What is wrong in CURSOR; NULL: nothing. */
static const char *find_mistake(const struct world *world, const struct bobbin_cursor *cursor)
{
    if (!has_core(world, cursor))
        return "r0-r14";
    if (!has_doubles(world, cursor))
        return "d8-d15";
    if (cursor->r[15] != (world->pc & ~1u))
        return "pc";
    if ((cursor->cpsr ^ world->psr) & (BOBBIN_CPSR_T | BOBBIN_CPSR_MODE))
        return "psr";
    return cursor->kind == world->layout->is_call ? NULL : "kind";
}

/* ---- runs ------------------------------------------------------------------------------------ */

static struct world make_world(const struct image *image, const struct task_rule *rule,
                               const struct task_layout *layout)
{
    struct world world = {.rule = rule, .layout = layout};
    bool thumb = image_state_at(image, rule->point) == IMAGE_THUMB;
    uint8_t bank = layout->bank == BANK_ENTERED ? BOBBIN_BANK_SVC : layout->bank;

    if (layout->value[TASK_USER_SP].kind != TASK_LOST)
        bank = BOBBIN_BANK_USR;
    world.psr = 0x10u | bank_mode(bank) | (thumb ? BOBBIN_CPSR_T : 0);
    world.pc = rule->point | (thumb && layout->is_call);
    return world;
}

/* What is wrong with the trace that the core starts at SAVED in WORLD; NULL: nothing. */
static const char *run(const struct bobbin_table *opened, struct world *world,
                       const struct bobbin_saved *saved)
{
    struct bobbin_env env = {
        .context = world, .read = read_memory, .tables = opened, .tables_count = 1};
    uint32_t handle = saved->takes_block ? BLOCK : POINTER;
    struct bobbin_banks banks;
    struct bobbin_cursor cursor;

    memset(&banks, 0xa5, sizeof(banks)); /* whatever was there before */
    if (!bobbin_begin_saved(&cursor, &env, &banks, saved, handle, world->psr & BOBBIN_CPSR_MODE))
        return bobbin_stop_name((enum bobbin_stop)cursor.stop);
    return find_mistake(world, &cursor);
}

/* What is wrong with RULE in OPENED, where it is resume point number WHICH; NULL: nothing. */
static const char *prove_rule(const struct bobbin_table *opened, const struct image *image,
                              const struct task_rule *rule, uint32_t which)
{
    struct bobbin_saved saved;
    const char *why = NULL;

    if (!bobbin_saved_at(opened, which, &saved) || saved.point != rule->point ||
        saved.function != rule->function ||
        saved.takes_block != (rule->handle == TASK_HANDLE_BLOCK) ||
        saved.block_offset != (uint32_t)rule->block_offset)
        return "resume point";
    for (unsigned i = 0; i < rule->layouts_count && !why; i++) {
        struct world world = make_world(image, rule, &rule->layout[i]);
        why = run(opened, &world, &saved);
    }
    return why;
}

bool resume_proof_run(const struct bobbin_table *opened, const struct image *image,
                      const struct tasks *tasks, uint32_t *point, const char **why)
{
    struct bobbin_saved saved;
    uint32_t which = 0;

    for (size_t i = 0; i < tasks->count; i++) {
        const struct task_rule *rule = &tasks->rule[i];
        if (rule->reason)
            continue;
        *point = rule->point;
        *why = prove_rule(opened, image, rule, which++);
        if (*why)
            return false;
    }
    *why = "number of resume points";
    return !bobbin_saved_at(opened, which, &saved);
}
