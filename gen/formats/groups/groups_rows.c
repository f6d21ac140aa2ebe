/* SPDX-License-Identifier: MIT */
/* Converts the rows of the reference to spans, and writes the rules that groups cannot express. */
#include "formats/groups/groups_rows.h"

#include <stdlib.h>
#include <string.h>

#include "core/unwind/rule_word.h"
#include "encode/rule_set.h"
#include "encode/rule_words.h"
#include "formats/groups/groups_language_data.h"
#include "formats/image_code.h"
#include "util/memory.h"

/* ---- rules ----------------------------------------------------------------------------------- */

static uint32_t mode_of(const struct bobbin_rule *rule)
{
    switch (rule->cfa_register) {
    case 7:
        return GROUPS_R7;
    case 11:
        return GROUPS_R11;
    case BOBBIN_SP:
        return GROUPS_SP;
    default:
        return 0;
    }
}

/*
 * Converts a compact WORD to a frame of the format. Returns false if the format cannot express it.
 */
static bool frame_of_word(uint32_t word, uint32_t *frame)
{
    uint32_t doubles = rule_doubles(word);

    if ((word & FORMAT_RULE_GAP) && doubles == GROUPS_DOUBLES)
        return false;
    if (word & FORMAT_RULE_GAP)
        doubles += GROUPS_DOUBLES;
    *frame = rule_turn(word, rule_mask(word)) | (word & FORMAT_RULE_RA ? GROUPS_LR : 0) |
             (word & FORMAT_RULE_SPLIT ? GROUPS_SPLIT : 0) | doubles << GROUPS_DOUBLES_SHIFT |
             rule_home_bytes(word) / 4 << GROUPS_HOME_SHIFT;
    return true;
}

static bool take_frame(struct span *span, const struct bobbin_rule *rule)
{
    struct bobbin_rule bare = *rule;
    uint32_t word;

    bare.cfa_offset = 0;
    span->mode = mode_of(rule);
    span->size_words = (uint32_t)rule->cfa_offset / 4;
    if (!span->mode || rule->cfa_offset < 0 || rule->cfa_offset % 4 ||
        !encode_compact(&bare, &word) || !frame_of_word(word, &span->frame))
        return false;
    span->kind = SPAN_FRAME;
    return true;
}

static void put_sleb128(struct buffer *out, int32_t value)
{
    while (value < -64 || value > 63) {
        buffer_u8(out, (uint32_t)(value & 0x7f) | 0x80);
        value >>= 7;
    }
    buffer_u8(out, (uint32_t)value & 0x7f);
}

static void put_escape(struct buffer *out, const struct bobbin_rule *rule)
{
    uint32_t places = 0;

    for (unsigned i = 0; i < BOBBIN_PLACES; i++)
        places += rule->place_kind[i] != BOBBIN_SAME;
    buffer_u8(out, rule->form);
    buffer_u8(out, rule->cfa_register);
    put_sleb128(out, rule->cfa_offset);
    if (rule->form == BOBBIN_FORM_DEREF)
        put_sleb128(out, rule->cfa_add);
    buffer_u8(out, places);
    for (unsigned i = 0; i < BOBBIN_PLACES; i++) {
        if (rule->place_kind[i] == BOBBIN_SAME)
            continue;
        buffer_u8(out, (uint32_t)rule->place_kind[i] << GROUPS_KIND_SHIFT | i);
        put_sleb128(out, rule->place_value[i]);
    }
}

/* Rules that escape. Each is written once. */
struct escapes {
    struct rule_set dictionary; /* all rules of the image */
    uint32_t *offset;           /* by number of the rule: its offset in OUT, or NOT_WRITTEN */
    struct buffer *out;
};
enum { NOT_WRITTEN = -1 };

static void begin_escapes(struct escapes *escapes, const struct rows *rows, struct buffer *out)
{
    size_t size;

    rule_set_build(&escapes->dictionary, rows);
    size = escapes->dictionary.count + 1;
    escapes->offset = must_realloc(NULL, size, sizeof(*escapes->offset));
    memset(escapes->offset, NOT_WRITTEN, size * sizeof(*escapes->offset));
    escapes->out = out;
}

static void end_escapes(struct escapes *escapes)
{
    rule_set_free(&escapes->dictionary);
    free(escapes->offset);
}

static uint32_t escape_offset(struct escapes *escapes, const struct row *row)
{
    uint32_t *offset = &escapes->offset[rule_set_number(&escapes->dictionary, row)];

    if (*offset == (uint32_t)NOT_WRITTEN) {
        *offset = (uint32_t)escapes->out->size;
        put_escape(escapes->out, &row->rule);
    }
    return *offset;
}

/* Converts ROW to a span. A rule that depends on the flags becomes NOUNWIND. */
static struct span span_of(const struct row *row, struct escapes *escapes)
{
    const struct bobbin_rule *rule = &row->rule;
    struct span span = {.start = row->start, .end = row->end, .kind = SPAN_NOUNWIND};

    if (row->source == ROW_DATA)
        span.kind = SPAN_DATA;
    else if (row->condition != CONDITION_ALWAYS || rule->form == BOBBIN_FORM_NONE ||
             rule_is_inner(rule))
        span.frame = 0;
    else if (rule->form == BOBBIN_FORM_ROOT)
        span.frame = 1;
    else if (rule_is_leaf(rule))
        span.kind = SPAN_NULL;
    else if (!take_frame(&span, rule)) {
        span.kind = SPAN_ESCAPE;
        span.mode = span.size_words = 0;
        span.frame = escape_offset(escapes, row);
    }
    return span;
}

/* ---- functions ------------------------------------------------------------------------------- */

struct starts {
    uint32_t *address; /* ascending */
    size_t count, capacity;
};

static int by_address(const void *a, const void *b)
{
    const uint32_t *x = a;
    const uint32_t *y = b;

    return (*x > *y) - (*x < *y);
}

static void find_starts(struct starts *starts, const struct image *image,
                        const struct groups_handlers *handlers)
{
    for (size_t i = 0; i < image->functions_count; i++)
        array_push(starts->address, starts->count, starts->capacity, image->functions[i].address);
    for (size_t i = 0; i < handlers->count; i++)
        array_push(starts->address, starts->count, starts->capacity, handlers->handler[i].function);
    if (starts->count)
        qsort(starts->address, starts->count, sizeof(*starts->address), by_address);
}

static bool is_same(const struct span *a, const struct span *b)
{
    return a->end == b->start && a->kind == b->kind && a->mode == b->mode && a->frame == b->frame &&
           a->size_words == b->size_words;
}

static void add_span(struct spans *spans, const struct span *span)
{
    if (!span->begins && spans->count && is_same(&spans->span[spans->count - 1], span))
        spans->span[spans->count - 1].end = span->end;
    else
        array_push(spans->span, spans->count, spans->capacity, *span);
}

/*
 * Divides SPAN where functions start, and adds the parts to SPANS. *AT is an index in STARTS; it
 * only grows from call to call.
 */
static void cut_span(struct spans *spans, struct span span, const struct starts *starts,
                     const struct groups_handlers *handlers, size_t *at)
{
    uint32_t end = span.end;

    while (*at < starts->count && starts->address[*at] < span.start)
        ++*at;
    while (span.start < end) {
        span.begins = *at < starts->count && starts->address[*at] == span.start;
        span.handled = span.begins && groups_handler_of(handlers, span.start);
        while (*at < starts->count && starts->address[*at] <= span.start)
            ++*at;
        span.end = *at < starts->count && starts->address[*at] < end ? starts->address[*at] : end;
        add_span(spans, &span);
        span.start = span.end;
    }
}

/* ---- frames that hold by sp too -------------------------------------------------------------- */

static bool moves_sp(const struct image *image, const struct image_instruction *at)
{
    struct code_op op;

    if (!image_decode(image, at, &op))
        return true;
    switch (op.kind) {
    case CODE_ADD:
        return op.target == BOBBIN_SP;
    case CODE_LOAD:
    case CODE_STORE:
        return op.base == BOBBIN_SP && op.writeback;
    default:
        return op.kind != CODE_OTHER;
    }
}

/*
 * Whether sp does not change from the last instruction before SPAN up to, but not including, the
 * last instruction of SPAN.
 */
static bool sp_stays(const struct image *image, const struct span *before, const struct span *span)
{
    const struct image_section *section = image_section_at(image, before->start);
    struct image_instruction at = {.address = before->start};
    struct image_instruction next;

    while (section && image_next_instruction(image, section, at.address, &at)) {
        next.address = at.address + at.size_bytes;
        if (next.address >= span->end)
            return true;
        if (next.address >= span->start && moves_sp(image, &at))
            return false;
        at.address = next.address;
    }
    return false;
}

/*
 * Whether the second of three spans stands between the push of r4-r7 and lr and the push of r8-r11.
 * There the frame register has been set, and the cfa of the rule is relative to it. Relative to sp,
 * the rule of prologue 2 still holds.
 */
static bool is_between_pushes(const struct image *image, const struct span *span)
{
    return span[0].kind == SPAN_FRAME && span[1].kind == SPAN_FRAME && span[2].kind == SPAN_FRAME &&
           span[0].mode == GROUPS_SP && span[1].mode != GROUPS_SP && span[2].mode == span[1].mode &&
           span[0].frame == span[1].frame && span[0].end == span[1].start &&
           (span[2].frame & GROUPS_SPLIT) && groups_first_push(span[2].frame) == span[0].frame &&
           !span[1].begins && !span[2].begins && span[1].end == span[2].start &&
           sp_stays(image, &span[0], &span[1]);
}

static void take_by_sp(struct spans *spans, const struct image *image)
{
    size_t count = 0;

    for (size_t i = 0; i < spans->count; i++) {
        spans->span[count] = spans->span[i];
        if (i + 2 < spans->count && is_between_pushes(image, &spans->span[i]))
            spans->span[count].end = spans->span[++i].end;
        count++;
    }
    spans->count = count;
}

void groups_spans(struct spans *spans, const struct reference *reference,
                  const struct groups_handlers *handlers, struct buffer *escaped)
{
    const struct rows *rows = &reference->list.rows;
    struct escapes escapes = {0};
    struct starts starts = {0};
    size_t at = 0;

    begin_escapes(&escapes, rows, escaped);
    find_starts(&starts, reference->image, handlers);
    for (size_t i = 0; i < rows->count; i++)
        cut_span(spans, span_of(&rows->row[i], &escapes), &starts, handlers, &at);
    take_by_sp(spans, reference->image);
    end_escapes(&escapes);
    free(starts.address);
}
