/* SPDX-License-Identifier: MIT */
/*
 * mutate ELF FUNCTION KIND OUT: writes to OUT a table for ELF, with all rows explicit. The rows of
 * FUNCTION are wrong on purpose.
 *
 *   none      nothing is wrong
 *   cfa       the cfa is 8 bytes too high
 *   slot      the lowest saved core register gets its neighbour's slot
 *   double    the lowest saved VFP register gets its neighbour's slot
 *   ra        the return address is read 4 bytes too low
 *   same      saved registers are called unchanged
 *   epilogue  the last row is missing, so the rule before it continues
 *   prologue  the first row is missing, so the rule after it begins early
 *   root      the function is a root
 *   none-row  the function has no rule
 *   leaf      the function has the rule of a leaf
 *   deref     the cfa is read from memory where it is not in memory
 *   register  the return address is in r4
 *   lost      the saved registers are lost
 *   halves    each double is saved as two halves
 *   mixed     all functions (FUNCTION is -): every form of a rule, one row after another
 *
 * Exit status as for bobbin; also PROBLEMS if KIND can change nothing in FUNCTION.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "discover/open_image.h"
#include "insn/condition.h"
#include "table/encode_table.h"
#include "table/table.h"
#include "tasks/switch_reference.h"
#include "util/diag.h"

/* The rows of one function. */
struct target {
    struct row *row;
    size_t count;
};

static bool change_cfa(struct bobbin_rule *rule)
{
    rule->cfa_offset += 8;
    return true;
}

/*
 * Moves the slot of the lowest saved register from FIRST to before BEHIND. False if none is saved.
 */
static bool move_slot(struct bobbin_rule *rule, unsigned first, unsigned after, int32_t bytes)
{
    for (unsigned place = first; place < after; place++)
        if (rule->place_kind[place] == BOBBIN_SLOT) {
            rule->place_value[place] += bytes;
            return true;
        }
    return false;
}

static bool change_slot(struct bobbin_rule *rule)
{
    return move_slot(rule, BOBBIN_PLACE_R4, BOBBIN_PLACE_D8, 4);
}

static bool change_double(struct bobbin_rule *rule)
{
    return move_slot(rule, BOBBIN_PLACE_D8, BOBBIN_PLACE_RA, 8);
}

static bool change_ra(struct bobbin_rule *rule)
{
    if (rule->place_kind[BOBBIN_PLACE_RA] != BOBBIN_SLOT)
        return false;
    rule->place_value[BOBBIN_PLACE_RA] -= 4;
    return true;
}

static bool change_same(struct bobbin_rule *rule)
{
    bool changed = false;

    for (unsigned place = BOBBIN_PLACE_R4; place < BOBBIN_PLACE_RA; place++)
        if (rule->place_kind[place] == BOBBIN_SLOT) {
            rule_put(rule, place, BOBBIN_SAME, 0);
            changed = true;
        }
    return changed;
}

static bool change_root(struct bobbin_rule *rule)
{
    *rule = rule_of_form(BOBBIN_FORM_ROOT);
    return true;
}

static bool change_none(struct bobbin_rule *rule)
{
    *rule = rule_of_form(BOBBIN_FORM_NONE);
    return true;
}

static bool change_leaf(struct bobbin_rule *rule)
{
    *rule = rule_of_form(BOBBIN_FORM_FRAME);
    rule->cfa_register = BOBBIN_SP;
    return true;
}

static bool change_deref(struct bobbin_rule *rule)
{
    rule->form = BOBBIN_FORM_DEREF;
    rule->cfa_add = 4;
    return true;
}

static bool change_register(struct bobbin_rule *rule)
{
    rule_put(rule, BOBBIN_PLACE_RA, BOBBIN_REGISTER, 4);
    return true;
}

static bool change_lost(struct bobbin_rule *rule)
{
    for (unsigned place = BOBBIN_PLACE_R4; place < BOBBIN_PLACE_RA; place++)
        rule_put(rule, place, BOBBIN_LOST, 0);
    return true;
}

static bool change_halves(struct bobbin_rule *rule)
{
    for (unsigned place = BOBBIN_PLACE_D8; place < BOBBIN_PLACE_RA; place++)
        rule_put(rule, place, place % 2 ? BOBBIN_SLOT_LOW : BOBBIN_SLOT_HIGH,
                 -4 * (int32_t)(place - 7));
    return true;
}

static bool keep(struct bobbin_rule *rule)
{
    (void)rule;
    return true;
}

static const struct {
    const char *kind;
    bool (*change)(struct bobbin_rule *rule);
} changes[] = {
    {"none", keep},
    {"cfa", change_cfa},
    {"slot", change_slot},
    {"double", change_double},
    {"ra", change_ra},
    {"same", change_same},
    {"root", change_root},
    {"none-row", change_none},
    {"leaf", change_leaf},
    {"deref", change_deref},
    {"register", change_register},
    {"lost", change_lost},
    {"halves", change_halves},
};

static bool change_rules(const struct target *target, const char *kind)
{
    bool changed = false;

    for (size_t i = 0; i < sizeof(changes) / sizeof(changes[0]); i++)
        if (strcmp(changes[i].kind, kind) == 0)
            for (size_t j = 0; j < target->count; j++)
                changed |= changes[i].change(&target->row[j].rule);
    return changed;
}

static bool mix(const struct target *target)
{
    static bool (*const turns[])(struct bobbin_rule * rule) = {
        keep, change_deref, change_register, change_lost, change_halves,
    };
    const size_t turns_count = sizeof(turns) / sizeof(turns[0]);

    for (size_t i = 0; i < target->count; i++) {
        struct row *row = &target->row[i];
        if (row->rule.form != BOBBIN_FORM_FRAME || row->condition != CONDITION_ALWAYS)
            continue;
        if (i % (turns_count + 1) == turns_count) {
            row->condition = (uint8_t)(i % CONDITION_ALWAYS);
            row->otherwise = row->rule;
            change_cfa(&row->otherwise);
        } else {
            turns[i % (turns_count + 1)](&row->rule);
        }
    }
    return target->count > 0;
}

static bool mutate(const struct target *target, const char *kind)
{
    struct row *last = &target->row[target->count - 1];

    if (strcmp(kind, "mixed") == 0)
        return mix(target);
    if (target->count > 1 && strcmp(kind, "epilogue") == 0) {
        last->rule = last[-1].rule;
        return true;
    }
    if (target->count > 1 && strcmp(kind, "prologue") == 0) {
        target->row[0].rule = target->row[1].rule;
        return true;
    }
    return change_rules(target, kind);
}

static struct target find_target(const struct row_list *list, const struct image *image,
                                 const char *name)
{
    struct target target = {0};

    for (size_t i = 0; i < list->rows.count; i++) {
        const struct image_function *function = image_function_at(image, list->rows.row[i].start);
        if (!function || strcmp(function->name, name) != 0)
            continue;
        if (target.count++ == 0)
            target.row = &list->rows.row[i];
    }
    return target;
}

static int save(const char *path, const uint8_t *bytes, uint32_t size_bytes)
{
    FILE *out = fopen(path, "wb");
    bool good;

    if (!out)
        return diag_error(path, "%s", strerror(errno));
    good = fwrite(bytes, 1, size_bytes, out) == size_bytes;
    good &= fclose(out) == 0;
    return good ? STATUS_GOOD : diag_error(path, "cannot be written");
}

static int encode_and_save(const struct reference *reference, const char *path)
{
    struct plan plan;
    uint8_t *bytes;
    uint32_t size_bytes;
    int status;

    plan_build(&plan, reference, PLAN_TABLE_ONLY, false, 0);
    status = encode_table(&plan, NULL, NULL, &bytes, &size_bytes, NULL);
    plan_free(&plan);
    if (status == STATUS_GOOD) {
        status = save(path, bytes, size_bytes);
        free(bytes);
    }
    return status;
}

static int run(const struct image *image, const char *function, const char *kind, const char *path)
{
    struct reference reference;
    struct target target;
    int status = switch_reference_build(&reference, image, NULL);

    if (status != STATUS_GOOD)
        return status;
    target = strcmp(function, "-") == 0
                 ? (struct target){reference.list.rows.row, reference.list.rows.count}
                 : find_target(&reference.list, image, function);
    if (target.count && mutate(&target, kind)) {
        status = encode_and_save(&reference, path);
    } else {
        diag_error(image->path, "%s: nothing that \"%s\" could change", function, kind);
        status = STATUS_PROBLEMS;
    }
    reference_free(&reference);
    return status;
}

int main(int argc, char **argv)
{
    struct image image;
    int status;

    if (argc != 5) {
        fprintf(stderr, "usage: mutate ELF FUNCTION KIND OUT\n");
        return STATUS_USAGE;
    }
    status = image_open(&image, argv[1]);
    if (status != STATUS_GOOD)
        return status;
    status = run(&image, argv[2], argv[3], argv[4]);
    image_close(&image);
    return status;
}
