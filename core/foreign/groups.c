/* SPDX-License-Identifier: MIT */
/* Finds the group of an address, in all four forms of records. */
#include "groups.h"

/* ---- pages ---------------------------------------------------------------------------------- */

/*
 * Reads the header of part 0. False: its records or its list of pages are not all inside the part.
 */
static bool open_groups(struct groups *groups, const struct foreign_table *table)
{
    const struct foreign_part *part = &table->part[0];
    uint32_t left = part->size_bytes - GROUPS_HEADER_BYTES;
    uint32_t count;

    if (part->size_bytes < GROUPS_HEADER_BYTES)
        return false;
    groups->table = table;
    groups->record_bytes = part->bytes[0];
    groups->common = bytes_half(part->bytes + 2);
    count = bytes_word(part->bytes + 4);
    switch (groups->record_bytes) {
    case GROUPS_WITH_POINTERS_BYTES:
    case GROUPS_WITH_LANGUAGE_BYTES:
    case GROUPS_PLAIN_BYTES:
        groups->pages = 1;
        return groups->common == 0 && count && count < left &&
               count * (uint64_t)groups->record_bytes <= left;
    case GROUPS_ENTRY_BYTES:
        groups->pages = count;
        left -= groups->common * GROUPS_DESCRIPTOR_BYTES;
        return groups->common * GROUPS_DESCRIPTOR_BYTES + GROUPS_HEADER_BYTES <= part->size_bytes &&
               count && count <= left / GROUPS_PAGE_BYTES;
    default:
        return false;
    }
}

static const uint8_t *page_in_list(const struct groups *groups, uint32_t number)
{
    return groups->table->part[0].bytes + GROUPS_HEADER_BYTES +
           groups->common * GROUPS_DESCRIPTOR_BYTES + number * GROUPS_PAGE_BYTES;
}

static void open_only_page(const struct groups *groups, struct groups_page *page)
{
    const uint8_t *bytes = groups->table->part[0].bytes;

    page->number = page->first = 0;
    page->count = bytes_word(bytes + 4);
    page->records = bytes + GROUPS_HEADER_BYTES;
    page->palette = 0;
    page->palette_count = 0;
}

static bool open_page(const struct groups *groups, uint32_t number, struct groups_page *page)
{
    const struct foreign_part *part = &groups->table->part[0];
    uint32_t offset, left;

    if (groups->record_bytes != GROUPS_ENTRY_BYTES) {
        open_only_page(groups, page);
        return true;
    }
    page->number = number;
    page->first = bytes_word(page_in_list(groups, number));
    offset = bytes_word(page_in_list(groups, number) + 4);
    if ((offset & 3) || part->size_bytes < GROUPS_PAGE_HEADER_BYTES ||
        offset > part->size_bytes - GROUPS_PAGE_HEADER_BYTES)
        return false;
    left = part->size_bytes - GROUPS_PAGE_HEADER_BYTES - offset;
    page->count = bytes_half(part->bytes + offset);
    page->palette_count = bytes_half(part->bytes + offset + 2);
    page->palette = part->bytes + offset + GROUPS_PAGE_HEADER_BYTES;
    page->records = page->palette + page->palette_count * GROUPS_DESCRIPTOR_BYTES;
    return page->count &&
           page->palette_count * GROUPS_DESCRIPTOR_BYTES + page->count * GROUPS_ENTRY_BYTES <= left;
}

/* ---- records -------------------------------------------------------------------------------- */

static uint32_t start_of_record(const struct groups *groups, const struct groups_page *page,
                                uint32_t number)
{
    uint32_t word = bytes_word(page->records + number * groups->record_bytes);

    return page->palette ? page->first + 2 * (word & GROUPS_ENTRY_MASK) : word;
}

/*
 * Reads a record from its entry and its descriptor. Returns false if the descriptor does not exist.
 */
static bool read_entry(const struct groups *groups, const struct groups_at *at,
                       struct groups_record *record)
{
    const struct groups_page *page = &at->page;
    const uint8_t *bytes = page->records + at->number * GROUPS_ENTRY_BYTES;
    uint32_t number = bytes_word(bytes) >> GROUPS_ENTRY_SHIFT;
    const uint8_t *palette = groups->table->part[0].bytes + GROUPS_HEADER_BYTES;

    if (number >= groups->common) {
        number -= groups->common;
        palette = page->palette;
        if (number >= page->palette_count)
            return false;
    }
    record->place = bytes_word(palette + number * GROUPS_DESCRIPTOR_BYTES);
    record->frame = bytes_word(palette + number * GROUPS_DESCRIPTOR_BYTES + 4);
    return true;
}

static bool read_record(const struct groups *groups, const struct groups_at *at,
                        struct groups_record *record)
{
    const uint8_t *bytes = at->page.records + at->number * groups->record_bytes;

    record->start = start_of_record(groups, &at->page, at->number);
    record->personality = record->language = 0;
    if (groups->record_bytes == GROUPS_ENTRY_BYTES)
        return read_entry(groups, at, record);
    record->place = bytes_word(bytes + 4);
    record->frame = bytes_word(bytes + 8);
    if (groups->record_bytes >= GROUPS_WITH_LANGUAGE_BYTES)
        record->language = bytes_word(bytes + groups->record_bytes - 4);
    if (groups->record_bytes == GROUPS_WITH_POINTERS_BYTES)
        record->personality = bytes_word(bytes + 12);
    return true;
}

/* ---- searching ------------------------------------------------------------------------------ */

/* How many pages start at or before ADDRESS. */
static uint32_t count_pages(const struct groups *groups, uint32_t address)
{
    if (groups->record_bytes != GROUPS_ENTRY_BYTES)
        return 1;
    return foreign_count(page_in_list(groups, 0), 4, GROUPS_PAGE_BYTES, groups->pages, address);
}

/* How many records of PAGE start at or before ADDRESS. */
static uint32_t count_starts(const struct groups *groups, const struct groups_page *page,
                             uint32_t address)
{
    uint32_t low = 0;
    uint32_t high = page->count;

    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (start_of_record(groups, page, middle) <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/*
 * Finds where the group at AT ends: at the start of the next record. Returns false if there is no
 * next record.
 */
static bool find_end(const struct groups *groups, const struct groups_at *at, uint32_t *end)
{
    if (at->number + 1 < at->page.count)
        *end = start_of_record(groups, &at->page, at->number + 1);
    else if (at->page.number + 1 < groups->pages)
        *end = bytes_word(page_in_list(groups, at->page.number + 1));
    else
        return false;
    return true;
}

/*
 * Handles a PARAMETER record, the last record at or before the address. If the record before it
 * starts at the same address, that record is the group. Otherwise the PARAMETER only ends the group
 * before it, and no group contains the address.
 */
static enum bobbin_stop take_parameter(const struct groups *groups, struct groups_group *group)
{
    uint32_t start = group->record.start;

    group->size_words = group->record.frame;
    if (group->at.number == 0)
        return BOBBIN_STOP_NO_RULE;
    group->at.number--;
    if (!read_record(groups, &group->at, &group->record))
        return BOBBIN_STOP_CORRUPT;
    return group->record.start == start ? BOBBIN_STOP_NONE : BOBBIN_STOP_NO_RULE;
}

enum bobbin_stop groups_find(struct groups *groups, const struct foreign_table *table,
                             uint32_t address, struct groups_group *group)
{
    uint32_t page, count;

    if (!open_groups(groups, table))
        return BOBBIN_STOP_CORRUPT;
    page = count_pages(groups, address);
    if (page == 0)
        return BOBBIN_STOP_NO_RULE;
    if (!open_page(groups, page - 1, &group->at.page))
        return BOBBIN_STOP_CORRUPT;
    count = count_starts(groups, &group->at.page, address);
    if (count == 0)
        return BOBBIN_STOP_NO_RULE;
    group->at.number = count - 1;
    if (!read_record(groups, &group->at, &group->record))
        return BOBBIN_STOP_CORRUPT;
    group->size_words = group->record.frame >> GROUPS_SIZE_SHIFT & GROUPS_SIZE_IS_PARAMETER;
    if (!find_end(groups, &group->at, &group->end))
        group->end = 0; /* only the last record has no end */
    if (groups_mode(&group->record) == GROUPS_PARAMETER)
        return take_parameter(groups, group);
    return group->size_words == GROUPS_SIZE_IS_PARAMETER ? BOBBIN_STOP_CORRUPT : BOBBIN_STOP_NONE;
}

bool groups_back(const struct groups *groups, struct groups_group *group)
{
    struct groups_at *at = &group->at;

    if (at->number == 0) {
        if (at->page.number == 0 || !open_page(groups, at->page.number - 1, &at->page))
            return false;
        at->number = at->page.count;
    }
    at->number--;
    return read_record(groups, at, &group->record);
}
