/* SPDX-License-Identifier: MIT */
#include "cfi_subject.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "table/format_registry.h"
#include "util/diag.h"
#include "util/memory.h"

struct bobbin_rule cfi_frame(int32_t words, uint32_t mask)
{
    struct bobbin_rule rule = rule_of_form(BOBBIN_FORM_FRAME);
    int32_t slot = -4;

    rule.cfa_register = BOBBIN_SP;
    rule.cfa_offset = 4 * words;
    if (mask)
        rule_put(&rule, BOBBIN_PLACE_RA, BOBBIN_SLOT, slot);
    for (unsigned i = 8; i-- > 0;)
        if (mask >> i & 1)
            rule_put(&rule, BOBBIN_PLACE_R4 + i, BOBBIN_SLOT, slot -= 4);
    return rule;
}

/* ---- rows ------------------------------------------------------------------------------------ */

void cfi_subject_range(struct cfi_subject *subject, uint32_t start, uint32_t size_bytes)
{
    struct row_list *list = &subject->reference.list;
    struct code_range range = {start, size_bytes, list->rows.count, 0};

    list->range = must_realloc(list->range, list->ranges_count + 1, sizeof(*list->range));
    list->range[list->ranges_count++] = range;
}

void cfi_subject_row(struct cfi_subject *subject, uint32_t size_bytes,
                     const struct bobbin_rule *rule)
{
    struct row_list *list = &subject->reference.list;
    struct code_range *range = &list->range[list->ranges_count - 1];
    uint32_t start = range->rows_count ? list->rows.row[list->rows.count - 1].end : range->start;

    rows_add(&list->rows, start, start + size_bytes, rule, ROW_CODE);
    range->rows_count++;
}

/* Half of the rules are one of the first eight. */
static struct bobbin_rule random_rule(struct fuzz_source *source)
{
    uint32_t which = fuzz_below(source, 2) ? fuzz_below(source, 8) : fuzz_below(source, 600);

    if (which == 599)
        return rule_of_form(BOBBIN_FORM_ROOT);
    if (which > 590)
        return rule_of_form(BOBBIN_FORM_NONE);
    return which == 590 ? cfi_frame(100000, 0xff) : cfi_frame((int32_t)which / 16, which % 16);
}

static void add_random_rows(struct cfi_subject *subject, struct fuzz_source *source,
                            uint32_t size_bytes)
{
    uint32_t left = size_bytes;

    while (left) {
        struct bobbin_rule rule = random_rule(source);
        uint32_t size = 2 * (1 + fuzz_below(source, fuzz_below(source, 30) ? 40 : 1000));
        if (size > left)
            size = left;
        cfi_subject_row(subject, size, &rule);
        left -= size;
    }
}

void cfi_subject_random(struct cfi_subject *subject, struct fuzz_source *source)
{
    static const struct bobbin_rule none = {.form = BOBBIN_FORM_NONE};
    struct bobbin_rule leaf = cfi_frame(0, 0);

    cfi_subject_range(subject, 0x8000, 0x80000);
    add_random_rows(subject, source, 0x20000);
    cfi_subject_row(subject, 0x40000, &leaf);
    add_random_rows(subject, source, 0x20000);
    cfi_subject_range(subject, 0x20000000, 0x10010);
    add_random_rows(subject, source, 0x10000);
    cfi_subject_row(subject, 0x10, &none);
}

/* ---- the format ------------------------------------------------------------------------------ */

void cfi_subject_write(struct cfi_subject *subject, const char *name)
{
    subject->image.path = "rows";
    subject->reference.image = &subject->image;
    subject->format = format_named(name);
    assert_non_null(subject->format);
    assert_int_equal(subject->format->write(subject->format, &subject->reference, &subject->parts),
                     STATUS_GOOD);
    for (size_t i = 0; i < FORMAT_FOREIGN_PARTS; i++) {
        struct buffer *part = &subject->parts.part[i];
        uint8_t *exact = must_realloc(NULL, part->size, 1);
        if (part->size)
            memcpy(exact, part->bytes, part->size);
        free(part->bytes);
        part->bytes = exact;
        subject->table.part[i] = (struct foreign_part){exact, (uint32_t)part->size};
    }
}

enum bobbin_stop cfi_subject_ask(const struct cfi_subject *subject, uint32_t address,
                                 bool interrupted, struct bobbin_rule *rule)
{
    const struct foreign_question question = {address - subject->parts.base, interrupted};
    struct foreign_table table = subject->table;
    struct bobbin_cursor cursor;

    *rule = rule_of_form(BOBBIN_FORM_FRAME);
    rule->cfa_register = BOBBIN_SP;
    table.cursor = &cursor;
    return subject->format->reader->read(&table, &question, rule);
}

static void expect(const struct cfi_subject *subject, uint32_t address,
                   const struct bobbin_rule *wanted)
{
    struct bobbin_rule rule;
    enum bobbin_stop stop = cfi_subject_ask(subject, address, true, &rule);
    bool none = wanted->form == BOBBIN_FORM_NONE;

    if (wanted->form == BOBBIN_FORM_ROOT && rule.form == BOBBIN_FORM_ROOT)
        rule = *wanted;
    if (stop != (none ? BOBBIN_STOP_NO_RULE : BOBBIN_STOP_NONE) ||
        (!none && !rule_equal(&rule, wanted)))
        print_message("# %s at 0x%x: %s\n", subject->format->name, address, bobbin_stop_name(stop));
    assert_int_equal(stop, none ? BOBBIN_STOP_NO_RULE : BOBBIN_STOP_NONE);
    assert_true(none || rule_equal(&rule, wanted));
}

void cfi_subject_expect_rows(const struct cfi_subject *subject)
{
    static const struct bobbin_rule none = {.form = BOBBIN_FORM_NONE};
    const struct row_list *list = &subject->reference.list;

    for (size_t i = 0; i < list->rows.count; i++) {
        const struct row *row = &list->rows.row[i];
        expect(subject, row->start, &row->rule);
        expect(subject, row->end - 2, &row->rule);
        expect(subject, row->end - 1, &row->rule);
    }
    for (size_t i = 0; i < list->ranges_count; i++)
        expect(subject, list->range[i].start + list->range[i].size_bytes, &none);
}

void cfi_subject_free(struct cfi_subject *subject)
{
    for (size_t i = 0; i < FORMAT_FOREIGN_PARTS; i++)
        free(subject->parts.part[i].bytes);
    row_list_free(&subject->reference.list);
    memset(subject, 0, sizeof(*subject));
}
