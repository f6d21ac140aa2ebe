/* SPDX-License-Identifier: MIT */
/*
 * newlib's clock functions. They return the time since reset from the cycle counter, which wraps
 * after about ten seconds. The boards have no real-time clock.
 */
#include <sys/time.h>
#include <sys/times.h>
#include <time.h>

#include "board.h"

#define MICROSECONDS 1000000u

int _gettimeofday(struct timeval *now, void *zone);
clock_t _times(struct tms *used);

int _gettimeofday(struct timeval *now, void *zone)
{
    uint32_t microseconds = board_now() / BOARD_CYCLES_PER_MICROSECOND;

    (void)zone;
    now->tv_sec = (time_t)(microseconds / MICROSECONDS);
    now->tv_usec = (suseconds_t)(microseconds % MICROSECONDS);
    return 0;
}

clock_t _times(struct tms *used)
{
    uint32_t microseconds = board_now() / BOARD_CYCLES_PER_MICROSECOND;
    clock_t ticks = (clock_t)(microseconds / (MICROSECONDS / CLOCKS_PER_SEC));

    *used = (struct tms){.tms_utime = ticks};
    return ticks;
}
