/* SPDX-License-Identifier: MIT */
/*
 * Random spans of all kinds and lengths. In every layout, the reader must find the rule of the span
 * at every halfword.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "formats/groups/groups_compose.h"
#include "formats/groups/groups_writer.h"
#include "groups_subject.h"
#include "rows/rows.h"
#include "util/diag.h"
#include "util/memory.h"

enum { ROUNDS = 400, SPANS = 80 };

static uint32_t random_state;

static uint32_t any(uint32_t below)
{
    random_state = random_state * 1664525 + 1013904223;
    return (random_state >> 8) % below;
}

/* Mostly short, sometimes longer than any field can express. */
static uint32_t any_length(void)
{
    return 2 * (1 + any(any(4) ? 6 : any(3) ? 300 : 3000));
}

/* ---- spans ----------------------------------------------------------------------------------- */

/*
 * Only a few different frames, so that some of them follow each other like prologue, body and end.
 */
static void make_frame(struct span *span)
{
    static const uint32_t frames[] = {
        0x101,
        0x101,
        0x1ff,
        0x37f,
        0x10f,
        GROUPS_LR | 3u << GROUPS_HOME_SHIFT | 0x10,
        0x180 | 2u << GROUPS_DOUBLES_SHIFT,
        0x181 | 10u << GROUPS_DOUBLES_SHIFT,
    };
    static const uint32_t modes[] = {GROUPS_SP, GROUPS_SP, GROUPS_SP, GROUPS_R7, GROUPS_R11};
    struct bobbin_rule rule;

    span->kind = SPAN_FRAME;
    span->mode = modes[any(COUNT(modes))];
    span->frame = frames[any(COUNT(frames))];
    span->size_words = any(2) ? groups_put_saved(&rule, span->frame) / 4 : any(any(9) ? 40 : 3000);
}

static void make_span(struct span *span, uint32_t start)
{
    static const enum span_kind kinds[] = {SPAN_DATA,  SPAN_NULL,  SPAN_NULL,  SPAN_FRAME,
                                           SPAN_FRAME, SPAN_FRAME, SPAN_FRAME, SPAN_FRAME};

    memset(span, 0, sizeof(*span));
    span->start = start;
    span->end = start + any_length();
    span->kind = kinds[any(COUNT(kinds))];
    span->begins = any(3) == 0;
    span->handled = span->begins && any(3) == 0;
    if (span->kind == SPAN_FRAME)
        make_frame(span);
    else if (any(16) == 0)
        *span = (struct span){start, span->end, SPAN_NOUNWIND, false, false, 0, any(2), 0};
    else if (any(16) == 0)
        *span = (struct span){start, span->end, SPAN_ESCAPE, false, false, 0, 0, 0};
}

/* Random spans, with gaps between some of them. */
static void make_spans(struct spans *spans)
{
    uint32_t at = 0;

    while (spans->count < SPANS) {
        struct span span;
        make_span(&span, at);
        array_push(spans->span, spans->count, spans->capacity, span);
        at = span.end + (any(20) ? 0 : any_length());
    }
}

/* ---- look-up --------------------------------------------------------------------------------- */

static const uint8_t escape[] = {BOBBIN_FORM_FRAME, 4, 8, 0};

static struct bobbin_rule rule_of(const struct span *span)
{
    struct bobbin_rule rule = rule_of_form(BOBBIN_FORM_FRAME);

    rule.cfa_register = span->kind == SPAN_ESCAPE  ? 4
                        : span->mode == GROUPS_R7  ? 7
                        : span->mode == GROUPS_R11 ? 11
                                                   : BOBBIN_SP;
    rule.cfa_offset = span->kind == SPAN_ESCAPE ? 8 : (int32_t)(4 * span->size_words);
    if (span->kind == SPAN_FRAME)
        groups_put_saved(&rule, span->frame);
    if (span->kind == SPAN_NOUNWIND)
        rule = rule_of_form(BOBBIN_FORM_ROOT);
    return rule;
}

static void expect_span(const struct foreign_table *table, const struct span *span,
                        uint32_t address)
{
    struct foreign_question question = {address, true};
    struct bobbin_rule rule = rule_of_form(BOBBIN_FORM_FRAME);
    struct bobbin_rule wanted = rule_of(span);
    enum bobbin_stop stop;

    rule.cfa_register = BOBBIN_SP;
    stop = bobbin_groups.read(table, &question, &rule);
    if (span->kind == SPAN_NOUNWIND && span->frame == 0) {
        assert_int_equal(stop, BOBBIN_STOP_NO_RULE);
        return;
    }
    assert_true(stop == BOBBIN_STOP_NONE ||
                (span->kind == SPAN_DATA && stop == BOBBIN_STOP_NO_RULE));
    if (span->kind == SPAN_DATA)
        return;
    assert_int_equal(rule.form, wanted.form);
    assert_true(rule.form == BOBBIN_FORM_ROOT || rule_equal(&rule, &wanted));
}

/* Addresses between the spans must have no group. */
static void expect_spans(const struct foreign_table *table, const struct spans *spans)
{
    static const struct span none = {.kind = SPAN_NULL};
    const struct span *span = spans->span;

    for (uint32_t address = 0; address < spans->span[spans->count - 1].end + 8; address += 2) {
        while (span < spans->span + spans->count && span->end <= address)
            span++;
        expect_span(table,
                    span < spans->span + spans->count && span->start <= address ? span : &none,
                    address);
    }
}

/* The function of a span starts at the last span with BEGINS, or after the last gap. */
static void expect_handlers(const struct foreign_table *table, const struct spans *spans)
{
    const struct span *function = NULL;

    for (size_t i = 0; i < spans->count; i++) {
        const struct span *span = &spans->span[i];
        struct groups_language found;
        if (span->begins || i == 0 || span[-1].end != span->start)
            function = span;
        if (span->kind != SPAN_FRAME)
            continue;
        assert_int_equal(groups_find_language(table, span->start, &found), BOBBIN_STOP_NONE);
        assert_int_equal(found.function, function->start);
        assert_int_equal(found.data, function->handled ? 0x5000 : 0);
    }
}

static void set_handlers(const struct groups_list *list, const struct spans *spans)
{
    for (size_t i = 0, k = 0; i < list->count; i++) {
        while (spans->span[k].start < list->record[i].start && k + 1 < spans->count)
            k++;
        if (groups_mode(&list->record[i]) == GROUPS_PARAMETER || !spans->span[k].handled ||
            spans->span[k].start != list->record[i].start)
            continue;
        list->record[i].personality = 0x4000;
        list->record[i].language = 0x5000;
    }
}

static void expect_layout(const struct spans *spans, enum groups_layout layout, uint32_t tail_max)
{
    struct groups_list list = {0};
    struct format_parts parts = {0};
    struct foreign_table table = {.cache = NULL};

    groups_compose(&list, spans, tail_max);
    set_handlers(&list, spans);
    assert_int_equal(groups_write(&list, layout, "test", &parts), STATUS_GOOD);
    for (size_t i = 0; i < 3; i++)
        table.part[i] = (struct foreign_part){parts.part[i].bytes, (uint32_t)parts.part[i].size};
    table.part[3] = (struct foreign_part){escape, sizeof(escape)};
    expect_spans(&table, spans);
    expect_handlers(&table, spans);
    for (size_t i = 0; i < FORMAT_FOREIGN_PARTS; i++)
        free(parts.part[i].bytes);
    free(list.record);
}

static void what_is_composed_says_what_the_spans_say(void **state)
{
    (void)state;
    static const uint32_t tails[] = {0, 15, 255};

    for (uint32_t round = 0; round < ROUNDS; round++) {
        struct spans spans = {0};
        random_state = round;
        make_spans(&spans);
        expect_layout(&spans, (enum groups_layout)(round % 4), tails[round / 4 % 3]);
        free(spans.span);
    }
}

/*
 * A palette has at most 256 descriptors, and a group must be on the same page as its parameter. The
 * first group gives the others odd numbers.
 */
static void palettes_are_never_too_full(void **state)
{
    (void)state;
    struct span span[1 + 0xff];
    const struct spans spans = {.span = span, .count = COUNT(span)};

    span[0] = (struct span){.end = 0x10, .kind = SPAN_ESCAPE};
    for (uint32_t i = 1; i < spans.count; i++)
        span[i] = (struct span){.start = 0x10 * i,
                                .end = 0x10 * (i + 1),
                                .kind = SPAN_FRAME,
                                .mode = GROUPS_SP,
                                .frame = GROUPS_LR | i,
                                .size_words = 2000 + i};
    expect_layout(&spans, GROUPS_LAYOUT_PAGES, 0);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_composed_says_what_the_spans_say),
        cmocka_unit_test(palettes_are_never_too_full),
    };
    return cmocka_run_group_tests_name("groups_compose", tests, NULL, NULL);
}
