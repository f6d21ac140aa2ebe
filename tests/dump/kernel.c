/* SPDX-License-Identifier: MIT */
/*
 * The memory of a made-up kernel, filled in by hand: control blocks, task lists of three forms, and
 * the stacks of tasks that do not run. The section .ram is the dump. tests/cli/tasks.sh has the
 * tasks that the tool must find.
 */
#include <bobbin/rtos.h>

#include <stddef.h>

#define RAM         __attribute__((section(".ram"), used))
#define STACK_WORDS 32
#define FILL        0xa5a5a5a5u

/* The words of a stack from its top down: in switch.S, worker called mutex_wait, which called
   yield. 19 words are unused. */
#define WAITING_STACK                                                                              \
    {                                                                                              \
        [0 ... 18] = FILL, [19] = 4, 5, 6, 7, 8, 9, 10, 11, (uint32_t)after_yield, 44,             \
               (uint32_t)after_wait, 33, (uint32_t)task_exit                                       \
    }

extern const char after_yield[], after_wait[];
void task_exit(void);
void idle(void);

struct node {
    struct node *next;
};

struct block {
    uint32_t *saved;
    uint32_t number;
    struct node node;
    uint32_t *stack;
    uint16_t stack_bytes;
    uint8_t state;
    char name[9];
};

#define TASK(text, words, used, in_state, next_node)                                               \
    {                                                                                              \
        .saved = (words) + STACK_WORDS - (used), .node = {next_node}, .stack = (words),            \
        .stack_bytes = sizeof(words), .state = (in_state), .name = text                            \
    }

extern struct block rx, tx, idle_task, odd, ran, busy;
extern struct node ready[2];

RAM uint32_t rx_stack[STACK_WORDS] = WAITING_STACK;
RAM uint32_t tx_stack[STACK_WORDS] = WAITING_STACK;
RAM uint32_t busy_stack[STACK_WORDS] = WAITING_STACK;
/* Never ran: yield "returns" to the start of idle. */
RAM uint32_t idle_stack[STACK_WORDS] = {[STACK_WORDS - 1] = (uint32_t)idle};
RAM uint32_t odd_stack[STACK_WORDS] = {0};

/* Ready tasks: a ring for each priority, with the list itself as a node. */
RAM struct node ready[2] = {{&ready[0]}, {&idle_task.node}};
RAM struct block idle_task = TASK("first", idle_stack, 9, 0, &busy.node);
RAM struct block busy = TASK("busy", busy_stack, 13, 0, &ready[1]);

/* Blocked tasks: a chain that ends with 0. */
RAM struct node *blocked = &rx.node;
RAM struct block rx = TASK("rx", rx_stack, 13, 1, &tx.node);
RAM struct block tx = TASK("tx \x1b[31m", tx_stack, 13, 1, NULL);

/* All others: an array of nodes. The saved pointer of odd is wrong. */
RAM struct block odd = {.saved = (uint32_t *)0x30000000,
                        .stack = odd_stack,
                        .state = 2,
                        .stack_bytes = sizeof(odd_stack),
                        .name = "odd"};
RAM struct node *others[4] = {NULL, &odd.node, NULL, &rx.node};
RAM uint32_t others_count = 3;

RAM struct block *current = &busy;
RAM struct block *next = &idle_task;
RAM struct block *handles[] = {&tx, NULL, &idle_task};

static const struct bobbin_kernel_list lists[] = {
    {.head = (uint32_t)ready,
     .end = (uint32_t)ready,
     .count = 2,
     .stride_bytes = sizeof(ready[0]),
     .next_offset = offsetof(struct node, next),
     .node_offset = offsetof(struct block, node),
     .state = BOBBIN_TASK_READY},
    {.head = (uint32_t)&blocked,
     .count = 1,
     .next_offset = offsetof(struct node, next),
     .node_offset = offsetof(struct block, node)},
    {.head = (uint32_t)others,
     .count = 4,
     .stride_bytes = sizeof(others[0]),
     .next_offset = BOBBIN_KERNEL_ARRAY,
     .node_offset = offsetof(struct block, node),
     .count_at = (uint32_t)&others_count},
};
static const uint8_t states[] = {BOBBIN_TASK_READY, BOBBIN_TASK_BLOCKED, BOBBIN_TASK_SUSPENDED};

const struct bobbin_kernel bobbin_kernel = {
    .list = lists,
    .lists_count = sizeof(lists) / sizeof(lists[0]),
    .tasks_max = 8,
    .current = (uint32_t)&current,
    .current_count = 1,
    .current_stride_bytes = sizeof(current),
    .name_offset = offsetof(struct block, name),
    .name_size = sizeof(rx.name),
    .stack_low = {offsetof(struct block, stack), 4},
    .stack_size = {offsetof(struct block, stack_bytes), 2},
    .saved = {offsetof(struct block, saved), 4},
    .state = {offsetof(struct block, state), 1},
    .states = states,
    .states_count = sizeof(states),
    .fill = FILL,
};
