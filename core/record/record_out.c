/* SPDX-License-Identifier: MIT */
/* Lines in the grammar of core/include/bobbin/report.h. */
#include "record_out.h"

#include "../format/crc32.h"
#include <bobbin/report.h>

void record_out_char(struct record_out *out, char c)
{
    if (out->length >= RECORD_LINE_MAX || c < ' ' || c > '~')
        out->damaged = true;
    else
        out->line[out->length++] = c;
}

void record_out_string(struct record_out *out, const char *text)
{
    while (*text)
        record_out_char(out, *text++);
}

void record_out_hex(struct record_out *out, uint32_t value, uint32_t digits_min)
{
    uint32_t digits = 8;

    while (digits > digits_min && value >> (4 * (digits - 1)) == 0)
        digits--;
    while (digits-- > 0)
        record_out_char(out, "0123456789abcdef"[value >> (4 * digits) & 15]);
}

/* Without a division: some processors have none. */
void record_out_decimal(struct record_out *out, uint32_t value)
{
    static const uint32_t units[] = {1000000000, 100000000, 10000000, 1000000, 100000,
                                     10000,      1000,      100,      10,      1};
    bool started = false;

    for (uint32_t i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
        char digit = '0';

        for (; value >= units[i]; value -= units[i])
            digit++;
        started = started || digit != '0' || units[i] == 1;
        if (started)
            record_out_char(out, digit);
    }
}

void record_out_begin(struct record_out *out, const char *token, uint32_t length, uint32_t sequence)
{
    out->length = 0;
    record_out_string(out, REPORT_MARK);
    for (uint32_t i = 0; i < length; i++)
        record_out_char(out, token[i]);
    record_out_decimal(out, sequence);
    record_out_char(out, ' ');
}

uint32_t record_out_end(struct record_out *out, char mark)
{
    uint32_t crc = bobbin_crc32(0, out->line, out->length);

    record_out_char(out, ' ');
    record_out_char(out, mark);
    record_out_hex(out, crc, 8);
    out->line[out->length] = '\0';
    return out->damaged ? 0 : out->length;
}
