/* SPDX-License-Identifier: MIT */
/*
 * Writes the layout `groups:pages`. A page ends where its palette is full, not at a multiple of
 * 4096 bytes. The published pages are those of an operating system, and flash has none.
 */
#include "formats/groups/groups_pages.h"

#include <stdlib.h>
#include <string.h>

#include "util/memory.h"

enum { COMMON_STEP = 8, ENTRIES_MAX = 0xffff };

/* An element of a palette: all records that are equal except for their start. */
struct descriptor {
    uint32_t place, frame;
    uint32_t uses;
    size_t record; /* the first of these records */
};

struct pages {
    const struct groups_list *list;
    struct descriptor *descriptor; /* most used first */
    size_t descriptors;
    uint32_t *of_record; /* by record: number of its descriptor */
    uint32_t *page_of;   /* by descriptor: number of the last page with it, plus 1 */
    uint32_t *local;     /* by descriptor: its number in the palette of the last page with it */
    uint32_t common;
};

/* A page: records FIRST to END - 1. */
struct page {
    size_t first, end;
    uint32_t own; /* number of descriptors in its own palette */
};

/* ---- descriptors ----------------------------------------------------------------------------- */

static int by_words(const void *a, const void *b)
{
    const struct descriptor *x = a;
    const struct descriptor *y = b;

    if (x->place != y->place)
        return x->place < y->place ? -1 : 1;
    if (x->frame != y->frame)
        return x->frame < y->frame ? -1 : 1;
    return (x->record > y->record) - (x->record < y->record);
}

static int by_uses(const void *a, const void *b)
{
    const struct descriptor *x = a;
    const struct descriptor *y = b;

    if (x->uses != y->uses)
        return x->uses > y->uses ? -1 : 1;
    return (x->record > y->record) - (x->record < y->record);
}

/* Merges equal descriptors. Returns how many remain. */
static size_t merge(struct descriptor *all, size_t count)
{
    size_t kept = 0;

    qsort(all, count, sizeof(*all), by_words);
    for (size_t i = 0; i < count; i++)
        if (kept && all[kept - 1].place == all[i].place && all[kept - 1].frame == all[i].frame)
            all[kept - 1].uses++;
        else
            all[kept++] = all[i];
    return kept;
}

static void number_records(struct pages *pages)
{
    struct descriptor *sorted = must_realloc(NULL, pages->descriptors + 1, sizeof(*sorted));

    memcpy(sorted, pages->descriptor, pages->descriptors * sizeof(*sorted));
    for (size_t i = 0; i < pages->descriptors; i++)
        sorted[i].uses = (uint32_t)i;
    for (size_t i = 0; i < pages->descriptors; i++)
        sorted[i].record = 0;
    qsort(sorted, pages->descriptors, sizeof(*sorted), by_words);
    for (size_t i = 0; i < pages->list->count; i++) {
        struct descriptor key = {pages->list->record[i].place, pages->list->record[i].frame, 0, 0};
        const struct descriptor *found =
            bsearch(&key, sorted, pages->descriptors, sizeof(key), by_words);
        pages->of_record[i] = found->uses;
    }
    free(sorted);
}

static void pages_begin(struct pages *pages, const struct groups_list *list)
{
    memset(pages, 0, sizeof(*pages));
    pages->list = list;
    pages->descriptor = must_realloc(NULL, list->count + 1, sizeof(*pages->descriptor));
    pages->of_record = must_realloc(NULL, list->count + 1, sizeof(*pages->of_record));
    for (size_t i = 0; i < list->count; i++)
        pages->descriptor[i] =
            (struct descriptor){list->record[i].place, list->record[i].frame, 1, i};
    pages->descriptors = merge(pages->descriptor, list->count);
    qsort(pages->descriptor, pages->descriptors, sizeof(*pages->descriptor), by_uses);
    number_records(pages);
    pages->page_of = must_realloc(NULL, pages->descriptors + 1, sizeof(*pages->page_of));
    pages->local = must_realloc(NULL, pages->descriptors + 1, sizeof(*pages->local));
}

static void pages_end(struct pages *pages)
{
    free(pages->descriptor);
    free(pages->of_record);
    free(pages->page_of);
    free(pages->local);
}

/* ---- pages ----------------------------------------------------------------------------------- */

static void forget_pages(struct pages *pages, uint32_t common)
{
    pages->common = common;
    memset(pages->page_of, 0, pages->descriptors * sizeof(*pages->page_of));
}

/* Whether record I is a PARAMETER of the record before it. Both must then be in one page. */
static bool is_parameter(const struct groups_list *list, size_t i)
{
    return i < list->count && groups_mode(&list->record[i]) == GROUPS_PARAMETER &&
           list->record[i].start == list->record[i - 1].start;
}

/*
 * Adds the descriptor of record I to the palette of page NUMBER, unless this palette or the common
 * palette contains it.
 */
static void take_descriptor(struct pages *pages, struct page *page, uint32_t number, size_t i)
{
    uint32_t descriptor = pages->of_record[i];

    if (descriptor < pages->common || pages->page_of[descriptor] == number + 1)
        return;
    pages->page_of[descriptor] = number + 1;
    pages->local[descriptor] = page->own++;
}

/*
 * Fills page NUMBER from record FIRST on. Stops when there is no room for two more descriptors,
 * because a record with a PARAMETER needs two.
 */
static struct page fill_page(struct pages *pages, uint32_t number, size_t first)
{
    const struct groups_list *list = pages->list;
    struct page page = {first, first, 0};
    size_t i = first;

    while (i < list->count && pages->common + page.own + 2 <= GROUPS_PALETTE_MAX &&
           i - first + 2 <= ENTRIES_MAX &&
           (list->record[i].start - list->record[first].start) / 2 <= GROUPS_ENTRY_MASK) {
        take_descriptor(pages, &page, number, i++);
        if (is_parameter(list, i))
            take_descriptor(pages, &page, number, i++);
    }
    page.end = i;
    return page;
}

/*
 * Returns the size in bytes of all pages if the first COMMON descriptors are in the common palette.
 */
static size_t measure_pages(struct pages *pages, uint32_t common)
{
    size_t bytes = GROUPS_HEADER_BYTES + common * GROUPS_DESCRIPTOR_BYTES +
                   pages->list->count * GROUPS_ENTRY_BYTES;
    uint32_t number = 0;
    struct page page = {0, 0, 0};

    forget_pages(pages, common);
    while (page.end < pages->list->count) {
        page = fill_page(pages, number++, page.end);
        bytes += GROUPS_PAGE_BYTES + GROUPS_PAGE_HEADER_BYTES + page.own * GROUPS_DESCRIPTOR_BYTES;
    }
    return bytes;
}

static uint32_t best_common(struct pages *pages)
{
    uint32_t best = 0;
    size_t least = measure_pages(pages, 0);

    for (uint32_t common = COMMON_STEP; common < GROUPS_PALETTE_MAX && common <= pages->descriptors;
         common += COMMON_STEP) {
        size_t bytes = measure_pages(pages, common);
        if (bytes < least) {
            least = bytes;
            best = common;
        }
    }
    return best;
}

static void put_descriptor(struct buffer *out, const struct descriptor *descriptor)
{
    buffer_u32(out, descriptor->place);
    buffer_u32(out, descriptor->frame);
}

/* Writes the page's own palette, in the order in which its records use it. */
static void put_palette(struct pages *pages, const struct page *page, struct buffer *out)
{
    uint32_t next = 0;

    for (size_t i = page->first; i < page->end; i++) {
        uint32_t descriptor = pages->of_record[i];
        if (descriptor < pages->common || pages->local[descriptor] != next)
            continue;
        put_descriptor(out, &pages->descriptor[descriptor]);
        next++;
    }
}

static void put_page(struct pages *pages, const struct page *page, struct buffer *out)
{
    const struct groups_record *record = pages->list->record;

    buffer_u16(out, (uint32_t)(page->end - page->first));
    buffer_u16(out, page->own);
    put_palette(pages, page, out);
    for (size_t i = page->first; i < page->end; i++) {
        uint32_t number = pages->of_record[i];
        if (number >= pages->common)
            number = pages->common + pages->local[number];
        buffer_u32(out, number << GROUPS_ENTRY_SHIFT |
                            (record[i].start - record[page->first].start) / 2);
    }
}

/*
 * Writes the pages to BODY, and the list of pages to INDEX. The list starts at offset AT, before
 * the pages. Returns the number of descriptors in all palettes of pages.
 */
static uint32_t put_pages(struct pages *pages, uint32_t count, size_t at, struct buffer *index,
                          struct buffer *body)
{
    uint32_t offset = (uint32_t)at + count * GROUPS_PAGE_BYTES;
    struct page page = {0, 0, 0};
    uint32_t own = 0;

    for (uint32_t number = 0; number < count; number++) {
        page = fill_page(pages, number, page.end);
        buffer_u32(index, pages->list->record[page.first].start);
        buffer_u32(index, offset + (uint32_t)body->size);
        put_page(pages, &page, body);
        own += page.own;
    }
    return own;
}

static uint32_t count_pages(struct pages *pages)
{
    struct page page = {0, 0, 0};
    uint32_t count = 0;

    for (; page.end < pages->list->count; count++)
        page = fill_page(pages, count, page.end);
    return count;
}

void groups_write_pages(const struct groups_list *list, struct buffer *out,
                        struct format_share share[FORMAT_SHARES_MAX])
{
    struct buffer index = {0}, body = {0};
    struct pages pages;
    uint32_t count, own;

    pages_begin(&pages, list);
    forget_pages(&pages, best_common(&pages));
    count = count_pages(&pages);
    forget_pages(&pages, pages.common);
    buffer_u8(out, GROUPS_ENTRY_BYTES);
    buffer_u8(out, 0);
    buffer_u16(out, pages.common);
    buffer_u32(out, count);
    for (uint32_t i = 0; i < pages.common; i++)
        put_descriptor(out, &pages.descriptor[i]);
    own = put_pages(&pages, count, out->size, &index, &body);
    buffer_put(out, index.bytes, index.size);
    buffer_put(out, body.bytes, body.size);
    share[0] = (struct format_share){"entries", (uint32_t)list->count * GROUPS_ENTRY_BYTES};
    share[1] = (struct format_share){"palettes", (pages.common + own) * GROUPS_DESCRIPTOR_BYTES};
    share[2] = (struct format_share){"list and headers of pages",
                                     GROUPS_HEADER_BYTES +
                                         count * (GROUPS_PAGE_BYTES + GROUPS_PAGE_HEADER_BYTES)};
    free(index.bytes);
    free(body.bytes);
    pages_end(&pages);
}
