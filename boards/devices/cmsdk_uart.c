/* SPDX-License-Identifier: MIT */
/* Output on the UART of the Cortex-M System Design Kit (ARM DDI 0479, 4.3). */
#include "board.h"
#include "device.h"

enum {
    UART_DATA = 0x00,
    UART_STATE = 0x04,
    UART_CTRL = 0x08,
    UART_BAUDDIV = 0x10,
    UART_STATE_TX_FULL = 1 << 0,
    UART_CTRL_TX = 1 << 0,
    UART_BAUDDIV_MIN = 16,
};

static volatile uint32_t *uart_register(uint32_t offset)
{
    return device_register(board_uart_base, offset);
}

void board_init_uart(void)
{
    *uart_register(UART_BAUDDIV) = UART_BAUDDIV_MIN;
    *uart_register(UART_CTRL) = UART_CTRL_TX;
}

static void send(char character)
{
    while (*uart_register(UART_STATE) & UART_STATE_TX_FULL)
        ;
    *uart_register(UART_DATA) = (uint8_t)character;
}

void board_putc(char character)
{
    if (character == '\n')
        send('\r');
    send(character);
}

void board_put(const char *bytes, uint32_t size_bytes)
{
    for (uint32_t i = 0; i < size_bytes; i++)
        send(bytes[i]);
}
