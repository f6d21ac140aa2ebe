/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "clib.h"

struct node {
    struct node *next;
    uint32_t number;
};

static struct node *push(struct node *list, uint32_t number)
{
    struct node *node = malloc(sizeof(*node));

    node->next = list;
    node->number = number;
    return node;
}

/* Frees LIST and returns the sum of its numbers. */
static uint32_t drain(struct node *list)
{
    uint32_t sum = 0;

    while (list) {
        struct node *next = list->next;

        sum += list->number;
        free(list);
        list = next;
    }
    return sum;
}

static void grow(uint32_t seed)
{
    uint8_t *bytes = calloc(16, 1);
    uint32_t size_bytes = 16;

    CHECK(bytes[15] == 0);
    memset(bytes, (int)(seed % 100), 16);
    for (; size_bytes < 4096; size_bytes *= 2)
        bytes = realloc(bytes, size_bytes * 2);
    CHECK(bytes[15] == seed % 100);
    free(bytes);
}

void clib_heap(uint32_t round)
{
    struct node *list = NULL;
    char *copy = strdup("a copy");

    for (uint32_t i = 0; i < 40; i++)
        list = push(list, i * round);
    CHECK(drain(list) == 780 * round);
    grow(round);
    CHECK(strcmp(copy, "a copy") == 0);
    free(copy);
}
