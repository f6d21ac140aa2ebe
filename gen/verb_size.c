/* SPDX-License-Identifier: MIT */
/* bobbin size: where the bytes of a table go, and what others would take. */
#include <stdio.h>
#include <string.h>

#include "diag.h"
#include "json.h"
#include "proof.h"
#include "table_verb.h"
#include "verbs.h"

static const char help[] =
    "usage: bobbin size IMAGE " OPTIONS_SETTING_USAGE " [--json] [--root=SYMBOL]...\n\n"
    "Bytes of the unwind table of IMAGE by part, per function and as a "
    "share of the code, beside those\n"
    "of .debug_frame (not loaded) and .ARM.exidx with .ARM.extab. \"exact\" "
    "counts instructions for\n"
    "which the core's answer is proved, as `bobbin check` does.\n\n" OPTIONS_SETTING_HELP
    "  --json             {functions, code_bytes, formats: [{name, bytes, "
    "exact_instructions, instructions}]}\n";

struct facts {
    uint64_t functions, code_bytes, debug_frame_bytes, exidx_bytes;
    struct proof proof;
};

static uint64_t section_bytes(const struct image *image, const char *name)
{
    Elf_Scn *scn = NULL;
    GElf_Shdr header;
    uint64_t bytes = 0;

    while ((scn = image_next_named(image, scn, name, &header)))
        bytes += header.sh_size;
    return bytes;
}

static void gather(struct facts *facts, const struct image *image, const struct table *table)
{
    struct bobbin_table opened;

    memset(facts, 0, sizeof(*facts));
    facts->functions = proof_functions(image);
    for (size_t i = 0; i < table->reference.list.ranges_count; i++)
        facts->code_bytes += table->reference.list.range[i].size_bytes;
    facts->debug_frame_bytes = section_bytes(image, ".debug_frame");
    facts->exidx_bytes = section_bytes(image, ".ARM.exidx") + section_bytes(image, ".ARM.extab");
    bobbin_table_open(&opened, table->bytes, table->size_bytes, 0, NULL, 0);
    proof_run(&facts->proof, &table->reference, &opened);
}

static void print_part(const char *name, uint64_t bytes, const struct facts *facts)
{
    printf("%10llu", (unsigned long long)bytes);
    if (facts->functions)
        printf("  %8.2f", (double)bytes / (double)facts->functions);
    else
        printf("  %8s", "-");
    printf("  %7.2f %%  %s\n", 100.0 * (double)bytes / (double)facts->code_bytes, name);
}

static void print_text(const struct facts *facts, const struct table *table)
{
    const struct encode_sizes *sizes = &table->sizes;
    const struct proof *proof = &facts->proof;

    printf("%llu functions, %llu bytes of code, %llu instructions\n\n",
           (unsigned long long)facts->functions, (unsigned long long)facts->code_bytes,
           (unsigned long long)proof->instructions);
    printf("%10s  %8s  %9s\n", "bytes", "/function", "of code");
    printf("%10u  %8.2f  %7.2f %%  bobbin, %s\n", table->size_bytes,
           facts->functions ? (double)table->size_bytes / (double)facts->functions : 0,
           100.0 * table->size_bytes / (double)facts->code_bytes,
           plan_setting_name(table->setting));
    print_part("  header, build id, directory, padding", sizes->header, facts);
    print_part("  ranges", sizes->ranges, facts);
    print_part("  index", sizes->index, facts);
    print_part("  entries", sizes->entries, facts);
    print_part("  rows", sizes->rows, facts);
    print_part("  rules", sizes->rules, facts);
    print_part("  long rules", sizes->long_rules, facts);
    print_part(".debug_frame (not loaded)", facts->debug_frame_bytes, facts);
    print_part(".ARM.exidx and .ARM.extab", facts->exidx_bytes, facts);
    printf("\n%u entries, %u rows, %u distinct rules\n", sizes->entries_count, sizes->rows_count,
           sizes->rules_count);
    printf(
        "exact at %.2f %% of instructions, %.2f %% unreachable, %.2f %% unknown, %.2f %% wrong\n",
        proof_percent(proof, proof->verdicts[VERDICT_EXACT]),
        proof_percent(proof, proof->verdicts[VERDICT_UNREACHABLE]),
        proof_percent(proof, proof->verdicts[VERDICT_UNKNOWN]),
        proof_percent(proof, proof->verdicts[VERDICT_WRONG]));
}

static void print_json(const struct facts *facts, const struct table *table)
{
    struct json json;

    json_begin(&json, stdout);
    json_number(&json, "functions", facts->functions);
    json_number(&json, "code_bytes", facts->code_bytes);
    json_array(&json, "formats");
    json_object(&json, NULL);
    json_string(&json, "name", plan_setting_name(table->setting));
    json_number(&json, "bytes", table->size_bytes);
    json_number(&json, "exact_instructions", facts->proof.verdicts[VERDICT_EXACT]);
    json_number(&json, "instructions", facts->proof.instructions);
    json_object_end(&json);
    json_array_end(&json);
    json_number(&json, "debug_frame_bytes", facts->debug_frame_bytes);
    json_number(&json, "exidx_bytes", facts->exidx_bytes);
    json_end(&json);
}

static int size(const struct image *image, const struct table *table, const struct options *options)
{
    struct facts facts;

    gather(&facts, image, table);
    if (options->json)
        print_json(&facts, table);
    else
        print_text(&facts, table);
    proof_free(&facts.proof);
    return STATUS_GOOD;
}

int verb_size(int argc, char **argv)
{
    static const struct table_verb verb = {help, OPTIONS_JSON, false, size};

    return table_verb_run(&verb, argc, argv);
}
