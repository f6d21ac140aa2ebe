/* SPDX-License-Identifier: MIT */
/* bobbin show: disassembly, and what is known at each instruction. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diag.h"
#include "disassembler.h"
#include "table_verb.h"
#include "verbs.h"

static const char help[] =
    "usage: bobbin show IMAGE [SYMBOL or ADDRESS] [--root=SYMBOL]...\n\n"
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
    "  ne ? A : B                            A with the flags of ne, else B\n";

struct view {
    const struct image *image;
    const struct row_list *list;
    struct bobbin_table opened;
    struct bobbin_env env;
    struct disassembler disassembler;
};

/* The rule of ROW with the flags of CPSR (NULL: as after a call). */
static const struct bobbin_rule *rule_with(const struct row *row, const uint32_t *cpsr)
{
    bool other =
        cpsr && row->condition != CONDITION_ALWAYS && !condition_holds(row->condition, *cpsr);

    return other ? &row->otherwise : &row->rule;
}

static void print_core(const struct view *view, const struct row *row, uint32_t address,
                       const uint32_t *cpsr)
{
    struct bobbin_rule rule;
    enum bobbin_trust trust;
    char text[RULE_TEXT_MAX];
    enum bobbin_stop stop = bobbin_rule_at(&view->env, address, cpsr, &rule, &trust);

    if (row && row->rule.form == BOBBIN_FORM_NONE && stop == BOBBIN_STOP_NO_RULE)
        return;
    if (stop != BOBBIN_STOP_NONE)
        printf("  core: %s", bobbin_stop_name(stop));
    else if (!row || !rule_equal(&rule, rule_with(row, cpsr)))
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
    print_core(view, row, instruction->address, NULL);
    if (row && row->condition != CONDITION_ALWAYS) {
        cpsr = condition_flags(row->condition, false);
        print_core(view, row, instruction->address, &cpsr);
    }
    putchar('\n');
}

static void print_stretch(struct view *view, uint32_t start, uint32_t end)
{
    const struct image_section *section = image_section_at(view->image, start);
    const struct image_function *named = NULL;
    struct image_instruction next = {.address = start};

    while (section && image_next_instruction(view->image, section, next.address, &next) &&
           next.address < end) {
        const struct image_function *function = image_function_at(view->image, next.address);
        if (function && (!named || function->address != named->address))
            printf("\n%s:\n", function->name);
        named = function;
        print_instruction(view, &next);
        next.address += next.size_bytes;
    }
}

/* What NAME stands for: a function, or an address in one. */
static int find_stretch(const struct image *image, const char *name, uint32_t *start, uint32_t *end)
{
    const struct image_function *function = NULL;
    char *rest;
    unsigned long address;

    for (size_t i = 0; i < image->functions_count && !function; i++)
        if (strcmp(image->functions[i].name, name) == 0)
            function = &image->functions[i];
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

static int print_all(struct view *view, const char *name)
{
    uint32_t start, end;
    int status;

    if (name) {
        status = find_stretch(view->image, name, &start, &end);
        if (status == STATUS_GOOD)
            print_stretch(view, start, end);
        return status;
    }
    for (size_t i = 0; i < view->image->sections_count; i++) {
        const struct image_section *section = &view->image->sections[i];
        if (section->executable)
            print_stretch(view, section->address, section->address + section->size_bytes);
    }
    return STATUS_GOOD;
}

static int show(const struct image *image, const struct table *table, const struct options *options)
{
    struct view view = {.image = image, .list = &table->reference.list};
    int status = disassembler_open(&view.disassembler);

    if (status != STATUS_GOOD)
        return status;
    table_choose(image, table, &view.opened);
    view.env = image_env(image, &view.opened);
    status = print_all(&view, options->operand);
    disassembler_close(&view.disassembler);
    return status;
}

int verb_show(int argc, char **argv)
{
    static const struct table_verb verb = {help, OPTIONS_OPERAND, show};

    return table_verb_run(&verb, argc, argv);
}
