/* SPDX-License-Identifier: MIT */
/* Finds the personality routine and the language data of a function. */
#include "groups.h"

/* Finds the data of FUNCTION in part 2. CORRUPT: FUNCTION has none there. */
static enum bobbin_stop find_beside(const struct foreign_part *part, uint32_t function,
                                    uint32_t *data)
{
    uint32_t count = foreign_count(part->bytes, 4, GROUPS_LANGUAGE_BYTES,
                                   part->size_bytes / GROUPS_LANGUAGE_BYTES, function);
    const uint8_t *at;

    if (count == 0)
        return BOBBIN_STOP_CORRUPT;
    at = part->bytes + (count - 1) * GROUPS_LANGUAGE_BYTES;
    *data = bytes_word(at + 4);
    return bytes_word(at) == function ? BOBBIN_STOP_NONE : BOBBIN_STOP_CORRUPT;
}

static enum bobbin_stop read_language(const struct groups *groups,
                                      const struct groups_record *record,
                                      struct groups_language *language)
{
    const struct foreign_part *routines = &groups->table->part[1];
    uint32_t number = record->place >> GROUPS_PERSONALITY_SHIFT & GROUPS_PERSONALITY_MAX;

    language->function = record->start;
    language->personality = record->personality;
    language->data = record->language;
    if (groups->record_bytes == GROUPS_WITH_POINTERS_BYTES || number == 0)
        return BOBBIN_STOP_NONE;
    if (number > routines->size_bytes / 4)
        return BOBBIN_STOP_CORRUPT;
    language->personality = bytes_word(routines->bytes + 4 * (number - 1));
    if (groups->record_bytes == GROUPS_WITH_LANGUAGE_BYTES)
        return BOBBIN_STOP_NONE;
    return find_beside(&groups->table->part[2], record->start, &language->data);
}

enum bobbin_stop groups_find_language(const struct foreign_table *table, uint32_t address,
                                      struct groups_language *language)
{
    struct groups groups;
    struct groups_group group;
    enum bobbin_stop reason = groups_find(&groups, table, address, &group);

    if (reason != BOBBIN_STOP_NONE)
        return reason;
    if (groups_in_tail(&group, address))
        return BOBBIN_STOP_NO_RULE;
    while ((group.record.place & GROUPS_INSIDE) || groups_mode(&group.record) == GROUPS_PARAMETER)
        if (!groups_back(&groups, &group))
            return BOBBIN_STOP_CORRUPT;
    return read_language(&groups, &group.record, language);
}
