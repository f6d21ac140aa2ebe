/* SPDX-License-Identifier: MIT */
#include "tasks/task_text.h"

#include <stdarg.h>
#include <stdio.h>

#include "rows/mode_banks.h"

struct writer {
    char *text;
    size_t size, used;
};

static __attribute__((format(printf, 2, 3))) void add(struct writer *writer, const char *format,
                                                      ...)
{
    size_t left = writer->size - writer->used;
    va_list arguments;
    int bytes;

    va_start(arguments, format);
    bytes = vsnprintf(writer->text + writer->used, left, format, arguments);
    va_end(arguments);
    if (bytes > 0)
        writer->used += (size_t)bytes < left ? (size_t)bytes : left - 1;
}

static struct writer begin(char *text, size_t text_size)
{
    text[0] = '\0';
    return (struct writer){.text = text, .size = text_size};
}

static void add_address(struct writer *writer, bool of_block, int32_t offset)
{
    add(writer, "%s", of_block ? "block" : "pointer");
    if (offset)
        add(writer, " %c %d", offset < 0 ? '-' : '+', offset < 0 ? -offset : offset);
}

const char *task_text_handle(const struct task_rule *rule, char *text, size_t text_size)
{
    struct writer writer = begin(text, text_size);

    if (rule->handle == TASK_HANDLE_BLOCK) {
        add(&writer, "handle: block, pointer = [");
        add_address(&writer, true, rule->block_offset);
        add(&writer, "]");
    } else {
        add(&writer, "handle: pointer");
    }
    return text;
}

const char *task_text_tests(const struct task_layout *layout, char *text, size_t text_size)
{
    struct writer writer = begin(text, text_size);

    for (unsigned i = 0; i < layout->tests_count; i++) {
        const struct task_test *test = &layout->test[i];
        add(&writer, "%s[", i ? " and " : "");
        add_address(&writer, test->of_block, test->offset);
        if (test->mask)
            add(&writer, "] & 0x%x is %s0", test->mask, test->is_equal ? "" : "not ");
        else
            add(&writer, "] is %s%d", test->is_equal ? "" : "not ", test->number);
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

static void add_name(struct writer *writer, const struct task_layout *layout, unsigned place)
{
    static const char *const names[] = {"sp", "lr", "pc", "psr"};
    static const char *const banks[] = {"_usr", "_fiq", "_irq", "_svc", "_mon",
                                        "_abt", "_hyp", "_und", ""};

    if (place < TASK_SP)
        add(writer, "r%u", place);
    else if (place <= TASK_LR)
        add(writer, "%s%s", names[place - TASK_SP], banks[layout->bank]);
    else if (place < TASK_S16)
        add(writer, "%s", names[place - TASK_SP]);
    else if (is_half_double(place))
        add(writer, "s%u", place - TASK_S16 + 16);
    else
        add(writer, "%s_usr", names[place - TASK_USER_SP]);
}

const char *task_text_place(const struct task_layout *layout, unsigned place, char *text,
                            size_t text_size)
{
    struct writer writer = begin(text, text_size);

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
static void add_run(struct writer *writer, const struct task_layout *layout, unsigned first,
                    unsigned last)
{
    bool doubles =
        is_half_double(first) && (first - TASK_S16) % 2 == 0 && (last - TASK_S16) % 2 == 1;

    if (doubles) {
        add(writer, "d%u", (first - TASK_S16) / 2 + 8);
        if (last > first + 1)
            add(writer, "-d%u", (last - TASK_S16) / 2 + 8);
        return;
    }
    add_name(writer, layout, first);
    if (last == first)
        return;
    add(writer, "-");
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
    struct writer writer = begin(text, text_size);
    unsigned first = 0;

    while (first < TASK_PLACES && ((*done >> first & 1) || layout->value[first].kind == TASK_LOST))
        first++;
    if (first == TASK_PLACES)
        return NULL;
    for (unsigned place = first; place < TASK_PLACES;) {
        unsigned last = end_of_run(layout, place);
        add(&writer, "%s", place == first ? "" : ", ");
        add_run(&writer, layout, place, last);
        *done |= (1ull << (last + 1)) - (1ull << place);
        place = next_in_memory(layout, last, *done);
    }
    add(&writer, layout->value[first].kind == TASK_WORD ? " at " : " = ");
    add_address(&writer, layout->value[first].of_block, layout->value[first].offset);
    return text;
}
