/* SPDX-License-Identifier: MIT */
/*
 * Crashes and resets the board, and hands the report over after the reboot. The command line is
 * "KIND BOOTS": a crash of tests/demo/crash.h in each boot, until so many boots ended with a crash.
 * Then come the last report as text and as base64, and a file of the memory with the record.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board.h"
#include "crash.h"
#include "samples.h"
#include "semihosting.h"
#include <bobbin/record.h>

#define SAMPLES_AT_START 64
#define DUMP_AROUND      1000u /* bytes of an unknown alignment before and after the record */

static struct samples samples;

/* Writes the memory of the record, between other bytes, to the file PATH of the host. */
static void write_dump(const char *path)
{
    static uint8_t dump[BOBBIN_RECORD_RAM_BYTES + 2 * DUMP_AROUND];
    const uint32_t open[3] = {(uint32_t)path, 5, strlen(path)}; /* 5: "wb" */
    uint32_t handle = board_semihosting(SEMIHOSTING_OPEN, open);
    const uint32_t write[3] = {handle, (uint32_t)dump, sizeof(dump)};

    for (uint32_t i = 0; i < sizeof(dump); i++)
        dump[i] = (uint8_t)(i * 167);
    memcpy(dump + DUMP_AROUND, __bobbin_record_start, BOBBIN_RECORD_RAM_BYTES);
    board_semihosting(SEMIHOSTING_WRITE, write);
    board_semihosting(SEMIHOSTING_CLOSE, &handle);
}

static void hand_over(const char *path)
{
    puts("text");
    bobbin_last_report(BOBBIN_RECORD_TEXT, board_put);
    puts("base64");
    bobbin_last_report(BOBBIN_RECORD_BASE64, board_put);
    puts("handed over");
    if (*path)
        write_dump(path);
}

int main(void)
{
    static char command[BOARD_COMMAND_LINE_MAX];
    struct bobbin_record_counters counters;
    enum bobbin_record_memory memory = bobbin_record_boot(BOBBIN_RESET_UNKNOWN);
    char *kind, *boots, *path;

    strcpy(command, board_command_line());
    kind = strtok(command, " ");
    boots = strtok(NULL, " ");
    path = strtok(NULL, " ");
    bobbin_record_count(&counters);
    printf("memory %s, boot %lu, crashes %lu, since alive %lu, boots in a row %lu\n",
           bobbin_record_memory_text(memory), (unsigned long)counters.boots,
           (unsigned long)counters.crashes, (unsigned long)counters.crashes_since_alive,
           (unsigned long)counters.crash_boots);
    fflush(stdout);
    if (!kind || !boots)
        return 1;
    if (counters.crash_boots < strtoul(boots, NULL, 10)) {
        samples_record(&samples, SAMPLES_AT_START);
        crash(&samples, kind);
    }
    hand_over(path ? path : "");
    return 0;
}
