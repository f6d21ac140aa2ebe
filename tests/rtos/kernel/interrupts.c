/* SPDX-License-Identifier: MIT */
/* The tick, and interrupts of the board timer at varying times, which nest in it. */
#include "interrupts.h"
#include "board.h"
#include "kernel.h"

volatile uint32_t interrupts_pulses, interrupts_nested;
static volatile uint32_t depth;

/* Of FIQs: the largest distance from kernel_switches, and a time that no test waits for. */
enum { AIM_INSTRUCTIONS = 223, AIM_STEP = 5, NEVER_TICKS = 1000000 };

/* Timer ticks to the next pulse; primes, so that many instructions are interrupted. */
static uint32_t next_period_ticks(void)
{
    static const uint8_t primes[] = {131, 89, 211, 157, 97, 239, 113, 181, 73, 199};
    uint32_t period = primes[interrupts_pulses % sizeof(primes)];

    return board_timer_hz > 100000000 ? 16 * period : 2 * period;
}

void interrupts_start(bool fiq)
{
    enum { SLOW_HZ = 1000000 };

    board_tick_start(board_timer_hz <= SLOW_HZ ? 256 : 4);
    if (fiq)
        board_timer_start_fiq(NEVER_TICKS);
    else
        board_timer_start(next_period_ticks());
}

/* Executes 7 instructions for each of COUNT, and 7 more. */
static void wait(uint32_t count)
{
    __asm__ volatile("1: nop; nop; nop; nop; nop; subs %0, %0, #1; bpl 1b"
                     : "=r"(count)
                     : "0"(count)
                     : "cc");
}

/*
 * If a tick of the timer is longer than an instruction, the switch starts later within the tick. A
 * tick is at most 16 instructions, without a common divisor with 7.
 */
void interrupts_aim(void)
{
    static uint32_t distance;
    bool is_fine = board_timer_hz > 100000000;

    distance = (distance + AIM_STEP) % AIM_INSTRUCTIONS;
    board_timer_again(is_fine ? 2 + distance : 2 + distance / 16);
    if (!is_fine)
        wait(distance % 16);
}

void interrupts_fiq(void)
{
    board_interrupt_end(board_interrupt_begin());
    board_timer_again(NEVER_TICKS);
    interrupts_pulses++;
    if (interrupts_fired)
        interrupts_fired();
}

uint32_t kernel_acknowledge(void)
{
    uint32_t interrupt = board_interrupt_begin();

    if (interrupt == board_tick_interrupt)
        board_tick_clear();
    else
        board_timer_again(next_period_ticks());
    board_interrupt_end(interrupt);
    return interrupt;
}

/* Each second pulse makes a task ready, if it waits. */
static void pulse(void)
{
    interrupts_pulses++;
    if (interrupts_pulses % 2)
        interrupts_pulsed();
}

/* A few frames, so that an interrupt that nests here interrupts something. */
__attribute__((noinline)) static uint32_t checksum(uint32_t words)
{
    uint32_t sum = kernel_ticks;

    for (volatile uint32_t i = 0; i < words; i++)
        sum = sum << 5 ^ sum >> 3 ^ i;
    return sum;
}

void kernel_handle(uint32_t interrupt)
{
    static volatile uint32_t sum;

    depth++;
    interrupts_nested += depth > 1;
    sum += checksum(8);
    if (interrupt == board_tick_interrupt)
        kernel_tick();
    else
        pulse();
    if (kernel_switch_wanted && kernel_switches)
        kernel_switches();
    depth--;
}
