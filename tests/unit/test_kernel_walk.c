/* SPDX-License-Identifier: MIT */
/*
 * The walk over the tasks in a dump, on random memory and random descriptions of kernels. The walk
 * of the device, on the same memory at the same addresses, takes the same tasks.
 */
#include "unwind/kernel_walk.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "fuzz.h"
#include "port_target.h"

/* The symbol bobbin_kernel: constant on the device, another one in each round here. */
static struct bobbin_kernel device_kernel __asm__("bobbin_kernel") __attribute__((used));

/* Firmware is compiled without these warnings. */
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wsign-conversion"
#include "port/tasks/kernel_task.c"

#include "port/common/memory.c"

enum { WORDS = 64, LISTS = 3, ROUNDS = 50000, TASKS = 12 };

static const struct bobbin_region memory[] = {
    {"ram", TARGET_STACK_LOW, TARGET_STACK_LOW + 4 * WORDS},
};

const struct bobbin_config bobbin_config = {.memory = memory, .memory_count = 1};

static struct bobbin_kernel_list device_lists[LISTS];
static struct kernel_list lists[LISTS];
static uint8_t states[] = {BOBBIN_TASK_READY, BOBBIN_TASK_BLOCKED, BOBBIN_TASK_ENDED};

static bool read_target(void *context, uint32_t address, void *out, uint32_t size_bytes)
{
    uint32_t offset = address - TARGET_STACK_LOW;

    (void)context;
    if (offset >= 4 * WORDS || size_bytes > 4 * WORDS - offset)
        return false;
    memcpy(out, (const void *)(uintptr_t)address, size_bytes);
    return true;
}

/* An address in the memory; sometimes a wrong one. */
static uint32_t pointer(struct fuzz_source *source)
{
    uint32_t wrong = fuzz_below(source, 50);

    if (wrong == 0)
        return fuzz_u32(source);
    return TARGET_STACK_LOW + (wrong < 3 ? wrong : 0) +
           4 * fuzz_below(source, WORDS - (fuzz_one_in(source, 9) ? 0 : 8));
}

static void fill_memory(struct fuzz_source *source)
{
    for (uint32_t i = 0; i < WORDS; i++)
        *target_word(TARGET_STACK_LOW + 4 * i) =
            fuzz_one_in(source, 4) ? fuzz_below(source, 4) : pointer(source);
}

static void make_list(struct fuzz_source *source, uint32_t number)
{
    struct kernel_list list = {
        .head = pointer(source),
        .end = fuzz_one_in(source, 2) ? pointer(source) : 0,
        .count = fuzz_below(source, 4),
        .stride_bytes = 4 * fuzz_below(source, 3),
        .next_offset = fuzz_one_in(source, 3) ? BOBBIN_KERNEL_ARRAY : 4 * fuzz_below(source, 3),
        .node_offset = 4 * fuzz_below(source, 2),
        .count_at = fuzz_one_in(source, 4) ? pointer(source) : 0,
        .state = (uint8_t)fuzz_below(source, 3),
        .is_indirect = fuzz_one_in(source, 4),
    };

    lists[number] = list;
    device_lists[number] = (struct bobbin_kernel_list){list.head,
                                                       list.end,
                                                       (uint16_t)list.count,
                                                       (uint16_t)list.stride_bytes,
                                                       (uint16_t)list.next_offset,
                                                       (uint16_t)list.node_offset,
                                                       list.count_at,
                                                       list.state,
                                                       list.is_indirect};
}

static struct bobbin_kernel_value value(struct fuzz_source *source, uint16_t size_bytes)
{
    return (struct bobbin_kernel_value){(uint16_t)(4 * fuzz_below(source, 6)),
                                        fuzz_one_in(source, 3) ? 0 : size_bytes};
}

static void make_kernel(struct fuzz_source *source, struct kernel *kernel)
{
    *kernel = (struct kernel){
        .list = lists,
        .lists_count = fuzz_below(source, LISTS + 1),
        .tasks_max = fuzz_below(source, TASKS),
        .current = pointer(source),
        .current_count = fuzz_below(source, 3),
        .current_stride_bytes = 4,
        .name_size = 4,
        .stack_low = value(source, 4),
        .stack_high = value(source, 4),
        .stack_size = value(source, 2),
        .saved = value(source, 4),
        .state = value(source, 1),
        .states = states,
        .states_count = sizeof(states),
    };
    for (uint32_t i = 0; i < LISTS; i++)
        make_list(source, i);
    device_kernel = (struct bobbin_kernel){
        .list = device_lists,
        .lists_count = kernel->lists_count,
        .tasks_max = kernel->tasks_max,
        .current = kernel->current,
        .current_count = (uint16_t)kernel->current_count,
        .current_stride_bytes = 4,
        .name_size = 4,
        .stack_low = kernel->stack_low,
        .stack_high = kernel->stack_high,
        .stack_size = kernel->stack_size,
        .saved = kernel->saved,
        .state = kernel->state,
        .states = states,
        .states_count = sizeof(states),
    };
}

/* Returns the number of tasks; *DAMAGED is whether the lists are. */
static uint32_t compare(const struct kernel *kernel, bool *damaged)
{
    static const struct kernel_memory target = {NULL, read_target};
    struct kernel_walk walk = {0};
    struct bobbin_task_walk device_walk = {0};
    enum bobbin_task_found found;
    uint32_t count = 0;

    do {
        struct kernel_task task;
        struct bobbin_task device_task;
        found = kernel_next(kernel, &target, &walk, &task);
        assert_int_equal(bobbin_kernel_task(&device_walk, &device_task), found);
        if (found != BOBBIN_TASK_FOUND)
            break;
        assert_int_equal(task.id, device_task.id);
        assert_int_equal(task.saved, device_task.saved);
        assert_int_equal(task.saved_at, device_task.saved_at);
        assert_int_equal(task.stack_low, device_task.stack_low);
        assert_int_equal(task.stack_high, device_task.stack_high);
        assert_int_equal(task.state, device_task.state);
        if (task.state == BOBBIN_TASK_RUNNING)
            assert_int_equal(task.processor, device_task.processor);
        count++;
    } while (count <= TASKS + 2);
    assert_true(count <= TASKS + 2);
    *damaged = found == BOBBIN_TASK_DAMAGED;
    return count;
}

static void takes_the_tasks_of_the_device(void **state)
{
    uint32_t tasks = 0, damaged_count = 0;
    uint8_t bytes[2048];

    (void)state;
    for (uint32_t round = 0; round < ROUNDS; round++) {
        struct fuzz_source source;
        struct kernel kernel;
        bool damaged;
        uint32_t random = round * 2654435761u;
        for (size_t i = 0; i < sizeof(bytes); i++) {
            random = random * 1664525u + 1013904223u;
            bytes[i] = (uint8_t)(random >> 24);
        }
        fuzz_source_begin(&source, bytes, sizeof(bytes));
        fill_memory(&source);
        make_kernel(&source, &kernel);
        tasks += compare(&kernel, &damaged);
        damaged_count += damaged;
    }
    assert_true(tasks > ROUNDS / 2);
    assert_true(damaged_count > ROUNDS / 10 && damaged_count < ROUNDS - ROUNDS / 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(takes_the_tasks_of_the_device, target_set_up),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
