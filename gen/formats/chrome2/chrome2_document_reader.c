/* SPDX-License-Identifier: MIT */
/*
 * Reads the layout that the document proposed and that never shipped. A bit vector stands between
 * page table and function table. It has a bit for each page that begins in a function of an earlier
 * page. Words 2 and 3 of the header describe the vector; the words of the later tables follow. The
 * reader follows the text of the document. The document's pseudocode differs: it would look up all
 * addresses of such a page in that function.
 */
#include "formats/chrome2/chrome2_document_reader.h"

#include "core/foreign/chrome2.h"
#include "formats/chrome2/chrome2_writer.h"

enum { VECTOR = 8 };

static bool is_continued(const struct foreign_part *part, uint32_t page, bool *out)
{
    uint32_t offset = bytes_u32(part->bytes + VECTOR);
    uint32_t size = bytes_u32(part->bytes + VECTOR + 4);

    if (offset > part->size_bytes || size > part->size_bytes - offset || page / 8 >= size)
        return false;
    *out = part->bytes[offset + page / 8] >> page % 8 & 1;
    return true;
}

/* Whether a function of TABLE starts in PAGE at UNIT or before. */
static bool starts_before(const struct chrome2 *table, uint32_t page, uint32_t unit)
{
    uint32_t first = bytes_u32(table->pages + CHROME2_PAGE_BYTES * page);
    uint32_t next = table->functions_count;

    if (page + 1 < table->pages_count)
        next = bytes_u32(table->pages + CHROME2_PAGE_BYTES * (page + 1));
    return first < next && next <= table->functions_count &&
           bytes_u16(table->functions + CHROME2_FUNCTION_BYTES * first) <= unit;
}

static enum bobbin_stop read(const struct foreign_table *foreign,
                             const struct foreign_question *question, struct bobbin_rule *rule)
{
    static const struct chrome2_words words = {0, 16, 24, 32, CHROME2_DOCUMENT_HEADER_BYTES};
    uint32_t unit = question->address >> CHROME2_UNIT_SHIFT;
    uint32_t page = unit / CHROME2_PAGE_UNITS;
    bool continued;
    struct chrome2 table;

    if (!chrome2_open(&table, &foreign->part[0], &words))
        return BOBBIN_STOP_CORRUPT;
    if (page >= table.pages_count)
        return BOBBIN_STOP_NO_RULE;
    if (!is_continued(&foreign->part[0], page, &continued))
        return BOBBIN_STOP_CORRUPT;
    if (!continued && !starts_before(&table, page, unit % CHROME2_PAGE_UNITS))
        return BOBBIN_STOP_NO_RULE;
    return chrome2_read(&table, question->address, rule);
}

const struct bobbin_foreign chrome2_document_reader = {CHROME2_DOCUMENT_NUMBER, CHROME2_PLACES,
                                                       read, foreign_step, foreign_rule_at};
