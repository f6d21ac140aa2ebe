/* SPDX-License-Identifier: MIT */
/*
 * Writes report lines in the grammar of core/include/bobbin/report.h. A line is built in memory,
 * with its token and number at the start and its CRC at the end, and goes to config->put in one
 * call. A line that is full is sent and continued by the next one. Each character that is not
 * printable ASCII becomes '?'.
 *
 *     bobbin_line_begin(report, REPORT_TYPE_NOTE);
 *     bobbin_line_put(report, " : text");
 *     bobbin_line_end(report);
 */
#ifndef BOBBIN_LINE_WRITER_H
#define BOBBIN_LINE_WRITER_H

#include "line_begin.h"
#include "report_hash.h"
#include <bobbin/port.h>

#define REPORT_CRC_BYTES 10 /* " *" and eight digits */

/* Maximum number of characters that bobbin_line_put_untrusted appends. */
#define REPORT_UNTRUSTED_MAX 160

struct bobbin_report {
    const struct bobbin_config *config;
    uint32_t lines;      /* complete lines so far; also the number of the current line */
    uint32_t started_at; /* value of config->now */
    bool plain;          /* without kick, now and the device: any of these may be what faults */
    bool out_of_time;
    bool cut_short; /* lines or frames were left out; the last note says so */
    uint8_t token_length;
    char token[REPORT_TOKEN_MAX];
    uint32_t length;
    char line[REPORT_LINE_MAX + 2];
};

/* Begins a report whose CONFIG and PLAIN are set. HASH: see TOKEN in report.h; two reports of a
   device differ in it. */
void bobbin_report_start(struct bobbin_report *report, uint32_t hash);

static inline void bobbin_report_begin(struct bobbin_report *report,
                                       const struct bobbin_config *config, uint32_t hash)
{
    report->config = config;
    report->plain = false;
    bobbin_report_start(report, hash);
}

/* config->kick, config->now and config->device. Nothing happens, or 0, or NULL if the firmware has
   none or the report is PLAIN. */
void bobbin_report_kick(const struct bobbin_report *report);
uint32_t bobbin_report_now(const struct bobbin_report *report);
const char *bobbin_report_device(const struct bobbin_report *report);

/* False once the report has taken config->time_max; then it stays false. */
bool bobbin_report_time_left(struct bobbin_report *report);

/* Kicks the watchdog and sends the line. */
void bobbin_line_end(struct bobbin_report *report);

void bobbin_line_put(struct bobbin_report *report, const char *text);

/*
 * Appends the string at TEXT, a pointer that may be wrong (untrusted_text.h). Stops at an
 * unreadable character.
 */
void bobbin_line_put_untrusted(struct bobbin_report *report, const char *text);

void bobbin_line_put_hex(struct bobbin_report *report, uint32_t value);  /* no leading zeros */
void bobbin_line_put_byte(struct bobbin_report *report, uint32_t value); /* 2 digits */

/*
 * Appends FORMAT with FIRST, then SECOND, in place of
 *   %s  a const char *, a string
 *   %w  a const char *, as by bobbin_line_put_untrusted
 *   %x  a uint32_t, hexadecimal
 *   %d  a uint32_t, decimal
 * Always two values, because four arguments fit in registers.
 */
void bobbin_line_format(struct bobbin_report *report, const char *format, uintptr_t first,
                        uintptr_t second);

/* Writes a whole line of TYPE (REPORT_TYPE_...) with the text of FORMAT, which has one value. */
void bobbin_line_whole(struct bobbin_report *report, const char *type, const char *format,
                       uintptr_t value);

/* Appends TEXT and the decimal digits of VALUE. */
void bobbin_line_number(struct bobbin_report *report, const char *text, uint32_t value);

/* Append " WORD", " HEX" and " NAME=HEX". */
void bobbin_line_word(struct bobbin_report *report, const char *word);
void bobbin_line_hex(struct bobbin_report *report, uint32_t value);
void bobbin_line_field(struct bobbin_report *report, const char *name, uint32_t value);

/*
 * Appends " HEX", or " -" if it is not KNOWN. Returns false, and appends nothing, if the line has
 * no room for it. For lists that go on with a line of their own instead of a continuation.
 */
bool bobbin_line_fit(struct bobbin_report *report, uint64_t value, bool known);

/* How many more characters the line takes before it is continued. */
uint32_t bobbin_line_room(const struct bobbin_report *report);

/* Writes a complete note line. */
void bobbin_report_note(struct bobbin_report *report, const char *text);

#endif
