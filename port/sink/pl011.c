/* SPDX-License-Identifier: MIT */
/* Report output to a PL011 UART by polling. */
#include <bobbin/port.h>

/* ARM DDI 0183, "Register summary". */
#define UART_DR      0x00u
#define UART_FR      0x18u
#define UART_FR_TXFF (1u << 5)

/* Longer than one byte takes at 1200 baud, even if the processor reads FR 100 million times a
   second. */
#define POLLS_MAX 1000000u

static bool given_up;

static volatile uint32_t *uart_register(uint32_t base, uint32_t offset)
{
    return (volatile uint32_t *)(uintptr_t)(base + offset);
}

static void put_byte(uint32_t base, char byte)
{
    uint32_t polls = 0;

    while (*uart_register(base, UART_FR) & UART_FR_TXFF)
        if (++polls == POLLS_MAX) {
            given_up = true;
            return;
        }
    *uart_register(base, UART_DR) = (uint8_t)byte;
}

void bobbin_pl011_put(uint32_t base, const char *bytes, uint32_t size_bytes)
{
    for (uint32_t i = 0; i < size_bytes && !given_up; i++)
        put_byte(base, bytes[i]);
}
