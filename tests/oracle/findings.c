/* SPDX-License-Identifier: MIT */
#include "findings.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "elf/image_names.h"
#include "tasks/switch_reference.h"
#include "util/memory.h"

enum { NAME_MAX_BYTES = 160, TOLD_IN_FULL_MAX = 10 };

static void tell_rule(struct findings *findings, const struct mismatch *mismatch)
{
    const struct row *row;
    struct bobbin_rule rule;
    enum bobbin_trust trust;
    enum bobbin_stop stop =
        bobbin_rule_at(findings->env, mismatch->pc, (enum bobbin_kind)mismatch->kind,
                       mismatch->cpsr, &rule, &trust);
    char text[RULE_TEXT_MAX];

    if (!findings->reference_built)
        switch_reference_build(&findings->reference, findings->image, NULL);
    findings->reference_built = true;
    row = row_list_find(&findings->reference.list, code_linked(findings->code, mismatch->address));
    fprintf(stderr, "  rule: %s, by %s (a fresh row's source: %s)\n",
            stop == BOBBIN_STOP_NONE ? rule_text(&rule, text, sizeof(text))
                                     : bobbin_stop_name(stop),
            stop == BOBBIN_STOP_NONE ? bobbin_trust_name(trust) : "-",
            row ? row_source_name(row->source) : "none");
}

/* The name of the code that runs at ADDRESS. */
static const char *name_of(const struct findings *findings, uint32_t address, char *name)
{
    return image_name(findings->image, code_linked(findings->code, address), name, NAME_MAX_BYTES);
}

static void tell_history(const struct findings *findings)
{
    char name[NAME_MAX_BYTES];

    fprintf(stderr, "  executed before, the last one last:\n");
    for (uint32_t i = 0; i < FINDINGS_HISTORY; i++) {
        uint32_t address = findings->history[(findings->history_next + i) % FINDINGS_HISTORY];
        fprintf(stderr, "    0x%08x %s\n", address, name_of(findings, address, name));
    }
}

static void tell(struct findings *findings, const struct mismatch *mismatch)
{
    char name[NAME_MAX_BYTES];

    name_of(findings, mismatch->address, name);
    if (mismatch->finding == FINDING_LOSS)
        fprintf(stderr, "oracle: %s: 0x%08x (%s): track is lost: %s\n", findings->image->path,
                mismatch->address, name, mismatch->what);
    else
        fprintf(stderr, "oracle: %s: 0x%08x (%s): mismatch of %s in frame %u\n",
                findings->image->path, mismatch->address, name, mismatch->what, mismatch->frame);
    if (findings->told_count > TOLD_IN_FULL_MAX)
        return;
    if (mismatch->finding == FINDING_MISMATCH)
        tell_rule(findings, mismatch);
    if (mismatch->values)
        fprintf(stderr, "  expected: 0x%08" PRIx64 "\n  got:      0x%08" PRIx64 "\n",
                mismatch->expected, mismatch->got);
    tell_history(findings);
}

static bool is_told(struct findings *findings, const struct mismatch *mismatch)
{
    for (size_t i = 0; i < findings->told_count; i++)
        if (findings->told[i].address == mismatch->address &&
            strcmp(findings->told[i].what, mismatch->what) == 0)
            return true;
    array_push(findings->told, findings->told_count, findings->told_capacity, *mismatch);
    return false;
}

static struct fault *finding_of(struct findings *findings, const struct mismatch *mismatch)
{
    uint32_t linked = code_linked(findings->code, mismatch->address);
    const struct image_function *function = image_function_at(findings->image, linked);
    struct fault made = {
        .kind = mismatch->finding,
        .function = function ? function->name : "?",
        .what = mismatch->what,
        .first = linked,
    };

    for (size_t i = 0; i < findings->count; i++)
        if (strcmp(findings->finding[i].function, made.function) == 0 &&
            strcmp(findings->finding[i].what, made.what) == 0)
            return &findings->finding[i];
    array_push(findings->finding, findings->count, findings->capacity, made);
    return &findings->finding[findings->count - 1];
}

void findings_add(struct findings *findings, const struct mismatch *mismatch)
{
    findings->total[mismatch->finding]++;
    finding_of(findings, mismatch)->count++;
    if (mismatch->finding != FINDING_GAP && !is_told(findings, mismatch))
        tell(findings, mismatch);
}

static const char *const kind_names[FINDING_KINDS] = {"finding", "loss", "gap"};

void findings_write(const struct findings *findings, FILE *out)
{
    for (size_t i = 0; i < findings->count; i++) {
        const struct fault *finding = &findings->finding[i];
        fprintf(out, "%s %s %s %08x %" PRIu64 "\n", kind_names[finding->kind], finding->function,
                finding->what, finding->first, finding->count);
    }
}

void findings_close(struct findings *findings)
{
    if (findings->reference_built)
        reference_free(&findings->reference);
    free(findings->finding);
    free(findings->told);
}
