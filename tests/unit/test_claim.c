/* SPDX-License-Identifier: MIT */
/* Which processor reports: claim.c with the processors as coroutines that switch at each access to
   shared memory. All orders of two processors, and random orders of three. */
#define BOBBIN_PROCESSORS 3
#define BOBBIN_PROCESSOR_HINTS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

#include <cmocka.h>

static uint32_t shared_load(const volatile uint32_t *word);
static void shared_store(volatile uint32_t *word, uint32_t value);
static void memory_barrier(void);
static void give_way(void);

#include "port/processors/claim.c"

enum { STACK_BYTES = 64 * 1024, CHOICES_MAX = 256, RANDOM_ORDERS = 20000 };

static struct processor {
    ucontext_t context;
    char stack[STACK_BYTES];
    bool running, won, waits;
} processors[BOBBIN_PROCESSORS];
static ucontext_t scheduler;
static uint32_t current, count;

/* Which of the processors that can run goes on, for each access; the last choices are 0. */
static uint8_t choices[CHOICES_MAX], choices_of[CHOICES_MAX];
static uint32_t choices_count, choices_given;

static void access_memory(void)
{
    swapcontext(&processors[current].context, &scheduler);
}

static uint32_t shared_load(const volatile uint32_t *word)
{
    access_memory();
    return *word;
}

static void shared_store(volatile uint32_t *word, uint32_t value)
{
    access_memory();
    *word = value;
}

static void memory_barrier(void)
{
}

/* Runs another processor, if there is one. */
static void give_way(void)
{
    processors[current].waits = true;
    access_memory();
}

static void run(void)
{
    processors[current].won = bobbin_claim(current);
    processors[current].running = false;
    swapcontext(&processors[current].context, &scheduler);
}

static void start(uint32_t number)
{
    struct processor *processor = &processors[number];

    getcontext(&processor->context);
    processor->context.uc_stack.ss_sp = processor->stack;
    processor->context.uc_stack.ss_size = sizeof(processor->stack);
    processor->context.uc_link = NULL;
    makecontext(&processor->context, run, 0);
    processor->running = true;
    processor->won = processor->waits = false;
}

/* Stores the processors that may run next to READY: those that do not wait, or all if all wait. */
static uint32_t ready_ones(uint32_t *ready)
{
    uint32_t found = 0;

    for (uint32_t waits = 0; waits <= 1 && found == 0; waits++)
        for (uint32_t i = 0; i < count; i++)
            if (processors[i].running && processors[i].waits <= waits)
                ready[found++] = i;
    for (uint32_t i = 0; i < count; i++)
        processors[i].waits = false;
    return found;
}

static uint32_t choose(uint32_t of)
{
    if (of == 1)
        return 0;
    assert_true(choices_count < CHOICES_MAX);
    if (choices_count >= choices_given)
        choices[choices_count] = 0;
    choices_of[choices_count] = (uint8_t)of;
    return choices[choices_count++] % of;
}

/* Runs all processors to the end of their claim. Returns how many report. */
static uint32_t run_all(void)
{
    uint32_t ready[BOBBIN_PROCESSORS], found, winners = 0;

    choices_count = 0;
    memset((void *)(uintptr_t)claims, 0, sizeof(claims));
    for (uint32_t i = 0; i < count; i++)
        start(i);
    while ((found = ready_ones(ready)) > 0) {
        current = ready[choose(found)];
        swapcontext(&scheduler, &processors[current].context);
    }
    for (uint32_t i = 0; i < count; i++)
        winners += processors[i].won;
    return winners;
}

/* The next order after the last run. False after the last one. */
static bool next_order(void)
{
    while (choices_count > 0 && choices[choices_count - 1] + 1 == choices_of[choices_count - 1])
        choices_count--;
    if (choices_count == 0)
        return false;
    choices[choices_count - 1]++;
    choices_given = choices_count;
    return true;
}

static void one_of_two_reports_in_all_orders(void **state)
{
    uint32_t orders = 0;

    (void)state;
    count = 2;
    choices_given = 0;
    do {
        assert_int_equal(run_all(), 1);
        orders++;
    } while (next_order());
    assert_true(orders > 1000);
}

static void one_of_three_reports_in_random_orders(void **state)
{
    (void)state;
    count = 3;
    srand(1);
    for (uint32_t i = 0; i < RANDOM_ORDERS; i++) {
        for (uint32_t k = 0; k < CHOICES_MAX; k++)
            choices[k] = (uint8_t)(rand() >> 8);
        choices_given = CHOICES_MAX;
        assert_int_equal(run_all(), 1);
    }
}

/* As main: no other processor runs. */
static bool claim_alone(uint32_t number)
{
    count = BOBBIN_PROCESSORS;
    start(number);
    while (processors[number].running) {
        current = number;
        swapcontext(&scheduler, &processors[number].context);
    }
    return processors[number].won;
}

static void the_reporter_keeps_its_claim_until_it_releases_it(void **state)
{
    (void)state;
    memset((void *)(uintptr_t)claims, 0x5a, sizeof(claims)); /* garbage is no claim */
    assert_true(claim_alone(1));
    assert_true(claim_alone(1));
    assert_false(claim_alone(0));
    assert_false(claim_alone(2));
    claims[1] = 0;
    assert_true(claim_alone(2));
    assert_false(claim_alone(1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_of_two_reports_in_all_orders),
        cmocka_unit_test(one_of_three_reports_in_random_orders),
        cmocka_unit_test(the_reporter_keeps_its_claim_until_it_releases_it),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
