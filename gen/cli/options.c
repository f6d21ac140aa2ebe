/* SPDX-License-Identifier: MIT */
#include "cli/options.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/verb.h"
#include "table/table.h"
#include "util/diag.h"
#include "util/memory.h"
#include "util/suggestion.h"

#define TOP_DEFAULT 30

/* getopt_long returns LONG_OPTION + the number of the option in the list of the parser. */
#define LONG_OPTION 256
#define OPTIONS_MAX 40

struct parser {
    const struct verb *verb;
    const struct verb_option *options[OPTIONS_MAX];
    size_t count;
    struct option known[OPTIONS_MAX + 1]; /* the same for getopt_long */
    char letters[2 * OPTIONS_MAX + 3];
};

bool options_number(double *number, const char *text, double max)
{
    char *rest;

    *number = strtod(text, &rest);
    return rest != text && !*rest && *number >= 0 && *number <= max;
}

/* ---- what the verb knows ----------------------------------------------------------------- */

static const struct verb_option help_option = {.name = "help", .letter = 'h'};

static void add_option(struct parser *parser, const struct verb_option *option)
{
    size_t letters = strlen(parser->letters);

    parser->known[parser->count] = (struct option){
        .name = option->name,
        .has_arg = option->argument ? required_argument : no_argument,
        .val = LONG_OPTION + (int)parser->count,
    };
    parser->options[parser->count++] = option;
    if (option->letter)
        parser->letters[letters++] = option->letter;
    if (option->letter && option->argument)
        parser->letters[letters++] = ':';
}

static void begin(struct parser *parser, const struct verb *verb)
{
    /* "+": options after the first operand belong to the command. */
    *parser = (struct parser){.verb = verb};
    strcpy(parser->letters, verb->takes_command ? "+:" : ":");
    add_option(parser, &help_option);
    for (const struct option_group *group = verb->options; group->title; group++)
        for (const struct verb_option *option = group->options; option->name; option++)
            add_option(parser, option);
}

/* FOUND is what getopt_long returned. */
static const struct verb_option *option_found(const struct parser *parser, int found)
{
    if (found >= LONG_OPTION)
        return parser->options[found - LONG_OPTION];
    for (size_t i = 0; i < parser->count; i++)
        if (parser->options[i]->letter == found)
            return parser->options[i];
    return NULL;
}

/* ---- messages ---------------------------------------------------------------------------- */

static int unknown_option(const struct parser *parser, const char *word)
{
    char name[64];
    char similar[SUGGESTION_TEXT_BYTES];
    struct suggestion suggestion;
    bool is_long = strncmp(word, "--", 2) == 0;

    snprintf(name, sizeof(name), "%.*s", is_long ? (int)strcspn(word + 2, "=") : 0, word + 2);
    suggestion_begin(&suggestion, name);
    for (size_t i = 0; is_long && i < parser->count; i++)
        suggestion_consider(&suggestion, parser->options[i]->name);
    if (suggestion.best)
        snprintf(similar, sizeof(similar), "; did you mean '--%s'?", suggestion.best);
    else
        snprintf(similar, sizeof(similar), "; `bobbin help %s` lists all", parser->verb->name);
    diag_error(parser->verb->name, "unknown option '%s'%s", word, similar);
    return STATUS_USAGE;
}

static int invalid_argument(const struct parser *parser, const struct verb_option *option,
                            const char *argument)
{
    char similar[SUGGESTION_TEXT_BYTES];
    struct suggestion suggestion;

    suggestion_begin(&suggestion, argument);
    for (size_t i = 0; option->choice && option->choice(i); i++)
        suggestion_consider(&suggestion, option->choice(i));
    diag_error(parser->verb->name, "--%s: '%s' is not %s%s", option->name, argument,
               option->expected, suggestion_text(&suggestion, "", similar));
    return STATUS_USAGE;
}

static int usage_error(const struct verb *verb, const char *what)
{
    diag_error(verb->name, "%s; see `bobbin help %s`", what, verb->name);
    return STATUS_USAGE;
}

/* ---- parsing ----------------------------------------------------------------------------- */

/* Stores ARGUMENT of OPTION. Returns false if it is invalid. */
static bool store(struct options *options, const struct verb_option *option, char *argument)
{
    char *member = (char *)options + option->offset;
    struct words *words = (struct words *)(void *)member;

    switch (option->kind) {
    case OPTION_FLAG:
        *(bool *)member = true;
        return true;
    case OPTION_WORD:
        *(const char **)(void *)member = argument;
        return true;
    case OPTION_WORDS:
        array_push(words->items, words->count, words->capacity, argument);
        return true;
    default:
        return option->take(options, argument);
    }
}

static int take_option(const struct parser *parser, struct options *options, int found, char **argv)
{
    const struct verb_option *option = option_found(parser, found);

    if (found == ':') {
        diag_error(parser->verb->name, "%s needs an argument; see `bobbin help %s`",
                   argv[optind - 1], parser->verb->name);
        return STATUS_USAGE;
    }
    if (!option)
        return unknown_option(parser, argv[optind - 1]);
    if (option == &help_option)
        return OPTIONS_HELP;
    return store(options, option, optarg) ? STATUS_GOOD : invalid_argument(parser, option, optarg);
}

static int take_operands(struct options *options, const struct verb *verb, int argc, char **argv)
{
    if (verb->takes_command) {
        options->operands = argv + optind;
        options->operands_count = (size_t)(argc - optind);
        return STATUS_GOOD;
    }
    if (options->images.count == 0 && optind < argc)
        array_push(options->images.items, options->images.count, options->images.capacity,
                   argv[optind++]);
    if (options->images.count == 0)
        return usage_error(verb, "no IMAGE is given");
    options->operands = argv + optind;
    options->operands_count = (size_t)(argc - optind);
    if (options->operands_count > verb->operands_max) {
        diag_error(verb->name, "'%s' is one argument too many; see `bobbin help %s`",
                   argv[optind + (int)verb->operands_max], verb->name);
        return STATUS_USAGE;
    }
    return options->operands_count < verb->operands_min ? usage_error(verb, verb->operands_missing)
                                                        : STATUS_GOOD;
}

bool options_take_top(struct options *options, const char *argument)
{
    char *rest;

    options->top = strtoul(argument, &rest, 10);
    return rest != argument && !*rest && argument[0] >= '0' && argument[0] <= '9';
}

int options_parse(struct options *options, const struct verb *verb, int argc, char **argv)
{
    struct parser parser;
    const char *conflict = NULL;
    int status = STATUS_GOOD;
    int found;

    *options = (struct options){.require = -1, .budget_bytes = TABLE_BUDGET, .top = TOP_DEFAULT};
    begin(&parser, verb);
    opterr = 0;
    optind = 1;
    while (status == STATUS_GOOD &&
           (found = getopt_long(argc, argv, parser.letters, parser.known, NULL)) != -1)
        status = take_option(&parser, options, found, argv);
    if (status == STATUS_GOOD)
        status = take_operands(options, verb, argc, argv);
    if (status == STATUS_GOOD && verb->conflict)
        conflict = verb->conflict(options);
    return conflict ? usage_error(verb, conflict) : status;
}

void options_free(struct options *options)
{
    free(options->images.items);
    free(options->roots.items);
    free(options->debug_files.items);
    free(options->source_dirs.items);
    free(options->source_maps.items);
    free(options->vectors.items);
    free(options->comes_back.items);
    free(options->task_handles.items);
    free(options->task_arrays.items);
    free(options->resume.items);
    free(options->contexts.items);
    *options = (struct options){0};
}
