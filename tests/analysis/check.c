/* SPDX-License-Identifier: MIT */
/*
 * check IMAGE...: tests the reference analysis on images that list the expected rules in the
 * section .expect.
 * At each listed address, the reference must have the rule that is written there. The core must not
 * be wrong anywhere with a table of each setting.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/format/bytes.h"
#include "discover/open_image.h"
#include "elf/image_names.h"
#include "table/table.h"
#include "util/diag.h"

#define ROW_TEXT_MAX (2 * RULE_TEXT_MAX + 100)
#define TEXT_MAX     (ROW_TEXT_MAX + 100)

struct session {
    struct image image;
    struct table table;
    unsigned tests, failed;
};

static void report(struct session *session, bool good, const char *what)
{
    session->failed += !good;
    printf("%sok %u - %s, %s: %s\n", good ? "" : "not ", ++session->tests, session->image.path,
           plan_setting_name(session->table.setting), what);
}

/* ---- rules of the reference ------------------------------------------------------------------ */

static const struct finding *finding_at(const struct proof *proof, uint32_t address)
{
    for (size_t i = 0; i < proof->findings_count; i++)
        if (proof->finding[i].address == address && proof->finding[i].verdict != VERDICT_EXACT)
            return &proof->finding[i];
    return NULL;
}

static void row_text(const struct row *row, char *text)
{
    char rule[RULE_TEXT_MAX], otherwise[RULE_TEXT_MAX];

    rule_text(&row->rule, rule, sizeof(rule));
    rule_text(&row->otherwise, otherwise, sizeof(otherwise));
    if (row->source == ROW_HANDLER)
        snprintf(text, ROW_TEXT_MAX, "handler");
    else if (row->condition == CONDITION_ALWAYS)
        snprintf(text, ROW_TEXT_MAX, "%s", rule);
    else
        snprintf(text, ROW_TEXT_MAX, "%s ? %s : %s", condition_name(row->condition), rule,
                 otherwise);
}

/* Describes an instruction whose rule the machine code does not prove, but that has a rule. */
static void unproved_text(const struct finding *finding, const struct row *row, char *text)
{
    const char *source = row->source == ROW_EXIDX ? ", exidx" : "";
    char rule[ROW_TEXT_MAX];

    row_text(row, rule);
    snprintf(text, TEXT_MAX, "%s%s: %s", verdict_name(finding->verdict),
             finding->cfi_only ? ", cfi" : source, rule);
}

/* Whether ROW has a rule. ROW may be NULL. */
static bool has_rule(const struct row *row)
{
    return row && row->rule.form == BOBBIN_FORM_FRAME;
}

static void describe(const struct session *session, uint32_t address, char *text)
{
    const struct finding *finding = finding_at(&session->table.proof, address);
    const struct row *row = row_list_find(&session->table.reference.list, address);

    if (finding && has_rule(row) && (finding->cfi_only || finding->verdict == VERDICT_UNREACHABLE))
        unproved_text(finding, row, text);
    else if (finding && finding->verdict == VERDICT_UNREACHABLE)
        snprintf(text, TEXT_MAX, "unreachable");
    else if (finding)
        snprintf(text, TEXT_MAX, "%s: %s", verdict_name(finding->verdict), finding->why);
    else if (row)
        row_text(row, text);
    else
        snprintf(text, TEXT_MAX, "no row");
}

/* ---- expected rules -------------------------------------------------------------------------- */

static void check_one(struct session *session, uint32_t address, const char *expected)
{
    char got[TEXT_MAX], name[200], what[300];
    bool good;

    describe(session, address, got);
    good = strcmp(got, expected) == 0;
    snprintf(what, sizeof(what), "%s", image_name(&session->image, address, name, sizeof(name)));
    report(session, good, what);
    if (!good)
        printf("# expected %s\n# got      %s\n", expected, got);
}

static Elf_Data *expectations(const struct image *image)
{
    GElf_Shdr header;
    Elf_Scn *section = image_next_named(image, NULL, ".expect", &header);

    return section ? elf_getdata(section, NULL) : NULL;
}

static void check_all(struct session *session)
{
    const Elf_Data *data = expectations(&session->image);
    unsigned wrong = (unsigned)session->table.proof.verdicts[VERDICT_WRONG];
    size_t at = 0;

    while (data && at + 4 < data->d_size) {
        const uint8_t *entry = (const uint8_t *)data->d_buf + at;
        const char *text = (const char *)entry + 4;
        check_one(session, bytes_u32(entry) & ~1u, text);
        at += 4 + strlen(text) + 1;
    }
    report(session, data && at == data->d_size, "all expected rules were read");
    report(session, wrong == 0, "the core is not wrong at any instruction");
}

static int check_setting(struct session *session, enum plan_setting setting)
{
    static const struct row_options options = {0};
    int status = table_build(&session->table, &session->image, &options, setting);

    if (status != STATUS_GOOD)
        return status;
    check_all(session);
    table_free(&session->table);
    return STATUS_GOOD;
}

static int check_image(struct session *session, const char *path)
{
    int status = image_open(&session->image, path);

    if (status != STATUS_GOOD)
        return status;
    for (int setting = 0; setting < PLAN_SETTINGS && status == STATUS_GOOD; setting++)
        status = check_setting(session, (enum plan_setting)setting);
    image_close(&session->image);
    return status;
}

int main(int argc, char **argv)
{
    struct session session = {.tests = 0};

    for (int i = 1; i < argc; i++)
        if (check_image(&session, argv[i]) != STATUS_GOOD)
            return STATUS_BAD_INPUT;
    printf("1..%u\n", session.tests);
    return session.failed || !session.tests ? STATUS_PROBLEMS : STATUS_GOOD;
}
