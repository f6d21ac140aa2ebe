/* SPDX-License-Identifier: MIT */
#include "across.h"

#include "core/format/bytes.h"
#include "core/format/crossing_format.h"

/* In Hyp mode only rules of Hyp mode apply, and they lead to Hyp mode. */
static uint32_t pick_mode(void)
{
    static const uint8_t modes[] = {0x10, 0x11, 0x12, 0x13, 0x16, 0x17, 0x1a, 0x1b, 0x1f};
    uint32_t cpsr;

    __asm__ volatile("mrs %0, cpsr" : "=r"(cpsr));
    cpsr &= BOBBIN_CPSR_MODE;
    return cpsr == 0x1a && places_below(4) ? cpsr : modes[places_below(sizeof(modes))];
}

uint32_t across_psr(void)
{
    uint32_t psr = places_random();

    if (places_one_in(8))
        return psr;
    return (psr & 0xf0000000u) | (places_one_in(8) ? 0 : BOBBIN_CPSR_T) | pick_mode();
}

void across_entry(const struct bobbin_table *table, uint32_t *pc, uint32_t *cpsr)
{
    const uint8_t *last = table->bytes + (table->size_bytes & ~3u) - 4;
    uint32_t pairs_count = bytes_half(last), number, mode;
    const uint8_t *addresses = last - CROSSING_PAIR_BYTES * pairs_count;
    const uint8_t *rows = last - 4 * pairs_count;

    *pc = 0;
    *cpsr = across_psr();
    if (!(table->bytes[CROSSING_HEADER] & CROSSING_HEADER_FLAG))
        return;
    number = 1 + places_below(2 * pairs_count - 1);
    *pc = bytes_word(addresses + 4 * number);
    mode = bytes_half(rows + 2 * number) >> CROSSING_MODE_SHIFT;
    if (mode != CROSSING_MODE_ANY && !places_one_in(4))
        *cpsr = (*cpsr & ~BOBBIN_CPSR_MODE) | 0x10 | mode;
}

void across_fill(const struct bobbin_region *stack)
{
    for (uint32_t at = stack->low; at < stack->high; at += 4) {
        uint32_t *word = (uint32_t *)(uintptr_t)at;
        switch (places_below(4)) {
        case 0:
            *word = across_psr();
            break;
        case 1:
            *word = places_code(1);
            break;
        case 2:
            *word = stack->low + (places_below(stack->high - stack->low) & ~3u);
            break;
        default:
            *word = places_word();
            break;
        }
    }
}

bool across_bank(void *context, uint32_t mode, uint32_t number, uint32_t *out)
{
    struct bobbin_region stack = places_stack(1 + places_below(PLACES_STACKS - 1));

    (void)context;
    (void)mode;
    *out = places_word();
    if (number == 16)
        *out = across_psr();
    else if (number == BOBBIN_LR)
        *out = places_code(1);
    else if (number == BOBBIN_SP && !places_one_in(4))
        *out = stack.low + (places_below(stack.high - stack.low) & ~3u);
    return !places_one_in(16);
}
