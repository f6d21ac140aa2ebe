/* SPDX-License-Identifier: MIT */
#include "port_target.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>

#include <cmocka.h>

#define ROOT_PC    (TARGET_CODE + TARGET_CODE_BYTES - 2)
#define FRAME_SIZE 16u

/* Symbols as a linker script defines them. Plain C cannot place one symbol after another. */
__asm__(".data\n\t.balign 8\n"
        "\t.globl __bobbin_start\n__bobbin_start:\n\t.zero 8192\n"
        "\t.globl __bobbin_end\n__bobbin_end:\n\t.zero 8\n"
        "\t.globl __bobbin_note_start\n__bobbin_note_start:\n"
        "\t.long 4, 4, 3\n\t.asciz \"GNU\"\n\t.byte 0xde, 0xad, 0xbe, 0xef\n"
        "\t.globl __bobbin_note_end\n__bobbin_note_end:\n\t.zero 8\n\t.text\n");

enum { NAMES = 0x20010000, NAMES_BYTES = 0x1000 };

uint32_t target_probes, target_unreadable_from;
bool target_all_unreadable;

static uint8_t *table_bytes(void)
{
    return (uint8_t *)(uintptr_t)__bobbin_start;
}

static void *host_address(uint32_t address)
{
    return (void *)(uintptr_t)address;
}

int target_set_up(void **state)
{
    size_t size = TARGET_STACK_HIGH - TARGET_STACK_LOW;
    void *stack = mmap(host_address(TARGET_STACK_LOW), size, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
    void *names = mmap(host_address(NAMES), NAMES_BYTES, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);

    (void)state;
    memcpy(names, "main\0\0\0\0small", 14);
    memset(table_bytes(), 0, HANDMADE_SIZE_MAX);
    target_probes = 0;
    target_unreadable_from = 0;
    target_all_unreadable = false;
    return stack == host_address(TARGET_STACK_LOW) ? 0 : -1;
}

void target_put_table(void)
{
    static const uint8_t build_id[] = {0xde, 0xad, 0xbe, 0xef};
    static const uint32_t rules[] = {COMPACT(13, 4, 0, 0, 0, COMPACT_RA | COMPACT_EXPLICIT),
                                     RULE_ROOT};
    static const struct handmade_entry rows[] = {ENTRY(TARGET_CODE_BYTES / 2 - 2, 0), ENTRY(2, 1)};
    static const struct handmade_range ranges[] = {RANGE(TARGET_CODE, rows, 2)};
    const struct handmade table = {
        .ranges = ranges,
        .ranges_count = 1,
        .rules = rules,
        .rules_count = 2,
        .build_id = build_id,
        .build_id_size = sizeof(build_id),
    };

    handmade_write(&table, table_bytes());
}

uint32_t *target_word(uint32_t address)
{
    assert_true(address >= TARGET_STACK_LOW && address < TARGET_STACK_HIGH);
    return host_address(address);
}

void target_put_frames(uint32_t sp, uint32_t count)
{
    for (uint32_t i = 0; i <= count; i++, sp += FRAME_SIZE) {
        uint32_t pc = i == count ? ROOT_PC : TARGET_CODE + 4 + 2 * (i % 64);

        *target_word(sp + FRAME_SIZE - 4) = pc | 1;
    }
}

struct bobbin_context target_context(uint32_t cause, uint32_t pc, uint32_t sp)
{
    struct bobbin_context context = {
        .cpsr = 0x1f | BOBBIN_CPSR_T, .valid = BOBBIN_CONTEXT_VALID_CORE, .cause = cause};

    for (uint32_t i = 0; i < 13; i++)
        context.r[i] = 0x1000 + i;
    context.r[BOBBIN_SP] = sp;
    context.r[BOBBIN_PC] = pc;
    return context;
}

static bool within(uint32_t address, uint32_t low, uint32_t high)
{
    return address >= low && address < high;
}

/* The table is readable wherever the host has placed it. */
bool bobbin_port_readable(uint32_t address, uint32_t size_bytes)
{
    uint32_t table = (uint32_t)(uintptr_t)__bobbin_start;

    target_probes++;
    if (target_all_unreadable)
        return false;
    if (address - table < HANDMADE_SIZE_MAX + 64 || within(address, NAMES, NAMES + NAMES_BYTES))
        return true;
    if (target_unreadable_from && address + size_bytes > target_unreadable_from)
        return false;
    return within(address, TARGET_STACK_LOW, TARGET_STACK_HIGH) &&
           size_bytes <= TARGET_STACK_HIGH - address;
}

bool bobbin_port_bank(uint32_t mode, uint32_t number, uint32_t *out)
{
    (void)mode, (void)number, (void)out;
    return false;
}

/* Status 1 is a translation fault on a write, 2 an asynchronous abort. */
void bobbin_port_fault_status(uint32_t cause, uint32_t status, struct bobbin_fault_status *out)
{
    (void)cause;
    out->what = status == 1 ? "translation fault" : "asynchronous external abort";
    out->write = true;
    out->address_known = status == 1;
    out->imprecise = status != 1;
}
