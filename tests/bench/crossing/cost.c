/* SPDX-License-Identifier: MIT */
/*
 * Counts the instructions of bobbin_step across an SVC and across an IRQ. Both handlers are in SVC
 * mode, and System mode is interrupted. All memory is in windows, and no cache is used.
 */
#include "cost.h"

#include <stdio.h>

#include "bench.h"
#include "layout.h"
#include <bobbin/cross.h>

enum { PERIOD_TICKS = 100 };

extern const uint8_t __bobbin_start[], __bobbin_end[];

/* One trace. */
static struct {
    struct bobbin_table table;
    struct bobbin_env env;
    struct bobbin_cursor cursor;
    struct bobbin_banks banks;
} trace;
static uint32_t cost_nothing;
static volatile bool interrupted;

/* The interrupted code is in System mode: only its sp and lr are needed. */
static bool read_bank(void *context, uint32_t mode, uint32_t number, uint32_t *out)
{
    uint32_t sp_lr[2];

    (void)context;
    if (mode != 0x10 || (number != BOBBIN_SP && number != BOBBIN_LR))
        return false;
    cost_user_registers(sp_lr);
    *out = sp_lr[number - BOBBIN_SP];
    return true;
}

static bool read(void *context, enum bobbin_space space, uint32_t address, void *out,
                 uint32_t size_bytes)
{
    (void)context, (void)space, (void)address, (void)out, (void)size_bytes;
    return false;
}

static bool open(void)
{
    uint32_t now = board_now();

    cost_nothing = board_now() - now;
    trace.env = (struct bobbin_env){
        .read = read,
        .read_bank = read_bank,
        .foreign = &bobbin_cross,
        .tables = &trace.table,
        .tables_count = 1,
        .window = {{__ram_start, (uint32_t)__ram_start, (uint32_t)(__ram_end - __ram_start)},
                   {__flash_start, (uint32_t)__flash_start,
                    (uint32_t)(__flash_end - __flash_start)}},
    };
    return bobbin_table_open(&trace.table, __bobbin_start,
                             (uint32_t)(__bobbin_end - __bobbin_start), 0) == BOBBIN_TABLE_OK;
}

/* Unwinds until the trace has crossed an exception and made one more step. */
static void measure(const char *name)
{
    uint32_t r[16], steps = 0;
    uint32_t cpsr = bench_registers(r);
    uint32_t now, instructions = 0;

    bobbin_begin_across(&trace.cursor, &trace.env, &trace.banks, r, cpsr);
    while (!trace.banks.crossings) {
        now = board_now();
        bool found = bobbin_step(&trace.cursor, &trace.env);
        instructions = board_now() - now - cost_nothing;
        if (!found)
            break;
        steps++;
    }
    printf("%s: %lu instructions, after %lu steps: %s\n", name, (unsigned long)instructions,
           (unsigned long)steps, bobbin_stop_name(trace.cursor.stop));
}

void cost_of_call(void)
{
    measure("svc");
}

void cost_of_interrupt(void)
{
    board_timer_stop();
    measure("irq");
    interrupted = true;
}

int main(void)
{
    if (!open())
        return 1;
    cost_call();
    board_timer_start(PERIOD_TICKS);
    __asm__ volatile("cpsie i" ::: "memory");
    while (!interrupted)
        ;
    return 0;
}
