/* SPDX-License-Identifier: MIT */
/* bobbin VERB IMAGE [options] */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "cli/verbs.h"
#include "core/format/table_format.h"
#include "util/diag.h"
#include <bobbin/bobbin.h>

static const struct {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *help;
} verbs[] = {
    {"embed", verb_embed, "fill the .bobbin section that the linker reserved, in place"},
    {"table", verb_table, "write the table alone"},
    {"check", verb_check, "prove that the table is right at every instruction, or list where not"},
    {"show", verb_show, "disassembly with the rule at each instruction and its source"},
    {"size", verb_size, "bytes of the table in each setting, by part, beside those of others"},
    {"unwind", verb_unwind, "backtraces of the threads of an ELF core file"},
    {"decode", verb_decode, "crash reports in a log, with names and lines"},
    {"profile", verb_profile, "what the sampling profiler counted: summary, flame graph, pprof"},
};

static void print_help(FILE *out)
{
    fputs("usage: bobbin VERB IMAGE [options]\n\n", out);
    for (size_t i = 0; i < sizeof(verbs) / sizeof(verbs[0]); i++)
        fprintf(out, "  %-8s %s\n", verbs[i].name, verbs[i].help);
    fputs("\n`bobbin VERB --help` tells more. Exit status: 0 good, 1 found problems, 2 usage,\n"
          "3 bad input. Data goes to standard output, messages to standard error.\n",
          out);
}

/* Data that did not reach its reader is not good, whatever a verb thinks. */
static int finish(int status)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return status;
    return diag_error(NULL, "standard output: %s", strerror(errno));
}

static int run(int argc, char **argv)
{
    if (argc < 2) {
        print_help(stderr);
        return STATUS_USAGE;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
        print_help(stdout);
        return STATUS_GOOD;
    }
    if (strcmp(argv[1], "--version") == 0) {
        printf("bobbin (Bobbin) %d.%d\ntable format %d.%d\n", BOBBIN_VERSION_MAJOR,
               BOBBIN_VERSION_MINOR, FORMAT_MAJOR, FORMAT_MINOR);
        return STATUS_GOOD;
    }
    for (size_t i = 0; i < sizeof(verbs) / sizeof(verbs[0]); i++)
        if (strcmp(argv[1], verbs[i].name) == 0)
            return verbs[i].run(argc - 1, argv + 1);
    diag_error(NULL, "no verb '%s'; `bobbin --help` lists them", argv[1]);
    return STATUS_USAGE;
}

int main(int argc, char **argv)
{
    return finish(run(argc, argv));
}
