/* SPDX-License-Identifier: MIT */
#include "report_state.h"

/* WORD: the sp at which a state began, a multiple of 8, plus the state. After a stray store to one
   of the two words they differ, which is STATE_IDLE. */
struct bobbin_report_state bobbin_report_state;

/* More than this function keeps on the stack: sp of its caller is higher. */
#define FRAME_BYTES 64

static uint32_t current(void)
{
    uint32_t word = bobbin_report_state.word;

    return word == ~bobbin_report_state.complement ? word & STATE_BITS : STATE_IDLE;
}

enum report_state bobbin_state_after_fault(const struct bobbin_context *context, bool *inside)
{
    /* The next states by the current one, the lowest digit for STATE_IDLE. */
    static const uint32_t next_outside = 0x17626321, next_inside = 0x77663331;
    uint32_t at = current();

    *inside =
        at != STATE_IDLE && (!(context->valid & BOBBIN_VALID_R(BOBBIN_SP)) ||
                             bobbin_report_state.word - context->r[BOBBIN_SP] < REPORT_REACH_BYTES);
    return (enum report_state)((*inside ? next_inside : next_outside) >> 4 * at & STATE_BITS);
}

__attribute__((noinline)) void bobbin_state_set(enum report_state next)
{
    uint32_t sp = (uint32_t)(uintptr_t)__builtin_frame_address(0);

    bobbin_report_state.word = ((sp + FRAME_BYTES) & ~STATE_BITS) | next;
    bobbin_report_state.complement = ~bobbin_report_state.word;
}
