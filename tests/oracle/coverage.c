/* SPDX-License-Identifier: MIT */
/*
 * coverage [--verbose] [--require=PERCENT] ELF RESULT...: how many of the reachable instructions of
 * ELF were executed in any of the runs. Prints two lines: our own code, and libraries.
 *
 *   --verbose           also lists each function that was not fully executed, and the gaps
 *   --require=PERCENT   exits with 1 if less of our own code was executed
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "discover/open_image.h"
#include "elf/image.h"
#include "elf/image_message.h"
#include "symbolize/symbolizer.h"
#include "tasks/switch_reference.h"
#include "util/diag.h"
#include "util/memory.h"

enum owner { OURS, LIBRARY, OWNERS };
static const char *const owner_names[OWNERS] = {"ours", "libraries"};

struct share {
    uint64_t executed, reachable;
};

struct coverage {
    struct image image;
    struct reference reference;
    struct debug_index debug;
    uint8_t **executed, **reachable; /* for each section, one byte per halfword */
    struct share total[OWNERS];
    uint64_t contradictions; /* instructions executed although called unreachable */
    bool verbose;
};

/* ---- what was executed ----------------------------------------------------------------------- */

static uint8_t **no_marks(const struct image *image)
{
    uint8_t **marks = must_realloc(NULL, image->sections_count, sizeof(*marks));

    for (size_t i = 0; i < image->sections_count; i++) {
        uint32_t halfwords = image->sections[i].size_bytes / 2 + 1;
        marks[i] = must_realloc(NULL, halfwords, 1);
        memset(marks[i], 0, halfwords);
    }
    return marks;
}

static void free_marks(const struct image *image, uint8_t **marks)
{
    for (size_t i = 0; i < image->sections_count; i++)
        free(marks[i]);
    free(marks);
}

static void mark(const struct image *image, uint8_t **marks, uint32_t start, uint32_t end)
{
    for (size_t i = 0; i < image->sections_count; i++) {
        const struct image_section *section = &image->sections[i];
        uint32_t offset = start - section->address;
        if (offset < section->size_bytes && end - start <= section->size_bytes - offset)
            memset(marks[i] + offset / 2, 1, (end - start) / 2);
    }
}

static int read_result(struct coverage *coverage, const char *path)
{
    FILE *in = fopen(path, "r");
    char line[512];
    uint32_t start, end;

    if (!in)
        return diag_error(path, "%s", strerror(errno));
    while (fgets(line, sizeof(line), in))
        if (sscanf(line, "executed %" SCNx32 " %" SCNx32, &start, &end) == 2 && start < end)
            mark(&coverage->image, coverage->executed, start, end);
    fclose(in);
    return STATUS_GOOD;
}

/* ---- what can be ----------------------------------------------------------------------------- */

static void mark_reachable(void *context, const struct node *node, const struct frame_path *before)
{
    struct coverage *coverage = context;

    if (before)
        mark(&coverage->image, coverage->reachable, node->at.address, node->at.address + 2);
}

/*
 * The reference calls this instruction unreachable, but it was executed: the reference misses a
 * path.
 */
static void tell_unreachable(struct coverage *coverage, uint32_t address)
{
    coverage->contradictions++;
    image_warning_at(&coverage->image, address, "executed, and unreachable by the reference");
}

/* Our sources have names relative to our top folder; sources of libraries have other names. */
static enum owner owner_of(const struct coverage *coverage, uint32_t address)
{
    static const char *const folders[] = {"core/", "port/", "boards/", "tests/", "linker/"};
    struct symbol symbols[SYMBOLS_MAX];
    size_t count = symbolizer_look_up(&coverage->debug, address, BOBBIN_KIND_INTERRUPTED, symbols);
    const char *file = count ? symbols[0].file : NULL;

    for (size_t i = 0; file && i < sizeof(folders) / sizeof(folders[0]); i++)
        if (strncmp(file, folders[i], strlen(folders[i])) == 0)
            return OURS;
    return LIBRARY;
}

/* ---- the report ------------------------------------------------------------------------------ */

/* A run of instructions in one function that were not executed. */
struct gap {
    const struct image_function *function;
    uint32_t start, end;
};

static void show_gap(const struct coverage *coverage, const struct gap *gap)
{
    if (gap->start != gap->end && coverage->verbose)
        printf("not executed: %s %08x %08x\n", gap->function ? gap->function->name : "?",
               gap->start, gap->end);
}

static void count_instruction(struct coverage *coverage, const struct image_instruction *at,
                              bool executed, struct gap *gap)
{
    const struct image_function *function = image_function_at(&coverage->image, at->address);
    enum owner owner = owner_of(coverage, at->address);
    bool goes_on = gap->function == function && gap->end == at->address;

    coverage->total[owner].reachable++;
    coverage->total[owner].executed += executed;
    if (executed || owner != OURS)
        return;
    if (!goes_on) {
        show_gap(coverage, gap);
        *gap = (struct gap){function, at->address, at->address};
    }
    gap->end = at->address + at->size_bytes;
}

static void count_section(struct coverage *coverage, size_t number)
{
    const struct image_section *section = &coverage->image.sections[number];
    struct image_instruction next = {.address = section->address};
    struct gap gap = {0};

    for (; image_next_instruction(&coverage->image, section, next.address, &next);
         next.address += next.size_bytes) {
        uint32_t halfword = (next.address - section->address) / 2;
        bool executed = coverage->executed[number][halfword];
        if (coverage->reachable[number][halfword])
            count_instruction(coverage, &next, executed, &gap);
        else if (executed)
            tell_unreachable(coverage, next.address);
    }
    show_gap(coverage, &gap);
}

static double percent(const struct share *share)
{
    return share->reachable ? 100.0 * (double)share->executed / (double)share->reachable : 100.0;
}

static void show(const struct coverage *coverage)
{
    for (int i = 0; i < OWNERS; i++)
        printf("%s %s: %" PRIu64 " of %" PRIu64 " instructions executed, %.2f %%\n",
               coverage->image.path, owner_names[i], coverage->total[i].executed,
               coverage->total[i].reachable, percent(&coverage->total[i]));
}

/* ---- command line ---------------------------------------------------------------------------- */

static int open_coverage(struct coverage *coverage, const char *path)
{
    const struct image *image = &coverage->image;
    int status = image_open(&coverage->image, path);

    if (status == STATUS_GOOD)
        status = switch_reference_build(&coverage->reference, image, NULL);
    if (status != STATUS_GOOD)
        return status;
    debug_index_load(&coverage->debug, image);
    coverage->executed = no_marks(image);
    coverage->reachable = no_marks(image);
    analysis_visit(&coverage->reference.analysis, mark_reachable, coverage);
    return STATUS_GOOD;
}

static void close_coverage(struct coverage *coverage)
{
    free_marks(&coverage->image, coverage->executed);
    free_marks(&coverage->image, coverage->reachable);
    debug_index_free(&coverage->debug);
    reference_free(&coverage->reference);
    image_close(&coverage->image);
}

static int run(struct coverage *coverage, char **paths)
{
    int status = open_coverage(coverage, paths[0]);

    if (status != STATUS_GOOD)
        return status;
    for (char **path = paths + 1; *path && status == STATUS_GOOD; path++)
        status = read_result(coverage, *path);
    for (size_t i = 0; i < coverage->image.sections_count; i++)
        if (coverage->image.sections[i].executable)
            count_section(coverage, i);
    show(coverage);
    close_coverage(coverage);
    return status;
}

int main(int argc, char **argv)
{
    struct coverage coverage = {0};
    double required = 0;
    int first = 1, status;

    for (; first < argc && strncmp(argv[first], "--", 2) == 0; first++) {
        if (strcmp(argv[first], "--verbose") == 0)
            coverage.verbose = true;
        else if (strncmp(argv[first], "--require=", 10) == 0)
            required = strtod(argv[first] + 10, NULL);
        else
            argc = 0;
    }
    if (argc <= first) {
        fprintf(stderr, "usage: coverage [--verbose] [--require=PERCENT] ELF RESULT...\n");
        return STATUS_USAGE;
    }
    status = run(&coverage, argv + first);
    if (status == STATUS_GOOD &&
        (coverage.contradictions || percent(&coverage.total[OURS]) < required))
        status = STATUS_PROBLEMS;
    return status;
}
