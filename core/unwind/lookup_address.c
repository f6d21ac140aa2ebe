/* SPDX-License-Identifier: MIT */
#include <bobbin/bobbin.h>

uint32_t bobbin_lookup_address(uint32_t pc, enum bobbin_kind kind)
{
    return kind == BOBBIN_KIND_CALL ? pc - 1 : pc;
}
