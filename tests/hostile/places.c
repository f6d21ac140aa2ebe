/* SPDX-License-Identifier: MIT */
#include "places.h"

#include "board.h"

/* Bytes around an edge of a region. */
#define EDGE_BYTES 128u

static uint32_t state = 1;

void places_seed(uint32_t seed)
{
    state = seed ? seed : 1;
}

/* Marsaglia, "Xorshift RNGs". */
uint32_t places_random(void)
{
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state;
}

uint32_t places_below(uint32_t limit)
{
    return (uint32_t)((uint64_t)places_random() * limit >> 32);
}

bool places_one_in(uint32_t n)
{
    return places_below(n) == 0;
}

struct bobbin_region places_stack(uint32_t number)
{
    /* Stack 0 is main's, the last one is that of crashes. */
    if (number > 0)
        return BOARD_FIRST_STACK[number];
    return (struct bobbin_region){"heap", (uint32_t)__heap_start, (uint32_t)__heap_end};
}

_Static_assert(PLACES_STACKS == BOARD_STACKS - 1, "all stacks but main's and that of crashes");

uint32_t places_code(uint32_t thumb)
{
    uint32_t offset = places_below((uint32_t)(__flash_end - __flash_start));

    return (uint32_t)__flash_start + (offset & (thumb ? ~1u : ~3u));
}

static uint32_t near_edge(void)
{
    const struct bobbin_region *region = &board_memory[places_below(BOARD_MEMORY)];
    uint32_t edge = places_one_in(2) ? region->low : region->high;

    return edge - EDGE_BYTES / 2 + places_below(EDGE_BYTES);
}

static uint32_t in_stack(void)
{
    struct bobbin_region stack = places_stack(places_below(PLACES_STACKS));

    return stack.low + (places_below(stack.high - stack.low) & ~3u);
}

/* The first and last words of all addresses, devices, and one that no board has. */
static uint32_t in_no_memory(void)
{
    const uint32_t addresses[] = {
        0, 0xfffff000, 0x7ffff000, 0xcafe0000, board_uart_base,
    };

    return addresses[places_below(sizeof(addresses) / sizeof(addresses[0]))] + places_below(4096);
}

uint32_t places_word(void)
{
    switch (places_below(8)) {
    case 0:
        return places_random();
    case 1:
        return in_no_memory();
    case 2:
        return near_edge();
    case 3:
        return in_stack();
    default:
        return places_code(1) | places_below(2);
    }
}
