/* SPDX-License-Identifier: MIT */
/* Shows one instruction for bobbin show, as text or as JSON. */
#include "cli/show_instruction.h"

#include <stdio.h>
#include <string.h>

#include "prove/crossing_program.h"
#include "rows/crossing_text.h"

/*
 * The rule of ROW for the flags in CPSR. If CPSR is NULL, the rule for flags that meet the row's
 * condition.
 */
static const struct bobbin_rule *rule_with(const struct row *row, const uint32_t *cpsr)
{
    bool other =
        cpsr && row->condition != CONDITION_ALWAYS && !condition_holds(row->condition, *cpsr);

    return other ? &row->otherwise : &row->rule;
}

/*
 * The answer of the core if the instruction AT is interrupted with FLAGS. If FLAGS is NULL, with
 * flags that meet the condition of the row.
 */
static enum bobbin_stop core_answer(const struct show_view *view,
                                    const struct image_instruction *at, const uint32_t *flags,
                                    struct bobbin_rule *rule, enum bobbin_trust *trust)
{
    const struct row *row = row_list_find(view->list, at->address);
    uint32_t cpsr = at->thumb ? BOBBIN_CPSR_T : 0;

    if (flags)
        cpsr |= *flags;
    else if (row && row->condition != CONDITION_ALWAYS)
        cpsr |= condition_flags(row->condition, true);
    return bobbin_rule_at(&view->env, at->address, BOBBIN_KIND_INTERRUPTED, cpsr, rule, trust);
}

/* Where the interrupted code's registers are if AT is entry code with a rule; else NULL. */
static const char *crossing_of(const struct show_view *view, const struct image_instruction *at,
                               enum bobbin_kind kind, char *text, size_t text_size)
{
    struct crossing_program program;

    if (crossing_program_find(&view->opened, at, kind, &program) != BOBBIN_STOP_NONE)
        return NULL;
    return crossing_text(program.word, program.count, text, text_size);
}

/* ---- text -------------------------------------------------------------------------------- */

/* Returns false without output if the core has a rule at AT, or AT is not in proved entry code. */
static bool print_crossing(const struct show_view *view, const struct image_instruction *at)
{
    char interrupted[CROSSING_TEXT_MAX], returned[CROSSING_TEXT_MAX];
    struct bobbin_rule rule;
    enum bobbin_trust trust;

    if (core_answer(view, at, NULL, &rule, &trust) != BOBBIN_STOP_NO_RULE ||
        !crossing_of(view, at, BOBBIN_KIND_INTERRUPTED, interrupted, sizeof(interrupted)))
        return false;
    printf("%s", interrupted);
    if (crossing_of(view, at, BOBBIN_KIND_CALL, returned, sizeof(returned)) &&
        strcmp(interrupted, returned) != 0)
        printf(" (returned to: %s)", returned);
    return true;
}

static void print_core(const struct show_view *view, const struct row *row,
                       const struct image_instruction *at, const uint32_t *flags)
{
    struct bobbin_rule rule;
    enum bobbin_trust trust;
    char text[RULE_TEXT_MAX];
    enum bobbin_stop stop = core_answer(view, at, flags, &rule, &trust);

    if (row && row->rule.form == BOBBIN_FORM_NONE && stop == BOBBIN_STOP_NO_RULE)
        return;
    if (stop != BOBBIN_STOP_NONE)
        printf("  core: %s", bobbin_stop_name(stop));
    else if (!row || !rule_equal(&rule, rule_with(row, flags)))
        printf("  core: %s", rule_text(&rule, text, sizeof(text)));
}

static void print_rule(const struct row *row)
{
    char text[RULE_TEXT_MAX];

    if (row->condition != CONDITION_ALWAYS)
        printf("%s ? ", condition_name(row->condition));
    printf("%s", rule_text(&row->rule, text, sizeof(text)));
    if (row->condition != CONDITION_ALWAYS)
        printf(" : %s", rule_text(&row->otherwise, text, sizeof(text)));
}

void show_instruction_print(struct show_view *view, const struct image_instruction *instruction)
{
    const struct row *row = row_list_find(view->list, instruction->address);
    char text[256];
    uint32_t cpsr;

    printf("0x%08x  %-36s", instruction->address,
           disassemble(&view->disassembler, view->image, instruction, text, sizeof(text)));
    printf("  %-7s  ", row ? row_source_name(row->source) : "-");
    if (row && row->rule.form == BOBBIN_FORM_NONE && print_crossing(view, instruction)) {
        putchar('\n');
        return;
    }
    if (row)
        print_rule(row);
    print_core(view, row, instruction, NULL);
    if (row && row->condition != CONDITION_ALWAYS) {
        cpsr = condition_flags(row->condition, false);
        print_core(view, row, instruction, &cpsr);
    }
    putchar('\n');
}

/* ---- JSON -------------------------------------------------------------------------------- */

static void write_core(const struct show_view *view, const char *key,
                       const struct image_instruction *at, const uint32_t *flags)
{
    struct bobbin_rule rule;
    enum bobbin_trust trust;
    char text[RULE_TEXT_MAX];
    enum bobbin_stop stop = core_answer(view, at, flags, &rule, &trust);

    json_string(view->json, key,
                stop == BOBBIN_STOP_NONE ? rule_text(&rule, text, sizeof(text))
                                         : bobbin_stop_name(stop));
}

static void write_crossing(const struct show_view *view, const char *key,
                           const struct image_instruction *at, enum bobbin_kind kind)
{
    char text[CROSSING_TEXT_MAX];

    if (crossing_of(view, at, kind, text, sizeof(text)))
        json_string(view->json, key, text);
}

static void write_otherwise(const struct show_view *view, const struct row *row,
                            const struct image_instruction *at)
{
    uint32_t cpsr = condition_flags(row->condition, false);
    char text[RULE_TEXT_MAX];

    json_string(view->json, "condition", condition_name(row->condition));
    json_string(view->json, "otherwise", rule_text(&row->otherwise, text, sizeof(text)));
    write_core(view, "core_otherwise", at, &cpsr);
}

void show_instruction_write(struct show_view *view, const struct image_instruction *instruction,
                            const char *symbol)
{
    const struct row *row = row_list_find(view->list, instruction->address);
    char text[RULE_TEXT_MAX];

    json_object(view->json, NULL);
    json_address(view->json, "address", instruction->address);
    json_string(view->json, "function", symbol);
    json_string(view->json, "instruction",
                disassemble(&view->disassembler, view->image, instruction, text, sizeof(text)));
    json_string(view->json, "source", row ? row_source_name(row->source) : NULL);
    json_string(view->json, "rule", row ? rule_text(&row->rule, text, sizeof(text)) : NULL);
    write_core(view, "core", instruction, NULL);
    write_crossing(view, "crossing", instruction, BOBBIN_KIND_INTERRUPTED);
    write_crossing(view, "crossing_returned", instruction, BOBBIN_KIND_CALL);
    if (row && row->condition != CONDITION_ALWAYS)
        write_otherwise(view, row, instruction);
    json_object_end(view->json);
}
