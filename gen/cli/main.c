/* SPDX-License-Identifier: MIT */
/* The tool: finds the verb, or prints help. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "cli/help.h"
#include "core/format/table_format.h"
#include "util/diag.h"
#include "util/suggestion.h"
#include <bobbin/bobbin.h>

/* If the output had an error, the command fails, whatever the status of the verb is. */
static int finish(int status)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return status;
    return diag_error(NULL, "cannot write to standard output: %s", strerror(errno));
}

static const struct verb *verb_named(const char *name)
{
    for (size_t i = 0; verbs[i]; i++)
        if (strcmp(name, verbs[i]->name) == 0)
            return verbs[i];
    return NULL;
}

static int unknown_verb(const char *name, const char *also)
{
    char similar[SUGGESTION_TEXT_BYTES];
    struct suggestion suggestion;

    suggestion_begin(&suggestion, name);
    for (size_t i = 0; verbs[i]; i++)
        suggestion_consider(&suggestion, verbs[i]->name);
    suggestion_consider(&suggestion, also);
    diag_error(NULL, "no verb '%s'%s", name,
               suggestion_text(&suggestion, "; `bobbin help` lists all", similar));
    return STATUS_USAGE;
}

/* bobbin help [TOPIC] */
static int help(const char *topic)
{
    const struct verb *verb = topic ? verb_named(topic) : NULL;

    if (verb)
        help_verb(stdout, verb);
    else if (!topic)
        help_overview(stdout);
    else if (strcmp(topic, "formats") == 0)
        help_formats(stdout);
    else
        return unknown_verb(topic, "formats");
    return STATUS_GOOD;
}

static int print_version(void)
{
    printf("bobbin (Bobbin) %d.%d\ntable format %d.%d\n", BOBBIN_VERSION_MAJOR,
           BOBBIN_VERSION_MINOR, FORMAT_MAJOR, FORMAT_MINOR);
    return STATUS_GOOD;
}

static int run(int argc, char **argv)
{
    const struct verb *verb;

    if (argc < 2) {
        help_short(stderr);
        return STATUS_USAGE;
    }
    verb = verb_named(argv[1]);
    if (verb)
        return verb_execute(verb, argc - 1, argv + 1);
    if (strcmp(argv[1], "help") == 0)
        return help(argc > 2 ? argv[2] : NULL);
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)
        return help(NULL);
    if (strcmp(argv[1], "--version") == 0)
        return print_version();
    return unknown_verb(argv[1], "help");
}

int main(int argc, char **argv)
{
    return finish(run(argc, argv));
}
