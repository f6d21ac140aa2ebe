/* SPDX-License-Identifier: MIT */
#include "mutate_steps.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "core/format/bytes.h"
#include "core/format/crc32.h"
#include "core/format/crossing_format.h"
#include "core/format/table_format.h"
#include "util/diag.h"
#include "util/memory.h"

struct step step_of(uint32_t word)
{
    return (struct step){
        .word = word,
        .place = bytes_field(word, 0, CROSSING_PLACE_BITS),
        .kind = bytes_field(word, CROSSING_KIND_SHIFT, 2),
        .value = (int32_t)word >> CROSSING_VALUE_SHIFT,
    };
}

uint32_t step_with_place(const struct step *step, uint32_t place)
{
    return (step->word & ~((1u << CROSSING_PLACE_BITS) - 1)) | place;
}

uint32_t step_with_value(const struct step *step, int32_t value)
{
    return (step->word & ((1u << CROSSING_VALUE_SHIFT) - 1)) | (uint32_t)value
                                                                   << CROSSING_VALUE_SHIFT;
}

bool step_loads(const struct step *step, uint32_t mask)
{
    return step->place == CROSSING_LIST && step->kind < CROSSING_LIST_LOST &&
           (step->word >> CROSSING_LIST_MASK_SHIFT & mask);
}

uint32_t change_none(const struct step *step)
{
    return step->word;
}

uint32_t change_slot(const struct step *step)
{
    if (step_loads(step, 0xffff))
        return step->word + (1u << CROSSING_LIST_OFFSET_SHIFT);
    return step->kind == CROSSING_SLOT && step->place < CROSSING_CHECK
               ? step_with_value(step, step->value + 4)
               : step->word;
}

uint32_t change_alternative(const struct step *step)
{
    if (step->place == CROSSING_SKIP_ZERO || step->place == CROSSING_SKIP_ONE)
        return step_with_place(step, CROSSING_SKIP_ZERO + CROSSING_SKIP_ONE - step->place);
    return step->word;
}

uint32_t change_r4(const struct step *step)
{
    const uint32_t r4 = 1u << 4;

    if (step_loads(step, r4))
        return step->word & ~(r4 << CROSSING_LIST_MASK_SHIFT);
    return step->place == 4 && step->kind == CROSSING_SLOT ? step_with_value(step, step->value + 4)
                                                           : step->word;
}

void mutate_put_word(uint8_t *at, uint32_t word)
{
    for (int i = 0; i < 4; i++)
        at[i] = (uint8_t)(word >> 8 * i);
}

static void seal(uint8_t *table, uint32_t size_bytes)
{
    uint32_t crc = bobbin_crc32(0, table, FORMAT_HEADER_CRC);

    crc = bobbin_crc32(crc, table + FORMAT_HEADER_CODE_CRC, size_bytes - FORMAT_HEADER_CODE_CRC);
    mutate_put_word(table + FORMAT_HEADER_CRC, crc);
}

static uint8_t *read_file(const char *path, uint32_t *size_bytes)
{
    FILE *in = fopen(path, "rb");
    uint8_t *bytes = NULL;
    size_t size = 0, capacity = 0;
    int c;

    while (in && (c = getc(in)) != EOF)
        array_push(bytes, size, capacity, (uint8_t)c);
    if (!in || fclose(in) != 0)
        diag_error(path, "%s", strerror(errno));
    *size_bytes = (uint32_t)size;
    return bytes;
}

static int save(const char *path, const uint8_t *bytes, uint32_t size_bytes)
{
    FILE *out = fopen(path, "wb");
    bool good;

    if (!out)
        return diag_error(path, "%s", strerror(errno));
    good = fwrite(bytes, 1, size_bytes, out) == size_bytes;
    good &= fclose(out) == 0;
    return good ? STATUS_GOOD : diag_error(path, "cannot be written");
}

static int run(const char *path, change_step *change, const char *out, long only,
               mutate_table *mutate)
{
    uint32_t size_bytes, changed;
    uint8_t *table = read_file(path, &size_bytes);
    int status;

    if (size_bytes < FORMAT_HEADER_SIZE || !mutate(table, size_bytes, change, only, &changed))
        return diag_error(path, "no table with such rules");
    seal(table, size_bytes);
    printf("%u\n", changed);
    status = save(out, table, size_bytes);
    free(table);
    return status == STATUS_GOOD && change != change_none && !changed ? STATUS_PROBLEMS : status;
}

int mutate_main(int argc, char **argv, const struct mutation *mutations, size_t count,
                mutate_table *mutate)
{
    long only = argc == 5 ? strtol(argv[4], NULL, 10) : MUTATE_ALL;

    for (size_t i = 0; (argc == 4 || argc == 5) && i < count; i++)
        if (strcmp(mutations[i].kind, argv[2]) == 0)
            return run(argv[1], mutations[i].change, argv[3], only, mutate);
    fprintf(stderr, "usage: %s TABLE KIND OUT [STEP]\n", argv[0]);
    return STATUS_USAGE;
}
