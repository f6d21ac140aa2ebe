/* SPDX-License-Identifier: MIT */
/* Stages in callbacks of newlib. */
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"

static int compare(const void *left, const void *right)
{
    stage_go_on();
    return strcmp(left, right);
}

void stage_qsort(void)
{
    char names[][8] = {"warp", "weft", "bobbin", "shuttle", "heddle", "reed", "loom", "beam"};

    qsort(names, sizeof(names) / sizeof(names[0]), sizeof(names[0]), compare);
}

void stage_bsearch(void)
{
    static const char names[][8] = {"beam", "bobbin", "heddle", "loom"};

    bsearch("loom", names, sizeof(names) / sizeof(names[0]), sizeof(names[0]), compare);
}

static void visit(const void *node, VISIT order, int level)
{
    (void)node;
    if (order == leaf && level >= 2)
        stage_go_on();
}

void stage_twalk(void)
{
    static const char names[][8] = {"loom", "beam", "reed", "heddle", "bobbin", "warp"};
    void *root = NULL;

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        tsearch(names[i], &root, (int (*)(const void *, const void *))strcmp);
    twalk(root, visit);
}

static int take(void *cookie, const char *bytes, int size_bytes)
{
    (void)cookie, (void)bytes;
    stage_go_on();
    return size_bytes;
}

void stage_printf(void)
{
    FILE *out = funopen(NULL, NULL, take, NULL, NULL);

    setvbuf(out, NULL, _IONBF, 0);
    fprintf(out, "%s of %d: %.3f", "bobbin", 17, 0.125);
    fclose(out);
}

static int give(void *cookie, char *bytes, int size_bytes)
{
    static const char text[] = "12 0.5 ";

    (void)cookie, (void)size_bytes;
    stage_go_on();
    memcpy(bytes, text, sizeof(text) - 1);
    return sizeof(text) - 1;
}

void stage_scanf(void)
{
    FILE *in = funopen(NULL, give, NULL, NULL, NULL);
    double part;
    int number;

    if (fscanf(in, "%d %lf", &number, &part) != 2)
        abort();
    fclose(in);
}
