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

/* An unlikely value, because a wild store may have overwritten the state before the crash. Every
   other value counts as 0. */
#define GIVEN_UP 0x0b0bb1e4u

static uint32_t given_up;

static volatile uint32_t *uart_register(uint32_t base, uint32_t offset)
{
    return (volatile uint32_t *)(uintptr_t)(base + offset);
}

static bool is_full(uint32_t base)
{
    return *uart_register(base, UART_FR) & UART_FR_TXFF;
}

/* Returns false if the FIFO stays full. */
static bool put_byte(uint32_t base, char byte)
{
    uint32_t polls = 0;

    while (is_full(base))
        if (++polls == POLLS_MAX)
            return false;
    *uart_register(base, UART_DR) = (uint8_t)byte;
    return true;
}

void bobbin_pl011_put(uint32_t base, const char *bytes, uint32_t size_bytes)
{
    if (given_up == GIVEN_UP && is_full(base))
        return;
    given_up = 0;
    for (uint32_t i = 0; i < size_bytes && !given_up; i++)
        if (!put_byte(base, bytes[i]))
            given_up = GIVEN_UP;
}
