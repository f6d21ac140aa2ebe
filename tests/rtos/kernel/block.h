/* SPDX-License-Identifier: MIT */
/* Offsets in struct task (kernel.h) that assembly uses, and mode numbers (ARM ARM B1.3.1). */
#ifndef RTOS_BLOCK_H
#define RTOS_BLOCK_H

#define TASK_SAVED     0
#define TASK_HAS_FPU   4
#define TASK_REGISTERS 8

#define MODE_IRQ  0x12
#define MODE_SVC  0x13
#define MODE_SYS  0x1f
#define PSR_THUMB 0x20

/* Armv7-A and Armv8-R boards have d16-d31, the Cortex-R5F has not. */
#if __ARM_ARCH_PROFILE == 'A' || __ARM_ARCH >= 8
#define HAS_D16_D31 1
#else
#define HAS_D16_D31 0
#endif

#endif
