/* SPDX-License-Identifier: MIT */
/*
 * All processors work; some crash at the same time. The command line has five words:
 *
 *     WHAT CRASHING IRQ-MASKED ALL-MASKED IN-HANDLER
 *
 * The last four are masks of processors, in hexadecimal. IN-HANDLER: these work in an IRQ handler.
 * WHAT is one of these:
 *
 *     crash    each CRASHING processor has a fault of another kind
 *     inside   the same, and the sink faults at the first frame line
 *     here     the same; handlers of the stop interrupts have not stored the registers
 *     private  the same; the stacks of all but the first processor are private memory
 *     alone    the same; only the first processor runs, says bobbin_processors
 *     rounds   again and again, each CRASHING processor calls bobbin_fault, which returns
 */
#include <stdio.h>
#include <string.h>

#include "board.h"
#include "boards/devices/interrupts.h"
#include "port/armv7/cp15.h"
#include "port/processors/processor_hints.h"
#include "processors.h"
#include "work.h"
#include <bobbin/processors.h>

volatile uint32_t processors_go;
struct work_plan plan;
static char what[16];
static volatile uint32_t ready[BOBBIN_PROCESSORS];

static struct bobbin_region private_memory[1];
extern uint8_t main_stacks_end[];

static bool is(const char *word)
{
    return strcmp(what, word) == 0;
}

/* If several crash, they do so soon: QEMU may run a processor late. */
static bool request_stop(uint32_t number, uint32_t attempt)
{
    bool several = (plan.crashing & (plan.crashing - 1)) != 0;

    if (attempt > (several ? 20 : 1))
        return false;
    board_send(number, attempt == 0 ? STOP_IRQ : STOP_FIQ);
    return true;
}

static uint32_t running(void)
{
    return is("alone") ? 1 : ~0u;
}

const struct bobbin_processors bobbin_processors = {
    .stop = request_stop,
    .running = running,
    .private_memory = private_memory,
    .private_memory_count = 1,
};

/* A GICv2 has the number of the sending processor in the bits above. */
enum { INTERRUPT_MASK = 0x3ff };

static void stop(const struct bobbin_sampled *sampled)
{
    uint32_t interrupt = board_interrupt_begin();

    board_interrupt_end(interrupt);
    if ((interrupt & INTERRUPT_MASK) == WORK_IRQ)
        work_in_handler(bobbin_processor_number());
    else if (is("here"))
        bobbin_processor_stop_here();
    else
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
    interrupts_enable(STOP_IRQ, false);
    interrupts_enable(STOP_FIQ, true);
    interrupts_enable(WORK_IRQ, false);
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
    unsigned crashing = 0, irq_masked = 0, all_masked = 0, in_handler = 0;

    sscanf(board_command_line(), "%15s %x %x %x %x", what, &crashing, &irq_masked, &all_masked,
           &in_handler);
    plan.crashing = crashing;
    plan.irq_masked = irq_masked;
    plan.all_masked = all_masked;
    plan.in_handler = in_handler;
    plan.faults_inside = is("inside");
    plan.rounds = is("rounds") ? ROUNDS : 0;
    if (is("private"))
        private_memory[0] = (struct bobbin_region){
            "stacks", (uint32_t)main_stacks_end - (BOBBIN_PROCESSORS - 1) * MAIN_STACK_BYTES,
            (uint32_t)main_stacks_end};
    board_start_others();
    __asm__ volatile("dsb" ::: "memory");
    processors_go = PROCESSORS_GO;
    run(0);
    return 0;
}
