/* SPDX-License-Identifier: MIT */
#include "report/register_view.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "util/colours.h"
#include <bobbin/cross.h>
#include <bobbin/report.h>

/* Values below this are numbers rather than addresses, unless the image has memory there. */
#define NUMBER_MAX 0x10000

static const char *register_name(unsigned number, char text[8])
{
    static const char *const last[] = {"sp", "lr", "pc"};

    if (number < BOBBIN_SP)
        snprintf(text, 8, "r%u", number);
    else
        snprintf(text, 8, "%s", last[number - BOBBIN_SP]);
    return text;
}

/* ---- what a value means ---------------------------------------------------------------------- */

/* The bits of the IT state, which CPSR has in two parts (ARM ARM A2.5.2). */
static uint32_t it_state(uint32_t cpsr)
{
    return (cpsr >> 25 & 3) | (cpsr >> 8 & 0xfc);
}

static const char *state_name(uint32_t cpsr)
{
    bool jazelle = cpsr >> 24 & 1;

    if (cpsr & BOBBIN_CPSR_T)
        return jazelle ? "ThumbEE" : "Thumb";
    return jazelle ? "Jazelle" : "ARM";
}

const char *register_cpsr_text(uint32_t cpsr, char text[ADDRESS_TEXT_BYTES])
{
    static const char letters[] = "nzcv";
    static const struct {
        uint32_t bit;
        const char *text;
    } words[] = {
        {1u << 7, ", IRQ masked"},
        {1u << 6, ", FIQ masked"},
        {1u << 8, ", aborts masked"},
        {1u << 9, ", big-endian data"},
    };
    char flags[5] = {0};
    int length;

    for (unsigned i = 0; i < 4; i++)
        flags[i] = cpsr >> (31 - i) & 1 ? (char)toupper(letters[i]) : letters[i];
    length = snprintf(text, ADDRESS_TEXT_BYTES, "%s mode, %s, flags %s", bobbin_mode_name(cpsr),
                      state_name(cpsr), flags);
    for (unsigned i = 0; i < sizeof(words) / sizeof(words[0]); i++)
        if (cpsr & words[i].bit)
            length +=
                snprintf(text + length, ADDRESS_TEXT_BYTES - (size_t)length, "%s", words[i].text);
    if (it_state(cpsr))
        snprintf(text + length, ADDRESS_TEXT_BYTES - (size_t)length, ", in an IT block (0x%02x)",
                 it_state(cpsr));
    return text;
}

/* What VALUE of register NUMBER means; "" if there is nothing to say. */
static const char *value_text(unsigned number, uint32_t value, const struct address_names *names,
                              char text[ADDRESS_TEXT_BYTES])
{
    char line[ADDRESS_TEXT_BYTES];
    size_t length;

    text[0] = '\0';
    if ((value < NUMBER_MAX || value > (uint32_t)-NUMBER_MAX) && number < BOBBIN_SP &&
        (!names->image || !address_is_in_image(names, value))) {
        snprintf(text, ADDRESS_TEXT_BYTES, "%d", (int)value);
        return text;
    }
    address_text(names, value, text);
    if (number != BOBBIN_LR)
        return text;
    length = strlen(text);
    snprintf(text + length, ADDRESS_TEXT_BYTES - length, "%s",
             address_call_line(names, value, line));
    return text;
}

/* ---- text ------------------------------------------------------------------------------------ */

static void print_line(const char *name, uint32_t value, const char *text, FILE *out, bool colour)
{
    fprintf(out, "  %-5s= 0x%08x", name, value);
    if (text[0])
        fprintf(out, "  %s%s%s", colour ? TEXT_FAINT : "", text, colour ? TEXT_PLAIN : "");
    fputc('\n', out);
}

static void print_doubles(const struct register_set *set, FILE *out)
{
    unsigned last;

    for (unsigned i = 8; i < 16; i = last + 1) {
        char name[16];
        last = i;
        if (!set->d || !(set->valid & BOBBIN_VALID_D(i)))
            continue;
        while (last < 15 && set->valid & BOBBIN_VALID_D(last + 1) &&
               set->d[last - 7] == set->d[i - 8])
            last++;
        snprintf(name, sizeof(name), last > i ? "d%u-d%u" : "d%u", i, last);
        fprintf(out, "  %-5s%s= 0x%016llx\n", name, last > i && strlen(name) >= 5 ? " " : "",
                (unsigned long long)set->d[i - 8]);
    }
}

void register_view_print(const struct register_set *set, const struct address_names *names,
                         FILE *out, bool colour)
{
    char text[ADDRESS_TEXT_BYTES], name[8];

    for (unsigned i = 0; i < 16; i++)
        if (set->valid & BOBBIN_VALID_R(i))
            print_line(register_name(i, name), set->r[i], value_text(i, set->r[i], names, text),
                       out, colour);
    if (set->valid & BOBBIN_VALID_CPSR)
        print_line("cpsr", set->cpsr, register_cpsr_text(set->cpsr, text), out, colour);
    print_doubles(set, out);
}

/* Whether the fault register NAME contains an address: dfar, ifar, hdfar, adfsr does not. */
static bool is_address(const char *name)
{
    size_t length = strlen(name);

    return length > 2 && strcmp(name + length - 2, "ar") == 0;
}

void register_view_print_status(const struct address_names *names, FILE *out, bool colour)
{
    char text[ADDRESS_TEXT_BYTES];

    for (size_t i = 0; i < names->report->status_count; i++) {
        const struct report_status *status = &names->report->status[i];
        text[0] = '\0';
        if (is_address(status->name))
            address_text(names, status->value, text);
        print_line(status->name, status->value, text, out, colour);
    }
}

/* ---- JSON ------------------------------------------------------------------------------------ */

void register_view_json(const char *key, const struct register_set *set,
                        const struct address_names *names, struct json *json)
{
    char text[ADDRESS_TEXT_BYTES], name[8];

    json_object(json, key);
    for (unsigned i = 0; i < 16; i++) {
        snprintf(name, sizeof(name), "r%u", i);
        if (set->valid & BOBBIN_VALID_R(i) && value_text(i, set->r[i], names, text)[0])
            json_string(json, name, text);
    }
    if (set->valid & BOBBIN_VALID_CPSR)
        json_string(json, "cpsr", register_cpsr_text(set->cpsr, text));
    json_object_end(json);
}
