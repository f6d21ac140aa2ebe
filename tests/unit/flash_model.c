/* SPDX-License-Identifier: MIT */
#include "flash_model.h"

#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#define BASE 0x10000u /* of the flash: addresses are not offsets */

struct flash_model model;

static uint32_t random_bits(void)
{
    model.random = model.random * 1664525 + 1013904223;
    return model.random >> 8;
}

void flash_model_begin(uint32_t count, uint32_t sector_bytes, uint32_t program_bytes)
{
    memset(&model, 0, sizeof(model));
    assert_true(count <= MODEL_SECTORS_MAX && count * sector_bytes <= MODEL_BYTES);
    for (uint32_t i = 0; i < count; i++)
        model.sectors[i] = (struct bobbin_record_sector){BASE + i * sector_bytes, sector_bytes};
    model.sectors_count = count;
    model.program_bytes = program_bytes;
    model.until_cut = MODEL_NO_CUT;
    for (uint32_t i = 0; i < MODEL_BYTES; i++) {
        model.bytes[i] = (uint8_t)random_bits();
        model.written[i] = true;
    }
}

/* Counts one byte. True if the power fails at it. */
static bool fails_now(void)
{
    if (model.until_cut == MODEL_NO_CUT)
        return false;
    if (model.until_cut == 0)
        return true;
    model.until_cut--;
    return false;
}

static uint32_t sector_of(uint32_t at)
{
    return at / model.sectors[0].size_bytes;
}

static void cut_erase(uint32_t from, uint32_t at, uint32_t end)
{
    uint32_t last = model.torn == TORN_BITS ? at + 1 : model.torn == TORN_CLEAN ? at : end;

    for (uint32_t i = model.torn == TORN_UNIT ? from : at; i < last; i++)
        model.bytes[i] |= model.torn == TORN_BLANK ? 0xff : (uint8_t)random_bits();
    model.unsure[sector_of(from)] = true;
    longjmp(model.cut, 1);
}

bool flash_model_erase(const struct bobbin_record_sector *sector)
{
    uint32_t from = sector->address - BASE;
    uint32_t end = from + sector->size_bytes;

    model.erases[sector_of(from)]++;
    if (model.worn[sector_of(from)])
        return false;
    for (uint32_t i = from; i < end; i++) {
        if (fails_now())
            cut_erase(from, i, end);
        model.bytes[i] = 0xff;
        model.written[i] = false;
    }
    model.unsure[sector_of(from)] = false;
    return true;
}

/* UNIT: the bytes that were to be written to the unit of byte AT. */
static void cut_program(uint32_t at, const uint8_t *unit)
{
    uint32_t from = at & -model.program_bytes;

    for (uint32_t i = from; i < from + model.program_bytes; i++) {
        bool torn = model.torn == TORN_UNIT || (model.torn == TORN_BITS && i == at);

        model.written[i] = true;
        if (torn)
            model.bytes[i] = unit[i - from] | (uint8_t)random_bits();
        else if (model.torn == TORN_BLANK || i >= at)
            model.bytes[i] = 0xff;
    }
    longjmp(model.cut, 1);
}

bool flash_model_program(uint32_t address, const uint8_t *bytes, uint32_t size_bytes)
{
    uint32_t from = address - BASE;

    assert_int_equal(from % model.program_bytes, 0);
    assert_int_equal(size_bytes % model.program_bytes, 0);
    assert_int_equal(sector_of(from), sector_of(from + size_bytes - 1));
    assert_false(model.unsure[sector_of(from)]);
    for (uint32_t i = 0; i < size_bytes; i++) {
        assert_false(model.written[from + i]);
        if (fails_now())
            cut_program(from + i, bytes + (i & -model.program_bytes));
        model.bytes[from + i] = bytes[i];
        model.written[from + i] = true;
    }
    return true;
}

bool flash_model_read(uint32_t address, uint8_t *out, uint32_t size_bytes)
{
    assert_true(address >= BASE && address - BASE + size_bytes <= MODEL_BYTES);
    memcpy(out, model.bytes + (address - BASE), size_bytes);
    return true;
}
