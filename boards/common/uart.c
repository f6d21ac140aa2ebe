/* SPDX-License-Identifier: MIT */
/* Program output on the PL011 UART; crash reports use the same UART (PL011 TRM, chapter 3). */
#include "board.h"
#include <bobbin/port.h>

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
    return (volatile uint32_t *)(bobbin_pl011_base + offset);
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
