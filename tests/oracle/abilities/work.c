/* SPDX-License-Identifier: MIT */
/* What the firmware of start.S does. Uses no addresses of its own, because it was moved. */
#include <stdint.h>

enum { REGISTERS = 9, ROUNDS = 5 };

/* Saves the registers on this stack, stores sp to SAVE, and continues the task at SP. */
typedef void switch_function(uint32_t *save, uint32_t sp);

struct tasks {
    uint32_t mine, others; /* sp of each task while the other one runs */
    uint32_t sum;
    switch_function *switch_to;
};

uint32_t work(uint32_t other_first, uint32_t *other_stack, switch_function *switch_to);
void other(struct tasks *tasks);
void count(void);

void count(void)
{
    __asm__ volatile("");
}

static __attribute__((noinline)) uint32_t deep(uint32_t depth)
{
    if (!depth)
        __asm__ volatile(".inst 0xeef10a10" ::: "r0"); /* VMRS r0, FPSCR: the FPU is off */
    return depth ? 1 + deep(depth - 1) : 0;
}

/* The other task. */
void other(struct tasks *tasks)
{
    for (;;) {
        tasks->sum += deep(2);
        tasks->switch_to(&tasks->others, tasks->mine);
    }
}

/* Returns 42. */
uint32_t work(uint32_t other_first, uint32_t *other_stack, switch_function *switch_to)
{
    struct tasks tasks = {.sum = 12, .switch_to = switch_to};
    uint32_t *sp = other_stack - REGISTERS;

    sp[0] = (uint32_t)&tasks; /* r4 */
    sp[REGISTERS - 1] = other_first;
    tasks.others = (uint32_t)sp;
    for (int i = 0; i < ROUNDS; i++) {
        tasks.sum += deep(4);
        switch_to(&tasks.mine, tasks.others);
    }
    return tasks.sum;
}
