/* SPDX-License-Identifier: MIT */
#include "report/signature.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "symbolize/function_name.h"
#include <bobbin/report.h>

#define LEVELS_MAX          256 /* source levels of a trace that are considered */
#define RECURSION_NAMES_MAX 4   /* functions of a recursion that are named */
#define BUILD_DIGITS        8   /* of a build id, in the name of an address */

/* The functions of a trace, innermost first. */
struct levels {
    const char *names[LEVELS_MAX];
    bool plumbing[LEVELS_MAX];
    size_t count;
    bool cut; /* there are more functions, which are not known */
    char addresses[SIGNATURE_FUNCTIONS_MAX][FUNCTION_NAME_BYTES]; /* instead of names */
    size_t addresses_count;
};

/* ---- functions of a trace -------------------------------------------------------------------- */

static void add_level(struct levels *levels, const char *name, bool plumbing)
{
    if (levels->count == LEVELS_MAX)
        return;
    levels->names[levels->count] = name;
    levels->plumbing[levels->count++] = plumbing;
}

/* The name of code without a symbol holds for one build only: "@0123abcd+60010a2c". */
static void add_address(struct levels *levels, const struct report *report, uint32_t pc)
{
    char id[BUILD_ID_TEXT_BYTES];
    char name[FUNCTION_NAME_BYTES];
    size_t i = 0;

    snprintf(name, sizeof(name), "@%.*s+%x", BUILD_DIGITS,
             build_id_text(report->build_id, report->build_id_size, id), pc);
    while (i < levels->addresses_count && strcmp(levels->addresses[i], name) != 0)
        i++;
    if (i == SIGNATURE_FUNCTIONS_MAX)
        return;
    if (i == levels->addresses_count)
        memcpy(levels->addresses[levels->addresses_count++], name, sizeof(name));
    add_level(levels, levels->addresses[i], false);
}

static bool is_null_call(const struct report *report, const struct backtrace_frame *frame)
{
    return frame->number == 0 &&
           (frame->pc == 0 ||
            strcmp(report->cause, bobbin_cause_name(BOBBIN_CAUSE_NULL_CALL)) == 0);
}

static bool is_code(const struct named_image *image, const struct backtrace_frame *frame)
{
    uint32_t address = bobbin_lookup_address(frame->pc, frame->kind);
    const struct image_section *section = image_section_at(&image->image, address);

    return section && section->executable;
}

static void add_frame(struct levels *levels, const struct report *report,
                      const struct backtrace_frame *frame, struct named_image *image)
{
    size_t before = levels->count;
    const struct cached_symbols *found;

    if (is_null_call(report, frame)) {
        add_level(levels, "(null)", false);
    } else if (image && !is_code(image, frame)) {
        add_level(levels, "(no-code)", false);
    } else {
        found = image ? image_list_symbols(image, frame->pc, frame->kind) : NULL;
        for (size_t i = 0; found && i < found->count; i++)
            if (found->plain[i].text)
                add_level(levels, found->plain[i].text, found->plain[i].plumbing);
        if (levels->count == before)
            add_address(levels, report, frame->pc);
    }
}

/*
 * Whether FRAME is true. An entry of .ARM.exidx is right at calls only. Trust words of later
 * versions are doubted.
 */
static bool is_trusted(const struct backtrace_frame *frame, const struct backtrace_frame *inner)
{
    static const enum bobbin_trust good[] = {BOBBIN_TRUST_CONTEXT, BOBBIN_TRUST_TABLE,
                                             BOBBIN_TRUST_CODE, BOBBIN_TRUST_CFI, BOBBIN_TRUST_LR};

    for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++)
        if (strcmp(frame->trust, bobbin_trust_name(good[i])) == 0)
            return true;
    return strcmp(frame->trust, bobbin_trust_name(BOBBIN_TRUST_EXIDX)) == 0 && inner &&
           inner->kind == BOBBIN_KIND_CALL;
}

/* Whether the trace has all callers of its last frame. */
static bool is_complete(const struct report *report, struct named_image *image)
{
    struct backtrace trace = report->crashed.trace; /* shares its arrays */

    trace.debug = image ? image_list_debug(image) : NULL;
    backtrace_explain_stop(&trace);
    return backtrace_is_complete(&trace);
}

static void add_trace(struct levels *levels, const struct report *report, struct named_image *image)
{
    const struct backtrace *trace = &report->crashed.trace;

    for (size_t i = 0; i < trace->frames_count; i++) {
        const struct backtrace_frame *frame = &trace->frames[i];
        if (trace->exceptions_count && frame->number >= trace->exceptions[0].frame)
            return; /* an interrupt may interrupt any code */
        levels->cut = frame->missing_before || frame->skipped_before ||
                      !is_trusted(frame, i ? frame - 1 : NULL);
        if (levels->cut)
            return;
        add_frame(levels, report, frame, image);
    }
    levels->cut = !is_complete(report, image);
}

/* ---- the text -------------------------------------------------------------------------------- */

static bool has_before(const struct levels *levels, size_t end)
{
    for (size_t i = 0; i < end; i++)
        if (strcmp(levels->names[i], levels->names[end]) == 0)
            return true;
    return false;
}

static bool is_recursive(const struct levels *levels, size_t level)
{
    size_t count = 0;

    for (size_t i = level; i < levels->count; i++)
        count += strcmp(levels->names[i], levels->names[level]) == 0;
    return count >= SIGNATURE_RECURSION_MIN;
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Writes the functions of the recursion in alphabetical order: any of them may be innermost. */
static void print_recursion(const struct levels *levels, size_t first, FILE *out)
{
    const char *names[LEVELS_MAX];
    size_t count = 0;

    for (size_t i = first; i < levels->count; i++)
        if (!levels->plumbing[i] && !has_before(levels, i) && is_recursive(levels, i))
            names[count++] = levels->names[i];
    qsort(names, count, sizeof(names[0]), compare_names);
    for (size_t i = 0; i < count && i < RECURSION_NAMES_MAX; i++)
        fprintf(out, "%s%s", i ? "&" : "", names[i]);
    fputs("...", out);
}

/* Writes the first functions, each once. Returns their number. PLUMBING: also those. */
static size_t print_functions(const struct levels *levels, bool plumbing, bool *ended, FILE *out)
{
    size_t count = 0;

    *ended = false;
    for (size_t i = 0; i < levels->count && count < SIGNATURE_FUNCTIONS_MAX && !*ended; i++) {
        if ((levels->plumbing[i] && !plumbing) || has_before(levels, i))
            continue;
        if (count++)
            fputc('<', out);
        *ended = is_recursive(levels, i);
        if (*ended)
            print_recursion(levels, i, out);
        else
            fputs(levels->names[i], out);
    }
    *ended |= count == SIGNATURE_FUNCTIONS_MAX;
    return count;
}

static void print(const struct report *report, struct named_image *image, FILE *out)
{
    struct levels levels = {0};
    bool ended;
    size_t count;

    add_trace(&levels, report, image);
    fprintf(out, SIGNATURE_VERSION ":%s:", report->cause[0] ? report->cause : "?");
    count = print_functions(&levels, false, &ended, out);
    if (count == 0)
        count = print_functions(&levels, true, &ended, out);
    if (levels.cut && !ended)
        fputs(count ? "<?" : "?", out);
}

const char *signature_write(const struct report *report, struct named_image *image,
                            char text[SIGNATURE_BYTES])
{
    FILE *out = fmemopen(text, SIGNATURE_BYTES, "w");

    if (!out)
        abort();
    print(report, image, out);
    fclose(out);
    text[SIGNATURE_BYTES - 1] = '\0';
    return text;
}
