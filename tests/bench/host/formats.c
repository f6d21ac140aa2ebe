/* SPDX-License-Identifier: MIT */
/*
 * bench_formats IMAGE DIRECTORY FIGURES WEIGHTS [NAME...] encodes and proves the table of IMAGE in
 * each setting and format, or only in those named. It writes the tables to DIRECTORY/NAME.table and
 * their bytes and exactness to FIGURES (format_figures.h). WEIGHTS is a file as for
 * `bobbin check --weights=`.
 * bench_formats --readers prints the symbol of each reader once.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "discover/open_image.h"
#include "format_figures.h"
#include "formats/counted/counts.h"
#include "prove/weights.h"
#include "reader_name.h"
#include "size/setting_sizes.h"
#include "table/format_registry.h"
#include "util/diag.h"

/* The image, the table that is being measured, and where results go. */
struct job {
    struct image image;
    struct table table;
    struct weights weights;
    const char *directory;
    FILE *out;
    char **names; /* ends with NULL; empty: all */
};

static bool is_asked_for(const struct job *job, const char *name)
{
    for (char **asked = job->names; *asked; asked++)
        if (strcmp(*asked, name) == 0)
            return true;
    return !*job->names;
}

static int write_table(const struct job *job, const char *name)
{
    char path[4096];
    size_t written;
    FILE *out;

    snprintf(path, sizeof(path), "%s/%s.table", job->directory, name);
    out = fopen(path, "wb");
    if (!out)
        return diag_error(path, "%s", strerror(errno));
    written = fwrite(job->table.bytes, 1, job->table.size_bytes, out);
    if (fclose(out) != 0 || written != job->table.size_bytes)
        return diag_error(path, "cannot be written: %s", strerror(errno));
    return STATUS_GOOD;
}

static void add_part(struct format_figures *figures, const char *name, uint64_t bytes)
{
    size_t i = figures->parts_count++;

    snprintf(figures->part[i].name, FORMAT_NAME_MAX, "%s", name);
    figures->part[i].bytes = bytes;
}

static void add_parts(struct format_figures *figures, const struct table *table)
{
    if (!table->format) {
        for (unsigned part = 0; part < SIZES_PARTS; part++)
            add_part(figures, sizes_part_name(part), sizes_part(&table->sizes, part));
        return;
    }
    add_part(figures, "header, build id, ranges, padding", table->format_sizes.header);
    for (size_t i = 0; i < FORMAT_SHARES_MAX && table->format_sizes.share[i].name; i++)
        add_part(figures, table->format_sizes.share[i].name, table->format_sizes.share[i].bytes);
    figures->bytes += table->format_sizes.elsewhere_bytes;
}

/* Writes the figures of the current table, and the table itself. */
static int tell(const struct job *job, const char *name, const char *reader)
{
    const struct proof *proof = &job->table.proof;
    struct format_figures figures = {.bytes = job->table.size_bytes};

    snprintf(figures.name, sizeof(figures.name), "%s", name);
    snprintf(figures.reader, sizeof(figures.reader), "%s", reader);
    add_parts(&figures, &job->table);
    memcpy(figures.verdicts[EXACT_INSTRUCTIONS], proof->verdicts, sizeof(proof->verdicts));
    memcpy(figures.verdicts[EXACT_RETURNS], proof->returned, sizeof(proof->returned));
    weights_sum(&job->weights, proof, figures.verdicts[EXACT_EXECUTED]);
    format_figures_write(&figures, job->out);
    return write_table(job, name);
}

static int make_setting(struct job *job, enum plan_setting setting)
{
    char name[FORMAT_NAME_MAX];
    int status;

    snprintf(name, sizeof(name), "bobbin:%s", plan_setting_name(setting));
    if (!is_asked_for(job, name))
        return STATUS_GOOD;
    status = table_encode(&job->table, &job->image, setting);
    return status == STATUS_GOOD ? tell(job, name, reader_name_of_setting(setting)) : status;
}

static int make_format(struct job *job, const struct format *format)
{
    int status;

    if (!is_asked_for(job, format->name))
        return STATUS_GOOD;
    status = table_encode_foreign(&job->table, &job->image, format);
    return status == STATUS_GOOD ? tell(job, format->name, reader_name(format)) : status;
}

/* Writes the figures of a format that is only counted. */
static void tell_count(const struct job *job, const struct counter *counter)
{
    struct format_figures figures = {.reader = "?"};
    struct count count = {0};

    snprintf(figures.name, sizeof(figures.name), "%s", counter->name);
    if (!is_asked_for(job, figures.name))
        return;
    counter->count(counter, &job->table.reference, &count);
    figures.bytes = count_bytes(&count);
    figures.expressed_bytes = count.expressed_bytes;
    for (size_t i = 0; i < FORMAT_SHARES_MAX && count.share[i].name; i++)
        add_part(&figures, count.share[i].name, count.share[i].bytes);
    format_figures_write(&figures, job->out);
}

static void tell_image(const struct job *job)
{
    const struct row_list *list = &job->table.reference.list;
    struct image_figures figures = {
        .functions = proof_functions(&job->image),
        .debug_frame_bytes = sizes_of_sections(&job->image, ".debug_frame"),
        .exidx_bytes = sizes_of_sections(&job->image, ".ARM.exidx") +
                       sizes_of_sections(&job->image, ".ARM.extab"),
    };

    snprintf(figures.path, sizeof(figures.path), "%s", job->image.path);
    for (size_t i = 0; i < list->ranges_count; i++)
        figures.code_bytes += list->range[i].size_bytes;
    image_figures_write(&figures, job->out);
}

static int make_all(struct job *job)
{
    int status = table_build_reference(&job->table, &job->image, NULL);

    if (status != STATUS_GOOD)
        return status;
    tell_image(job);
    for (int setting = 0; setting < PLAN_SETTINGS && status == STATUS_GOOD; setting++)
        status = make_setting(job, (enum plan_setting)setting);
    for (size_t i = 0; format_at(i) && status == STATUS_GOOD; i++)
        status = make_format(job, format_at(i));
    for (size_t i = 0; i < COUNTERS && status == STATUS_GOOD; i++)
        tell_count(job, &counters[i]);
    table_free(&job->table);
    return status;
}

static int tell_readers(void)
{
    puts(reader_name_of_setting(PLAN_SMALL));
    for (size_t i = 0; format_at(i); i++) {
        size_t first = 0;
        while (format_at(first)->reader != format_at(i)->reader)
            first++;
        if (first == i && *reader_name(format_at(i)) != '?')
            puts(reader_name(format_at(i)));
    }
    return STATUS_GOOD;
}

static int run(char **arguments)
{
    struct job job = {.directory = arguments[1], .names = arguments + 4};
    int status = weights_read(&job.weights, arguments[3]);

    job.out = fopen(arguments[2], "w");
    if (!job.out)
        status = diag_error(arguments[2], "%s", strerror(errno));
    if (status == STATUS_GOOD)
        status = image_open(&job.image, arguments[0]);
    if (status == STATUS_GOOD) {
        status = make_all(&job);
        image_close(&job.image);
    }
    if (job.out && fclose(job.out) != 0)
        status = diag_error(arguments[2], "cannot be written: %s", strerror(errno));
    weights_free(&job.weights);
    return status;
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "--readers") == 0)
        return tell_readers();
    if (argc >= 5)
        return run(argv + 1);
    fprintf(stderr, "usage: %s IMAGE DIRECTORY FIGURES WEIGHTS [NAME...] | --readers\n", argv[0]);
    return STATUS_USAGE;
}
