/* SPDX-License-Identifier: MIT */
#include "compare.h"

#include <inttypes.h>
#include <stdio.h>

static uint32_t word_differs(const char *what, uint32_t expected, uint32_t got)
{
    if (expected == got)
        return 0;
    printf("difference: %s: expected %08" PRIx32 ", got %08" PRIx32 "\n", what, expected, got);
    return 1;
}

static uint32_t compare_registers(const struct bobbin_context *expected,
                                  const struct bobbin_context *got)
{
    uint32_t known = expected->valid & got->valid;
    uint32_t differences = 0;

    for (uint32_t i = 0; i < 16; i++) {
        char name[sizeof("r15")];

        snprintf(name, sizeof(name), "r%" PRIu32, i);
        if (known & BOBBIN_VALID_R(i))
            differences += word_differs(name, expected->r[i], got->r[i]);
    }
    return differences;
}

static uint32_t compare_doubles(const struct bobbin_context *expected,
                                const struct bobbin_context *got)
{
    uint32_t known = expected->valid & got->valid;
    uint32_t differences = 0;

    for (uint32_t i = 8; i < 16; i++) {
        char name[sizeof("d15, high")];

        if (!(known & BOBBIN_VALID_D(i)))
            continue;
        snprintf(name, sizeof(name), "d%" PRIu32 ", high", i);
        differences += word_differs(name, (uint32_t)(expected->d[i - 8] >> 32),
                                    (uint32_t)(got->d[i - 8] >> 32));
        snprintf(name, sizeof(name), "d%" PRIu32 ", low", i);
        differences += word_differs(name, (uint32_t)expected->d[i - 8], (uint32_t)got->d[i - 8]);
    }
    return differences;
}

uint32_t compare(const struct expectation *expected, const struct bobbin_context *context)
{
    const struct bobbin_context *want = &expected->context;
    uint32_t mask = expected->cpsr_mask;
    uint32_t differences = 0;

    differences += word_differs("cause", want->cause, context->cause);
    differences += word_differs("valid", want->valid, context->valid);
    differences += word_differs("cpsr", want->cpsr & mask, context->cpsr & mask);
    if (expected->address_known)
        differences += word_differs("fault address", want->address, context->address);
    differences += word_differs("has a text", expected->text, context->text != NULL);
    differences +=
        word_differs("alignment", 0, (uint32_t)context % _Alignof(struct bobbin_context));
    differences += compare_registers(want, context);
    return differences + compare_doubles(want, context);
}
