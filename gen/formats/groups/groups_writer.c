/* SPDX-License-Identifier: MIT */
/*
 * Writes the records, personality routines and language data of groups, and drives all steps of the
 * format.
 */
#include "formats/groups/groups_writer.h"

#include <stdio.h>
#include <stdlib.h>

#include "formats/groups/groups_compose.h"
#include "formats/groups/groups_language_data.h"
#include "formats/groups/groups_pages.h"
#include "formats/groups/groups_rows.h"
#include "util/diag.h"

/* ---- personality routines -------------------------------------------------------------------- */

/*
 * Returns the number of ROUTINE in OUT, a list of words. Appends ROUTINE if the list does not
 * contain it.
 */
static uint32_t personality_number(struct buffer *out, uint32_t routine)
{
    uint32_t count = (uint32_t)out->size / 4;

    for (uint32_t i = 0; i < count; i++)
        if (bytes_u32(out->bytes + 4 * i) == routine)
            return i + 1;
    buffer_u32(out, routine);
    return count + 1;
}

static int put_personalities(const struct groups_list *list, const char *path, struct buffer *out)
{
    for (size_t i = 0; i < list->count; i++) {
        struct groups_record *record = &list->record[i];
        uint32_t number;
        if (!record->personality)
            continue;
        number = personality_number(out, record->personality);
        if (number > GROUPS_PERSONALITY_MAX) {
            diag_error(path,
                       "the image has more than %u personality routines, too many for the format",
                       GROUPS_PERSONALITY_MAX);
            return STATUS_PROBLEMS;
        }
        record->place |= number << GROUPS_PERSONALITY_SHIFT;
    }
    return STATUS_GOOD;
}

static void put_language(const struct groups_list *list, struct buffer *out)
{
    for (size_t i = 0; i < list->count; i++) {
        if (!list->record[i].personality)
            continue;
        buffer_u32(out, list->record[i].start);
        buffer_u32(out, list->record[i].language);
    }
}

/* ---- records --------------------------------------------------------------------------------- */

static uint32_t record_bytes(enum groups_layout layout)
{
    static const uint32_t bytes[] = {
        [GROUPS_LAYOUT_12] = GROUPS_PLAIN_BYTES,
        [GROUPS_LAYOUT_16] = GROUPS_WITH_LANGUAGE_BYTES,
        [GROUPS_LAYOUT_2018] = GROUPS_WITH_POINTERS_BYTES,
        [GROUPS_LAYOUT_PAGES] = GROUPS_ENTRY_BYTES,
    };

    return bytes[layout];
}

static void put_records(const struct groups_list *list, uint32_t bytes, struct buffer *out)
{
    buffer_u32(out, bytes);
    buffer_u32(out, (uint32_t)list->count);
    for (size_t i = 0; i < list->count; i++) {
        const struct groups_record *record = &list->record[i];
        buffer_u32(out, record->start);
        buffer_u32(out, record->place);
        buffer_u32(out, record->frame);
        if (bytes == GROUPS_WITH_POINTERS_BYTES)
            buffer_u32(out, record->personality);
        if (bytes >= GROUPS_WITH_LANGUAGE_BYTES)
            buffer_u32(out, record->language);
    }
}

int groups_write(const struct groups_list *list, enum groups_layout layout, const char *path,
                 struct format_parts *out)
{
    uint32_t bytes = record_bytes(layout);
    int status = STATUS_GOOD;

    if (bytes != GROUPS_WITH_POINTERS_BYTES)
        status = put_personalities(list, path, &out->part[1]);
    if (bytes <= GROUPS_PLAIN_BYTES)
        put_language(list, &out->part[2]);
    if (status == STATUS_GOOD && layout == GROUPS_LAYOUT_PAGES)
        groups_write_pages(list, &out->part[0], out->share);
    else if (status == STATUS_GOOD)
        put_records(list, bytes, &out->part[0]);
    return status;
}

/* ---- the format ------------------------------------------------------------------------------ */

static void put_shares(const struct groups_list *list, enum groups_layout layout,
                       struct format_parts *out)
{
    uint32_t inline_bytes = layout == GROUPS_LAYOUT_2018 ? 8 : layout == GROUPS_LAYOUT_16 ? 4 : 0;

    inline_bytes *= (uint32_t)list->count;
    if (layout != GROUPS_LAYOUT_PAGES)
        format_add_share(out, "records", out->part[0].size - inline_bytes);
    format_add_share(out, "personality and language data",
                     inline_bytes + out->part[1].size + out->part[2].size);
    format_add_share(out, "escapes", out->part[3].size);
}

/*
 * The maximum length of a tail in halfwords. With pages it is 0: a null group takes 4 bytes, but
 * one more descriptor with another tail takes 8.
 */
static uint32_t tail_max(enum groups_layout layout)
{
    if (layout == GROUPS_LAYOUT_PAGES)
        return 0;
    return layout == GROUPS_LAYOUT_2018 ? GROUPS_TAIL_2018_MAX : GROUPS_TAIL_MAX;
}

static void warn_flags(const struct reference *reference)
{
    const struct rows *rows = &reference->list.rows;
    uint32_t count = 0;

    for (size_t i = 0; i < rows->count; i++)
        count += rows->row[i].condition != CONDITION_ALWAYS;
    if (count)
        diag_warning(reference->image->path,
                     "groups leaves out %u address ranges where the rule depends on the flags",
                     count);
}

static void set_handlers(const struct groups_list *list, const struct groups_handlers *handlers)
{
    for (size_t i = 0; i < list->count; i++) {
        struct groups_record *record = &list->record[i];
        const struct groups_handler *handler = groups_handler_of(handlers, record->start);
        if (!handler || (record->place & GROUPS_INSIDE) || groups_mode(record) == GROUPS_PARAMETER)
            continue;
        record->personality = handler->personality;
        record->language = handler->data;
    }
}

int groups_encode(const struct format *format, const struct reference *reference,
                  struct format_parts *out)
{
    enum groups_layout layout = (enum groups_layout)format->variant;
    struct groups_handlers handlers = {0};
    struct groups_list list = {0};
    struct spans spans = {0};
    int status;

    groups_handlers_find(&handlers, reference->image);
    groups_spans(&spans, reference, &handlers, &out->part[3]);
    groups_compose(&list, &spans, tail_max(layout));
    set_handlers(&list, &handlers);
    status = groups_write(&list, layout, reference->image->path, out);
    if (status == STATUS_GOOD)
        status = groups_check_handlers(&list, &handlers, out, reference->image->path);
    put_shares(&list, layout, out);
    warn_flags(reference);
    free(handlers.handler);
    free(spans.span);
    free(list.record);
    return status;
}
