/* SPDX-License-Identifier: MIT */
/* Unwind rules as values and as text. For all stages. */
#include <stdio.h>
#include <string.h>

#include "core/format/bytes.h"
#include "core/format/table_format.h"
#include "rows/rule.h"
#include "util/text_writer.h"

struct bobbin_rule rule_of_form(enum bobbin_form form)
{
    return (struct bobbin_rule){.form = (uint8_t)form};
}

void rule_put(struct bobbin_rule *rule, unsigned place, enum bobbin_place_kind kind, int32_t value)
{
    rule->place_kind[place] = (uint8_t)kind;
    rule->place_value[place] = value;
}

/* Bit N: byte N of KINDS, each below 128, is not 0. */
static uint32_t bytes_set(uint64_t kinds)
{
    uint64_t high = (kinds + 0x7f7f7f7f7f7f7f7f) & 0x8080808080808080;

    return (uint32_t)((high >> 7) * 0x0102040810204080 >> 56);
}

static uint64_t eight_kinds(const uint8_t *kind)
{
    return (uint64_t)bytes_u32(kind + 4) << 32 | bytes_u32(kind);
}

uint32_t rule_places_moved(const struct bobbin_rule *rule)
{
    return bytes_set(eight_kinds(rule->place_kind)) |
           bytes_set(eight_kinds(rule->place_kind + 8)) << 8 |
           (uint32_t)(rule->place_kind[BOBBIN_PLACE_RA] != BOBBIN_SAME) << BOBBIN_PLACE_RA;
}

bool rule_equal(const struct bobbin_rule *a, const struct bobbin_rule *b)
{
    return a->form == b->form && a->cfa_register == b->cfa_register &&
           a->cfa_offset == b->cfa_offset && a->cfa_add == b->cfa_add &&
           memcmp(a->place_kind, b->place_kind, sizeof(a->place_kind)) == 0 &&
           memcmp(a->place_value, b->place_value, sizeof(a->place_value)) == 0;
}

bool rule_is_leaf(const struct bobbin_rule *rule)
{
    struct bobbin_rule leaf = rule_of_form(BOBBIN_FORM_FRAME);

    leaf.cfa_register = BOBBIN_SP;
    return rule_equal(rule, &leaf);
}

bool rule_is_inner(const struct bobbin_rule *rule)
{
    return rule->place_kind[BOBBIN_PLACE_RA] == BOBBIN_REGISTER &&
           rule->place_value[BOBBIN_PLACE_RA] >= BOBBIN_INNER;
}

static bool is_sane(int32_t offset, int32_t max)
{
    return offset > -max && offset < max && offset % 4 == 0;
}

#define CFA_OFFSET_MAX  0x10000000
#define STEP_OFFSET_MAX (1 << (31 - FORMAT_STEP_VALUE_SHIFT))

bool rule_is_sane(const struct bobbin_rule *rule)
{
    for (unsigned place = 0; place < BOBBIN_PLACES; place++)
        if (rule->place_kind[place] != BOBBIN_REGISTER &&
            !is_sane(rule->place_value[place], STEP_OFFSET_MAX))
            return false;
    return is_sane(rule->cfa_offset, CFA_OFFSET_MAX) && is_sane(rule->cfa_add, STEP_OFFSET_MAX);
}

static const char *register_name(unsigned number, char name[8])
{
    if (number == BOBBIN_SP)
        return "sp";
    if (number == BOBBIN_LR)
        return "lr";
    snprintf(name, 8, "r%u", number & 15);
    return name;
}

static void add_value(struct text_writer *writer, const struct bobbin_rule *rule, unsigned place)
{
    char name[8];
    int32_t value = rule->place_value[place];

    switch (rule->place_kind[place]) {
    case BOBBIN_SAME:
        text_add(writer, "lr");
        break;
    case BOBBIN_SLOT:
    case BOBBIN_SLOT_LOW:
    case BOBBIN_SLOT_HIGH:
        text_add(writer, "[cfa%+d]", value);
        break;
    case BOBBIN_REGISTER:
        text_add(writer, "%s", register_name(rule_register_of(value), name));
        break;
    default:
        text_add(writer, "lost");
        break;
    }
}

/*
 * Returns the last of the places from FIRST to END - 1 whose slots follow each other, SIZE bytes
 * each.
 */
static unsigned last_of_run(const struct bobbin_rule *rule, unsigned first, unsigned end,
                            int32_t size)
{
    unsigned last = first;

    while (rule->place_kind[first] == BOBBIN_SLOT && last + 1 < end &&
           rule->place_kind[last + 1] == BOBBIN_SLOT &&
           rule->place_value[last + 1] == rule->place_value[last] + size)
        last++;
    return last;
}

/* Prints places FIRST to END - 1: registers with the letter PREFIX and SIZE bytes each. */
static void add_places(struct text_writer *writer, const struct bobbin_rule *rule, unsigned first,
                       unsigned end, char prefix, int32_t size)
{
    for (unsigned place = first, last; place < end; place = last + 1) {
        unsigned number = prefix == 'r' ? place + 4 : place;
        last = last_of_run(rule, place, end, size);
        if (rule->place_kind[place] == BOBBIN_SAME)
            continue;
        text_add(writer, " %c%u", prefix, number);
        if (last > place)
            text_add(writer, "-%c%u", prefix, number + last - place);
        if (rule->place_kind[place] > BOBBIN_REGISTER)
            text_add(writer, rule->place_kind[place] == BOBBIN_SLOT_LOW ? ".low" : ".high");
        text_add(writer, "=");
        add_value(writer, rule, place);
    }
}

static void add_offset(struct text_writer *writer, int32_t offset)
{
    if (offset)
        text_add(writer, "%+d", offset);
}

const char *rule_text(const struct bobbin_rule *rule, char *text, size_t text_size)
{
    struct text_writer writer = text_begin(text, text_size);
    char name[8];

    if (rule->form == BOBBIN_FORM_NONE || rule->form == BOBBIN_FORM_ROOT) {
        text_add(&writer, "%s", rule->form == BOBBIN_FORM_ROOT ? "root" : "-");
        return text;
    }
    text_add(&writer, rule->form == BOBBIN_FORM_DEREF ? "cfa=[%s" : "cfa=%s",
             register_name(rule->cfa_register, name));
    add_offset(&writer, rule->cfa_offset);
    if (rule->form == BOBBIN_FORM_DEREF) {
        text_add(&writer, "]");
        add_offset(&writer, rule->cfa_add);
    }
    text_add(&writer, " ra=");
    add_value(&writer, rule, BOBBIN_PLACE_RA);
    add_places(&writer, rule, BOBBIN_PLACE_R4, BOBBIN_PLACE_D8, 'r', 4);
    add_places(&writer, rule, BOBBIN_PLACE_D8, BOBBIN_PLACE_RA, 'd', 8);
    return text;
}
