/* SPDX-License-Identifier: MIT */
/* Sorts the labels of an image and looks them up; see struct image_label. */
#include <stdlib.h>
#include <string.h>

#include "elf/image_labels.h"
#include "util/memory.h"

static int compare_names(const char *a, const char *b)
{
    size_t x = strspn(a, "_");
    size_t y = strspn(b, "_");

    return x == y ? strcmp(a, b) : x < y ? -1 : 1;
}

int symbol_rank_compare(const struct symbol_rank *a, const struct symbol_rank *b)
{
    if (a->weak != b->weak)
        return a->weak ? 1 : -1;
    if (a->global != b->global)
        return a->global ? -1 : 1;
    return compare_names(a->name, b->name);
}

static int by_label(const void *a, const void *b)
{
    const struct image_label *x = a;
    const struct image_label *y = b;

    if (x->address != y->address)
        return x->address < y->address ? -1 : 1;
    return symbol_rank_compare(&(struct symbol_rank){x->name, x->global, x->weak},
                               &(struct symbol_rank){y->name, y->global, y->weak});
}

static bool is_on_data(const struct image *image, const struct image_label *label)
{
    return image_label_state(image, label) == IMAGE_DATA;
}

void image_sort_labels(struct image *image)
{
    size_t kept = 0;

    for (size_t i = 0; i < image->labels_count; i++)
        if (!is_on_data(image, &image->labels[i]))
            image->labels[kept++] = image->labels[i];
    image->labels_count = kept;
    if (kept)
        qsort(image->labels, kept, sizeof(*image->labels), by_label);
}

const struct image_label *image_label_at(const struct image *image, uint32_t address)
{
    size_t i = array_lower_bound(image->labels, image->labels_count, address, address);

    return i < image->labels_count && image->labels[i].address == address ? &image->labels[i]
                                                                          : NULL;
}

enum image_state image_label_state(const struct image *image, const struct image_label *label)
{
    if (label->thumb_bit)
        return IMAGE_THUMB;
    return image->mappings_count ? image_state_at(image, label->address) : IMAGE_UNREACHED;
}
