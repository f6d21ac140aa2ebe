/* SPDX-License-Identifier: MIT */
#include "ways.h"

#include <string.h>

#include "board.h"
#include "config.h"
#include "layout.h"
#include "provoke.h"

#define NOWHERE  0xdead0000u
#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

void __assert_func(const char *file, int line, const char *function, const char *expression)
    __attribute__((noreturn));
void __stack_chk_fail(void) __attribute__((noreturn));
void abort(void) __attribute__((noreturn));

struct plan plan;
uint32_t loss_stack_low, loss_stack_top;
bool ways_was_reset;

static uint32_t calls[MOMENTS];
static struct bobbin_config config_kept;
static bool config_is_kept;
static void (*in_interrupt)(uint32_t *pc, uint32_t *cpsr);
uint32_t ways_injected_at;

static volatile struct bobbin_config *config(void)
{
    return (volatile struct bobbin_config *)(uintptr_t)&bobbin_config;
}

static void copy_config(volatile void *to, const void *from)
{
    for (uint32_t i = 0; i < sizeof(config_kept) / 4; i++)
        ((volatile uint32_t *)to)[i] = ((const volatile uint32_t *)from)[i];
}

static void act(enum moment moment)
{
    uint32_t call = ++calls[moment];

    if (moment == plan.moment && call - plan.first < plan.count)
        plan.action(plan.number);
}

/* ---- the functions of bobbin_config ---------------------------------------------------------- */

void config_put(const char *bytes, uint32_t size_bytes)
{
    act(PUT);
    board_put(bytes, size_bytes / 2);
    act(HALF);
    board_put(bytes + size_bytes / 2, size_bytes - size_bytes / 2);
    act(SENT);
}

void config_kick(void)
{
    act(KICK);
}

uint32_t config_now(void)
{
    act(NOW);
    return board_now();
}

enum bobbin_task_found config_task(struct bobbin_task_walk *walk, struct bobbin_task *task)
{
    extern uint8_t __stack_irq_low[], __stack_irq_high[];

    act(TASK);
    if (walk->number++ > 0)
        return BOBBIN_TASK_NONE;
    *task = (struct bobbin_task){
        .name = "waits",
        .id = (uint32_t)__stack_irq_low,
        .stack_low = (uint32_t)__stack_irq_low,
        .stack_high = (uint32_t)__stack_irq_high,
        .state = BOBBIN_TASK_BLOCKED,
    };
    return BOBBIN_TASK_FOUND;
}

bool config_fallback(struct bobbin_table *table)
{
    (void)table;
    act(FALLBACK);
    return false;
}

void config_finish(const struct bobbin_context *context)
{
    (void)context;
    __asm__ volatile("cpsid if");
    act(FINISH);
    loss_return();
}

/* ---- during a report ------------------------------------------------------------------------- */

static void undefined(uint32_t number)
{
    (void)number;
    __asm__ volatile("udf #7");
}

static void data(uint32_t number)
{
    *(volatile uint32_t *)NOWHERE = number;
}

static void jump(uint32_t number)
{
    (void)number;
    ((void (*)(void))NOWHERE)();
}

static void assertion(uint32_t number)
{
    __assert_func("sink.c", (int)number, "put", "room");
}

static void call_abort(uint32_t number)
{
    (void)number;
    abort();
}

static void smash(uint32_t number)
{
    (void)number;
    __stack_chk_fail();
}

static void panic(uint32_t number)
{
    (void)number;
    bobbin_panic("inside");
}

static void imprecise(uint32_t number)
{
    loss_imprecise(number);
}

/* Writes over the frames of the report, from the frame of this function upwards; the context at the
   top stays. */
__attribute__((noinline)) static void damage(uint32_t number)
{
    uint32_t top = loss_stack_top - sizeof(struct bobbin_context);

    for (uint32_t at = (uint32_t)__builtin_frame_address(0) & ~3u; at < top; at += 4)
        *(volatile uint32_t *)at = number;
}

/* RAM is as it was; .bss is not cleared. */
static void reset(uint32_t number)
{
    (void)number;
    ways_was_reset = true;
    loss_return();
}

static uint32_t stuck_uart[8];

/* A UART whose FIFO stays full: flow control stops it. */
static void stuck(uint32_t number)
{
    (void)number;
    stuck_uart[0x18 / 4] = 1 << 5;
    bobbin_pl011_put((uint32_t)stuck_uart, "stuck", 5);
}

static void store(uint32_t address)
{
    *(volatile uint32_t *)address = 0xffffffff;
}

/* ---- interrupts during a report -------------------------------------------------------------- */

void loss_interrupt(uint32_t *pc, uint32_t *cpsr)
{
    board_timer_stop();
    in_interrupt(pc, cpsr);
}

static void come_back(uint32_t *pc, uint32_t *cpsr)
{
    (void)pc, (void)cpsr;
}

static void fault(uint32_t *pc, uint32_t *cpsr)
{
    (void)pc, (void)cpsr;
    data(0);
}

static void watchdog_panic(uint32_t *pc, uint32_t *cpsr)
{
    (void)pc, (void)cpsr;
    bobbin_panic("watchdog");
}

static void watchdog_dump(uint32_t *pc, uint32_t *cpsr)
{
    (void)pc, (void)cpsr;
    bobbin_dump_tasks("watchdog");
}

#define CPSR_IT 0x0600fc00u

/* The interrupted code goes on with an undefined instruction, in no IT block. */
static void inject(uint32_t *pc, uint32_t *cpsr)
{
    ways_injected_at = *pc;
    *cpsr &= ~CPSR_IT;
    *pc = (uint32_t)(*cpsr & BOBBIN_CPSR_T ? loss_undefined_thumb : loss_undefined_arm);
}

static void spin(uint32_t rounds)
{
    for (volatile uint32_t i = 0; i < rounds; i++) {
    }
}

/* After ROUNDS of a loop and the shortest period. The report goes on unmasked. */
static void start_fiq(void (*handler)(uint32_t *pc, uint32_t *cpsr), uint32_t rounds)
{
    in_interrupt = handler;
    __asm__ volatile("cpsie f");
    spin(rounds);
    board_timer_start_fiq(2);
}

static void fiq(uint32_t rounds)
{
    start_fiq(come_back, rounds);
}

static void fiq_fault(uint32_t rounds)
{
    start_fiq(fault, rounds);
}

static void fiq_panic(uint32_t rounds)
{
    start_fiq(watchdog_panic, rounds);
}

static void fiq_dump(uint32_t rounds)
{
    start_fiq(watchdog_dump, rounds);
}

/* NUMBER: ticks of the timer, in units of 1/64. */
static void fiq_inject(uint32_t number)
{
    in_interrupt = inject;
    __asm__ volatile("cpsie f");
    spin(number % 64);
    board_timer_start_fiq(2 + number / 64);
}

static void start_irq(void (*handler)(uint32_t *pc, uint32_t *cpsr))
{
    in_interrupt = handler;
    __asm__ volatile("cpsie i");
    board_timer_start(2);
    spin(3000);
}

static void irq(uint32_t number)
{
    (void)number;
    start_irq(come_back);
}

static void irq_fault(uint32_t number)
{
    (void)number;
    start_irq(fault);
}

static const struct action during[] = {
    {"undefined", undefined},
    {"data", data},
    {"jump", jump},
    {"assert", assertion},
    {"abort", call_abort},
    {"smash", smash},
    {"panic", panic},
    {"imprecise", imprecise},
    {"wild-sp", loss_wild_sp},
    {"damage", damage},
    {"reset", reset},
    {"stuck", stuck},
    {"store", store},
    {"fiq", fiq},
    {"fiq-fault", fiq_fault},
    {"fiq-panic", fiq_panic},
    {"fiq-dump", fiq_dump},
    {"inject", fiq_inject},
    {"irq", irq},
    {"irq-fault", irq_fault},
};

/* ---- before the crash ------------------------------------------------------------------------ */

extern uint32_t __bobbin_crash_stack_low[], __bobbin_crash_stack_top[];

#define BELOW 0x5afe5afeu

static void crash_stack_of(uint32_t size_bytes)
{
    loss_stack_low = loss_stack_top - size_bytes;
    for (uint32_t *at = __bobbin_crash_stack_low; at < (uint32_t *)loss_stack_low; at++)
        *at = BELOW;
}

bool ways_wrote_below(void)
{
    if (plan.moment != NEVER || *__bobbin_crash_stack_low != BELOW)
        return false;
    for (uint32_t *at = __bobbin_crash_stack_low; at < (uint32_t *)loss_stack_low; at++)
        if (*at != BELOW)
            return true;
    return false;
}

static void misaligned(uint32_t number)
{
    loss_stack_top -= number;
}

static void no_memory(uint32_t number)
{
    loss_stack_top = number;
    loss_stack_low = number - 2048;
}

/* The stack of the code that crashes has grown into the crash stack: NUMBER bytes below its top. */
static void overflowed(uint32_t number)
{
    extern uint8_t __stack_svc_high[];

    loss_stack_top = (uint32_t)__stack_svc_high - 64 + number;
    loss_stack_low = loss_stack_top - 2048;
}

static void only_put(uint32_t number)
{
    void (*put)(const char *, uint32_t) = config()->put;

    (void)number;
    for (uint32_t i = 0; i < sizeof(config_kept) / 4; i++)
        ((volatile uint32_t *)config())[i] = 0;
    config()->put = put;
}

/* Word NUMBER / 4 of bobbin_config; another value by the last digit. */
static void config_word(uint32_t number)
{
    static const uint32_t values[] = {0, 1, 0xffffffff, NOWHERE};

    ((volatile uint32_t *)config())[number / 4] = values[number % 4];
}

/* VBAR; processors without it ignore the store. */
static void vectors_at(uint32_t number)
{
#if __ARM_ARCH_PROFILE == 'A' || __ARM_ARCH == 8
    __asm__ volatile("mcr p15, 0, %0, c12, c0, 0" : : "r"(number));
#else
    (void)number;
#endif
}

static const struct action before[] = {
    {"stack", crash_stack_of},  {"misaligned", misaligned}, {"no-memory", no_memory},
    {"overflowed", overflowed}, {"only-put", only_put},     {"config", config_word},
    {"vectors", vectors_at},
};

/* ---- look-up --------------------------------------------------------------------------------- */

static const struct action *find(const struct action *actions, size_t count, const char *word)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(actions[i].name, word) == 0)
            return &actions[i];
    return NULL;
}

const struct action *ways_during(const char *word)
{
    return find(during, COUNT(during), word);
}

const struct action *ways_before(const char *word)
{
    return find(before, COUNT(before), word);
}

enum moment ways_moment(const char *word)
{
    static const char *const words[] = {"put", "half", "sent",     "kick",
                                        "now", "task", "fallback", "finish"};

    for (uint32_t i = 0; i < MOMENTS; i++)
        if (strcmp(words[i], word) == 0)
            return (enum moment)i;
    return NEVER;
}

void ways_begin(const struct plan *new_plan)
{
    if (!config_is_kept)
        copy_config(&config_kept, &bobbin_config);
    config_is_kept = true;
    copy_config(config(), &config_kept);
    for (uint32_t i = 0; i < MOMENTS; i++)
        calls[i] = 0;
    plan = *new_plan;
    *__bobbin_crash_stack_low = 0;
    ways_injected_at = 0;
    board_timer_stop();
    loss_stack_top = (uint32_t)__bobbin_crash_stack_top;
    loss_stack_low = loss_stack_top - 2048;
    if ((uint32_t)__bobbin_crash_stack_low > loss_stack_low)
        loss_stack_low = (uint32_t)__bobbin_crash_stack_low;
}
