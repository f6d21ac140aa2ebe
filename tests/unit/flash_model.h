/* SPDX-License-Identifier: MIT */
/*
 * A NOR flash whose power may fail. It refuses what a real one cannot do: a write of a byte that
 * was written since its erase, of a part of a unit, or into a sector whose erase did not end. Such
 * a write fails the test.
 */
#ifndef FLASH_MODEL_H
#define FLASH_MODEL_H

#include <setjmp.h>
#include <stdbool.h>
#include <stdint.h>

#include <bobbin/record.h>

enum { MODEL_BYTES = 8192, MODEL_SECTORS_MAX = 8 };

/* What an operation leaves of the byte or the sector at which the power failed. */
enum model_torn {
    TORN_CLEAN, /* bytes before the cut are as wanted, bytes after it as before */
    TORN_BITS,  /* the byte at the cut has some of its bits */
    TORN_UNIT,  /* all bytes of the unit have some of their bits */
    TORN_BLANK, /* the unit reads as erased; an interrupted erase reads as complete */
    TORN_KINDS,
};

struct flash_model {
    struct bobbin_record_sector sectors[MODEL_SECTORS_MAX];
    uint32_t sectors_count, program_bytes;
    uint8_t bytes[MODEL_BYTES];
    bool written[MODEL_BYTES];      /* since the erase, also by a write that was cut off */
    bool unsure[MODEL_SECTORS_MAX]; /* an erase was cut off */
    bool worn[MODEL_SECTORS_MAX];   /* erases fail */
    uint32_t erases[MODEL_SECTORS_MAX];
    uint32_t until_cut; /* bytes that are still erased or written before the power fails */
    enum model_torn torn;
    uint32_t random;
    jmp_buf cut; /* where the power fails to */
};
extern struct flash_model model;

#define MODEL_NO_CUT 0xffffffffu

/* A flash of COUNT sectors of SECTOR_BYTES, full of other data. */
void flash_model_begin(uint32_t count, uint32_t sector_bytes, uint32_t program_bytes);

bool flash_model_erase(const struct bobbin_record_sector *sector);
bool flash_model_program(uint32_t address, const uint8_t *bytes, uint32_t size_bytes);
bool flash_model_read(uint32_t address, uint8_t *out, uint32_t size_bytes);

#endif
