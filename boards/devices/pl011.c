/* SPDX-License-Identifier: MIT */
/* Program output on a PL011 UART (ARM DDI 0183, chapter 3). pl011_put.c writes crash reports. */
#include "board.h"
#include "device.h"

enum {
    UART_DR = 0x00,
    UART_FR = 0x18,
    UART_LCRH = 0x2c,
    UART_CR = 0x30,
    UART_FR_TXFF = 1 << 5,
    UART_LCRH_8N1_FIFO = 0x70,
    UART_CR_TRANSMIT = 0x101,
};

static volatile uint32_t *uart_register(uint32_t offset)
{
    return device_register(board_uart_base, offset);
}

void board_init_uart(void)
{
    *uart_register(UART_CR) = 0;
    *uart_register(UART_LCRH) = UART_LCRH_8N1_FIFO;
    *uart_register(UART_CR) = UART_CR_TRANSMIT;
}

static void send(char character)
{
    while (*uart_register(UART_FR) & UART_FR_TXFF)
        ;
    *uart_register(UART_DR) = (uint8_t)character;
}

void board_putc(char character)
{
    if (character == '\n')
        send('\r');
    send(character);
}
