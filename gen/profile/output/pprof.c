/* SPDX-License-Identifier: MIT */
/*
 * Writes a profile in the format of pprof. The field numbers are those of proto/profile.proto in
 * github.com/google/pprof.
 */
#include <math.h>
#include <stdio.h>

#include "profile/output/outputs.h"
#include "symbolize/stop_text.h"
#include "util/protobuf.h"
#include "util/string_table.h"

enum {
    PROFILE_SAMPLE_TYPE = 1,
    PROFILE_SAMPLE = 2,
    PROFILE_MAPPING = 3,
    PROFILE_LOCATION = 4,
    PROFILE_FUNCTION = 5,
    PROFILE_STRING_TABLE = 6,
    PROFILE_DURATION_NANOS = 10,
    PROFILE_PERIOD_TYPE = 11,
    PROFILE_PERIOD = 12,
    PROFILE_COMMENT = 13,
    PROFILE_DEFAULT_SAMPLE_TYPE = 14,
};
enum { VALUE_TYPE_TYPE = 1, VALUE_TYPE_UNIT = 2 };
enum { SAMPLE_LOCATION_ID = 1, SAMPLE_VALUE = 2, SAMPLE_LABEL = 3 };
enum { LABEL_KEY = 1, LABEL_STR = 2, LABEL_NUM = 3 };
enum {
    MAPPING_ID = 1,
    MAPPING_MEMORY_START = 2,
    MAPPING_MEMORY_LIMIT = 3,
    MAPPING_FILENAME = 5,
    MAPPING_BUILD_ID = 6,
    MAPPING_HAS_FUNCTIONS = 7,
    MAPPING_HAS_FILENAMES = 8,
    MAPPING_HAS_LINE_NUMBERS = 9,
    MAPPING_HAS_INLINE_FRAMES = 10,
};
enum { LOCATION_ID = 1, LOCATION_MAPPING_ID = 2, LOCATION_ADDRESS = 3, LOCATION_LINE = 4 };
enum { LINE_FUNCTION_ID = 1, LINE_LINE = 2 };
enum {
    FUNCTION_ID = 1,
    FUNCTION_NAME = 2,
    FUNCTION_SYSTEM_NAME = 3,
    FUNCTION_FILENAME = 4,
    FUNCTION_START_LINE = 5,
};

/*
 * State of the writer. PART and INNER belong to the message being written. They are empty between
 * messages.
 */
struct pprof {
    const struct profile_report *report;
    struct buffer *out;
    struct string_table strings;
    struct buffer part, inner, packed;
};

static uint32_t string(struct pprof *pprof, const char *text)
{
    return string_table_number(&pprof->strings, text ? text : "");
}

static double period_ns(const struct pprof *pprof)
{
    return pprof->report->totals->period_ns;
}

/* COUNT periods, in ns, as far as pprof's signed number reaches. */
static uint64_t time_of(const struct pprof *pprof, uint64_t count)
{
    double ns = (double)count * period_ns(pprof);

    return ns < (double)INT64_MAX ? (uint64_t)llround(ns) : (uint64_t)INT64_MAX;
}

/* ---- types of values ------------------------------------------------------------------------- */

static void put_value_type(struct pprof *pprof, uint32_t field, const char *type, const char *unit)
{
    proto_number(&pprof->part, VALUE_TYPE_TYPE, string(pprof, type));
    proto_number(&pprof->part, VALUE_TYPE_UNIT, string(pprof, unit));
    proto_part(pprof->out, field, &pprof->part);
}

/* Writes the types of values: samples, and time if the sampling period is known. */
static void put_types(struct pprof *pprof)
{
    put_value_type(pprof, PROFILE_SAMPLE_TYPE, "samples", "count");
    if (period_ns(pprof) > 0) {
        put_value_type(pprof, PROFILE_SAMPLE_TYPE, "cpu", "nanoseconds");
        put_value_type(pprof, PROFILE_PERIOD_TYPE, "cpu", "nanoseconds");
        proto_number(pprof->out, PROFILE_PERIOD, time_of(pprof, 1));
    }
    proto_number(pprof->out, PROFILE_DEFAULT_SAMPLE_TYPE, string(pprof, "samples"));
    proto_number(pprof->out, PROFILE_DURATION_NANOS, pprof->report->totals->timed_ns);
}

static void put_comment(struct pprof *pprof, const char *what, uint64_t samples)
{
    char text[128];

    if (samples == 0)
        return;
    snprintf(text, sizeof(text), "samples %s: %llu", what, (unsigned long long)samples);
    proto_number(pprof->out, PROFILE_COMMENT, string(pprof, text));
}

static void put_comments(struct pprof *pprof)
{
    const struct profile_totals *totals = pprof->report->totals;

    put_comment(pprof, "without the frames or the context there was no room for", totals->charged);
    put_comment(pprof, "not counted by the device", totals->dropped);
    put_comment(pprof, "lost with parts of captures", totals->lost);
    put_comment(pprof, "of other builds, left out", totals->other_builds_samples);
    put_comment(pprof, "of idle, left out", pprof->report->idle_left_out);
}

/* ---- images ---------------------------------------------------------------------------------- */

/* Finds the code addresses of IMAGE: from *LOW to *HIGH - 1. */
static void code_range(const struct image *image, uint64_t *low, uint64_t *high)
{
    *low = UINT32_MAX;
    *high = 0;
    for (size_t i = 0; i < image->sections_count; i++) {
        const struct image_section *section = &image->sections[i];
        uint64_t end = (uint64_t)section->address + section->size_bytes;
        if (!section->executable)
            continue;
        *low = section->address < *low ? section->address : *low;
        *high = end > *high ? end : *high;
    }
    if (*low > *high)
        *low = *high;
}

static void put_mapping(struct pprof *pprof, uint32_t number)
{
    const struct named_image *item = &pprof->report->names->images->items[number];
    const struct image *image = &item->image;
    char id[BUILD_ID_TEXT_BYTES];
    bool has_lines = item->debug_open && item->debug.units_count > 0;
    uint64_t low, high;

    code_range(image, &low, &high);
    proto_number(&pprof->part, MAPPING_ID, number + 1);
    proto_number(&pprof->part, MAPPING_MEMORY_START, low);
    proto_number(&pprof->part, MAPPING_MEMORY_LIMIT, high);
    proto_number(&pprof->part, MAPPING_FILENAME, string(pprof, image->path));
    if (image->build_id_size)
        proto_number(&pprof->part, MAPPING_BUILD_ID,
                     string(pprof, build_id_text(image->build_id, image->build_id_size, id)));
    proto_bool(&pprof->part, MAPPING_HAS_FUNCTIONS, image_has_names(image));
    proto_bool(&pprof->part, MAPPING_HAS_FILENAMES, has_lines);
    proto_bool(&pprof->part, MAPPING_HAS_LINE_NUMBERS, has_lines);
    proto_bool(&pprof->part, MAPPING_HAS_INLINE_FRAMES, has_lines);
    proto_part(pprof->out, PROFILE_MAPPING, &pprof->part);
}

/* ---- locations and functions ----------------------------------------------------------------- */

static bool has_address(const struct profile_location *location)
{
    enum profile_kind kind = profile_key_kind(location->key);

    return kind == PROFILE_CALL || kind == PROFILE_INTERRUPTED;
}

static void put_location(struct pprof *pprof, uint32_t number)
{
    const struct profile_names *names = pprof->report->names;
    const struct profile_location *location = &names->locations[number];

    proto_number(&pprof->part, LOCATION_ID, number + 1);
    if (has_address(location)) {
        if (location->source != PROFILE_UNKNOWN)
            proto_number(&pprof->part, LOCATION_MAPPING_ID, location->source + 1);
        proto_number(&pprof->part, LOCATION_ADDRESS, profile_location_address(location));
    }
    for (uint32_t i = 0; i < location->levels_count; i++) {
        const struct profile_level *level = &names->levels[location->levels_first + i];
        proto_number(&pprof->inner, LINE_FUNCTION_ID, level->function + 1);
        proto_number(&pprof->inner, LINE_LINE, level->line);
        proto_part(&pprof->part, LOCATION_LINE, &pprof->inner);
    }
    proto_part(pprof->out, PROFILE_LOCATION, &pprof->part);
}

static void put_function(struct pprof *pprof, uint32_t number)
{
    const struct profile_function *function = &pprof->report->names->functions[number];

    proto_number(&pprof->part, FUNCTION_ID, number + 1);
    proto_number(&pprof->part, FUNCTION_NAME, string(pprof, function->name));
    proto_number(&pprof->part, FUNCTION_SYSTEM_NAME, string(pprof, function->linkage));
    proto_number(&pprof->part, FUNCTION_FILENAME, string(pprof, function->file));
    proto_number(&pprof->part, FUNCTION_START_LINE, function->line);
    proto_part(pprof->out, PROFILE_FUNCTION, &pprof->part);
}

/* ---- samples --------------------------------------------------------------------------------- */

static void put_text_label(struct pprof *pprof, const char *key, const char *text)
{
    proto_number(&pprof->inner, LABEL_KEY, string(pprof, key));
    proto_number(&pprof->inner, LABEL_STR, string(pprof, text));
    proto_part(&pprof->part, SAMPLE_LABEL, &pprof->inner);
}

static void put_number_label(struct pprof *pprof, const char *key, uint32_t number)
{
    if (number == PROFILE_UNKNOWN)
        return;
    proto_number(&pprof->inner, LABEL_KEY, string(pprof, key));
    proto_number(&pprof->inner, LABEL_NUM, number);
    proto_part(&pprof->part, SAMPLE_LABEL, &pprof->inner);
}

static void put_labels(struct pprof *pprof, const struct sample_context *context)
{
    if (context->task_name)
        put_text_label(pprof, "task", context->task_name);
    else
        put_number_label(pprof, "task", context->task);
    if (context->idle)
        put_text_label(pprof, "idle", "yes");
    if (context->waiting)
        put_text_label(pprof, "waiting", "yes");
    if (context->mode != PROFILE_UNKNOWN)
        put_text_label(pprof, "mode", profile_mode_name(context->mode));
    put_number_label(pprof, "interrupt", context->interrupt);
    put_number_label(pprof, "processor", context->processor);
    if (!stop_is_complete(context->stop))
        put_text_label(pprof, "truncated", bobbin_stop_name(context->stop));
}

/* Writes the locations of NODE, innermost first. Leaves out nodes that have no name to show. */
static void put_locations(struct pprof *pprof, uint32_t node)
{
    const struct profile_names *names = pprof->report->names;
    const struct stack_node *nodes = names->profile->stacks.nodes;

    for (; node != STACK_TREE_ROOT; node = nodes[node].parent)
        if (profile_location_of(names, node)->levels_count)
            proto_varint(&pprof->packed, names->location_of[node] + 1);
    proto_part(&pprof->part, SAMPLE_LOCATION_ID, &pprof->packed);
}

static void put_sample(struct pprof *pprof, uint32_t node)
{
    const struct profile *profile = pprof->report->profile;
    uint64_t count = profile->stacks.nodes[node].count;

    put_locations(pprof, node);
    proto_varint(&pprof->packed, count);
    if (period_ns(pprof) > 0)
        proto_varint(&pprof->packed, time_of(pprof, count));
    proto_part(&pprof->part, SAMPLE_VALUE, &pprof->packed);
    put_labels(pprof, profile_context_of(profile, node));
    proto_part(pprof->out, PROFILE_SAMPLE, &pprof->part);
}

void profile_write_pprof(const struct profile_report *report, struct buffer *out)
{
    struct pprof pprof = {.report = report, .out = out};
    const struct profile_names *names = report->names;

    string(&pprof, "");
    put_types(&pprof);
    put_comments(&pprof);
    for (uint32_t i = 0; i < names->images->count; i++)
        put_mapping(&pprof, i);
    for (uint32_t i = 1; i < report->profile->stacks.count; i++)
        if (report->profile->stacks.nodes[i].count)
            put_sample(&pprof, i);
    for (uint32_t i = 0; i < names->locations_count; i++)
        if (names->locations[i].levels_count)
            put_location(&pprof, i);
    for (uint32_t i = 0; i < names->functions_count; i++)
        put_function(&pprof, i);
    for (size_t i = 0; i < pprof.strings.count; i++)
        proto_string(out, PROFILE_STRING_TABLE, pprof.strings.items[i]);
    string_table_free(&pprof.strings);
    free(pprof.part.bytes);
    free(pprof.inner.bytes);
    free(pprof.packed.bytes);
}
