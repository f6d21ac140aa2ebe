/* SPDX-License-Identifier: MIT */
#include "tasks/task_program.h"

#include <stddef.h>

#include "core/format/resume_format.h"

/* A program under construction, for those layouts of a rule that tests have left. */
struct writer {
    const struct task_rule *rule;
    struct task_program *program;
    bool is_at_pointer; /* BASE is POINTER + moved; else the handle + moved */
    int32_t moved;
    const char *reason;
};

enum { LIST_OFFSET_MAX = 63 * 4, SKIP_MAX = (1 << CROSSING_SKIP_BITS) - 1 };

/* ---- words ----------------------------------------------------------------------------------- */

static void put(struct writer *writer, uint32_t word)
{
    struct task_program *program = writer->program;

    if (program->count < TASK_PROGRAM_MAX)
        program->word[program->count] = word;
    else
        writer->reason = "the rule is too long";
    program->count++;
}

static void put_step(struct writer *writer, unsigned place, unsigned kind, int32_t value,
                     uint32_t skip)
{
    put(writer, place | kind << CROSSING_KIND_SHIFT | skip << CROSSING_SKIP_SHIFT |
                    (uint32_t)value << CROSSING_VALUE_SHIFT);
}

/* LIST of the registers of MASK from OFFSET on. BASE moves if OFFSET is too large for the step. */
static void put_list(struct writer *writer, uint32_t mask, unsigned kind, int32_t offset)
{
    int32_t left = offset - writer->moved;

    if (left < -LIST_OFFSET_MAX || left > LIST_OFFSET_MAX || left % 4) {
        put_step(writer, CROSSING_BASE, CROSSING_NUMBER, left, 0);
        writer->moved = offset;
        left = 0;
    }
    put(writer, CROSSING_LIST | kind << CROSSING_KIND_SHIFT | mask << CROSSING_LIST_MASK_SHIFT |
                    (uint32_t)(left / 4) << CROSSING_LIST_OFFSET_SHIFT);
}

/* ---- registers ------------------------------------------------------------------------------- */

/* The place number of crossing_format.h. s16-s31 have none. */
static unsigned place_of(const struct task_layout *layout, unsigned place)
{
    bool is_user = place == TASK_USER_SP || place == TASK_USER_LR;
    bool is_sp = place == TASK_SP || place == TASK_USER_SP;
    unsigned bank = is_user ? BOBBIN_BANK_USR : layout->bank;

    if ((!is_sp && place != TASK_LR && !is_user) || bank == BANK_ENTERED)
        return place; /* 0..16 are equal in both */
    return bank + (is_sp ? (unsigned)CROSSING_BANK_SP : (unsigned)CROSSING_BANK_LR);
}

_Static_assert((int)TASK_PC == CROSSING_PC && (int)TASK_PSR == CROSSING_PSR, "equal in both");

static bool is_word(const struct task_layout *layout, unsigned place, bool of_block)
{
    return layout->value[place].kind == TASK_WORD && layout->value[place].of_block == of_block;
}

/* Whether a list can load PLACE: it is no bank register, and not sp. */
static bool is_listed(const struct task_layout *layout, unsigned place, bool of_block)
{
    return place <= TASK_PSR && place != TASK_SP && is_word(layout, place, of_block) &&
           place_of(layout, place) == place;
}

/* Writes r0-r12, lr, pc and psr in lists of consecutive words. */
static void put_lists(struct writer *writer, const struct task_layout *layout, bool of_block)
{
    uint32_t mask = 0;
    int32_t start = 0, next = 0;

    for (unsigned place = 0; place <= TASK_PSR; place++) {
        if (!is_listed(layout, place, of_block))
            continue;
        if (mask && layout->value[place].offset != next) {
            put_list(writer, mask, CROSSING_LIST_LOAD, start);
            mask = 0;
        }
        if (!mask)
            start = layout->value[place].offset;
        mask |= 1u << place;
        next = layout->value[place].offset + 4;
    }
    if (mask)
        put_list(writer, mask, CROSSING_LIST_LOAD, start);
}

/* Whether both halves of d(8 + NUMBER) are saved as one double. */
static bool is_double(const struct task_layout *layout, unsigned number, bool of_block)
{
    unsigned low = TASK_S16 + 2 * number;

    return is_word(layout, low, of_block) && is_word(layout, low + 1, of_block) &&
           layout->value[low + 1].offset == layout->value[low].offset + 4;
}

static void put_doubles(struct writer *writer, const struct task_layout *layout, bool of_block)
{
    uint32_t mask = 0;
    int32_t start = 0, next = 0;

    for (unsigned number = 0; number < 8; number++) {
        int32_t offset = layout->value[TASK_S16 + 2 * number].offset;
        if (!is_double(layout, number, of_block))
            continue;
        if (mask && offset != next) {
            put_list(writer, mask, RESUME_LIST_DOUBLES, start);
            mask = 0;
        }
        if (!mask)
            start = offset;
        mask |= 1u << number;
        next = offset + 8;
    }
    if (mask)
        put_list(writer, mask, RESUME_LIST_DOUBLES, start);
}

/* Writes what LAYOUT takes from the block or from POINTER. BASE must be the same. */
static void put_registers(struct writer *writer, const struct task_layout *layout, bool of_block)
{
    for (unsigned place = 0; place < TASK_PLACES; place++) {
        const struct task_value *value = &layout->value[place];
        bool is_half = place >= TASK_S16 && place < TASK_USER_SP;
        if (value->kind == TASK_LOST || value->of_block != of_block || is_half ||
            is_listed(layout, place, of_block))
            continue;
        put_step(writer, place_of(layout, place),
                 value->kind == TASK_WORD ? CROSSING_SLOT : CROSSING_NUMBER,
                 value->offset - writer->moved, 0);
    }
    put_lists(writer, layout, of_block);
    put_doubles(writer, layout, of_block);
}

/* ---- tests ----------------------------------------------------------------------------------- */

/* The outcome of TEST for LAYOUT: 1 the word is its number, 0 it is not, -1 it does not matter. */
static int outcome(const struct task_layout *layout, const struct task_test *test)
{
    for (unsigned i = 0; i < layout->tests_count; i++)
        if (layout->test[i].of_block == test->of_block && layout->test[i].offset == test->offset &&
            layout->test[i].number == test->number && layout->test[i].mask == test->mask)
            return layout->test[i].is_equal;
    return -1;
}

/* A test that two of the layouts in the set LEFT answer differently; NULL: none. */
static const struct task_test *find_test(const struct writer *writer, uint32_t left, bool of_block)
{
    const struct task_rule *rule = writer->rule;

    for (unsigned i = 0; i < rule->layouts_count; i++)
        for (unsigned t = 0; (left >> i & 1) && t < rule->layout[i].tests_count; t++) {
            const struct task_test *test = &rule->layout[i].test[t];
            for (unsigned j = 0; j < rule->layouts_count; j++)
                if ((left >> j & 1) && test->of_block == of_block &&
                    outcome(&rule->layout[j], test) == !test->is_equal)
                    return test;
        }
    return NULL;
}

/* Those layouts of the set LEFT that TEST allows if its outcome is IS_EQUAL. */
static uint32_t allowed(const struct writer *writer, uint32_t left, const struct task_test *test,
                        bool is_equal)
{
    for (unsigned i = 0; i < writer->rule->layouts_count; i++)
        if (outcome(&writer->rule->layout[i], test) == !is_equal)
            left &= ~(1u << i);
    return left;
}

static void put_layouts(struct writer *writer, uint32_t left);

/* Writes TEST, then those layouts of the set LEFT for which it fails, then the others. */
static void put_test(struct writer *writer, uint32_t left, const struct task_test *test)
{
    struct writer before = *writer;
    uint32_t at = writer->program->count, first, skipped;

    if (test->number != 0 && test->number != 1)
        writer->reason = "a word is compared with a number other than 0 and 1";
    put_step(writer,
             test->mask ? (unsigned)RESUME_SKIP_CLEAR
                        : CROSSING_SKIP_ZERO + (unsigned)test->number % 2,
             CROSSING_SLOT, test->offset - writer->moved, 0);
    if (test->mask)
        put(writer, test->mask);
    first = writer->program->count;
    put_layouts(writer, allowed(writer, left, test, false));
    skipped = writer->program->count - first;
    if (skipped > SKIP_MAX)
        writer->reason = "the rule is too long";
    else if (at < TASK_PROGRAM_MAX)
        writer->program->word[at] |= skipped << CROSSING_SKIP_SHIFT;
    writer->moved = before.moved;
    writer->is_at_pointer = before.is_at_pointer;
    put_layouts(writer, allowed(writer, left, test, true));
}

/* Registers in the block come before those at POINTER: the layouts of LEFT must agree on them. */
static void move_to_pointer(struct writer *writer, uint32_t left)
{
    const struct task_layout *first = &writer->rule->layout[__builtin_ctz(left)];

    for (unsigned place = 0; place < TASK_PLACES; place++)
        for (unsigned i = 0; i < writer->rule->layouts_count; i++) {
            const struct task_value *a = &first->value[place];
            const struct task_value *b = &writer->rule->layout[i].value[place];
            bool matters =
                (a->kind != TASK_LOST && a->of_block) || (b->kind != TASK_LOST && b->of_block);
            if ((left >> i & 1) && matters &&
                (a->kind != b->kind || a->of_block != b->of_block || a->offset != b->offset))
                writer->reason = "layouts differ in words of the control block";
        }
    put_registers(writer, first, true);
    if (writer->rule->handle == TASK_HANDLE_BLOCK)
        put_step(writer, CROSSING_BASE, CROSSING_SLOT, writer->rule->block_offset - writer->moved,
                 0);
    writer->is_at_pointer = true;
    writer->moved = 0;
}

/* Writes the program for the layouts of the set LEFT. */
static void put_layouts(struct writer *writer, uint32_t left)
{
    const struct task_test *test = find_test(writer, left, !writer->is_at_pointer);
    const struct task_layout *layout;

    if (!left || writer->reason) {
        writer->reason = writer->reason ? writer->reason : "no layout is left for some tests";
    } else if (test) {
        put_test(writer, left, test);
    } else if (!writer->is_at_pointer) {
        move_to_pointer(writer, left);
        put_layouts(writer, left);
    } else {
        layout = &writer->rule->layout[__builtin_ctz(left)];
        put_registers(writer, layout, false);
        put_step(writer, CROSSING_END, 0, layout->is_call << CROSSING_END_RETURN_SHIFT, 0);
    }
}

const char *task_program_make(const struct task_rule *rule, struct task_program *program)
{
    struct writer writer = {.rule = rule, .program = program};

    program->count = 0;
    put_layouts(&writer, (1u << rule->layouts_count) - 1);
    return writer.reason;
}
