/* SPDX-License-Identifier: MIT */
#include "handlers.h"

#include <stdbool.h>

#include "board.h"
#include "crossings.h"
#include "program.h"

enum { DEPTH_MAX = 4 };
enum { MODE_MASK = 0x1f, PSR_T = 0x20 };
enum {
    MODE_USR = 0x10,
    MODE_IRQ = 0x12,
    MODE_SVC = 0x13,
    MODE_ABT = 0x17,
    MODE_UND = 0x1b,
    MODE_SYS = 0x1f,
};

volatile uint32_t crossings_flags, crossings_busy, crossings_nesting, crossings_extended;
volatile struct crossings_counts crossings_counts;

/* Handlers that run now, without FIQ's. The mode of the innermost C code, without FIQ's. */
static volatile uint32_t depth, running = MODE_SYS;

/* ---- what handlers do ------------------------------------------------------------------------ */

/* The next set of flags: all 16, in an order that follows nothing else. */
static void next_style(void)
{
    static uint32_t state = 1;

    crossings_flags = mix(&state) & 0xf0000000u;
    crossings_extended = state & 1;
}

/* Causes an exception of the kind that TURN chooses, unless BUSY forbids it. */
APART static void provoke(uint32_t turn, uint32_t busy)
{
    switch (turn % 8) {
    case 0:
        if (!(busy & BUSY_UNDEFINED))
            undefined_arm();
        break;
    case 1:
        if (!(busy & BUSY_UNDEFINED))
            undefined_thumb();
        break;
    case 2:
        if (!(busy & BUSY_ABORT))
            abort_arm();
        break;
    case 3:
        if (!(busy & BUSY_ABORT))
            abort_thumb();
        break;
    case 4:
        if (!(busy & BUSY_BREAK))
            break_arm();
        break;
    case 5:
        if (!(busy & BUSY_CALL))
            call_arm(CALL_NOTHING);
        break;
    case 6:
        if (!(busy & BUSY_CALL))
            call_thumb(CALL_NOTHING);
        break;
    default:
        odd_arm(turn, 1);
        break;
    }
}

static void disturb(void)
{
    static volatile uint32_t turns;
    uint32_t turn = turns + 1;

    turns = turn;
    next_style();
    if (depth <= DEPTH_MAX)
        provoke(turn, crossings_busy);
}

/* Lets IRQs come for a while, if their entry code may run now. */
static void unmask_irq(void)
{
    if (crossings_busy & BUSY_IRQ || depth > DEPTH_MAX)
        return;
    __asm__ volatile("cpsie i" ::: "memory");
    odd_thumb(depth, 2);
    __asm__ volatile("cpsid i" ::: "memory");
}

/* The kinds that enter MODE. */
static uint32_t kinds_of(uint32_t mode)
{
    switch (mode) {
    case MODE_IRQ:
        return BUSY_IRQ;
    case MODE_SVC:
        return BUSY_CALL;
    case MODE_ABT:
        return BUSY_ABORT | BUSY_BREAK;
    case MODE_UND:
        return BUSY_UNDEFINED;
    default:
        return 0;
    }
}

static uint32_t current_mode(void)
{
    uint32_t cpsr;

    __asm__ volatile("mrs %0, cpsr" : "=r"(cpsr));
    return cpsr & MODE_MASK;
}

/*
 * The handler's code in the current mode begins. BUSY: the kinds whose bank is in use. If the
 * interrupted code is of another mode, its lr is in use too. Returns what leave() needs.
 */
static uint32_t enter(uint32_t busy)
{
    uint32_t before = crossings_busy << 8 | running, mode = current_mode();

    crossings_busy |= busy | (running != mode ? kinds_of(running) : 0);
    running = mode;
    depth++;
    return before;
}

static void leave(uint32_t before)
{
    depth--;
    running = before & MODE_MASK;
    crossings_busy = before >> 8;
}

static void handle(uint32_t busy, bool unmasks)
{
    uint32_t before = enter(busy);

    disturb();
    if (unmasks)
        unmask_irq();
    leave(before);
}

/* ---- IRQ and FIQ ----------------------------------------------------------------------------- */

/* Primes share few divisors with the lengths of loops. The ticks make 100 to 700 instructions. */
static uint32_t next_period(void)
{
    static const uint8_t primes[] = {11, 23, 13, 37, 17, 29, 19, 31, 41, 43, 47};
    static uint32_t number;
    uint32_t prime = primes[number++ % sizeof(primes)] + 8 * depth;

    return board_timer_hz > 100000000 ? prime * 10 : prime;
}

static void acknowledge(void)
{
    uint32_t interrupt = board_interrupt_begin();

    if (interrupt == board_tick_interrupt)
        board_tick_clear();
    else if (interrupt == board_timer_interrupt)
        board_timer_again(next_period());
    board_interrupt_end(interrupt);
    crossings_counts.irqs++;
}

void serve_irq_once(void)
{
    acknowledge();
    handle(BUSY_IRQ, false);
}

uint32_t begin_irq(void)
{
    acknowledge();
    return enter(0);
}

void serve_irq(void)
{
    disturb();
}

void end_irq(uint32_t before)
{
    leave(before);
}

void serve_irq_unmasking(void)
{
    acknowledge();
    handle(0, true);
}

void serve_fiq(uint32_t spsr)
{
    uint32_t mode = spsr & MODE_MASK;

    board_timer_again(next_period());
    crossings_counts.fiqs++;
    if (crossings_busy == 0 && depth == 0 && running == MODE_SYS &&
        (mode == MODE_USR || mode == MODE_SYS))
        disturb();
}

/* ---- other exceptions ------------------------------------------------------------------------ */

void serve_undefined_plain(void)
{
    crossings_counts.undefined++;
    handle(BUSY_UNDEFINED, false);
}

void serve_undefined(void)
{
    crossings_counts.undefined++;
    handle(0, true);
}

void serve_undefined_at(uint32_t *pc, uint32_t psr)
{
    crossings_counts.undefined++;
    handle(0, true);
    *pc += psr & PSR_T ? 2 : 4;
    odd_thumb(psr, 1);
}

uint32_t serve_call(uint32_t operation)
{
    crossings_counts.calls++;
    handle(0, true);
    return operation + 1;
}

void serve_call_frame(struct call_frame *frame)
{
    crossings_counts.calls++;
    switch (frame->r[0]) {
    case CALL_WORK:
        running = MODE_SVC;
        __asm__ volatile("cpsie i" ::: "memory");
        frame->r[0] = work(CALL_WORK);
        __asm__ volatile("cpsid i" ::: "memory");
        running = MODE_SYS;
        break;
    case CALL_SYSTEM:
        frame->psr |= MODE_SYS;
        break;
    case CALL_RETURN:
        handle(0, true);
        frame->pc = frame->r[1] & ~1u;
        frame->psr = (frame->psr & ~(uint32_t)PSR_T) | (frame->r[1] & 1 ? PSR_T : 0);
        break;
    default:
        handle(0, true);
        frame->r[0]++;
        break;
    }
    odd_arm(frame->pc, 1);
}

void serve_abort_plain(void)
{
    crossings_counts.aborts++;
    handle(BUSY_ABORT | BUSY_BREAK, false);
}

void serve_abort(void)
{
    crossings_counts.aborts++;
    handle(0, true);
}

void serve_abort_at(uint32_t *pc)
{
    crossings_counts.aborts++;
    handle(0, true);
    *pc += 4;
    odd_thumb(depth, 1);
}

void serve_break_plain(void)
{
    crossings_counts.breaks++;
    handle(BUSY_ABORT | BUSY_BREAK, false);
}

void serve_break(void)
{
    crossings_counts.breaks++;
    handle(0, true);
}
