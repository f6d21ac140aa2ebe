/* SPDX-License-Identifier: MIT */
/* bobbin show: disassembly, and what is known at each instruction. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/table_verb.h"
#include "cli/verbs.h"
#include "insn/disassembler.h"
#include "table/embedded_table.h"
#include "table/format_registry.h"
#include "util/diag.h"
#include "util/json.h"

static const char help[] =
    "usage: bobbin show IMAGE [SYMBOL or ADDRESS] " OPTIONS_SETTING_USAGE
    "\n                   " OPTIONS_FORMAT_USAGE " [--json] [--root=SYMBOL]...\n\n"
    "For each instruction of the function named (or of all): address, instruction, source of the "
    "rule\n"
    "(cfi, code, exidx, handler, root, unknown) and the rule. Where the core reads something else "
    "from the table "
    "(the\n"
    "one in IMAGE if it has one, else a fresh one), its answer follows behind \"core:\".\n\n"
    "  cfa=sp+16 ra=[cfa-4] r4-r6=[cfa-16]   the caller's sp is sp+16; its pc is in memory, so are "
    "r4,\n"
    "                                        and r5 and r6 behind it; all else is in its "
    "register\n"
    "  ne ? A : B                            A with the flags of ne, else B\n\n"
    "A setting, or a format, shows a fresh table of it, whatever IMAGE "
    "carries:\n" OPTIONS_SETTING_HELP OPTIONS_FORMAT_HELP "\n"
    "  --json  [{address, function, instruction, source, rule, core}]; where the rule depends on "
    "the flags\n"
    "          also condition, otherwise and core_otherwise. core is what the core answers, "
    "always\n";

struct view {
    const struct image *image;
    const struct row_list *list;
    struct bobbin_table opened;
    struct bobbin_env env;
    struct disassembler disassembler;
    struct json *json; /* NULL: text */
};

/* The rule of ROW with the flags of CPSR (NULL: as after a call). */
static const struct bobbin_rule *rule_with(const struct row *row, const uint32_t *cpsr)
{
    bool other =
        cpsr && row->condition != CONDITION_ALWAYS && !condition_holds(row->condition, *cpsr);

    return other ? &row->otherwise : &row->rule;
}

/* What the core says, interrupted AT with FLAGS; NULL: with those of the row's own condition. */
static enum bobbin_stop ask(const struct view *view, const struct image_instruction *at,
                            const uint32_t *flags, struct bobbin_rule *rule,
                            enum bobbin_trust *trust)
{
    const struct row *row = row_list_find(view->list, at->address);
    uint32_t cpsr = at->thumb ? BOBBIN_CPSR_T : 0;

    if (flags)
        cpsr |= *flags;
    else if (row && row->condition != CONDITION_ALWAYS)
        cpsr |= condition_flags(row->condition, true);
    return bobbin_rule_at(&view->env, at->address, BOBBIN_KIND_INTERRUPTED, cpsr, rule, trust);
}

/* ---- text --------------------------------------------------------------------------------------- */

static void print_core(const struct view *view, const struct row *row,
                       const struct image_instruction *at, const uint32_t *flags)
{
    struct bobbin_rule rule;
    enum bobbin_trust trust;
    char text[RULE_TEXT_MAX];
    enum bobbin_stop stop = ask(view, at, flags, &rule, &trust);

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

static void print_instruction(struct view *view, const struct image_instruction *instruction)
{
    const struct row *row = row_list_find(view->list, instruction->address);
    char text[256];
    uint32_t cpsr;

    printf("0x%08x  %-36s", instruction->address,
           disassemble(&view->disassembler, view->image, instruction, text, sizeof(text)));
    printf("  %-7s  ", row ? row_source_name(row->source) : "-");
    if (row)
        print_rule(row);
    print_core(view, row, instruction, NULL);
    if (row && row->condition != CONDITION_ALWAYS) {
        cpsr = condition_flags(row->condition, false);
        print_core(view, row, instruction, &cpsr);
    }
    putchar('\n');
}

/* ---- JSON --------------------------------------------------------------------------------------- */

static void write_core(const struct view *view, const char *key, const struct image_instruction *at,
                       const uint32_t *flags)
{
    struct bobbin_rule rule;
    enum bobbin_trust trust;
    char text[RULE_TEXT_MAX];
    enum bobbin_stop stop = ask(view, at, flags, &rule, &trust);

    json_string(view->json, key,
                stop == BOBBIN_STOP_NONE ? rule_text(&rule, text, sizeof(text))
                                         : bobbin_stop_name(stop));
}

static void write_otherwise(const struct view *view, const struct row *row,
                            const struct image_instruction *at)
{
    uint32_t cpsr = condition_flags(row->condition, false);
    char text[RULE_TEXT_MAX];

    json_string(view->json, "condition", condition_name(row->condition));
    json_string(view->json, "otherwise", rule_text(&row->otherwise, text, sizeof(text)));
    write_core(view, "core_otherwise", at, &cpsr);
}

static void write_instruction(struct view *view, const struct image_instruction *instruction,
                              const struct image_function *function)
{
    const struct row *row = row_list_find(view->list, instruction->address);
    char text[RULE_TEXT_MAX];

    json_object(view->json, NULL);
    json_address(view->json, "address", instruction->address);
    json_string(view->json, "function", function ? function->name : NULL);
    json_string(view->json, "instruction",
                disassemble(&view->disassembler, view->image, instruction, text, sizeof(text)));
    json_string(view->json, "source", row ? row_source_name(row->source) : NULL);
    json_string(view->json, "rule", row ? rule_text(&row->rule, text, sizeof(text)) : NULL);
    write_core(view, "core", instruction, NULL);
    if (row && row->condition != CONDITION_ALWAYS)
        write_otherwise(view, row, instruction);
    json_object_end(view->json);
}

/* ---- what is shown -------------------------------------------------------------------------------- */

static void print_stretch(struct view *view, uint32_t start, uint32_t end)
{
    const struct image_section *section = image_section_at(view->image, start);
    const struct image_function *named = NULL;
    struct image_instruction next = {.address = start};

    while (section && image_next_instruction(view->image, section, next.address, &next) &&
           next.address < end) {
        const struct image_function *function = image_function_at(view->image, next.address);
        if (!view->json && function && (!named || function->address != named->address))
            printf("\n%s:\n", function->name);
        named = function;
        if (view->json)
            write_instruction(view, &next, function);
        else
            print_instruction(view, &next);
        next.address += next.size_bytes;
    }
}

/* What NAME stands for: a function, or an address in one. */
static int find_stretch(const struct image *image, const char *name, uint32_t *start, uint32_t *end)
{
    const struct image_function *function = image_function_named(image, name);
    char *rest;
    unsigned long address;

    address = strtoul(name, &rest, 16);
    if (!function && *name && !*rest && address <= UINT32_MAX) {
        function = image_function_at(image, (uint32_t)address & ~1u);
        *start = (uint32_t)address & ~1u;
        *end = *start + 4;
        if (!function && image_section_at(image, *start))
            return STATUS_GOOD;
    }
    if (!function) {
        diag_error(image->path, "no function and no address '%s'", name);
        return STATUS_PROBLEMS;
    }
    *start = function->address;
    *end = function->address + function->size_bytes;
    return STATUS_GOOD;
}

static void print_all(struct view *view)
{
    for (size_t i = 0; i < view->image->sections_count; i++) {
        const struct image_section *section = &view->image->sections[i];
        if (section->executable)
            print_stretch(view, section->address, section->address + section->size_bytes);
    }
}

static int show(const struct image *image, const struct table *table, const struct options *options)
{
    struct view view = {.image = image, .list = &table->reference.list};
    struct json json;
    uint32_t start = 0, end = 0;
    int status = STATUS_GOOD;

    if (options->operand)
        status = find_stretch(image, options->operand, &start, &end);
    if (status == STATUS_GOOD)
        status = disassembler_open(&view.disassembler);
    if (status != STATUS_GOOD)
        return status;
    if (options->setting_named || options->format)
        bobbin_table_open(&view.opened, table->bytes, table->size_bytes, 0);
    else
        table_choose(image, table, &view.opened);
    view.env = format_env(image, &view.opened);
    if (options->format)
        view.env.foreign = options->format->reader;
    if (options->json) {
        view.json = &json;
        json_begin_array(&json, stdout);
    }
    if (options->operand)
        print_stretch(&view, start, end);
    else
        print_all(&view);
    if (options->json)
        json_end_array(&json);
    disassembler_close(&view.disassembler);
    return status;
}

int verb_show(int argc, char **argv)
{
    static const struct table_verb verb = {
        help, OPTIONS_OPERAND | OPTIONS_JSON | OPTIONS_SETTING | OPTIONS_FORMAT, true, show};

    return table_verb_run(&verb, argc, argv);
}
