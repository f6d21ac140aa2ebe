/* SPDX-License-Identifier: MIT */
/* How the probes evaluate address translation results and MPU regions. Needs no hardware. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "port/armv7-a/par.h"
#include "port/armv7-r/mpu_region.h"
#include "port/armv8-r/mpu_region.h"

#define NORMAL     0x00bu /* TEX 001, C, B */
#define READ_WRITE (3u << 8)

/* A region of 2^SIZE_LOG2 bytes. DISABLED is the mask of disabled sub-regions. */
static struct mpu_region region(uint32_t base, uint32_t size_log2, uint32_t disabled)
{
    return (struct mpu_region){base, disabled << 8 | (size_log2 - 1) << 1 | 1, NORMAL | READ_WRITE};
}

static void par_faults(void **state)
{
    (void)state;
    assert_true(par_short_is_memory(0x60010000));
    assert_false(par_short_is_memory(0x0000000b));
    assert_false(par_short_is_memory(0x0000001f));
    assert_true(par_long_is_memory(0x60010a00, 0xff000000));
    assert_false(par_long_is_memory(0x60010a01, 0xff000000));
}

static void par_refuses_devices(void **state)
{
    (void)state;
    for (uint32_t inner = 0; inner < 8; inner++)
        assert_int_equal(par_short_is_memory(0x10009000 | inner << 4), inner != 1 && inner != 3);
    assert_false(par_long_is_memory(0x10009a00, 0x00000000));
    assert_false(par_long_is_memory(0x10009a00, 0x04000000));
    assert_true(par_long_is_memory(0x60010a00, 0x44000000));
}

static void region_bounds(void **state)
{
    struct mpu_region small = region(0x20000020, 5, 0);
    struct mpu_region all = region(0, 32, 0);

    (void)state;
    assert_false(mpu_region_covers(&small, 0x2000001f));
    assert_true(mpu_region_covers(&small, 0x20000020));
    assert_true(mpu_region_covers(&small, 0x2000003f));
    assert_false(mpu_region_covers(&small, 0x20000040));
    assert_true(mpu_region_covers(&all, 0));
    assert_true(mpu_region_covers(&all, 0xffffffff));
}

static void region_switched_off_or_reserved(void **state)
{
    struct mpu_region off = region(0x20000000, 12, 0);
    struct mpu_region tiny = region(0x20000000, 4, 0);

    (void)state;
    off.size &= ~1u;
    assert_false(mpu_region_covers(&off, 0x20000000));
    assert_false(mpu_region_covers(&tiny, 0x20000000));
}

static void sub_regions(void **state)
{
    struct mpu_region holed = region(0x20000000, 8, 0x81);
    struct mpu_region all = region(0, 32, 0x80);
    struct mpu_region small = region(0x20000000, 7, 0xff);

    (void)state;
    for (uint32_t offset = 0; offset < 256; offset += 4)
        assert_int_equal(mpu_region_covers(&holed, 0x20000000 + offset),
                         offset >= 32 && offset < 224);
    assert_true(mpu_region_covers(&all, 0xdfffffff));
    assert_false(mpu_region_covers(&all, 0xe0000000));
    assert_true(mpu_region_covers(&small, 0x20000000));
}

static void permissions(void **state)
{
    static const bool readable[8] = {false, true, true, true, false, true, true, false};
    struct mpu_region ram = region(0x20000000, 12, 0);

    (void)state;
    for (uint32_t ap = 0; ap < 8; ap++) {
        ram.access = NORMAL | ap << 8;
        assert_int_equal(mpu_region_is_memory(&ram), readable[ap]);
    }
}

/* TEX:C:B = 00000 is Strongly-ordered memory, 00001 and 01000 are Device memory. */
static void memory_types(void **state)
{
    struct mpu_region ram = region(0x20000000, 12, 0);

    (void)state;
    for (uint32_t type = 0; type < 64; type++) {
        uint32_t tex = type >> 3;
        bool device = tex == 2 || (tex == 0 && !(type & 2));

        ram.access = READ_WRITE | 1u << 12 | type;
        assert_int_equal(mpu_region_is_memory(&ram), !device);
    }
}

/* ---- PMSAv8 ---------------------------------------------------------------------------------- */

static void pmsav8_bounds(void **state)
{
    const uint32_t access = 0x1f; /* XN, AP, SH */
    struct pmsav8_region some = {0x20000040 | access, 0x200000c0 | 7 << 1 | 1};
    struct pmsav8_region all = {0, 0xffffffc1};
    struct pmsav8_region off = {0, 0xffffffc0};

    (void)state;
    assert_false(pmsav8_region_covers(&some, 0x2000003f));
    assert_true(pmsav8_region_covers(&some, 0x20000040));
    assert_true(pmsav8_region_covers(&some, 0x200000ff));
    assert_false(pmsav8_region_covers(&some, 0x20000100));
    assert_true(pmsav8_region_covers(&all, 0) && pmsav8_region_covers(&all, 0xffffffff));
    assert_false(pmsav8_region_covers(&off, 0));
}

/* Attributes 0 to 7: Device-nGnRnE, -nGnRE, -nGRE, -GRE; then kinds of Normal memory. */
static void pmsav8_memory_types(void **state)
{
    static const uint32_t mair[2] = {0x0c080400, 0xff44aa11};

    (void)state;
    for (uint32_t number = 0; number < 8; number++) {
        struct pmsav8_region region = {0x20000000, 0x20000000 | number << 1 | 1};

        assert_int_equal(pmsav8_region_is_memory(&region, mair), number >= 4);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(par_faults),          cmocka_unit_test(par_refuses_devices),
        cmocka_unit_test(region_bounds),       cmocka_unit_test(region_switched_off_or_reserved),
        cmocka_unit_test(sub_regions),         cmocka_unit_test(permissions),
        cmocka_unit_test(memory_types),        cmocka_unit_test(pmsav8_bounds),
        cmocka_unit_test(pmsav8_memory_types),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
