/* SPDX-License-Identifier: MIT */
/* Tries each place with the magic. Its CRC says whether a record is there. */
#include "record/record_find.h"

#include <stdlib.h>
#include <string.h>

#include "util/memory.h"

#define CHUNK_BYTES (1u << 20)

static const uint8_t magic[] = {'b', 'R', 'e', 'c'};

static bool is_known(const struct found_records *found, const struct record_view *view)
{
    for (size_t i = 0; i < found->count; i++)
        if (found->items[i].size_bytes == view->size &&
            memcmp(found->items[i].bytes, view->bytes, view->size) == 0)
            return true;
    return false;
}

static void add(struct found_records *found, const struct record_view *view, uint64_t offset)
{
    struct found_record record = {
        .size_bytes = view->size, .sequence = view->sequence, .offset = offset};

    if (is_known(found, view))
        return;
    memcpy(record.bytes, view->bytes, view->size);
    array_push(found->items, found->count, found->capacity, record);
}

static void try(struct found_records *found, const uint8_t *bytes, size_t size_bytes,
                uint64_t offset)
{
    struct record_view view;
    uint32_t size = size_bytes < RECORD_BYTES_MAX ? (uint32_t)size_bytes : RECORD_BYTES_MAX;

    switch (record_open(&view, bytes, size)) {
    case RECORD_OK:
        add(found, &view, offset);
        break;
    case RECORD_TOO_NEW:
        found->too_new++;
        break;
    case RECORD_DAMAGED_ONE:
        if (found->damaged++ == 0)
            found->damaged_offset = offset;
        break;
    case RECORD_NOT_ONE:
        break;
    }
}

/* Tries the places in the first STARTS bytes; records may extend beyond them. */
static void find_starts(struct found_records *found, const uint8_t *bytes, size_t size_bytes,
                        size_t starts, uint64_t offset)
{
    size_t at = 0;
    const uint8_t *next;

    while (at < starts &&
           (next = memmem(bytes + at, size_bytes - at, magic, sizeof(magic))) != NULL) {
        at = (size_t)(next - bytes);
        if (at < starts)
            try(found, next, size_bytes - at, offset + at);
        at++;
    }
}

void record_find(struct found_records *found, const uint8_t *bytes, size_t size_bytes,
                 uint64_t offset)
{
    find_starts(found, bytes, size_bytes, size_bytes, offset);
}

bool record_find_in_file(struct found_records *found, FILE *in)
{
    uint8_t *bytes = must_realloc(NULL, CHUNK_BYTES + RECORD_BYTES_MAX, 1);
    size_t kept = 0, got;
    uint64_t offset = 0;

    while ((got = fread(bytes + kept, 1, CHUNK_BYTES, in)) > 0) {
        size_t size = kept + got, starts = size > RECORD_BYTES_MAX ? size - RECORD_BYTES_MAX : 0;

        find_starts(found, bytes, size, starts, offset);
        memmove(bytes, bytes + starts, size - starts);
        offset += starts;
        kept = size - starts;
    }
    record_find(found, bytes, kept, offset);
    free(bytes);
    return !ferror(in);
}

static int newer_first(const void *left, const void *right)
{
    const struct found_record *a = left, *b = right;
    int32_t later = (int32_t)(b->sequence - a->sequence);

    if (later)
        return later > 0 ? 1 : -1;
    return a->offset < b->offset ? -1 : a->offset > b->offset;
}

void record_sort(struct found_records *found)
{
    if (found->count)
        qsort(found->items, found->count, sizeof(*found->items), newer_first);
}
