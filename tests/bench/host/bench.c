/* SPDX-License-Identifier: MIT */
#include "bench.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/diag.h"
#include "util/memory.h"

/* Returns static memory, valid until the next call. */
static const char *path_of(const char *directory, const char *name, const char *suffix)
{
    static char path[4096];

    snprintf(path, sizeof(path), "%s/%s%s", directory, name, suffix);
    return path;
}

static int read_readers(struct bench *bench)
{
    FILE *in = fopen(path_of(bench->directory, "readers", ""), "r");
    struct reader reader;

    if (!in)
        return STATUS_GOOD;
    while (bench->readers_count < READERS_MAX &&
           fscanf(in, "%79s %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64, reader.name,
                  &reader.bytes, &reader.more_bytes, &reader.writable_bytes,
                  &reader.stack_bytes) == 5)
        bench->reader[bench->readers_count++] = reader;
    fclose(in);
    return STATUS_GOOD;
}

static int read_answers(struct bench *bench)
{
    int status = STATUS_GOOD;

    bench->answers = must_realloc(NULL, bench->image.formats_count + 1, sizeof(*bench->answers));
    memset(bench->answers, 0, (bench->image.formats_count + 1) * sizeof(*bench->answers));
    for (size_t i = 0; i < bench->image.formats_count && status == STATUS_GOOD; i++) {
        const char *path = path_of(bench->directory, bench->image.format[i].name, ".answers");
        if (access(path, F_OK) == 0)
            status = answers_read(&bench->answers[i], path);
    }
    return status;
}

int bench_open(struct bench *bench, const char *directory)
{
    const char *slash = strrchr(directory, '/');
    int status;

    *bench = (struct bench){.directory = directory, .name = slash ? slash + 1 : directory};
    status = image_figures_read(&bench->image, path_of(directory, "formats", ""));
    if (status == STATUS_GOOD)
        status = read_answers(bench);
    if (status == STATUS_GOOD)
        status = read_readers(bench);
    return status;
}

void bench_close(struct bench *bench)
{
    for (size_t i = 0; bench->answers && i < bench->image.formats_count; i++)
        free(bench->answers[i].sample);
    free(bench->answers);
    image_figures_free(&bench->image);
}

const struct reader *bench_reader(const struct bench *bench, const struct format_figures *format)
{
    for (size_t i = 0; i < bench->readers_count; i++)
        if (strcmp(bench->reader[i].name, format->reader) == 0)
            return &bench->reader[i];
    return NULL;
}

const struct format_figures *bench_format(const struct bench *bench, const char *name)
{
    for (size_t i = 0; i < bench->image.formats_count; i++)
        if (strcmp(bench->image.format[i].name, name) == 0)
            return &bench->image.format[i];
    return NULL;
}

struct figure bench_figure(const struct bench *bench, const struct format_figures *format,
                           enum figure_number number)
{
    return figure_of(&bench->answers[format - bench->image.format], number);
}

uint32_t bench_stack_bytes(const struct bench *bench, const struct format_figures *format)
{
    uint32_t most = 0;

    for (enum figure_number number = 0; number < FIGURE_WALK; number++) {
        struct figure figure = bench_figure(bench, format, number);
        if (figure.stack_bytes > most)
            most = figure.stack_bytes;
    }
    return most;
}

bool bench_is_judged(const struct bench *bench, const struct format_figures *format)
{
    return strcmp(bench->name, "thumb-os") == 0 && strcmp(format->name, "bobbin:fast") == 0;
}

double bench_percent(const struct format_figures *format, enum exactness exactness,
                     enum verdict verdict)
{
    const uint64_t *verdicts = format->verdicts[exactness];
    uint64_t all = 0;

    for (int i = 0; i < VERDICTS; i++)
        all += verdicts[i];
    return all ? 100.0 * (double)verdicts[verdict] / (double)all : 0;
}
