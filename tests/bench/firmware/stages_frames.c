/* SPDX-License-Identifier: MIT */
/* Frames of unusual shape, in ARM code that Thumb code calls. */
#include <stdarg.h>
#include <string.h>

#include "bench.h"

__attribute__((noinline)) static void aligned(uint32_t size_bytes)
{
    uint8_t block[64] __attribute__((aligned(64)));

    memset(block, (int)size_bytes, sizeof(block));
    __asm__ volatile("" : : "r"(block) : "memory");
    stage_go_on();
}

__attribute__((noinline)) static void sized(uint32_t size_bytes)
{
    uint8_t block[size_bytes];

    memset(block, 1, size_bytes);
    __asm__ volatile("" : : "r"(block) : "memory");
    aligned(size_bytes);
    __asm__ volatile("" : : "r"(block) : "memory");
}

__attribute__((noinline)) static void variadic(uint32_t count, ...)
{
    va_list list;

    va_start(list, count);
    while (count--)
        sized(va_arg(list, uint32_t));
    va_end(list);
}

__attribute__((noinline)) static void large(void)
{
    uint32_t block[3000];

    block[0] = 1;
    __asm__ volatile("" : : "r"(block) : "memory");
    variadic(2, 40u, 72u);
    __asm__ volatile("" : : "r"(block) : "memory");
}

void stage_interwork(void)
{
    large();
    __asm__ volatile("");
}
