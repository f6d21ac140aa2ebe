/* SPDX-License-Identifier: MIT */
#include "rule_word.h"

uint32_t rule_slots_bytes(uint32_t word)
{
    uint32_t bytes = 8 * rule_doubles(word);

    for (word &= FORMAT_RULE_SLOTS | FORMAT_RULE_GAP; word; word &= word - 1)
        bytes += 4;
    return bytes;
}
