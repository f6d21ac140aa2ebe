/* SPDX-License-Identifier: MIT */
/*
 * Records in flash. A record is built in RAM and written up to three times during a report, each
 * time a whole record; the last one counts. The first one of a boot goes into a sector that this
 * boot erases. What a power cut left half erased or half written is never written again without
 * that.
 */
#include <bobbin/record.h>

#include <stddef.h>

#include "../../core/record/record_encode.h"
#include "../../core/record/record_lines.h"
#include "zero.h"

/* An unlikely value, because a wild store may have overwritten the state before the crash. */
enum { OPEN = 0x0b0bf1a5, ALIVE = 0x0b0bf1a6 };

#define BLANK     0xff
#define NO_SECTOR 0xffffffffu

/* A record in the flash; SIZE 0: there is none. */
struct stored {
    uint32_t sector, at, size, sequence;
    struct bobbin_record_counters counters;
};

/* The newest record of all, and the newest one of a crash. */
struct newest {
    struct stored any, crash;
};

static uint32_t units(const struct bobbin_record_flash *flash, uint32_t size_bytes)
{
    return (size_bytes + flash->program_bytes - 1) & -flash->program_bytes;
}

/* ---- reading --------------------------------------------------------------------------------- */

/* Reads what is at byte AT of SECTOR into the work memory, and opens it as a record. */
static bool read_record(const struct bobbin_record_flash *flash, uint32_t sector, uint32_t at,
                        struct record_view *view)
{
    const struct bobbin_record_sector *place = &flash->sectors[sector];
    uint32_t size = place->size_bytes - at;

    if (size > sizeof(flash->work->bytes))
        size = sizeof(flash->work->bytes);
    return at + RECORD_HEADER_BYTES < place->size_bytes &&
           flash->read(place->address + at, flash->work->bytes, size) &&
           record_open(view, flash->work->bytes, size) == RECORD_OK;
}

/* A record without lines only says that the firmware was alive. */
static bool has_lines(const struct record_view *view)
{
    return view->size > RECORD_HEADER_BYTES + 1u + view->bytes[RECORD_HEADER_BYTES];
}

static void take_newer(struct stored *newest, const struct stored *found)
{
    int32_t later = (int32_t)(found->sequence - newest->sequence);

    if (newest->size == 0 || later > 0 || (later == 0 && found->size >= newest->size))
        *newest = *found;
}

/* Records of a sector follow one another. The first that is no record ends them. */
static void find_in_sector(const struct bobbin_record_flash *flash, uint32_t sector,
                           struct newest *newest)
{
    struct stored found;
    struct record_view view;

    found.sector = sector;
    found.at = 0;
    while (read_record(flash, sector, found.at, &view)) {
        found.size = view.size;
        found.sequence = view.sequence;
        found.counters = view.counters;
        take_newer(&newest->any, &found);
        if (has_lines(&view))
            take_newer(&newest->crash, &found);
        found.at += units(flash, view.size);
    }
}

/* Uses the work memory. */
static void find_newest(const struct bobbin_record_flash *flash, struct newest *newest)
{
    zero(newest, sizeof(*newest));
    for (uint32_t i = 0; i < flash->sectors_count; i++)
        find_in_sector(flash, i, newest);
}

/* ---- writing --------------------------------------------------------------------------------- */

/* True if the flash has the SIZE_BYTES at BYTES, or if BYTES is NULL nothing, at ADDRESS. */
static bool has_bytes(const struct bobbin_record_flash *flash, uint32_t address,
                      const uint8_t *bytes, uint32_t size_bytes)
{
    uint8_t chunk[32];

    for (uint32_t at = 0; at < size_bytes; at += sizeof(chunk)) {
        uint32_t size = size_bytes - at < sizeof(chunk) ? size_bytes - at : sizeof(chunk);

        if (!flash->read(address + at, chunk, size))
            return false;
        for (uint32_t i = 0; i < size; i++)
            if (chunk[i] != (bytes ? bytes[at + i] : BLANK))
                return false;
    }
    return true;
}

/* Erases SECTOR for this boot. */
static bool open_sector(const struct bobbin_record_flash *flash, uint32_t sector)
{
    const struct bobbin_record_sector *place = &flash->sectors[sector];

    flash->work->open = 0;
    flash->work->sector = sector;
    flash->work->used_bytes = 0;
    if (!flash->erase(place) || !has_bytes(flash, place->address, NULL, place->size_bytes))
        return false;
    flash->work->open = OPEN;
    return true;
}

/* Erases the next sector after FROM that is not kept. Tries each once: one may be worn out. */
static bool open_next(const struct bobbin_record_flash *flash, uint32_t from)
{
    const struct bobbin_record_flash_work *work = flash->work;

    for (uint32_t i = 0, sector = from; i < flash->sectors_count; i++) {
        sector = sector + 1 < flash->sectors_count ? sector + 1 : 0;
        if (sector != work->kept_any && sector != work->kept_crash && open_sector(flash, sector))
            return true;
    }
    return false;
}

/* Writes the record at RECORD into the open sector. Fills the last unit with BLANK. */
static bool program(const struct bobbin_record_flash *flash, uint8_t *record, uint32_t size_bytes)
{
    struct bobbin_record_flash_work *work = flash->work;
    uint32_t size = units(flash, size_bytes);
    uint32_t address = flash->sectors[work->sector].address + work->used_bytes;

    for (uint32_t i = size_bytes; i < size; i++)
        record[i] = BLANK;
    work->used_bytes += size;
    if (flash->program(address, record, size) && has_bytes(flash, address, record, size))
        return true;
    work->open = 0; /* what comes after a damaged record is not found */
    return false;
}

static bool is_open(const struct bobbin_record_flash *flash, uint32_t size_bytes)
{
    const struct bobbin_record_flash_work *work = flash->work;

    return work->open == OPEN && work->sector < flash->sectors_count &&
           (work->used_bytes & (flash->program_bytes - 1)) == 0 &&
           work->used_bytes + size_bytes <= flash->sectors[work->sector].size_bytes;
}

/* Writes the record at RECORD. After a failure the next sector is tried once. */
static bool save(const struct bobbin_record_flash *flash, uint8_t *record, uint32_t size_bytes)
{
    uint32_t size = units(flash, size_bytes), from = flash->work->kept_any;

    if (flash->sectors_count < 2)
        return false;
    for (uint32_t i = 0; i < 2; i++) {
        if ((is_open(flash, size) || open_next(flash, from)) && is_open(flash, size) &&
            program(flash, record, size_bytes)) {
            flash->work->kept_any = flash->work->sector;
            return true;
        }
        from = flash->work->sector;
    }
    return false;
}

/* Finds the newest records and keeps their sectors. */
static void keep_newest(const struct bobbin_record_flash *flash, struct newest *newest)
{
    find_newest(flash, newest);
    flash->work->kept_any = newest->any.size ? newest->any.sector : NO_SECTOR;
    flash->work->kept_crash = newest->crash.size ? newest->crash.sector : NO_SECTOR;
}

/* ---- the sink -------------------------------------------------------------------------------- */

static enum bobbin_record_memory flash_boot(const void *device, enum bobbin_reset reset)
{
    const struct bobbin_record_flash *flash = device;
    struct newest newest;

    (void)reset;
    flash->work->open = 0;
    flash->work->alive = 0;
    find_newest(flash, &newest);
    return newest.any.size ? BOBBIN_RECORD_RETAINED : BOBBIN_RECORD_NEW;
}

/* Boots are not counted, because each would cost a write. */
static void flash_count(const void *device, struct bobbin_record_counters *out)
{
    struct newest newest;

    find_newest(device, &newest);
    *out = newest.any.counters;
    out->crash_boots = out->crashes_since_alive;
}

static void flash_alive(const void *device)
{
    const struct bobbin_record_flash *flash = device;
    struct record_encoder encoder;
    struct record_line none;
    struct newest newest;

    if (flash->work->alive == ALIVE || flash->sectors_count < 3)
        return;
    flash->work->alive = ALIVE;
    keep_newest(flash, &newest);
    if (newest.any.counters.crashes_since_alive == 0)
        return;
    newest.any.counters.crashes_since_alive = 0;
    newest.any.counters.crash_boots = 0;
    none.token_length = 0;
    record_encode_begin(&encoder, flash->work->bytes, sizeof(flash->work->bytes),
                        newest.any.sequence + 1, &newest.any.counters, &none);
    save(flash, encoder.record, encoder.size);
}

static uint8_t *flash_begin(const void *device, struct bobbin_record_counters *counters,
                            uint32_t *sequence, uint32_t *capacity_bytes)
{
    const struct bobbin_record_flash *flash = device;
    struct newest newest;
    uint32_t capacity = sizeof(flash->work->bytes);

    keep_newest(flash, &newest);
    flash->work->alive = 0;
    for (uint32_t i = 0; i < flash->sectors_count; i++)
        if (flash->sectors[i].size_bytes < capacity)
            capacity = flash->sectors[i].size_bytes;
    *counters = newest.any.counters;
    counters->crashes++;
    counters->crashes_since_alive++;
    counters->crash_boots = counters->crashes_since_alive - 1;
    *sequence = newest.any.sequence + 1;
    *capacity_bytes = capacity;
    return flash->work->bytes;
}

static void flash_line(const void *device, const uint8_t *record, uint32_t size_bytes)
{
    (void)device, (void)record, (void)size_bytes;
}

static void flash_stage(const void *device, uint8_t *record, uint32_t size_bytes)
{
    const struct bobbin_record_flash *flash = device;

    if (save(flash, record, size_bytes))
        flash->work->kept_crash = flash->work->sector;
}

static const uint8_t *flash_newest(const void *device, uint32_t *size_bytes)
{
    const struct bobbin_record_flash *flash = device;
    struct newest newest;
    struct record_view view;

    find_newest(flash, &newest);
    if (newest.crash.size == 0 || !read_record(flash, newest.crash.sector, newest.crash.at, &view))
        return NULL;
    *size_bytes = view.size;
    return view.bytes;
}

bool bobbin_record_flash_prepare(const struct bobbin_record_flash *flash)
{
    struct newest newest;

    keep_newest(flash, &newest);
    return flash->work->open == OPEN ||
           (flash->sectors_count >= 2 && open_next(flash, flash->work->kept_any));
}

const struct bobbin_record_sink bobbin_record_in_flash = {
    .boot = flash_boot,
    .count = flash_count,
    .alive = flash_alive,
    .begin = flash_begin,
    .line = flash_line,
    .stage = flash_stage,
    .newest = flash_newest,
};
