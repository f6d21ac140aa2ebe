/* SPDX-License-Identifier: MIT */
/*
 * Crash reports on the target.
 *
 *  - The firmware defines one constant, bobbin_config. Its fault vectors branch to the entry code
 *    of a port, or its own fault handlers call bobbin_fault.
 *  - A port supplies the functions bobbin_port_*. Use port/armv7-a, port/armv7-r or
 *    port/armv8-r, or start a new port from port/template.
 *
 * While a report is written, interrupts are expected to be masked and the stack is the crash stack.
 * The code trusts no data of the firmware: it probes memory before it reads, allocates nothing and
 * calls no libc function.
 */
#ifndef BOBBIN_PORT_H
#define BOBBIN_PORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <bobbin/bobbin.h>
#include <bobbin/report.h>
#include <bobbin/rtos.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- the interrupted context ---------------------------------------------------------------- */

/*
 * The registers at the time of the fault. port/armv7/context_offsets.h repeats the field offsets
 * for assembly; exception.c checks them at compile time.
 */
struct bobbin_context {
    /* The values that the interrupted code had: sp and lr of its own mode, and in r[15] the
       preferred return address. For a fault this is the address of the faulting instruction. */
    uint32_t r[16];
    uint32_t cpsr;    /* CPSR of the interrupted code: the SPSR of the exception */
    uint32_t valid;   /* BOBBIN_VALID_...: the registers whose values are known */
    uint32_t cause;   /* enum bobbin_cause */
    uint32_t status;  /* aborts only: DFSR or IFSR */
    uint32_t address; /* aborts only: DFAR or IFAR */
    const char *text; /* message for the report, for example of a failed assertion; or NULL. The
                         pointer may be wrong: characters are printed up to an unreadable one */
    uint64_t d[8];    /* d8-d15; each is used only if its bit of valid is set */
};
#define BOBBIN_CONTEXT_VALID_CORE 0x1ffffu /* bits of valid: r0-r15 and cpsr */
#define BOBBIN_CONTEXT_SHORT      0x20000u /* bit of valid: the stack has no room for a trace */

/*
 * Writes a report of CONTEXT through bobbin_config.put and returns. For firmware with its own fault
 * handlers: mask interrupts, fill CONTEXT, call this function in a privileged mode with
 * BOBBIN_FAULT_STACK_BYTES free on the stack, then reset or stop.
 *
 * If a fault inside the report calls this function again, it writes a "note" line and the rest of
 * the report, calls bobbin_config.finish and never returns. A second processor that calls this
 * function meanwhile is treated as such a fault; with port/processors it waits, and its fault is in
 * the report or in one of its own (<bobbin/processors.h>).
 */
void bobbin_fault(const struct bobbin_context *context);
#define BOBBIN_FAULT_STACK_BYTES 1024

/*
 * For reset handlers of boards whose RAM keeps its contents over a reset: call this before anything
 * can crash. Until .bss is cleared, RAM may still say that a report is being written. A crash then
 * has a report all the same, if that was the first report or its finish. After several such
 * crashes, or faults inside one another, finish may not be called, or there is no report. It needs
 * only a stack.
 */
void bobbin_after_reset(void);

/* For the entry code of a port: writes the report, calls bobbin_config.finish, then loops
   forever. */
void bobbin_die(const struct bobbin_context *context) __attribute__((noreturn));

/*
 * Also for the entry code of a port. bobbin_spare_stack has so many bytes, aligned to 8: a stack if
 * there is no room on the crash stack. Then the entry code sets BOBBIN_CONTEXT_SHORT.
 *
 * While a report is written, WORD is ~COMPLEMENT and these bits of WORD are not all 0.
 */
#define BOBBIN_SPARE_STACK_BYTES 704
#define BOBBIN_REPORT_STATE_BITS 7u
struct bobbin_report_state {
    volatile uint32_t word, complement;
};
extern struct bobbin_report_state bobbin_report_state;

/*
 * Write a report of the caller, with TEXT as its cause. Both run on the crash stack, in all
 * privileged modes, with interrupts masked. ARM and Thumb code may call them, also handlers. A
 * tail call, as at the end of a function, shows the caller of that function.
 *
 * bobbin_panic ends as bobbin_die does. It is for stack overflow hooks, for example. While a report
 * is written, bobbin_dump_tasks returns at once.
 * bobbin_dump_tasks returns, and interrupts are as before. It is for watchdogs and deadlocks: with
 * bobbin_config.task, the report has all tasks.
 */
void bobbin_panic(const char *text) __attribute__((noreturn));
void bobbin_dump_tasks(const char *text);

/* ---- what the firmware defines -------------------------------------------------------------- */

/* Memory from LOW to HIGH - 1. If the region is a stack, HIGH is the initial sp. */
struct bobbin_region {
    const char *name; /* printed in reports */
    uint32_t low, high;
};

struct bobbin_config {
    /* Name of the product or board, without spaces; part of the first line of a report. */
    const char *name;

    /* Name or serial number of this device, without spaces and at most 20 characters. Then each
       line of a report says by its token which device wrote it, and logs of several devices may be
       mixed. May be NULL. */
    const char *device;

    /* Required. Sends SIZE_BYTES of text: bobbin_sink_pl011, bobbin_sink_semihosting or your own
       function. Must return in bounded time. Must not wait for an interrupt. */
    void (*put)(const char *bytes, uint32_t size_bytes);

    /* Feeds the watchdog. Called before each line, before the table is checked, and every 64 frames
       of a trace. May be NULL. */
    void (*kick)(void);

    /* A free-running 32-bit counter, and the number of its ticks that a report may take. After that
       time the report leaves out the rest, and a note says so. NULL or 0: no time limit. */
    uint32_t (*now)(void);
    uint32_t time_max;

    /* Called after a report that ends in bobbin_die or after a fault inside a report. Usually
       resets the board. If it is NULL, returns or faults, the processor loops forever. */
    void (*finish)(const struct bobbin_context *context);

    /* The only memory that a trace or a stack dump may read; list no device registers. NULL: all
       memory that bobbin_port_readable permits. */
    const struct bobbin_region *memory;
    uint32_t memory_count;

    /* The stacks. A report names the stack that overflowed. May be NULL. */
    const struct bobbin_region *stacks;
    uint32_t stacks_count;

    uint32_t stack_words_max; /* words of the stack dump, from sp upwards; 0 = 256 */
    uint32_t frames_first;    /* frames to print, from the innermost outwards; 0 = 32 */

    /* Reader for a table that `bobbin embed --format=` wrote, for example &bobbin_chrome1 of
       <bobbin/formats.h>. NULL: the table is in Bobbin's own format. */
    const struct bobbin_foreign *foreign;

    /* Opens a substitute table for FOREIGN if the image's own table is missing or invalid. A
       function that calls bobbin_exidx_open can do this. Called for each report; if the firmware
       samples, also by bobbin_sampler_describe and bobbin_sampler_open. NULL, or if the function
       returns false: a trace has only the frame of the context. */
    bool (*fallback)(struct bobbin_table *table);

    /* The tasks of an RTOS: bobbin_kernel_task, with one file of port/rtos, or your own function.
       See <bobbin/rtos.h>. NULL: a report has no tasks. */
    enum bobbin_task_found (*task)(struct bobbin_task_walk *walk, struct bobbin_task *task);
};

/* Defined once, by the firmware or its board files. Constant, because a fault may come before .data
   is initialised. */
extern const struct bobbin_config bobbin_config;

/* Start and end of the table and of the build id note; linker/bobbin.ld defines these symbols. */
extern const uint8_t __bobbin_start[], __bobbin_end[];
extern const uint8_t __bobbin_note_start[], __bobbin_note_end[];

/* The build id and the table of the running image. Filled by the port; read only for the firmware.
   */
struct bobbin_image_state {
    const uint8_t *build_id;       /* NULL if the image has no build id */
    uint32_t build_id_size;        /* bytes; 0 if the image has no build id */
    enum bobbin_table_error error; /* state of the image's own table; OK: it can be used */
    bool has_table;                /* TABLE is open: the image's own, or that of config.fallback */
    struct bobbin_table table;     /* valid only if HAS_TABLE */
};

/* ---- sinks: functions for bobbin_config.put ------------------------------------------------- */

/*
 * Writes to the PL011 UART whose registers are at address BASE, by polling. The firmware has
 * initialised the UART. If the transmit FIFO stays full for a million polls, the sink drops all
 * output until a call finds room in the FIFO.
 */
void bobbin_pl011_put(uint32_t base, const char *bytes, uint32_t size_bytes);

/*
 * For bobbin_config.put: the PL011 at bobbin_pl011_base, which the firmware defines. Inline, so
 * that firmware with another sink links without that symbol.
 */
extern const uint32_t bobbin_pl011_base;
static inline void bobbin_sink_pl011(const char *bytes, uint32_t size_bytes)
{
    bobbin_pl011_put(bobbin_pl011_base, bytes, size_bytes);
}

/* Writes to the console of a debugger or an emulator. For tests: without a debugger that handles
   semihosting, the HLT instruction faults and the report ends. */
void bobbin_sink_semihosting(const char *bytes, uint32_t size_bytes);

/* ---- what a port supplies ------------------------------------------------------------------- */

/*
 * All three functions run with interrupts masked, in a privileged mode, on the crash stack, after
 * memory may have been corrupted. The sampler calls bobbin_port_readable in its interrupt too,
 * where other interrupts may be unmasked. They must not fault, allocate or wait.
 */

/* True if this processor can read SIZE_BYTES at ADDRESS now, in this mode, without a fault and
   without a side effect. False if SIZE_BYTES is 0 or the range wraps around 2^32. */
bool bobbin_port_readable(uint32_t address, uint32_t size_bytes);

/* Stores register NUMBER (8..14) of processor mode MODE to OUT. False if this processor cannot read
   the register; OUT is then unchanged. */
bool bobbin_port_bank(uint32_t mode, uint32_t number, uint32_t *out);

/*
 * The next two functions are for traces that cross exceptions (port/cross); nothing else calls
 * them. bobbin_port_cross_bank is like bobbin_port_bank, and reads SPSR as NUMBER 16, also that of
 * the caller's mode. It refuses all of Hyp and Monitor mode.
 */
bool bobbin_port_cross_bank(uint32_t mode, uint32_t number, uint32_t *out);

/* For the sampler, in its interrupt: BOBBIN_BANKS_... (cross.h) of lr and SPSR of the mode in which
   it runs. The interrupt has overwritten both. */
uint32_t bobbin_port_cross_lost(void);

/* The meaning of a fault status register. */
struct bobbin_fault_status {
    const char *what;   /* for example "permission fault"; never NULL */
    bool write;         /* the access was a write */
    bool address_known; /* the fault address register is valid */
    bool imprecise;     /* asynchronous abort: the instruction at pc did not cause it */
};

/* Decodes STATUS, which is DFSR if CAUSE is a data abort and IFSR if it is a prefetch abort. */
void bobbin_port_fault_status(uint32_t cause, uint32_t status, struct bobbin_fault_status *out);

#ifdef __cplusplus
}
#endif

#endif
