/* SPDX-License-Identifier: MIT */
#include <string.h>
#include <time.h>

#include "clib.h"

#define NOON_OF_2024_02_29 1709208000 /* a leap day and a Thursday */

static void calendar(uint32_t round)
{
    time_t when = NOON_OF_2024_02_29 + (time_t)round * 86400;
    struct tm parts = *gmtime(&when);
    char text[64];

    CHECK(mktime(&parts) == when);
    CHECK(localtime(&when)->tm_hour == 12);
    CHECK(strftime(text, sizeof(text), "%Y-%m-%d %H:%M:%S %a %j", &parts) == 27);
    CHECK(strncmp(text, "2024-0", 6) == 0);
    CHECK(strlen(asctime(&parts)) == 25);
    CHECK(difftime(when + 10, when) == 10);
}

static void leap_day(void)
{
    time_t when = NOON_OF_2024_02_29;
    char text[16];

    CHECK(strftime(text, sizeof(text), "%d %b %U %p", gmtime(&when)) == 12);
    CHECK(strcmp(text, "29 Feb 08 PM") == 0);
}

static void clocks(void)
{
    clock_t before = clock();
    time_t now = time(NULL);

    CHECK(clock() >= before);
    CHECK(time(NULL) >= now);
}

void clib_time(uint32_t round)
{
    calendar(round % 100);
    leap_day();
    clocks();
}
