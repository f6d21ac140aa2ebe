/* SPDX-License-Identifier: MIT */
#include "bench.h"
#include "util/json.h"

static void write_figure(struct json *json, const struct bench *bench,
                         const struct format_figures *format, enum figure_number number)
{
    const struct figure_kind *kind = &figure_kinds[number];
    struct figure figure = bench_figure(bench, format, number);

    if (!figure.count)
        return;
    json_object(json, kind->key);
    json_number(json, "samples", figure.count);
    json_number(json, "stopped", figure.stopped);
    json_number(json, "wrong", figure.wrong);
    json_number(json, "total", figure.total);
    json_number(json, "mean", figure.mean);
    if (kind->part != FIGURE_PER_FRAME) {
        json_number(json, "median", figure.median);
        json_number(json, "percentile_99", figure.percentile_99);
        json_number(json, "worst", figure.worst);
        json_address(json, "worst_pc", figure.worst_pc);
    }
    json_number(json, "stack_bytes", figure.stack_bytes);
    if (kind->limit && bench_is_judged(bench, format)) {
        json_number(json, "limit", kind->limit);
        json_bool(json, "met", figure_is_met(&figure, number));
    }
    json_object_end(json);
}

static void write_exactness(struct json *json, const struct format_figures *format)
{
    for (int i = 0; i < EXACTNESSES; i++) {
        json_object(json, exactness_name(i));
        for (int verdict = 0; verdict < VERDICTS; verdict++)
            json_number(json, verdict_name(verdict), format->verdicts[i][verdict]);
        json_object_end(json);
    }
}

static void write_parts(struct json *json, const struct format_figures *format)
{
    json_array(json, "parts");
    for (size_t i = 0; i < format->parts_count; i++) {
        json_object(json, NULL);
        json_string(json, "name", format->part[i].name);
        json_number(json, "bytes", format->part[i].bytes);
        json_object_end(json);
    }
    json_array_end(json);
}

static void write_reader(struct json *json, const struct bench *bench,
                         const struct format_figures *format)
{
    const struct reader *reader = bench_reader(bench, format);

    if (!reader)
        return;
    json_object(json, "reader");
    json_number(json, "bytes", reader->bytes);
    json_number(json, "more_bytes", reader->more_bytes);
    json_number(json, "writable_bytes", reader->writable_bytes);
    json_number(json, "stack_bytes_by_calls", reader->stack_bytes);
    json_number(json, "stack_bytes_written", bench_stack_bytes(bench, format));
    json_object_end(json);
}

static void write_worst(struct json *json, const struct bench *bench,
                        const struct format_figures *format)
{
    for (int by_read = 0; by_read < 2; by_read++) {
        struct figure worst =
            figure_worst_step(&bench->answers[format - bench->image.format], by_read);
        json_object(json, by_read ? "worst_step_read" : "worst_step");
        json_number(json, "samples", worst.count);
        json_number(json, "worst", worst.worst);
        json_address(json, "worst_pc", worst.worst_pc);
        json_object_end(json);
    }
}

static void write_format(struct json *json, const struct bench *bench,
                         const struct format_figures *format)
{
    json_object(json, format->name);
    json_number(json, "bytes", format->bytes);
    write_parts(json, format);
    if (format_is_counted(format))
        json_number(json, "code_bytes_said", format->expressed_bytes);
    else
        write_exactness(json, format);
    write_reader(json, bench, format);
    if (bench->answers[format - bench->image.format].count) {
        json_object(json, "board");
        for (enum figure_number number = 0; number < FIGURES; number++)
            write_figure(json, bench, format, number);
        write_worst(json, bench, format);
        json_object_end(json);
    }
    json_object_end(json);
}

void bench_write_json(struct json *json, const struct bench *bench)
{
    json_object(json, bench->name);
    json_number(json, "functions", bench->image.functions);
    json_number(json, "code_bytes", bench->image.code_bytes);
    json_number(json, "debug_frame_bytes", bench->image.debug_frame_bytes);
    json_number(json, "exidx_bytes", bench->image.exidx_bytes);
    json_object(json, "formats");
    for (size_t i = 0; i < bench->image.formats_count; i++)
        write_format(json, bench, &bench->image.format[i]);
    json_object_end(json);
    json_object_end(json);
}
