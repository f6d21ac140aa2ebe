/* SPDX-License-Identifier: MIT */
/* All processors start at the entry of the image. */
#include "processors.h"

void board_start_others(void)
{
}
