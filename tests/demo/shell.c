/* SPDX-License-Identifier: MIT */
#include "shell.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "crash.h"
#include "export.h"
#include "labels.h"
#include "zones.h"

/* The words of a command; missing ones are "". */
struct words {
    const char *word[SHELL_WORDS_MAX];
    int count;
};

static bool run_record(struct samples *samples, const struct words *words)
{
    samples_record(samples, (uint32_t)strtoul(words->word[1], NULL, 10));
    return true;
}

static bool run_list(struct samples *samples, const struct words *words)
{
    samples_list(samples, words->count > 1 ? (uint32_t)strtoul(words->word[1], NULL, 10) : 5);
    return true;
}

static enum sort_key sort_key_named(const char *name)
{
    if (strcmp(name, "time") == 0)
        return SORT_TIME;
    return strcmp(name, "sensor") == 0 ? SORT_SENSOR : SORT_CELSIUS;
}

static bool run_sort(struct samples *samples, const struct words *words)
{
    uint32_t comparisons = samples_sort(samples, sort_key_named(words->word[1]));

    printf("  %lu comparisons\n", (unsigned long)comparisons);
    return true;
}

static bool run_stats(struct samples *samples, const struct words *words)
{
    (void)words;
    samples_statistics(samples);
    return true;
}

static bool run_verify(struct samples *samples, const struct words *words)
{
    uint32_t checksum = samples_checksum(samples);

    (void)words;
    printf("  checksum %08lx\n", (unsigned long)checksum);
    return samples_verify(samples, checksum);
}

static bool run_export(struct samples *samples, const struct words *words)
{
    return export_samples(samples, words->word[1]);
}

static bool run_zones(struct samples *samples, const struct words *words)
{
    (void)samples, (void)words;
    zones_print();
    return true;
}

static bool run_label(struct samples *samples, const struct words *words)
{
    bool done = label_set((uint32_t)strtoul(words->word[1], NULL, 10), words->word[2]);

    (void)samples;
    labels_print();
    return done;
}

static bool run_crash(struct samples *samples, const struct words *words)
{
    return crash(samples, words->word[1]);
}

static const struct {
    const char *name;
    bool (*run)(struct samples *samples, const struct words *words);
} commands[] = {
    {"record", run_record}, {"list", run_list},     {"sort", run_sort},
    {"stats", run_stats},   {"verify", run_verify}, {"export", run_export},
    {"zones", run_zones},   {"label", run_label},   {"crash", run_crash},
};

/* Cuts the next text before SEPARATOR off REST, without leading separators. NULL at the end. */
static char *cut(char **rest, char separator)
{
    char *start = *rest;
    char *end;

    while (*start == separator)
        start++;
    if (*start == '\0')
        return NULL;
    for (end = start; *end != '\0' && *end != separator;)
        end++;
    *rest = *end == '\0' ? end : end + 1;
    *end = '\0';
    return start;
}

static void split_words(struct words *words, char *text)
{
    words->count = 0;
    for (int i = 0; i < SHELL_WORDS_MAX; i++) {
        char *word = cut(&text, ' ');

        words->word[i] = word == NULL ? "" : word;
        words->count += word != NULL;
    }
}

static bool run_words(struct samples *samples, const struct words *words)
{
    for (size_t i = 0; i < sizeof(commands) / sizeof(commands[0]); i++)
        if (strcmp(commands[i].name, words->word[0]) == 0)
            return commands[i].run(samples, words);
    return false;
}

static bool run_command(struct samples *samples, char *text)
{
    struct words words;
    bool done;

    split_words(&words, text);
    if (words.count == 0)
        return true;
    printf("> %s %s\n", words.word[0], words.word[1]);
    done = run_words(samples, &words);
    if (!done)
        printf("  %s: no\n", words.word[0]);
    return done;
}

int shell_run(struct samples *samples, const char *line)
{
    char copy[SHELL_LINE_MAX];
    char *rest = copy;
    char *command;
    int failed = 0;

    snprintf(copy, sizeof(copy), "%s", line);
    while ((command = cut(&rest, ';')) != NULL)
        failed += !run_command(samples, command);
    return failed;
}
