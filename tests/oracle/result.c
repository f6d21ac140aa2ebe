/* SPDX-License-Identifier: MIT */
#include "result.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "util/diag.h"

bool result_is_good(const struct result *result)
{
    return result->instructions > 0 && result->findings->total[FINDING_MISMATCH] == 0 &&
           (result->check->skipped == 0 || result->allow_outside) &&
           (result->findings->total[FINDING_LOSS] == 0 || result->allow_losses) &&
           result->below_sp == 0;
}

void result_print(const struct result *result, FILE *out)
{
    fprintf(out,
            "oracle: %s: %" PRIu64 " instructions at %" PRIu64 " addresses, %" PRIu64
            " frames checked, %" PRIu64 " exceptions at %" PRIu64 " addresses, %" PRIu64
            " crossings, %" PRIu64 " frames discarded, %" PRIu64 " lost, %" PRIu64
            " skipped, %" PRIu64 " losses of track, %" PRIu64 " mismatches%s\n",
            result->image->path, result->instructions, result->code->executed,
            result->check->frames, result->shadow->exceptions, result->code->interrupted,
            result->check->crossings, result->shadow->discarded, result->check->lost,
            result->check->skipped, result->findings->total[FINDING_LOSS],
            result->findings->total[FINDING_MISMATCH], result->complete ? "" : " (stopped early)");
}

static void write_crossings(const struct check_counts *counts, FILE *out)
{
    static const char *const vectors[BOBBIN_VECTORS] = {
        "none", "undefined", "call", "prefetch_abort", "data_abort", "trap", "irq", "fiq",
    };
    static const char *const banks[BOBBIN_BANKS] = {
        "usr", "fiq", "irq", "svc", "mon", "abt", "hyp", "und",
    };
    uint64_t system = counts->crossings_system;

    for (int i = BOBBIN_VECTOR_UNDEFINED; i < BOBBIN_VECTORS; i++)
        fprintf(out, "crossings_%s %" PRIu64 "\n", vectors[i], counts->crossings_by_vector[i]);
    for (int i = 0; i < BOBBIN_BANKS; i++)
        fprintf(out, "crossings_from_%s %" PRIu64 "\n", banks[i],
                counts->crossings_by_bank[i] - (i == BOBBIN_BANK_USR ? system : 0));
    fprintf(out, "crossings_from_sys %" PRIu64 "\n", system);
}

static void write_counts(const struct result *result, FILE *out)
{
    const struct {
        const char *name;
        uint64_t count;
    } lines[] = {
        {"complete", result->complete},
        {"instructions", result->instructions},
        {"addresses", result->code->executed},
        {"frames", result->check->frames},
        {"walks", result->check->walks},
        {"calls", result->shadow->calls},
        {"returns", result->shadow->returns},
        {"exceptions", result->shadow->exceptions},
        {"interrupted", result->code->interrupted},
        {"resumed", result->shadow->resumed},
        {"scribbled", result->scribbled},
        {"discarded", result->shadow->discarded},
        {"roots", result->check->roots},
        {"lost", result->check->lost},
        {"fabricated", result->check->fabricated},
        {"no_rule", result->check->no_rule},
        {"copies", result->check->copies},
        {"banked", result->check->banked},
        {"crossings", result->check->crossings},
        {"crossings_nested", result->check->crossings_nested},
        {"crossings_lent", result->check->crossings_lent},
        {"crossings_no_rule", result->check->crossings_no_rule},
        {"crossings_lost", result->check->crossings_lost},
        {"crossings_lost_registers", result->check->crossings_lost_registers},
        {"crossings_undecided", result->check->crossings_undecided},
        {"below_sp", result->below_sp},
        {"skipped", result->check->skipped},
        {"switches", result->shadow->switches},
        {"without_fpu", result->shadow->without_fpu},
        {"tasks", result->check->tasks},
        {"tasks_frames", result->check->tasks_frames},
        {"tasks_doubles", result->check->tasks_doubles},
        {"tasks_by_call", result->check->tasks_by_call},
        {"tasks_by_interrupt", result->check->tasks_by_interrupt},
        {"tasks_left", result->check->tasks_left},
        {"tasks_new", result->check->tasks_new},
        {"tasks_started", result->check->tasks_started},
        {"tasks_unclear", result->check->tasks_unclear},
        {"losses", result->findings->total[FINDING_LOSS]},
        {"mismatches", result->findings->total[FINDING_MISMATCH]},
    };

    for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++)
        fprintf(out, "%s %" PRIu64 "\n", lines[i].name, lines[i].count);
}

/*
 * Writes runs of executed, or of interrupted instructions, each as its first address and the
 * address after its end.
 */
static void write_runs(const struct code_section *section, bool interrupted, FILE *out)
{
    const char *name = interrupted ? "interrupted_run" : "executed";
    uint32_t start = 0, end = 0;

    for (uint32_t i = 0; i <= section->size_bytes / 2; i++) {
        const struct code_instruction *instruction = &section->instruction[i];
        if (!(interrupted ? instruction->interrupted : instruction->executed))
            continue;
        if (instruction->linked != end) {
            if (end != start)
                fprintf(out, "%s %08x %08x\n", name, start, end);
            start = instruction->linked;
        }
        end = instruction->linked + instruction->size_bytes;
    }
    if (end != start)
        fprintf(out, "%s %08x %08x\n", name, start, end);
}

/* Closes OUT, which writes to PATH, and reports a failure. */
static int close_file(FILE *out, const char *path)
{
    bool failed = ferror(out);

    failed |= fclose(out) != 0;
    return failed ? diag_error(path, "cannot be written: %s", strerror(errno)) : STATUS_GOOD;
}

int result_save(const struct result *result, const char *path)
{
    FILE *out = fopen(path, "w");

    if (!out)
        return diag_error(path, "%s", strerror(errno));
    fprintf(out, "image %s\n", result->image->path);
    write_counts(result, out);
    write_crossings(result->check, out);
    findings_write(result->findings, out);
    for (size_t i = 0; i < result->code->sections_count; i++) {
        write_runs(&result->code->sections[i], false, out);
        write_runs(&result->code->sections[i], true, out);
    }
    return close_file(out, path);
}

static void write_times(const struct code_section *section, FILE *out)
{
    for (uint32_t i = 0; i <= section->size_bytes / 2; i++)
        if (section->instruction[i].times)
            fprintf(out, "%08x %" PRIu64 "\n", section->instruction[i].linked,
                    section->instruction[i].times);
}

int result_save_times(const struct result *result, const char *path)
{
    FILE *out = fopen(path, "w");

    if (!out)
        return diag_error(path, "%s", strerror(errno));
    for (size_t i = 0; i < result->code->sections_count; i++)
        write_times(&result->code->sections[i], out);
    return close_file(out, path);
}
