/* SPDX-License-Identifier: MIT */
/* Decimal digits of a number without printf. */
#ifndef BOBBIN_DECIMAL_H
#define BOBBIN_DECIMAL_H

#include <stdint.h>

#define DECIMAL_DIGITS_MAX 10

/* Writes the digits of VALUE to OUT and returns their number. Appends no zero byte. */
static inline uint32_t decimal_digits(uint32_t value, char out[DECIMAL_DIGITS_MAX])
{
    uint32_t power = 1;
    uint32_t count = 0;

    while (value / power >= 10)
        power *= 10;
    for (; power > 0; power /= 10)
        out[count++] = (char)('0' + value / power % 10);
    return count;
}

#endif
