/* SPDX-License-Identifier: MIT */
/*
 * What a program finds on each of our boards. The board's own files (boards/NAME) and the shared ones
 * (boards/common) give it together; a program that includes this header runs on all of them.
 *
 * At main: System mode, IRQ and FIQ masked, FPU on, unaligned accesses fault, code is read-only, data
 * cannot be executed, everything else (and a guard below each stack) faults.
 */
#ifndef BOARD_H
#define BOARD_H

#include <stdint.h>

struct bobbin_context;

/* As in boards/NAME and in the first line of a report. */
extern const char board_name[];

/* What the processors are taken to run at. */
#define BOARD_CYCLES_PER_MICROSECOND 400u

/* How much a report may take: with a processor at 400 MHz and a line of 115200 baud, 2.5 seconds or
   28 KiB. And enough of the stack for a debugger to find main by it. */
#define BOARD_REPORT_CYCLES_MAX      1000000000u
#define BOARD_REPORT_STACK_WORDS_MAX 1024u

/* Exit status of the emulator after a crash report. */
#define BOARD_STATUS_REPORT 70

/* The text that QEMU got by -append (cut to this size), "" without one. Static; ask once. */
#define BOARD_COMMAND_LINE_MAX 512
const char *board_command_line(void);

/* Ends the emulation; its exit status is STATUS modulo 256. May be called in any privileged mode. */
void board_exit(int status) __attribute__((noreturn));

/* For bobbin_config.finish: exits with BOARD_STATUS_REPORT. */
void board_finish_report(const struct bobbin_context *context);

/*
 * The processor's cycle counter, 32 bits, wraps. Under QEMU's -icount shift=0: instructions, of which it has so many in
 * a second of its timers.
 */
uint32_t board_now(void);
#define BOARD_EMULATED_HZ 1000000000u

/*
 * The periodic timer of each board (timer.c). Its interrupts arrive at board_irq_entry once the program
 * has unmasked them; no other interrupt is enabled. Periods are 2 ticks or more, counted from the call
 * on. The handler calls restart, which also takes the request back; so does stop.
 */
extern const uint32_t board_timer_hz; /* ticks in a second */
void board_timer_start(uint32_t period_ticks);
void board_timer_restart(uint32_t period_ticks);
void board_timer_stop(void);

/* The same as FIQ: of all interrupts the only one. And without the interrupt controller: the next period begins. */
void board_timer_start_fiq(uint32_t period_ticks);
void board_timer_again(uint32_t period_ticks);

/* A second timer: interrupts with a period that never varies (tick.c), as IRQ. The handler clears each. */
void board_tick_start(uint32_t period_microseconds);
void board_tick_clear(void);
extern const uint32_t board_tick_base;

/* For handlers of more than one interrupt: the number of the one that is to be served, and that it has been. */
uint32_t board_interrupt_begin(void);
void board_interrupt_end(uint32_t interrupt);
extern const uint32_t board_timer_interrupt, board_tick_interrupt;

/* Sends one character to the UART, by polling; "\n" goes out as CR LF. */
void board_putc(char character);

/* Called by start.S, in this order; then constructors and main. */
void board_init_sections(void); /* .data copied to its place, .bss zeroed */
void board_protect(void);       /* MMU or MPU on; each board's own */
void board_init_uart(void);     /* 8N1, FIFOs on; the rate is left alone */
void board_init_counter(void);  /* starts what board_now reads */

#endif
