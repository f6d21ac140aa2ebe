/* SPDX-License-Identifier: MIT */
/*
 * Walks over task lists of each form that bobbin_kernel can describe, undamaged and damaged, and
 * prints the names that bobbin_kernel_task finds. The control blocks are made up.
 */
#include <bobbin/rtos.h>

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#define NOWHERE ((struct node *)0xcafe0000u)

struct node {
    uint32_t value;
    struct node *next;
};

struct block {
    uint32_t saved;
    struct node node;
    char name[4];
    uint16_t low_kib; /* not aligned to a word */
    uint8_t padding, state;
    uint32_t stack_low, stack_bytes;
};

enum { READY_LISTS = 2, BLOCKS = 9, PIDS = 8 };

/* Lists as FreeRTOS has them: the last node is in the head. */
struct ring {
    uint32_t count;
    struct node end;
};

static struct block blocks[BLOCKS];
static struct block *running[2];
static struct ring ready[READY_LISTS];
static struct node *chain, *circle;
static struct block *pids[PIDS];
static struct block **pid_table = pids;
static uint32_t pids_count = PIDS;
static struct node list_head, *list = &list_head;

#define LINK offsetof(struct node, next)
#define NODE offsetof(struct block, node)

static const struct bobbin_kernel_list lists[] = {
    {.head = (uint32_t)&ready[0].end.next,
     .end = (uint32_t)&ready[0].end,
     .count = READY_LISTS,
     .stride_bytes = sizeof(struct ring),
     .next_offset = LINK,
     .node_offset = NODE,
     .state = BOBBIN_TASK_READY},
    {.head = (uint32_t)&chain, .count = 1, .next_offset = LINK, .node_offset = NODE},
    {.head = (uint32_t)&circle, .count = 1, .next_offset = LINK, .node_offset = NODE},
    {.head = (uint32_t)&pid_table,
     .is_indirect = true,
     .count = PIDS,
     .count_at = (uint32_t)&pids_count,
     .stride_bytes = 4,
     .next_offset = BOBBIN_KERNEL_ARRAY},
    {.head = (uint32_t)&list,
     .is_indirect = true,
     .count = 1,
     .next_offset = 0,
     .node_offset = NODE + LINK},
};

static const uint8_t states[] = {BOBBIN_TASK_UNKNOWN, BOBBIN_TASK_BLOCKED, BOBBIN_TASK_ENDED};

const struct bobbin_kernel bobbin_kernel = {
    .list = lists,
    .lists_count = sizeof(lists) / sizeof(lists[0]),
    .tasks_max = 2 * BLOCKS,
    .current = (uint32_t)running,
    .current_count = 2,
    .current_stride_bytes = sizeof(running[0]),
    .name_offset = offsetof(struct block, name),
    .name_size = sizeof(blocks[0].name),
    .stack_low = {offsetof(struct block, stack_low), 4},
    .stack_size = {offsetof(struct block, stack_bytes), 4},
    .saved = {offsetof(struct block, low_kib), 2},
    .state = {offsetof(struct block, state), 1},
    .states = states,
    .states_count = sizeof(states),
};

/* Tasks: a and b on the first ready list, c on the second, d and e on the chain, f and g in the
   circle, h in the array, i on the list that has its head elsewhere. a and i run. */
static void make(void)
{
    memset(ready, 0, sizeof(ready));
    memset(pids, 0, sizeof(pids));
    for (uint32_t i = 0; i < BLOCKS; i++)
        blocks[i] = (struct block){.name = {(char)('a' + i)},
                                   .low_kib = (uint16_t)(100 + i),
                                   .state = (uint8_t)(i % 4),
                                   .stack_low = 0x1000 * i,
                                   .stack_bytes = 0x800};
    ready[0].end.next = &blocks[0].node;
    blocks[0].node.next = &blocks[1].node;
    blocks[1].node.next = &ready[0].end;
    ready[1].end.next = &blocks[2].node;
    blocks[2].node.next = &ready[1].end;
    chain = &blocks[3].node;
    blocks[3].node.next = &blocks[4].node;
    circle = &blocks[5].node;
    blocks[5].node.next = &blocks[6].node;
    blocks[6].node.next = &blocks[5].node;
    pids[3] = pids[5] = &blocks[7];
    pids[5] = NULL;
    pids_count = PIDS;
    list_head.value = (uint32_t)&blocks[8].node.next;
    blocks[8].node.next = (struct node *)&list_head;
    running[0] = &blocks[8];
    running[1] = &blocks[0];
}

static void show(const char *what)
{
    static const char *const found_names[] = {"end", "", "damaged"};
    struct bobbin_task_walk walk = {0};
    struct bobbin_task task;
    enum bobbin_task_found found;
    uint32_t count = 0;

    printf("%s:", what);
    while ((found = bobbin_kernel_task(&walk, &task)) == BOBBIN_TASK_FOUND && count++ < 100)
        printf(" %s%u", task.name, task.state);
    printf(" %s\n", found_names[found]);
    make();
}

/* The values of the control block of h. */
static void show_values(void)
{
    struct bobbin_task_walk walk = {0};
    struct bobbin_task task;

    while (bobbin_kernel_task(&walk, &task) == BOBBIN_TASK_FOUND)
        if (task.name[0] == 'h')
            printf("values: saved=%lu low=%lx high=%lx id=%d\n", (unsigned long)task.saved,
                   (unsigned long)task.stack_low, (unsigned long)task.stack_high,
                   task.id == (uint32_t)&blocks[7]);
}

int main(void)
{
    make();
    show_values();
    show("all");
    running[0] = running[1] = NULL;
    show("none runs");
    memset(ready, 0, sizeof(ready));
    show("before the kernel starts");
    blocks[3].node.next = NOWHERE;
    show("a pointer to nowhere");
    blocks[3].node.next = (struct node *)((uint32_t)&blocks[4].node + 1);
    show("an odd pointer");
    blocks[4].node.next = &blocks[3].node;
    blocks[3].node.next = &blocks[4].node;
    show("a chain that ends at its first node");
    blocks[1].node.next = &blocks[1].node;
    show("a circle without the head");
    pids_count = PIDS + 1;
    show("too many");
    pid_table = (struct block **)NOWHERE;
    show("no table");
    return 0;
}
