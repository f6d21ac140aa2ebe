/* SPDX-License-Identifier: MIT */
/* Where crash reports go, and which memory they may read. */
#include <bobbin/port.h>

const uint32_t bobbin_pl011_base = 0x10009000;

static const struct bobbin_region memory[] = {
    {"flash", 0x60010000, 0x60110000},
    {"ram", 0x60800000, 0x60900000},
};

/* Ends QEMU through semihosting (SYS_EXIT), so that a test need not wait. */
static void finish(const struct bobbin_context *context)
{
    register uint32_t operation __asm__("r0") = 0x18;
    register uint32_t reason __asm__("r1") = 0x20026;

    (void)context;
    __asm__ volatile("svc 0xab" : : "r"(operation), "r"(reason) : "memory");
}

const struct bobbin_config bobbin_config = {
    .name = "example",
    .put = bobbin_sink_pl011,
    .finish = finish,
    .memory = memory,
    .memory_count = 2,
};
