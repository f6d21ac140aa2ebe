/* SPDX-License-Identifier: MIT */
/*
 * Crashes in a thread, with an overwritten return address, or after a call by hand. The command
 * line is one word of `crashes` or `calls`.
 */
#include "threads.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "board.h"

static uint32_t stack[512] __attribute__((aligned(8)));

#define NOWHERE 0xcafe0000u

void store_word(uint32_t word, uint32_t *to)
{
    *to = word;
}

/* A data abort. */
__attribute__((noinline)) void crash(void)
{
    *(volatile uint32_t *)NOWHERE = 0;
}

__attribute__((noinline)) static void work(void)
{
    crash();
    puts("still running");
}

static void start(uint32_t return_address)
{
    thread_start(work, stack + sizeof(stack) / sizeof(stack[0]), return_address);
}

/* Threads that must not return get a return address of 0. */
static void zero(void)
{
    start(0);
}

static void exit_function(void)
{
    start((uint32_t)thread_exit);
}

static void exit_function_thumb(void)
{
    start((uint32_t)thread_exit_thumb);
}

static void middle(void)
{
    smash((uint32_t)harmless + HARMLESS_MIDDLE);
}

static const struct {
    const char *name;
    void (*run)(void);
} crashes[] = {
    {"zero", zero},
    {"exit", exit_function},
    {"exit-thumb", exit_function_thumb},
    {"middle", middle},
};

static const struct {
    const char *name;
    void (*call)(void (*run)(void));
} calls[] = {
    {"by-mov", call_by_mov},
    {"by-adr", call_by_adr},
    {"by-literal", call_by_literal},
    {"by-adr-thumb", call_by_adr_thumb},
};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

int main(void)
{
    const char *word = board_command_line();

    for (size_t i = 0; i < COUNT(crashes); i++)
        if (strcmp(crashes[i].name, word) == 0)
            crashes[i].run();
    for (size_t i = 0; i < COUNT(calls); i++)
        if (strcmp(calls[i].name, word) == 0)
            calls[i].call(work);
    printf("no crash; harmless(1) is %lu\n", (unsigned long)harmless(1));
    return 1;
}
