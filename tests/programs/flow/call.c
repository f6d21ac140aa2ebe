/* SPDX-License-Identifier: MIT */
#include "flow.h"

typedef bool visitor(void *context, uint32_t value);
typedef uint32_t (*action)(uint32_t);

struct sum {
    uint32_t total, seen, limit;
};

APART static bool add_up(void *context, uint32_t value)
{
    struct sum *sum = context;

    sum->total += value;
    return ++sum->seen < sum->limit;
}

APART static bool count_odd(void *context, uint32_t value)
{
    *(uint32_t *)context += value % 2;
    return true;
}

APART static uint32_t visit(const uint32_t *values, uint32_t count, visitor *visitor, void *context)
{
    uint32_t i = 0;

    while (i < count && visitor(context, values[i]))
        i++;
    return i;
}

static uint32_t twice(uint32_t x)
{
    return 2 * x;
}

static uint32_t square(uint32_t x)
{
    return x * x;
}

static uint32_t add_one(uint32_t x)
{
    return x + 1;
}

static action const actions[] = {twice, square, add_one, square};

APART static uint32_t chain(uint32_t x, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        x = actions[i % 4](x);
    return x;
}

/* Each state is a function that returns the next state. */
struct state {
    struct state (*next)(uint32_t letter);
};

static struct state in_word(uint32_t letter);

APART static struct state in_gap(uint32_t letter)
{
    return (struct state){letter == ' ' ? in_gap : in_word};
}

APART static struct state in_word(uint32_t letter)
{
    return (struct state){letter == ' ' ? in_gap : in_word};
}

APART static uint32_t count_words(const char *text)
{
    struct state state = {in_gap};
    uint32_t words = 0;

    for (; *text; text++) {
        struct state next = state.next((uint8_t)*text);

        words += state.next == in_gap && next.next == in_word;
        state = next;
    }
    return words;
}

void flow_call(uint32_t round)
{
    uint32_t values[] = {1, 2, 3, 4, round, 6}, odd = 0;
    struct sum sum = {.limit = 4};

    CHECK(visit(values, 6, add_up, &sum) == 3);
    CHECK(sum.total == 10);
    CHECK(visit(values, 6, count_odd, &odd) == 6);
    CHECK(odd == 2 + round % 2);
    CHECK(chain(3, 4) == 37 * 37);
    CHECK(count_words(" a few words ") == 3);
}
