/* SPDX-License-Identifier: MIT */
/*
 * A firmware with tasks and interrupts, which is sampled while it works. The command line has
 * words: irq, fiq, both     the interrupts that take samples; default: no samples period=N jitter=N
 * of the sampling timer, in its ticks rounds=N lines=N   the amount of work tick=N
 * microseconds between two ticks of the system deep=N             adds stacks with N more frames
 * memory=N ring=N costs=N budget=N run=N sampling_options and bobbin_profile_config save=FILE
 * writes the capture to FILE, and one taken during sampling to FILE.live dump=FILE          writes
 * all data in RAM to FILE send               sends the capture as log lines reset
 * discards all samples half-way
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board.h"
#include "dump.h"
#include "handlers/handlers.h"
#include "tasks.h"
#include "work.h"

static struct {
    struct sampling_options sampling;
    uint32_t rounds, lines, tick, deep;
    char save[128], dump[128];
    bool send, reset;
} options = {.sampling = {.period_ticks = 997, .jitter_ticks = 311, .memory_bytes = 65536},
             .rounds = 20,
             .lines = 100,
             .tick = 23};

static uint32_t wrong;
static volatile uint32_t deep_sum;

static bool number_option(const char *word, const char *name, uint32_t *out)
{
    size_t length = strlen(name);

    if (strncmp(word, name, length) != 0 || word[length] != '=')
        return false;
    *out = (uint32_t)strtoul(word + length + 1, NULL, 10);
    return true;
}

static bool text_option(const char *word, const char *name, char *out, size_t size)
{
    size_t length = strlen(name);

    if (strncmp(word, name, length) != 0 || word[length] != '=')
        return false;
    snprintf(out, size, "%s", word + length + 1);
    return true;
}

static bool sampling_option(const char *word)
{
    static const char *const kinds[] = {"none", "irq", "fiq", "both"};

    for (int i = 0; i < 4; i++)
        if (strcmp(word, kinds[i]) == 0) {
            options.sampling.kind = (enum sampling)i;
            return true;
        }
    return number_option(word, "period", &options.sampling.period_ticks) ||
           number_option(word, "jitter", &options.sampling.jitter_ticks) ||
           number_option(word, "memory", &options.sampling.memory_bytes) ||
           number_option(word, "ring", &options.sampling.ring) ||
           number_option(word, "costs", &options.sampling.costs) ||
           number_option(word, "budget", &options.sampling.cost_max) ||
           number_option(word, "run", &options.sampling.run);
}

static bool read_word(const char *word)
{
    if (strcmp(word, "send") == 0)
        return options.send = true;
    if (strcmp(word, "reset") == 0)
        return options.reset = true;
    return sampling_option(word) || number_option(word, "rounds", &options.rounds) ||
           number_option(word, "lines", &options.lines) ||
           number_option(word, "tick", &options.tick) ||
           number_option(word, "deep", &options.deep) ||
           text_option(word, "save", options.save, sizeof(options.save) - sizeof(".live")) ||
           text_option(word, "dump", options.dump, sizeof(options.dump));
}

static bool read_options(void)
{
    char line[BOARD_COMMAND_LINE_MAX];
    bool good = true;

    snprintf(line, sizeof(line), "%s", board_command_line());
    for (char *word = strtok(line, " "); word; word = strtok(NULL, " "))
        if (!read_word(word)) {
            printf("not understood: %s\n", word);
            good = false;
        }
    return good;
}

static void calculate(void)
{
    for (uint32_t i = 0; i < options.rounds; i++) {
        wrong += sort_round(i);
        task_wait(NULL);
        wrong += float_round(i) == 0;
        if (options.deep)
            deep_sum += deep_round(options.deep, i);
        task_wait(NULL);
        if (options.reset && i == options.rounds / 2)
            bobbin_profile_reset(&sampling_profile);
    }
}

static void parse(void)
{
    char line[LINE_MAX];

    for (;;) {
        task_wait(producer_ready);
        if (!producer_take(line))
            return;
        parse_line(line);
    }
}

static void work(void)
{
    static struct task calculator, parser;

    tasks_add(&calculator, "calculator", calculate);
    tasks_add(&parser, "parser", parse);
    producer_start(options.tick, options.lines);
    __asm__ volatile("cpsie if" ::: "memory");
    sampling_start();
    tasks_run();
}

static void save(const char *suffix)
{
    char path[sizeof(options.save)];

    if (!options.save[0])
        return;
    snprintf(path, sizeof(path), "%s%s", options.save, suffix);
    if (!bobbin_capture_save(&sampling_profile, path)) {
        printf("%s cannot be written\n", path);
        wrong++;
    }
}

int main(void)
{
    uint32_t start;

    if (!read_options() || !sampling_open(&options.sampling))
        return EXIT_FAILURE;
    start = board_now();
    work();
    save(".live");
    sampling_stop();
    start = board_now() - start;
    save("");
    if (options.dump[0])
        wrong += !dump_memory(options.dump);
    if (options.send)
        bobbin_capture_send(&sampling_profile);
    printf("%lu cycles, %lu samples, parsed %08lx, produced %08lx, lost %lu, wrong %lu\n",
           (unsigned long)start, (unsigned long)sampling_profile.counters[PROFILE_COUNTER_TAKEN],
           (unsigned long)parse_checksum(), (unsigned long)producer_checksum,
           (unsigned long)producer_lost, (unsigned long)wrong);
    return wrong == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
