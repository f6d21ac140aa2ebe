/* SPDX-License-Identifier: MIT */
/*
 * Opens the table of made_table.h, right and with one wrong field, and traces all of questions.h
 * through it.
 */
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "core/format/table_format.h"
#include "made_table.h"
#include "reports.h"

#define STEPS_MAX        10
#define UNREADABLE       (QUESTIONS_STACK + 128)
#define POINTERS         (QUESTIONS_STACK + 256)
#define ROOT_RETURN      (QUESTIONS_ROOT + 5)
#define NEAR_STACK_WORDS 160 /* up to the unreadable word */
#define NEAR_CODE_WORDS  64
#define FLAG_Z           (1u << 30)
#define MODE_SYS         0x1fu
#define AT(field)        ((uint32_t)offsetof(struct made_table, field))
#define FIELD(field)     offsetof(struct made_table, field), sizeof(made.field)

static struct made_table made, changed;

/* what[0]: the last right check; what[1]: the last wrong one */
static struct {
    uint32_t count, wrong;
    const char *what[2];
} tally = {.what = {"", ""}};

static void check(bool right, const char *what)
{
    tally.count++;
    tally.wrong += !right;
    tally.what[!right] = what;
}

/* ---- opening --------------------------------------------------------------------------------- */

struct change {
    const char *what;
    uint32_t offset, size_bytes, value;
    uint8_t error; /* enum bobbin_table_error */
};

static const struct change changes[] = {
    {"nothing", FIELD(code_crc), 0, BOBBIN_TABLE_OK},
    {"magic", FIELD(magic), 0, BOBBIN_TABLE_EMPTY},
    {"major", FIELD(major), FORMAT_MAJOR + 1, BOBBIN_TABLE_VERSION},
    {"minor", FIELD(minor), FORMAT_MINOR + 1, BOBBIN_TABLE_OK},
    {"size of no table", FIELD(size_bytes), 0x80000000u, BOBBIN_TABLE_TRUNCATED},
    {"size of a longer one", FIELD(size_bytes), sizeof(made) + 1, BOBBIN_TABLE_TRUNCATED},
    {"size without build id", FIELD(size_bytes), FORMAT_HEADER_BYTES, BOBBIN_TABLE_CORRUPT},
    {"size without ranges", FIELD(size_bytes), 80, BOBBIN_TABLE_CORRUPT},
    {"size without rules", FIELD(size_bytes), offsetof(struct made_table, runs),
     BOBBIN_TABLE_CORRUPT},
    {"size without index", FIELD(size_bytes), offsetof(struct made_table, index),
     BOBBIN_TABLE_CORRUPT},
    {"build id", FIELD(build_id), ~MADE_BUILD_ID, BOBBIN_TABLE_IMAGE},
    {"build id too long", FIELD(build_id_size), 33, BOBBIN_TABLE_CORRUPT},
    {"build id of one byte", FIELD(build_id_size), 1, BOBBIN_TABLE_IMAGE},
    {"ranges that are not there", FIELD(ranges_count), 0xffff, BOBBIN_TABLE_CORRUPT},
    {"no ranges", FIELD(ranges_count), 0, BOBBIN_TABLE_OK},
    {"runs that are not there", FIELD(runs_count), 0xffff, BOBBIN_TABLE_CORRUPT},
    {"size of the first range", FIELD(ranges[0].fast), 0xffffffff, BOBBIN_TABLE_CORRUPT},
    {"a larger range in all", FIELD(ranges[0].size_bytes), 0xffffffff, BOBBIN_TABLE_OK},
    {"first range of nothing", FIELD(ranges[0].fast), 0, BOBBIN_TABLE_OK},
    {"units of 2 GiB", FIELD(ranges[0].unit_shift), 31, BOBBIN_TABLE_OK},
    {"units of 4 GiB", FIELD(ranges[0].unit_shift), 32, BOBBIN_TABLE_CORRUPT},
    {"groups of no number of pages", FIELD(ranges[0].group_shift), 32, BOBBIN_TABLE_CORRUPT},
    {"groups at an odd place", FIELD(ranges[0].groups), AT(index) + 1, BOBBIN_TABLE_CORRUPT},
    {"groups after their counts", FIELD(ranges[0].groups), sizeof(made) - 4, BOBBIN_TABLE_CORRUPT},
    {"groups cut off by their counts", FIELD(ranges[0].counts), AT(index) + 1,
     BOBBIN_TABLE_CORRUPT},
    {"counts after the table", FIELD(ranges[0].counts), sizeof(made), BOBBIN_TABLE_CORRUPT},
    {"counts cut off", FIELD(ranges[0].counts), sizeof(made) - 1, BOBBIN_TABLE_CORRUPT},
    {"counts that are not cut off", FIELD(ranges[0].counts), sizeof(made) - 2, BOBBIN_TABLE_OK},
    {"counts further away than there is memory", FIELD(ranges[1].counts), 0xffffffff,
     BOBBIN_TABLE_CORRUPT},
    {"entries after their groups", FIELD(ranges[1].entries), sizeof(made), BOBBIN_TABLE_CORRUPT},
    {"entries before the table", FIELD(ranges[1].entries), 0xfffffffe, BOBBIN_TABLE_CORRUPT},
    {"entries with nothing before", FIELD(ranges[1].entries), 3, BOBBIN_TABLE_CORRUPT},
    {"entries in the header", FIELD(ranges[1].entries), 4, BOBBIN_TABLE_OK},
    {"another format", FIELD(ranges[0].how), FORMAT_HOW_CODE | FORMAT_HOW_FOREIGN, BOBBIN_TABLE_OK},
    {"rows after the table", FIELD(ranges[MADE_RANGES - 1].rows), sizeof(made) + 1,
     BOBBIN_TABLE_OK},
    {"entries of the last range", FIELD(ranges[MADE_RANGES - 1].entries), sizeof(made),
     BOBBIN_TABLE_OK},
};

static enum bobbin_table_error open(struct bobbin_table *table, const void *bytes,
                                    uint32_t size_bytes)
{
    static const uint32_t build_id = MADE_BUILD_ID;

    enum bobbin_table_error error = bobbin_table_open(table, bytes, size_bytes, 0);

    return error == BOBBIN_TABLE_OK
               ? bobbin_table_match(table, (const uint8_t *)&build_id, sizeof(build_id))
               : error;
}

/* ---- traces ---------------------------------------------------------------------------------- */

static uint32_t saved_of(const struct question *question)
{
    if (question->saved == QUESTION_SAVED_0)
        return 0;
    return question->saved ? question->saved : ROOT_RETURN;
}

static bool read_question(void *context, enum bobbin_space space, uint32_t address, void *out,
                          uint32_t size_bytes)
{
    const struct question *question = context;
    uint32_t word = address < POINTERS ? saved_of(question) : QUESTIONS_STACK + 64;

    if (space == BOBBIN_SPACE_CODE)
        word = address & 2 ? question->code >> 16 | question->code << 16 : question->code;
    memcpy(out, &word, size_bytes);
    return space == BOBBIN_SPACE_CODE ? word != 0 : address != UNREADABLE;
}

static uint32_t pc_of(const struct question *question)
{
    return question->pc ? question->pc : QUESTIONS_CODE + 2 * (uint32_t)(question - questions);
}

static void begin(struct bobbin_cursor *cursor, const struct bobbin_env *env,
                  const struct question *question)
{
    uint32_t r[16];

    for (uint32_t i = 0; i < 13; i++)
        r[i] = QUESTIONS_STACK + 64;
    r[3] = QUESTIONS_OUTSIDE;
    r[4] = pc_of(question) + 3;
    r[10] = ROOT_RETURN;
    r[11] = QUESTIONS_STACK + 2;
    r[12] = QUESTIONS_STACK - 64;
    r[BOBBIN_SP] = QUESTIONS_STACK;
    r[BOBBIN_LR] = question->lr ? question->lr : ROOT_RETURN;
    r[BOBBIN_PC] = pc_of(question);
    bobbin_begin(cursor, env, r, FLAG_Z | BOBBIN_CPSR_T | MODE_SYS);
    cursor->valid |= BOBBIN_VALID_D(8) * 0xffu;
    cursor->valid &= ~question->unknown;
}

static struct bobbin_env env_of(const struct bobbin_table tables[2],
                                const struct question *question)
{
    return (struct bobbin_env){.context = (void *)(uintptr_t)question,
                               .read = read_question,
                               .tables = tables,
                               .tables_count = 2,
                               .small = &bobbin_small,
                               .guess = bobbin_guess};
}

/* Unwinds to the end of the trace. */
static enum bobbin_stop trace(struct bobbin_cursor *cursor, const struct bobbin_env *env,
                              const struct question *question)
{
    begin(cursor, env, question);
    for (uint32_t i = 0; i < STEPS_MAX && bobbin_step(cursor, env); i++) {
    }
    return (enum bobbin_stop)cursor->stop;
}

/* Traces QUESTION. tables[0] is empty and searched first; tables[1] has the rules. */
static enum bobbin_stop ask(const struct bobbin_table tables[2], const struct question *question,
                            uint32_t reads_max)
{
    struct bobbin_env env = env_of(tables, question);
    struct bobbin_cursor cursor;

    env.reads_max = reads_max;
    return trace(&cursor, &env, question);
}

/* A window of COUNT words from ADDRESS on, with the WORD that read_question would return. */
static struct bobbin_window window_of(uint32_t address, uint32_t word, uint32_t *words,
                                      uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        words[i] = word;
    return (struct bobbin_window){words, address, 4 * count};
}

/* Whether the trace with ENV ends with the right stop, in the same frame as END. */
static bool ends_there(const struct bobbin_env *env, const struct question *question,
                       const struct bobbin_cursor *end)
{
    struct bobbin_cursor cursor;

    return trace(&cursor, env, question) == question->stop && cursor.kind == end->kind &&
           cursor.r[BOBBIN_PC] == end->r[BOBBIN_PC] && cursor.r[BOBBIN_SP] == end->r[BOBBIN_SP] &&
           cursor.stop_value == end->stop_value;
}

/* Repeats the trace with windows, then with a cache, and with the empty table searched last. */
static void check_short_ways(const struct bobbin_table tables[2], const struct question *question)
{
    static uint32_t stack[NEAR_STACK_WORDS], code[NEAR_CODE_WORDS];
    const struct bobbin_table turned[2] = {tables[1], tables[0]};
    struct bobbin_kept cache[2] = {{0, 0}, {0, 0}};
    struct bobbin_env env = env_of(turned, question);
    struct bobbin_cursor end;

    trace(&end, &env, question);
    env.window[BOBBIN_SPACE_STACK] =
        window_of(UNREADABLE - sizeof(stack), saved_of(question), stack, NEAR_STACK_WORDS);
    if (question->code)
        env.window[BOBBIN_SPACE_CODE] = window_of((pc_of(question) & ~3u) - sizeof(code) / 2,
                                                  question->code, code, NEAR_CODE_WORDS);
    check(ends_there(&env, question, &end), question->what);
    env.cache = cache;
    env.cache_mask = 1;
    for (int i = 0; i < 2; i++)
        check(ends_there(&env, question, &end), question->what);
}

/*
 * A larger budget of reads must lead at least as far. The trace ends as it should or with stop
 * "budget".
 */
static void check_budgets(const struct bobbin_table tables[2], const struct question *question)
{
    for (uint32_t reads_max = 1; reads_max < 6; reads_max++) {
        enum bobbin_stop stop = ask(tables, question, reads_max);
        check((stop == question->stop) | (stop == BOBBIN_STOP_BUDGET), question->what);
    }
}

/* The table exists, but ENV lists no tables. */
static void check_no_tables(const struct bobbin_table tables[2], const struct question *question)
{
    const struct bobbin_table turned[2] = {tables[1], tables[0]};
    struct bobbin_env env = env_of(turned, question);
    struct bobbin_cursor cursor;

    env.tables_count = 0;
    check(trace(&cursor, &env, question) == BOBBIN_STOP_PC_OUTSIDE, question->what);
    check(cursor.kind == BOBBIN_KIND_INTERRUPTED, question->what);
}

/* Without a reader of small tables, only the ranges that need that reader change their answer. */
static void check_no_small(const struct bobbin_table tables[2], const struct question *question)
{
    struct bobbin_env env = env_of(tables, question);
    struct bobbin_cursor cursor;
    enum bobbin_stop stop;

    env.small = NULL;
    stop = trace(&cursor, &env, question);
    check((stop == question->stop) | (stop == BOBBIN_STOP_NO_RULE), question->what);
}

/*
 * Traces all questions through the damaged first table. The answers do not matter, but every read
 * must be in memory that may be read.
 */
static void ask_all(const struct bobbin_table tables[2])
{
    for (uint32_t i = 0; i < questions_count; i++)
        ask(tables, &questions[i], 0);
}

static void check_changes(void)
{
    struct bobbin_table tables[2] = {0}, table;

    for (size_t i = 0; i < sizeof(changes) / sizeof(changes[0]); i++) {
        const struct change *change = &changes[i];
        memcpy(&changed, &made, sizeof(made));
        memcpy((uint8_t *)&changed + change->offset, &change->value, change->size_bytes);
        check(open(&tables[0], &changed, sizeof(changed)) == change->error, change->what);
        if (change->error == BOBBIN_TABLE_OK)
            ask_all(tables);
    }
    check(open(&table, &made, 3) == BOBBIN_TABLE_EMPTY, "three bytes");
    memcpy((uint8_t *)&changed + 2, &made, sizeof(made) - 2);
    check(open(&table, (uint8_t *)&changed + 2, made.size_bytes) == BOBBIN_TABLE_EMPTY,
          "half a word further");
    check(open(&table, &made, 8) == BOBBIN_TABLE_EMPTY, "eight bytes");
    check(open(&table, &made, FORMAT_HEADER_BYTES) == BOBBIN_TABLE_TRUNCATED, "a header");
    check(open(&table, &made, sizeof(made)) == BOBBIN_TABLE_OK, "all bytes");
    check(bobbin_table_verify(&table) == BOBBIN_TABLE_CORRUPT, "checksum");
}

uint32_t reports_of_tables(void)
{
    struct bobbin_table tables[2] = {0};

    made_table_fill(&made);
    check_changes();
    check(open(&tables[1], &made, made.size_bytes) == BOBBIN_TABLE_OK, "the table");
    for (uint32_t i = 0; i < questions_count; i++) {
        check(ask(tables, &questions[i], 0) == questions[i].stop, questions[i].what);
        check_no_tables(tables, &questions[i]);
        check_no_small(tables, &questions[i]);
        check_budgets(tables, &questions[i]);
        check_short_ways(tables, &questions[i]);
    }
    printf("tables %lu questions, %lu wrong %s\n", (unsigned long)tally.count,
           (unsigned long)tally.wrong, tally.what[1]);
    return tally.wrong;
}
