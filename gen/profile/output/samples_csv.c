/* SPDX-License-Identifier: MIT */
/* Writes the raw samples of a profile as comma-separated values. */
#include <inttypes.h>

#include "profile/output/outputs.h"

static void put_quoted(FILE *out, const char *text, size_t length)
{
    fputc('"', out);
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '"')
            fputc('"', out);
        fputc(text[i], out);
    }
    fputc('"', out);
}

static void put_number_or_nothing(FILE *out, uint32_t number)
{
    if (number != PROFILE_UNKNOWN)
        fprintf(out, "%" PRIu32, number);
    fputc(',', out);
}

static void put_context(FILE *out, const struct sample_context *context)
{
    put_number_or_nothing(out, context->task);
    if (context->task_name)
        put_quoted(out, context->task_name, strlen(context->task_name));
    fprintf(out, ",%d,", context->idle);
    put_number_or_nothing(out, context->interrupt);
    fprintf(out, "%s,%s,", context->mode == PROFILE_UNKNOWN ? "" : profile_mode_name(context->mode),
            context->stop == BOBBIN_STOP_NONE ? "" : bobbin_stop_name(context->stop));
}

/* Appends the frames of NODE, outermost first. */
static void put_frames(struct buffer *line, const struct profile_names *names, uint32_t node)
{
    const struct profile_location *location = profile_location_of(names, node);
    uint32_t parent = names->profile->stacks.nodes[node].parent;

    if (parent != STACK_TREE_ROOT)
        put_frames(line, names, parent);
    for (uint32_t i = location->levels_count; i-- > 0;)
        profile_put_frame(
            line, names->functions[names->levels[location->levels_first + i].function].name);
}

/*
 * Writes one sample. TICKS is its time without overflow: the 32-bit time of the sample may have
 * wrapped to 0.
 */
static void put_sample(FILE *out, const struct profile_report *report,
                       const struct raw_sample *sample, int64_t ticks, struct buffer *line)
{
    const struct raw_source *source = &report->profile->raw.sources[sample->source];

    fprintf(out, "%" PRIu32 ",%" PRIu32 ",%" PRIu32 ",%" PRIu32 ",%" PRId64 ",", source->run,
            source->epoch, source->processor, sample->number, ticks);
    if (source->clock_hz)
        fprintf(out, "%.9f", (double)ticks / source->clock_hz);
    fputc(',', out);
    put_context(out, profile_context_of(report->profile, sample->node));
    line->size = 0;
    put_frames(line, report->names, sample->node);
    put_quoted(out, (const char *)line->bytes, line->size);
    fputc('\n', out);
}

void profile_write_samples(const struct profile_report *report, FILE *out)
{
    const struct raw_samples *raw = &report->profile->raw;
    struct buffer line = {0};
    int64_t ticks = 0;

    fputs(
        "run,epoch,processor,sample,ticks,seconds,task,task_name,idle,interrupt,mode,stop,stack\n",
        out);
    for (size_t i = 0; i < raw->count; i++) {
        const struct raw_sample *sample = &raw->samples[i];
        if (i > 0 && raw_samples_same_row(raw, sample, sample - 1))
            ticks += (int32_t)(sample->time - sample[-1].time);
        else
            ticks = sample->time;
        put_sample(out, report, sample, ticks, &line);
    }
    free(line.bytes);
}
