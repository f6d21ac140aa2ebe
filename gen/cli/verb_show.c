/* SPDX-License-Identifier: MIT */
/* bobbin show: disassembles, with the rule and the answer of the core at each instruction. */
#include <stdio.h>
#include <stdlib.h>

#include "cli/debug_options.h"
#include "cli/show_instruction.h"
#include "cli/show_tasks.h"
#include "cli/symbol_argument.h"
#include "cli/table_options.h"
#include "cli/table_verb.h"
#include "cli/verb.h"
#include "elf/image_names.h"
#include "table/embedded_table.h"
#include "table/format_registry.h"
#include "util/diag.h"

/* ---- the addresses to show --------------------------------------------------------------- */

static void print_range(struct show_view *view, const struct image_range *range)
{
    const struct image_section *section = image_section_at(view->image, range->start);
    const char *named = NULL;
    struct image_instruction next = {.address = range->start};

    while (section && image_next_instruction(view->image, section, next.address, &next) &&
           next.address < range->end) {
        struct image_symbol symbol = image_symbol_at(view->image, next.address);
        if (!view->json && symbol.name && symbol.name != named)
            printf("\n%s:\n", symbol.name);
        named = symbol.name;
        if (view->json)
            show_instruction_write(view, &next, symbol.name);
        else
            show_instruction_print(view, &next);
        next.address += next.size_bytes;
    }
}

static void print_all(struct show_view *view)
{
    for (size_t i = 0; i < view->image->sections_count; i++) {
        const struct image_section *section = &view->image->sections[i];
        if (section->executable)
            print_range(view, &(struct image_range){section->address,
                                                    section->address + section->size_bytes});
    }
}

static void print_ranges(struct show_view *view, const struct symbol_ranges *ranges)
{
    for (size_t i = 0; i < ranges->count; i++)
        print_range(view, &ranges->range[i]);
}

/* Opens what VIEW needs, prints RANGES or all code, and closes it again. */
static int print_view(struct show_view *view, const struct table *table,
                      const struct options *options, const struct symbol_ranges *ranges)
{
    struct json json;
    int status = disassembler_open(&view->disassembler);

    if (status != STATUS_GOOD)
        return status;
    if (options->setting_named || options->format)
        bobbin_table_open(&view->opened, table->bytes, table->size_bytes, 0);
    else
        table_choose(view->image, table, &view->opened);
    view->env = format_env(view->image, &view->opened);
    if (options->format)
        view->env.foreign = options->format->reader;
    if (options->json) {
        view->json = &json;
        json_begin_array(&json, stdout);
    }
    if (options->operands_count)
        print_ranges(view, ranges);
    else
        print_all(view);
    if (options->json)
        json_end_array(&json);
    disassembler_close(&view->disassembler);
    return status;
}

static int show(const struct image *image, const struct table *table, const struct options *options)
{
    struct show_view view = {.image = image, .list = &table->reference.list};
    struct symbol_ranges ranges = {0};
    int status = STATUS_GOOD;

    if (options->tasks)
        return show_tasks(image, table);
    if (options->operands_count)
        status = symbol_argument(image, options->operands[0], &ranges);
    if (status == STATUS_GOOD)
        status = print_view(&view, table, options, &ranges);
    free(ranges.range);
    return status;
}

static int run(const struct options *options)
{
    return table_verb_run_embedded(options, show);
}

/* ---- help -------------------------------------------------------------------------------- */

static const struct verb_option main_options[] = {
    {.name = "json", .letter = 'j', .text = "print one JSON array", SETS_FLAG(json)},
    {.name = "tasks",
     .text = "print where the registers of tasks that do not run are, instead of code",
     SETS_FLAG(tasks)},
    {0},
};

static const struct verb_option rare_options[] = {OPTION_BUDGET, OPTION_DEBUG_FILE, {0}};

static const struct option_group options_of_show[] = {
    {"options", main_options},
    {"table options (show a new table, not the one in IMAGE)", table_setting_options},
    {TABLE_FACTS_TITLE, table_fact_options},
    {"rare options", rare_options},
    {0},
};

static const struct help_line rule_lines[] = {
    {"cfa=sp+16", "the stack pointer of the caller is sp + 16"},
    {"ra=[cfa-4]", "the return address is in memory, 4 bytes below cfa"},
    {"r4-r6=[cfa-16]", "r4, r5 and r6 of the caller are in memory from cfa - 16 on; registers "
                       "that are not listed still have the values of the caller"},
    {"r4=lost", "the value of r4 in the caller is lost: no register or memory has it"},
    {"ne ? A : B", "rule A if the condition ne holds, else rule B"},
    {"-", "no rule"},
    {0},
};

static const struct help_line crossing_lines[] = {
    {NULL, "The rules of entry code say where the registers of the interrupted code are. sp is "
           "that of the entry code."},
    {"r0-r3, pc at sp", "r0 to r3 and pc are in memory from sp on, in this order"},
    {"psr = [sp + 28]", "cpsr of the interrupted code is in memory, 28 bytes above sp"},
    {"sp_svc = sp + 32", "sp of SVC mode was sp + 32 when the exception came"},
    {"other r8", "r8 of FIQ mode; in FIQ mode: r8 of the other modes"},
    {"pc, a return address", "the instruction before pc caused the exception, as SVC does"},
    {"(returned to: A)", "rule A holds when the function that this instruction calls runs"},
    {0},
};

static const struct help_line source_lines[] = {
    {"code", "only the machine code"},
    {"cfi", ".debug_frame or .eh_frame, checked against the machine code"},
    {"cfi-alone", "the same, but the machine code does not show the rule: not proved"},
    {"exidx", ".ARM.exidx alone: not proved"},
    {"handler", "entry code of an exception; without a rule, a trace ends here"},
    {"root", "a trace ends here and is complete"},
    {"data", "no code: constants or padding"},
    {"unproved", "the machine code does not show a rule"},
    {"unknown", "no rule is known"},
    {0},
};

static const struct help_line task_lines[] = {
    {"block", "the address of the task's control block"},
    {"pointer", "the address of the saved registers: a word of the block, or the saved sp"},
    {"r4-r11 at A", "the registers are in consecutive words from address A on"},
    {"if A is N", "the lines below hold if the word at A is N"},
    {"saved by F", "code of F saves the registers in this way"},
    {"no rule", "code restores a task, but no layout can be proved"},
    {0},
};

static const struct help_line json_lines[] = {
    {NULL, "[{address, function, instruction, source, rule, core}]. If the rule depends on "
           "flags, the object also has condition, otherwise and core_otherwise. core is the answer "
           "of the core. Entry code has crossing, its rule, and crossing_returned, the rule "
           "while a called function runs."},
    {0},
};

static const struct help_section sections[] = {
    {"rules", rule_lines},
    {"rules of entry code", crossing_lines},
    {"sources", source_lines},
    {"--tasks, for each instruction that takes the registers of a task", task_lines},
    {"JSON", json_lines},
    {0},
};

static const char *conflict(const struct options *options)
{
    if (options->tasks && (options->json || options->operands_count))
        return "--tasks prints text, for the whole image";
    return table_options_conflict(options);
}

const struct verb verb_show = {
    .name = "show",
    .summary = "disassemble, with the unwind rule at each instruction",
    .usage = {"IMAGE [SYMBOL or ADDRESS] [options]"},
    .description =
        "Prints address, instruction, source of the rule and rule for each instruction of a "
        "function, or of the whole image. SYMBOL is any symbol of the function, an untyped label, "
        "or "
        "the name in the source; if several functions have this name, all are shown. ADDRESS is "
        "hexadecimal. If the core gives another answer than the rule, its answer follows after "
        "\"core:\". The core reads the table in "
        "IMAGE, or a new one if IMAGE has none.",
    .options = options_of_show,
    .sections = sections,
    .examples =
        {
            {"one function", "bobbin show firmware.elf main"},
            {"the whole image, for a script", "bobbin show firmware.elf --json"},
            {"the rules of one function in a small table", "bobbin show firmware.elf main --small"},
        },
    .problems = "IMAGE has no function SYMBOL and no code at ADDRESS, or no rule is known. "
                "With --tasks: code that restores a task has no rule",
    .bad_input = "IMAGE cannot be read or is not a linked ARM image",
    .operands_max = 1,
    .conflict = conflict,
    .run = run,
};
