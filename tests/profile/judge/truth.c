/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "stacks.h"
#include "util/diag.h"
#include "util/memory.h"

enum { LINE_MAX = 16 * STACK_FRAMES_MAX };

struct nodes {
    struct node {
        uint32_t parent, return_address;
    } * node;
    size_t count, capacity;
};

static bool read_node(struct nodes *nodes, const char *line)
{
    struct node node;
    size_t number;

    if (sscanf(line, "node %zu %" SCNu32 " %" SCNx32, &number, &node.parent,
               &node.return_address) != 3 ||
        number != nodes->count + 1 || node.parent > nodes->count)
        return false;
    array_push(nodes->node, nodes->count, nodes->capacity, node);
    return true;
}

static bool read_self(struct truth *truth, const struct nodes *nodes, const char *line)
{
    uint32_t pc[STACK_FRAMES_MAX], number, frames = 1;
    uint64_t weight;

    if (sscanf(line, "self %" SCNu32 " %" SCNx32 " %" SCNu64, &number, &pc[0], &weight) != 3)
        return false;
    for (; number > 0 && number <= nodes->count && frames < STACK_FRAMES_MAX;
         number = nodes->node[number - 1].parent)
        pc[frames++] = nodes->node[number - 1].return_address;
    stacks_add(&truth->executed, pc, frames, weight);
    return true;
}

static bool read_sample(struct truth *truth, const char *line)
{
    uint32_t pc[STACK_FRAMES_MAX], frames = 0;
    char *end;

    for (line += strlen("sample"); *line == ' ' && frames < STACK_FRAMES_MAX; line = end)
        pc[frames++] = (uint32_t)strtoul(line + 1, &end, 16);
    if (frames == 0)
        return false;
    stacks_add(&truth->samples, pc, frames, 1);
    return true;
}

static bool read_line(struct truth *truth, struct nodes *nodes, const char *line)
{
    if (strncmp(line, "node ", 5) == 0)
        return read_node(nodes, line);
    if (strncmp(line, "self ", 5) == 0)
        return read_self(truth, nodes, line);
    if (strncmp(line, "sample ", 7) == 0)
        return read_sample(truth, line);
    if (strncmp(line, "fault ", 6) == 0)
        return sscanf(line, "fault %" SCNu64, &truth->faults) == 1;
    return strncmp(line, "counted ", 8) == 0 || strncmp(line, "cost ", 5) == 0;
}

bool truth_read(struct truth *truth, const char *path)
{
    FILE *in = fopen(path, "r");
    struct nodes nodes = {0};
    char line[LINE_MAX];
    bool good = true;

    memset(truth, 0, sizeof(*truth));
    if (!in)
        return diag_error(path, "%s", strerror(errno)), false;
    while (good && fgets(line, sizeof(line), in))
        good = read_line(truth, &nodes, line);
    if (!good)
        diag_error(path, "not understood: %s", line);
    fclose(in);
    free(nodes.node);
    return good;
}
