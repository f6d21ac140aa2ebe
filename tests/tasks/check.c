/* SPDX-License-Identifier: MIT */
/*
 * check IMAGE...: writes the resume rules of each image as RESUMES, and lets the core start a trace
 * from each layout, in made-up memory where each word has a value of its own. The registers must be
 * those that the layout names. Then damages RESUMES: the core must not read outside of it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "discover/open_image.h"
#include "exceptions/exceptions.h"
#include "table/table.h"
#include "tasks/resumes_section.h"
#include "tasks/tasks.h"
#include "util/diag.h"
#include "util/memory.h"
#include <bobbin/tasks.h>

enum { BLOCK = 0x20000000, POINTER = 0x30000000, HEADER_FLAGS = 6, RESUMES_FLAG = 2 };

struct session {
    struct image image;
    struct table table;
    struct exceptions exceptions;
    struct tasks tasks;
    struct bobbin_table opened; /* with RESUMES */
    unsigned tests, failed;
};

/* One layout of a rule, and the memory of a task that it describes. */
struct world {
    const struct task_rule *rule;
    const struct task_layout *layout;
    uint32_t pc, psr;
};

static void report(struct session *session, bool good, const char *what, uint32_t address)
{
    session->failed += !good;
    printf("%sok %u - %s, 0x%08x: %s\n", good ? "" : "not ", ++session->tests, session->image.path,
           address, what);
}

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
        if (address == address_of(world, test->of_block, test->offset))
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

/* The first register of CURSOR that is wrong; NULL: none. */
static const char *find_mistake(const struct world *world, const struct bobbin_cursor *cursor)
{
    static char name[16];

    for (unsigned number = 0; number < 15; number++) {
        unsigned place = place_of(world, number);
        bool known = world->layout->value[place].kind != TASK_LOST;
        snprintf(name, sizeof(name), "r%u", number);
        if (known != (cursor->valid >> number & 1) ||
            (known && cursor->r[number] != wanted(world, place)))
            return name;
    }
    for (unsigned number = 0; number < 8; number++) {
        unsigned place = TASK_S16 + 2 * number;
        bool known = world->layout->value[place].kind != TASK_LOST;
        uint64_t value =
            known ? (uint64_t)wanted(world, place + 1) << 32 | wanted(world, place) : 0;
        snprintf(name, sizeof(name), "d%u", number + 8);
        if (known != (cursor->valid >> (24 + number) & 1) || (known && cursor->d[number] != value))
            return name;
    }
    if (cursor->r[15] != (world->pc & ~1u))
        return "pc";
    if ((cursor->cpsr ^ world->psr) & (BOBBIN_CPSR_T | BOBBIN_CPSR_MODE))
        return "psr";
    return cursor->kind == world->layout->is_call ? NULL : "kind";
}

/* ---- runs ------------------------------------------------------------------------------------ */

static struct world make_world(const struct session *session, const struct task_rule *rule,
                               const struct task_layout *layout)
{
    struct world world = {.rule = rule, .layout = layout};
    bool thumb = image_state_at(&session->image, rule->point) == IMAGE_THUMB;
    uint8_t bank = layout->bank == BANK_ENTERED ? BOBBIN_BANK_SVC : layout->bank;

    if (layout->value[TASK_USER_SP].kind != TASK_LOST)
        bank = BOBBIN_BANK_USR;
    world.psr = 0x10u | bank_mode(bank) | (thumb ? BOBBIN_CPSR_T : 0);
    world.pc = rule->point | (thumb && layout->is_call);
    return world;
}

static bool begin(const struct session *session, struct world *world,
                  const struct bobbin_saved *saved, struct bobbin_cursor *cursor)
{
    static struct bobbin_banks banks;
    static struct bobbin_env env;
    uint32_t handle = saved->takes_block ? BLOCK : POINTER;

    env = (struct bobbin_env){
        .context = world, .read = read_memory, .tables = &session->opened, .tables_count = 1};
    memset(&banks, 0xa5, sizeof(banks));
    return bobbin_begin_saved(cursor, &env, &banks, saved, handle, world->psr & BOBBIN_CPSR_MODE);
}

static void check_rule(struct session *session, const struct task_rule *rule, uint32_t which)
{
    struct bobbin_saved saved;
    bool found = bobbin_saved_at(&session->opened, which, &saved);

    report(session,
           found && saved.point == rule->point &&
               saved.takes_block == (rule->handle == TASK_HANDLE_BLOCK) &&
               saved.block_offset == (uint32_t)rule->block_offset,
           "the core finds the resume point", rule->point);
    for (unsigned i = 0; found && i < rule->layouts_count; i++) {
        struct world world = make_world(session, rule, &rule->layout[i]);
        struct bobbin_cursor cursor;
        const char *mistake;
        if (!begin(session, &world, &saved, &cursor))
            mistake = bobbin_stop_name((enum bobbin_stop)cursor.stop);
        else
            mistake = find_mistake(&world, &cursor);
        report(session, !mistake, mistake ? mistake : "registers", rule->point);
    }
}

/* ---- tables ---------------------------------------------------------------------------------- */

/*
 * Appends RESUMES to the table of SESSION and opens it. Returns the bytes, in memory of just their
 * size; the caller frees them.
 */
static uint8_t *append(struct session *session)
{
    struct buffer bytes = {0};
    uint8_t *exact;

    bobbin_table_open(&session->opened, session->table.bytes, session->table.size_bytes, 0);
    buffer_put(&bytes, session->table.bytes, session->table.size_bytes);
    buffer_align(&bytes, 4);
    resumes_section_write(&bytes, &session->tasks);
    bytes.bytes[HEADER_FLAGS] |= RESUMES_FLAG;
    exact = must_realloc(NULL, bytes.size, 1);
    memcpy(exact, bytes.bytes, bytes.size);
    session->opened.bytes = exact;
    session->opened.size_bytes = (uint32_t)bytes.size;
    free(bytes.bytes);
    return exact;
}

/* Starts traces from RESUMES with each byte damaged. A sanitizer finds reads outside the table. */
static void damage(struct session *session, uint8_t *bytes)
{
    for (uint32_t at = session->table.size_bytes; at < session->opened.size_bytes; at++)
        for (unsigned flip = 1; flip < 256; flip = 2 * flip + 1) {
            bytes[at] ^= (uint8_t)flip;
            for (uint32_t which = 0; which < 4; which++) {
                struct world world =
                    make_world(session, &session->tasks.rule[0], &session->tasks.rule[0].layout[0]);
                struct bobbin_cursor cursor;
                struct bobbin_saved saved;
                if (bobbin_saved_at(&session->opened, which, &saved))
                    begin(session, &world, &saved, &cursor);
            }
            bytes[at] ^= (uint8_t)flip;
        }
}

static void check_tasks(struct session *session)
{
    uint8_t *bytes = append(session);
    struct bobbin_saved saved;
    uint32_t which = 0;

    for (size_t i = 0; i < session->tasks.count; i++)
        if (!session->tasks.rule[i].reason)
            check_rule(session, &session->tasks.rule[i], which++);
    report(session, !bobbin_saved_at(&session->opened, which, &saved), "no more points", 0);
    if (which)
        damage(session, bytes);
    free(bytes);
}

static int check_image(struct session *session, const char *path)
{
    static const struct row_options options = {0};
    int status = image_open(&session->image, path);

    if (status == STATUS_GOOD)
        status = table_build(&session->table, &session->image, &options, PLAN_FAST);
    if (status == STATUS_GOOD)
        status = exceptions_find(&session->exceptions, &session->table.reference);
    if (status == STATUS_GOOD)
        status = tasks_find(&session->tasks, &session->table.reference, &session->exceptions);
    if (status != STATUS_GOOD)
        return status;
    check_tasks(session);
    tasks_free(&session->tasks);
    exceptions_free(&session->exceptions);
    table_free(&session->table);
    image_close(&session->image);
    return STATUS_GOOD;
}

int main(int argc, char **argv)
{
    struct session session = {.tests = 0};

    for (int i = 1; i < argc; i++)
        if (check_image(&session, argv[i]) != STATUS_GOOD)
            return STATUS_BAD_INPUT;
    printf("1..%u\n", session.tests);
    return session.failed || !session.tests ? STATUS_PROBLEMS : STATUS_GOOD;
}
