/* SPDX-License-Identifier: MIT */
#include "cli/profile_options.h"

#include <getopt.h>
#include <stdio.h>

#include "util/diag.h"
#include "util/memory.h"

#define TOP_DEFAULT 30

static const char help[] =
    "usage: bobbin profile IMAGE CAPTURE... [options]\n"
    "       bobbin profile --image=IMAGE [--image=IMAGE]... CAPTURE... [options]\n\n"
    "Adds up what the sampling profiler has counted and shows where the time goes. A CAPTURE is a\n"
    "file that the device wrote, a text log with a capture in it, a memory dump or an ELF core; -\n"
    "is standard input. Their order changes nothing. Of captures of one run the newest counts. "
    "Those\n"
    "of a build that no image is of are left out.\n\n"
    "  --image=IMAGE, -e   one of several images: of another build, or running together with it\n"
    "  --folded=FILE       also write stacks as lines: main;work;sort 17\n"
    "  --speedscope=FILE   ... as JSON of speedscope\n"
    "  --pprof=FILE        ... as gzipped protocol buffer of pprof (go tool pprof FILE)\n"
    "  --svg=FILE          ... as flame graph\n"
    "  --samples=FILE      ... each raw sample with its time as comma-separated values: those "
    "that\n"
    "                      rings of captures have, older captures of a run too\n"
    "                      where a FILE is -, it is written to standard output, and no summary\n"
    "  --function=NAME     callers and callees of a function, in place of the summary\n"
    "  --lines=NAME        its lines of source with their samples, in place of the summary\n"
    "  --by=WHAT           outermost frames for what was interrupted: task, processor, mode,\n"
    "                      interrupt or image\n"
    "  --busy              leave idle out\n"
    "  --no-inlines        inlined calls are part of the function that they are in\n"
    "  --top=N             functions in the summary; 30 if not given, 0 for all\n"
    "  --force             names from the first image for captures of any build\n"
    "  --json              the summary as an object with samples, truncated, lost, functions:\n"
    "                      [{name, self, total}] and more; of a function callers, callees, "
    "lines\n\n"
    "Exit status: 0 good; 1 a capture is damaged or of another build, no samples, no function\n"
    "symbols, or no such function; 2 usage; 3 a file that cannot be read or written.\n";

static int usage_error(const char *verb, const char *what, const char *which)
{
    diag_error(NULL, "%s: %s%s; `bobbin %s --help` tells more", verb, what, which, verb);
    return STATUS_USAGE;
}

static bool take_by(enum profile_by *by, const char *word)
{
    static const char *const words[] = {
        [PROFILE_BY_TASK] = "task",   [PROFILE_BY_PROCESSOR] = "processor",
        [PROFILE_BY_MODE] = "mode",   [PROFILE_BY_INTERRUPT] = "interrupt",
        [PROFILE_BY_IMAGE] = "image",
    };

    for (size_t i = PROFILE_BY_TASK; i < sizeof(words) / sizeof(words[0]); i++) {
        if (strcmp(words[i], word) != 0)
            continue;
        *by = (enum profile_by)i;
        return true;
    }
    return false;
}

static bool take_top(size_t *top, const char *text)
{
    char *rest;
    unsigned long value = strtoul(text, &rest, 10);

    *top = value;
    return rest != text && !*rest && text[0] >= '0' && text[0] <= '9';
}

static int take_operands(struct profile_options *options, int argc, char **argv)
{
    size_t standard_inputs = 0;

    if (options->images_count == 0 && optind < argc)
        array_push(options->images, options->images_count, options->images_capacity,
                   argv[optind++]);
    if (options->images_count == 0)
        return usage_error(argv[0], "no image is named", "");
    if (optind == argc)
        return usage_error(argv[0], "no capture is named", "");
    options->captures = argv + optind;
    options->captures_count = (size_t)(argc - optind);
    for (size_t i = 0; i < options->captures_count; i++)
        standard_inputs += strcmp(options->captures[i], "-") == 0;
    if (options->function && options->lines)
        return usage_error(argv[0], "--function and --lines are two questions", "");
    return standard_inputs > 1 ? usage_error(argv[0], "standard input is named twice", "")
                               : STATUS_GOOD;
}

/* The outputs; only one of them can go to standard output. */
static int check_outputs(const struct profile_options *options, const char *verb)
{
    const char *const outputs[] = {options->folded, options->speedscope, options->pprof,
                                   options->svg, options->samples};
    size_t standard_outputs = 0;

    for (size_t i = 0; i < sizeof(outputs) / sizeof(outputs[0]); i++)
        standard_outputs += outputs[i] && strcmp(outputs[i], "-") == 0;
    return standard_outputs > 1 ? usage_error(verb, "two outputs go to standard output", "")
                                : STATUS_GOOD;
}

enum long_option {
    OPTION_FOLDED = 256,
    OPTION_SPEEDSCOPE,
    OPTION_PPROF,
    OPTION_SVG,
    OPTION_SAMPLES,
    OPTION_FUNCTION,
    OPTION_LINES,
    OPTION_BY,
    OPTION_BUSY,
    OPTION_NO_INLINES,
    OPTION_TOP,
    OPTION_FORCE,
};

/* Where the argument of OPTION is kept, if that is all there is to do. */
static const char **slot_of(struct profile_options *options, int option)
{
    switch (option) {
    case OPTION_FOLDED:
        return &options->folded;
    case OPTION_SPEEDSCOPE:
        return &options->speedscope;
    case OPTION_PPROF:
        return &options->pprof;
    case OPTION_SVG:
        return &options->svg;
    case OPTION_SAMPLES:
        return &options->samples;
    case OPTION_FUNCTION:
        return &options->function;
    case OPTION_LINES:
        return &options->lines;
    default:
        return NULL;
    }
}

/* False when it is none, or its argument makes no sense. */
static bool take_option(struct profile_options *options, int option)
{
    const char **slot = slot_of(options, option);

    if (slot) {
        *slot = optarg;
        return true;
    }
    switch (option) {
    case 'e':
        array_push(options->images, options->images_count, options->images_capacity, optarg);
        return true;
    case 'j':
        return options->json = true;
    case OPTION_BUSY:
        return options->busy = true;
    case OPTION_NO_INLINES:
        return options->no_inlines = true;
    case OPTION_FORCE:
        return options->force = true;
    case OPTION_BY:
        return take_by(&options->by, optarg);
    case OPTION_TOP:
        return take_top(&options->top, optarg);
    default:
        return false;
    }
}

int profile_options_parse(struct profile_options *options, int argc, char **argv)
{
    static const struct option known[] = {
        {"help", no_argument, NULL, 'h'},
        {"image", required_argument, NULL, 'e'},
        {"json", no_argument, NULL, 'j'},
        {"folded", required_argument, NULL, OPTION_FOLDED},
        {"speedscope", required_argument, NULL, OPTION_SPEEDSCOPE},
        {"pprof", required_argument, NULL, OPTION_PPROF},
        {"svg", required_argument, NULL, OPTION_SVG},
        {"samples", required_argument, NULL, OPTION_SAMPLES},
        {"function", required_argument, NULL, OPTION_FUNCTION},
        {"lines", required_argument, NULL, OPTION_LINES},
        {"by", required_argument, NULL, OPTION_BY},
        {"busy", no_argument, NULL, OPTION_BUSY},
        {"no-inlines", no_argument, NULL, OPTION_NO_INLINES},
        {"top", required_argument, NULL, OPTION_TOP},
        {"force", no_argument, NULL, OPTION_FORCE},
        {NULL, 0, NULL, 0},
    };
    int option;
    int status;

    *options = (struct profile_options){.top = TOP_DEFAULT};
    opterr = 0;
    optind = 1;
    while ((option = getopt_long(argc, argv, ":hje:", known, NULL)) != -1) {
        if (option == 'h') {
            fputs(help, stdout);
            return PROFILE_OPTIONS_DONE;
        }
        if (option == ':')
            return usage_error(argv[0], "nothing follows ", argv[optind - 1]);
        if (!take_option(options, option))
            return usage_error(argv[0], "bad option ", argv[optind - 1]);
    }
    status = take_operands(options, argc, argv);
    return status == STATUS_GOOD ? check_outputs(options, argv[0]) : status;
}

void profile_options_free(struct profile_options *options)
{
    free(options->images);
    *options = (struct profile_options){0};
}
