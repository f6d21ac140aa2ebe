/* SPDX-License-Identifier: MIT */
/*
 * Composes groups from spans. A group has prologue 1, prologue 2, body, late and tail
 * (core/foreign/groups.h).
 */
#include "formats/groups/groups_compose.h"

#include <stdlib.h>

#include "util/memory.h"

struct composer {
    const struct spans *spans;
    uint32_t tail_max;
    struct groups_list *list;
    struct groups_record group;      /* the open group, without its tail and late */
    uint32_t size_words, end;        /* of the open group; END is 0 if no group is open */
    uint32_t late_start, tail_start; /* 0: none */
    bool handled;                    /* the group's function has a handler */
};

static bool is_plain(const struct span *span)
{
    return span->kind == SPAN_NULL || span->kind == SPAN_DATA;
}

/* Whether span I exists and continues the function of the span before it. */
static bool continues_function(const struct spans *spans, size_t i)
{
    return i < spans->count && !spans->span[i].begins &&
           spans->span[i].start == spans->span[i - 1].end;
}

static bool is_same_frame(const struct span *a, const struct span *b)
{
    return a->kind == b->kind && a->mode == b->mode && a->frame == b->frame &&
           a->size_words == b->size_words;
}

/* Whether SPAN has the frame of prologue 2 and late, in a group with the body BODY. */
static bool is_without_room(const struct span *span, const struct span *body)
{
    struct bobbin_rule rule;
    uint32_t first = groups_first_push(body->frame);

    return span->kind == SPAN_FRAME && body->kind == SPAN_FRAME && span->mode == GROUPS_SP &&
           span->frame == first && 4 * span->size_words == groups_put_saved(&rule, first);
}

/* ---- the open group -------------------------------------------------------------------------- */

static void put_parameter(struct groups_list *list, uint32_t start, uint32_t frame)
{
    struct groups_record record = {
        .start = start, .place = (uint32_t)GROUPS_PARAMETER << GROUPS_MODE_SHIFT, .frame = frame};

    array_push(list->record, list->count, list->capacity, record);
}

static bool has_size(const struct composer *composer)
{
    uint32_t mode = groups_mode(&composer->group);

    return mode == GROUPS_R7 || mode == GROUPS_SP || mode == GROUPS_R11;
}

/* Appends the open group to the list, if there is one. */
static void put_group(struct composer *composer)
{
    struct groups_list *list = composer->list;
    struct groups_record record = composer->group;
    uint32_t size_words = composer->size_words;
    bool is_large = size_words > GROUPS_SIZE_MAX;

    if (!composer->end)
        return;
    if (composer->tail_start)
        record.place |= (composer->end - composer->tail_start) / 2 << GROUPS_TAIL_SHIFT;
    if (composer->late_start)
        record.frame |= (composer->tail_start - composer->late_start) / 2 << GROUPS_LATE_SHIFT;
    if (has_size(composer))
        record.frame |= (is_large ? GROUPS_SIZE_IS_PARAMETER : size_words) << GROUPS_SIZE_SHIFT;
    array_push(list->record, list->count, list->capacity, record);
    if (is_large)
        put_parameter(list, record.start, size_words);
}

static void end_group(struct composer *composer)
{
    put_group(composer);
    if (composer->end)
        put_parameter(composer->list, composer->end, 0);
    composer->end = 0;
}

/* Appends the open group and opens one at span FIRST, whose body is BODY. */
static void begin_group(struct composer *composer, const struct span *first,
                        const struct span *body)
{
    static const uint32_t modes[] = {
        [SPAN_DATA] = GROUPS_NULL,
        [SPAN_NULL] = GROUPS_NULL,
        [SPAN_ESCAPE] = GROUPS_ESCAPE,
        [SPAN_NOUNWIND] = GROUPS_NOUNWIND,
    };
    uint32_t mode = body->kind == SPAN_FRAME ? body->mode : modes[body->kind];
    bool is_inside = composer->end && !first->begins;

    put_group(composer);
    composer->group = (struct groups_record){
        .start = first->start,
        .place = mode << GROUPS_MODE_SHIFT | (is_inside ? GROUPS_INSIDE : 0),
        .frame = body->frame,
    };
    composer->size_words = body->size_words;
    composer->end = body->end;
    composer->late_start = composer->tail_start = 0;
    composer->handled = is_inside ? composer->handled : first->handled;
}

/* ---- spans to groups ------------------------------------------------------------------------- */

/*
 * Extends the open group by SPAN, which has no frame. Returns false if the tail of the group would
 * become too long.
 */
static bool take_into_tail(struct composer *composer, const struct span *span)
{
    uint32_t start = composer->tail_start ? composer->tail_start : span->start;
    bool is_body = groups_mode(&composer->group) == GROUPS_NULL ||
                   (span->kind == SPAN_DATA && !composer->tail_start);

    if (!is_body) {
        if ((span->end - start) / 2 > composer->tail_max)
            return false;
        composer->tail_start = start;
    }
    composer->end = span->end;
    return true;
}

/*
 * Whether span I may extend the open group. Span I must not begin a function, unless that function
 * has no frames and no handler. The function of the open group may then have a handler only if that
 * group has a frame: span I is in its tail, and handlers are not looked up in tails.
 */
static bool may_be_tail(const struct composer *composer, size_t i)
{
    const struct spans *spans = composer->spans;

    if (!is_plain(&spans->span[i]))
        return false;
    if (!spans->span[i].begins)
        return true;
    if (spans->span[i].handled ||
        (composer->handled && groups_mode(&composer->group) == GROUPS_NULL))
        return false;
    for (i++; continues_function(spans, i); i++)
        if (!is_plain(&spans->span[i]))
            return false;
    return true;
}

/*
 * Skips the spans from I on that fit in prologue 1. Returns the next one, which belongs to prologue
 * 2 or to the body.
 */
static size_t skip_prologue_1(const struct spans *spans, size_t i)
{
    uint32_t start = spans->span[i].start;

    while (is_plain(&spans->span[i]) && continues_function(spans, i + 1) &&
           (spans->span[i].end - start) / 2 <= GROUPS_PROLOGUE_MAX)
        i++;
    return i;
}

/* Returns the span of the body if span I can be prologue 2, else I. */
static size_t skip_prologue_2(const struct spans *spans, size_t i)
{
    const struct span *span = &spans->span[i];
    size_t next = i + 1;

    while (continues_function(spans, next) && spans->span[next].kind == SPAN_DATA)
        next++;
    if (continues_function(spans, next) && is_without_room(span, &spans->span[next]) &&
        (spans->span[next].start - span->start) / 2 <= GROUPS_PROLOGUE_MAX)
        return next;
    return i;
}

/*
 * Extends the open group by the spans from I on that have the frame of BODY, and by a span that can
 * be late. Returns the first span after these.
 */
static size_t take_body(struct composer *composer, const struct span *body, size_t i)
{
    const struct spans *spans = composer->spans;

    for (; continues_function(spans, i); i++) {
        const struct span *span = &spans->span[i];
        if (span->kind != SPAN_DATA && !is_same_frame(span, body))
            break;
        composer->end = span->end;
    }
    if (continues_function(spans, i) && is_without_room(&spans->span[i], body) &&
        (spans->span[i].end - spans->span[i].start) / 2 <= GROUPS_LATE_MAX) {
        composer->late_start = spans->span[i].start;
        composer->end = composer->tail_start = spans->span[i++].end;
    }
    return i;
}

/* Opens a group at span I. Returns the first span after the group. */
static size_t compose_group(struct composer *composer, size_t i)
{
    const struct span *span = composer->spans->span;
    size_t early = skip_prologue_1(composer->spans, i);
    size_t body = early;

    if (is_plain(&span[early])) {
        begin_group(composer, &span[i], &span[i]);
        return i + 1;
    }
    if (span[early].kind == SPAN_FRAME)
        body = skip_prologue_2(composer->spans, early);
    begin_group(composer, &span[i], &span[body]);
    composer->group.place |= (span[early].start - span[i].start) / 2 << GROUPS_PROLOGUE_1_SHIFT |
                             (span[body].start - span[early].start) / 2 << GROUPS_PROLOGUE_2_SHIFT;
    return take_body(composer, &span[body], body + 1);
}

void groups_compose(struct groups_list *list, const struct spans *spans, uint32_t tail_max)
{
    struct composer composer = {.spans = spans, .tail_max = tail_max, .list = list};
    size_t i = 0;

    while (i < spans->count) {
        const struct span *span = &spans->span[i];
        if (composer.end && composer.end != span->start)
            end_group(&composer);
        if (composer.end && may_be_tail(&composer, i) && take_into_tail(&composer, span))
            i++;
        else
            i = compose_group(&composer, i);
    }
    end_group(&composer);
}
