/* SPDX-License-Identifier: MIT */
/* Writes report lines with token, sequence number and CRC; core/include/bobbin/report.h has the
   grammar. */
#include "line_writer.h"
#include "../../core/format/crc32.h"
#include "decimal.h"
#include "untrusted_text.h"

#define LINE_TEXT_MAX (REPORT_LINE_MAX - REPORT_CRC_BYTES)

/* Weak: port/record replaces this function. */
__attribute__((weak)) uint32_t bobbin_report_hash(uint32_t hash, const void *bytes,
                                                  uint32_t size_bytes)
{
    return bobbin_crc32(hash, bytes, size_bytes);
}

static void put_token(struct bobbin_report *report, uint32_t hash, uint32_t digits)
{
    for (; digits > 0; digits--, hash >>= 5)
        report->token[report->token_length++] = "0123456789abcdefghijklmnopqrstuv"[hash & 31];
}

static uint32_t length_of(const char *text)
{
    uint32_t length = 0;

    while (text[length])
        length++;
    return length;
}

void bobbin_report_kick(const struct bobbin_report *report)
{
    if (!report->plain && report->config->kick)
        report->config->kick();
}

uint32_t bobbin_report_now(const struct bobbin_report *report)
{
    return !report->plain && report->config->now ? report->config->now() : 0;
}

const char *bobbin_report_device(const struct bobbin_report *report)
{
    return report->plain ? NULL : report->config->device;
}

void bobbin_report_start(struct bobbin_report *report, uint32_t hash)
{
    const char *device = bobbin_report_device(report);
    uint32_t device_hash = device ? bobbin_crc32(0, device, length_of(device)) : 0;

    report->token_length = 0;
    put_token(report, hash ^ device_hash, REPORT_TOKEN_DIGITS);
    if (device)
        put_token(report, device_hash, REPORT_TOKEN_DEVICE_DIGITS);

    report->lines = 0;
    report->started_at = bobbin_report_now(report);
    report->out_of_time = false;
    report->cut_short = false;
    report->length = 0;
}

bool bobbin_report_time_left(struct bobbin_report *report)
{
    uint32_t time_max = report->plain ? 0 : report->config->time_max;

    if (time_max != 0 && bobbin_report_now(report) - report->started_at >= time_max)
        report->out_of_time = true;
    return !report->out_of_time;
}

/* ---- whole lines ----------------------------------------------------------------------------- */

static void store(struct bobbin_report *report, char c)
{
    report->line[report->length++] = c >= ' ' && c <= '~' ? c : '?';
}

static void store_text(struct bobbin_report *report, const char *text)
{
    while (*text)
        store(report, *text++);
}

void bobbin_line_start(struct bobbin_report *report, const char *prefix, const char *type)
{
    char digits[DECIMAL_DIGITS_MAX];
    uint32_t count = decimal_digits(report->lines, digits);

    report->length = 0;
    store_text(report, REPORT_MARK);
    for (uint32_t i = 0; i < report->token_length && i < REPORT_TOKEN_MAX; i++)
        store(report, report->token[i]);
    store(report, '.');
    for (uint32_t i = 0; i < count; i++)
        store(report, digits[i]);
    store(report, ' ');
    store_text(report, prefix);
    store_text(report, type);
}

static void begin_report_line(struct bobbin_report *report, const char *type)
{
    bobbin_line_start(report, "", type);
}

/* Weak: port/others replaces this function. */
__attribute__((weak, alias("begin_report_line"))) void
bobbin_line_begin(struct bobbin_report *report, const char *type);

/* MARK: '*', or REPORT_CONTINUES */
static void send_line(struct bobbin_report *report, char mark)
{
    uint32_t crc = bobbin_crc32(0, report->line, report->length);
    char *end = &report->line[report->length];

    *end++ = ' ';
    *end++ = mark;
    for (uint32_t digits = 8; digits-- > 0;)
        *end++ = "0123456789abcdef"[(crc >> (4 * digits)) & 15];
    *end++ = '\r';
    *end++ = '\n';
    bobbin_report_kick(report);
    report->lines++; /* now: if put faults, nobody knows whether the line went out */
    report->config->put(report->line, (uint32_t)(end - report->line));
}

void bobbin_line_end(struct bobbin_report *report)
{
    send_line(report, '*');
}

/* ---- their text ------------------------------------------------------------------------------ */

uint32_t bobbin_line_room(const struct bobbin_report *report)
{
    return report->length < LINE_TEXT_MAX ? LINE_TEXT_MAX - report->length : 0;
}

static void put_char(struct bobbin_report *report, char c)
{
    if (bobbin_line_room(report) == 0) {
        send_line(report, REPORT_CONTINUES);
        bobbin_line_start(report, "", REPORT_TYPE_MORE " ");
    }
    store(report, c);
}

void bobbin_line_put(struct bobbin_report *report, const char *text)
{
    while (*text)
        put_char(report, *text++);
}

void bobbin_line_put_untrusted(struct bobbin_report *report, const char *text)
{
    char c;

    for (uint32_t i = 0; i < REPORT_UNTRUSTED_MAX && (c = bobbin_untrusted_char(text++)); i++)
        put_char(report, c);
}

static uint32_t hex_digits(uint32_t value)
{
    uint32_t digits = 1;

    for (; value >= 16; value >>= 4)
        digits++;
    return digits;
}

static void put_digits(struct bobbin_report *report, uint32_t value, uint32_t digits)
{
    while (digits-- > 0)
        put_char(report, "0123456789abcdef"[(value >> (4 * digits)) & 15]);
}

void bobbin_line_put_hex(struct bobbin_report *report, uint32_t value)
{
    put_digits(report, value, hex_digits(value));
}

void bobbin_line_put_byte(struct bobbin_report *report, uint32_t value)
{
    put_digits(report, value, 2);
}

static void put_decimal(struct bobbin_report *report, uint32_t value)
{
    char digits[DECIMAL_DIGITS_MAX];
    uint32_t count = decimal_digits(value, digits);

    for (uint32_t i = 0; i < count; i++)
        put_char(report, digits[i]);
}

void bobbin_line_number(struct bobbin_report *report, const char *text, uint32_t value)
{
    bobbin_line_put(report, text);
    put_decimal(report, value);
}

static void put_value(struct bobbin_report *report, char conversion, uintptr_t value)
{
    if (conversion == 's')
        bobbin_line_put(report, (const char *)value);
    else if (conversion == 'w')
        bobbin_line_put_untrusted(report, (const char *)value);
    else if (conversion == 'd')
        put_decimal(report, (uint32_t)value);
    else
        bobbin_line_put_hex(report, (uint32_t)value);
}

void bobbin_line_format(struct bobbin_report *report, const char *format, uintptr_t first,
                        uintptr_t second)
{
    for (; *format; format++) {
        if (*format != '%') {
            put_char(report, *format);
            continue;
        }
        put_value(report, *++format, first);
        first = second;
    }
}

void bobbin_line_whole(struct bobbin_report *report, const char *type, const char *format,
                       uintptr_t value)
{
    bobbin_line_begin(report, type);
    bobbin_line_format(report, format, value, 0);
    bobbin_line_end(report);
}

void bobbin_line_word(struct bobbin_report *report, const char *word)
{
    put_char(report, ' ');
    bobbin_line_put(report, word);
}

void bobbin_line_hex(struct bobbin_report *report, uint32_t value)
{
    put_char(report, ' ');
    bobbin_line_put_hex(report, value);
}

void bobbin_line_field(struct bobbin_report *report, const char *name, uint32_t value)
{
    bobbin_line_format(report, " %s=%x", (uintptr_t)name, value);
}

bool bobbin_line_fit(struct bobbin_report *report, uint64_t value, bool known)
{
    uint32_t high = (uint32_t)(value >> 32), low = (uint32_t)value;
    uint32_t digits = high ? hex_digits(high) + 8 : hex_digits(low);

    if (bobbin_line_room(report) < 1 + (known ? digits : 1))
        return false;
    put_char(report, ' ');
    if (!known)
        put_char(report, '-');
    if (known && high)
        put_digits(report, high, digits - 8);
    if (known)
        put_digits(report, low, high ? 8 : digits);
    return true;
}

void bobbin_report_note(struct bobbin_report *report, const char *text)
{
    bobbin_line_whole(report, REPORT_TYPE_NOTE, " : %s", (uintptr_t)text);
}
