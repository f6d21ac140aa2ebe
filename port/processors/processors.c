/* SPDX-License-Identifier: MIT */
/* Replaces bobbin_fault, bobbin_die and bobbin_after_reset: one processor reports, the others
   wait. */
#include <bobbin/processors.h>

#include "../armv7/cp15.h"
#include "../armv7/exception_context.h"
#include "../armv7/processor_number.h"
#include "../crash/reporter.h"
#include "claim.h"
#include "held.h"
#include "processor_crash.h"
#include "processor_hints.h"

#if BOBBIN_PROCESSORS < 2
#error "compile all sources with -DBOBBIN_PROCESSORS=N, N from 2 on"
#endif

#define POLLS_MAX 1000000u

/* Unlikely values, like those of claim.c. */
enum { DYING = 0x0b0bd1e5, STOPPING = 0x0b0b5709 };

static volatile uint32_t stopping; /* STOPPING: the reporter has stopped the others */
static volatile uint32_t dying[BOBBIN_PROCESSORS]; /* DYING: its report is the last */
static struct bobbin_entry_values entries[BOBBIN_PROCESSORS];

uint32_t bobbin_processor_number(void)
{
    uint32_t mpidr;

    cp15_read(mpidr, 0, c0, c0, 5);
#ifdef BOBBIN_CLUSTER_SHIFT
    return (mpidr & 0xff) | ((mpidr >> 8 & 3) << BOBBIN_CLUSTER_SHIFT);
#else
    return mpidr & 0xff;
#endif
}

/* The number of this processor. If it has none, waits for ever: it has no crash stack either. */
static uint32_t own_number(void)
{
    uint32_t number = bobbin_processor_number();

    while (number >= BOBBIN_PROCESSORS)
        wait_for_event();
    return number;
}

static bool is_running(uint32_t number)
{
    return !bobbin_processors.running || (bobbin_processors.running() >> number & 1);
}

/* Whether the report expects processor OTHER to stop, and it has not yet. */
static bool is_awaited(uint32_t other, uint32_t reporter)
{
    const struct bobbin_held *held;

    return other != reporter && is_running(other) && !bobbin_held_by(other, &held);
}

static bool any_awaited(uint32_t reporter)
{
    for (uint32_t other = 0; other < BOBBIN_PROCESSORS; other++)
        if (is_awaited(other, reporter))
            return true;
    return false;
}

/* False if there is no such ATTEMPT, or none is needed. */
static bool request_stop(uint32_t reporter, uint32_t attempt)
{
    bool requested = false;

    for (uint32_t other = 0; other < BOBBIN_PROCESSORS; other++)
        if (is_awaited(other, reporter) && bobbin_processors.stop(other, attempt))
            requested = true;
    return requested;
}

static void stop_others(uint32_t reporter)
{
    uint32_t polls_max = bobbin_processors.polls_max ? bobbin_processors.polls_max : POLLS_MAX;

    if (stopping == STOPPING || !bobbin_processors.stop) /* after a fault in `stop` */
        return;
    stopping = STOPPING;
    memory_barrier();
    for (uint32_t attempt = 0; request_stop(reporter, attempt); attempt++) {
        if (bobbin_config.kick)
            bobbin_config.kick();
        for (uint32_t polls = 0; polls < polls_max && any_awaited(reporter); polls++)
            give_way();
    }
}

static void let_others_go(uint32_t number)
{
    stopping = 0;
    bobbin_claim_release(number); /* before the end of the round: see bobbin_round */
    bobbin_round_end();
}

static bool hold_faulted(uint32_t number, const struct bobbin_context *context, uint32_t round)
{
    struct bobbin_held held;

    held.context = context;
    bobbin_bank_values_keep(&held.banks, context, &entries[number]);
    return bobbin_hold(number, HELD_FAULTED, &held, round);
}

void bobbin_fault(const struct bobbin_context *context)
{
    uint32_t number = own_number();
    uint32_t round = bobbin_round();

    while (!bobbin_claim(number)) {
        if (hold_faulted(number, context, round))
            return;
        round = bobbin_round(); /* the report did not have this fault */
    }
    stop_others(number);
    bobbin_report_fault(context);
    if (dying[number] != DYING)
        let_others_go(number);
}

_Noreturn void bobbin_die(const struct bobbin_context *context)
{
    dying[own_number()] = DYING;
    bobbin_report_die(context);
}

void bobbin_after_reset(void)
{
    stopping = 0;
    for (uint32_t i = 0; i < BOBBIN_PROCESSORS; i++)
        dying[i] = 0;
    bobbin_claim_reset();
    bobbin_report_reset();
}

static void keep_entry(struct bobbin_entry_values *entry, const struct bobbin_context *context)
{
    entry->mode = cpsr_read() & BOBBIN_CPSR_MODE;
    entry->sp = context->r[BOBBIN_SP];
    for (uint32_t i = 0; i < 5; i++)
        entry->r8[i] = context->r[8 + i];
}

/* A HANDLER may store to memory that all processors share; only the reporter calls such a one. */
_Noreturn void bobbin_processor_crash(struct bobbin_context *context,
                                      void (*handler)(struct bobbin_context *context))
{
    uint32_t number = own_number();

    if (handler == bobbin_exception)
        keep_entry(&entries[number], context);
    if (bobbin_claim(number))
        handler(context);
    if (handler == bobbin_exception)
        complete_exception(context);
    else if (context->cause != BOBBIN_CAUSE_ASSERT)
        handler(context); /* stores to no shared memory */
    bobbin_die(context);
}

void bobbin_processor_stopped(const struct bobbin_sampled *sampled)
{
    static const struct bobbin_entry_values no_fault;
    struct bobbin_context context;
    struct bobbin_held held;
    uint32_t round;

    for (uint32_t i = 0; i < 16; i++)
        context.r[i] = sampled->r[i];
    context.cpsr = sampled->cpsr;
    context.valid = sampled->valid;
    context.cause = BOBBIN_CAUSE_USER;
    context.text = NULL;
    held.context = &context;
    bobbin_bank_values_keep(&held.banks, &context, &no_fault);
    while (round = bobbin_round(), stopping == STOPPING)
        bobbin_hold(own_number(), HELD_STOPPED, &held, round);
}
