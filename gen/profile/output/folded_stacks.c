/* SPDX-License-Identifier: MIT */
/* Writes a profile as folded stacks, one line per stack. */
#include "profile/output/outputs.h"
#include "util/memory.h"

/*
 * Replaces semicolons and line ends in NAME, because a semicolon separates frames and a line end
 * separates stacks.
 */
void profile_put_frame(struct buffer *line, const char *name)
{
    if (line->size)
        buffer_u8(line, ';');
    for (; *name; name++)
        buffer_u8(line, *name == ';'                 ? ':'
                        : (unsigned char)*name < ' ' ? ' '
                                                     : (unsigned char)*name);
}

void profile_write_folded(const struct profile_report *report, FILE *out)
{
    const struct stack_tree *tree = &report->calls->tree;
    size_t *ends = must_realloc(NULL, tree->count, sizeof(*ends));
    struct buffer line = {0};

    ends[STACK_TREE_ROOT] = 0;
    for (uint32_t i = 1; i < tree->count; i++) {
        const struct stack_node *node = &tree->nodes[i];
        line.size = ends[node->parent];
        profile_put_frame(&line, report->names->functions[node->key].name);
        ends[i] = line.size;
        if (!node->count)
            continue;
        fwrite(line.bytes, 1, line.size, out);
        fprintf(out, " %llu\n", (unsigned long long)node->count);
    }
    free(line.bytes);
    free(ends);
}
