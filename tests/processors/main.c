/* SPDX-License-Identifier: MIT */
/*
 * All processors work; some crash at the same time. The command line has four words:
 *
 *     WHAT CRASHING IRQ-MASKED ALL-MASKED
 *
 * The last three are masks of processors, in hexadecimal. WHAT is one of these:
 *
 *     crash   each CRASHING processor has a fault of another kind
 *     inside  the same, and the sink faults at the first frame line
 *     rounds  again and again, each CRASHING processor calls bobbin_fault, which returns
 */
#include <stdio.h>
#include <string.h>

#include "board.h"
#include "port/armv7/cp15.h"
#include "port/processors/processor_hints.h"
#include "processors.h"
#include "work.h"
#include <bobbin/processors.h>

volatile uint32_t processors_go;
struct work_plan plan;
static char what[16];
static volatile uint32_t ready[BOBBIN_PROCESSORS];

const struct bobbin_processors bobbin_processors = {.stop = board_stop};

static void stop(const struct bobbin_sampled *sampled)
{
    uint32_t interrupt = board_interrupt_begin();

    board_interrupt_end(interrupt);
    bobbin_processor_stopped(sampled);
}

void bobbin_sampled_irq(const struct bobbin_sampled *sampled)
{
    stop(sampled);
}

void bobbin_sampled_fiq(const struct bobbin_sampled *sampled)
{
    stop(sampled);
}

static void unmask(uint32_t number)
{
    if (plan.all_masked >> number & 1)
        return;
    if (plan.irq_masked >> number & 1)
        __asm__ volatile("cpsie f" ::: "memory");
    else
        __asm__ volatile("cpsie if" ::: "memory");
}

static void wait_for_all(void)
{
    for (uint32_t number = 0; number < BOBBIN_PROCESSORS; number++)
        while (!ready[number])
            give_way();
}

static void run(uint32_t number)
{
    board_stop_enable();
    ready[number] = 1;
    wait_for_all();
    unmask(number);
    work(number, number + 2);
}

void other_main(uint32_t number)
{
    board_init_uart();
    board_init_counter();
    run(number);
}

int main(void)
{
    unsigned crashing = 0, irq_masked = 0, all_masked = 0;

    sscanf(board_command_line(), "%15s %x %x %x", what, &crashing, &irq_masked, &all_masked);
    plan.crashing = crashing;
    plan.irq_masked = irq_masked;
    plan.all_masked = all_masked;
    plan.faults_inside = strcmp(what, "inside") == 0;
    plan.rounds = strcmp(what, "rounds") == 0 ? ROUNDS : 0;
    board_start_others();
    __asm__ volatile("dsb" ::: "memory");
    processors_go = PROCESSORS_GO;
    run(0);
    return 0;
}
