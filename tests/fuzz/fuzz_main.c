/* SPDX-License-Identifier: MIT */
/*
 * Runs a fuzzer on numbered inputs: fuzz_X [--inputs N | --seconds N] [--first N]. The first number
 * is FIRST (default 0). Each input depends only on its number. The output is one TAP test.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "fuzz.h"

#define INPUT_BYTES_MAX 512u

static unsigned long current;

/* Defined only if the program is built with a sanitizer. */
void __sanitizer_set_death_callback(void (*callback)(void)) __attribute__((weak));

static void say_which(void)
{
    char text[64];
    int length =
        snprintf(text, sizeof(text), "fuzz: repeat with --first %lu --inputs 1\n", current);

    if (write(STDERR_FILENO, text, (size_t)length) < 0)
        _exit(1);
}

static void on_signal(int number)
{
    say_which();
    signal(number, SIG_DFL);
    raise(number);
}

static void run(unsigned long number)
{
    uint8_t seed[sizeof(number)];
    uint8_t input[INPUT_BYTES_MAX];
    struct fuzz_source source;
    uint32_t size;

    current = number;
    memcpy(seed, &number, sizeof(number));
    fuzz_source_begin(&source, seed, sizeof(seed));
    source.size = 0;
    size = fuzz_below(&source, INPUT_BYTES_MAX);
    for (uint32_t i = 0; i < size; i++)
        input[i] = (uint8_t)fuzz_u32(&source);
    LLVMFuzzerTestOneInput(input, size);
}

static unsigned long option(int argc, char **argv, const char *name, unsigned long otherwise)
{
    for (int i = 1; i + 1 < argc; i++)
        if (strcmp(argv[i], name) == 0)
            return strtoul(argv[i + 1], NULL, 0);
    return otherwise;
}

int main(int argc, char **argv)
{
    unsigned long first = option(argc, argv, "--first", 0);
    unsigned long inputs = option(argc, argv, "--inputs", 20000);
    unsigned long seconds = option(argc, argv, "--seconds", 0);
    time_t end = time(NULL) + (time_t)seconds;
    unsigned long count = 0;
    const char *slash = strrchr(argv[0], '/');

    if (&__sanitizer_set_death_callback)
        __sanitizer_set_death_callback(say_which);
    signal(SIGABRT, on_signal);
    signal(SIGILL, on_signal);
    signal(SIGALRM, on_signal);
    puts("1..1");
    fflush(stdout);
    for (; seconds ? time(NULL) < end : count < inputs; count++) {
        alarm(10);
        run(first + count);
    }
    printf("ok 1 - %s: %lu inputs\n", slash ? slash + 1 : argv[0], count);
    return 0;
}
