/* SPDX-License-Identifier: MIT */
/* The findings of `bobbin check` as JSON. */
#include <stdio.h>

#include "cli/check_view.h"
#include "cli/findings.h"
#include "elf/image_names.h"
#include "util/json.h"

static void write_finding(struct json *json, const struct check_view *view,
                          const struct finding *finding)
{
    json_object(json, NULL);
    json_address(json, "address", finding->address);
    json_string(json, "function", image_symbol_at(view->image, finding->address).name);
    json_string(json, "verdict", finding_group_name(finding_group_of(finding)));
    json_string(json, "why", finding->why);
    json_bool(json, "after_call", finding->after_call);
    if (finding->is_entry)
        json_string(json, "handler", image_symbol_at(view->image, finding->handler).name);
    json_object_end(json);
}

static void write_disagreement(struct json *json, const struct check_view *view,
                               const struct disagreement *one)
{
    char text[RULE_TEXT_MAX];

    json_object(json, NULL);
    json_address(json, "start", one->start);
    json_address(json, "end", one->end);
    json_string(json, "function", image_symbol_at(view->image, one->start).name);
    json_string(json, "source", row_source_name(one->source));
    json_string(json, "class", disagreement_class_name(one->class));
    json_number(json, "instructions", one->instructions);
    json_string(json, "why", one->why);
    json_string(json, "claimed", rule_text(&one->claimed, text, sizeof(text)));
    json_string(json, "code", rule_text(&one->code, text, sizeof(text)));
    json_object_end(json);
}

static void write_verdicts(struct json *json, const char *key, const uint64_t sums[VERDICTS])
{
    json_object(json, key);
    for (int verdict = 0; verdict < VERDICTS; verdict++)
        json_number(json, verdict_name(verdict), sums[verdict]);
    json_object_end(json);
}

static void write_registers(struct json *json, uint32_t given_up)
{
    char names[BOBBIN_PLACES][4];
    size_t count = row_facts_registers(given_up, names);

    json_array(json, "registers");
    for (size_t i = 0; i < count; i++)
        json_string(json, NULL, names[i]);
    json_array_end(json);
}

static void write_assumption(struct json *json, const struct check_view *view,
                             enum assumption assumption)
{
    size_t count;
    const struct assumed_at *at = assumptions_of(view->assumptions, assumption, &count);

    if (count == 0)
        return;
    json_object(json, NULL);
    json_string(json, "id", assumption_name(assumption));
    json_number(json, "count", count);
    if (assumption == ASSUMPTION_GIVEN_UP) {
        write_registers(json, view->assumptions->given_up);
    } else if (assumption_is_rare(assumption)) {
        json_array(json, "addresses");
        for (size_t i = 0; i < count; i++)
            json_address(json, NULL, at[i].address);
        json_array_end(json);
    }
    json_object_end(json);
}

void check_write_json(const struct check_view *view)
{
    const struct proof *proof = view->proof;
    struct json json;

    json_begin(&json, stdout);
    json_number(&json, "functions", view->functions);
    json_number(&json, "instructions", proof->instructions);
    json_number(&json, "exact", proof->verdicts[VERDICT_EXACT]);
    json_number(&json, "explicit", proof->explicit_rows);
    json_number(&json, "lost", proof->lost);
    json_number(&json, "unreachable", proof->verdicts[VERDICT_UNREACHABLE]);
    json_number(&json, "unknown", proof->verdicts[VERDICT_UNKNOWN]);
    json_number(&json, "wrong", proof->verdicts[VERDICT_WRONG]);
    json_number(&json, "cfi_only", proof->cfi_only);
    json_number(&json, "table_bytes", view->table_bytes);
    json_number(&json, "code_bytes", view->code_bytes);
    json_number(&json, "unreached_bytes", view->coverage.unreached_bytes);
    json_number(&json, "symbols_contradicting", view->image->faults.contradictions);
    json_number(&json, "bytes_without_symbol", view->image->faults.gaps_bytes);
    write_verdicts(&json, "returns", proof->returned);
    write_verdicts(&json, "entry_code", proof->entry_verdicts);
    if (view->has_weights)
        write_verdicts(&json, "weighted", view->weighted);
    json_array(&json, "assumptions");
    for (int assumption = 0; assumption < ASSUMPTIONS; assumption++)
        write_assumption(&json, view, (enum assumption)assumption);
    json_array_end(&json);
    json_array(&json, "findings");
    for (size_t i = 0; i < proof->findings_count; i++)
        write_finding(&json, view, &proof->finding[i]);
    json_array_end(&json);
    json_array(&json, "disagreements");
    for (size_t i = 0; i < view->disagreements->count; i++)
        write_disagreement(&json, view, &view->disagreements->disagreement[i]);
    json_array_end(&json);
    json_end(&json);
}
