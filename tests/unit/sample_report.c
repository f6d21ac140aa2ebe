/* SPDX-License-Identifier: MIT */
#include "sample_report.h"

#include <stdio.h>
#include <string.h>

#include "handmade.h"

uint32_t sample_line(char out[SAMPLE_LINE_BYTES], const char *token, uint32_t sequence,
                     const char *text, char mark)
{
    int length = snprintf(out, SAMPLE_LINE_BYTES, "%%bobbin %s%u %s", token, sequence, text);
    uint32_t crc = handmade_crc32(0, (const uint8_t *)out, (uint32_t)length);

    return (uint32_t)(length + sprintf(out + length, " %c%08x", mark, crc));
}

const char *const sample_report[] = {
    "report 2.0 vexpress-a9 device=SN-00042",
    "cause data-abort 600150ee : data abort: translation fault, write, address 0xdead0000",
    "status dfsr=805 dfar=dead0000",
    "regs r0 60820a34 dead0000 29 60820a44 60820a34 60820a44 10 600150fd",
    "regs r8 60820a34 28 1 0 60016f85 608397a8 60015c17 600150ee",
    "regs cpsr 6000003f",
    "dregs d8 4030000000000000 - 3ff8000000000000",
    "image 8d969eef6ecad3c29a3a629280e686cf0c3f5d5a",
    "table ok",
    "frame 0 600150ee 608397a8 interrupted context",
    "frame 1 60015108 608397a8 call table",
    "frame 2 60015c16 608397b0 call table",
    "frame 3 6001519a 608397f0 call table",
    "frame 4 60014afe 60839800 call table",
    "frame 5 60014b58 60839818 call table",
    "frame 6 600150a6 60839828 call table",
    "frame 7 60014d5c 60839848 call table",
    "frame 8 600150c2 60839860 call table",
    "frame 9 60013610 60839a00 call table",
    "stop outermost 0 10",
    "end 21",
    0,
};
