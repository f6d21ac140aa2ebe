/* SPDX-License-Identifier: MIT */
#include "groups_subject.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "handmade.h"
#include "rows/rows.h"
#include <bobbin/formats.h>

#define GROUPS_NUMBER 4u

static bool read_nothing(void *context, enum bobbin_space space, uint32_t address, void *out,
                         uint32_t size_bytes)
{
    (void)context;
    (void)space;
    (void)address;
    (void)out;
    (void)size_bytes;
    return false;
}

void groups_set_up(struct groups_subject *subject, const struct groups_parts *parts)
{
    static const struct handmade_entry all_code[] = {ENTRY(GROUPS_CODE_BYTES / 2, 0)};
    static const struct handmade_range range = RANGE(GROUPS_CODE, all_code, 1);
    static uint8_t bytes[HANDMADE_SIZE_MAX];
    struct handmade_foreign foreign = {.number = GROUPS_NUMBER, .base = GROUPS_CODE};
    const struct handmade table = {.ranges = &range, .ranges_count = 1, .foreign = &foreign};

    for (size_t i = 0; i < 4; i++) {
        foreign.parts[i] = parts->part[i];
        foreign.sizes[i] = parts->size_bytes[i];
    }
    subject->size_bytes = handmade_write(&table, bytes);
    subject->bytes = malloc(subject->size_bytes);
    assert_non_null(subject->bytes);
    memcpy(subject->bytes, bytes, subject->size_bytes);
    assert_int_equal(bobbin_table_open(&subject->table, subject->bytes, subject->size_bytes, 0),
                     BOBBIN_TABLE_OK);
    subject->env = (struct bobbin_env){.read = read_nothing,
                                       .tables = &subject->table,
                                       .tables_count = 1,
                                       .foreign = &bobbin_groups};
}

void groups_free(struct groups_subject *subject)
{
    free(subject->bytes);
}

const char *groups_ask(const struct groups_subject *subject, uint32_t address,
                       enum bobbin_kind kind, char *text)
{
    struct bobbin_rule rule;
    enum bobbin_trust trust;
    enum bobbin_stop stop;

    stop = bobbin_rule_at(&subject->env, GROUPS_CODE + address, kind, BOBBIN_CPSR_T, &rule, &trust);
    if (stop == BOBBIN_STOP_NONE)
        return rule_text(&rule, text, GROUPS_TEXT_MAX);
    snprintf(text, GROUPS_TEXT_MAX, "%s", bobbin_stop_name(stop));
    return text;
}

void groups_expect(const struct groups_subject *subject, const struct groups_wanted *wanted,
                   size_t count)
{
    char text[GROUPS_TEXT_MAX];

    for (size_t i = 0; i < count; i++)
        for (uint32_t address = wanted[i].start; address < wanted[i].end; address += 2) {
            groups_ask(subject, address, BOBBIN_KIND_INTERRUPTED, text);
            if (strcmp(text, wanted[i].text) != 0)
                print_message("# at 0x%x\n", address);
            assert_string_equal(text, wanted[i].text);
        }
}

void groups_expect_of(const struct groups_parts *parts, const struct groups_wanted *wanted,
                      size_t count)
{
    struct groups_subject subject;

    groups_set_up(&subject, parts);
    groups_expect(&subject, wanted, count);
    groups_free(&subject);
}
