/* SPDX-License-Identifier: MIT */
#include "cli/table_options.h"

#include <string.h>

#include "rows/row_facts.h"
#include "table/format_registry.h"
#include "tasks/stated_rules.h"
#include "util/memory.h"

#define PERCENT_MAX 100
#define BUDGET_MAX  1000

static bool take_setting(struct options *options, enum plan_setting setting)
{
    options->setting = setting;
    return options->setting_named = true;
}

static bool take_fast(struct options *options, const char *argument)
{
    (void)argument;
    return take_setting(options, PLAN_FAST);
}

static bool take_small(struct options *options, const char *argument)
{
    (void)argument;
    return take_setting(options, PLAN_SMALL);
}

static bool take_table_only(struct options *options, const char *argument)
{
    (void)argument;
    return take_setting(options, PLAN_TABLE_ONLY);
}

const struct verb_option table_setting_options[] = {
    {.name = "fast",
     .text = "store the rule of each function body, so that the device finds a caller without "
             "reading code (default)",
     TAKEN_BY(take_fast)},
    {.name = "small",
     .text = "store a rule only if the device cannot derive it from the machine code: fewest bytes",
     TAKEN_BY(take_small)},
    {.name = "table-only",
     .text = "store all rules, for code that the device cannot read",
     TAKEN_BY(take_table_only)},
    OPTION_EXCEPTIONS,
    OPTION_FORMAT,
    {0},
};

static bool take_fixed_register(struct options *options, const char *argument)
{
    return row_facts_read_registers(&options->given_up, argument);
}

static bool take_context(struct options *options, const char *argument)
{
    const char *layout = strchr(argument, ':');
    struct task_rule rule;

    if (!layout || layout == argument || !stated_rule_read(&rule, layout + 1))
        return false;
    array_push(options->contexts.items, options->contexts.count, options->contexts.capacity,
               (char *)(uintptr_t)argument);
    return true;
}

const struct verb_option table_fact_options[] = {
    {.name = "root",
     .argument = "CODE",
     .text = "a trace that reaches this code is complete, as in the ELF entry. CODE is a symbol, "
             "an address such as 0x8034, or a pattern such as 'task_*'. May be given more than "
             "once.",
     APPENDS_WORD(roots)},
    {.name = "vectors",
     .argument = "CODE",
     .text = "an exception vector table, at a symbol or an address. Needed only if no code writes "
             "the address to VBAR, HVBAR or MVBAR as a constant, and the table is neither at 0 nor "
             "at the ELF entry. hvbar:CODE is a table of HYP mode, mvbar:CODE one of monitor mode. "
             "May be given more than once.",
     APPENDS_WORD(vectors)},
    {.name = "comes-back",
     .argument = "CODE",
     .text = "a call of the function CODE comes back and restores r4-r11 and d8-d15, although it "
             "leaves for another stack and the tool does not find the code that takes the stack "
             "again. May be given more than once.",
     APPENDS_WORD(comes_back)},
    {.name = "fixed-register",
     .argument = "REG",
     .text = "functions of IMAGE need not restore REG: r9 with -ffixed-r9, d8-d15 with a lazy FPU "
             "switch. REG is one of r4-r11 and d8-d15, or a range. May be given more than once.",
     TAKEN_BY(take_fixed_register),
     .expected = "one of r4-r11 and d8-d15, or a range of them"},
    {.name = "resume",
     .argument = "CODE",
     .text = "the function CODE restores tasks as its instructions say, although the tool finds no "
             "code that saves them so; see `bobbin show --tasks`. May be given more than once.",
     APPENDS_WORD(resume)},
    {.name = "context",
     .argument = "CODE:LAYOUT",
     .text = "where the registers of a task are that the function CODE restores: "
             "'r4-r11@0,pc@32,sp=36' says that r4-r11 and pc are in the words at the saved pointer "
             "+ 0 to 32, and that sp is the saved pointer + 36. 'pointer@8' says that the saved "
             "pointer is the word at 8 of the control block. Others: r0-r12, lr, psr, d8-d15. May "
             "be given more than once.",
     TAKEN_BY(take_context),
     .expected = "a function, a colon and a layout with pc and sp"},
    {0},
};

static const char *const entry_rules_names[] = {
    [ENTRY_RULES_IF_USED] = "if-used",
    [ENTRY_RULES_ALL] = "all",
    [ENTRY_RULES_CALLS] = "calls",
    [ENTRY_RULES_NONE] = "none",
};

const char *table_entry_rules_name(size_t number)
{
    return number <= ENTRY_RULES_NONE ? entry_rules_names[number] : NULL;
}

bool table_take_exceptions(struct options *options, const char *argument)
{
    for (unsigned i = 0; i <= ENTRY_RULES_NONE; i++)
        if (strcmp(argument, entry_rules_names[i]) == 0) {
            options->entry_rules = (enum entry_rules)i;
            return options->exceptions_named = options->setting_named = true;
        }
    return false;
}

bool table_take_budget(struct options *options, const char *argument)
{
    options->budget_named = options->setting_named = true;
    return options_number(&options->budget_bytes, argument, BUDGET_MAX);
}

bool table_take_require(struct options *options, const char *argument)
{
    return options_number(&options->require, argument, PERCENT_MAX);
}

const char *table_format_name(size_t number)
{
    const struct format *format;

    if (number == 0)
        return "bobbin";
    format = format_at(number - 1);
    return format ? format->name : NULL;
}

bool table_take_format(struct options *options, const char *argument)
{
    options->format = format_named(argument);
    return options->format || strcmp(argument, table_format_name(0)) == 0;
}

const char *table_options_conflict(const struct options *options)
{
    if (options->format && options->setting_named)
        return "--format has no settings: remove --fast, --small, --table-only, --budget and "
               "--exceptions";
    if (options->budget_named && options->setting != PLAN_FAST)
        return "--budget is for fast tables only: remove --small or --table-only";
    return NULL;
}

struct row_options table_row_options(const struct options *options)
{
    return (struct row_options){
        .roots = (const char *const *)options->roots.items,
        .roots_count = options->roots.count,
        .vector_names = (const char *const *)options->vectors.items,
        .vector_names_count = options->vectors.count,
        .comes_back_names = (const char *const *)options->comes_back.items,
        .comes_back_count = options->comes_back.count,
        .resume_names = (const char *const *)options->resume.items,
        .resume_count = options->resume.count,
        .contexts = (const char *const *)options->contexts.items,
        .contexts_count = options->contexts.count,
        .given_up = options->given_up,
    };
}
