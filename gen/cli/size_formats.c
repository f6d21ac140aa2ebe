/* SPDX-License-Identifier: MIT */
#include "cli/size_formats.h"

#include <stdio.h>
#include <string.h>

#include "cli/debug_options.h"
#include "cli/table_options.h"
#include "formats/counted/counts.h"
#include "table/format_registry.h"
#include "table/table.h"
#include "util/diag.h"
#include "util/json.h"

/*
 * The size of one format. The tool wrote a table in a proved format and read it back at each
 * instruction. Of a counted format only the bytes are known: bobbin has no reader for it.
 */
struct line {
    const char *setting; /* of Bobbin's own format; NULL: another format */
    const char *name;
    const char *lacks; /* counted: what it does not describe */
    uint32_t bytes;
    /* proved: exact instructions, all instructions; counted: described bytes, all bytes of code */
    uint64_t covered, all;
    uint32_t functions_dropped;
    const struct format_share *share; /* counted: bytes by part; NULL: proved */
};

struct lines {
    const struct image *image;
    struct table table;
    uint64_t functions, code_bytes;
    struct json *json; /* NULL: text */
};

static double percent(uint64_t of, uint64_t all)
{
    return all ? 100.0 * (double)of / (double)all : 0;
}

static void print_text(const struct lines *lines, const struct line *line)
{
    printf("%10u", line->bytes);
    if (lines->functions)
        printf("  %9.2f", (double)line->bytes / (double)lines->functions);
    else
        printf("  %9s", "-");
    printf("  %7.2f %%  %9.3f %%  %s  %s%s\n", percent(line->bytes, lines->code_bytes),
           percent(line->covered, line->all), line->share ? "described" : "exact    ",
           line->setting ? "bobbin, " : "", line->name);
}

static void write_counted(struct json *json, const struct line *line)
{
    json_number(json, "code_bytes_said", line->covered);
    json_number(json, "code_bytes", line->all);
    json_number(json, "functions_left_out", line->functions_dropped);
    json_string(json, "lacks", line->lacks);
    json_array(json, "parts");
    for (size_t i = 0; i < FORMAT_SHARES_MAX && line->share[i].name; i++) {
        json_object(json, NULL);
        json_string(json, "name", line->share[i].name);
        json_number(json, "bytes", line->share[i].bytes);
        json_object_end(json);
    }
    json_array_end(json);
}

static void print(const struct lines *lines, const struct line *line)
{
    if (!lines->json) {
        print_text(lines, line);
        return;
    }
    json_object(lines->json, NULL);
    json_string(lines->json, "name", line->name);
    json_number(lines->json, "bytes", line->bytes);
    if (line->share) {
        write_counted(lines->json, line);
    } else {
        json_number(lines->json, "exact_instructions", line->covered);
        json_number(lines->json, "instructions", line->all);
    }
    json_object_end(lines->json);
}

static void print_proved(const struct lines *lines, const char *name, bool own)
{
    const struct table *table = &lines->table;
    struct line line = {
        .setting = own ? name : NULL,
        .name = name,
        .bytes = table->size_bytes + (own ? 0 : table->format_sizes.elsewhere_bytes),
        .covered = table->proof.verdicts[VERDICT_EXACT],
        .all = table->proof.instructions,
    };

    print(lines, &line);
}

static int prove_all(struct lines *lines)
{
    const struct format *format;
    int status = STATUS_GOOD;

    diag_set_quiet(true); /* the output shows the same facts, as not exact */
    for (int setting = 0; setting < PLAN_SETTINGS && status == STATUS_GOOD; setting++) {
        if (setting != PLAN_FAST)
            status = table_encode(&lines->table, lines->image, (enum plan_setting)setting);
        if (status == STATUS_GOOD)
            print_proved(lines, plan_setting_name((enum plan_setting)setting), true);
    }
    for (size_t i = 0; (format = format_at(i)) && status == STATUS_GOOD; i++) {
        status = table_encode_foreign(&lines->table, lines->image, format);
        if (status == STATUS_GOOD)
            print_proved(lines, format->name, false);
    }
    diag_set_quiet(false);
    return status;
}

/* What a counted format does not describe. */
static void print_lacks(const struct counter *counter, const struct count *count)
{
    printf("%s: %s", counter->name, counter->lacks);
    if (count->functions_dropped)
        printf("; %u functions are left out", count->functions_dropped);
    putchar('\n');
}

static void count_all(const struct lines *lines)
{
    struct count counts[COUNTERS] = {0};

    for (size_t i = 0; i < COUNTERS; i++) {
        const struct counter *counter = &counters[i];
        struct line line = {.name = counter->name, .lacks = counter->lacks};
        counter->count(counter, &lines->table.reference, &counts[i]);
        line.bytes = count_bytes(&counts[i]);
        line.covered = counts[i].expressed_bytes;
        line.all = counts[i].code_bytes;
        line.functions_dropped = counts[i].functions_dropped;
        line.share = counts[i].share;
        print(lines, &line);
    }
    if (lines->json)
        return;
    printf("\nnot described:\n");
    for (size_t i = 0; i < COUNTERS; i++)
        print_lacks(&counters[i], &counts[i]);
}

static void begin(struct lines *lines)
{
    const struct row_list *list = &lines->table.reference.list;

    lines->functions = proof_functions(lines->image);
    for (size_t i = 0; i < list->ranges_count; i++)
        lines->code_bytes += list->range[i].size_bytes;
    if (!lines->json) {
        printf("%llu functions, %llu bytes of code\n\n%10s  %9s  %9s  %11s\n",
               (unsigned long long)lines->functions, (unsigned long long)lines->code_bytes, "bytes",
               "/function", "of code", "");
        return;
    }
    json_number(lines->json, "functions", lines->functions);
    json_number(lines->json, "code_bytes", lines->code_bytes);
    json_array(lines->json, "formats");
}

int size_formats(const struct options *options)
{
    const struct row_options rows = table_row_options(options);
    struct image image;
    struct json json;
    struct lines lines = {.image = &image};
    int status = debug_options_open(&image, options);

    if (status != STATUS_GOOD)
        return status;
    status = table_build_with(&lines.table, &image, &rows, PLAN_FAST, options->entry_rules);
    if (status == STATUS_GOOD) {
        if (options->json) {
            lines.json = &json;
            json_begin(&json, stdout);
        }
        begin(&lines);
        status = prove_all(&lines);
        count_all(&lines);
        if (lines.json) {
            json_array_end(&json);
            json_end(&json);
        }
        if (status == STATUS_GOOD && lines.table.has_no_rules)
            status = STATUS_PROBLEMS;
        table_free(&lines.table);
    }
    image_close(&image);
    return status;
}
