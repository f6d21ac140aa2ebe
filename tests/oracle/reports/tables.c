/* SPDX-License-Identifier: MIT */
/* The table of made_table.h, right and with one wrong field, and all traces of questions.h through it. */
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "format.h"
#include "made_table.h"
#include "reports.h"

#define STEPS_MAX        10
#define UNREADABLE       (QUESTIONS_STACK + 128)
#define POINTERS         (QUESTIONS_STACK + 256)
#define ROOT_RETURN      (QUESTIONS_ROOT + 5)
#define NEAR_STACK_WORDS 160 /* up to what is unreadable */
#define NEAR_CODE_WORDS  64
#define FLAG_Z           (1u << 30)
#define MODE_SYS         0x1fu
#define FIELD(field)     offsetof(struct made_table, field), sizeof(made.field)

static struct made_table made, changed;

/* [0]: somewhere that was right; [1]: where it was wrong last */
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

/* ---- opening -------------------------------------------------------------------------------- */

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
    {"size of no table", FIELD(size_bytes), FORMAT_SIZE_MAX + 1u, BOBBIN_TABLE_CORRUPT},
    {"size of a longer one", FIELD(size_bytes), sizeof(made) + 1, BOBBIN_TABLE_TRUNCATED},
    {"size without build id", FIELD(size_bytes), FORMAT_HEADER_BYTES, BOBBIN_TABLE_CORRUPT},
    {"size without directory", FIELD(size_bytes), 40, BOBBIN_TABLE_CORRUPT},
    {"size without sections", FIELD(size_bytes), 80, BOBBIN_TABLE_CORRUPT},
    {"build id", FIELD(build_id), ~MADE_BUILD_ID, BOBBIN_TABLE_IMAGE},
    {"build id too long", FIELD(build_id_size), 33, BOBBIN_TABLE_CORRUPT},
    {"build id of one byte", FIELD(build_id_size), 1, BOBBIN_TABLE_IMAGE},
    {"sections", FIELD(sections_count), FORMAT_SECTIONS_MAX + 1, BOBBIN_TABLE_CORRUPT},
    {"size of a section", FIELD(directory[0].size_bytes), 0xffffffff, BOBBIN_TABLE_CORRUPT},
    {"size of the rules", FIELD(directory[4].size_bytes), 7, BOBBIN_TABLE_CORRUPT},
    {"number of rules", FIELD(rules.count), 0xffff, BOBBIN_TABLE_CORRUPT},
    {"number of halfwords", FIELD(rules.short_count), 0xffff, BOBBIN_TABLE_CORRUPT},
    {"number of runs", FIELD(rules.runs_count), QUESTION_SHORTS + 1, BOBBIN_TABLE_CORRUPT},
    {"nothing behind the entries", FIELD(directory[6].type), FORMAT_SECTION_ENTRIES,
     BOBBIN_TABLE_CORRUPT},
    {"nothing behind the rows", FIELD(directory[6].type), FORMAT_SECTION_ROWS,
     BOBBIN_TABLE_CORRUPT},
    {"section to know", FIELD(directory[5].flags), FORMAT_ENTRY_REQUIRED, BOBBIN_TABLE_VERSION},
};

static enum bobbin_table_error open(struct bobbin_table *table, const void *bytes,
                                    uint32_t size_bytes)
{
    static const uint32_t build_id = MADE_BUILD_ID;

    return bobbin_table_open(table, bytes, size_bytes, 0, (const uint8_t *)&build_id,
                             sizeof(build_id));
}

static void check_changes(void)
{
    struct bobbin_table table;

    for (size_t i = 0; i < sizeof(changes) / sizeof(changes[0]); i++) {
        const struct change *change = &changes[i];
        memcpy(&changed, &made, sizeof(made));
        memcpy((uint8_t *)&changed + change->offset, &change->value, change->size_bytes);
        check(open(&table, &changed, sizeof(changed)) == change->error, change->what);
    }
    check(open(&table, &made, 3) == BOBBIN_TABLE_EMPTY, "three bytes");
    memcpy((uint8_t *)&changed + 2, &made, made.size_bytes);
    check(open(&table, (uint8_t *)&changed + 2, made.size_bytes) == BOBBIN_TABLE_EMPTY,
          "half a word further");
    check(open(&table, &made, 8) == BOBBIN_TABLE_TRUNCATED, "eight bytes");
    check(open(&table, &made, sizeof(made)) == BOBBIN_TABLE_OK, "all bytes");
    check(bobbin_table_verify(&table) == BOBBIN_TABLE_CORRUPT, "checksum");
}

/* ---- traces --------------------------------------------------------------------------------- */

static bool read_question(void *context, enum bobbin_space space, uint32_t address, void *out,
                          uint32_t size_bytes)
{
    const struct question *question = context;
    uint32_t word = address < POINTERS ? ROOT_RETURN : QUESTIONS_STACK + 64;

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
                               .small = &bobbin_small};
}

static enum bobbin_stop trace(const struct bobbin_env *env, const struct question *question)
{
    struct bobbin_cursor cursor;

    begin(&cursor, env, question);
    for (uint32_t i = 0; i < STEPS_MAX && bobbin_step(&cursor, env); i++) {
    }
    return (enum bobbin_stop)cursor.stop;
}

/* With tables[0], which is empty, searched before the one that has the rules. */
static enum bobbin_stop ask(const struct bobbin_table tables[2], const struct question *question,
                            uint32_t reads_max)
{
    struct bobbin_env env = env_of(tables, question);

    env.reads_max = reads_max;
    return trace(&env, question);
}

/* What read_question says from ADDRESS on: the same WORD COUNT times. */
static struct bobbin_window window_of(uint32_t address, uint32_t word, uint32_t *words,
                                      uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        words[i] = word;
    return (struct bobbin_window){words, address, 4 * count};
}

/* The same by the short ways: memory that needs not be asked for, a cache, and the empty table searched last. */
static void check_short_ways(const struct bobbin_table tables[2], const struct question *question)
{
    static uint32_t stack[NEAR_STACK_WORDS], code[NEAR_CODE_WORDS];
    const struct bobbin_table turned[2] = {tables[1], tables[0]};
    struct bobbin_kept cache[2] = {{0, 0}, {0, 0}};
    struct bobbin_env env = env_of(turned, question);

    env.window[BOBBIN_SPACE_STACK] =
        window_of(UNREADABLE - sizeof(stack), ROOT_RETURN, stack, NEAR_STACK_WORDS);
    if (question->code)
        env.window[BOBBIN_SPACE_CODE] = window_of((pc_of(question) & ~3u) - sizeof(code) / 2,
                                                  question->code, code, NEAR_CODE_WORDS);
    check(trace(&env, question) == question->stop, question->what);
    env.cache = cache;
    env.cache_mask = 1;
    for (int i = 0; i < 2; i++)
        check(trace(&env, question) == question->stop, question->what);
}

/* The more may be read the further it goes; where it ends is right or the budget. */
static void check_budgets(const struct bobbin_table tables[2], const struct question *question)
{
    for (uint32_t reads_max = 1; reads_max < 6; reads_max++) {
        enum bobbin_stop stop = ask(tables, question, reads_max);
        check((stop == question->stop) | (stop == BOBBIN_STOP_BUDGET), question->what);
    }
}

uint32_t reports_of_tables(void)
{
    struct bobbin_table tables[2] = {0};

    made_table_fill(&made);
    check_changes();
    check(open(&tables[1], &made, made.size_bytes) == BOBBIN_TABLE_OK, "the table");
    for (uint32_t i = 0; i < questions_count; i++) {
        check(ask(tables, &questions[i], 0) == questions[i].stop, questions[i].what);
        check_budgets(tables, &questions[i]);
        check_short_ways(tables, &questions[i]);
    }
    printf("tables %lu questions, %lu wrong %s\n", (unsigned long)tally.count,
           (unsigned long)tally.wrong, tally.what[1]);
    return tally.wrong;
}
