/* SPDX-License-Identifier: MIT */
/* Crash reports on a PL011 UART, by the sink of the port. */
#include "board.h"
#include <bobbin/port.h>

void board_put(const char *bytes, uint32_t size_bytes)
{
    bobbin_pl011_put(board_uart_base, bytes, size_bytes);
}
