/* SPDX-License-Identifier: MIT */
#include "samples.h"

#define ADLER_MODULUS 65521u /* RFC 1950, 8.2 */

static inline uint32_t adler32(const uint8_t *bytes, uint32_t size_bytes)
{
    uint32_t a = 1, b = 0;

    for (uint32_t i = 0; i < size_bytes; i++) {
        a = (a + bytes[i]) % ADLER_MODULUS;
        b = (b + a) % ADLER_MODULUS;
    }
    return b << 16 | a;
}

static inline uint32_t table_checksum(const struct samples *samples)
{
    return adler32((const uint8_t *)samples->table, samples->count * SAMPLE_BYTES);
}

uint32_t samples_checksum(const struct samples *samples)
{
    return table_checksum(samples);
}

bool samples_verify(const struct samples *samples, uint32_t expected)
{
    uint32_t found = table_checksum(samples);

    if (found != expected)
        __asm__ volatile("udf #1" : : "r"(found));
    return found == expected;
}
