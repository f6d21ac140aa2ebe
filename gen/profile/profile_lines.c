/* SPDX-License-Identifier: MIT */
/* Distributes the samples of one function over its source lines, and opens source files. */
#include "profile/profile_lines.h"
#include "util/memory.h"

static struct profile_line *line_at(struct profile_lines *lines, const struct profile_level *level)
{
    struct profile_line line = {.file = level->file, .line = level->line};

    for (size_t i = 0; i < lines->count; i++) {
        struct profile_line *item = &lines->items[i];
        if (item->line == level->line &&
            (item->file == level->file ||
             (item->file && level->file && strcmp(item->file, level->file) == 0)))
            return item;
    }
    array_push(lines->items, lines->count, lines->capacity, line);
    return &lines->items[lines->count - 1];
}

static void add_location(struct profile_lines *lines, const struct profile_names *names,
                         uint32_t at, uint32_t node, uint32_t function)
{
    const struct profile_location *location = profile_location_of(names, at);
    uint64_t count = names->profile->stacks.nodes[node].count;

    for (uint32_t i = 0; i < location->levels_count; i++) {
        const struct profile_level *level = &names->levels[location->levels_first + i];
        struct profile_line *line;
        if (level->function != function)
            continue;
        line = line_at(lines, level);
        if (at == node && i == 0)
            line->self += count;
        if (line->last_node != node)
            line->total += count;
        line->last_node = node;
    }
}

static int compare_lines(const void *left, const void *right)
{
    const struct profile_line *a = left;
    const struct profile_line *b = right;
    int order = strcmp(a->file ? a->file : "", b->file ? b->file : "");

    if (order)
        return order;
    return a->line < b->line ? -1 : a->line > b->line;
}

void profile_lines_find(struct profile_lines *lines, const struct profile_names *names,
                        uint32_t function)
{
    const struct stack_tree *stacks = &names->profile->stacks;

    *lines = (struct profile_lines){0};
    for (uint32_t node = 1; node < stacks->count; node++) {
        if (!stacks->nodes[node].count)
            continue;
        for (uint32_t at = node; at != STACK_TREE_ROOT; at = stacks->nodes[at].parent)
            add_location(lines, names, at, node, function);
    }
    if (lines->count)
        qsort(lines->items, lines->count, sizeof(*lines->items), compare_lines);
}

void profile_lines_free(struct profile_lines *lines)
{
    free(lines->items);
    *lines = (struct profile_lines){0};
}

static FILE *open_below(const char *directory, const char *file)
{
    size_t size = strlen(directory) + strlen(file) + 2;
    char *path = must_realloc(NULL, size, 1);
    FILE *source;

    snprintf(path, size, "%s/%s", directory, file);
    source = fopen(path, "r");
    free(path);
    return source;
}

FILE *profile_open_source(const struct image_list *images, const char *file)
{
    FILE *source = fopen(file, "r");

    for (size_t i = 0; i < images->count && !source && file[0] != '/'; i++) {
        const struct named_image *image = &images->items[i];
        const struct debug_index *debug = &image->debug;
        for (size_t j = 0; image->debug_open && j < debug->units_count && !source; j++)
            if (j == 0 || strcmp(debug->units[j].directory, debug->units[j - 1].directory) != 0)
                source = open_below(debug->units[j].directory, file);
    }
    return source;
}
