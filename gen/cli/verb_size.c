/* SPDX-License-Identifier: MIT */
/* bobbin size: prints the bytes of a table by part, in each setting and in other formats. */
#include <math.h>
#include <stdio.h>

#include "cli/debug_options.h"
#include "cli/size_formats.h"
#include "cli/table_options.h"
#include "cli/verb.h"
#include "size/setting_sizes.h"
#include "util/diag.h"
#include "util/json.h"

/* The name of the part of a table around another format's data. */
#define HEADER_PART "header, build id, ranges, padding"

/* ---- text -------------------------------------------------------------------------------- */

static double share(double of, uint64_t all)
{
    return all ? of / (double)all : 0;
}

static void print_part(const char *name, const char *detail, uint64_t bytes,
                       const struct sizes *sizes)
{
    printf("%10llu", (unsigned long long)bytes);
    if (sizes->functions)
        printf("  %8.2f", share((double)bytes, sizes->functions));
    else
        printf("  %8s", "-");
    printf("  %7.2f %%  %s%s\n", 100.0 * share((double)bytes, sizes->code_bytes), name, detail);
}

static void print_setting(enum plan_setting which, const struct sizes *sizes)
{
    const struct setting_sizes *setting = &sizes->setting[which];

    print_part("bobbin, ", plan_setting_name(which), setting->bytes, sizes);
    for (unsigned part = 0; part < SIZES_PARTS; part++)
        print_part("  ", sizes_part_name(part), sizes_part(&setting->parts, part), sizes);
}

static void print_format(const struct sizes *sizes)
{
    const struct format_setting_sizes *foreign = &sizes->foreign;
    const struct format_share *share;

    print_part(foreign->format->name, "", foreign->bytes, sizes);
    print_part("  ", HEADER_PART, foreign->parts.header, sizes);
    for (share = foreign->parts.share; share->name; share++)
        print_part("  ", share->name, share->bytes, sizes);
}

static void print_verdicts(const uint64_t *verdicts, const struct sizes *sizes)
{
    for (int verdict = 0; verdict < VERDICTS; verdict++)
        printf("%10.3f %%", 100.0 * share((double)verdicts[verdict], sizes->instructions));
}

static void print_proof(enum plan_setting which, const struct sizes *sizes)
{
    const struct setting_sizes *setting = &sizes->setting[which];

    print_verdicts(setting->verdicts, sizes);
    printf("  %8u  %8u  %8u  %s\n", setting->parts.entries_count, setting->parts.rows_count,
           setting->parts.rules_count, plan_setting_name(which));
}

static void print_bounds(const struct sizes *sizes)
{
    const struct bounds *bounds = &sizes->bounds;

    printf("\nbounds (entropy of the facts that a table stores):\n");
    printf("%10s  %13s\n", "bytes", "bits/function");
    for (int bound = 0; bound < BOUNDS; bound++)
        printf("%10.0f  %13.2f  %s\n", bounds->bits[bound] / 8,
               share(bounds->bits[bound], bounds->functions), bound_name((enum bound)bound));
}

static void print_text(const struct sizes *sizes)
{
    printf("%llu functions, %llu bytes of code, %llu instructions\n\n",
           (unsigned long long)sizes->functions, (unsigned long long)sizes->code_bytes,
           (unsigned long long)sizes->instructions);
    printf("%10s  %8s  %9s\n", "bytes", "/function", "of code");
    for (int which = 0; which < PLAN_SETTINGS; which++)
        print_setting((enum plan_setting)which, sizes);
    if (sizes->foreign.format)
        print_format(sizes);
    print_part(".debug_frame (not loaded)", "", sizes->debug_frame_bytes, sizes);
    print_part(".ARM.exidx and .ARM.extab", "", sizes->exidx_bytes, sizes);
    printf("\n%12s%12s%12s%12s  %8s  %8s  %8s\n", "exact", "unreachable", "unknown", "wrong",
           "entries", "rows", "rules");
    for (int which = 0; which < PLAN_SETTINGS; which++)
        print_proof((enum plan_setting)which, sizes);
    if (sizes->foreign.format) {
        print_verdicts(sizes->foreign.verdicts, sizes);
        printf("  %8s  %8s  %8s  %s\n", "", "", "", sizes->foreign.format->name);
    }
    print_bounds(sizes);
    if (sizes->foreign.format && format_is_dictionary(sizes->foreign.format))
        repetition_print(&sizes->repetition);
}

/* ---- two images -------------------------------------------------------------------------- */

static void print_pair(const char *name, const char *detail, uint64_t new, uint64_t old)
{
    printf("%10llu  %10llu  %+10lld  %s%s\n", (unsigned long long)new, (unsigned long long)old,
           (long long)(new - old), name, detail);
}

static void print_setting_pair(enum plan_setting which, const struct sizes *new,
                               const struct sizes *old)
{
    const struct setting_sizes *now = &new->setting[which];
    const struct setting_sizes *then = &old->setting[which];

    print_pair("bobbin, ", plan_setting_name(which), now->bytes, then->bytes);
    for (unsigned part = 0; part < SIZES_PARTS; part++)
        print_pair("  ", sizes_part_name(part), sizes_part(&now->parts, part),
                   sizes_part(&then->parts, part));
    print_pair("  instructions that are not exact", "",
               new->instructions - now->verdicts[VERDICT_EXACT],
               old->instructions - then->verdicts[VERDICT_EXACT]);
}

static void print_comparison(const struct sizes *new, const struct sizes *old)
{
    printf("%10s  %10s  %10s\n", "new", "old", "difference");
    print_pair("functions", "", new->functions, old->functions);
    print_pair("bytes of code", "", new->code_bytes, old->code_bytes);
    print_pair("instructions", "", new->instructions, old->instructions);
    for (int which = 0; which < PLAN_SETTINGS; which++)
        print_setting_pair((enum plan_setting)which, new, old);
    print_pair(".debug_frame (not loaded)", "", new->debug_frame_bytes, old->debug_frame_bytes);
    print_pair(".ARM.exidx and .ARM.extab", "", new->exidx_bytes, old->exidx_bytes);
    for (int bound = 0; bound < BOUNDS; bound++)
        print_pair("bound, bytes: ", bound_name((enum bound)bound),
                   (uint64_t)(new->bounds.bits[bound] / 8 + 0.5),
                   (uint64_t)(old->bounds.bits[bound] / 8 + 0.5));
}

/* ---- JSON -------------------------------------------------------------------------------- */

static void write_part(struct json *json, const char *name, uint64_t bytes)
{
    json_object(json, NULL);
    json_string(json, "name", name);
    json_number(json, "bytes", bytes);
    json_object_end(json);
}

static void write_setting(struct json *json, enum plan_setting which, const struct sizes *sizes)
{
    const struct setting_sizes *setting = &sizes->setting[which];

    json_object(json, NULL);
    json_string(json, "name", plan_setting_name(which));
    json_number(json, "bytes", setting->bytes);
    json_number(json, "exact_instructions", setting->verdicts[VERDICT_EXACT]);
    json_number(json, "instructions", sizes->instructions);
    json_array(json, "parts");
    for (unsigned part = 0; part < SIZES_PARTS; part++)
        write_part(json, sizes_part_name(part), sizes_part(&setting->parts, part));
    json_array_end(json);
    json_object_end(json);
}

static void write_format(struct json *json, const struct sizes *sizes)
{
    const struct format_setting_sizes *foreign = &sizes->foreign;
    const struct format_share *share;

    json_object(json, NULL);
    json_string(json, "name", foreign->format->name);
    json_number(json, "bytes", foreign->bytes);
    json_number(json, "exact_instructions", foreign->verdicts[VERDICT_EXACT]);
    json_number(json, "instructions", sizes->instructions);
    json_array(json, "parts");
    write_part(json, HEADER_PART, foreign->parts.header);
    for (share = foreign->parts.share; share->name; share++)
        write_part(json, share->name, share->bytes);
    json_array_end(json);
    json_object_end(json);
}

static void write_bound(struct json *json, enum bound bound, const struct sizes *sizes)
{
    json_object(json, NULL);
    json_string(json, "name", bound_name(bound));
    json_number(json, "bits", (uint64_t)ceil(sizes->bounds.bits[bound]));
    json_object_end(json);
}

static void write_sizes(struct json *json, const struct sizes *sizes)
{
    json_number(json, "functions", sizes->functions);
    json_number(json, "code_bytes", sizes->code_bytes);
    json_array(json, "formats");
    for (int which = 0; which < PLAN_SETTINGS; which++)
        write_setting(json, (enum plan_setting)which, sizes);
    if (sizes->foreign.format)
        write_format(json, sizes);
    json_array_end(json);
    json_number(json, "debug_frame_bytes", sizes->debug_frame_bytes);
    json_number(json, "exidx_bytes", sizes->exidx_bytes);
    json_array(json, "bounds");
    for (int bound = 0; bound < BOUNDS; bound++)
        write_bound(json, (enum bound)bound, sizes);
    json_array_end(json);
    if (sizes->foreign.format && format_is_dictionary(sizes->foreign.format))
        repetition_write(&sizes->repetition, json);
}

static void write_json(const struct sizes *sizes, const struct sizes *old)
{
    struct json json;

    json_begin(&json, stdout);
    write_sizes(&json, sizes);
    if (old) {
        json_object(&json, "old");
        write_sizes(&json, old);
        json_object_end(&json);
    }
    json_end(&json);
}

/* ---- the verb ---------------------------------------------------------------------------- */

/*
 * Measures IMAGE, and OLD if --compare names that. sizes_measure leaves code_bytes at 0 if it
 * fails.
 */
static int measure(const struct options *options, struct sizes *sizes, struct sizes *old)
{
    const struct row_options rows = table_row_options(options);
    struct debug_paths given;
    int status, checked;

    debug_paths_init(&given, options->debug_files.items, options->debug_files.count);
    status = sizes_measure(sizes, options->images.items[0], &given, &rows, options->entry_rules,
                           options->format);
    if (options->compare && (status == STATUS_GOOD || sizes->code_bytes)) {
        int old_status =
            sizes_measure(old, options->compare, &given, &rows, options->entry_rules, NULL);
        status = old_status != STATUS_GOOD ? old_status : status;
    }
    checked = status == STATUS_GOOD ? debug_paths_check(&given) : STATUS_GOOD;
    debug_paths_free(&given);
    return status == STATUS_GOOD ? checked : status;
}

static int size(const struct options *options)
{
    struct sizes sizes;
    struct sizes old = {0};
    int status = measure(options, &sizes, &old);

    if (!sizes.code_bytes || (options->compare && !old.code_bytes))
        return status;
    if (options->json)
        write_json(&sizes, options->compare ? &old : NULL);
    else if (options->compare)
        print_comparison(&sizes, &old);
    else
        print_text(&sizes);
    return status;
}

static int run(const struct options *options)
{
    return options->formats ? size_formats(options) : size(options);
}

static const char *conflict(const struct options *options)
{
    return options->formats && (options->format || options->compare)
               ? "--formats cannot be used with --format or --compare"
               : NULL;
}

/* ---- help -------------------------------------------------------------------------------- */

static const struct verb_option main_options[] = {
    {.name = "compare",
     .argument = "OLD",
     .text = "print the sizes of IMAGE and of the image OLD, and the difference",
     STORES_WORD(compare)},
    {.name = "json", .letter = 'j', .text = "print one JSON object", SETS_FLAG(json)},
    {0},
};

static const struct verb_option format_options[] = {
    OPTION_EXCEPTIONS,
    OPTION_FORMAT,
    {.name = "formats",
     .text = "print one line for each setting and each format, proved. Formats that bobbin cannot "
             "read follow: their bytes, and the share of the code that they describe.",
     SETS_FLAG(formats)},
    {0},
};

static const struct verb_option rare_options[] = {OPTION_DEBUG_FILE, {0}};

static const struct option_group options_of_size[] = {
    {"options", main_options},
    {"table options", format_options},
    {TABLE_FACTS_TITLE, table_fact_options},
    {"rare options", rare_options},
    {0},
};

static const struct help_line setting_lines[] = {
    {"fast", "the rule of each function body is stored"},
    {"small", "rules are derived from the machine code where possible"},
    {"table-only", "all rules are stored"},
    {0},
};

static const struct help_line bound_lines[] = {
    {NULL, "A bound is the entropy of the facts that a table stores, as they are distributed in "
           "IMAGE: a lower limit without index, dictionary and header. fast needs the lengths of "
           "functions and the body rules. small needs at most the lengths: it joins "
           "neighbouring functions if all their rules are derived from code. table-only needs all "
           "rows."},
    {0},
};

static const struct help_line json_lines[] = {
    {NULL, "{functions, code_bytes, formats: [{name, bytes, exact_instructions, instructions, "
           "parts: [{name, bytes}]}], debug_frame_bytes, exidx_bytes, bounds: [{name, bits}]}. "
           "With --compare, old is the same object for OLD. With --format=dictionary, the object "
           "also has "
           "repetition: [{name, ranges, distinct, top_15}] and exidx: {entries, inline, extab, "
           "unwinders}."},
    {NULL, "With --formats: {functions, code_bytes, formats: [...]}. A proved format is {name, "
           "bytes, exact_instructions, instructions}, a counted one {name, bytes, code_bytes_said, "
           "code_bytes, functions_left_out, lacks, parts}."},
    {0},
};

static const struct help_section sections[] = {
    {"settings", setting_lines},
    {"bounds", bound_lines},
    {"JSON", json_lines},
    {0},
};

const struct verb verb_size = {
    .name = "size",
    .summary = "print the size of the table in each setting, by part",
    .usage = {"IMAGE [options]", "IMAGE --formats [options]"},
    .description =
        "Prints the bytes of the unwind table of IMAGE in each setting: by part, per function and "
        "as a share of the code. The sizes of .debug_frame (not loaded) and of .ARM.exidx with "
        ".ARM.extab follow for comparison. Each table is proved as in `bobbin check`.",
    .options = options_of_size,
    .sections = sections,
    .examples =
        {
            {"what the table costs", "bobbin size firmware.elf"},
            {"what a change costs", "bobbin size firmware.elf --compare=firmware-old.elf"},
            {"all formats, proved and compared", "bobbin size firmware.elf --formats"},
        },
    .problems = "no rule is known, or a new table is wrong",
    .bad_input = "IMAGE or OLD cannot be read or is not a linked ARM image",
    .conflict = conflict,
    .run = run,
};
