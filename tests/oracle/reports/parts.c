/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "port/armv7/fault_codes.h"
#include "port/common/image_state.h"
#include "port/common/memory.h"
#include "port/crash/context_lines.h"
#include "reports.h"

/* Sum of all answers; volatile, so the compiler removes no call. */
static volatile uint32_t answers;

static void decode_statuses(void)
{
    static const uint32_t causes[] = {BOBBIN_CAUSE_PREFETCH_ABORT, BOBBIN_CAUSE_DATA_ABORT};
    struct bobbin_fault_status out;

    for (uint32_t code = 0; code < 64; code++)
        for (size_t i = 0; i < sizeof(causes) / sizeof(causes[0]); i++) {
            bobbin_port_fault_status(causes[i], (code & 15) | (code & 16) << 6 | DFSR_WNR, &out);
            answers += out.imprecise;
            bobbin_port_fault_status(causes[i], code | FSR_LPAE, &out);
            answers += out.address_known;
        }
}

static void read_banks(void)
{
    uint32_t value;

    for (uint32_t mode = 0; mode < 32; mode++)
        for (uint32_t number = 7; number <= 15; number++)
            answers += bobbin_port_bank(mode, number, &value);
}

static void read_memory(void)
{
    uint32_t here = (uint32_t)__bobbin_start & ~3u, word;

    for (uint32_t size_bytes = 0; size_bytes <= 4; size_bytes++)
        for (uint32_t offset = 0; offset < 4; offset++) {
            answers +=
                bobbin_memory_read(NULL, BOBBIN_SPACE_CODE, here + offset, &word, size_bytes);
            answers +=
                bobbin_memory_read(NULL, BOBBIN_SPACE_STACK, here + offset, &word, size_bytes);
        }
    answers += bobbin_memory_read(NULL, BOBBIN_SPACE_STACK, REPORTS_NOWHERE, &word, 4);
    answers += bobbin_port_readable(here, 0) + bobbin_port_readable(here, 8192);
    answers += bobbin_port_readable(0xfffffffcu, 8) + bobbin_port_readable(here, 0xf0000000u);
    answers += bobbin_region_of(NULL, 1, here) == NULL;
}

/* Notes of another kind before one without and one with a build id; notes with impossible sizes. */
static void read_notes(void)
{
    static const uint32_t words[][11] = {
        {4, 4, 1, 0x554e47, 1, 4, 4, 3, 0x554e47, 2},
        {4, 100, 3, 0x554e47},
        {4, 0xffffffff, 3, 0x554e47},
        {100, 4, 3, 0x554e47},
        {3, 0, 3, 0x004e47, 4, 0, 3, 0x584e47},
    };
    uint32_t size_bytes;

    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
        answers +=
            bobbin_build_id((const uint8_t *)words[i], sizeof(words[i]), &size_bytes) != NULL;
}

static void name_all(void)
{
    for (uint32_t i = 0; i < 20; i++) {
        answers += strlen(bobbin_stop_name(i)) + strlen(bobbin_trust_name(i));
        answers += strlen(bobbin_kind_name(i)) + strlen(bobbin_table_error_name(i));
        answers += strlen(bobbin_table_advice((enum bobbin_table_error)i));
    }
}

void reports_of_parts(void)
{
    decode_statuses();
    read_banks();
    read_memory();
    read_notes();
    name_all();
}
