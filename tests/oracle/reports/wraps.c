/* SPDX-License-Identifier: MIT */
#include "board.h"
#include "reports.h"

struct reports_wraps reports_wraps;

uint32_t __real_board_now(void);
uint32_t __wrap_board_now(void);
void __real_board_put(const char *bytes, uint32_t size_bytes);
void __wrap_board_put(const char *bytes, uint32_t size_bytes);

static void fault(void)
{
    *(volatile uint32_t *)REPORTS_NOWHERE;
}

uint32_t __wrap_board_now(void)
{
    uint32_t now = __real_board_now();

    if (reports_wraps.calls_left > 0)
        reports_wraps.calls_left--;
    else if (reports_wraps.now_faults)
        fault();
    else if (reports_wraps.expires)
        now += BOARD_REPORT_CYCLES_MAX;
    return now;
}

void __wrap_board_put(const char *bytes, uint32_t size_bytes)
{
    if (reports_wraps.put_faults && reports_wraps.calls_left == 0)
        fault();
    __real_board_put(bytes, size_bytes);
}
