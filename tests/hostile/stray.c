/* SPDX-License-Identifier: MIT */
#include "stray.h"

#include <stdio.h>
#include <stdlib.h>

#include "layout.h"
#include <bobbin/port.h>

static const uint32_t values[] = {0, 1, 0xffffffff};

/* A short report: pc is in no code, and the stack ends at once. */
static void report(void)
{
    const struct bobbin_context context = {
        .r = {[13] = BOARD_FIRST_STACK->high, [15] = 0xcafe0000},
        .valid = BOBBIN_CONTEXT_VALID_CORE,
        .cause = BOBBIN_CAUSE_UNDEFINED,
    };

    bobbin_fault(&context);
}

void stray_stores(const char *ranges)
{
    uint32_t reports = 0;
    char *next;

    for (uint32_t at; (at = strtoul(ranges, &next, 16)) != 0; ranges = next) {
        uint32_t end = at + strtoul(next, &next, 16);
        for (at &= ~3u; at < end; at += 4)
            for (uint32_t i = 0; i < sizeof(values) / sizeof(values[0]); i++, reports++) {
                *(volatile uint32_t *)at = values[i];
                report();
            }
    }
    printf("stray %lu\n", (unsigned long)reports);
}
