/* SPDX-License-Identifier: MIT */
/*
 * A firmware that crashes: main calls sensors_read, and sensor_reset stores a word to an odd
 * address.
 * While the MMU is off, such a store is a data abort (ARM ARM A3.2.1).
 */
#include <stdint.h>

uint32_t sensor_address = 0x60880001;

int main(void);

static __attribute__((noinline)) uint32_t sensor_reset(uint32_t address)
{
    *(volatile uint32_t *)address = 1;
    return address;
}

static __attribute__((noinline)) uint32_t sensors_read(void)
{
    return sensor_reset(sensor_address) + 1;
}

int main(void)
{
    return (int)sensors_read() + 1;
}
