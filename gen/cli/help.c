/* SPDX-License-Identifier: MIT */
#include "cli/help.h"

#include <string.h>

#define COLUMNS 80
#define INDENT  2

/* ---- lines ------------------------------------------------------------------------------- */

static unsigned new_line(FILE *out, unsigned indent)
{
    fprintf(out, "\n%*s", (int)indent, "");
    return indent;
}

void help_wrap(FILE *out, const char *text, unsigned column, unsigned indent)
{
    bool starts_line = true;

    while (*text) {
        unsigned length = (unsigned)strcspn(text, " \n");
        if (!starts_line && column + 1 + length > COLUMNS) {
            column = new_line(out, indent);
            starts_line = true;
        }
        column += (unsigned)fprintf(out, "%s%.*s", starts_line ? "" : " ", (int)length, text);
        starts_line = false;
        text += length;
        if (*text == '\n') {
            column = new_line(out, indent);
            starts_line = true;
        }
        text += *text != 0;
    }
    fputc('\n', out);
}

void help_item(FILE *out, const char *word, const char *text)
{
    unsigned column = (unsigned)fprintf(out, "%*s%s", INDENT, "", word);

    if (column + 2 > HELP_TEXT_COLUMN)
        column = new_line(out, HELP_TEXT_COLUMN);
    else
        column += (unsigned)fprintf(out, "%*s", (int)(HELP_TEXT_COLUMN - column), "");
    help_wrap(out, text, column, HELP_TEXT_COLUMN);
}

/* ---- one verb ---------------------------------------------------------------------------- */

static void print_option(FILE *out, const struct verb_option *option)
{
    char word[64];
    int length = 0;

    if (option->letter)
        length = snprintf(word, sizeof(word), "-%c, ", option->letter);
    snprintf(word + length, sizeof(word) - (size_t)length, "--%s%s%s", option->name,
             option->argument ? "=" : "", option->argument ? option->argument : "");
    help_item(out, word, option->text);
}

static void print_options(FILE *out, const struct verb *verb)
{
    for (const struct option_group *group = verb->options; group->title; group++) {
        fprintf(out, "\n%s:\n", group->title);
        for (const struct verb_option *option = group->options; option->name; option++)
            print_option(out, option);
    }
    help_item(out, "-h, --help", "print this help");
}

static void print_section(FILE *out, const struct help_section *section)
{
    fprintf(out, "\n%s:\n", section->title);
    for (const struct help_line *line = section->lines; line->text; line++) {
        if (line->word) {
            help_item(out, line->word, line->text);
            continue;
        }
        fprintf(out, "%*s", INDENT, "");
        help_wrap(out, line->text, INDENT, INDENT);
    }
}

static void print_exit_status(FILE *out, const char *problems, const char *bad_input)
{
    fputs("\nexit status:\n  0  success\n", out);
    fputs("  1  ", out);
    help_wrap(out, problems, 5, 5);
    fputs("  2  wrong usage: a verb, an option or an argument is wrong\n  3  ", out);
    help_wrap(out, bad_input, 5, 5);
}

void help_verb(FILE *out, const struct verb *verb)
{
    for (unsigned i = 0; i < HELP_USAGES_MAX && verb->usage[i]; i++)
        fprintf(out, "%s bobbin %s %s\n", i ? "      " : "usage:", verb->name, verb->usage[i]);
    fputc('\n', out);
    help_wrap(out, verb->description, 0, 0);
    print_options(out, verb);
    for (const struct help_section *section = verb->sections; section && section->title; section++)
        print_section(out, section);
    fputs("\nexamples:\n", out);
    for (unsigned i = 0; i < HELP_EXAMPLES_MAX && verb->examples[i].command; i++)
        fprintf(out, "%s  # %s\n  %s\n", i ? "\n" : "", verb->examples[i].text,
                verb->examples[i].command);
    if (verb->statuses)
        print_section(out, &(struct help_section){"exit status", verb->statuses});
    else
        print_exit_status(out, verb->problems, verb->bad_input);
}

/* ---- all verbs --------------------------------------------------------------------------- */

void help_short(FILE *out)
{
    static const struct verb *const first[] = {&verb_embed, &verb_check, &verb_decode};

    fputs("usage: bobbin VERB IMAGE [options]\n\n", out);
    for (size_t i = 0; i < sizeof(first) / sizeof(first[0]); i++)
        fprintf(out, "  bobbin %-6s IMAGE  %s\n", first[i]->name, first[i]->summary);
    fputs("\n`bobbin help` lists all verbs, `bobbin help VERB` explains one.\n", out);
}

void help_overview(FILE *out)
{
    fputs("usage: bobbin VERB IMAGE [options]\n"
          "       bobbin help [VERB]\n"
          "       bobbin help formats\n"
          "       bobbin --version\n\n",
          out);
    help_wrap(out,
              "Bobbin gives ARM firmware a small unwind table, and turns the crash reports and "
              "profiles of that firmware into text and pictures. IMAGE is the linked firmware, an "
              "ELF file. Data goes to standard output, messages go to standard error.",
              0, 0);
    fputs("\nverbs:\n", out);
    for (size_t i = 0; verbs[i]; i++)
        fprintf(out, "  %-8s  %s\n", verbs[i]->name, verbs[i]->summary);
    fputs("\nmore help:\n"
          "  bobbin help VERB     options, examples and output of a verb\n"
          "  bobbin help formats  the table formats of others, for --format=\n"
          "\nexamples:\n"
          "  bobbin embed firmware.elf --require=100\n"
          "  bobbin decode firmware.elf crash.log\n",
          out);
    print_exit_status(out, "the input was read, and problems were found in it",
                      "a file cannot be read or written, or has invalid contents");
}
