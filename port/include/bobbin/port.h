/* SPDX-License-Identifier: MIT */
/*
 * Crash reports on the target. Two sides:
 *
 *  - A firmware gives one constant, bobbin_config, and either uses a port's exception vectors or
 *    calls bobbin_fault from its own handlers.
 *  - A port (one folder here: armv7-a, armv7-r; template to start another) gives the functions
 *    bobbin_port_*.
 *
 * Everything here runs in fault context: interrupts off, on the crash stack, with nothing of the
 * firmware trusted. Nothing allocates; libc is not called.
 */
#ifndef BOBBIN_PORT_H
#define BOBBIN_PORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <bobbin/bobbin.h>
#include <bobbin/report.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- what was interrupted ------------------------------------------------------------------- */

/* port/armv7/context_offsets.h repeats the offsets for assembly; exception.c asserts them. */
struct bobbin_context {
    /* As the interrupted code had them: sp and lr of its own bank, and in r[15] the preferred return
       address (the faulting instruction itself). */
    uint32_t r[16];
    uint32_t cpsr;    /* its CPSR, from the SPSR of the exception */
    uint32_t valid;   /* BOBBIN_VALID_...: which of the registers are known */
    uint32_t cause;   /* enum bobbin_cause */
    uint32_t status;  /* DFSR or IFSR, for the aborts */
    uint32_t address; /* DFAR or IFAR, for the aborts */
    const char *text; /* what an assertion said, or NULL; printed as far as it can be read */
    uint64_t d[8];    /* d8-d15, when their bits of valid are set */
};
#define BOBBIN_CONTEXT_VALID_CORE 0x1ffffu /* bits of valid: r0-r15 and cpsr */

/*
 * Writes a report of CONTEXT through bobbin_config and returns. For firmware with vectors of its
 * own: fill CONTEXT in the handler, call this on a stack with BOBBIN_FAULT_STACK_BYTES free, then
 * reset or stop. A fault inside it is not reported again: it comes back as a short "note" line and
 * the call never returns (bobbin_config.finish is called). One report at a time: a processor that
 * comes while another one reports is taken for such a fault.
 */
void bobbin_fault(const struct bobbin_context *context);
#define BOBBIN_FAULT_STACK_BYTES 1024

/* What a port's entry code calls: the report, then config.finish, then an endless loop. */
void bobbin_die(const struct bobbin_context *context) __attribute__((noreturn));

/* ---- what the firmware gives ---------------------------------------------------------------- */

/* Memory from LOW to HIGH - 1. For a stack, HIGH is where sp starts. */
struct bobbin_region {
    const char *name;
    uint32_t low, high;
};

struct bobbin_config {
    const char *name; /* of the product or board, no spaces; in the first line of a report */

    /* Sends SIZE_BYTES to where reports go: bobbin_sink_pl011, bobbin_sink_semihosting, or yours.
       Must come back in bounded time. Required. */
    void (*put)(const char *bytes, uint32_t size_bytes);

    /* Called before each line, before the table is checked and every few steps of a long trace, to
       keep a watchdog from biting. May be NULL. */
    void (*kick)(void);

    /* A free-running counter and how much of it a report may take; then it is cut short and says
       so. NULL or 0: only the sinks' own limits hold. */
    uint32_t (*now)(void);
    uint32_t time_max;

    /* Called when a report is complete or cannot be completed; not expected to return. When NULL or
       when it does return, the port's entry code loops for ever. */
    void (*finish)(const struct bobbin_context *context);

    /* The only memory that a trace or a stack dump may touch (never a device). When NULL, whatever
       bobbin_port_readable allows. */
    const struct bobbin_region *memory;
    uint32_t memory_count;

    /* The stacks, to name the one that overflowed. May be NULL. */
    const struct bobbin_region *stacks;
    uint32_t stacks_count;

    uint32_t stack_words_max; /* how many words of stack a report carries from sp on; 0 = 256 */
    uint32_t frames_first;    /* frames printed from the innermost on; 0 = 32 */

    /*
     * Reads a table that was embedded with `bobbin embed --format=`: &bobbin_chrome1, for one. NULL: the table is
     * Bobbin's own.
     */
    const struct bobbin_foreign *foreign;

    /*
     * Opens a table that FOREIGN reads, where the image has none that can be used: with bobbin_exidx_open, for one.
     * NULL, or false: no frame is found then but the first.
     */
    bool (*fallback)(struct bobbin_table *table);
};

/* Defined once by the firmware (or by a board). Constant, so that the very first fault finds it. */
extern const struct bobbin_config bobbin_config;

/* The table's place and the build id note's, from linker/bobbin.ld. */
extern const uint8_t __bobbin_start[], __bobbin_end[];
extern const uint8_t __bobbin_note_start[], __bobbin_note_end[];

/* What the running image says about itself. Filled by the port; read-only for the firmware. */
struct bobbin_image_state {
    const uint8_t *build_id;       /* NULL if the image has no build id */
    uint32_t build_id_size;        /* bytes; 0 if the image has no build id */
    enum bobbin_table_error error; /* of the image's own table; OK: the table can be used */
    bool has_table;            /* TABLE is open: the image's own, or the one of config.fallback */
    struct bobbin_table table; /* valid only if has_table */
};

/* ---- sinks ---------------------------------------------------------------------------------- */

/* A PL011 at bobbin_pl011_base (the board defines it), by polling. A transmitter that stays full is
   given up after a bounded number of polls, and then for good. */
extern const uint32_t bobbin_pl011_base;
void bobbin_sink_pl011(const char *bytes, uint32_t size_bytes);

/* The debugger's or emulator's console. Hangs without one: for tests. */
void bobbin_sink_semihosting(const char *bytes, uint32_t size_bytes);

/* ---- what a port gives ---------------------------------------------------------------------- */

/* Whether SIZE_BYTES at ADDRESS can be read now, by this processor in this mode, without a fault. */
bool bobbin_port_readable(uint32_t address, uint32_t size_bytes);

/* Register NUMBER (8..14) of the bank of MODE; false when this processor cannot get at it. */
bool bobbin_port_bank(uint32_t mode, uint32_t number, uint32_t *out);

/* Words for a fault status register: what (never NULL: "permission fault", ...) and whether it was a
   write; ADDRESS_KNOWN is false when the fault address register means nothing with it. */
struct bobbin_fault_status {
    const char *what;
    bool write;
    bool address_known;
    bool imprecise; /* an asynchronous abort: the pc is not the culprit's */
};
void bobbin_port_fault_status(uint32_t cause, uint32_t status, struct bobbin_fault_status *out);

#ifdef __cplusplus
}
#endif

#endif
