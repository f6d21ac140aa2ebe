/* SPDX-License-Identifier: MIT */
#include "interrupts.h"

#include <stddef.h>
#include <string.h>

#include "board.h"
#include "layout.h"
#include "scribble.h"

volatile uint32_t interrupts_count;

const char *__real_board_command_line(void);
const char *__wrap_board_command_line(void);
extern uint8_t __stack_main_low[];

static const char word[] = "interrupts";

/* The rest of the command line after WORD; NULL if LINE does not start with WORD. */
static const char *after_word(const char *line)
{
    size_t length = sizeof(word) - 1;

    if (strncmp(line, word, length) != 0 || (line[length] != ' ' && line[length] != '\0'))
        return NULL;
    return line[length] == ' ' ? line + length + 1 : line + length;
}

const char *__wrap_board_command_line(void)
{
    const char *line = __real_board_command_line();
    const char *rest = after_word(line);

    return rest == NULL ? line : rest;
}

/*
 * Timer ticks to the next interrupt. The periods are primes, so that they share few divisors with
 * the lengths of loops; a loop is then interrupted at many of its instructions.
 */
static uint32_t next_period_ticks(void)
{
    static const uint8_t primes[] = {11, 23, 13, 37, 17, 29, 19, 31, 41, 43, 47};

    return primes[interrupts_count % sizeof(primes)];
}

/*
 * Does not touch the guard below the stack: only the program itself may overflow. This loop runs
 * most of the handler's instructions.
 */
static void scribble(void)
{
    uint32_t *low = (uint32_t *)__stack_main_low;
    uint32_t *below = (uint32_t *)interrupts_user_sp();

    for (int i = 0; i < SCRIBBLE_WORDS && below - low >= 4; i += 4) {
        below -= 4;
        below[0] = below[1] = below[2] = below[3] = SCRIBBLE_JUNK;
    }
}

void interrupts_serve(void)
{
    scribble();
    interrupts_count++;
    board_timer_restart(next_period_ticks());
}

/*
 * Clang warns that called functions may change VFP registers. The compiler flags of this file
 * prevent that.
 */
#ifdef __clang__
#pragma clang diagnostic ignored "-Warm-interrupt-vfp-clobber"
#endif
__attribute__((interrupt("IRQ"))) void interrupts_compiled_handler(void)
{
    interrupts_serve();
}

__attribute__((constructor)) static void interrupts_start(void)
{
    if (after_word(__real_board_command_line()) == NULL)
        return;
    board_timer_start(next_period_ticks());
    __asm__ volatile("cpsie i" ::: "memory");
}
