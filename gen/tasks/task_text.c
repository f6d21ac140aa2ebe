/* SPDX-License-Identifier: MIT */
#include "tasks/task_text.h"

#include "rows/mode_banks.h"
#include "util/text_writer.h"

static void add_address(struct text_writer *writer, bool of_block, int32_t offset)
{
    text_add(writer, "%s", of_block ? "block" : "pointer");
    if (offset)
        text_add(writer, " %c %d", offset < 0 ? '-' : '+', offset < 0 ? -offset : offset);
}

const char *task_text_handle(const struct task_rule *rule, char *text, size_t text_size)
{
    struct text_writer writer = text_begin(text, text_size);

    if (rule->handle == TASK_HANDLE_BLOCK) {
        text_add(&writer, "handle: block, pointer = [");
        add_address(&writer, true, rule->block_offset);
        text_add(&writer, "]");
    } else {
        text_add(&writer, "handle: pointer");
    }
    return text;
}

const char *task_text_tests(const struct task_layout *layout, char *text, size_t text_size)
{
    struct text_writer writer = text_begin(text, text_size);

    for (unsigned i = 0; i < layout->tests_count; i++) {
        const struct task_test *test = &layout->test[i];
        text_add(&writer, "%s[", i ? " and " : "");
        add_address(&writer, test->of_block, test->offset);
        if (test->mask)
            text_add(&writer, "] & 0x%x is %s0", test->mask, test->is_equal ? "" : "not ");
        else
            text_add(&writer, "] is %s%d", test->is_equal ? "" : "not ", test->number);
    }
    return text;
}

/* ---- groups ---------------------------------------------------------------------------------- */

static bool is_half_double(unsigned place)
{
    return place >= TASK_S16 && place < TASK_S16 + 16;
}

/* Whether place B is in the word WORDS words after that of place A. */
static bool follows(const struct task_layout *layout, unsigned a, unsigned b, unsigned words)
{
    const struct task_value *first = &layout->value[a], *second = &layout->value[b];

    return first->kind == TASK_WORD && second->kind == TASK_WORD &&
           first->of_block == second->of_block &&
           second->offset == first->offset + 4 * (int32_t)words;
}

static void add_name(struct text_writer *writer, const struct task_layout *layout, unsigned place)
{
    static const char *const names[] = {"sp", "lr", "pc", "psr"};
    static const char *const banks[] = {"_usr", "_fiq", "_irq", "_svc", "_mon",
                                        "_abt", "_hyp", "_und", ""};

    if (place < TASK_SP)
        text_add(writer, "r%u", place);
    else if (place <= TASK_LR)
        text_add(writer, "%s%s", names[place - TASK_SP], banks[layout->bank]);
    else if (place < TASK_S16)
        text_add(writer, "%s", names[place - TASK_SP]);
    else if (is_half_double(place))
        text_add(writer, "s%u", place - TASK_S16 + 16);
    else
        text_add(writer, "%s_usr", names[place - TASK_USER_SP]);
}

const char *task_text_place(const struct task_layout *layout, unsigned place, char *text,
                            size_t text_size)
{
    struct text_writer writer = text_begin(text, text_size);

    add_name(&writer, layout, place);
    return text;
}

/* Whether a run like "r4-r7" may have LAST and NEXT, which are in consecutive words. */
static bool same_run(unsigned last, unsigned next)
{
    return next == last + 1 && (next < TASK_SP || (is_half_double(last) && is_half_double(next)));
}

/* The last place of the run that starts with FIRST. */
static unsigned end_of_run(const struct task_layout *layout, unsigned first)
{
    unsigned last = first;

    while (same_run(last, last + 1) && follows(layout, last, last + 1, 1))
        last++;
    return last;
}

/* The names of the places from FIRST to LAST: "r4-r11"; "d8-d15" if both ends are whole doubles. */
static void add_run(struct text_writer *writer, const struct task_layout *layout, unsigned first,
                    unsigned last)
{
    bool doubles =
        is_half_double(first) && (first - TASK_S16) % 2 == 0 && (last - TASK_S16) % 2 == 1;

    if (doubles) {
        text_add(writer, "d%u", (first - TASK_S16) / 2 + 8);
        if (last > first + 1)
            text_add(writer, "-d%u", (last - TASK_S16) / 2 + 8);
        return;
    }
    add_name(writer, layout, first);
    if (last == first)
        return;
    text_add(writer, "-");
    add_name(writer, layout, last);
}

/* The place in the word after that of LAST; TASK_PLACES: none. */
static unsigned next_in_memory(const struct task_layout *layout, unsigned last, uint64_t done)
{
    unsigned place = 0;

    while (place < TASK_PLACES && ((done >> place & 1) || !follows(layout, last, place, 1)))
        place++;
    return place;
}

const char *task_text_group(const struct task_layout *layout, uint64_t *done, char *text,
                            size_t text_size)
{
    struct text_writer writer = text_begin(text, text_size);
    unsigned first = 0;

    while (first < TASK_PLACES && ((*done >> first & 1) || layout->value[first].kind == TASK_LOST))
        first++;
    if (first == TASK_PLACES)
        return NULL;
    for (unsigned place = first; place < TASK_PLACES;) {
        unsigned last = end_of_run(layout, place);
        text_add(&writer, "%s", place == first ? "" : ", ");
        add_run(&writer, layout, place, last);
        *done |= (1ull << (last + 1)) - (1ull << place);
        place = next_in_memory(layout, last, *done);
    }
    text_add(&writer, layout->value[first].kind == TASK_WORD ? " at " : " = ");
    add_address(&writer, layout->value[first].of_block, layout->value[first].offset);
    return text;
}
