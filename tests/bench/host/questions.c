/* SPDX-License-Identifier: MIT */
/*
 * bench_questions ELF EVERY: the questions for the firmware ELF (sample.h) on standard output, about every EVERYth
 * instruction and every EVERYth return address.
 */
#include <stdio.h>
#include <stdlib.h>

#include "diag.h"
#include "image.h"
#include "sample.h"

struct places {
    uint32_t *place;
    size_t count, capacity;
};

/* ARM ARM A6.3.4, A8.8.25, A8.8.26: BL, and BLX of both kinds. */
static bool is_call(const struct image *image, const struct image_instruction *at)
{
    uint32_t word, second;

    if (!at->thumb)
        return image_read_number(image, at->address, 4, &word) &&
               ((word & 0x0f000000) == 0x0b000000 || (word & 0x0ffffff0) == 0x012fff30 ||
                (word & 0xfe000000) == 0xfa000000);
    if (!image_read_number(image, at->address, 2, &word))
        return false;
    if (at->size_bytes == 2)
        return (word & 0xff87) == 0x4780;
    return (word & 0xf800) == 0xf000 && image_read_number(image, at->address + 2, 2, &second) &&
           (second & 0xc000) == 0xc000;
}

static void find_places(const struct image *image, struct places *all, struct places *returns)
{
    struct image_walk walk = {.image = image};
    bool after_call = false;

    while (image_walk_next(&walk)) {
        uint32_t place = walk.instruction.address | walk.instruction.thumb;
        array_push(all->place, all->count, all->capacity, place);
        if (after_call)
            array_push(returns->place, returns->count, returns->capacity, place);
        after_call = is_call(image, &walk.instruction);
    }
}

static void put(uint32_t word)
{
    fwrite(&word, sizeof(word), 1, stdout);
}

/* Any of RETURNS, in no order (Numerical Recipes' generator), the same every time. */
static void put_stack(const struct places *returns)
{
    uint32_t random = 1;

    put(BENCH_STACK_WORDS);
    for (uint32_t i = 0; i < BENCH_STACK_WORDS; i++) {
        random = random * 1664525 + 1013904223;
        put(returns->place[(random >> 8) % returns->count]);
    }
}

static void put_list(const struct places *places, size_t every)
{
    put((uint32_t)((places->count + every - 1) / every));
    for (size_t i = 0; i < places->count; i += every)
        put(places->place[i]);
}

int main(int argc, char **argv)
{
    struct places all = {0}, returns = {0};
    struct image image;
    size_t every = argc == 3 ? strtoul(argv[2], NULL, 10) : 0;

    if (!every) {
        fprintf(stderr, "usage: %s ELF EVERY\n", argv[0]);
        return STATUS_USAGE;
    }
    if (image_open(&image, argv[1]) != STATUS_GOOD)
        return STATUS_BAD_INPUT;
    find_places(&image, &all, &returns);
    if (returns.count) {
        put_stack(&returns);
        put_list(&all, every);
        put_list(&returns, every);
    }
    free(all.place);
    free(returns.place);
    image_close(&image);
    return returns.count ? STATUS_GOOD : STATUS_PROBLEMS;
}
