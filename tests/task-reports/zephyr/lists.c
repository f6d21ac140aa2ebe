/* SPDX-License-Identifier: MIT */
/* The description of the kernel of tests/rtos for the family zephyr: the word with the pointer to
   the saved registers is sp among the registers in the control block, after r4-r11. */
#include <stddef.h>

#define SAVED_OFFSET (offsetof(struct task, registers) + 8 * 4)
#include "tests/rtos/kernel/lists.c"
