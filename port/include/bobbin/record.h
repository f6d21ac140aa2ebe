/* SPDX-License-Identifier: MIT */
/*
 * Crash reports that survive a reset. While a report is written, its lines also go into a record of
 * at most 1 KiB (core/format/RECORD.md), in RAM that a reset leaves alone or in flash. The next
 * boot hands the record over.
 *
 *     static const struct bobbin_record_ram retained = BOBBIN_RECORD_RAM;
 *     const struct bobbin_record_config bobbin_record_config = {
 *         .sink = &bobbin_record_in_ram, .device = &retained, .put = put};
 *     const struct bobbin_config bobbin_config = {.put = bobbin_record_put, ...};
 *
 *     main: bobbin_record_boot(BOBBIN_RESET_UNKNOWN);
 *           bobbin_last_report(BOBBIN_RECORD_TEXT, put);
 *           ...
 *           bobbin_record_alive();
 */
#ifndef BOBBIN_RECORD_H
#define BOBBIN_RECORD_H

#include <stdbool.h>
#include <stdint.h>

#include <bobbin/record_counters.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- what the firmware calls ----------------------------------------------------------------- */

/*
 * For bobbin_config.put: adds the line to the record, then calls bobbin_record_config.put. A line
 * is in RAM before it is sent, so that a sink that hangs cannot lose it. Flash is written after the
 * line was sent, because a flash driver may take long or hang.
 */
void bobbin_record_put(const char *bytes, uint32_t size_bytes);

/* What the firmware knows of the last reset, usually from a register of the chip. */
enum bobbin_reset {
    BOBBIN_RESET_UNKNOWN,
    BOBBIN_RESET_POWER_ON, /* the RAM is written without a read: RAM with ECC would fault */
    BOBBIN_RESET_WARM,     /* the power stayed on */
};

/* What bobbin_record_boot found out about the memory of the record. */
enum bobbin_record_memory {
    BOBBIN_RECORD_RETAINED, /* all that the boot before left is there */
    BOBBIN_RECORD_NEW,      /* nothing of a boot before is there: power-on, or as below */
    BOBBIN_RECORD_LOST,     /* the same after BOBBIN_RESET_WARM: the RAM is not retained */
    BOBBIN_RECORD_CHANGED,  /* a part is there: something writes to the memory between boots */
};

/*
 * Call this once at each boot, before the firmware can crash. Tests the memory of the record,
 * counts the boot and prepares the memory for the next boot's test. Needs .data and .bss.
 */
enum bobbin_record_memory bobbin_record_boot(enum bobbin_reset reset);

/* "retained", "new", "not retained", "changed". */
const char *bobbin_record_memory_text(enum bobbin_record_memory memory);

/* What is counted so far. crash_boots tells a crash loop; see <bobbin/record_counters.h>. */
void bobbin_record_count(struct bobbin_record_counters *out);

/* The firmware works: sets crashes_since_alive to 0. May be called often. */
void bobbin_record_alive(void);

/* The forms in which a record is handed over. */
enum bobbin_record_form {
    BOBBIN_RECORD_TEXT,   /* the lines of the report, as they were sent before the reset; without
                             those with stack words */
    BOBBIN_RECORD_BASE64, /* "record" lines: fewer bytes */
    BOBBIN_RECORD_BYTES,  /* the record itself, in one call of PUT */
};

/* Hands the newest record over to PUT. False, without a call of PUT, if there is none. */
bool bobbin_last_report(enum bobbin_record_form form,
                        void (*put)(const char *bytes, uint32_t size_bytes));

/* ---- what the firmware defines --------------------------------------------------------------- */

/* Functions of a kind of memory. DEVICE is that of bobbin_record_config. */
struct bobbin_record_sink {
    /* See bobbin_record_boot, bobbin_record_count and bobbin_record_alive. */
    enum bobbin_record_memory (*boot)(const void *device, enum bobbin_reset reset);
    void (*count)(const void *device, struct bobbin_record_counters *out);
    void (*alive)(const void *device);

    /*
     * A report begins: counts it and returns the memory for its record, or NULL. The newest record
     * must not be in that memory.
     */
    uint8_t *(*begin)(const void *device, struct bobbin_record_counters *counters,
                      uint32_t *sequence, uint32_t *capacity_bytes);

    /* The SIZE_BYTES at RECORD, the memory of begin, are a valid record; called after each line,
       before the line is sent. */
    void (*line)(const void *device, const uint8_t *record, uint32_t size_bytes);

    /* The same, after these lines were sent: cause and registers; the trace; the end. */
    void (*stage)(const void *device, uint8_t *record, uint32_t size_bytes);

    /* The newest record, or NULL. It is valid until the next call of a function. */
    const uint8_t *(*newest)(const void *device, uint32_t *size_bytes);
};

struct bobbin_record_config {
    const struct bobbin_record_sink *sink; /* bobbin_record_in_ram, _in_flash or your own */
    const void *device;                    /* struct bobbin_record_ram, _flash or your own */
    void (*put)(const char *bytes, uint32_t size_bytes); /* sends lines, as bobbin_config.put */
};
extern const struct bobbin_record_config bobbin_record_config;

/* ---- RAM that a reset leaves alone ----------------------------------------------------------- */

/*
 * Memory from START to END, at multiples of 64, that no boot code and no start-up code writes: at
 * least BOBBIN_RECORD_RAM_BYTES for records of 1 KiB, or half of it for short ones. It holds two
 * copies, which are written in turn, so a new crash never overwrites the newest record.
 */
struct bobbin_record_ram {
    uint8_t *start, *end;
    /* Writes the data cache back to memory; bobbin_port_clean, or NULL for RAM without cache. */
    void (*clean)(const void *address, uint32_t size_bytes);
};
#define BOBBIN_RECORD_RAM_BYTES 2176

extern const struct bobbin_record_sink bobbin_record_in_ram;

/* The memory that linker/bobbin_record.ld reserves. */
extern uint8_t __bobbin_record_start[], __bobbin_record_end[];
#define BOBBIN_RECORD_RAM                                                                          \
    {                                                                                              \
        __bobbin_record_start, __bobbin_record_end, bobbin_port_clean                              \
    }

/* Cleans the data cache to the point of coherency. In port/armv7. */
void bobbin_port_clean(const void *address, uint32_t size_bytes);

/* ---- flash ----------------------------------------------------------------------------------- */

struct bobbin_record_sector {
    uint32_t address, size_bytes; /* at least 256 bytes, 1,024 for whole records */
};

/*
 * Flash that is reached through functions, which return false if the flash reports an error. They
 * run in fault handlers: they must poll, must not run from the same flash bank, and must feed the
 * watchdog. A sector is only written in the boot that erased it, and each byte once. So a power cut
 * at any time loses at most the newest record.
 */
struct bobbin_record_flash {
    const struct bobbin_record_sector *sectors;
    uint32_t sectors_count; /* at least 2; bobbin_record_alive is remembered from 3 on */
    uint32_t program_bytes; /* unit of a write: a power of two, at most 256 */
    bool (*erase)(const struct bobbin_record_sector *sector); /* all bytes become 0xff */
    bool (*program)(uint32_t address, const uint8_t *bytes, uint32_t size_bytes);
    bool (*read)(uint32_t address, uint8_t *out, uint32_t size_bytes);
    struct bobbin_record_flash_work *work; /* in .bss */
};

/* Private to the sink. */
struct bobbin_record_flash_work {
    uint32_t open; /* whether this boot has erased SECTOR */
    uint32_t sector, used_bytes;
    uint32_t kept_any, kept_crash; /* sectors of the newest records, which must not be erased */
    uint32_t alive;
    uint8_t bytes[1024];
};

extern const struct bobbin_record_sink bobbin_record_in_flash;

/*
 * Erases the sector for the next record now, so that a report need not. Costs an erase at each
 * boot that calls it. Returns false if the flash fails.
 */
bool bobbin_record_flash_prepare(const struct bobbin_record_flash *flash);

#ifdef __cplusplus
}
#endif

#endif
