/* SPDX-License-Identifier: MIT */
/* Reads and writes the vector tables that a user states. */
#include "rows/stated_vectors.h"

#include <stdio.h>
#include <stdlib.h>

#include "rows/named_code.h"
#include "util/diag.h"
#include "util/memory.h"

/* What stands before the name of a table, by enum vector_base. */
static const char *const prefixes[] = {"", "mvbar:", "hvbar:"};
enum { PREFIXES = sizeof(prefixes) / sizeof(prefixes[0]) };

/* The register that *TEXT names. Sets *TEXT to the name of the table. */
static enum vector_base read_base(const char **text)
{
    for (size_t i = 1; i < PREFIXES; i++) {
        size_t length = strlen(prefixes[i]);
        if (strncmp(*text, prefixes[i], length) == 0) {
            *text += length;
            return (enum vector_base)i;
        }
    }
    return VECTOR_BASE_VBAR;
}

/* The first address of FOUND that is no multiple of 32. NULL: none. */
static const uint32_t *misplaced(const struct code_addresses *found)
{
    for (size_t i = 0; i < found->count; i++)
        if (found->address[i] % VECTORS_ALIGNMENT)
            return &found->address[i];
    return NULL;
}

static void add(struct stated_vectors *vectors, const struct code_addresses *found,
                enum vector_base base)
{
    struct vector_table table = {.base = (uint8_t)base};

    for (size_t i = 0; i < found->count; i++) {
        table.address = found->address[i];
        array_push(vectors->table, vectors->count, vectors->capacity, table);
    }
}

bool stated_vectors_search(struct stated_vectors *vectors, const struct image *image,
                           const char *text)
{
    struct code_addresses found = {0};
    enum vector_base base = read_base(&text);
    bool good = named_code_search(&found, image, text) && !misplaced(&found);

    if (good)
        add(vectors, &found, base);
    free(found.address);
    return good;
}

static int find(struct stated_vectors *vectors, const struct image *image, const char *text)
{
    struct code_addresses found = {0};
    enum vector_base base = read_base(&text);
    int status = named_code_find(&found, image, "--vectors", text);

    if (status == STATUS_GOOD && misplaced(&found))
        status = diag_error(image->path,
                            "0x%08x is no vector table: its address must be a multiple of %u "
                            "(--vectors)",
                            *misplaced(&found), (unsigned)VECTORS_ALIGNMENT);
    add(vectors, &found, base);
    free(found.address);
    return status;
}

int stated_vectors_find(struct stated_vectors *vectors, const struct image *image,
                        const char *const *texts, size_t count)
{
    int status = STATUS_GOOD;

    for (size_t i = 0; i < count && status == STATUS_GOOD; i++)
        status = find(vectors, image, texts[i]);
    return status;
}

bool stated_vectors_equal(const struct stated_vectors *a, const struct stated_vectors *b)
{
    for (size_t i = 0; i < a->count && i < b->count; i++)
        if (a->table[i].address != b->table[i].address || a->table[i].base != b->table[i].base)
            return false;
    return a->count == b->count;
}

void stated_vectors_write(const struct stated_vectors *vectors, struct buffer *out)
{
    char line[48];

    for (size_t i = 0; i < vectors->count; i++) {
        int length = snprintf(line, sizeof(line), "vectors=%s0x%08x\n",
                              prefixes[vectors->table[i].base], vectors->table[i].address);
        buffer_put(out, line, (size_t)length);
    }
}
