/* SPDX-License-Identifier: MIT */
#include "crash.h"

#include <assert.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "export.h"
#include "labels.h"
#include "zones.h"

#define NOWHERE      0xcafe0000u
#define ASTRAY_AFTER 40 /* sorting a sorted table takes one comparison per sample */

_Noreturn void __stack_chk_fail(void);

/* Data abort in a callback of qsort, after many calls without a fault. */
static void crash_wild(struct samples *samples)
{
    samples_sort_astray(ASTRAY_AFTER);
    samples_sort(samples, SORT_CELSIUS);
    puts("sorted");
}

/* A call through a null pointer in a structure. */
static void crash_null(struct samples *samples)
{
    export_samples(samples, "raw");
    puts("exported");
}

/* A call through a pointer that was overwritten. */
static void crash_jump(struct samples *samples)
{
    void (*volatile handler)(struct samples *) = (void (*)(struct samples *))NOWHERE;

    handler(samples);
    puts("handled");
}

/* An undefined instruction in a leaf. */
static void crash_undef(struct samples *samples)
{
    samples_verify(samples, ~samples_checksum(samples));
    puts("verified");
}

/* Endless recursion into the guard below the stack. */
static void crash_overflow(struct samples *samples)
{
    (void)samples;
    zones_make_cycle();
    zones_print();
    puts("printed");
}

/* A return to 0x41414140. */
static void crash_garbage(struct samples *samples)
{
    (void)samples;
    label_set(3, "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA");
    puts("labelled");
}

static void crash_assert(struct samples *samples)
{
    samples_record(samples, SAMPLES_MAX + 1);
    puts("recorded");
}

/*
 * The assertion hook of C libraries that do not pass the function's name; old objects still call
 * it.
 */
static void crash_old_assert(struct samples *samples)
{
    if (samples->count != 0)
        __assert("legacy.c", 7, "count == 0");
    puts("nothing to assert");
}

static void crash_abort(struct samples *samples)
{
    if (samples->count != 0)
        abort();
    puts("nothing to abort");
}

static void crash_stack_protector(struct samples *samples)
{
    if (samples->count != 0)
        __stack_chk_fail();
    puts("nothing to protect");
}

static const struct {
    const char *kind;
    void (*run)(struct samples *samples);
} crashes[] = {
    {"wild", crash_wild},
    {"null", crash_null},
    {"jump", crash_jump},
    {"undef", crash_undef},
    {"overflow", crash_overflow},
    {"garbage", crash_garbage},
    {"assert", crash_assert},
    {"abort", crash_abort},
    {"stackprotector", crash_stack_protector},
    {"oldassert", crash_old_assert},
};

bool crash(struct samples *samples, const char *kind)
{
    for (size_t i = 0; i < sizeof(crashes) / sizeof(crashes[0]); i++) {
        if (strcmp(crashes[i].kind, kind) == 0) {
            crashes[i].run(samples);
            return true;
        }
    }
    return false;
}
