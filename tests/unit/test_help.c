/* SPDX-License-Identifier: MIT */
/* The option tables of all verbs: help and parser agree, and the help fits a terminal. */
#include "cli/help.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cli/table_options.h"
#include "util/diag.h"

#define COLUMNS 80

struct text {
    char *bytes;
    size_t size;
    FILE *out;
};

static void begin(struct text *text)
{
    text->out = open_memstream(&text->bytes, &text->size);
    assert_non_null(text->out);
}

static void end(struct text *text)
{
    assert_int_equal(fclose(text->out), 0);
}

static void assert_fits(const char *text)
{
    for (const char *line = text; *line; line += strcspn(line, "\n") + 1) {
        size_t length = strcspn(line, "\n");
        if (length > COLUMNS || (length && line[length - 1] == ' '))
            fail_msg("too long, or a space at the end: '%.*s'", (int)length, line);
    }
}

static void each_help_fits_a_terminal(void **state)
{
    struct text text;

    (void)state;
    begin(&text);
    help_overview(text.out);
    help_short(text.out);
    help_formats(text.out);
    for (size_t i = 0; verbs[i]; i++)
        help_verb(text.out, verbs[i]);
    end(&text);
    assert_fits(text.bytes);
    free(text.bytes);
}

static void help_formats_lists_each_format(void **state)
{
    struct text text;
    char line[64];

    (void)state;
    begin(&text);
    help_formats(text.out);
    end(&text);
    for (size_t i = 0; table_format_name(i); i++) {
        snprintf(line, sizeof(line), "\n  %s", table_format_name(i));
        for (char *at = strstr(text.bytes, line);; at = strstr(at + 1, line)) {
            assert_non_null(at);
            if (strchr(" \n", at[strlen(line)]))
                break;
        }
    }
    free(text.bytes);
}

/* Parses WORDS, which spaces separate, for VERB. */
static int parse(const struct verb *verb, const char *words, struct options *options,
                 char *(*argv)[16], char **copy)
{
    int argc = 0;

    *copy = strdup(words);
    for (char *word = strtok(*copy, " "); word; word = strtok(NULL, " "))
        (*argv)[argc++] = word;
    (*argv)[argc] = NULL;
    return options_parse(options, verb, argc, *argv);
}

static void assert_parses(const struct verb *verb, const char *words, int status)
{
    struct options options;
    char *argv[16];
    char *copy;

    if (parse(verb, words, &options, &argv, &copy) != status)
        fail_msg("%s: unexpected status", words);
    options_free(&options);
    free(copy);
}

static void each_example_parses(void **state)
{
    static const char program[] = "bobbin ";

    (void)state;
    for (size_t i = 0; verbs[i]; i++)
        for (size_t j = 0; j < HELP_EXAMPLES_MAX && verbs[i]->examples[j].command; j++) {
            const char *command = verbs[i]->examples[j].command;
            assert_memory_equal(command, program, sizeof(program) - 1);
            assert_parses(verbs[i], command + sizeof(program) - 1, STATUS_GOOD);
        }
}

static void each_option_has_what_its_kind_needs(void **state)
{
    (void)state;
    for (size_t i = 0; verbs[i]; i++)
        for (const struct option_group *group = verbs[i]->options; group->title; group++)
            for (const struct verb_option *option = group->options; option->name; option++) {
                char words[100];
                assert_non_null(option->text);
                assert_true(option->kind != OPTION_TAKE || option->take);
                assert_true(option->kind != OPTION_TAKE || !option->argument || option->expected);
                snprintf(words, sizeof(words), "%s --%s", verbs[i]->name, option->name);
                if (option->argument) /* it is missing */
                    assert_parses(verbs[i], words, STATUS_USAGE);
            }
}

static void options_are_stored(void **state)
{
    struct options options;
    char *argv[16];
    char *copy;

    (void)state;
    assert_int_equal(parse(&verb_check,
                           "check a.elf --root=main --root=work --require=99.5 -j --list", &options,
                           &argv, &copy),
                     STATUS_GOOD);
    assert_string_equal(options.images.items[0], "a.elf");
    assert_int_equal(options.roots.count, 2);
    assert_string_equal(options.roots.items[1], "work");
    assert_true(options.require == 99.5);
    assert_true(options.json && options.list && !options.setting_named);
    options_free(&options);
    free(copy);

    assert_int_equal(parse(&verb_profile,
                           "profile -e a.elf --image b.elf one two --top=0 --by=mode", &options,
                           &argv, &copy),
                     STATUS_GOOD);
    assert_int_equal(options.images.count, 2);
    assert_int_equal(options.operands_count, 2);
    assert_string_equal(options.operands[1], "two");
    assert_int_equal(options.top, 0);
    assert_int_equal(options.by, PROFILE_BY_MODE);
    options_free(&options);
    free(copy);
}

static void each_word_of_by_is_taken(void **state)
{
    static const char *const names[] = {"task", "processor", "mode", "interrupt", "image"};
    enum profile_by by = PROFILE_BY_TASK;

    (void)state;
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++, by++) {
        struct options options;
        char *argv[16];
        char *copy;
        char words[100];
        snprintf(words, sizeof(words), "profile a.elf b --by=%s", names[i]);
        assert_int_equal(parse(&verb_profile, words, &options, &argv, &copy), STATUS_GOOD);
        assert_int_equal(options.by, by);
        options_free(&options);
        free(copy);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_help_fits_a_terminal),
        cmocka_unit_test(help_formats_lists_each_format),
        cmocka_unit_test(each_example_parses),
        cmocka_unit_test(each_option_has_what_its_kind_needs),
        cmocka_unit_test(options_are_stored),
        cmocka_unit_test(each_word_of_by_is_taken),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
