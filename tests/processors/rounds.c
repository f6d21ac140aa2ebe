/* SPDX-License-Identifier: MIT */
/*
 * Processors call bobbin_fault at the same time, again and again. The sink counts: each fault must
 * be in one report, and the lines of two reports must not mix. Ends with exit status 0, or with the
 * number of a failed check.
 */
#include "board.h"
#include "port/processors/processor_hints.h"
#include "work.h"
#include <bobbin/processors.h>

enum { MIXED = 2, LOST = 3, TWICE = 4 };

void __wrap_board_put(const char *bytes, uint32_t size_bytes);
uint32_t __wrap_board_now(void);
void __real_board_put(const char *bytes, uint32_t size_bytes);

static volatile uint32_t begun[BOBBIN_PROCESSORS], done[BOBBIN_PROCESSORS];
static volatile uint32_t writer; /* the number + 1 of the processor that writes a report */
static volatile uint32_t times[BOBBIN_PROCESSORS]; /* how often its faults were in a report */
static uint32_t reports, others;

/* Whether TYPE is in the line. Functions of newlib make unaligned accesses, which fault here. */
static bool is_type(const char *line, uint32_t size_bytes, const char *type)
{
    for (uint32_t start = 0; start < size_bytes; start++) {
        uint32_t length = 0;

        while (type[length] && start + length < size_bytes && line[start + length] == type[length])
            length++;
        if (!type[length])
            return true;
    }
    return false;
}

static void count_line(const char *bytes, uint32_t size_bytes)
{
    uint32_t me = bobbin_processor_number();

    if (is_type(bytes, size_bytes, ".0 report ")) {
        if (writer)
            board_exit(MIXED);
        writer = me + 1;
        times[me]++;
        reports++;
    }
    if (writer != me + 1)
        board_exit(MIXED);
    for (uint32_t number = 0; number < BOBBIN_PROCESSORS; number++) {
        char cpu[] = " cpu 0 faulted ";

        cpu[5] = (char)('0' + number);
        if (is_type(bytes, size_bytes, cpu)) {
            times[number]++;
            others++;
        }
    }
    if (is_type(bytes, size_bytes, " end "))
        writer = 0;
}

/* No time limit: without -icount the time is that of the host. */
uint32_t __wrap_board_now(void)
{
    return 0;
}

/* Replaces the sink of all reports. */
void __wrap_board_put(const char *bytes, uint32_t size_bytes)
{
    if (plan.rounds)
        count_line(bytes, size_bytes);
    else if (plan.faults_inside && is_type(bytes, size_bytes, " frame 0 "))
        __builtin_trap();
    else
        __real_board_put(bytes, size_bytes);
}

static void fault_here(uint32_t number)
{
    struct bobbin_context context = {.cause = BOBBIN_CAUSE_USER};

    if (number & 1) {
        bobbin_dump_tasks("odd");
        return;
    }
    context.valid = BOBBIN_VALID_R(BOBBIN_PC) | BOBBIN_VALID_R(BOBBIN_SP) | BOBBIN_VALID_CPSR;
    __asm__ volatile("mov %0, pc\n\tmov %1, sp\n\tmrs %2, cpsr"
                     : "=r"(context.r[15]), "=r"(context.r[13]), "=r"(context.cpsr));
    context.text = "even";
    __asm__ volatile("cpsid if" ::: "memory");
    bobbin_fault(&context);
    __asm__ volatile("cpsie if" ::: "memory");
}

static void wait_until(volatile uint32_t *counters, uint32_t round)
{
    for (uint32_t number = 0; number < BOBBIN_PROCESSORS; number++)
        while ((plan.crashing >> number & 1) && counters[number] < round)
            give_way();
}

void work_rounds(uint32_t number)
{
    if (!(plan.crashing >> number & 1))
        for (;;)
            give_way();
    for (uint32_t round = 1; round <= plan.rounds; round++) {
        begun[number] = round;
        wait_until(begun, round);
        for (volatile uint32_t delay = 0; delay < (round * (number + 3)) % 61; delay++)
            ;
        fault_here(number);
        if (times[number] != round)
            board_exit(times[number] < round ? LOST : TWICE);
        done[number] = round;
        wait_until(done, round);
    }
    board_exit(0);
}
