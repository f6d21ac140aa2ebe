/* SPDX-License-Identifier: MIT */
/* bobbin size: where the bytes of a table go, in each setting, and what others would take. */
#include <math.h>
#include <stdio.h>

#include "cli/size_formats.h"
#include "cli/table_options.h"
#include "cli/verbs.h"
#include "size/setting_sizes.h"
#include "util/diag.h"
#include "util/json.h"

static const char help[] =
    "usage: bobbin size IMAGE [--compare=OLD] " OPTIONS_FORMAT_USAGE
    " [--json] [--root=SYMBOL]...\n"
    "       bobbin size IMAGE --formats [--json] [--root=SYMBOL]...\n\n"
    "Bytes of the unwind table of IMAGE in each setting by part, per function and as a share of "
    "the "
    "code,\n"
    "beside those of .debug_frame (not loaded) and .ARM.exidx with .ARM.extab. Each table is "
    "proved as\n"
    "`bobbin check` does: \"exact\" is the share of instructions where the core's answer is "
    "true.\n\n"
    "  fast        body rules are stored\n"
    "  small       body rules are read from the code\n"
    "  table-only  every row is explicit, for code that cannot be read\n\n"
    "The bounds are entropies of what such tables say, as distributed in this image: no index, "
    "dictionary\n"
    "or header is in them. fast needs lengths and body rules, small lengths only, or less: it "
    "joins functions\n"
    "all of whose rules are read from the code. table-only needs all rows.\n\n" FORMATS_HELP
    "                     its table is shown behind those of bobbin's settings\n"
    "  --formats      a line for each setting and each format above, proved; then for those\n"
    "                 that nobody reads here: how much of the code they tell of, and what not\n"
    "  --compare=OLD  both images side by side, with the difference\n"
    "  --json         {functions, code_bytes, formats: [{name, bytes, exact_instructions, "
    "instructions,\n"
    "                 parts}], debug_frame_bytes, exidx_bytes, bounds: [{name, bits}]}; of OLD the "
    "same as \"old\";\n"
    "                 of a dictionary also repetition: [{name, ranges, distinct, top_15}], exidx: "
    "{entries,\n"
    "                 inline, extab, unwinders};\n"
    "                 with --formats {functions, code_bytes, formats: [{name, bytes} and "
    "{exact_instructions,\n"
    "                 instructions} or {code_bytes_said, code_bytes, functions_left_out, lacks, "
    "parts}]}\n";

/* Of a table in another format, all but what the format itself says. */
#define HEADER_PART "header, build id, ranges, padding"

/* ---- text --------------------------------------------------------------------------------------- */

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

    printf("\nbounds, by the entropy of what is said:\n");
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

/* ---- two images --------------------------------------------------------------------------------- */

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

/* ---- JSON --------------------------------------------------------------------------------------- */

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

/* ---- the verb ----------------------------------------------------------------------------------- */

/* Whether SIZES are filled is told by the code in them: an image without any is refused. */
static int size(const struct options *options)
{
    struct sizes sizes;
    struct sizes old = {0};
    int status = sizes_measure(&sizes, options->image, &options->rows, options->format);

    if (options->compare && (status == STATUS_GOOD || sizes.code_bytes)) {
        int old_status = sizes_measure(&old, options->compare, &options->rows, NULL);
        status = old_status != STATUS_GOOD ? old_status : status;
    }
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

int verb_size(int argc, char **argv)
{
    struct options options;
    int status =
        options_parse(&options, argc, argv,
                      OPTIONS_JSON | OPTIONS_COMPARE | OPTIONS_FORMAT | OPTIONS_FORMATS, help);

    if (status == STATUS_GOOD)
        status = options.formats ? size_formats(&options) : size(&options);
    options_free(&options);
    return status == OPTIONS_DONE ? STATUS_GOOD : status;
}
