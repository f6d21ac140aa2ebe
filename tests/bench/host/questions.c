/* SPDX-License-Identifier: MIT */
/*
 * bench_questions ELF EVERY [CODE] prints the questions about ELF (sample.h), for every EVERYth
 * instruction and every EVERYth return address. If ELF is not the bench firmware itself, give a
 * file CODE: the code of ELF is written there, for the emulator to load.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "discover/open_image.h"
#include "elf/image.h"
#include "sample.h"
#include "util/diag.h"
#include "util/memory.h"

enum { GAP_BYTES_MAX = 1 << 16 };

struct places {
    uint32_t *place;
    size_t count, capacity;
};

/* Addresses of an image to ask about. */
struct questions {
    struct places all, returns;
    uint32_t entry; /* 0: there is none */
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

/*
 * Whether a PUSH with lr stands here, before which nothing is saved. ARM ARM A8.8.133, T1 and A1.
 */
static bool is_entry(const struct image *image, const struct image_instruction *at)
{
    const struct image_function *function = image_function_at(image, at->address);
    uint32_t word = 0;

    image_read_number(image, at->address, at->size_bytes, &word);
    return function && function->address == at->address &&
           (at->thumb ? at->size_bytes == 2 && (word & 0xff00) == 0xb500
                      : (word & 0xffff4000) == 0xe92d4000);
}

static void find_places(const struct image *image, struct questions *out)
{
    struct image_walk walk = {.image = image};
    bool after_call = false;

    while (image_walk_next(&walk)) {
        uint32_t place = walk.instruction.address | walk.instruction.thumb;
        array_push(out->all.place, out->all.count, out->all.capacity, place);
        if (after_call)
            array_push(out->returns.place, out->returns.count, out->returns.capacity, place);
        after_call = is_call(image, &walk.instruction);
        if (!out->entry && is_entry(image, &walk.instruction))
            out->entry = place;
    }
}

static void put(uint32_t word)
{
    fwrite(&word, sizeof(word), 1, stdout);
}

/*
 * Return addresses in an order that looks random and is always the same (Numerical Recipes' LCG).
 */
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

/* The largest code section. Code in other sections is not measured. */
static const struct image_section *find_code(const struct image *image)
{
    const struct image_section *code = NULL;

    for (size_t i = 0; i < image->sections_count; i++) {
        const struct image_section *section = &image->sections[i];
        if (section->executable && (!code || section->size_bytes > code->size_bytes))
            code = section;
    }
    return code;
}

/* The end of CODE and of the sections close after it: constants, and tables of the linker. */
static uint32_t end_of_flash(const struct image *image, const struct image_section *code)
{
    uint32_t end = code->address + code->size_bytes;

    for (size_t i = 0; i < image->sections_count; i++) {
        const struct image_section *section = &image->sections[i];
        if (section->address >= end && section->address - end < GAP_BYTES_MAX)
            end = section->address + section->size_bytes;
    }
    return end;
}

static void put_flash(const struct image *image, const struct bench_subject *subject, FILE *out)
{
    for (uint32_t offset = 0; offset < subject->code_bytes; offset += 4) {
        uint8_t bytes[4] = {0};
        for (uint32_t i = 0; i < 4; i++)
            image_read(image, subject->code_start + offset + i, &bytes[i], 1);
        fwrite(bytes, 1, sizeof(bytes), out);
    }
}

static int write_code(struct bench_subject *subject, const struct image *image, const char *path)
{
    const struct image_section *code = find_code(image);
    FILE *out = fopen(path, "wb");
    bool failed;

    if (!out)
        return diag_error(path, "%s", strerror(errno));
    subject->code_start = code->address & ~3u;
    subject->code_bytes = (end_of_flash(image, code) - subject->code_start + 3) & ~3u;
    put_flash(image, subject, out);
    failed = ferror(out);
    failed |= fclose(out) != 0;
    return failed ? diag_error(path, "cannot be written: %s", strerror(errno)) : STATUS_GOOD;
}

static int ask(const struct image *image, size_t every, const char *code_path)
{
    struct questions questions = {0};
    struct bench_subject subject = {0};
    int status = STATUS_GOOD;

    find_places(image, &questions);
    subject.entry = questions.entry;
    if (!questions.returns.count)
        status = diag_error(image->path, "there is no call in it");
    else if (code_path)
        status = write_code(&subject, image, code_path);
    if (status == STATUS_GOOD) {
        fwrite(&subject, sizeof(subject), 1, stdout);
        put_stack(&questions.returns);
        put_list(&questions.all, every);
        put_list(&questions.returns, every);
    }
    free(questions.all.place);
    free(questions.returns.place);
    return status;
}

int main(int argc, char **argv)
{
    struct image image;
    size_t every = argc == 3 || argc == 4 ? strtoul(argv[2], NULL, 10) : 0;
    int status;

    if (!every) {
        fprintf(stderr, "usage: %s ELF EVERY [CODE]\n", argv[0]);
        return STATUS_USAGE;
    }
    status = image_open(&image, argv[1]);
    if (status != STATUS_GOOD)
        return status;
    status = ask(&image, every, argv[3]);
    image_close(&image);
    return status;
}
