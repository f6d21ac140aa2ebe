/* SPDX-License-Identifier: MIT */
/*
 * The functions and constants that every board of the tests supplies. boards/NAME, boards/common
 * and boards/devices implement them. A program that includes this header runs on every board.
 *
 * State at the start of main: System mode; IRQ and FIQ masked; FPU on; unaligned accesses fault;
 * code is read-only; data cannot be executed. All other addresses fault, also a guard below each
 * stack.
 */
#ifndef BOARD_H
#define BOARD_H

#include <stdint.h>

struct bobbin_context;

/* The NAME of boards/NAME; also in the first line of a report. */
extern const char board_name[];

/* Assumed processor clock: 400 MHz. */
#define BOARD_CYCLES_PER_MICROSECOND 400u

/* Limits of a report. The cycles are 2.5 seconds at 400 MHz, or 28 KiB at 115200 baud. The stack
   words are enough for a debugger to find main. */
#define BOARD_REPORT_CYCLES_MAX      1000000000u
#define BOARD_REPORT_STACK_WORDS_MAX 1024u

/* Exit status of the emulator after a crash report. */
#define BOARD_STATUS_REPORT 70

/* Returns the text of QEMU's option -append, cut to this size with its zero byte; "" if there is
   none. The text is in a static buffer; call the function once. */
#define BOARD_COMMAND_LINE_MAX 512
const char *board_command_line(void);

/* Ends the emulation with exit status STATUS modulo 256. Callable in every privileged mode. */
void board_exit(int status) __attribute__((noreturn));

/* For bobbin_config.finish: exits with BOARD_STATUS_REPORT. */
void board_finish_report(const struct bobbin_context *context);

/*
 * A 32-bit counter of the processor; wraps. Under QEMU with -icount shift=0 it counts
 * instructions: BOARD_EMULATED_HZ of them in one second of the emulated timers.
 */
uint32_t board_now(void);
#define BOARD_EMULATED_HZ 1000000000u

/*
 * The first timer: periodic interrupts. They enter board_irq_entry once the program has
 * unmasked IRQ; no other interrupt is enabled. PERIOD_TICKS is at least 2 and counts from the call.
 * The handler calls restart, which clears the request and ends the interrupt; stop clears the
 * request too.
 */
extern const uint32_t board_timer_hz; /* ticks in a second */
void board_timer_start(uint32_t period_ticks);
void board_timer_restart(uint32_t period_ticks);
void board_timer_stop(void);

/*
 * board_timer_start for a FIQ instead of an IRQ; no other FIQ is enabled. The handler calls
 * board_timer_again, which clears the request and starts the next period without access to the
 * interrupt controller.
 */
void board_timer_start_fiq(uint32_t period_ticks);
void board_timer_again(uint32_t period_ticks);

/*
 * A second timer: IRQs with a constant period. The handler must call board_tick_clear for each IRQ.
 */
void board_tick_start(uint32_t period_microseconds);
void board_tick_clear(void);

/*
 * For a handler of several interrupts. board_interrupt_begin returns the number of the pending
 * interrupt. board_interrupt_end tells the interrupt controller that its handler is done.
 */
uint32_t board_interrupt_begin(void);
void board_interrupt_end(uint32_t interrupt);
extern const uint32_t board_timer_interrupt, board_tick_interrupt;

/* Sends one character to the UART, by polling; "\n" goes out as CR LF. */
void board_putc(char character);
extern const uint32_t board_uart_base;

/* For bobbin_config.put: the same UART, with a time limit where the port has a sink for it. */
void board_put(const char *bytes, uint32_t size_bytes);

/* start.S calls these functions in this order, then the constructors and main. */
void board_init_sections(void); /* copies .data to RAM, clears .bss */
void board_protect(void);       /* switches the MMU or MPU on; one for each board */
void board_init_uart(void);     /* 8N1, FIFOs on; the baud rate is not changed */
void board_init_counter(void);  /* starts the counter of board_now */

#endif
