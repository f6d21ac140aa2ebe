/* SPDX-License-Identifier: MIT */
/*
 * The tasks of FreeRTOS, for bobbin_kernel_task. The ports are ARM_CA9, ARM_CR5, ARM_CRx_No_GIC and
 * ARM_CRx_MPU. FreeRTOS includes this file at the end of tasks.c if FreeRTOSConfig.h has
 *
 *     #define configINCLUDE_FREERTOS_TASK_C_ADDITIONS_H 1
 *     #define configRECORD_STACK_HIGH_ADDRESS           1  // the upper end of each stack
 *
 * Tasks that wait without a time limit are on the same list as suspended tasks: all are "blocked".
 */
#include <bobbin/rtos.h>

#include <stddef.h>

#define BOBBIN_LISTS(first, lists_count, of_state)                                                 \
    {                                                                                              \
        .head = (uint32_t) & (first).xListEnd.pxNext, .end = (uint32_t) & (first).xListEnd,        \
        .count = (lists_count), .stride_bytes = sizeof(List_t),                                    \
        .next_offset = offsetof(ListItem_t, pxNext),                                               \
        .node_offset = offsetof(TCB_t, xStateListItem), .state = (of_state)                        \
    }

static const struct bobbin_kernel_list bobbin_lists[] = {
    BOBBIN_LISTS(pxReadyTasksLists[0], configMAX_PRIORITIES, BOBBIN_TASK_READY),
    BOBBIN_LISTS(xDelayedTaskList1, 1, BOBBIN_TASK_BLOCKED),
    BOBBIN_LISTS(xDelayedTaskList2, 1, BOBBIN_TASK_BLOCKED),
#if INCLUDE_vTaskSuspend == 1
    BOBBIN_LISTS(xSuspendedTaskList, 1, BOBBIN_TASK_BLOCKED),
#endif
#if INCLUDE_vTaskDelete == 1
    BOBBIN_LISTS(xTasksWaitingTermination, 1, BOBBIN_TASK_ENDED),
#endif
};

const struct bobbin_kernel bobbin_kernel = {
    .list = bobbin_lists,
    .lists_count = sizeof(bobbin_lists) / sizeof(bobbin_lists[0]),
    .tasks_max = BOBBIN_TASKS_MAX,
#if configNUMBER_OF_CORES > 1
    .current = (uint32_t)pxCurrentTCBs,
    .current_count = configNUMBER_OF_CORES,
#else
    .current = (uint32_t)&pxCurrentTCB,
    .current_count = 1,
#endif
    .current_stride_bytes = sizeof(TCB_t *),
    .name_offset = offsetof(TCB_t, pcTaskName),
    .name_size = configMAX_TASK_NAME_LEN,
    .stack_low = {offsetof(TCB_t, pxStack), 4},
#if configRECORD_STACK_HIGH_ADDRESS == 1
    .stack_high = {offsetof(TCB_t, pxEndOfStack), 4},
#endif
    .saved = {offsetof(TCB_t, pxTopOfStack), 4},
#ifndef configTASK_RETURN_ADDRESS
    .has_exit = true,
#endif
    .fill = tskSET_NEW_STACKS_TO_KNOWN_VALUE ? 0x01010101u * tskSTACK_FILL_BYTE : 0,
};
