/* SPDX-License-Identifier: MIT */
/*
 * The text for each fault status: all codes of the short format of ARMv7, and all codes of the long
 * format. Asynchronous aborts are included, because the emulator never raises them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "port/armv7/fault_codes.c"

typedef void decode_function(uint32_t cause, uint32_t status, struct bobbin_fault_status *out);
decode_function armv7_a_fault_status, armv7_r_fault_status, armv8_r_fault_status;

/* Includes three ports. All define the same names, so these are renamed. */
#define bobbin_port_fault_status armv7_a_fault_status
#define short_codes              armv7_a_codes
#define short_format             armv7_a_format
#include "port/armv7-a/fault_status.c"
#undef bobbin_port_fault_status
#undef short_codes
#undef short_format
#define bobbin_port_fault_status armv7_r_fault_status
#define short_codes              armv7_r_codes
#define short_format             armv7_r_format
#include "port/armv7-r/fault_status.c"
#undef bobbin_port_fault_status
#undef short_codes
#undef short_format
#define bobbin_port_fault_status armv8_r_fault_status
#include "port/armv8-r/fault_status.c"
#undef bobbin_port_fault_status

#define RESERVED "reserved fault status"
#define LONG     0x200u

struct expected {
    uint32_t code;
    const char *what;
    bool address_known, imprecise;
};

static const struct expected vmsa[] = {
    {0x01, "alignment fault", true, false},
    {0x02, "debug event", false, false},
    {0x03, "access flag fault", true, false},
    {0x04, "instruction cache maintenance fault", true, false},
    {0x05, "translation fault", true, false},
    {0x06, "access flag fault", true, false},
    {0x07, "translation fault", true, false},
    {0x08, "external abort", true, false},
    {0x09, "domain fault", true, false},
    {0x0b, "domain fault", true, false},
    {0x0c, "external abort on a translation table walk", true, false},
    {0x0d, "permission fault", true, false},
    {0x0e, "external abort on a translation table walk", true, false},
    {0x0f, "permission fault", true, false},
    {0x10, "TLB conflict", true, false},
    {0x14, "lockdown fault", false, false},
    {0x16, "asynchronous external abort", false, true},
    {0x18, "asynchronous parity or ECC error", false, true},
    {0x19, "parity or ECC error", true, false},
    {0x1a, "coprocessor fault", false, false},
    {0x1c, "parity or ECC error on a translation table walk", true, false},
    {0x1e, "parity or ECC error on a translation table walk", true, false},
    {0, NULL, false, false},
};

static const struct expected pmsa[] = {
    {0x00, "background fault (no MPU region)", true, false},
    {0x01, "alignment fault", true, false},
    {0x02, "debug event", false, false},
    {0x08, "external abort", true, false},
    {0x0d, "permission fault", true, false},
    {0x14, "lockdown fault", false, false},
    {0x16, "asynchronous external abort", false, true},
    {0x18, "asynchronous parity or ECC error", false, true},
    {0x19, "parity or ECC error", true, false},
    {0x1a, "coprocessor fault", false, false},
    {0, NULL, false, false},
};

static const struct expected long_format[] = {
    {0x04, "translation fault", true, false},
    {0x07, "translation fault", true, false},
    {0x09, "access flag fault", true, false},
    {0x0c, "permission fault", true, false},
    {0x0f, "permission fault", true, false},
    {0x10, "external abort", true, false},
    {0x11, "asynchronous external abort", false, true},
    {0x16, "external abort on a translation table walk", true, false},
    {0x18, "parity or ECC error", true, false},
    {0x19, "asynchronous parity or ECC error", false, true},
    {0x1e, "parity or ECC error on a translation table walk", true, false},
    {0x21, "alignment fault", true, false},
    {0x22, "debug event", false, false},
    {0x30, "TLB conflict", true, false},
    {0, NULL, false, false},
};

static void expect(decode_function *decode, uint32_t status, const struct expected *expected)
{
    struct bobbin_fault_status out;

    decode(BOBBIN_CAUSE_DATA_ABORT, status, &out);
    assert_string_equal(out.what, expected->what);
    assert_int_equal(out.address_known, expected->address_known);
    assert_int_equal(out.imprecise, expected->imprecise);
    assert_false(out.write);
}

static const struct expected *find_expected(const struct expected *table, uint32_t code)
{
    static const struct expected reserved = {0, RESERVED, false, false};

    for (; table->what; table++)
        if (table->code == code)
            return table;
    return &reserved;
}

/* Also tests bits outside the code: domain 7:4, ExT 12, and CM 13. */
static void expect_all_short(decode_function *decode, const struct expected *table)
{
    for (uint32_t code = 0; code < 32; code++) {
        uint32_t status = (code & 0x0f) | (code & 0x10) << 6;

        expect(decode, status, find_expected(table, code));
        expect(decode, status | 0x30f0, find_expected(table, code));
    }
}

static void short_codes_of_armv7_a(void **state)
{
    (void)state;
    expect_all_short(armv7_a_fault_status, vmsa);
}

static void short_codes_of_armv7_r(void **state)
{
    (void)state;
    expect_all_short(armv7_r_fault_status, pmsa);
}

static void long_codes_on_all(void **state)
{
    (void)state;
    for (const struct expected *entry = long_format; entry->what; entry++) {
        expect(armv7_a_fault_status, LONG | entry->code, entry);
        expect(armv7_r_fault_status, LONG | entry->code, entry);
        expect(armv8_r_fault_status, LONG | entry->code, entry);
    }
    expect(armv7_a_fault_status, LONG | 0x3f, find_expected(long_format, 0x3f));
}

/* The boards report dfsr=0x805 and 0x80d for a wild store. Bit 11 marks a write. */
static void writes_and_prefetches(void **state)
{
    struct bobbin_fault_status out;

    (void)state;
    armv7_a_fault_status(BOBBIN_CAUSE_DATA_ABORT, 0x805, &out);
    assert_string_equal(out.what, "translation fault");
    assert_true(out.write);
    armv7_r_fault_status(BOBBIN_CAUSE_DATA_ABORT, 0x80d, &out);
    assert_string_equal(out.what, "permission fault");
    assert_true(out.write);
    armv7_a_fault_status(BOBBIN_CAUSE_PREFETCH_ABORT, 0x80d, &out);
    assert_false(out.write);
}

/* 0x1c06: asynchronous external abort on a write, slave error. */
static void asynchronous_abort(void **state)
{
    struct bobbin_fault_status out;

    (void)state;
    armv7_a_fault_status(BOBBIN_CAUSE_DATA_ABORT, 0x1c06, &out);
    assert_string_equal(out.what, "asynchronous external abort");
    assert_true(out.write && out.imprecise && !out.address_known);
    armv7_r_fault_status(BOBBIN_CAUSE_DATA_ABORT, 0x1c06, &out);
    assert_true(out.write && out.imprecise && !out.address_known);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(short_codes_of_armv7_a), cmocka_unit_test(short_codes_of_armv7_r),
        cmocka_unit_test(long_codes_on_all),      cmocka_unit_test(writes_and_prefetches),
        cmocka_unit_test(asynchronous_abort),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
