/* SPDX-License-Identifier: MIT */
/*
 * Finds the exception handlers of an image, and checks that the reader finds them in the written
 * table.
 */
#include "formats/groups/groups_language_data.h"

#include <stdlib.h>

#include "elf/exidx_entries.h"
#include "util/diag.h"
#include "util/memory.h"

static int by_function(const void *a, const void *b)
{
    const struct groups_handler *x = a;
    const struct groups_handler *y = b;

    return (x->function > y->function) - (x->function < y->function);
}

void groups_handlers_find(struct groups_handlers *handlers, const struct image *image)
{
    struct exidx_walk walk = {.image = image};
    struct exidx_generic generic;
    uint32_t extab;

    while (exidx_walk_next(&walk)) {
        struct groups_handler handler = {.function = walk.entry.start};
        if (!exidx_entry_in_extab(&walk.entry, &extab) ||
            !exidx_generic_read(image, extab, &generic))
            continue;
        handler.personality = generic.personality;
        handler.data = generic.language;
        array_push(handlers->handler, handlers->count, handlers->capacity, handler);
    }
    if (handlers->count)
        qsort(handlers->handler, handlers->count, sizeof(*handlers->handler), by_function);
}

const struct groups_handler *groups_handler_of(const struct groups_handlers *handlers,
                                               uint32_t function)
{
    size_t i = array_lower_bound(handlers->handler, handlers->count, function, function);

    if (i < handlers->count && handlers->handler[i].function == function)
        return &handlers->handler[i];
    return NULL;
}

static bool is_found(const struct foreign_table *table, uint32_t address, uint32_t function,
                     const struct groups_handler *handler)
{
    struct groups_language language;

    if (groups_find_language(table, address, &language) != BOBBIN_STOP_NONE ||
        language.function != function)
        return false;
    if (!handler)
        return !language.personality && !language.data;
    return language.personality == handler->personality && language.data == handler->data;
}

int groups_check_handlers(const struct groups_list *list, const struct groups_handlers *handlers,
                          const struct format_parts *written, const char *path)
{
    struct foreign_table table = {.cache = NULL};
    uint32_t function = 0;

    for (size_t i = 0; i < FORMAT_FOREIGN_PARTS; i++)
        table.part[i] =
            (struct foreign_part){written->part[i].bytes, (uint32_t)written->part[i].size};
    for (size_t i = 0; i < list->count; i++) {
        const struct groups_record *record = &list->record[i];
        if (groups_mode(record) == GROUPS_PARAMETER)
            continue;
        if (!(record->place & GROUPS_INSIDE))
            function = record->start;
        if (is_found(&table, record->start, function, groups_handler_of(handlers, function)))
            continue;
        diag_error(path, "function at 0x%08x: the group at 0x%08x does not give its handler",
                   function, record->start);
        return STATUS_PROBLEMS;
    }
    return STATUS_GOOD;
}
