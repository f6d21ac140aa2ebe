/* SPDX-License-Identifier: MIT */
/*
 * mutate_crossings TABLE KIND OUT [STEP]: writes to OUT the table of the file TABLE with wrong
 * rules of exception entry code (core/format/crossing_format.h). With STEP, from 0 on, only that
 * one of the steps that KIND concerns is wrong. Prints how many steps it has changed; exits with a
 * failure if none.
 *
 *   none         nothing is wrong
 *   slot         slots are 4 bytes too high
 *   exchange     pc and psr are exchanged
 *   adjust       pc is 2 bytes too low
 *   unpopped     sp of the code's mode, or of IRQ mode, is 8 bytes too low
 *   bank         sp and lr of the code's mode and of SVC mode become those of user mode
 *   alternative  the condition of each alternative is inverted
 *   pad          a pad of the stack is left out
 *   set          r8-r12 are those of the other set; in a list r11 has the word of r12
 *   r4           r4 has the word of r5
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/format/bytes.h"
#include "core/format/crc32.h"
#include "core/format/crossing_format.h"
#include "core/format/table_format.h"
#include "util/diag.h"
#include "util/memory.h"
#include <bobbin/cross.h>

struct step {
    uint32_t word;
    uint32_t place, kind;
    int32_t value;
};

static struct step step_of(uint32_t word)
{
    return (struct step){
        .word = word,
        .place = bytes_field(word, 0, CROSSING_PLACE_BITS),
        .kind = bytes_field(word, CROSSING_KIND_SHIFT, 2),
        .value = (int32_t)word >> CROSSING_VALUE_SHIFT,
    };
}

static uint32_t with_place(const struct step *step, uint32_t place)
{
    return (step->word & ~((1u << CROSSING_PLACE_BITS) - 1)) | place;
}

static uint32_t with_value(const struct step *step, int32_t value)
{
    return (step->word & ((1u << CROSSING_VALUE_SHIFT) - 1)) | (uint32_t)value
                                                                   << CROSSING_VALUE_SHIFT;
}

/* A list that loads one of the registers of MASK. */
static bool loads(const struct step *step, uint32_t mask)
{
    return step->place == CROSSING_LIST && step->kind < CROSSING_LIST_LOST &&
           (step->word >> CROSSING_LIST_MASK_SHIFT & mask);
}

static bool is_end(const struct step *step)
{
    return step->place == CROSSING_END;
}

static uint32_t change_none(const struct step *step)
{
    return step->word;
}

static uint32_t change_slot(const struct step *step)
{
    if (loads(step, 0xffff))
        return step->word + (1u << CROSSING_LIST_OFFSET_SHIFT);
    return step->kind == CROSSING_SLOT && step->place < CROSSING_CHECK
               ? with_value(step, step->value + 4)
               : step->word;
}

static uint32_t change_exchange(const struct step *step)
{
    if (step->place == CROSSING_PC || step->place == CROSSING_PSR)
        return with_place(step, CROSSING_PC + CROSSING_PSR - step->place);
    return step->word;
}

static uint32_t change_adjust(const struct step *step)
{
    enum { TWO = 2 << CROSSING_END_ARM_SHIFT | 2 << CROSSING_END_THUMB_SHIFT };

    return is_end(step) ? with_value(step, step->value + TWO) : step->word;
}

static uint32_t change_unpopped(const struct step *step)
{
    bool is_sp = step->place == BOBBIN_SP || step->place == CROSSING_BANK_SP + BOBBIN_BANK_IRQ;

    return is_sp && step->kind == CROSSING_NUMBER ? with_value(step, step->value - 8) : step->word;
}

static uint32_t change_bank(const struct step *step)
{
    bool is_svc = step->place == CROSSING_BANK_SP + BOBBIN_BANK_SVC ||
                  step->place == CROSSING_BANK_LR + BOBBIN_BANK_SVC;

    if (step->place == BOBBIN_SP || step->place == BOBBIN_LR)
        return with_place(step, step->place == BOBBIN_SP ? CROSSING_BANK_SP : CROSSING_BANK_LR);
    return is_svc ? with_place(step, step->place - BOBBIN_BANK_SVC) : step->word;
}

static uint32_t change_alternative(const struct step *step)
{
    if (step->place == CROSSING_SKIP_ZERO || step->place == CROSSING_SKIP_ONE)
        return with_place(step, CROSSING_SKIP_ZERO + CROSSING_SKIP_ONE - step->place);
    return step->word;
}

/* Becomes BASE += 0. */
static uint32_t change_pad(const struct step *step)
{
    return step->place == CROSSING_BASE_PLUS
               ? CROSSING_BASE | (uint32_t)CROSSING_NUMBER << CROSSING_KIND_SHIFT
               : step->word;
}

static uint32_t change_set(const struct step *step)
{
    const uint32_t r11 = 1u << 11;

    if (loads(step, 2 * r11) && !loads(step, r11))
        return step->word - (r11 << CROSSING_LIST_MASK_SHIFT);
    if (step->place >= 8 && step->place < 13)
        return with_place(step, step->place - 8 + CROSSING_OTHER);
    if (step->place >= CROSSING_OTHER && step->place < CROSSING_OTHER + 5)
        return with_place(step, step->place - CROSSING_OTHER + 8);
    return step->word;
}

static uint32_t change_r4(const struct step *step)
{
    const uint32_t r4 = 1u << 4;

    if (loads(step, r4))
        return step->word & ~(r4 << CROSSING_LIST_MASK_SHIFT);
    return step->place == 4 && step->kind == CROSSING_SLOT ? with_value(step, step->value + 4)
                                                           : step->word;
}

static const struct {
    const char *kind;
    uint32_t (*change)(const struct step *step);
} changes[] = {
    {"none", change_none},
    {"slot", change_slot},
    {"exchange", change_exchange},
    {"adjust", change_adjust},
    {"unpopped", change_unpopped},
    {"bank", change_bank},
    {"pad", change_pad},
    {"set", change_set},
    {"r4", change_r4},
    {"alternative", change_alternative},
};

static void put_word(uint8_t *at, uint32_t word)
{
    for (int i = 0; i < 4; i++)
        at[i] = (uint8_t)(word >> 8 * i);
}

enum { EVERY_STEP = -1 };

/* Changes the steps of all programs, or ONLY one step. Returns how many it has changed. */
static uint32_t mutate(uint8_t *table, uint32_t size_bytes,
                       uint32_t (*change)(const struct step *step), long only)
{
    uint8_t *last = table + size_bytes - 4;
    uint8_t *end = last - CROSSING_PAIR_BYTES * bytes_u16(last);
    uint8_t *at = end - 4 * bytes_u16(last + 2);
    uint32_t changed = 0;
    long number = 0;

    for (; at < end; at += 4) {
        const struct step step = step_of(bytes_word(at));
        uint32_t word = change(&step);
        if (word != step.word && (only == EVERY_STEP || number++ == only)) {
            put_word(at, word);
            changed++;
        }
        if (step.kind == CROSSING_WORD && step.place < CROSSING_CHECK)
            at += 4; /* no step */
    }
    return changed;
}

static void seal(uint8_t *table, uint32_t size_bytes)
{
    uint32_t crc = bobbin_crc32(0, table, FORMAT_HEADER_CRC);

    crc = bobbin_crc32(crc, table + FORMAT_HEADER_CODE_CRC, size_bytes - FORMAT_HEADER_CODE_CRC);
    put_word(table + FORMAT_HEADER_CRC, crc);
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

static int run(const char *path, uint32_t (*change)(const struct step *step), const char *out,
               long only)
{
    uint32_t size_bytes, changed;
    uint8_t *table = read_file(path, &size_bytes);
    int status;

    if (size_bytes < FORMAT_HEADER_SIZE || !(table[CROSSING_HEADER] & CROSSING_HEADER_FLAG))
        return diag_error(path, "no table with rules of exception entry code");
    changed = mutate(table, size_bytes, change, only);
    seal(table, size_bytes);
    printf("%u\n", changed);
    status = save(out, table, size_bytes);
    free(table);
    return status == STATUS_GOOD && change != change_none && !changed ? STATUS_PROBLEMS : status;
}

int main(int argc, char **argv)
{
    long only = argc == 5 ? strtol(argv[4], NULL, 10) : EVERY_STEP;

    for (size_t i = 0; (argc == 4 || argc == 5) && i < sizeof(changes) / sizeof(changes[0]); i++)
        if (strcmp(changes[i].kind, argv[2]) == 0)
            return run(argv[1], changes[i].change, argv[3], only);
    fprintf(stderr, "usage: mutate_crossings TABLE KIND OUT [STEP]\n");
    return STATUS_USAGE;
}
