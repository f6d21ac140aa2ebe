/* SPDX-License-Identifier: MIT */
#include "report/signature.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "symbolize/function_name.h"
#include <bobbin/report.h>

#define LEVELS_MAX          256 /* source levels of a trace that are considered */
#define ADDRESSES_MAX       8   /* different addresses without a name */
#define RECURSION_NAMES_MAX 4   /* functions of a recursion that are named */
#define BUILD_DIGITS        8   /* of a build id, in the name of an address */

/* The functions of a trace, innermost first. */
struct levels {
    const char *names[LEVELS_MAX];
    bool plumbing[LEVELS_MAX];
    size_t count;
    bool cut; /* there are more functions, which are not known */
    char addresses[ADDRESSES_MAX][FUNCTION_NAME_BYTES]; /* instead of names */
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
    if (i == ADDRESSES_MAX)
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

/*
 * The word of the cause. A call through a null pointer is a prefetch abort where no code is at
 * address 0.
 */
static const char *cause_of(const struct report *report)
{
    const struct backtrace *trace = &report->crashed.trace;
    const char *abort_word = bobbin_cause_name(BOBBIN_CAUSE_PREFETCH_ABORT);

    if (!report->cause[0])
        return "?";
    if (strcmp(report->cause, abort_word) == 0 && trace->frames_count &&
        is_null_call(report, &trace->frames[0]))
        return bobbin_cause_name(BOBBIN_CAUSE_NULL_CALL);
    return report->cause;
}

static bool is_code(const struct named_image *image, const struct backtrace_frame *frame)
{
    uint32_t address = bobbin_lookup_address(frame->pc, frame->kind);
    const struct image_section *section = image_section_at(&image->image, address);

    return section && section->executable;
}

/* Adds the functions whose code ends before PC, if KIND is a call. Returns false without a name. */
static bool add_names(struct levels *levels, struct named_image *image, uint32_t pc,
                      enum bobbin_kind kind)
{
    const struct cached_symbols *found = image_list_symbols(image, pc, kind);
    size_t before = levels->count;

    for (size_t i = 0; i < found->count; i++)
        if (found->plain[i].text)
            add_level(levels, found->plain[i].text, found->plain[i].plumbing);
    return levels->count > before;
}

/* Adds the functions that ended in tail calls between CALLEE and FRAME, if they are proved. */
static void add_tails(struct levels *levels, const struct backtrace_frame *callee,
                      const struct backtrace_frame *frame, struct named_image *image)
{
    const uint32_t *after;
    size_t count = 0;

    if (frame->kind == BOBBIN_KIND_CALL && is_code(image, frame) && is_code(image, callee))
        count = image_list_tails(image, bobbin_lookup_address(callee->pc, callee->kind), frame->pc,
                                 &after);
    for (size_t i = 0; i < count; i++)
        add_names(levels, image, after[i], BOBBIN_KIND_CALL);
}

static void add_frame(struct levels *levels, const struct report *report,
                      const struct backtrace_frame *frame, struct named_image *image)
{
    if (is_null_call(report, frame)) {
        add_level(levels, "(null)", false);
    } else if (image && !is_code(image, frame)) {
        add_level(levels, "(no-code)", false);
    } else if (!image || !add_names(levels, image, frame->pc, frame->kind)) {
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

    if (report->doubt) { /* the frames may be of two crashes */
        levels->cut = true;
        return;
    }
    for (size_t i = 0; i < trace->frames_count; i++) {
        const struct backtrace_frame *frame = &trace->frames[i];
        if (trace->exceptions_count && frame->number >= trace->exceptions[0].frame)
            return; /* an interrupt may interrupt any code */
        levels->cut = frame->missing_before || frame->skipped_before ||
                      !is_trusted(frame, i ? frame - 1 : NULL);
        if (levels->cut)
            return;
        if (i && image)
            add_tails(levels, frame - 1, frame, image);
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

/* How many functions the signature of REPORT has. */
static size_t functions_max(const struct report *report)
{
    static const enum bobbin_cause checks[] = {BOBBIN_CAUSE_USER, BOBBIN_CAUSE_ASSERT,
                                               BOBBIN_CAUSE_ABORT, BOBBIN_CAUSE_STACK_PROTECTOR};

    for (size_t i = 0; i < sizeof(checks) / sizeof(checks[0]); i++)
        if (strcmp(report->cause, bobbin_cause_name(checks[i])) == 0)
            return SIGNATURE_CHECKS_MAX;
    return SIGNATURE_FUNCTIONS_MAX;
}

/* Writes the first MAX functions, each once. Returns their number. PLUMBING: also those. */
static size_t print_functions(const struct levels *levels, size_t max, bool plumbing, bool *ended,
                              FILE *out)
{
    size_t count = 0;

    *ended = false;
    for (size_t i = 0; i < levels->count && count < max && !*ended; i++) {
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
    *ended |= count == max;
    return count;
}

static void print(const struct report *report, struct named_image *image, FILE *out)
{
    struct levels levels = {0};
    bool ended;
    size_t count;

    add_trace(&levels, report, image);
    fprintf(out, SIGNATURE_VERSION ":%s:", cause_of(report));
    count = print_functions(&levels, functions_max(report), false, &ended, out);
    if (count == 0)
        count = print_functions(&levels, functions_max(report), true, &ended, out);
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
