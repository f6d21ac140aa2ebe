/* SPDX-License-Identifier: MIT */
/* Writes report lines with sequence number and CRC; core/include/bobbin/report.h has the
   grammar. */
#include "line_writer.h"
#include "../../core/format/crc32.h"
#include "decimal.h"
#include "untrusted_text.h"

#define LINE_TEXT_MAX (REPORT_LINE_MAX - REPORT_CRC_BYTES)

void bobbin_report_begin(struct bobbin_report *report, const struct bobbin_config *config)
{
    report->config = config;
    report->lines = 0;
    report->started_at = config->now ? config->now() : 0;
    report->out_of_time = false;
    report->cut_short = false;
    report->length = 0;
}

bool bobbin_report_time_left(struct bobbin_report *report)
{
    const struct bobbin_config *config = report->config;

    if (config->now && config->time_max != 0 &&
        config->now() - report->started_at >= config->time_max)
        report->out_of_time = true;
    return !report->out_of_time;
}

static void put_char(struct bobbin_report *report, char c)
{
    if (report->length < LINE_TEXT_MAX)
        report->line[report->length++] = c >= ' ' && c <= '~' ? c : '?';
}

void bobbin_line_put(struct bobbin_report *report, const char *text)
{
    while (*text)
        put_char(report, *text++);
}

void bobbin_line_put_untrusted(struct bobbin_report *report, const char *text)
{
    char c;

    while (report->length < LINE_TEXT_MAX && (c = bobbin_untrusted_char(text++)) != '\0')
        put_char(report, c);
}

static void put_digits(struct bobbin_report *report, uint32_t value, uint32_t digits)
{
    while (digits-- > 0)
        put_char(report, "0123456789abcdef"[(value >> (4 * digits)) & 15]);
}

void bobbin_line_put_hex(struct bobbin_report *report, uint32_t value)
{
    put_digits(report, value, 8);
}

void bobbin_line_put_byte(struct bobbin_report *report, uint32_t value)
{
    put_digits(report, value, 2);
}

void bobbin_line_number(struct bobbin_report *report, const char *text, uint32_t value)
{
    char digits[DECIMAL_DIGITS_MAX];
    uint32_t count = decimal_digits(value, digits);

    bobbin_line_put(report, text);
    for (uint32_t i = 0; i < count; i++)
        put_char(report, digits[i]);
}

void bobbin_line_word(struct bobbin_report *report, const char *word)
{
    put_char(report, ' ');
    bobbin_line_put(report, word);
}

void bobbin_line_field(struct bobbin_report *report, const char *name, uint32_t value)
{
    bobbin_line_word(report, name);
    put_char(report, '=');
    bobbin_line_put_hex(report, value);
}

static void begin_report_line(struct bobbin_report *report, const char *type)
{
    report->length = 0;
    bobbin_line_number(report, REPORT_MARK, report->lines);
    bobbin_line_word(report, type);
}

/* Weak: port/others replaces this function. */
__attribute__((weak, alias("begin_report_line"))) void
bobbin_line_begin(struct bobbin_report *report, const char *type);

void bobbin_line_end(struct bobbin_report *report)
{
    uint32_t crc = bobbin_crc32(0, report->line, report->length);
    char *end = &report->line[report->length];

    *end++ = ' ';
    *end++ = '*';
    for (uint32_t digits = 8; digits-- > 0;)
        *end++ = "0123456789abcdef"[(crc >> (4 * digits)) & 15];
    *end++ = '\r';
    *end++ = '\n';
    if (report->config->kick)
        report->config->kick();
    report->config->put(report->line, (uint32_t)(end - report->line));
    report->lines++;
}

void bobbin_report_note(struct bobbin_report *report, const char *text)
{
    bobbin_line_begin(report, REPORT_TYPE_NOTE);
    bobbin_line_put(report, " : ");
    bobbin_line_put(report, text);
    bobbin_line_end(report);
}
